/* Timing for measurements: CPU time of this thread, the best of several tries, since the machine
 * may be busy with other things. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { BENCH_TRIES = 5 };

static inline double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Things done a second: `work` does some and says how many. */
static inline double bench_rate(uint64_t (*work)(void *self), void *self) {
    double best = 0;
    for (int i = 0; i < BENCH_TRIES; i++) {
        double begin = bench_seconds();
        double rate = (double)work(self) / (bench_seconds() - begin);
        if (rate > best) best = rate;
    }
    return best;
}

#endif
