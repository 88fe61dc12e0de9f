/* A node's last child overwrites the node, so most nodes are never copied. */
#include "games/slide/optimal/batch.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A batch has at most four children a node. The next batch comes from the top of the stack and
 * leaves three of them, so each depth leaves at most three a node. */
enum { POOL_CAPACITY = 3 * SLIDE_BATCH * (SLIDE_DEPTH_MAX + 2) };

int slide_batch_init(struct slide_batch *batch, const struct slide_heuristic *heuristic) {
    memset(batch, 0, offsetof(struct slide_batch, children));
    batch->heuristic = heuristic;
    batch->pool = malloc(sizeof *batch->pool * POOL_CAPACITY);
    batch->stack = malloc(sizeof *batch->stack * POOL_CAPACITY);
    batch->free = malloc(sizeof *batch->free * POOL_CAPACITY);
    return batch->pool && batch->stack && batch->free ? 0 : -1;
}

void slide_batch_release(struct slide_batch *batch) {
    free(batch->pool);
    free(batch->stack);
    free(batch->free);
}

static struct slide_node *take_free(struct slide_batch *batch) {
    if (batch->free_count) return batch->free[--batch->free_count];
    assert(batch->used < POOL_CAPACITY);
    return &batch->pool[batch->used++];
}

struct slide_node *slide_batch_push(struct slide_batch *batch) {
    return batch->stack[batch->top++] = take_free(batch);
}

bool slide_batch_take(struct slide_batch *batch) {
    batch->count = batch->top < SLIDE_BATCH ? batch->top : SLIDE_BATCH;
    for (int i = 0; i < batch->count; i++) batch->nodes[i] = batch->stack[--batch->top];
    return batch->count > 0;
}

void slide_batch_clear(struct slide_batch *batch) {
    while (batch->top) batch->free[batch->free_count++] = batch->stack[--batch->top];
}

static int list_children(struct slide_batch *batch) {
    const struct slide_heuristic *heuristic = batch->heuristic;
    int steps[4], count = 0;
    for (int move = 0; move < 4; move++) steps[move] = slide_step(heuristic->cols, move);
    for (int i = 0; i < batch->count; i++) {
        const struct slide_node *node = batch->nodes[i];
        const uint32_t *next = heuristic->next[node->state];
        for (int move = 3; move >= 0; move--) {
            batch->children[count] = (struct slide_child){(uint8_t)i, (uint8_t)move,
                                                          (uint8_t)(node->blank + steps[move])};
            batch->kept[count] = (uint8_t)count;
            count += next[move] != 0 && !(node->skip >> move & 1);
        }
    }
    return batch->kept_count = count;
}

/* Numbers the children's masks in a view and prefetches their regions. */
static void number_masks(struct slide_batch *batch, int v) {
    const struct slide_heuristic *heuristic = batch->heuristic;
    const struct slide_view *view = &heuristic->view[v];
    for (int k = 0; k < batch->kept_count; k++) {
        struct slide_child child = batch->children[batch->kept[k]];
        struct slide_lookup *lookup = &batch->lookups[v][batch->kept[k]];
        const struct slide_node *node = batch->nodes[child.parent];
        int t = view->table_of[node->tiles[child.from]];
        const struct slide_layout *layout = heuristic->table[t].layout;
        lookup->table = (uint8_t)t;
        lookup->group =
            slide_group_move(node->groups[t], view->cell[child.from], view->cell[node->blank]);
        lookup->mask_number = slide_layout_number(layout, lookup->group.mask);
        __builtin_prefetch(&layout->regions[lookup->mask_number]);
    }
}

/* Finds the children's bits in a view and prefetches them. */
static void prefetch_bits(struct slide_batch *batch, int v) {
    const struct slide_heuristic *heuristic = batch->heuristic;
    const struct slide_view *view = &heuristic->view[v];
    for (int k = 0; k < batch->kept_count; k++) {
        struct slide_lookup *lookup = &batch->lookups[v][batch->kept[k]];
        const struct slide_table *table = &heuristic->table[lookup->table];
        lookup->bit = slide_layout_bit(table->layout, lookup->mask_number, lookup->group.order,
                                       view->cell[batch->children[batch->kept[k]].from]);
        __builtin_prefetch(&table->bits[lookup->bit / 64]);
    }
}

/* Keeps the children that a view does not put beyond the bound. Branches would be mispredicted, so
 * there are none. */
static void keep_within_bound(struct slide_batch *batch, int v, int bound) {
    const struct slide_heuristic *heuristic = batch->heuristic;
    int kept = 0;
    for (int k = 0; k < batch->kept_count; k++) {
        int i = batch->kept[k];
        struct slide_lookup *lookup = &batch->lookups[v][i];
        const struct slide_node *node = batch->nodes[batch->children[i].parent];
        int count = node->counts[lookup->table];
        bool bit = slide_pdb_bit(heuristic->table[lookup->table].bits, lookup->bit);
        int after = slide_pdb_step(count, bit);
        lookup->count = (uint8_t)after;
        batch->kept[kept] = (uint8_t)i;
        kept += node->depth + 1 + node->sums[v] + after - count <= bound;
    }
    batch->kept_count = kept;
}

void slide_node_copy(const struct slide_heuristic *heuristic, struct slide_node *to,
                     const struct slide_node *from) {
    memcpy(to, from, offsetof(struct slide_node, groups));
    for (int i = 0; i < heuristic->tables; i++) to->groups[i] = from->groups[i];
}

static void append_move(struct slide_node *node, int move) {
    uint64_t *limb = &node->path[node->depth / 32];
    int shift = 2 * (node->depth % 32);
    *limb = (*limb & ~(UINT64_C(3) << shift)) | (uint64_t)move << shift;
    node->depth++;
}

/* Turns a node into its i-th child and pushes it. */
static void push_child(struct slide_batch *batch, struct slide_node *node, int i) {
    const struct slide_heuristic *heuristic = batch->heuristic;
    struct slide_child child = batch->children[i];
    for (int v = 0; v < heuristic->views; v++) {
        const struct slide_lookup *lookup = &batch->lookups[v][i];
        node->groups[lookup->table] = lookup->group;
        node->sums[v] = (uint16_t)(node->sums[v] + lookup->count - node->counts[lookup->table]);
        node->counts[lookup->table] = lookup->count;
    }
    node->tiles[node->blank] = node->tiles[child.from];
    node->tiles[child.from] = 0;
    node->blank = child.from;
    node->skip = 0;
    append_move(node, child.move);
    node->state = heuristic->next[node->state][child.move];
    __builtin_prefetch(heuristic->next[node->state]);
    batch->stack[batch->top++] = node;
}

/* Pushes the kept children and frees the batch's other nodes. */
static void push_children(struct slide_batch *batch) {
    for (int b = 0, k = 0; b < batch->count; b++) {
        struct slide_node *node = batch->nodes[b];
        int last = -1;
        for (; k < batch->kept_count && batch->children[batch->kept[k]].parent == b; k++) {
            if (last >= 0) {
                struct slide_node *copy = take_free(batch);
                slide_node_copy(batch->heuristic, copy, node);
                push_child(batch, copy, last);
            }
            last = batch->kept[k];
        }
        if (last >= 0)
            push_child(batch, node, last);
        else
            batch->free[batch->free_count++] = node;
    }
}

int slide_batch_expand(struct slide_batch *batch, int bound) {
    int tried = list_children(batch);
    for (int v = 0; v < batch->heuristic->views; v++) {
        number_masks(batch, v);
        prefetch_bits(batch, v);
        keep_within_bound(batch, v, bound);
    }
    push_children(batch);
    return tried;
}

static void set_groups(const struct slide_heuristic *heuristic, struct slide_node *node, int v) {
    const struct slide_view *view = &heuristic->view[v];
    int cells = heuristic->rows * heuristic->cols;
    for (int cell = 0; cell < cells; cell++) {
        int tile = node->tiles[view->cell[cell]];
        if (!tile) continue;
        struct slide_group *group = &node->groups[view->table_of[tile]];
        group->order |= (uint32_t)view->index[tile] << 3 * bits_count(group->mask);
        group->mask |= UINT32_C(1) << cell;
    }
}

void slide_node_set(const struct slide_heuristic *heuristic, struct slide_node *node,
                    const uint8_t *tiles) {
    memset(node, 0, offsetof(struct slide_node, groups));
    memset(node->groups, 0, sizeof *node->groups * (size_t)heuristic->tables);
    for (int cell = 0; cell < heuristic->rows * heuristic->cols; cell++) {
        node->tiles[cell] = tiles[cell];
        if (!tiles[cell]) node->blank = (uint8_t)cell;
    }
    node->state = heuristic->start[node->blank];
    for (int v = 0; v < heuristic->views; v++) set_groups(heuristic, node, v);
}

bool slide_node_count(const struct slide_heuristic *heuristic, struct slide_node *node) {
    for (int v = 0; v < heuristic->views; v++) {
        const struct slide_view *view = &heuristic->view[v];
        for (int t = view->first; t < view->end; t++) {
            const struct slide_table *table = &heuristic->table[t];
            int count = slide_pdb_count(table->layout, table->bits, node->groups[t],
                                        view->cell[node->blank], table->home);
            if (count < 0) return false;
            node->counts[t] = (uint8_t)count;
        }
    }
    return true;
}

void slide_node_sums(const struct slide_heuristic *heuristic, struct slide_node *node) {
    for (int v = 0; v < heuristic->views; v++) {
        node->sums[v] = 0;
        for (int t = heuristic->view[v].first; t < heuristic->view[v].end; t++)
            node->sums[v] = (uint16_t)(node->sums[v] + node->counts[t]);
    }
}

int slide_node_lower_bound(const struct slide_heuristic *heuristic, const struct slide_node *node) {
    int max = 0;
    for (int v = 0; v < heuristic->views; v++)
        if (node->sums[v] > max) max = node->sums[v];
    return max;
}
