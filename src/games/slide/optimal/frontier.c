/* A key holds five bits a cell, but for the last: its tile is the one that is missing. */
#include "games/slide/optimal/frontier.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_FIRST = 1 << 10 };

static void pack(const struct slide_heuristic *heuristic, const uint8_t *tiles, uint64_t key[2]) {
    key[0] = key[1] = 0;
    for (int i = 0; i < heuristic->rows * heuristic->cols - 1; i++) {
        key[1] = key[1] << 5 | key[0] >> 59;
        key[0] = key[0] << 5 | tiles[i];
    }
}

static void unpack(const struct slide_heuristic *heuristic, const uint64_t key[2], uint8_t *tiles) {
    int last = heuristic->rows * heuristic->cols - 1, missing = last * (last + 1) / 2;
    uint64_t low = key[0], high = key[1];
    for (int i = last - 1; i >= 0; i--) {
        tiles[i] = low & 31;
        low = low >> 5 | high << 59;
        high >>= 5;
        missing -= tiles[i];
    }
    tiles[last] = (uint8_t)missing;
}

static size_t home_slot(const struct slide_frontier *frontier, const uint64_t key[2]) {
    uint64_t mixed = key[0] * UINT64_C(0x9E3779B97F4A7C15) ^ key[1] * UINT64_C(0xD6E8FEB86659FD93);
    mixed ^= mixed >> 32;
    return (size_t)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> 24) & frontier->mask;
}

/* Returns the slot of a board, or the free slot where it belongs. */
static size_t find_slot(const struct slide_frontier *frontier, const uint64_t key[2]) {
    size_t slot = home_slot(frontier, key);
    for (; frontier->slots[slot]; slot = (slot + 1) & frontier->mask) {
        const struct slide_frontier_entry *entry = &frontier->entries[frontier->slots[slot] - 1];
        if (entry->key[0] == key[0] && entry->key[1] == key[1]) break;
    }
    return slot;
}

/* The table is at most half full. */
static int grow_slots(struct slide_frontier *frontier) {
    size_t slots = 2 * CAPACITY_FIRST;
    while (slots < 2 * frontier->capacity) slots *= 2;
    uint32_t *fresh = calloc(slots, sizeof *fresh);
    if (!fresh) return -1;
    free(frontier->slots);
    frontier->slots = fresh;
    frontier->mask = slots - 1;
    for (size_t i = 0; i < frontier->count; i++)
        fresh[find_slot(frontier, frontier->entries[i].key)] = (uint32_t)i + 1;
    return 0;
}

static int grow_nodes(struct slide_frontier *frontier) {
    struct slide_node *nodes = realloc(frontier->nodes, frontier->capacity * sizeof *nodes);
    if (!nodes) return -1;
    frontier->nodes = nodes;
    return 0;
}

static int ensure_capacity(struct slide_frontier *frontier, size_t capacity) {
    if (capacity <= frontier->capacity) return 0;
    if (capacity < 2 * frontier->capacity) capacity = 2 * frontier->capacity;
    struct slide_frontier_entry *entries = realloc(frontier->entries, capacity * sizeof *entries);
    if (!entries) return -1;
    frontier->entries = entries;
    frontier->capacity = capacity;
    return frontier->deduplicates ? grow_slots(frontier) : grow_nodes(frontier);
}

static int add_to_bucket(struct slide_frontier *frontier, uint32_t entry) {
    struct slide_frontier_bucket *bucket = &frontier->buckets[frontier->entries[entry].lower_bound];
    if (bucket->count == bucket->capacity) {
        size_t capacity = bucket->capacity ? 2 * bucket->capacity : 256;
        uint32_t *entries = realloc(bucket->entries, capacity * sizeof *entries);
        if (!entries) return -1;
        bucket->entries = entries;
        bucket->capacity = capacity;
    }
    bucket->entries[bucket->count++] = entry;
    return 0;
}

/* Adds an entry; its depth, bound, move and parent are not set yet. */
static struct slide_frontier_entry *
add_entry(struct slide_frontier *frontier, const struct slide_node *node, const uint64_t key[2]) {
    struct slide_frontier_entry *entry = &frontier->entries[frontier->count];
    *entry = (struct slide_frontier_entry){.depth = UINT8_MAX};
    if (frontier->deduplicates) {
        memcpy(entry->key, key, sizeof entry->key);
        memcpy(entry->counts, node->counts, sizeof entry->counts);
    } else {
        slide_node_copy(frontier->heuristic, &frontier->nodes[frontier->count], node);
    }
    frontier->count++;
    return entry;
}

/* Returns the entry of a board, a new one if there is none. */
static struct slide_frontier_entry *find_entry(struct slide_frontier *frontier,
                                               const struct slide_node *node) {
    uint64_t key[2];
    if (!frontier->deduplicates) return add_entry(frontier, node, NULL);
    pack(frontier->heuristic, node->tiles, key);
    size_t slot = find_slot(frontier, key);
    if (frontier->slots[slot]) return &frontier->entries[frontier->slots[slot] - 1];
    struct slide_frontier_entry *entry = add_entry(frontier, node, key);
    frontier->slots[slot] = (uint32_t)frontier->count;
    return entry;
}

int slide_frontier_init(struct slide_frontier *frontier, const struct slide_heuristic *heuristic,
                        const uint8_t *tiles, bool deduplicates) {
    struct slide_node node;
    memset(frontier, 0, sizeof *frontier);
    frontier->heuristic = heuristic;
    frontier->deduplicates = deduplicates;
    if (ensure_capacity(frontier, CAPACITY_FIRST) < 0) return -1;
    slide_node_set(heuristic, &node, tiles);
    if (!slide_node_count(heuristic, &node)) return -1;
    slide_node_sums(heuristic, &node);
    struct slide_frontier_entry *entry = find_entry(frontier, &node);
    entry->depth = 0;
    entry->lower_bound = (uint8_t)slide_node_lower_bound(heuristic, &node);
    frontier->lower_bound = entry->lower_bound;
    return add_to_bucket(frontier, 0);
}

void slide_frontier_release(struct slide_frontier *frontier) {
    for (int i = 0; i <= SLIDE_DEPTH_MAX; i++) free(frontier->buckets[i].entries);
    free(frontier->entries);
    free(frontier->nodes);
    free(frontier->slots);
}

static void unpack_node(const struct slide_frontier *frontier,
                        const struct slide_frontier_entry *entry, struct slide_node *node) {
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    unpack(frontier->heuristic, entry->key, tiles);
    slide_node_set(frontier->heuristic, node, tiles);
    memcpy(node->counts, entry->counts, sizeof node->counts);
    slide_node_sums(frontier->heuristic, node);
    node->depth = entry->depth;
    node->skip = entry->skip;
}

void slide_frontier_node(const struct slide_frontier *frontier, uint32_t number,
                         struct slide_node *node) {
    if (frontier->deduplicates)
        unpack_node(frontier, &frontier->entries[number], node);
    else
        slide_node_copy(frontier->heuristic, node, &frontier->nodes[number]);
    node->root = number;
}

void slide_frontier_path(const struct slide_frontier *frontier, uint32_t number, uint8_t *moves) {
    for (int i = frontier->entries[number].depth - 1; i >= 0; i--) {
        moves[i] = frontier->entries[number].move;
        number = frontier->entries[number].parent;
    }
}

/* Takes the next board to expand. Returns false if there is none. */
static bool pop_entry(struct slide_frontier *frontier, uint32_t *number) {
    for (; frontier->lower_bound <= SLIDE_DEPTH_MAX; frontier->lower_bound++) {
        struct slide_frontier_bucket *bucket = &frontier->buckets[frontier->lower_bound];
        while (bucket->count) {
            *number = bucket->entries[--bucket->count];
            if (!frontier->entries[*number].expanded) return true;
        }
    }
    return false;
}

/* Pushes boards of one lower bound. Returns 1 if one of them is solved, -1 if there are none. */
static int push_entries(struct slide_frontier *frontier, struct slide_batch *batch,
                        uint32_t *solved) {
    int lower_bound = frontier->lower_bound;
    while (batch->top < SLIDE_BATCH && pop_entry(frontier, solved)) {
        struct slide_frontier_entry *entry = &frontier->entries[*solved];
        if (batch->top && frontier->lower_bound != lower_bound) {
            frontier->buckets[frontier->lower_bound].count++; /* put back */
            break;
        }
        lower_bound = frontier->lower_bound;
        if (entry->depth == entry->lower_bound) return 1;
        entry->expanded = true;
        slide_frontier_node(frontier, *solved, slide_batch_push(batch));
    }
    frontier->lower_bound = lower_bound;
    return batch->top ? 0 : -1;
}

/* Records a board if it is new or reached by a shorter path. */
static int add_node(struct slide_frontier *frontier, const struct slide_node *node) {
    int move = slide_node_move(node, node->depth - 1);
    int lower_bound = node->depth + slide_node_lower_bound(frontier->heuristic, node);
    if (lower_bound >= SLIDE_DEPTH_MAX) return 0;
    struct slide_frontier_entry *entry = find_entry(frontier, node);
    entry->skip |= (uint8_t)(1 << slide_opposite(move));
    if (entry->depth <= node->depth) return 0;
    entry->depth = node->depth;
    entry->lower_bound = (uint8_t)lower_bound;
    entry->move = (uint8_t)move;
    entry->parent = node->root;
    return add_to_bucket(frontier, (uint32_t)(entry - frontier->entries));
}

/* Prefetches the slots of the boards on the stack, then the entries that these slots name. */
static void prefetch_entries(const struct slide_frontier *frontier,
                             const struct slide_batch *batch) {
    size_t homes[SLIDE_BATCH_CHILDREN];
    for (int i = 0; i < batch->top; i++) {
        uint64_t key[2];
        pack(frontier->heuristic, batch->stack[i]->tiles, key);
        homes[i] = home_slot(frontier, key);
        __builtin_prefetch(&frontier->slots[homes[i]]);
    }
    for (int i = 0; i < batch->top; i++)
        if (frontier->slots[homes[i]])
            __builtin_prefetch(&frontier->entries[frontier->slots[homes[i]] - 1]);
}

static int add_nodes(struct slide_frontier *frontier, const struct slide_batch *batch) {
    if (frontier->deduplicates) prefetch_entries(frontier, batch);
    for (int i = 0; i < batch->top; i++)
        if (add_node(frontier, batch->stack[i]) < 0) return -1;
    return 0;
}

int slide_frontier_grow(struct slide_frontier *frontier, struct slide_batch *batch, size_t count,
                        uint32_t *solved) {
    if (ensure_capacity(frontier, count + SLIDE_BATCH_CHILDREN) < 0) return -1;
    while (frontier->count < count) {
        int pushed = push_entries(frontier, batch, solved);
        if (pushed > 0) slide_batch_clear(batch);
        if (pushed) return pushed > 0;
        slide_batch_take(batch);
        frontier->tried += (uint64_t)slide_batch_expand(batch, SLIDE_NO_BOUND);
        int added = add_nodes(frontier, batch);
        slide_batch_clear(batch);
        if (added < 0) return -1;
    }
    return 0;
}
