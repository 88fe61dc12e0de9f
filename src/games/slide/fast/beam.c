/* Beam search: keeps the best boards after each move until one is solved.
 *
 * The boards of the beam are the leaves of a tree, stored as a depth-first tour: moves down, moves
 * back, leaves. A single board follows the tour, so the cost of a node does not depend on the size
 * of the board. The score of a board sums the tiles' distances to the power 1.5, so that far tiles
 * come first, and a penalty for linear conflicts.
 *
 * If the scores do not improve for a while, the score rewards placing the next group of the plan,
 * more and more. If that does not help either, the group is constructed. So a beam with a plan
 * always finds a solution. */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BACK = 4, LEAF = 5 }; /* steps of a tour besides the moves */
enum { SCORES = 1 << 14, STALL_FIRST = 10, STALL_MAX = 200, BONUS = 50, CONFLICT = 150, FAR = 512 };

struct leaf {
    uint64_t hash;
    int64_t cost;     /* of the tiles' places */
    int32_t distance; /* the sum of the tiles' distances */
    int32_t placed;   /* the first groups that are in place */
    uint8_t last;     /* the move that led here */
};

struct child {
    struct leaf leaf;
    int64_t score; /* smaller is better */
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
    uint8_t *above; /* the moves from the root to the current board */
    size_t down, above_capacity;
    struct leaf *leaves;
    struct child *children;
    size_t leaf_count, child_count;
    uint32_t *seen, seen_mask; /* hash table of recent boards */
    uint32_t *scores;          /* the number of children of each score */
    int32_t costs[FAR];        /* of each distance */
    bool uses_plan;            /* the score rewards placing groups */
    int pressure, bonus, furthest;
};

static uint64_t mix(int tile, int cell) {
    uint64_t x = ((uint64_t)tile << 32 | (uint64_t)cell) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

/* 32 times x to the power 1.5, in integers: the same on every machine. */
static int32_t power(int x) {
    uint64_t square = UINT64_C(1024) * (uint64_t)x * (uint64_t)x * (uint64_t)x, root = 0;
    for (uint64_t bit = UINT64_C(1) << 20; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return (int32_t)root;
}

/* Linear conflicts: the tiles of a line that must leave it to let others pass, which are all but
 * the longest increasing subsequence of homes. */
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

/* The change of the conflicts by a move: a tile leaves or enters its row or column. */
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
        int distance = slide_field_home_distance(field, tile, field->at[tile]);
        leaf.hash ^= mix(tile, field->at[tile]);
        leaf.cost += beam->costs[distance];
        leaf.distance += distance;
    }
    for (int row = 0; row < field->rows; row++) leaf.cost += CONFLICT * row_conflicts(field, row);
    for (int col = 0; col < field->cols; col++) leaf.cost += CONFLICT * col_conflicts(field, col);
    return leaf;
}

/* Counts the groups that are in place on the current board, a leaf. */
static void count_placed(struct beam *beam, struct leaf *leaf) {
    for (leaf->placed = 0; leaf->placed < beam->plan->count; leaf->placed++)
        if (slide_plan_here(beam->plan, leaf->placed) > 0) break;
}

/* Counts on past the groups that are in place after a move. Returns the distance of the next one.
 */
static int group_distance(const struct beam *beam, int tile, int from, int to, int *placed) {
    const struct slide_plan *plan = beam->plan;
    const uint16_t *at = beam->field->at;
    for (; *placed < plan->count; ++*placed) {
        const struct slide_plan_group *group = &plan->groups[*placed];
        int first = group->tile == tile ? from : at[group->tile];
        int other = group->other == tile ? from : at[group->other];
        int distance = slide_plan_distance(plan, *placed, to, first, other);
        if (distance > 0) return distance;
    }
    return 0;
}

/* Whether a board was seen lately; from now on it was. */
static bool was_seen(struct beam *beam, uint64_t hash) {
    uint32_t *slot = &beam->seen[hash & beam->seen_mask], key = (uint32_t)(hash >> 32);
    if (*slot == key) return true;
    *slot = key;
    return false;
}

static void add_child(struct beam *beam, uint32_t parent, int move) {
    struct slide_field *field = beam->field;
    struct leaf leaf = beam->leaves[parent];
    int from = field->blank, to = from + field->step[move], tile = field->tiles[to];
    if (beam->uses_plan && beam->plan->locked[to] < leaf.placed) return;
    int before = slide_field_home_distance(field, tile, to),
        after = slide_field_home_distance(field, tile, from);
    leaf.distance += after - before;
    if (beam->depth + 1 + (size_t)leaf.distance > beam->longest) return;
    leaf.hash ^= mix(tile, to) ^ mix(tile, from);
    if (was_seen(beam, leaf.hash)) return;
    leaf.cost += beam->costs[after] - beam->costs[before] + CONFLICT * added_conflicts(field, move);
    leaf.last = (uint8_t)move;
    int64_t score = leaf.cost;
    if (beam->uses_plan) {
        int left = group_distance(beam, tile, from, to, &leaf.placed);
        score += beam->pressure * (left + (int64_t)beam->bonus * (beam->furthest - leaf.placed));
    }
    beam->children[beam->child_count++] = (struct child){leaf, score, parent};
}

static int deepen(struct beam *beam, int move) {
    if (beam->down == beam->above_capacity) {
        size_t capacity = 2 * beam->above_capacity;
        uint8_t *above = realloc(beam->above, capacity);
        if (!above) return -1;
        beam->above = above;
        beam->above_capacity = capacity;
    }
    beam->above[beam->down++] = (uint8_t)move;
    slide_field_move(beam->field, move);
    return 0;
}

static void go_back(struct beam *beam) {
    slide_field_move(beam->field, slide_opposite(beam->above[--beam->down]));
}

static void expand(struct beam *beam, uint32_t leaf) {
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        if ((beam->field->ways[beam->field->blank] >> move & 1) &&
            slide_opposite(move) != beam->leaves[leaf].last)
            add_child(beam, leaf, move);
}

enum visit { PASS, EXPAND, COUNT_PLACED };

/* Follows the tour up to leaf `until` and stays there; if there is no such leaf, ends at the root.
 */
static int walk(struct beam *beam, enum visit visit, uint32_t until) {
    uint32_t leaf = 0;
    for (size_t i = 0; i < beam->tour.count; i++) {
        int step = beam->tour.steps[i];
        if (step < BACK) {
            if (deepen(beam, step)) return -1;
        } else if (step == BACK) {
            go_back(beam);
        } else {
            if (leaf == until) return 0;
            if (visit == EXPAND) expand(beam, leaf);
            if (visit == COUNT_PLACED) count_placed(beam, &beam->leaves[leaf]);
            leaf++;
        }
    }
    return 0;
}

/* Returns the worst score that is kept, and how many children of exactly that score to keep. */
static int64_t worst_kept(struct beam *beam, size_t *quota) {
    int64_t best = INT64_MAX;
    *quota = beam->child_count;
    if (beam->child_count <= beam->width) return INT64_MAX;
    for (size_t i = 0; i < beam->child_count; i++)
        if (beam->children[i].score < best) best = beam->children[i].score;
    memset(beam->scores, 0, SCORES * sizeof *beam->scores);
    for (size_t i = 0; i < beam->child_count; i++) {
        int64_t worse = beam->children[i].score - best;
        if (worse < SCORES) beam->scores[worse]++;
    }
    size_t kept = 0;
    for (int worse = 0; worse < SCORES; worse++) {
        *quota = beam->width - kept;
        if (beam->scores[worse] > *quota) return best + worse;
        kept += beam->scores[worse];
    }
    return best + SCORES;
}

static bool is_kept(const struct child *child, int64_t worst, size_t *quota) {
    if (child->score != worst) return child->score < worst;
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

/* Adds a step back, or takes back the step down if no leaf follows it. */
static void put_back(struct tour *tour) {
    if (tour->steps[tour->count - 1] < BACK)
        tour->count--;
    else
        put(tour, BACK);
}

/* Makes the children that are kept the leaves of a new tour. */
static int renew(struct beam *beam) {
    size_t quota, kept = 0;
    int64_t worst = worst_kept(beam, &quota);
    const struct child *child = beam->children, *end = child + beam->child_count;
    uint32_t leaf = 0;
    beam->next.count = 0;
    for (size_t i = 0; i < beam->tour.count; i++) {
        int step = beam->tour.steps[i];
        if (reserve(&beam->next, 12)) return -1;
        if (step < BACK) put(&beam->next, step);
        if (step == BACK) put_back(&beam->next);
        if (step != LEAF) continue;
        for (; child < end && child->parent == leaf; child++) {
            if (!is_kept(child, worst, &quota)) continue;
            put(&beam->next, child->leaf.last);
            put(&beam->next, LEAF);
            put(&beam->next, BACK);
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

/* Makes the moves that all leaves share, and adds them to the path. */
static int commit_shared(struct beam *beam) {
    struct tour *tour = &beam->tour;
    size_t last = tour->count, down = 0, shared = SIZE_MAX;
    while (tour->steps[last - 1] != LEAF) last--;
    for (size_t i = 0; i < last; i++) {
        if (tour->steps[i] < BACK) down++;
        if (tour->steps[i] == BACK) down--;
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

/* Makes the moves to a leaf, and adds them to the path. */
static int commit_leaf(struct beam *beam, uint32_t leaf) {
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

/* Constructs the next group, which the beam cannot place, at the best leaf, and begins again there.
 */
static int construct(struct beam *beam) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < beam->leaf_count; i++) {
        const struct leaf *leaf = &beam->leaves[i], *than = &beam->leaves[best];
        if (leaf->placed > than->placed ||
            (leaf->placed == than->placed && leaf->cost < than->cost))
            best = i;
    }
    int placed = beam->leaves[best].placed;
    if (commit_leaf(beam, best)) return -1;
    size_t moves = beam->path->count;
    if (placed < beam->plan->count
            ? slide_construct_group(beam->field, beam->plan, placed, beam->path)
            : slide_construct_core(beam->field, beam->plan, beam->path))
        return -1;
    beam->depth += beam->path->count - moves;
    begin(beam);
    count_placed(beam, &beam->leaves[0]);
    return 0;
}

/* Helps a beam that is stuck: first with the plan, then by construction. Forgets the boards it has
 * seen, since the leaves will be expanded again. */
static int help(struct beam *beam) {
    memset(beam->seen, 0, ((size_t)beam->seen_mask + 1) * sizeof *beam->seen);
    if (beam->uses_plan) return construct(beam);
    beam->uses_plan = true;
    return walk(beam, COUNT_PLACED, UINT32_MAX);
}

/* A measure of the best leaf; smaller is better. */
static int64_t measure(struct beam *beam) {
    int64_t cost = INT64_MAX;
    for (size_t i = 0; i < beam->leaf_count; i++) {
        if (beam->leaves[i].cost < cost) cost = beam->leaves[i].cost;
        if (beam->leaves[i].placed > beam->furthest) beam->furthest = beam->leaves[i].placed;
    }
    return cost - (int64_t)BONUS * beam->furthest;
}

/* Completes the path if a child is solved. Returns 1 if so. */
static int finish(struct beam *beam) {
    for (size_t i = 0; i < beam->child_count; i++) {
        const struct child *child = &beam->children[i];
        if (child->leaf.distance > 0) continue;
        if (commit_leaf(beam, child->parent)) return -1;
        slide_field_move(beam->field, child->leaf.last);
        return slide_path_add(beam->path, child->leaf.last) ? -1 : 1;
    }
    return 0;
}

static int run(struct beam *beam) {
    int64_t best = INT64_MAX;
    int stall = 0;
    begin(beam);
    for (size_t steps = 1; beam->leaves[0].distance > 0; steps++) {
        int64_t now = measure(beam);
        stall = now < best ? 0 : stall + 1;
        if (now < best) best = now;
        beam->pressure = 1 + stall;
        beam->bonus = BONUS + stall;
        beam->child_count = 0;
        if (walk(beam, EXPAND, UINT32_MAX)) return -1;
        if (!slide_budget_spend(beam->budget, beam->child_count + 1)) return 0;
        int done = finish(beam);
        if (done) return done;
        bool stuck = stall > (beam->uses_plan ? STALL_MAX : STALL_FIRST) || beam->child_count == 0;
        if (stuck && !beam->plan) return 0;
        if (stuck ? help(beam) : renew(beam)) return -1;
        if (stuck) best = INT64_MAX;
        if (beam->depth > beam->longest) return 0;
        if (steps % 16 == 0 && commit_shared(beam)) return -1;
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
    beam->above_capacity = 1024;
    beam->above = malloc(beam->above_capacity);
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
