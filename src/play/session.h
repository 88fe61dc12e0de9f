/* A game being played: its state, its luck, and all that has happened, so that it can be taken
 * back, recorded and replayed. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "game/game.h"
#include <stdio.h>

struct session {
    const struct game *game;
    int params[PARAMS_MAX];
    struct rng rng;
    void *state, *spare;    /* the game now; a second state for the session's own use */
    struct choice *scratch; /* for choices_max */
    struct event *events;
    size_t count, capacity;
};

/* A fresh game; CHANCE's events happen as soon as they are due, here and below. -1 if memory ran
 * out. */
int session_init(struct session *session, const struct game *game, const int *params,
                 struct rng rng);
void session_release(struct session *session);

/* A legal act of who, then CHANCE's. -1 if memory ran out. */
int session_act(struct session *session, int who, action act);
/* Takes back the last act of a seat or the clock, and the luck that followed; false if there is
 * none. The generator is not turned back: another try meets new luck. */
bool session_undo(struct session *session);

/* The record so far, as game/record.h has it in files. -1 with errno if writing failed. */
int session_write(struct session *session, FILE *file);

#endif
