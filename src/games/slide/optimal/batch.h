/* Nodes of a search and how to expand many of them at once: where the bits for all their children
 * lie is worked out, and that memory asked for, before any of them is looked at.
 *
 * A scheme says how to look at a board: in each view every tile belongs to one table, and the sum
 * of the tables' counts is a lower bound on the moves still needed; the largest of the views' sums
 * guides. Goal and tiles are as in slide_board.h. */
#ifndef SLIDE_BATCH_H
#define SLIDE_BATCH_H

#include "games/slide/optimal/pdb.h"

enum { SLIDE_VIEWS_MAX = 2, SLIDE_TABLES_MAX = 10 };
enum { SLIDE_DEPTH_MAX = 255, SLIDE_NO_BOUND = 1 << 16 };
enum { SLIDE_BATCH = 16, SLIDE_BATCH_CHILDREN = 4 * SLIDE_BATCH };
enum { SLIDE_PATH_WORDS = (SLIDE_DEPTH_MAX + 31) / 32 };

struct slide_table {
    const struct slide_layout *layout;
    const uint64_t *bits;
    struct slide_group home;
};

struct slide_view {
    int first, end;                    /* its tables */
    uint8_t cell[SLIDE_PDB_CELLS_MAX]; /* where a cell of the board lies in this view, and back */
    uint8_t table_of[SLIDE_PDB_CELLS_MAX]; /* the table of a tile of the board */
    uint8_t place[SLIDE_PDB_CELLS_MAX];    /* which of the table's tiles it is, from 0 */
};

struct slide_heuristic {
    int rows, cols, views, tables;
    struct slide_view view[SLIDE_VIEWS_MAX];
    struct slide_table table[SLIDE_TABLES_MAX]; /* of all views */
    /* By the automaton's state, which includes the blank's cell: the state after each move, 0 if
     * the move is off the board or needless. */
    const uint32_t (*next)[4];
    const uint32_t *start; /* state of each cell, without a past */
};

struct slide_node {
    uint32_t state; /* of the automaton */
    uint32_t root;  /* where it comes from: the searcher's own number */
    uint8_t blank, depth;
    uint8_t skip; /* moves that are not to be made, a bit each; children have none */
    uint16_t sums[SLIDE_VIEWS_MAX];
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    uint8_t counts[SLIDE_TABLES_MAX];
    uint64_t path[SLIDE_PATH_WORDS]; /* the moves that led to it, by depth, two bits each */
    struct slide_group groups[SLIDE_TABLES_MAX];
};

/* A move from a node of the batch. */
struct slide_child {
    uint8_t parent, move, from; /* from: the cell of the tile that moves */
};

/* What a move does to the one table of a view that has the tile. */
struct slide_look {
    struct slide_group group;
    size_t bit;
    uint32_t number; /* of the group's mask */
    uint8_t table, count;
};

/* A stack of nodes and the batch that was taken off it last. Stack and batch point into a pool. */
struct slide_batch {
    const struct slide_heuristic *scheme;
    struct slide_node *pool, **stack, **spare; /* spare: slots not in use */
    int top, spares, used;                     /* used: of the pool, ever */
    struct slide_node *nodes[SLIDE_BATCH];
    int count;
    struct slide_child children[SLIDE_BATCH_CHILDREN];
    struct slide_look looks[SLIDE_VIEWS_MAX][SLIDE_BATCH_CHILDREN];
    uint8_t kept[SLIDE_BATCH_CHILDREN]; /* children that may do for all the views so far */
    int kept_count;
};

/* 0, or -1 if memory runs out; to be released in any case. */
int slide_batch_init(struct slide_batch *batch, const struct slide_heuristic *scheme);
void slide_batch_release(struct slide_batch *batch);

/* A slot on the stack for one more node; the caller fills it. */
struct slide_node *slide_batch_push(struct slide_batch *batch);
/* Takes the topmost nodes off the stack to be the batch; false if there are none. */
bool slide_batch_take(struct slide_batch *batch);
/* Puts the children of the batch's nodes that may still be solved within the bound onto the stack;
 * how many moves were tried. The nodes' slots are free after it. */
int slide_batch_expand(struct slide_batch *batch, int bound);
/* Takes all nodes off the stack. */
void slide_batch_clear(struct slide_batch *batch);

void slide_node_copy(const struct slide_heuristic *scheme, struct slide_node *to,
                     const struct slide_node *from);
/* A node from its tiles; counts are the caller's to set, and then the sums by slide_node_sums. */
void slide_node_set(const struct slide_heuristic *scheme, struct slide_node *node,
                    const uint8_t *tiles);
/* Works the counts out by walking home, table by table. */
void slide_node_count(const struct slide_heuristic *scheme, struct slide_node *node);
void slide_node_sums(const struct slide_heuristic *scheme, struct slide_node *node);
/* The moves still needed at least. */
int slide_node_lower_bound(const struct slide_heuristic *scheme, const struct slide_node *node);

static inline int slide_node_move(const struct slide_node *node, int i) {
    return (int)(node->path[i / 32] >> 2 * (i % 32) & 3);
}

#endif
