/* The front: best-first search, as far as its room goes. The boards it has then met but not
 * expanded are the roots from which a search without memory goes on.
 *
 * Boards are expanded in the order of their least possible solutions: so the solution that the
 * front finds is a shortest one.
 *
 * A front that remembers meets every board once; but then the automaton must not prune by moves
 * made before, since the path it would keep may be one that the front has passed over: roots begin
 * without a past. Nor need a search from a root go back into the front: `skip` of a node tells the
 * moves that would. A front that does not remember is the beginning of a plain tree, and leaves the
 * past to the automaton. */
#ifndef SLIDE_FRONT_H
#define SLIDE_FRONT_H

#include "games/slide/optimal/batch.h"

struct slide_frontier_entry {
    uint64_t key[2]; /* the tiles */
    uint32_t parent;
    uint8_t depth, move; /* moves from the start, the last of them */
    uint8_t least;       /* of a solution through it */
    uint8_t skip;        /* moves to boards that are expanded */
    bool expanded;
    uint8_t counts[SLIDE_TABLES_MAX];
};

/* Boards to expand whose least is the same, some no longer to be. */
struct slide_frontier_bucket {
    uint32_t *entries;
    size_t count, capacity;
};

struct slide_frontier {
    const struct slide_heuristic *scheme;
    bool remembers;
    struct slide_frontier_entry *entries;
    struct slide_node *nodes; /* of the entries, if it does not remember */
    uint32_t *slots; /* if it remembers: a hash table of entries' numbers from 1, 0 for none */
    size_t count, capacity, mask;
    struct slide_frontier_bucket buckets[SLIDE_DEPTH_MAX + 1];
    int least;      /* no solution is shorter */
    uint64_t tried; /* moves */
};

/* Begins with a board. 0, or -1 if memory runs out; to be released in any case. */
int slide_frontier_init(struct slide_frontier *front, const struct slide_heuristic *scheme,
                        const uint8_t *tiles, bool remembers);
void slide_frontier_release(struct slide_frontier *front);

/* Goes on until it knows about as many boards. 1 if it has found a solution, its last board in
 * *solved; 0; -1 if memory runs out. The batch is empty before and after. */
int slide_frontier_grow(struct slide_frontier *front, struct slide_batch *batch, size_t count,
                        uint32_t *solved);

/* The node of an entry. */
void slide_frontier_node(const struct slide_frontier *front, uint32_t entry,
                         struct slide_node *node);
/* The moves that led to it, as many as its depth. */
void slide_frontier_path(const struct slide_frontier *front, uint32_t entry, uint8_t *moves);

#endif
