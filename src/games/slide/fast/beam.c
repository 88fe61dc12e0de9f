/* A beam: the best boards after each move, one move after the other, until one is solved.
 *
 * The boards of the beam are the leaves of a tree, and the tree is kept as the tour around it:
 * moves down, moves up, leaves. One board walks the tour, so a node costs the same at any size.
 * Boards are compared by the tiles' distances to the power 1.5, so that far tiles come first and
 * those at home give way, and by tiles that are in the right line in the wrong order.
 *
 * Where nothing gets better for a while, the pressure grows to place the next group of the plan;
 * where even that does not help, the group is built. So a beam with a plan always arrives. */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UP_AGAIN = 4, LEAF = 5 }; /* in tours, besides the moves */
enum { SCORES = 1 << 14, STALL_FIRST = 10, STALL_MAX = 200, BONUS = 50, CONFLICT = 150, FAR = 512 };

struct leaf {
    uint64_t hash;
    int64_t cost;  /* of the tiles' places */
    int32_t off;   /* the tiles' distances */
    int32_t stage; /* groups in place */
    uint8_t last;  /* the move that led here */
};

struct child {
    struct leaf leaf;
    int64_t score; /* less is better */
    uint32_t parent;
};

struct tour {
    uint8_t *steps;
    size_t count, capacity;
};

struct beam {
    struct slide_field *field;
    const struct slide_plan *plan;
    struct slide_budget *budget;
    struct slide_path *path;
    size_t width, longest, depth; /* depth: moves from the start to the leaves */
    struct tour tour, next;
    uint8_t *above; /* the moves from the root to where the board is */
    size_t down, above_room;
    struct leaf *leaves;
    struct child *children;
    size_t leaf_count, child_count;
    uint32_t *seen, seen_mask; /* boards met lately, by hash */
    uint32_t *scores;          /* how many children have each */
    int32_t costs[FAR];        /* of a distance */
    bool staged;               /* groups are being placed */
    int pressure, bonus, furthest;
};

static uint64_t mix(int tile, int cell) {
    uint64_t x = ((uint64_t)tile << 32 | (uint64_t)cell) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

/* 32 times x to the power 1.5, in whole numbers: the same on every machine. */
static int32_t power(int x) {
    uint64_t square = UINT64_C(1024) * (uint64_t)x * (uint64_t)x * (uint64_t)x, root = 0;
    for (uint64_t bit = UINT64_C(1) << 20; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return (int32_t)root;
}

/* Tiles in their line that have to leave it to let others pass: all but the longest rising run of
 * homes. */
static int conflicts(const struct slide_field *field, int cell, int step, int length,
                     const uint8_t *line, const uint8_t *place) {
    uint8_t tails[SLIDE_BOARD_SIDE_MAX];
    int count = 0, longest = 0, own = line[cell];
    for (int i = 0; i < length; i++, cell += step) {
        int tile = field->tiles[cell], home = field->home[tile];
        if (!tile || line[home] != own) continue;
        int at = longest;
        while (at > 0 && tails[at - 1] > place[home]) at--;
        if (at == longest) longest++;
        tails[at] = place[home];
        count++;
    }
    return count - longest;
}

static int row_conflicts(const struct slide_field *field, int row) {
    return conflicts(field, row * field->cols, 1, field->cols, field->row, field->col);
}

static int col_conflicts(const struct slide_field *field, int col) {
    return conflicts(field, col, field->cols, field->rows, field->col, field->row);
}

/* What a move adds to the conflicts: a tile that leaves or enters its row or column. */
static int added_conflicts(struct slide_field *field, int move) {
    bool upright = move == SLIDE_UP || move == SLIDE_DOWN;
    int from = field->blank, to = from + field->step[move], home = field->home[field->tiles[to]];
    const uint8_t *line = upright ? field->row : field->col;
    if (line[home] != line[from] && line[home] != line[to]) return 0;
    int (*count)(const struct slide_field *, int) = upright ? row_conflicts : col_conflicts;
    int before = count(field, line[home]);
    slide_field_move(field, move);
    int after = count(field, line[home]);
    slide_field_move(field, slide_opposite(move));
    return after - before;
}

static struct leaf root_leaf(const struct beam *beam) {
    const struct slide_field *field = beam->field;
    struct leaf leaf = {.last = UINT8_MAX};
    for (int tile = 1; tile < field->count; tile++) {
        int off = slide_field_off(field, tile, field->at[tile]);
        leaf.hash ^= mix(tile, field->at[tile]);
        leaf.cost += beam->costs[off];
        leaf.off += off;
    }
    for (int row = 0; row < field->rows; row++) leaf.cost += CONFLICT * row_conflicts(field, row);
    for (int col = 0; col < field->cols; col++) leaf.cost += CONFLICT * col_conflicts(field, col);
    return leaf;
}

/* The stage of a leaf, where the board is. */
static void stage_leaf(struct beam *beam, struct leaf *leaf) {
    for (leaf->stage = 0; leaf->stage < beam->plan->count; leaf->stage++)
        if (slide_plan_here(beam->plan, leaf->stage) > 0) break;
}

/* Advances the stage past all groups in place after the move, and tells the distance of the next.
 */
static int group_distance(const struct beam *beam, int tile, int from, int to, int *stage) {
    const struct slide_plan *plan = beam->plan;
    const uint16_t *at = beam->field->at;
    for (; *stage < plan->count; ++*stage) {
        const struct slide_stage *group = &plan->groups[*stage];
        int first = group->tile == tile ? from : at[group->tile];
        int other = group->other == tile ? from : at[group->other];
        int distance = slide_plan_distance(plan, *stage, to, first, other);
        if (distance > 0) return distance;
    }
    return 0;
}

static bool met(struct beam *beam, uint64_t hash) {
    uint32_t *slot = &beam->seen[hash & beam->seen_mask], key = (uint32_t)(hash >> 32);
    if (*slot == key) return true;
    *slot = key;
    return false;
}

static void add_child(struct beam *beam, uint32_t parent, int move) {
    struct slide_field *field = beam->field;
    struct leaf leaf = beam->leaves[parent];
    int from = field->blank, to = from + field->step[move], tile = field->tiles[to];
    if (beam->staged && beam->plan->locked[to] < leaf.stage) return;
    int before = slide_field_off(field, tile, to), after = slide_field_off(field, tile, from);
    leaf.off += after - before;
    if (beam->depth + 1 + (size_t)leaf.off > beam->longest) return;
    leaf.hash ^= mix(tile, to) ^ mix(tile, from);
    if (met(beam, leaf.hash)) return;
    leaf.cost += beam->costs[after] - beam->costs[before] + CONFLICT * added_conflicts(field, move);
    leaf.last = (uint8_t)move;
    int64_t score = leaf.cost;
    if (beam->staged) {
        int left = group_distance(beam, tile, from, to, &leaf.stage);
        score += beam->pressure * (left + (int64_t)beam->bonus * (beam->furthest - leaf.stage));
    }
    beam->children[beam->child_count++] = (struct child){leaf, score, parent};
}

static int deepen(struct beam *beam, int move) {
    if (beam->down == beam->above_room) {
        size_t capacity = 2 * beam->above_room;
        uint8_t *above = realloc(beam->above, capacity);
        if (!above) return -1;
        beam->above = above;
        beam->above_room = capacity;
    }
    beam->above[beam->down++] = (uint8_t)move;
    slide_field_move(beam->field, move);
    return 0;
}

static void rise(struct beam *beam) {
    slide_field_move(beam->field, slide_opposite(beam->above[--beam->down]));
}

static void expand(struct beam *beam, uint32_t leaf) {
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        if ((beam->field->ways[beam->field->blank] >> move & 1) &&
            slide_opposite(move) != beam->leaves[leaf].last)
            add_child(beam, leaf, move);
}

enum visit { PASS, EXPAND, STAGE };

/* Walks the tour up to leaf `until`, and stays there; past all leaves it ends at the root. */
static int walk(struct beam *beam, enum visit visit, uint32_t until) {
    uint32_t leaf = 0;
    for (size_t i = 0; i < beam->tour.count; i++) {
        int step = beam->tour.steps[i];
        if (step < UP_AGAIN) {
            if (deepen(beam, step)) return -1;
        } else if (step == UP_AGAIN) {
            rise(beam);
        } else {
            if (leaf == until) return 0;
            if (visit == EXPAND) expand(beam, leaf);
            if (visit == STAGE) stage_leaf(beam, &beam->leaves[leaf]);
            leaf++;
        }
    }
    return 0;
}

/* The score up to which children are kept, and how many of just that score. */
static int64_t limit(struct beam *beam, size_t *quota) {
    int64_t least = INT64_MAX;
    *quota = beam->child_count;
    if (beam->child_count <= beam->width) return INT64_MAX;
    for (size_t i = 0; i < beam->child_count; i++)
        if (beam->children[i].score < least) least = beam->children[i].score;
    memset(beam->scores, 0, SCORES * sizeof *beam->scores);
    for (size_t i = 0; i < beam->child_count; i++) {
        int64_t above = beam->children[i].score - least;
        if (above < SCORES) beam->scores[above]++;
    }
    size_t kept = 0;
    for (int above = 0; above < SCORES; above++) {
        *quota = beam->width - kept;
        if (beam->scores[above] > *quota) return least + above;
        kept += beam->scores[above];
    }
    return least + SCORES;
}

static bool keeps(const struct child *child, int64_t most, size_t *quota) {
    if (child->score != most) return child->score < most;
    if (*quota == 0) return false;
    --*quota;
    return true;
}

static int reserve(struct tour *tour, size_t more) {
    if (tour->count + more <= tour->capacity) return 0;
    size_t capacity = 2 * tour->capacity + more;
    uint8_t *steps = realloc(tour->steps, capacity);
    if (!steps) return -1;
    tour->steps = steps;
    tour->capacity = capacity;
    return 0;
}

static void put(struct tour *tour, int step) {
    tour->steps[tour->count++] = (uint8_t)step;
}

/* Up again, or rather not down before if there was nothing to see. */
static void put_up(struct tour *tour) {
    if (tour->steps[tour->count - 1] < UP_AGAIN)
        tour->count--;
    else
        put(tour, UP_AGAIN);
}

/* The children that are kept become the leaves of a new tour. */
static int renew(struct beam *beam) {
    size_t quota, kept = 0;
    int64_t most = limit(beam, &quota);
    const struct child *child = beam->children, *end = child + beam->child_count;
    uint32_t leaf = 0;
    beam->next.count = 0;
    for (size_t i = 0; i < beam->tour.count; i++) {
        int step = beam->tour.steps[i];
        if (reserve(&beam->next, 12)) return -1;
        if (step < UP_AGAIN) put(&beam->next, step);
        if (step == UP_AGAIN) put_up(&beam->next);
        if (step != LEAF) continue;
        for (; child < end && child->parent == leaf; child++) {
            if (!keeps(child, most, &quota)) continue;
            put(&beam->next, child->leaf.last);
            put(&beam->next, LEAF);
            put(&beam->next, UP_AGAIN);
            beam->leaves[kept++] = child->leaf;
        }
        leaf++;
    }
    beam->leaf_count = kept;
    beam->depth++;
    struct tour tour = beam->tour;
    beam->tour = beam->next;
    beam->next = tour;
    return 0;
}

/* Moves that all leaves share are made for good. */
static int settle(struct beam *beam) {
    struct tour *tour = &beam->tour;
    size_t last = tour->count, down = 0, shared = SIZE_MAX;
    while (tour->steps[last - 1] != LEAF) last--;
    for (size_t i = 0; i < last; i++) {
        if (tour->steps[i] < UP_AGAIN) down++;
        if (tour->steps[i] == UP_AGAIN) down--;
        if (tour->steps[i] == LEAF || shared != SIZE_MAX) shared = down < shared ? down : shared;
    }
    for (size_t i = 0; i < shared; i++) {
        slide_field_move(beam->field, tour->steps[i]);
        if (slide_path_add(beam->path, tour->steps[i])) return -1;
    }
    tour->count -= 2 * shared;
    memmove(tour->steps, tour->steps + shared, tour->count);
    return 0;
}

/* Makes the moves to a leaf for good. */
static int go_to(struct beam *beam, uint32_t leaf) {
    if (walk(beam, PASS, leaf)) return -1;
    for (size_t i = 0; i < beam->down; i++)
        if (slide_path_add(beam->path, beam->above[i])) return -1;
    beam->down = 0;
    return 0;
}

static void begin(struct beam *beam) {
    beam->leaves[0] = root_leaf(beam);
    beam->leaf_count = 1;
    beam->tour.steps[0] = LEAF;
    beam->tour.count = 1;
}

/* Builds what the beam cannot find, from its best leaf on, and begins again there. */
static int rescue(struct beam *beam) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < beam->leaf_count; i++) {
        const struct leaf *leaf = &beam->leaves[i], *than = &beam->leaves[best];
        if (leaf->stage > than->stage || (leaf->stage == than->stage && leaf->cost < than->cost))
            best = i;
    }
    int stage = beam->leaves[best].stage;
    if (go_to(beam, best)) return -1;
    size_t moves = beam->path->count;
    if (stage < beam->plan->count
            ? slide_construct_group(beam->field, beam->plan, stage, beam->path)
            : slide_construct_core(beam->field, beam->plan, beam->path))
        return -1;
    beam->depth += beam->path->count - moves;
    begin(beam);
    stage_leaf(beam, &beam->leaves[0]);
    return 0;
}

/* The leaves will be expanded once more, so what was met is forgotten. */
static int help(struct beam *beam) {
    memset(beam->seen, 0, ((size_t)beam->seen_mask + 1) * sizeof *beam->seen);
    if (beam->staged) return rescue(beam);
    beam->staged = true;
    return walk(beam, STAGE, UINT32_MAX);
}

/* How good the leaves have become; less is better. */
static int64_t standing(struct beam *beam) {
    int64_t cost = INT64_MAX;
    for (size_t i = 0; i < beam->leaf_count; i++) {
        if (beam->leaves[i].cost < cost) cost = beam->leaves[i].cost;
        if (beam->leaves[i].stage > beam->furthest) beam->furthest = beam->leaves[i].stage;
    }
    return cost - (int64_t)BONUS * beam->furthest;
}

/* 1 when solved, and then the path is complete. */
static int finish(struct beam *beam) {
    for (size_t i = 0; i < beam->child_count; i++) {
        const struct child *child = &beam->children[i];
        if (child->leaf.off > 0) continue;
        if (go_to(beam, child->parent)) return -1;
        slide_field_move(beam->field, child->leaf.last);
        return slide_path_add(beam->path, child->leaf.last) ? -1 : 1;
    }
    return 0;
}

static int run(struct beam *beam) {
    int64_t best = INT64_MAX;
    int stall = 0;
    begin(beam);
    for (size_t steps = 1; beam->leaves[0].off > 0; steps++) {
        int64_t now = standing(beam);
        stall = now < best ? 0 : stall + 1;
        if (now < best) best = now;
        beam->pressure = 1 + stall;
        beam->bonus = BONUS + stall;
        beam->child_count = 0;
        if (walk(beam, EXPAND, UINT32_MAX)) return -1;
        if (!slide_budget_spend(beam->budget, beam->child_count + 1)) return 0;
        int done = finish(beam);
        if (done) return done;
        bool stuck = stall > (beam->staged ? STALL_MAX : STALL_FIRST) || beam->child_count == 0;
        if (stuck && !beam->plan) return 0;
        if (stuck ? help(beam) : renew(beam)) return -1;
        if (stuck) best = INT64_MAX;
        if (beam->depth > beam->longest) return 0;
        if (steps % 16 == 0 && settle(beam)) return -1;
    }
    return 1;
}

static int prepare(struct beam *beam) {
    size_t slots = 1024;
    while (slots < 16 * beam->width) slots *= 2;
    beam->seen_mask = (uint32_t)(slots - 1);
    beam->seen = calloc(slots, sizeof *beam->seen);
    beam->scores = malloc(SCORES * sizeof *beam->scores);
    beam->leaves = malloc(beam->width * sizeof *beam->leaves);
    beam->children = malloc((3 * beam->width + 1) * sizeof *beam->children);
    beam->above_room = 1024;
    beam->above = malloc(beam->above_room);
    beam->tour.capacity = beam->next.capacity = 8 * beam->width + 16;
    beam->tour.steps = malloc(beam->tour.capacity);
    beam->next.steps = malloc(beam->next.capacity);
    for (int i = 0; i < FAR; i++) beam->costs[i] = power(i);
    return beam->seen && beam->scores && beam->leaves && beam->children && beam->above &&
                   beam->tour.steps && beam->next.steps
               ? 0
               : -1;
}

int slide_beam(struct slide_field *field, const struct slide_beam *how, struct slide_budget *budget,
               struct slide_path *path) {
    assert(how->width > 0 && (!how->plan || how->plan->field == field));
    struct beam *beam = malloc(sizeof *beam);
    if (!beam) return -1;
    *beam = (struct beam){.field = field,
                          .plan = how->plan,
                          .budget = budget,
                          .path = path,
                          .width = (size_t)how->width,
                          .longest = how->longest};
    int result = prepare(beam) ? -1 : run(beam);
    free(beam->seen);
    free(beam->scores);
    free(beam->leaves);
    free(beam->children);
    free(beam->above);
    free(beam->tour.steps);
    free(beam->next.steps);
    free(beam);
    return result;
}
