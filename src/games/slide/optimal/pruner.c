/* The automaton of forbidden words. At first its states are the least words that some minimal
 * forbidden word begins with: a state stands for the longest of them that the moves made end with.
 * Then states that agree on all that may follow are joined, and numbered from the start outwards.
 */
#include "games/slide/optimal/pruner.h"
#include "base/hash.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* How far mining may go for a byte of table, and at all: a node of the tree takes 20 bytes. No
 * board needs more nodes a byte for tables that fit. */
enum { NODES_A_BYTE = 4, NODES_MAX = 1 << 24 };

struct automaton {
    uint32_t count; /* of states, with the unused 0 */
    uint32_t (*next)[4];
    uint32_t *class, *refined;
    uint32_t
        *slots; /* a hash table of states that stand for their classes, 0 where there is none */
    uint32_t slots_mask;
};

/* begins[node]: a forbidden word of at most `depth` moves begins with the node's word. */
static void mark(const struct slide_trie *tree, int depth, uint8_t *begins) {
    for (int length = depth - 1; length >= 0; length--)
        for (uint32_t node = tree->level[length]; node < tree->level[length + 1]; node++) {
            begins[node] = length == 0;
            for (int move = 0; move < 4; move++) {
                uint32_t child = tree->child[node][move];
                if (child == SLIDE_TRIE_DUPLICATE || (length < depth - 1 && begins[child]))
                    begins[node] = 1;
            }
        }
}

/* state_of[node]: the state of the longest word that begins a forbidden one and ends the node's. */
static uint32_t number(const struct slide_trie *tree, int depth, const uint8_t *begins,
                       uint32_t *state_of) {
    uint32_t count = 1;
    for (uint32_t node = 1; node < tree->level[depth]; node++)
        state_of[node] = begins[node] ? count++ : state_of[tree->suffix[node]];
    return count;
}

/* Words of `depth` moves begin nothing: those that are nodes go on without their first move. */
static uint32_t state_after(const struct slide_trie *tree, int depth, const uint32_t *state_of,
                            uint32_t child) {
    if (child == SLIDE_TRIE_NONE || child == SLIDE_TRIE_DUPLICATE) return 0;
    if (child >= tree->level[depth]) child = tree->suffix[child];
    return state_of[child];
}

static int make_states(struct automaton *self, const struct slide_trie *tree, int depth) {
    uint8_t *begins = calloc(tree->count, sizeof *begins);
    uint32_t *state_of = calloc(tree->count, sizeof *state_of);
    if (begins && state_of) {
        mark(tree, depth, begins);
        self->count = number(tree, depth, begins, state_of);
        self->next = calloc(self->count, sizeof *self->next);
    }
    for (uint32_t node = 1; self->next && node < tree->level[depth]; node++)
        for (int move = 0; move < 4 && begins[node]; move++)
            self->next[state_of[node]][move] =
                state_after(tree, depth, state_of, tree->child[node][move]);
    free(begins);
    free(state_of);
    return self->next ? 0 : -1;
}

struct look {
    uint32_t class[5]; /* a state's own class and those of its next states */
};

static struct look look_of(const struct automaton *self, uint32_t state) {
    const uint32_t *next = self->next[state], *class = self->class;
    return (struct look){
        {class[state], class[next[0]], class[next[1]], class[next[2]], class[next[3]]}};
}

/* Splits the classes by the classes of what follows; how many there are now, with class 0. */
static uint32_t refine(struct automaton *self) {
    uint32_t classes = 1;
    memset(self->slots, 0, sizeof *self->slots * (self->slots_mask + 1));
    for (uint32_t state = 1; state < self->count; state++) {
        struct look look = look_of(self, state), other;
        uint32_t at = (uint32_t)hash_bytes(&look, sizeof look) & self->slots_mask;
        for (; self->slots[at]; at = (at + 1) & self->slots_mask) {
            other = look_of(self, self->slots[at]);
            if (memcmp(&look, &other, sizeof look) == 0) break;
        }
        if (!self->slots[at]) {
            self->slots[at] = state;
            self->refined[state] = classes++;
        }
        self->refined[state] = self->refined[self->slots[at]];
    }
    uint32_t *swap = self->class;
    self->class = self->refined;
    self->refined = swap;
    return classes;
}

/* class[state], so that states of one class allow the same words; how many classes there are. */
static uint32_t join(struct automaton *self) {
    uint32_t classes = 2, before = 0;
    size_t slots = 16;
    while (slots < (size_t)self->count * 2) slots *= 2;
    self->slots_mask = (uint32_t)(slots - 1);
    self->slots = malloc(slots * sizeof *self->slots);
    self->class = calloc(self->count, sizeof *self->class);
    self->refined = calloc(self->count, sizeof *self->refined);
    if (!self->slots || !self->class || !self->refined) return 0;
    for (uint32_t state = 1; state < self->count; state++) self->class[state] = 1;
    while (classes != before) {
        before = classes;
        classes = refine(self);
    }
    return classes;
}

/* Numbers the classes in the order in which a search can come to them. */
static void fill(struct slide_pruner *relations, const struct automaton *self, int cells,
                 uint32_t *state_of_class, uint32_t *member) {
    uint32_t count = 1;
    for (int cell = 0; cell < cells; cell++) { /* the empty words are the first states */
        uint32_t class = self->class[1 + cell];
        if (!state_of_class[class])
            member[count] = 1 + (uint32_t)cell, state_of_class[class] = count++;
        relations->start[cell] = state_of_class[class];
    }
    for (uint32_t state = 1; state < count; state++)
        for (int move = 0; move < 4; move++) {
            uint32_t next = self->next[member[state]][move], class = self->class[next];
            if (next && !state_of_class[class])
                member[count] = next, state_of_class[class] = count++;
            relations->next[state][move] = state_of_class[class];
        }
    relations->states = count;
}

static int number_classes(struct slide_pruner *relations, const struct automaton *self, int cells,
                          uint32_t classes) {
    uint32_t *state_of_class = calloc(classes, sizeof *state_of_class);
    uint32_t *member = calloc(classes, sizeof *member);
    relations->next = calloc(classes, sizeof *relations->next);
    relations->start = calloc((size_t)cells, sizeof *relations->start);
    bool good = state_of_class && member && relations->next && relations->start;
    if (good) fill(relations, self, cells, state_of_class, member);
    free(state_of_class);
    free(member);
    return good ? 0 : -1;
}

/* 0 if made, 1 if it would be too large, -1 without memory. */
static int build(struct slide_pruner *relations, const struct slide_trie *tree, int depth,
                 size_t bytes_max) {
    struct automaton self = {0};
    int failed = -1;
    if (make_states(&self, tree, depth) == 0) {
        uint32_t classes = join(&self);
        size_t bytes =
            classes * sizeof *relations->next + (size_t)tree->places * sizeof *relations->start;
        relations->depth = depth;
        if (classes)
            failed =
                bytes > bytes_max ? 1 : number_classes(relations, &self, tree->places, classes);
    }
    free(self.next);
    free(self.class);
    free(self.refined);
    free(self.slots);
    return failed;
}

int slide_pruner_depth(int rows, int cols) {
    int cells = rows * cols;
    return cells <= 16 ? 14 : cells <= 25 ? 12 : 10;
}

int slide_pruner_init(struct slide_pruner *relations, int rows, int cols, int depth,
                      size_t bytes_max) {
    struct slide_trie tree;
    *relations = (struct slide_pruner){.rows = rows, .cols = cols};
    uint32_t nodes_max = NODES_MAX;
    if (bytes_max < NODES_MAX / NODES_A_BYTE) nodes_max = (uint32_t)bytes_max * NODES_A_BYTE;
    if (slide_trie_init(&tree, rows, cols, depth, nodes_max, NULL, NULL)) return -1;
    int failed = 1;
    for (depth = tree.depth; depth > 0 && failed == 1; depth--)
        failed = build(relations, &tree, depth, bytes_max);
    slide_trie_release(&tree);
    if (failed) slide_pruner_release(relations);
    return failed ? -1 : 0;
}

void slide_pruner_release(struct slide_pruner *relations) {
    free(relations->next);
    free(relations->start);
    *relations = (struct slide_pruner){0};
}
