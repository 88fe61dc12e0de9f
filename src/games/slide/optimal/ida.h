/* Shortest solutions: a best-first search up to a frontier, then iterative deepening (IDA*) from
 * there, which needs no memory. */
#ifndef SLIDE_IDA_H
#define SLIDE_IDA_H

#include "games/slide/optimal/batch.h"
#include "games/slide/optimal/watch.h"

struct slide_ida_result {
    int length;      /* of the solution, or -1 if stopped */
    int lower_bound; /* on the length; up to date whenever the watch is asked */
    uint64_t nodes;
    bool no_memory; /* it ended because memory ran out */
    uint8_t moves[SLIDE_DEPTH_MAX];
};

struct slide_ida_limits {
    int threads;
    uint64_t nodes;                  /* about the most nodes to visit; 0 for no limit */
    const struct slide_watch *watch; /* may be NULL */
};

/* Finds a shortest solution of a solvable board. Returns 0, or -1 if memory or nodes run out, the
 * watch says stop, or the heuristic's tables are wrong; then lower_bound tells what is proven. With
 * wrong tables a solution may be longer than need be and a bound too high, but a solution is one.
 */
int slide_ida_solve(const struct slide_heuristic *heuristic, const uint16_t *tiles,
                    const struct slide_ida_limits *limits, struct slide_ida_result *result);

#endif
