/* Shortest solutions: best first while there is room to remember boards, then from there on by
 * iterative deepening, which needs none. */
#ifndef SLIDE_IDA_H
#define SLIDE_IDA_H

#include "games/slide/optimal/batch.h"

struct slide_ida_result {
    int length; /* of the solution, or -1 if stopped */
    int least;  /* there is none shorter than this; kept up to date for the watch */
    uint64_t nodes;
    uint8_t moves[SLIDE_DEPTH_MAX];
};

struct slide_ida_limits {
    int threads;
    uint64_t nodes; /* about as many at most; 0 is no limit */
    const struct slide_watch *watch;
};

/* A shortest solution of a solvable board. 0; -1 if memory runs out, the effort was not enough or
 * the watch says stop: then `least` tells how far it came. */
int slide_ida_solve(const struct slide_heuristic *scheme, const uint16_t *tiles,
                    const struct slide_ida_limits *effort, struct slide_ida_result *result);

#endif
