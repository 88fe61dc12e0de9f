/* Words of blank moves, mined for those that lead nowhere new.
 *
 * Words are ordered: a shorter one is earlier, and among equally long ones the order of the moves
 * Up < Left < Right < Down decides. From a given cell a word is least if no earlier word from there
 * leads to the same arrangement, else it is forbidden. Every part of a least word is least where it
 * begins, so the least words from all cells make a tree for each cell, whose nodes know what they
 * are without their first move. A forbidden word is minimal if all its parts are least: these are
 * the relations among moves, and the leaves that the trees break off at.
 *
 * Words never leave the board, so what is forbidden near an edge is just what is forbidden there.
 * On the plane, an unbounded board, all cells are one. */
#ifndef SLIDE_MINE_H
#define SLIDE_MINE_H

#include <stdint.h>

enum { SLIDE_SEQUENCE_MAX = 24 };

/* The moves from the least to the greatest. */
extern const uint8_t slide_move_order[4];

/* A move's place in the order. */
static inline int slide_move_rank(int move) {
    return (int[]){0, 3, 1, 2}[move];
}

/* Where children would be: none is off the board or a word with a forbidden part. */
enum { SLIDE_TRIE_NONE = 0 };
#define SLIDE_TRIE_DUPLICATE UINT32_MAX

/* Node 1 + cell is the empty word there; nodes are numbered by length, then cell, then order. */
struct slide_trie {
    int rows, cols, places; /* 0 x 0 and one place are the plane */
    int depth;              /* the greatest length mined */
    uint32_t count, capacity;
    uint32_t (*child)[4]; /* by move; of nodes of length depth - 1: see suffix */
    uint32_t *suffix;     /* the word without its first move */
    uint32_t
        level[SLIDE_SEQUENCE_MAX + 1]; /* the first node of each length below depth, then count */
};

/* A minimal forbidden word and the least word to the same arrangement. */
struct slide_duplicate {
    int cell; /* where they begin; 0 on the plane */
    int length, least_length;
    uint8_t word[SLIDE_SEQUENCE_MAX], least[SLIDE_SEQUENCE_MAX];
};

typedef void slide_duplicate_visit(void *self, const struct slide_duplicate *relation);

/* Mines to the depth, or less deep where more than nodes_max nodes would be needed, and tells each
 * relation, shorter ones first; visit may be NULL. 0 x 0 is the plane. The deepest words are no
 * nodes: a child at that length is the node of the word without its first move. -1 without memory.
 */
int slide_trie_init(struct slide_trie *tree, int rows, int cols, int depth, uint32_t nodes_max,
                    slide_duplicate_visit *visit, void *self);
void slide_trie_release(struct slide_trie *tree);

#endif
