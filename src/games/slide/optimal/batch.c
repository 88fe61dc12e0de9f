/* The last child of a node is made in its place, so most nodes are never copied. */
#include "games/slide/optimal/batch.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A batch leaves at most three children a node behind, and the next one is taken from the top:
 * whatever is below was left by batches of lesser depth, one for each depth. */
enum { POOL = 3 * SLIDE_BATCH * (SLIDE_DEPTH_MAX + 2) };

int slide_batch_init(struct slide_batch *batch, const struct slide_heuristic *scheme) {
    memset(batch, 0, offsetof(struct slide_batch, children));
    batch->scheme = scheme;
    batch->pool = malloc(sizeof *batch->pool * POOL);
    batch->stack = malloc(sizeof *batch->stack * POOL);
    batch->spare = malloc(sizeof *batch->spare * POOL);
    return batch->pool && batch->stack && batch->spare ? 0 : -1;
}

void slide_batch_release(struct slide_batch *batch) {
    free(batch->pool);
    free(batch->stack);
    free(batch->spare);
}

static struct slide_node *take_slot(struct slide_batch *batch) {
    if (batch->spares) return batch->spare[--batch->spares];
    assert(batch->used < POOL);
    return &batch->pool[batch->used++];
}

struct slide_node *slide_batch_push(struct slide_batch *batch) {
    return batch->stack[batch->top++] = take_slot(batch);
}

bool slide_batch_take(struct slide_batch *batch) {
    batch->count = batch->top < SLIDE_BATCH ? batch->top : SLIDE_BATCH;
    for (int i = 0; i < batch->count; i++) batch->nodes[i] = batch->stack[--batch->top];
    return batch->count > 0;
}

void slide_batch_clear(struct slide_batch *batch) {
    while (batch->top) batch->spare[batch->spares++] = batch->stack[--batch->top];
}

static int list_children(struct slide_batch *batch) {
    const struct slide_heuristic *scheme = batch->scheme;
    const int steps[4] = {-scheme->cols, scheme->cols, -1, 1};
    int count = 0;
    for (int i = 0; i < batch->count; i++) {
        const struct slide_node *node = batch->nodes[i];
        const uint32_t *next = scheme->next[node->state];
        for (int move = 3; move >= 0; move--) {
            batch->children[count] = (struct slide_child){(uint8_t)i, (uint8_t)move,
                                                          (uint8_t)(node->blank + steps[move])};
            batch->kept[count] = (uint8_t)count;
            count += next[move] != 0 && !(node->skip >> move & 1);
        }
    }
    return batch->kept_count = count;
}

/* Works out the children's masks in a view, and asks for their regions. */
static void number_children(struct slide_batch *batch, int v) {
    const struct slide_heuristic *scheme = batch->scheme;
    const struct slide_view *view = &scheme->view[v];
    for (int k = 0; k < batch->kept_count; k++) {
        struct slide_child child = batch->children[batch->kept[k]];
        struct slide_look *look = &batch->looks[v][batch->kept[k]];
        const struct slide_node *node = batch->nodes[child.parent];
        int t = view->table_of[node->tiles[child.from]];
        const struct slide_layout *layout = scheme->table[t].layout;
        look->table = (uint8_t)t;
        look->group =
            slide_group_move(node->groups[t], view->cell[child.from], view->cell[node->blank]);
        look->number = slide_layout_number(layout, look->group.mask);
        __builtin_prefetch(&layout->regions[look->number]);
    }
}

/* Asks for their bits. */
static void aim(struct slide_batch *batch, int v) {
    const struct slide_heuristic *scheme = batch->scheme;
    const struct slide_view *view = &scheme->view[v];
    for (int k = 0; k < batch->kept_count; k++) {
        struct slide_look *look = &batch->looks[v][batch->kept[k]];
        const struct slide_table *table = &scheme->table[look->table];
        look->bit = slide_layout_bit(table->layout, look->number, look->group.order,
                                     view->cell[batch->children[batch->kept[k]].from]);
        __builtin_prefetch(&table->bits[look->bit / 64]);
    }
}

/* Keeps the children that may still lead to a solution within the bound, for all the view knows.
 * Which ones cannot be foreseen: so there are no branches. */
static void weigh(struct slide_batch *batch, int v, int bound) {
    const struct slide_heuristic *scheme = batch->scheme;
    int kept = 0;
    for (int k = 0; k < batch->kept_count; k++) {
        int i = batch->kept[k];
        struct slide_look *look = &batch->looks[v][i];
        const struct slide_node *node = batch->nodes[batch->children[i].parent];
        int count = node->counts[look->table];
        bool bit = slide_pdb_bit(scheme->table[look->table].bits, look->bit);
        int after = slide_pdb_step(count, bit);
        look->count = (uint8_t)after;
        batch->kept[kept] = (uint8_t)i;
        kept += node->depth + 1 + node->sums[v] + after - count <= bound;
    }
    batch->kept_count = kept;
}

void slide_node_copy(const struct slide_heuristic *scheme, struct slide_node *to,
                     const struct slide_node *from) {
    memcpy(to, from, offsetof(struct slide_node, groups));
    for (int i = 0; i < scheme->tables; i++) to->groups[i] = from->groups[i];
}

static void note_move(struct slide_node *node, int move) {
    uint64_t *word = &node->path[node->depth / 32];
    int shift = 2 * (node->depth % 32);
    *word = (*word & ~(UINT64_C(3) << shift)) | (uint64_t)move << shift;
    node->depth++;
}

/* Turns a node into its child, on the stack. */
static void push_child(struct slide_batch *batch, struct slide_node *node, int i) {
    const struct slide_heuristic *scheme = batch->scheme;
    struct slide_child child = batch->children[i];
    for (int v = 0; v < scheme->views; v++) {
        const struct slide_look *look = &batch->looks[v][i];
        node->groups[look->table] = look->group;
        node->sums[v] = (uint16_t)(node->sums[v] + look->count - node->counts[look->table]);
        node->counts[look->table] = look->count;
    }
    node->tiles[node->blank] = node->tiles[child.from];
    node->tiles[child.from] = 0;
    node->blank = child.from;
    node->skip = 0;
    note_move(node, child.move);
    node->state = scheme->next[node->state][child.move];
    __builtin_prefetch(scheme->next[node->state]);
    batch->stack[batch->top++] = node;
}

/* Puts the children that are kept onto the stack, in place of the batch. */
static void push_children(struct slide_batch *batch) {
    for (int b = 0, k = 0; b < batch->count; b++) {
        struct slide_node *node = batch->nodes[b];
        int last = -1;
        for (; k < batch->kept_count && batch->children[batch->kept[k]].parent == b; k++) {
            if (last >= 0) {
                struct slide_node *copy = take_slot(batch);
                slide_node_copy(batch->scheme, copy, node);
                push_child(batch, copy, last);
            }
            last = batch->kept[k];
        }
        if (last >= 0)
            push_child(batch, node, last);
        else
            batch->spare[batch->spares++] = node;
    }
}

int slide_batch_expand(struct slide_batch *batch, int bound) {
    int tried = list_children(batch);
    for (int v = 0; v < batch->scheme->views; v++) {
        number_children(batch, v);
        aim(batch, v);
        weigh(batch, v, bound);
    }
    push_children(batch);
    return tried;
}

static void set_groups(const struct slide_heuristic *scheme, struct slide_node *node, int v) {
    const struct slide_view *view = &scheme->view[v];
    int cells = scheme->rows * scheme->cols;
    for (int cell = 0; cell < cells; cell++) {
        int tile = node->tiles[view->cell[cell]];
        if (!tile) continue;
        struct slide_group *group = &node->groups[view->table_of[tile]];
        group->order |= (uint32_t)view->place[tile] << 3 * bits_count(group->mask);
        group->mask |= UINT32_C(1) << cell;
    }
}

void slide_node_set(const struct slide_heuristic *scheme, struct slide_node *node,
                    const uint8_t *tiles) {
    memset(node, 0, offsetof(struct slide_node, groups));
    memset(node->groups, 0, sizeof *node->groups * (size_t)scheme->tables);
    for (int cell = 0; cell < scheme->rows * scheme->cols; cell++) {
        node->tiles[cell] = tiles[cell];
        if (!tiles[cell]) node->blank = (uint8_t)cell;
    }
    node->state = scheme->start[node->blank];
    for (int v = 0; v < scheme->views; v++) set_groups(scheme, node, v);
}

void slide_node_count(const struct slide_heuristic *scheme, struct slide_node *node) {
    for (int v = 0; v < scheme->views; v++) {
        const struct slide_view *view = &scheme->view[v];
        for (int t = view->first; t < view->end; t++) {
            const struct slide_table *table = &scheme->table[t];
            node->counts[t] = (uint8_t)slide_pdb_count(table->layout, table->bits, node->groups[t],
                                                       view->cell[node->blank], table->home);
        }
    }
}

void slide_node_sums(const struct slide_heuristic *scheme, struct slide_node *node) {
    for (int v = 0; v < scheme->views; v++) {
        node->sums[v] = 0;
        for (int t = scheme->view[v].first; t < scheme->view[v].end; t++)
            node->sums[v] = (uint16_t)(node->sums[v] + node->counts[t]);
    }
}

int slide_node_lower_bound(const struct slide_heuristic *scheme, const struct slide_node *node) {
    int most = 0;
    for (int v = 0; v < scheme->views; v++)
        if (node->sums[v] > most) most = node->sums[v];
    return most;
}
