/* A search tree that grows by playing: positions as nodes, acts and luck as edges. A node keeps no
 * state; each visit plays the game again from the root.
 *
 * Luck of few outcomes is enumerated, each visited by its exact odds. Wider luck, and several draws
 * in a row, are sampled: outcome i of such a node is what the generator's stream i brings, and more
 * outcomes come in as visits grow. Acts come in likewise, those that score most first. */
#ifndef AGENTS_TREE_H
#define AGENTS_TREE_H

#include "agents/sim.h"
#include "agents/tally.h"

enum tree_kind { TREE_LEAF, TREE_SEAT, TREE_ENUMERATED, TREE_SAMPLED };

struct tree_node {
    uint32_t first, count, room; /* its edges, and how many there is room for */
    uint32_t visits;
    uint8_t kind, who;
    bool partial;           /* it has not all acts that there are */
    bool exact;             /* `value` is proven */
    uint8_t won;            /* 1 + the seat that is proven to win; else 0 */
    float value[SEATS_MAX]; /* if exact, to each seat */
};

struct tree_edge {
    action act;         /* or the number of a sampled outcome */
    uint32_t weight;    /* of luck */
    uint32_t node;      /* 0: not visited */
    struct tally tally; /* of the values to the seat that acts; of luck only the count */
};

struct tree {
    struct sim sim;
    const void *state; /* at the root */
    int who, horizon;  /* horizon: how many acts a game is played on from the root */
    double base[SEATS_MAX];
    uint64_t seed, games;
    int64_t asked;     /* the root's act that gets as many visits as any other, or -1 */
    struct tally root; /* of the values to `who` */
    struct tree_node *nodes;
    struct tree_edge *edges;
    uint32_t node_count, node_capacity, edge_count, edge_capacity;
    bool full;
};

/* Returns -1 if out of memory; release it in either case. */
int tree_init(struct tree *tree, const struct game *game);
void tree_release(struct tree *tree);
/* Begins a tree at a state; `act` as in a question. */
void tree_begin(struct tree *tree, const void *state, int who, int64_t act, uint64_t seed);
/* Plays one game. */
void tree_grow(struct tree *tree);
/* Returns whether the question's act has fewer visits than another. */
bool tree_owes(const struct tree *tree);

static inline const struct tree_node *tree_root(const struct tree *tree) {
    return &tree->nodes[1];
}
/* Returns the node after an edge, or NULL. */
static inline const struct tree_node *tree_after(const struct tree *tree,
                                                 const struct tree_edge *edge) {
    return edge->node ? &tree->nodes[edge->node] : NULL;
}

#endif
