/* Sequences of blank moves, and which of them are duplicates.
 *
 * Sequences are ordered: a shorter one is earlier, and equally long ones compare move by move, Up <
 * Left < Right < Down. A sequence from a cell is first if no earlier sequence from that cell leads
 * to the same arrangement, else it is a duplicate. Every part of a first sequence is first from
 * where it begins, so the first sequences from a cell make a trie. Each node links to its suffix:
 * the sequence without its first move. A duplicate is minimal if all its proper parts are first;
 * the tries break off at these.
 *
 * Sequences never leave the board, so near an edge only those that fit there are compared. On the
 * plane, an unbounded board, all cells are alike. */
#ifndef SLIDE_DUPLICATES_H
#define SLIDE_DUPLICATES_H

#include "games/slide/optimal/watch.h"

enum { SLIDE_SEQUENCE_MAX = 24 };

/* The moves in the order that compares sequences. */
extern const uint8_t slide_move_order[4];

/* Returns a move's place in that order. */
static inline int slide_move_rank(int move) {
    return (int[]){0, 3, 1, 2}[move];
}

/* Children that are no nodes: NONE leaves the board or holds a shorter duplicate; DUPLICATE is a
 * minimal duplicate. */
enum { SLIDE_TRIE_NONE = 0 };
#define SLIDE_TRIE_DUPLICATE UINT32_MAX

/* Node 1 + cell is the empty sequence there. Nodes are numbered by length, then cell, then order.
 */
struct slide_trie {
    int rows, cols, roots; /* 0 x 0 with one root is the plane */
    int depth;             /* the length of the longest sequences compared */
    uint32_t count, capacity;
    uint32_t (*child)[4]; /* by move; for nodes of length depth - 1, the child's suffix instead */
    uint32_t *suffix;     /* the node of the sequence without its first move; 0 for roots */
    /* The first node of each length below depth, then count. */
    uint32_t level[SLIDE_SEQUENCE_MAX + 1];
};

/* A minimal duplicate and the first sequence that leads to the same arrangement. */
struct slide_duplicate {
    int cell; /* where they begin; 0 on the plane */
    int length, first_length;
    uint8_t moves[SLIDE_SEQUENCE_MAX], first[SLIDE_SEQUENCE_MAX];
};

typedef void slide_duplicate_visit(void *self, const struct slide_duplicate *duplicate);

/* Compares all sequences of up to `depth` moves, or of fewer where that would take more than
 * nodes_max nodes, and visits each minimal duplicate, shorter ones first. 0 x 0 is the plane. visit
 * and watch may be NULL. Returns 0, or -1 if memory runs out or the watch says stop. */
int slide_trie_init(struct slide_trie *trie, int rows, int cols, int depth, uint32_t nodes_max,
                    slide_duplicate_visit *visit, void *self, const struct slide_watch *watch);
void slide_trie_release(struct slide_trie *trie);

#endif
