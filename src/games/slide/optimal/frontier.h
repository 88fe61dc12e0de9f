/* The frontier of a best-first search that stops when it has met enough boards. The boards met but
 * not expanded are the roots from which iterative deepening goes on.
 *
 * Boards are expanded in the order of depth plus lower bound, so the first solution found is a
 * shortest one.
 *
 * A frontier that deduplicates keeps every board once, with a shortest path so far. Then the pruner
 * must not rely on the moves before a root: the path that it would keep may be one that the
 * frontier dropped. So roots start in the automaton's first states. A search from a root need not
 * enter the frontier again: `skip` of its node holds the moves that would. A frontier that does not
 * deduplicate is the top of a plain search tree, and its roots keep their automaton states. */
#ifndef SLIDE_FRONTIER_H
#define SLIDE_FRONTIER_H

#include "games/slide/optimal/batch.h"

struct slide_frontier_entry {
    uint64_t key[2]; /* the tiles */
    uint32_t parent;
    uint8_t depth, move; /* moves made so far, and the last of them */
    uint8_t lower_bound; /* on the length of a solution through this board */
    uint8_t skip;        /* a bit for each move to an expanded board */
    bool expanded;
    uint8_t counts[SLIDE_TABLES_MAX];
};

/* Boards of one lower bound. Some may be expanded already, by a shorter path. */
struct slide_frontier_bucket {
    uint32_t *entries;
    size_t count, capacity;
};

struct slide_frontier {
    const struct slide_heuristic *heuristic;
    bool deduplicates;
    struct slide_frontier_entry *entries;
    struct slide_node *nodes; /* of the entries, if it does not deduplicate */
    uint32_t *slots;          /* if it does: a hash table of entries' numbers from 1, 0 for none */
    size_t count, capacity, mask;
    struct slide_frontier_bucket buckets[SLIDE_DEPTH_MAX + 1];
    int lower_bound; /* on the length of any solution */
    uint64_t tried;  /* moves */
};

/* Starts with one board. Returns 0, or -1 if memory runs out or the heuristic's tables are wrong.
 * Release it in either case. */
int slide_frontier_init(struct slide_frontier *frontier, const struct slide_heuristic *heuristic,
                        const uint8_t *tiles, bool deduplicates);
void slide_frontier_release(struct slide_frontier *frontier);

/* Expands boards until about `count` are known. Returns 1 if a solution is found, with its last
 * entry in *solved; else 0; -1 if memory runs out. The batch must be empty, and is so after it. */
int slide_frontier_grow(struct slide_frontier *frontier, struct slide_batch *batch, size_t count,
                        uint32_t *solved);

/* Writes the node of an entry; its root is the entry. */
void slide_frontier_node(const struct slide_frontier *frontier, uint32_t entry,
                         struct slide_node *node);
/* Writes the moves that led to an entry, as many as its depth. */
void slide_frontier_path(const struct slide_frontier *frontier, uint32_t entry, uint8_t *moves);

#endif
