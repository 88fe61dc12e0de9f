/* At first the automaton's states are the first sequences that are prefixes of a minimal duplicate:
 * a state stands for the longest of them that is a suffix of the moves made (as Aho and Corasick
 * do). Then the automaton is minimized, and its states are numbered breadth first from the start.
 */
#include "games/slide/optimal/pruner.h"
#include "base/hash.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Limits of the trie: nodes for each byte of the automaton, enough for every board, and nodes in
 * all, of 20 bytes each. */
enum { NODES_A_BYTE = 4, NODES_MAX = 1 << 24 };
enum { UNITS_A_NODE = 8, UNITS_A_STATE = 64 }; /* of a slide_watch_pace */

struct automaton {
    struct slide_watch_pace *pace;
    uint32_t count; /* of states, with the unused 0 */
    uint32_t (*next)[4];
    uint32_t *class, *refined;
    uint32_t *slots; /* a hash table of one state for each class, 0 where there is none */
    uint32_t slots_mask;
};

/* Sets is_prefix[node] if the node's sequence is a prefix of a duplicate of at most `depth` moves,
 * or empty. */
static bool mark_prefixes(struct slide_watch_pace *pace, const struct slide_trie *trie, int depth,
                          uint8_t *is_prefix) {
    for (int length = depth - 1; length >= 0; length--)
        for (uint32_t node = trie->level[length]; node < trie->level[length + 1]; node++) {
            if (!slide_watch_count(pace, UNITS_A_NODE)) return false;
            is_prefix[node] = length == 0;
            for (int move = 0; move < 4; move++) {
                uint32_t child = trie->child[node][move];
                if (child == SLIDE_TRIE_DUPLICATE || (length < depth - 1 && is_prefix[child]))
                    is_prefix[node] = 1;
            }
        }
    return true;
}

/* Sets state_of[node] to the state of the longest prefix that is a suffix of the node's sequence.
 * Returns the number of states, 0 to stop. */
static uint32_t number_states(struct slide_watch_pace *pace, const struct slide_trie *trie,
                              int depth, const uint8_t *is_prefix, uint32_t *state_of) {
    uint32_t count = 1;
    for (uint32_t node = 1; node < trie->level[depth]; node++) {
        if (!slide_watch_count(pace, UNITS_A_NODE)) return 0;
        state_of[node] = is_prefix[node] ? count++ : state_of[trie->suffix[node]];
    }
    return count;
}

/* Sequences of `depth` moves are no prefixes: where they are nodes, their suffixes stand for them.
 */
static uint32_t state_after(const struct slide_trie *trie, int depth, const uint32_t *state_of,
                            uint32_t child) {
    if (child == SLIDE_TRIE_NONE || child == SLIDE_TRIE_DUPLICATE) return 0;
    if (child >= trie->level[depth]) child = trie->suffix[child];
    return state_of[child];
}

static bool link_states(struct automaton *self, const struct slide_trie *trie, int depth,
                        const uint8_t *is_prefix, const uint32_t *state_of) {
    for (uint32_t node = 1; node < trie->level[depth]; node++) {
        if (!slide_watch_count(self->pace, UNITS_A_NODE)) return false;
        for (int move = 0; move < 4 && is_prefix[node]; move++)
            self->next[state_of[node]][move] =
                state_after(trie, depth, state_of, trie->child[node][move]);
    }
    return true;
}

static bool make_states(struct automaton *self, const struct slide_trie *trie, int depth) {
    uint8_t *is_prefix = calloc(trie->count, sizeof *is_prefix);
    uint32_t *state_of = calloc(trie->count, sizeof *state_of);
    if (is_prefix && state_of && mark_prefixes(self->pace, trie, depth, is_prefix))
        self->count = number_states(self->pace, trie, depth, is_prefix, state_of);
    if (self->count) self->next = calloc(self->count, sizeof *self->next);
    bool made = self->next && link_states(self, trie, depth, is_prefix, state_of);
    free(is_prefix);
    free(state_of);
    return made;
}

/* The classes of a state and of its next states. */
struct signature {
    uint32_t class[5];
};

static struct signature signature_of(const struct automaton *self, uint32_t state) {
    const uint32_t *next = self->next[state], *class = self->class;
    return (struct signature){
        {class[state], class[next[0]], class[next[1]], class[next[2]], class[next[3]]}};
}

/* Splits the classes by signature. Returns their number, with class 0; 0 to stop. */
static uint32_t refine(struct automaton *self) {
    uint32_t classes = 1;
    memset(self->slots, 0, sizeof *self->slots * (self->slots_mask + 1));
    for (uint32_t state = 1; state < self->count; state++) {
        if (!slide_watch_count(self->pace, UNITS_A_STATE)) return 0;
        struct signature signature = signature_of(self, state), other;
        uint32_t at = (uint32_t)hash_bytes(&signature, sizeof signature) & self->slots_mask;
        for (; self->slots[at]; at = (at + 1) & self->slots_mask) {
            other = signature_of(self, self->slots[at]);
            if (memcmp(&signature, &other, sizeof signature) == 0) break;
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

/* Minimizes the automaton by partition refinement: states of one class allow the same sequences.
 * Returns the number of classes, 0 if memory runs out or to stop. */
static uint32_t find_classes(struct automaton *self) {
    uint32_t classes = 2, before = 0;
    size_t slots = 16;
    while (slots < (size_t)self->count * 2) slots *= 2;
    self->slots_mask = (uint32_t)(slots - 1);
    self->slots = malloc(slots * sizeof *self->slots);
    self->class = calloc(self->count, sizeof *self->class);
    self->refined = calloc(self->count, sizeof *self->refined);
    if (!self->slots || !self->class || !self->refined) return 0;
    for (uint32_t state = 1; state < self->count; state++) self->class[state] = 1;
    while (classes && classes != before) {
        before = classes;
        classes = refine(self);
        self->pace->done += (1 - self->pace->done) / 4;
    }
    return classes;
}

/* Numbers the classes breadth first from the start. */
static void fill(struct slide_pruner *pruner, const struct automaton *self, int cells,
                 uint32_t *state_of_class, uint32_t *member) {
    uint32_t count = 1;
    for (int cell = 0; cell < cells; cell++) { /* the empty sequences are the first states */
        uint32_t class = self->class[1 + cell];
        if (!state_of_class[class])
            member[count] = 1 + (uint32_t)cell, state_of_class[class] = count++;
        pruner->start[cell] = state_of_class[class];
    }
    for (uint32_t state = 1; state < count; state++)
        for (int move = 0; move < 4; move++) {
            uint32_t next = self->next[member[state]][move], class = self->class[next];
            if (next && !state_of_class[class])
                member[count] = next, state_of_class[class] = count++;
            pruner->next[state][move] = state_of_class[class];
        }
    pruner->states = count;
}

static int number_classes(struct slide_pruner *pruner, const struct automaton *self, int cells,
                          uint32_t classes) {
    uint32_t *state_of_class = calloc(classes, sizeof *state_of_class);
    uint32_t *member = calloc(classes, sizeof *member);
    pruner->next = calloc(classes, sizeof *pruner->next);
    pruner->start = calloc((size_t)cells, sizeof *pruner->start);
    bool good = state_of_class && member && pruner->next && pruner->start;
    if (good) fill(pruner, self, cells, state_of_class, member);
    free(state_of_class);
    free(member);
    return good ? 0 : -1;
}

/* Returns 0; 1 if it would be too large; -1 if memory runs out or to stop. */
static int build(struct slide_pruner *pruner, const struct slide_trie *trie, int depth,
                 size_t bytes_max, struct slide_watch_pace *pace) {
    struct automaton self = {.pace = pace};
    uint32_t classes = make_states(&self, trie, depth) ? find_classes(&self) : 0;
    size_t bytes = classes * sizeof *pruner->next + (size_t)trie->roots * sizeof *pruner->start;
    int failed = -1;
    pruner->depth = depth;
    if (classes)
        failed = bytes > bytes_max ? 1 : number_classes(pruner, &self, trie->roots, classes);
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

int slide_pruner_init(struct slide_pruner *pruner, int rows, int cols, int depth, size_t bytes_max,
                      const struct slide_watch *watch) {
    struct slide_trie trie;
    struct slide_watch_step step = {watch, 0, 0.5};
    struct slide_watch trie_watch = slide_watch_of(&step);
    struct slide_watch_pace pace = {.watch = watch, .done = step.share};
    *pruner = (struct slide_pruner){.rows = rows, .cols = cols};
    uint32_t nodes_max = NODES_MAX;
    if (bytes_max < NODES_MAX / NODES_A_BYTE) nodes_max = (uint32_t)bytes_max * NODES_A_BYTE;
    if (slide_trie_init(&trie, rows, cols, depth, nodes_max, NULL, NULL, &trie_watch)) return -1;
    int failed = 1;
    for (depth = trie.depth; depth > 0 && failed == 1; depth--)
        failed = build(pruner, &trie, depth, bytes_max, &pace);
    slide_trie_release(&trie);
    if (failed) slide_pruner_release(pruner);
    return failed ? -1 : 0;
}

void slide_pruner_release(struct slide_pruner *pruner) {
    free(pruner->next);
    free(pruner->start);
    *pruner = (struct slide_pruner){0};
}
