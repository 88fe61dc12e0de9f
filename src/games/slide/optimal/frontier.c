/* A board is five bits a tile; the last is the one that is missing. */
#include "games/slide/optimal/frontier.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 1 << 10 };

static void pack(const struct slide_heuristic *scheme, const uint8_t *tiles, uint64_t key[2]) {
    key[0] = key[1] = 0;
    for (int i = 0; i < scheme->rows * scheme->cols - 1; i++) {
        key[1] = key[1] << 5 | key[0] >> 59;
        key[0] = key[0] << 5 | tiles[i];
    }
}

static void unpack(const struct slide_heuristic *scheme, const uint64_t key[2], uint8_t *tiles) {
    int last = scheme->rows * scheme->cols - 1, missing = last * (last + 1) / 2;
    uint64_t low = key[0], high = key[1];
    for (int i = last - 1; i >= 0; i--) {
        tiles[i] = low & 31;
        low = low >> 5 | high << 59;
        high >>= 5;
        missing -= tiles[i];
    }
    tiles[last] = (uint8_t)missing;
}

static size_t home_slot(const struct slide_frontier *front, const uint64_t key[2]) {
    uint64_t mixed = key[0] * UINT64_C(0x9E3779B97F4A7C15) ^ key[1] * UINT64_C(0xD6E8FEB86659FD93);
    mixed ^= mixed >> 32;
    return (size_t)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> 24) & front->mask;
}

/* The slot of a board, or the free one where it would be. */
static size_t find_slot(const struct slide_frontier *front, const uint64_t key[2]) {
    size_t slot = home_slot(front, key);
    for (; front->slots[slot]; slot = (slot + 1) & front->mask) {
        const struct slide_frontier_entry *entry = &front->entries[front->slots[slot] - 1];
        if (entry->key[0] == key[0] && entry->key[1] == key[1]) break;
    }
    return slot;
}

/* A slot table is never more than half full. */
static int reserve_slots(struct slide_frontier *front) {
    size_t slots = 2 * ROOM_FIRST;
    while (slots < 2 * front->capacity) slots *= 2;
    uint32_t *fresh = calloc(slots, sizeof *fresh);
    if (!fresh) return -1;
    free(front->slots);
    front->slots = fresh;
    front->mask = slots - 1;
    for (size_t i = 0; i < front->count; i++)
        fresh[find_slot(front, front->entries[i].key)] = (uint32_t)i + 1;
    return 0;
}

static int reserve_nodes(struct slide_frontier *front) {
    struct slide_node *nodes = realloc(front->nodes, front->capacity * sizeof *nodes);
    if (!nodes) return -1;
    front->nodes = nodes;
    return 0;
}

/* Makes room for as many boards. */
static int reserve(struct slide_frontier *front, size_t capacity) {
    if (capacity <= front->capacity) return 0;
    if (capacity < 2 * front->capacity) capacity = 2 * front->capacity;
    struct slide_frontier_entry *entries = realloc(front->entries, capacity * sizeof *entries);
    if (!entries) return -1;
    front->entries = entries;
    front->capacity = capacity;
    return front->remembers ? reserve_slots(front) : reserve_nodes(front);
}

static int queue(struct slide_frontier *front, uint32_t entry) {
    struct slide_frontier_bucket *bucket = &front->buckets[front->entries[entry].least];
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

/* The node is its only content so far. */
static struct slide_frontier_entry *
add_entry(struct slide_frontier *front, const struct slide_node *node, const uint64_t key[2]) {
    struct slide_frontier_entry *entry = &front->entries[front->count];
    *entry = (struct slide_frontier_entry){.depth = UINT8_MAX};
    if (front->remembers) {
        memcpy(entry->key, key, sizeof entry->key);
        memcpy(entry->counts, node->counts, sizeof entry->counts);
    } else {
        slide_node_copy(front->scheme, &front->nodes[front->count], node);
    }
    front->count++;
    return entry;
}

/* The board's entry, now if not before. */
static struct slide_frontier_entry *entry_of(struct slide_frontier *front,
                                             const struct slide_node *node) {
    uint64_t key[2];
    if (!front->remembers) return add_entry(front, node, NULL);
    pack(front->scheme, node->tiles, key);
    size_t slot = find_slot(front, key);
    if (front->slots[slot]) return &front->entries[front->slots[slot] - 1];
    struct slide_frontier_entry *entry = add_entry(front, node, key);
    front->slots[slot] = (uint32_t)front->count;
    return entry;
}

int slide_frontier_init(struct slide_frontier *front, const struct slide_heuristic *scheme,
                        const uint8_t *tiles, bool remembers) {
    struct slide_node node;
    memset(front, 0, sizeof *front);
    front->scheme = scheme;
    front->remembers = remembers;
    if (reserve(front, ROOM_FIRST) < 0) return -1;
    slide_node_set(scheme, &node, tiles);
    slide_node_count(scheme, &node);
    slide_node_sums(scheme, &node);
    struct slide_frontier_entry *entry = entry_of(front, &node);
    entry->depth = 0;
    entry->least = (uint8_t)slide_node_lower_bound(scheme, &node);
    front->least = entry->least;
    return queue(front, 0);
}

void slide_frontier_release(struct slide_frontier *front) {
    for (int i = 0; i <= SLIDE_DEPTH_MAX; i++) free(front->buckets[i].entries);
    free(front->entries);
    free(front->nodes);
    free(front->slots);
}

static void unpack_node(const struct slide_frontier *front,
                        const struct slide_frontier_entry *entry, struct slide_node *node) {
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    unpack(front->scheme, entry->key, tiles);
    slide_node_set(front->scheme, node, tiles);
    memcpy(node->counts, entry->counts, sizeof node->counts);
    slide_node_sums(front->scheme, node);
    node->depth = entry->depth;
    node->skip = entry->skip;
}

void slide_frontier_node(const struct slide_frontier *front, uint32_t number,
                         struct slide_node *node) {
    if (front->remembers)
        unpack_node(front, &front->entries[number], node);
    else
        slide_node_copy(front->scheme, node, &front->nodes[number]);
    node->root = number;
}

void slide_frontier_path(const struct slide_frontier *front, uint32_t number, uint8_t *moves) {
    for (int i = front->entries[number].depth - 1; i >= 0; i--) {
        moves[i] = front->entries[number].move;
        number = front->entries[number].parent;
    }
}

/* The next board to expand; false if there is none. */
static bool next_entry(struct slide_frontier *front, uint32_t *number) {
    for (; front->least <= SLIDE_DEPTH_MAX; front->least++) {
        struct slide_frontier_bucket *bucket = &front->buckets[front->least];
        while (bucket->count) {
            *number = bucket->entries[--bucket->count];
            if (!front->entries[*number].expanded) return true;
        }
    }
    return false;
}

/* Puts boards of the same least on the stack; 1 if one of them is solved, -1 if there are none. */
static int load(struct slide_frontier *front, struct slide_batch *batch, uint32_t *solved) {
    int least = front->least;
    while (batch->top < SLIDE_BATCH && next_entry(front, solved)) {
        struct slide_frontier_entry *entry = &front->entries[*solved];
        if (batch->top && entry->least != least) {
            front->buckets[entry->least].count++;
            break;
        }
        least = entry->least;
        if (entry->depth == least) return 1;
        entry->expanded = true;
        slide_frontier_node(front, *solved, slide_batch_push(batch));
    }
    front->least = least;
    return batch->top ? 0 : -1;
}

/* Notes a board, if it is met for the first time or by a shorter way than before. */
static int meet(struct slide_frontier *front, const struct slide_node *node) {
    int move = slide_node_move(node, node->depth - 1);
    int least = node->depth + slide_node_lower_bound(front->scheme, node);
    if (least >= SLIDE_DEPTH_MAX) return 0;
    struct slide_frontier_entry *entry = entry_of(front, node);
    entry->skip |= (uint8_t)(1 << slide_opposite(move));
    if (entry->depth <= node->depth) return 0;
    entry->depth = node->depth;
    entry->least = (uint8_t)least;
    entry->move = (uint8_t)move;
    entry->parent = node->root;
    return queue(front, (uint32_t)(entry - front->entries));
}

/* Asks for the slots of the boards on the stack, then for the entries that are likely theirs. */
static void ask(const struct slide_frontier *front, const struct slide_batch *batch) {
    size_t homes[SLIDE_BATCH_CHILDREN];
    for (int i = 0; i < batch->top; i++) {
        uint64_t key[2];
        pack(front->scheme, batch->stack[i]->tiles, key);
        homes[i] = home_slot(front, key);
        __builtin_prefetch(&front->slots[homes[i]]);
    }
    for (int i = 0; i < batch->top; i++)
        if (front->slots[homes[i]]) __builtin_prefetch(&front->entries[front->slots[homes[i]] - 1]);
}

static int meet_all(struct slide_frontier *front, const struct slide_batch *batch) {
    if (front->remembers) ask(front, batch);
    for (int i = 0; i < batch->top; i++)
        if (meet(front, batch->stack[i]) < 0) return -1;
    return 0;
}

int slide_frontier_grow(struct slide_frontier *front, struct slide_batch *batch, size_t count,
                        uint32_t *solved) {
    if (reserve(front, count + SLIDE_BATCH_CHILDREN) < 0) return -1;
    while (front->count < count) {
        int loaded = load(front, batch, solved);
        if (loaded > 0) slide_batch_clear(batch);
        if (loaded) return loaded > 0;
        slide_batch_take(batch);
        front->tried += (uint64_t)slide_batch_expand(batch, SLIDE_NO_BOUND);
        int met = meet_all(front, batch);
        slide_batch_clear(batch);
        if (met < 0) return -1;
    }
    return 0;
}
