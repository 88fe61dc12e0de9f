/* Nodes of a search, expanded in batches: the database bits of all children are prefetched before
 * the first one is read.
 *
 * A heuristic has one or two views of a board. In each view every tile belongs to one pattern
 * database, and the sum of their counts is a lower bound on the moves still needed. The heuristic
 * is the maximum over the views. Goal and tiles are as in board.h. */
#ifndef SLIDE_BATCH_H
#define SLIDE_BATCH_H

#include "games/slide/optimal/pdb.h"

enum { SLIDE_VIEWS_MAX = 2, SLIDE_TABLES_MAX = 10 };
enum { SLIDE_DEPTH_MAX = 255, SLIDE_NO_BOUND = 1 << 16 };
enum { SLIDE_BATCH = 16, SLIDE_BATCH_CHILDREN = 4 * SLIDE_BATCH };
enum { SLIDE_PATH_LIMBS = (SLIDE_DEPTH_MAX + 31) / 32 };

struct slide_table {
    const struct slide_layout *layout;
    const uint64_t *bits;
    struct slide_group home;
};

struct slide_view {
    int first, end;                        /* its tables: from first up to, not including, end */
    uint8_t cell[SLIDE_PDB_CELLS_MAX];     /* board cell to cell of the view; its own inverse */
    uint8_t table_of[SLIDE_PDB_CELLS_MAX]; /* the table of a tile of the board */
    uint8_t index[SLIDE_PDB_CELLS_MAX];    /* the tile's index within its table's tiles */
};

struct slide_heuristic {
    int rows, cols, views, tables;
    struct slide_view view[SLIDE_VIEWS_MAX];
    struct slide_table table[SLIDE_TABLES_MAX]; /* of all views */
    /* The pruner's automaton (pruner.h): the state after each move, 0 if the move leaves the board
     * or is pruned. */
    const uint32_t (*next)[4];
    const uint32_t *start; /* the first state, by the blank's cell */
};

struct slide_node {
    uint32_t state; /* of the automaton */
    uint32_t root;  /* a number that the searcher sets; children inherit it */
    uint8_t blank, depth;
    uint8_t skip; /* a bit for each move not to be made; 0 in children */
    uint16_t sums[SLIDE_VIEWS_MAX];
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    uint8_t counts[SLIDE_TABLES_MAX];
    uint64_t path[SLIDE_PATH_LIMBS]; /* the moves that led here, two bits each */
    struct slide_group groups[SLIDE_TABLES_MAX];
};

/* A move from a node of the batch. */
struct slide_child {
    uint8_t parent, move, from; /* from: the cell of the tile that moves */
};

/* The effect of a move on the one table of a view that holds the moved tile. */
struct slide_lookup {
    struct slide_group group;
    size_t bit;
    uint32_t mask_number; /* of the group's mask in the layout */
    uint8_t table, count;
};

/* A stack of nodes and the batch last taken off it. Both point into a pool. */
struct slide_batch {
    const struct slide_heuristic *heuristic;
    struct slide_node *pool, **stack, **free; /* free: pool nodes not in use */
    int top, free_count, used;                /* used: pool nodes ever used */
    struct slide_node *nodes[SLIDE_BATCH];
    int count;
    struct slide_child children[SLIDE_BATCH_CHILDREN];
    struct slide_lookup lookups[SLIDE_VIEWS_MAX][SLIDE_BATCH_CHILDREN];
    uint8_t kept[SLIDE_BATCH_CHILDREN]; /* children within the bound by the views seen so far */
    int kept_count;
};

/* Returns 0, or -1 if memory runs out. Release it in either case. */
int slide_batch_init(struct slide_batch *batch, const struct slide_heuristic *heuristic);
void slide_batch_release(struct slide_batch *batch);

/* Pushes a node, which the caller must fill. */
struct slide_node *slide_batch_push(struct slide_batch *batch);
/* Pops the topmost nodes into the batch. Returns false if the stack is empty. */
bool slide_batch_take(struct slide_batch *batch);
/* Pushes the batch's children whose depth plus lower bound is within the bound, and frees the
 * batch's nodes. Returns the number of moves tried. */
int slide_batch_expand(struct slide_batch *batch, int bound);
/* Empties the stack. */
void slide_batch_clear(struct slide_batch *batch);

void slide_node_copy(const struct slide_heuristic *heuristic, struct slide_node *to,
                     const struct slide_node *from);
/* Sets a node from its tiles at depth 0. The caller then sets the counts and calls
 * slide_node_sums. */
void slide_node_set(const struct slide_heuristic *heuristic, struct slide_node *node,
                    const uint8_t *tiles);
/* Sets the counts, each by walking home in its table. Returns false if a table does not lead there.
 */
bool slide_node_count(const struct slide_heuristic *heuristic, struct slide_node *node);
/* Sets each view's sum from the counts. */
void slide_node_sums(const struct slide_heuristic *heuristic, struct slide_node *node);
/* Returns a lower bound on the moves still needed. */
int slide_node_lower_bound(const struct slide_heuristic *heuristic, const struct slide_node *node);

/* Returns the i-th move on the way to the node. */
static inline int slide_node_move(const struct slide_node *node, int i) {
    return (int)(node->path[i / 32] >> 2 * (i % 32) & 3);
}

#endif
