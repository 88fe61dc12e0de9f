/* The fast solver of slide: short solutions of boards of any size. It constructs a first solution
 * at once and spends the rest of its budget on making it shorter. */
#ifndef SLIDE_FAST_H
#define SLIDE_FAST_H

#include "games/slide/board/board.h"
#include <stdbool.h>

/* The budget, and hooks that may be NULL. The solver has no clock: the caller measures time. */
struct slide_fast_limits {
    uint64_t nodes;              /* node limit, moves tried on the board; 0 for none */
    double (*spent)(void *self); /* returns the share of the time used up, from 0 to 1 */
    bool (*stop)(void *self);    /* returns true to end with the best so far */
    void (*tell)(void *self, double done, size_t best); /* takes the progress, and moves so far */
    /* Solves a 4x4 board, the end of a larger one, with at most path->capacity moves. Returns false
     * if it cannot. Its answer is checked. */
    bool (*core)(void *self, const struct slide_board *board, struct slide_path *path);
    void *self;
    uint64_t *tried; /* the nodes are added to it */
};

/* Solves the board, which must be solvable. Returns 0, or -1 if memory ran out; then `best` is
 * empty or holds the best solution so far. The caller releases the path. With neither `nodes` nor
 * `spent` it returns the first solution. Boards up to 3x3 are solved with the fewest moves. It may
 * end before its budget if it could only go on with much more memory. */
int slide_fast(const struct slide_board *board, const struct slide_fast_limits *limits,
               struct slide_path *best);

#endif
