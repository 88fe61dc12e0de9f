/* A game that was played, to walk through. It has stops: the first is before the first act, after
 * the luck of the setup; each further one is after an act of a seat or the clock, and the luck that
 * followed. States are kept at some stops, so that any other is near one of them. */
#ifndef PLAY_REPLAY_H
#define PLAY_REPLAY_H

#include "play/session.h"

struct replay_stop {
    size_t end;  /* the events up to here */
    double time; /* when it comes, in seconds from the first stop */
};

struct replay {
    const struct session *session;
    bool has_clock;
    struct replay_stop *stops;
    size_t last; /* the number of the last stop; the first is 0 */
    size_t at;   /* where we stand */
    void *state; /* the game there */
    /* Private: the states before the act that led here and for looking ahead; those kept, one every
     * so many stops. */
    void *before, *spare;
    unsigned char *kept;
    size_t stride, every;
    struct effect_list effects;
};

/* Begins at the first stop. The session must stay as it is. `tick` is the time from one tick of a
 * seat's clock to the next, `move` that of a move where there is no clock. Returns -1 if out of
 * memory; replay_release is needed then, too. */
int replay_init(struct replay *replay, const struct session *session, double tick, double move);
void replay_release(struct replay *replay);

/* Goes to a stop; to the last one if there are not so many. */
void replay_go(struct replay *replay, size_t stop);
/* Returns the last stop that has come by a time. */
size_t replay_find(const struct replay *replay, double time);
/* Returns the act that led here and the state before it, or NULL at the first stop. */
const void *replay_act(const struct replay *replay, struct event *event);
/* Tells the effects of the act that led here, and then of the luck, with the state before each. */
typedef void replay_teller(void *self, const void *before, struct event event,
                           const struct effect_list *effects);
void replay_tell(struct replay *replay, replay_teller *tell, void *self);

#endif
