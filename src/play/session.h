/* A game being played: its state, its generator, and all its events, so that acts can be undone and
 * the game recorded. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "game/game.h"
#include <stdio.h>

struct session {
    const struct game *game;
    int params[PARAMS_MAX];
    struct rng rng;
    void *state, *spare;    /* the game now; a second one for session_write */
    struct choice *scratch; /* for choices_max */
    struct event *events;
    size_t count, capacity;
};

/* Starts a game. CHANCE's events are played as soon as they are due, here and in session_act.
 * Returns -1 if out of memory; session_release is needed then, too. */
int session_init(struct session *session, const struct game *game, const int *params,
                 struct rng rng);
void session_release(struct session *session);

/* Plays a legal act, then CHANCE's events. Returns -1 if out of memory. */
int session_act(struct session *session, int who, action act);
/* Undoes the last act of a seat or the clock, and the luck that followed it; false if there is
 * none. The generator keeps its place: the same act may then meet other luck. */
bool session_undo(struct session *session);

/* Writes the record so far, as a file of game/record.h. Returns -1 with errno if writing failed. */
int session_write(struct session *session, FILE *file);

#endif
