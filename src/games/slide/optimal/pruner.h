/* An automaton that prunes a depth-first search: it follows the moves of the blank and rules out
 * moves that would complete a minimal duplicate (duplicates.h). Of all shortest paths to an
 * arrangement the earliest holds no duplicate, and no path compared with it leaves the board: so at
 * least one shortest path is never pruned.
 *
 * This holds for searches without memory, as iterative deepening. A search that also drops
 * arrangements found in a transposition table must not use both: the path that the table kept may
 * be one that is pruned later. */
#ifndef SLIDE_PRUNER_H
#define SLIDE_PRUNER_H

#include "games/slide/optimal/duplicates.h"
#include <stddef.h>

/* A state implies the blank's cell. next[state][move] is 0 where the move leaves the board or is
 * pruned. States near the start have low numbers, which is kind to the cache. */
struct slide_pruner {
    int rows, cols;  /* 0 x 0 is the plane, which has one cell */
    int depth;       /* the length of the longest duplicates pruned */
    uint32_t states; /* with the unused state 0 */
    uint32_t (*next)[4];
    uint32_t *start; /* by the blank's cell, before the first move */
};

/* Returns the best depth for a size: a deeper one prunes more, but costs more in cache misses. */
int slide_pruner_depth(int rows, int cols);

/* Prunes duplicates of up to `depth` moves, at most SLIDE_SEQUENCE_MAX, or of fewer where the
 * automaton would take more than bytes_max bytes. 0 x 0 is the plane, whose automaton does not hold
 * near an edge. The watch may be NULL. Returns 0, or -1 if memory runs out, the watch says stop, or
 * not even depth 1 fits. */
int slide_pruner_init(struct slide_pruner *pruner, int rows, int cols, int depth, size_t bytes_max,
                      const struct slide_watch *watch);
void slide_pruner_release(struct slide_pruner *pruner);

#endif
