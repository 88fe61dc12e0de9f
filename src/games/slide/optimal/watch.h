/* How long work reports progress and is stopped. */
#ifndef SLIDE_WATCH_H
#define SLIDE_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* go_on takes the share of the work that is done, from 0 to 1. It returns false to stop the work,
 * and is then not called again. */
struct slide_watch {
    bool (*go_on)(void *self, double done);
    void *self;
};

/* A NULL watch never stops the work. */
static inline bool slide_watch_go_on(const struct slide_watch *watch, double done) {
    return !watch || watch->go_on(watch->self, done);
}

/* A step of the work of `whole`, which it takes from `from` to `from + share`. */
struct slide_watch_step {
    const struct slide_watch *whole; /* may be NULL */
    double from, share;
};

static inline bool slide_watch_step_go_on(void *self, double done) {
    const struct slide_watch_step *step = self;
    return slide_watch_go_on(step->whole, step->from + step->share * done);
}

/* The watch of a step, which must outlive it. */
static inline struct slide_watch slide_watch_of(struct slide_watch_step *step) {
    return (struct slide_watch){slide_watch_step_go_on, step};
}

/* Asks a watch once for so many units of work. A unit takes about a nanosecond, and ten with
 * sanitizers. */
enum { SLIDE_WATCH_UNITS = 1 << 16 };

struct slide_watch_pace {
    const struct slide_watch *watch; /* may be NULL */
    double done;
    uint64_t units; /* since the watch was asked last */
};

/* Counts units of work. Returns false if the watch is asked and says stop. */
static inline bool slide_watch_count(struct slide_watch_pace *pace, uint64_t units) {
    pace->units += units;
    if (pace->units < SLIDE_WATCH_UNITS) return true;
    pace->units = 0;
    return slide_watch_go_on(pace->watch, pace->done);
}

#endif
