/* The miner: all places grow together, a length at a time, so that a word's part without the first
 * move is always known before the word. A word is tried only if that part is least; if its
 * arrangement was seen before it is a relation. Since both parts of it are least, the earlier word
 * is as long or two shorter: only words of these two lengths need to be remembered. */
#include "games/slide/optimal/duplicates.h"
#include "base/hash.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const uint8_t slide_move_order[4] = {SLIDE_UP, SLIDE_LEFT, SLIDE_RIGHT, SLIDE_DOWN};

/* A word in a number: a leading 1, then two bits a move. */
struct seen {
    uint64_t key, word; /* the word is 0 where nothing is */
};

struct miner {
    struct slide_trie *tree;
    int cells, place;
    int (*exit)[4];                    /* the cell that a move leads to, or -1 */
    uint64_t *tile_weight, *at_weight; /* the key is the sum of the products over all tiles */
    uint16_t *tiles;                   /* each named by the cell where it began */
    int start, blank;
    bool last; /* this length is the last: its words become no nodes */
    struct seen *seen;
    uint32_t seen_count, seen_room;
    slide_duplicate_visit *visit;
    void *self;
};

static int unpack(uint64_t word, uint8_t *moves) {
    int length = 0;
    for (uint64_t rest = word; rest > 1; rest >>= 2) length++;
    for (int i = length; i-- > 0; word >>= 2) moves[i] = (uint8_t)(word & 3);
    return length;
}

/* Moves the blank and tells how the key changes. */
static uint64_t push(struct miner *miner, int to) {
    uint16_t tile = miner->tiles[to];
    int from = miner->blank;
    miner->tiles[from] = tile;
    miner->tiles[to] = (uint16_t)miner->start;
    miner->blank = to;
    return miner->tile_weight[tile] * (miner->at_weight[from] - miner->at_weight[to]);
}

/* Whether all that a word passes is where it was at the start. */
static bool is_home_along(const struct miner *miner, const uint8_t *moves, int length) {
    int cell = miner->start;
    for (int i = 0; i < length; i++) {
        if (miner->tiles[cell] != cell) return false;
        cell = miner->exit[cell][moves[i]];
    }
    return miner->tiles[cell] == cell;
}

/* Whether another word leads to the arrangement on the board, too: run backwards from here, does it
 * end at the start? Equal keys are not trusted. */
static bool lead_to_one(struct miner *miner, uint64_t word, uint64_t other) {
    uint8_t moves[SLIDE_SEQUENCE_MAX], others[SLIDE_SEQUENCE_MAX];
    int length = unpack(word, moves), other_length = unpack(other, others), left = other_length, to;
    while (left > 0 && (to = miner->exit[miner->blank][slide_opposite(others[left - 1])]) >= 0) {
        push(miner, to);
        left--;
    }
    bool same = left == 0 && is_home_along(miner, moves, length) &&
                is_home_along(miner, others, other_length);
    for (; left < other_length; left++) push(miner, miner->exit[miner->blank][others[left]]);
    return same;
}

static struct seen *first_slot(const struct miner *miner, uint64_t key) {
    uint64_t mixed = hash_fold(key, UINT64_C(0x9e3779b97f4a7c15));
    return &miner->seen[mixed & (miner->seen_room - 1)];
}

static struct seen *next_slot(const struct miner *miner, struct seen *slot) {
    return slot + 1 < miner->seen + miner->seen_room ? slot + 1 : miner->seen;
}

/* The word that was first to lead to the arrangement on the board, as `word` does; 0 if none was.
 */
static uint64_t find_seen(struct miner *miner, uint64_t key, uint64_t word) {
    struct seen *slot = first_slot(miner, key);
    for (; slot->word; slot = next_slot(miner, slot))
        if (slot->key == key && lead_to_one(miner, word, slot->word)) return slot->word;
    return 0;
}

static void put_seen(struct miner *miner, struct seen seen) {
    struct seen *slot = first_slot(miner, seen.key);
    while (slot->word) slot = next_slot(miner, slot);
    *slot = seen;
}

static int grow_seen(struct miner *miner) {
    struct seen *old = miner->seen, *grown;
    uint32_t count = miner->seen_room;
    if (!(grown = calloc((size_t)count * 4, sizeof *grown))) return -1;
    miner->seen = grown;
    miner->seen_room = count * 4;
    for (uint32_t i = 0; i < count; i++)
        if (old[i].word) put_seen(miner, old[i]);
    free(old);
    return 0;
}

static int add_seen(struct miner *miner, uint64_t key, uint64_t word) {
    if (2 * miner->seen_count >= miner->seen_room && grow_seen(miner)) return -1;
    put_seen(miner, (struct seen){key, word});
    miner->seen_count++;
    return 0;
}

static void report(struct miner *miner, uint64_t word, uint64_t least) {
    struct slide_duplicate relation = {.cell = miner->place};
    if (!miner->visit) return;
    relation.length = unpack(word, relation.word);
    relation.least_length = unpack(least, relation.least);
    miner->visit(miner->self, &relation);
}

static int add_node(struct slide_trie *tree, uint32_t suffix, uint32_t *node) {
    if (tree->count == tree->capacity) {
        uint32_t capacity = tree->capacity * 2;
        void *child = realloc(tree->child, sizeof *tree->child * capacity);
        if (child) tree->child = child;
        void *links = realloc(tree->suffix, sizeof *tree->suffix * capacity);
        if (links) tree->suffix = links;
        if (!child || !links) return -1;
        tree->capacity = capacity;
    }
    *node = tree->count++;
    memset(tree->child[*node], 0, sizeof *tree->child);
    tree->suffix[*node] = suffix;
    return 0;
}

/* The word of a node with one more move; the board shows its arrangement. */
static int extend(struct miner *miner, uint32_t node, int move, uint64_t key, uint64_t word) {
    struct slide_trie *tree = miner->tree;
    uint32_t shorter = tree->suffix[node], suffix, child;
    if (shorter)
        suffix = tree->child[shorter][move];
    else
        suffix = 1 + (uint32_t)(tree->places == 1 ? 0 : miner->blank);
    if (suffix == SLIDE_TRIE_NONE || suffix == SLIDE_TRIE_DUPLICATE) return 0;
    uint64_t earlier = find_seen(miner, key, word);
    if (earlier) {
        tree->child[node][move] = SLIDE_TRIE_DUPLICATE;
        report(miner, word, earlier);
        return 0;
    }
    if (add_seen(miner, key, word)) return -1;
    child = suffix;
    if (!miner->last && add_node(tree, suffix, &child)) return -1;
    tree->child[node][move] = child;
    return 0;
}

/* Walks to the nodes `left` moves further, in order: remembers them, or extends them. */
static int walk(struct miner *miner, uint32_t node, int left, bool extends, uint64_t key,
                uint64_t word) {
    int failed = 0, from = miner->blank;
    if (!left && !extends) return add_seen(miner, key, word);
    for (int rank = 0; rank < 4 && !failed; rank++) {
        int move = slide_move_order[rank], to = miner->exit[from][move];
        uint32_t child = miner->tree->child[node][move];
        if (to < 0 || (left && (child == SLIDE_TRIE_NONE || child == SLIDE_TRIE_DUPLICATE)))
            continue;
        uint64_t next = key + push(miner, to), longer = word << 2 | (uint64_t)move;
        if (left)
            failed = walk(miner, child, left - 1, extends, next, longer);
        else
            failed = extend(miner, node, move, next, longer);
        push(miner, from);
    }
    return failed;
}

static int mine_length(struct miner *miner, int length) {
    for (int place = 0; place < miner->tree->places; place++) {
        uint32_t root = 1 + (uint32_t)place;
        miner->place = place;
        miner->start = miner->blank = miner->tree->rows ? place : miner->cells / 2;
        memset(miner->seen, 0, sizeof *miner->seen * miner->seen_room);
        miner->seen_count = 0;
        if (length >= 2 && walk(miner, root, length - 2, false, 0, 1)) return -1;
        if (walk(miner, root, length - 1, true, 0, 1)) return -1;
    }
    return 0;
}

static int mine(struct miner *miner, int depth, uint32_t nodes_max) {
    struct slide_trie *tree = miner->tree;
    uint32_t root;
    for (int place = 0; place < tree->places; place++)
        if (add_node(tree, 0, &root)) return -1;
    tree->level[0] = 1;
    for (int length = 1; !miner->last; length++) {
        uint32_t begin = tree->level[length - 1];
        tree->level[length] = tree->count;
        miner->last =
            length == depth || tree->count + UINT64_C(3) * (tree->count - begin) > nodes_max;
        if (mine_length(miner, length)) return -1;
        tree->depth = length;
    }
    return 0;
}

static void make_exits(struct miner *miner, int rows, int cols) {
    for (int cell = 0; cell < miner->cells; cell++) {
        int row = cell / cols, col = cell % cols, *exit = miner->exit[cell];
        exit[SLIDE_UP] = row > 0 ? cell - cols : -1;
        exit[SLIDE_DOWN] = row < rows - 1 ? cell + cols : -1;
        exit[SLIDE_LEFT] = col > 0 ? cell - 1 : -1;
        exit[SLIDE_RIGHT] = col < cols - 1 ? cell + 1 : -1;
    }
}

/* Every walk is taken back, so the tiles are laid only once. */
static void lay_tiles(struct miner *miner) {
    for (int cell = 0; cell < miner->cells; cell++) {
        miner->tiles[cell] = (uint16_t)cell;
        miner->tile_weight[cell] = hash_bytes((int[]){cell, 0}, 2 * sizeof(int)) | 1;
        miner->at_weight[cell] = hash_bytes((int[]){cell, 1}, 2 * sizeof(int));
    }
}

static int run(struct miner *miner, int rows, int cols, int depth, uint32_t nodes_max) {
    struct slide_trie *tree = miner->tree;
    size_t cells = (size_t)miner->cells;
    miner->exit = malloc(cells * sizeof *miner->exit);
    miner->tile_weight = malloc(cells * sizeof *miner->tile_weight);
    miner->at_weight = malloc(cells * sizeof *miner->at_weight);
    miner->tiles = malloc(cells * sizeof *miner->tiles);
    miner->seen = calloc(miner->seen_room, sizeof *miner->seen);
    tree->child = calloc(tree->capacity, sizeof *tree->child);
    tree->suffix = calloc(tree->capacity, sizeof *tree->suffix);
    if (!miner->exit || !miner->tile_weight || !miner->at_weight || !miner->tiles || !miner->seen ||
        !tree->child || !tree->suffix)
        return -1;
    make_exits(miner, rows, cols);
    lay_tiles(miner);
    return mine(miner, depth, nodes_max);
}

int slide_trie_init(struct slide_trie *tree, int rows, int cols, int depth, uint32_t nodes_max,
                    slide_duplicate_visit *visit, void *self) {
    bool plane = rows == 0 && cols == 0;
    int side = 2 * depth + 1; /* on which no word can leave from the middle */
    struct miner miner = {.tree = tree, .seen_room = 1 << 10, .visit = visit, .self = self};
    assert(depth >= 1 && depth <= SLIDE_SEQUENCE_MAX && (plane || (rows > 0 && cols > 0)));
    assert(rows * cols <= UINT16_MAX);
    miner.cells = plane ? side * side : rows * cols;
    *tree = (struct slide_trie){.rows = rows, .cols = cols, .places = plane ? 1 : rows * cols};
    tree->count = 1; /* node 0 is none */
    tree->capacity = 1 << 16;
    int failed = run(&miner, plane ? side : rows, plane ? side : cols, depth, nodes_max);
    free(miner.exit);
    free(miner.tile_weight);
    free(miner.at_weight);
    free(miner.tiles);
    free(miner.seen);
    if (failed) slide_trie_release(tree);
    return failed;
}

void slide_trie_release(struct slide_trie *tree) {
    free(tree->child);
    free(tree->suffix);
    *tree = (struct slide_trie){0};
}
