/* A game being played: its state, its generator, and all its events, so that acts can be undone and
 * redone, and the game recorded. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "game/game.h"

struct session_event {
    struct event event;
    uint64_t luck; /* the generator's index when it happened */
};

struct session {
    const struct game *game;
    bool fresh;             /* it began as `params` say, not in a given state */
    int params[PARAMS_MAX]; /* standard if it is not fresh */
    struct rng rng;
    void *state, *origin;   /* the game now, and before its first event */
    struct choice *scratch; /* for choices_max */
    struct session_event *events;
    size_t count, known, capacity; /* events from `count` up to `known` were undone */
    uint64_t end;                  /* the generator's index after the last known event */
    bool light;                    /* events are not kept: `count` and `known` stay 0 */
    bool borrows;                  /* the scratch is somebody else's */
    /* Optional: told of each event before it happens, with the state as it is then; also of those
     * redone. It must not use the session. */
    void (*tell)(void *self, const void *state, struct event event);
    void *tell_self;
};

/* Begins a game, before its first event; or one in a given state. Returns -1 if out of memory, here
 * and below; session_release is needed then, too. */
int session_begin(struct session *session, const struct game *game, const int *params,
                  struct rng rng);
int session_begin_at(struct session *session, const struct game *game, const void *state,
                     struct rng rng);
/* Plays CHANCE's events that are due. */
int session_settle(struct session *session);
/* Begins a game and settles it. */
int session_init(struct session *session, const struct game *game, const int *params,
                 struct rng rng);
/* Begins the same game once more, with other luck. */
int session_renew(struct session *session, struct rng rng);
/* Copies a session as it was after its first `count` events, without what was undone. The copy of a
 * light one begins in its state. */
int session_copy(struct session *session, const struct session *from, size_t count);
void session_release(struct session *session);

/* Forgets the past, and keeps no events from now on: nothing can be undone. */
void session_lighten(struct session *session);
/* Uses room for choices_max that somebody lends, who may lend it to others on the same thread. It
 * must outlive the session. */
void session_borrow(struct session *session, struct choice *scratch);

/* Plays a legal event of a record; luck is such an event, too. */
int session_add(struct session *session, struct event event);
/* Plays a legal act, then CHANCE's events. The act that was undone last meets the same luck. */
int session_act(struct session *session, int who, action act);

/* Undoes up to so many acts of seats or the clock, with the luck that followed each. Returns how
 * many. The generator goes back, too, so the same acts would meet the same luck. */
size_t session_undo(struct session *session, size_t acts);
/* Redoes up to so many undone acts, with their luck. Returns how many. */
size_t session_redo(struct session *session, size_t acts);
/* Returns the number of acts that could be undone. */
size_t session_acts(const struct session *session);
/* Goes back to the state before the n-th move of a seat, from 1, and sets that event. Returns
 * false, with nothing changed, if there are fewer moves. */
bool session_rewind(struct session *session, size_t move, struct event *event);

#endif
