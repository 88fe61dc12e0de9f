/* The tries of all cells grow together, a length at a time, so the suffix of a sequence is always
 * known before it. A sequence is tried only if its suffix is first. If its arrangement was seen
 * before, it is a minimal duplicate. Then the first sequence to that arrangement is as long or two
 * moves shorter, since all parts of the duplicate are first: only these two lengths are kept. */
#include "games/slide/optimal/duplicates.h"
#include "base/hash.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const uint8_t slide_move_order[4] = {SLIDE_UP, SLIDE_LEFT, SLIDE_RIGHT, SLIDE_DOWN};

/* An arrangement's hash key and the sequence that led to it first, packed: a leading 1, then two
 * bits a move. 0 is an empty slot. */
struct seen {
    uint64_t key, sequence;
};

struct finder {
    struct slide_trie *trie;
    int depth, cells, root;
    int (*neighbour)[4];                 /* the cell that a move leads to, or -1 */
    uint64_t *tile_weight, *cell_weight; /* a key is the sum of their products over all tiles */
    uint16_t *tiles;                     /* each named by the cell where it began */
    int start, blank;
    bool last;         /* this length is the last: its sequences become no nodes */
    struct seen *seen; /* a hash table */
    uint32_t seen_count, seen_capacity;
    slide_duplicate_visit *visit;
    void *self;
    struct slide_watch_pace pace;
};

/* Returns the length. */
static int unpack(uint64_t sequence, uint8_t *moves) {
    int length = 0;
    for (uint64_t rest = sequence; rest > 1; rest >>= 2) length++;
    for (int i = length; i-- > 0; sequence >>= 2) moves[i] = (uint8_t)(sequence & 3);
    return length;
}

/* Moves the blank. Returns what this adds to the key. */
static uint64_t move_blank(struct finder *finder, int to) {
    uint16_t tile = finder->tiles[to];
    int from = finder->blank;
    finder->tiles[from] = tile;
    finder->tiles[to] = (uint16_t)finder->start;
    finder->blank = to;
    return finder->tile_weight[tile] * (finder->cell_weight[from] - finder->cell_weight[to]);
}

/* Whether all tiles on the way of a sequence are where they began. */
static bool is_home_along(const struct finder *finder, const uint8_t *moves, int length) {
    int cell = finder->start;
    for (int i = 0; i < length; i++) {
        if (finder->tiles[cell] != cell) return false;
        cell = finder->neighbour[cell][moves[i]];
    }
    return finder->tiles[cell] == cell;
}

/* Whether another sequence leads to the arrangement on the board, too: taken back from here, it
 * must restore the start. Equal keys are no proof. */
static bool is_same_arrangement(struct finder *finder, uint64_t sequence, uint64_t other) {
    uint8_t moves[SLIDE_SEQUENCE_MAX], others[SLIDE_SEQUENCE_MAX];
    int length = unpack(sequence, moves), other_length = unpack(other, others), left = other_length,
        to;
    while (left > 0 &&
           (to = finder->neighbour[finder->blank][slide_opposite(others[left - 1])]) >= 0) {
        move_blank(finder, to);
        left--;
    }
    bool same = left == 0 && is_home_along(finder, moves, length) &&
                is_home_along(finder, others, other_length);
    for (; left < other_length; left++)
        move_blank(finder, finder->neighbour[finder->blank][others[left]]);
    return same;
}

static struct seen *first_slot(const struct finder *finder, uint64_t key) {
    uint64_t mixed = hash_fold(key, UINT64_C(0x9e3779b97f4a7c15));
    return &finder->seen[mixed & (finder->seen_capacity - 1)];
}

static struct seen *next_slot(const struct finder *finder, struct seen *slot) {
    return slot + 1 < finder->seen + finder->seen_capacity ? slot + 1 : finder->seen;
}

/* Returns the first sequence to the arrangement on the board, which `sequence` led to; 0 if none
 * was seen. */
static uint64_t find_seen(struct finder *finder, uint64_t key, uint64_t sequence) {
    struct seen *slot = first_slot(finder, key);
    for (; slot->sequence; slot = next_slot(finder, slot))
        if (slot->key == key && is_same_arrangement(finder, sequence, slot->sequence))
            return slot->sequence;
    return 0;
}

static void put_seen(struct finder *finder, struct seen seen) {
    struct seen *slot = first_slot(finder, seen.key);
    while (slot->sequence) slot = next_slot(finder, slot);
    *slot = seen;
}

static int grow_seen(struct finder *finder) {
    struct seen *old = finder->seen, *grown;
    uint32_t count = finder->seen_capacity;
    if (!(grown = calloc((size_t)count * 4, sizeof *grown))) return -1;
    finder->seen = grown;
    finder->seen_capacity = count * 4;
    for (uint32_t i = 0; i < count; i++)
        if (old[i].sequence) put_seen(finder, old[i]);
    free(old);
    return 0;
}

static int add_seen(struct finder *finder, uint64_t key, uint64_t sequence) {
    if (2 * finder->seen_count >= finder->seen_capacity && grow_seen(finder)) return -1;
    put_seen(finder, (struct seen){key, sequence});
    finder->seen_count++;
    return 0;
}

static void report(struct finder *finder, uint64_t sequence, uint64_t first) {
    struct slide_duplicate duplicate = {.cell = finder->root};
    if (!finder->visit) return;
    duplicate.length = unpack(sequence, duplicate.moves);
    duplicate.first_length = unpack(first, duplicate.first);
    finder->visit(finder->self, &duplicate);
}

static int add_node(struct slide_trie *trie, uint32_t suffix, uint32_t *node) {
    if (trie->count == trie->capacity) {
        uint32_t capacity = trie->capacity * 2;
        void *child = realloc(trie->child, sizeof *trie->child * capacity);
        if (child) trie->child = child;
        void *links = realloc(trie->suffix, sizeof *trie->suffix * capacity);
        if (links) trie->suffix = links;
        if (!child || !links) return -1;
        trie->capacity = capacity;
    }
    *node = trie->count++;
    memset(trie->child[*node], 0, sizeof *trie->child);
    trie->suffix[*node] = suffix;
    return 0;
}

/* Tries a node's sequence with one more move; the board shows its arrangement. */
static int extend(struct finder *finder, uint32_t node, int move, uint64_t key, uint64_t sequence) {
    struct slide_trie *trie = finder->trie;
    uint32_t shorter = trie->suffix[node], suffix, child;
    if (shorter)
        suffix = trie->child[shorter][move];
    else
        suffix = 1 + (uint32_t)(trie->roots == 1 ? 0 : finder->blank);
    if (suffix == SLIDE_TRIE_NONE || suffix == SLIDE_TRIE_DUPLICATE) return 0;
    uint64_t earlier = find_seen(finder, key, sequence);
    if (earlier) {
        trie->child[node][move] = SLIDE_TRIE_DUPLICATE;
        report(finder, sequence, earlier);
        return 0;
    }
    if (add_seen(finder, key, sequence)) return -1;
    child = suffix;
    if (!finder->last && add_node(trie, suffix, &child)) return -1;
    trie->child[node][move] = child;
    return 0;
}

/* Walks to the nodes `left` moves further, in order, and adds them to `seen` or extends them. */
static int walk(struct finder *finder, uint32_t node, int left, bool extends, uint64_t key,
                uint64_t sequence) {
    enum { UNITS_A_STEP = 1 << 6 }; /* of work, as slide_watch_count has it */
    int failed = 0, from = finder->blank;
    if (!slide_watch_count(&finder->pace, UNITS_A_STEP)) return -1;
    if (!left && !extends) return add_seen(finder, key, sequence);
    for (int rank = 0; rank < 4 && !failed; rank++) {
        int move = slide_move_order[rank], to = finder->neighbour[from][move];
        uint32_t child = finder->trie->child[node][move];
        if (to < 0 || (left && (child == SLIDE_TRIE_NONE || child == SLIDE_TRIE_DUPLICATE)))
            continue;
        uint64_t next = key + move_blank(finder, to), longer = sequence << 2 | (uint64_t)move;
        if (left)
            failed = walk(finder, child, left - 1, extends, next, longer);
        else
            failed = extend(finder, node, move, next, longer);
        move_blank(finder, from);
    }
    return failed;
}

/* Each length takes about twice the work of the one before. */
static double share_done(const struct finder *finder, int length, int cell) {
    double last = 1, now = (double)cell / finder->trie->roots;
    for (int i = length; i <= finder->depth; i++) last /= 2;
    return last * (1 + now);
}

static int compare_length(struct finder *finder, int length) {
    for (int cell = 0; cell < finder->trie->roots; cell++) {
        uint32_t root = 1 + (uint32_t)cell;
        finder->root = cell;
        finder->start = finder->blank = finder->trie->rows ? cell : finder->cells / 2;
        finder->pace.done = share_done(finder, length, cell);
        memset(finder->seen, 0, sizeof *finder->seen * finder->seen_capacity);
        finder->seen_count = 0;
        if (length >= 2 && walk(finder, root, length - 2, false, 0, 1)) return -1;
        if (walk(finder, root, length - 1, true, 0, 1)) return -1;
    }
    return 0;
}

static int compare_lengths(struct finder *finder, uint32_t nodes_max) {
    struct slide_trie *trie = finder->trie;
    uint32_t root;
    for (int cell = 0; cell < trie->roots; cell++)
        if (add_node(trie, 0, &root)) return -1;
    trie->level[0] = 1;
    for (int length = 1; !finder->last; length++) {
        uint32_t begin = trie->level[length - 1];
        trie->level[length] = trie->count;
        finder->last = length == finder->depth ||
                       trie->count + UINT64_C(3) * (trie->count - begin) > nodes_max;
        if (compare_length(finder, length)) return -1;
        trie->depth = length;
    }
    return 0;
}

static void find_neighbours(struct finder *finder, int rows, int cols) {
    for (int cell = 0; cell < finder->cells; cell++)
        for (int move = 0; move < 4; move++)
            finder->neighbour[cell][move] = slide_neighbour(rows, cols, cell, move);
}

/* Every walk is taken back, so this is done only once. */
static void lay_tiles(struct finder *finder) {
    for (int cell = 0; cell < finder->cells; cell++) {
        finder->tiles[cell] = (uint16_t)cell;
        finder->tile_weight[cell] = hash_bytes((int[]){cell, 0}, 2 * sizeof(int)) | 1;
        finder->cell_weight[cell] = hash_bytes((int[]){cell, 1}, 2 * sizeof(int));
    }
}

static int find_duplicates(struct finder *finder, int rows, int cols, uint32_t nodes_max) {
    struct slide_trie *trie = finder->trie;
    size_t cells = (size_t)finder->cells;
    finder->neighbour = malloc(cells * sizeof *finder->neighbour);
    finder->tile_weight = malloc(cells * sizeof *finder->tile_weight);
    finder->cell_weight = malloc(cells * sizeof *finder->cell_weight);
    finder->tiles = malloc(cells * sizeof *finder->tiles);
    finder->seen = calloc(finder->seen_capacity, sizeof *finder->seen);
    trie->child = calloc(trie->capacity, sizeof *trie->child);
    trie->suffix = calloc(trie->capacity, sizeof *trie->suffix);
    if (!finder->neighbour || !finder->tile_weight || !finder->cell_weight || !finder->tiles ||
        !finder->seen || !trie->child || !trie->suffix)
        return -1;
    find_neighbours(finder, rows, cols);
    lay_tiles(finder);
    return compare_lengths(finder, nodes_max);
}

int slide_trie_init(struct slide_trie *trie, int rows, int cols, int depth, uint32_t nodes_max,
                    slide_duplicate_visit *visit, void *self, const struct slide_watch *watch) {
    bool plane = rows == 0 && cols == 0;
    int side = 2 * depth + 1; /* so that no sequence from the middle leaves it */
    struct finder finder = {.trie = trie,
                            .depth = depth,
                            .seen_capacity = 1 << 10,
                            .visit = visit,
                            .self = self,
                            .pace = {.watch = watch}};
    assert(depth >= 1 && depth <= SLIDE_SEQUENCE_MAX && (plane || (rows > 0 && cols > 0)));
    assert(rows * cols <= UINT16_MAX);
    finder.cells = plane ? side * side : rows * cols;
    *trie = (struct slide_trie){.rows = rows, .cols = cols, .roots = plane ? 1 : rows * cols};
    trie->count = 1; /* node 0 is none */
    trie->capacity = 1 << 16;
    int failed = -1;
    if (slide_watch_go_on(watch, 0))
        failed = find_duplicates(&finder, plane ? side : rows, plane ? side : cols, nodes_max);
    free(finder.neighbour);
    free(finder.tile_weight);
    free(finder.cell_weight);
    free(finder.tiles);
    free(finder.seen);
    if (failed) slide_trie_release(trie);
    return failed;
}

void slide_trie_release(struct slide_trie *trie) {
    free(trie->child);
    free(trie->suffix);
    *trie = (struct slide_trie){0};
}
