/* The fast solver of slide: short solutions of boards of any size, better the longer it may look.
 *
 * A constructive solution comes at once; whatever is left of the budget makes it shorter. */
#ifndef SLIDE_FAST_H
#define SLIDE_FAST_H

#include "games/slide/board/board.h"
#include <stdbool.h>

/* How long to look. The solver calls no clock: a caller who means time brings one. A hook that is
 * NULL is not called. */
struct slide_fast_limits {
    uint64_t nodes;              /* moves tried on the board; 0 is no limit */
    double (*spent)(void *self); /* the share of the time used up, 1 is all */
    bool (*stop)(void *self);    /* true ends the work now, with the best so far */
    void (*tell)(void *self, double done, size_t best); /* the share done, moves of the best */
    /* Solves a 4x4 board, with at most path->room moves into path->moves; false if it cannot. What
     * it says is checked. A solver that knows 4x4 better than this one shortens the ends. */
    bool (*core)(void *self, const struct slide_board *board, struct slide_path *path);
    void *self;
    uint64_t *tried; /* gets the moves tried added */
};

/* Solves the board, which must be solvable and at least 2x2. 0, or -1 where memory is lacking; then
 * best is empty or holds the best solution until there. best begins as zeros or with moves from
 * malloc, which are used again; free(best->moves) is the caller's. With neither nodes nor spent the
 * first solution is returned. Boards up to 3x3 are solved with the fewest moves. It may end before
 * the budget does, where it could only go on with much more memory. */
int slide_fast(const struct slide_board *board, const struct slide_fast_limits *limits,
               struct slide_path *best);

#endif
