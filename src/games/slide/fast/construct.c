/* The constructive solver. It places the plan's groups one after the other, each by a search over
 * the cells of the blank and the group's tiles alone, then solves the core. It always succeeds: the
 * part that is not locked is at least two cells wide, so every group can be placed. */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A*: a node is the cells of the blank, the tile and the other one. The open list has a stack for
 * each estimate, so that of many equal paths only one is followed. */
struct node {
    uint16_t blank, tile, other;
    uint8_t move;
    uint32_t moves, parent, below;
};

enum { ESTIMATES = 4096 };
#define NONE UINT32_MAX
enum { FAR = INT32_MAX, PAIR_NEAR = 2 * SLIDE_CORNER_FAR + 64 };

struct search {
    const struct slide_plan *plan;
    int group;
    struct node *nodes;
    size_t count, capacity; /* capacity is a power of two */
    uint32_t *known;        /* hash table of nodes, with 2 * capacity slots */
    uint32_t open[ESTIMATES];
    int lowest;
};

static size_t hash_of(const struct node *node) {
    uint64_t key = (uint64_t)node->blank << 32 | (uint64_t)node->tile << 16 | node->other;
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20);
}

/* Returns the slot of a node, or the empty slot where it belongs. */
static uint32_t *slot_of(const struct search *search, const struct node *node) {
    size_t mask = 2 * search->capacity - 1, i = hash_of(node) & mask;
    for (;; i = (i + 1) & mask) {
        uint32_t *slot = &search->known[i];
        if (*slot == NONE) return slot;
        const struct node *here = &search->nodes[*slot];
        if (here->blank == node->blank && here->tile == node->tile && here->other == node->other)
            return slot;
    }
}

static int grow(struct search *search) {
    size_t capacity = search->capacity ? 2 * search->capacity : 1024;
    struct node *nodes = realloc(search->nodes, capacity * sizeof *nodes);
    if (nodes) search->nodes = nodes;
    uint32_t *known = malloc(2 * capacity * sizeof *known);
    if (!nodes || !known) return free(known), -1;
    memset(known, 0xff, 2 * capacity * sizeof *known);
    free(search->known);
    search->known = known;
    search->capacity = capacity;
    for (size_t i = 0; i < search->count; i++) *slot_of(search, &search->nodes[i]) = (uint32_t)i;
    return 0;
}

/* Opens a node unless it is known. Returns 1 if it is the goal. */
static int open_node(struct search *search, struct node node) {
    if (search->count == search->capacity && grow(search)) return -1;
    uint32_t *slot = slot_of(search, &node);
    if (*slot != NONE) return 0;
    int left = slide_plan_distance(search->plan, search->group, node.blank, node.tile, node.other);
    int estimate = left + (int)node.moves;
    if (estimate >= ESTIMATES) estimate = ESTIMATES - 1;
    if (estimate < search->lowest) search->lowest = estimate;
    *slot = (uint32_t)search->count;
    node.below = search->open[estimate];
    search->open[estimate] = *slot;
    search->nodes[search->count++] = node;
    return left == 0;
}

/* Takes the best open node. There always is one, since every group can be placed. */
static uint32_t take(struct search *search) {
    while (search->open[search->lowest] == NONE) {
        search->lowest++;
        assert(search->lowest < ESTIMATES);
    }
    uint32_t best = search->open[search->lowest];
    search->open[search->lowest] = search->nodes[best].below;
    return best;
}

static int expand(struct search *search, uint32_t parent) {
    const struct slide_field *field = search->plan->field;
    struct node from = search->nodes[parent];
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        if (!(field->ways[from.blank] >> move & 1)) continue;
        int to = from.blank + field->step[move];
        if (search->plan->locked[to] < search->group) continue;
        struct node next = {.blank = (uint16_t)to,
                            .tile = to == from.tile ? from.blank : from.tile,
                            .other = to == from.other ? from.blank : from.other,
                            .move = (uint8_t)move,
                            .moves = from.moves + 1,
                            .parent = parent};
        int done = open_node(search, next);
        if (done) return done;
    }
    return 0;
}

/* Makes the moves to the newest node. */
static int follow(struct search *search, struct slide_field *field, struct slide_path *path) {
    uint32_t at = (uint32_t)search->count - 1, moves = search->nodes[at].moves;
    size_t begin = path->count;
    for (uint32_t i = 0; i < moves; i++)
        if (slide_path_add(path, 0)) return -1;
    for (uint32_t i = moves; i-- > 0; at = search->nodes[at].parent)
        path->moves[begin + i] = search->nodes[at].move;
    for (uint32_t i = 0; i < moves; i++) slide_field_move(field, path->moves[begin + i]);
    return 0;
}

/* Returns the distance of a group after a move, FAR if it leads off the board or to a locked cell.
 */
static int distance_after(const struct slide_field *field, const struct slide_plan *plan, int g,
                          int move) {
    const struct slide_plan_group *group = &plan->groups[g];
    int from = field->blank, to = from + field->step[move];
    if (!(field->ways[from] >> move & 1) || plan->locked[to] < g) return FAR;
    int moved = field->tiles[to];
    return slide_plan_distance(plan, g, to, moved == group->tile ? from : field->at[group->tile],
                               moved == group->other ? from : field->at[group->other]);
}

/* Returns the move that brings the group nearest; of equal ones the last, as the search would. -1
 * if none brings it nearer. */
static int downhill(const struct slide_field *field, const struct slide_plan *plan, int g,
                    int *left) {
    bool exact = plan->groups[g].other == 0; /* then no move gains more than 1 */
    int best = -1, nearest = *left;
    for (int move = SLIDE_RIGHT; move >= SLIDE_UP; move--) {
        int distance = distance_after(field, plan, g, move);
        if (distance < nearest) nearest = distance, best = move;
        if (exact && best >= 0) break;
    }
    *left = nearest;
    return best;
}

/* Follows the distance downhill while it is more than `near`. Where the distance is exact, that
 * makes the moves that the search would find. */
static int descend(struct slide_field *field, const struct slide_plan *plan, int g, int near,
                   struct slide_path *path) {
    int left = slide_plan_here(plan, g), move;
    while (left > near && (move = downhill(field, plan, g, &left)) >= 0) {
        slide_field_move(field, move);
        if (slide_path_add(path, move)) return -1;
    }
    return 0;
}

int slide_construct_group(struct slide_field *field, const struct slide_plan *plan, int g,
                          struct slide_path *path) {
    const struct slide_plan_group *group = &plan->groups[g];
    if (descend(field, plan, g, group->other ? PAIR_NEAR : 0, path)) return -1;
    if (slide_plan_here(plan, g) == 0) return 0;
    struct search *search = malloc(sizeof *search);
    if (!search) return -1;
    *search = (struct search){.plan = plan, .group = g, .lowest = ESTIMATES - 1};
    memset(search->open, 0xff, sizeof search->open);
    struct node first = {.blank = (uint16_t)field->blank,
                         .tile = field->at[group->tile],
                         .other = group->other ? field->at[group->other] : UINT16_MAX};
    int done = open_node(search, first);
    while (done == 0) done = expand(search, take(search));
    if (done > 0) done = follow(search, field, path);
    free(search->nodes);
    free(search->known);
    free(search);
    return done;
}

/* The core: iterative deepening with the Manhattan distance. */
struct core {
    struct slide_field *field;
    const struct slide_plan *plan;
    uint8_t moves[64];
};

static bool dive(struct core *core, int depth, int left, int distance) {
    struct slide_field *field = core->field;
    if (distance == 0) return core->moves[depth] = UINT8_MAX, true;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        if (!(field->ways[field->blank] >> move & 1)) continue;
        if (depth > 0 && move == slide_opposite(core->moves[depth - 1])) continue;
        int from = field->blank, to = from + field->step[move], tile = field->tiles[to];
        if (core->plan->locked[to] < core->plan->count) continue;
        int next = distance + slide_field_home_distance(field, tile, from) -
                   slide_field_home_distance(field, tile, to);
        if (next > left - 1) continue;
        core->moves[depth] = (uint8_t)move;
        slide_field_move(field, move);
        bool found = dive(core, depth + 1, left - 1, next);
        slide_field_move(field, slide_opposite(move));
        if (found) return true;
    }
    return false;
}

int slide_construct_core(struct slide_field *field, const struct slide_plan *plan,
                         struct slide_path *path) {
    struct core core = {.field = field, .plan = plan};
    int distance = (int)slide_field_distance(field), left = distance;
    while (!dive(&core, 0, left, distance)) {
        left += 2;
        assert(left < (int)sizeof core.moves);
    }
    for (int i = 0; core.moves[i] != UINT8_MAX; i++) {
        slide_field_move(field, core.moves[i]);
        if (slide_path_add(path, core.moves[i])) return -1;
    }
    return 0;
}
