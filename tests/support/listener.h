/* A host for tests: it listens to progress, says stop at the n-th call, and keeps a clock that
 * moves only when it is looked at. */
#ifndef TESTS_SUPPORT_LISTENER_H
#define TESTS_SUPPORT_LISTENER_H

#include "game/host.h"

struct listener {
    struct host host;
    int calls;      /* of go_on */
    int stop_at;    /* the call that is answered by stop; 0 is never */
    int after;      /* calls since that one */
    bool backwards; /* progress once went back, left 0 to 1 or had no message */
    double done;    /* reported last */
    double now, tick;
};

static inline bool listener_go_on(void *self, double done, const char *message) {
    struct listener *listener = self;
    listener->backwards |= done < listener->done || done < 0 || done > 1 || !message;
    listener->done = done;
    listener->calls++;
    if (!listener->stop_at || listener->calls < listener->stop_at) return true;
    listener->after += listener->calls > listener->stop_at;
    return false;
}

static inline double listener_seconds(void *self) {
    struct listener *listener = self;
    return listener->now += listener->tick;
}

/* `tick` is what each look at the clock adds, in seconds. */
static inline void listener_init(struct listener *listener, int threads, double tick) {
    *listener = (struct listener){.tick = tick};
    listener->host = (struct host){
        .threads = threads, .go_on = listener_go_on, .seconds = listener_seconds, .self = listener};
}

/* For the next piece of work. */
static inline void listener_restart(struct listener *listener, int stop_at) {
    listener->calls = listener->after = 0;
    listener->stop_at = stop_at;
    listener->done = 0;
    listener->backwards = false;
}

#endif
