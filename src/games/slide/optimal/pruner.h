/* An automaton that keeps a depth-first search from doing work twice: it follows the moves of the
 * blank and says which next moves would complete a forbidden word (slide_mine.h), one that leads
 * where an earlier word from the same cell led. The earlier word never leaves the board either, so
 * the least of all shortest paths to any arrangement contains no forbidden word: at least one
 * shortest path is never pruned.
 *
 * This holds for searches without memory (depth-first, iterative deepening). Where a search also
 * passes over arrangements that it met before, by a table, the two must not trust each other: the
 * path that a table kept may be the one that is pruned later. */
#ifndef SLIDE_RELATIONS_H
#define SLIDE_RELATIONS_H

#include "games/slide/optimal/duplicates.h"
#include <stddef.h>

/* A state knows the blank's cell: next[state][move] is 0 where the move leaves the board or is
 * pruned. States near the start have low numbers. */
struct slide_pruner {
    int rows, cols;  /* 0 x 0 is the plane, which has one cell */
    int depth;       /* the length of the longest words known */
    uint32_t states; /* with the unused state 0 */
    uint32_t (*next)[4];
    uint32_t *start; /* for each cell of the blank, with nothing behind it */
};

/* The depths that pay: deeper tables save fewer nodes than they cost in cache misses. */
int slide_pruner_depth(int rows, int cols);

/* Words up to the depth, at most SLIDE_SEQUENCE_MAX, or less where the tables would take more than
 * bytes_max bytes. 0 x 0 is the plane, whose relations are no leave to prune near an edge. -1 if
 * there is no memory, or even a depth of 1 does not fit. */
int slide_pruner_init(struct slide_pruner *relations, int rows, int cols, int depth,
                      size_t bytes_max);
void slide_pruner_release(struct slide_pruner *relations);

#endif
