/* The parts of the fast solver: the plan's distances against a slow search, and what sweeps, beams
 * and shorter paths promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 40 * 40, SMALL = 30, UNKNOWN = UINT16_MAX };

/* A board a long random walk from the goal. */
static void scramble(struct slide_field *field, int rows, int cols, uint64_t seed) {
    static uint16_t tiles[CELLS_MAX];
    int count = rows * cols;
    struct rng rng = rng_new(seed, 5);
    assert_true(count <= CELLS_MAX);
    for (int cell = 0; cell < count; cell++) tiles[cell] = (uint16_t)((cell + 1) % count);
    struct slide_board board = {rows, cols, count - 1, tiles};
    assert_int_equal(slide_field_init(field, &board), 0);
    for (int i = 0; i < 60 * count; i++) {
        int move = (int)rng_below(&rng, 4);
        if (field->ways[field->blank] >> move & 1) slide_field_move(field, move);
    }
}

static void do_path(struct slide_field *field, const struct slide_path *path) {
    for (size_t i = 0; i < path->count; i++) {
        assert_true(field->ways[field->blank] >> path->moves[i] & 1);
        slide_field_move(field, path->moves[i]);
    }
}

static void require_same(const struct slide_field *one, const struct slide_field *two) {
    assert_int_equal(one->blank, two->blank);
    assert_memory_equal(one->tiles, two->tiles, (size_t)one->count * sizeof *one->tiles);
    assert_memory_equal(one->at, two->at, (size_t)one->count * sizeof *one->at);
}

/* The distances of a group by (blank, tile, other), searched backward from all its goals. */
static uint16_t truth[SMALL][SMALL][SMALL];
static uint16_t queue[SMALL * SMALL * SMALL][3];

static void search_group(const struct slide_plan *plan, int g) {
    const struct slide_field *field = plan->field;
    const struct slide_plan_group *group = &plan->groups[g];
    int head = 0, tail = 0, tile = group->tile - 1, other = group->other ? group->other - 1 : 0;
    memset(truth, 0xff, sizeof truth);
    for (int blank = 0; blank < field->count; blank++) {
        if (plan->locked[blank] < g || blank == tile || (group->other && blank == other)) continue;
        truth[blank][tile][other] = 0;
        memcpy(queue[tail++], (uint16_t[]){(uint16_t)blank, (uint16_t)tile, (uint16_t)other}, 6);
    }
    for (; head < tail; head++) {
        int blank = queue[head][0];
        tile = queue[head][1], other = queue[head][2];
        for (int move = 0; move < 4; move++) {
            if (!(field->ways[blank] >> move & 1)) continue;
            int to = blank + field->step[move], next = tile, next_other = other;
            if (plan->locked[to] < g) continue;
            if (to == tile) next = blank;
            if (group->other && to == other) next_other = blank;
            if (truth[to][next][next_other] != UNKNOWN) continue;
            truth[to][next][next_other] = (uint16_t)(truth[blank][tile][other] + 1);
            memcpy(queue[tail++], (uint16_t[]){(uint16_t)to, (uint16_t)next, (uint16_t)next_other},
                   6);
        }
    }
}

/* Distances of one tile are exact; those of two are if the board is no larger than their window. */
static void check_group(const struct slide_plan *plan, int g, bool exact) {
    const struct slide_plan_group *group = &plan->groups[g];
    int count = plan->field->count;
    search_group(plan, g);
    for (int blank = 0; blank < count; blank++)
        for (int tile = 0; tile < count; tile++)
            for (int other = 0; other < (group->other ? count : 1); other++) {
                int known = truth[blank][tile][other];
                if (known == UNKNOWN) continue;
                int told = slide_plan_distance(plan, g, blank, tile, other);
                assert_true((told == 0) == (tile == group->tile - 1 &&
                                            (!group->other || other == group->other - 1)));
                if (!group->other || exact) assert_int_equal(told, known);
            }
}

static void distances_agree_with_a_slow_search(void **state) {
    static const int sizes[][3] = {{3, 3, 1}, {4, 3, 1}, {3, 4, 1}, {4, 4, 1},  {4, 2, 1},
                                   {2, 4, 1}, {5, 6, 0}, {6, 5, 0}, {10, 3, 0}, {3, 9, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_field field;
        struct slide_plan plan;
        scramble(&field, sizes[i][0], sizes[i][1], 1);
        assert_int_equal(slide_plan_init(&plan, &field, 2), 0);
        for (int g = 0; g < plan.count; g++) check_group(&plan, g, sizes[i][2]);
        slide_plan_release(&plan);
        slide_field_release(&field);
    }
}

/* Every cell is locked by the group of its tile, except for the core. */
static void plans_cover_the_board(void **state) {
    (void)state;
    for (int rows = 2; rows <= 9; rows++)
        for (int cols = 2; cols <= 9; cols++) {
            struct slide_field field;
            struct slide_plan plan;
            int placed = 0, core = 0;
            scramble(&field, rows, cols, 1);
            assert_int_equal(slide_plan_init(&plan, &field, 3), 0);
            for (int g = 0; g < plan.count; g++) {
                const struct slide_plan_group *group = &plan.groups[g];
                assert_int_equal(plan.locked[group->tile - 1], g);
                if (group->other) assert_int_equal(plan.locked[group->other - 1], g);
                placed += group->other ? 2 : 1;
            }
            for (int cell = 0; cell < field.count; cell++) core += plan.locked[cell] == plan.count;
            assert_int_equal(placed + core, rows * cols);
            assert_int_equal(core, (rows < 3 ? rows : 3) * (cols < 3 ? cols : 3));
            slide_plan_release(&plan);
            slide_field_release(&field);
        }
}

static void construction_touches_nothing_locked(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct slide_field field;
        struct slide_plan plan;
        struct slide_path path = {0};
        scramble(&field, 6 + (int)(seed % 3), 5 + (int)(seed % 4), seed);
        assert_int_equal(slide_plan_init(&plan, &field, 3), 0);
        for (int g = 0; g < plan.count; g++) {
            size_t begin = path.count;
            int blank = field.blank;
            assert_int_equal(slide_construct_group(&field, &plan, g, &path), 0);
            for (size_t i = begin; i < path.count; i++) {
                blank += field.step[path.moves[i]];
                assert_true(plan.locked[blank] >= g);
            }
            assert_int_equal(blank, field.blank);
        }
        slide_path_release(&path);
        slide_plan_release(&plan);
        slide_field_release(&field);
    }
}

static void sweeps_bring_tiles_near(void **state) {
    static const int sizes[][2] = {{40, 40}, {40, 10}, {9, 38}, {20, 20}, {5, 5}, {2, 30}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_field field, twin;
        struct slide_path path = {0};
        scramble(&field, sizes[i][0], sizes[i][1], 2);
        scramble(&twin, sizes[i][0], sizes[i][1], 2);
        uint64_t before = slide_field_distance(&field);
        assert_int_equal(slide_sweep(&field, 0, 32, NULL, &path), 0);
        do_path(&twin, &path);
        require_same(&field, &twin);
        uint64_t after = slide_field_distance(&field);
        if (sizes[i][0] >= 20 && sizes[i][1] >= 10) {
            assert_true(after * 3 < before);
            assert_true(path.count < 3 * (before - after));
        }
        slide_path_release(&path);
        slide_field_release(&field);
        slide_field_release(&twin);
    }
}

/* If there is a walk that brings a tile nearer with each move, the sweep finds it. */
static void sweeps_find_the_way_back(void **state) {
    struct slide_field field;
    struct slide_path path = {0};
    (void)state;
    scramble(&field, 12, 12, 1);
    while (field.row[field.blank] < 11) slide_field_move(&field, SLIDE_DOWN);
    while (field.col[field.blank] > 0) slide_field_move(&field, SLIDE_LEFT);
    slide_field_aim(&field, &field);
    size_t away = 0;
    for (int i = 0; i < 4; i++, away++) slide_field_move(&field, SLIDE_UP);
    for (int i = 0; i < 9; i++, away++) slide_field_move(&field, SLIDE_RIGHT);
    for (int i = 0; i < 3; i++, away++) slide_field_move(&field, SLIDE_UP);
    for (int i = 0; i < 7; i++, away++) slide_field_move(&field, SLIDE_LEFT);
    assert_int_equal(slide_field_distance(&field), away);
    assert_int_equal(slide_sweep(&field, 0, 32, NULL, &path), 0);
    assert_true(slide_field_solved(&field));
    assert_int_equal(path.count, away);
    slide_path_release(&path);
    slide_field_release(&field);
}

static void beams_keep_their_limits(void **state) {
    (void)state;
    for (int width = 1; width <= 300; width = 3 * width + 1) {
        struct slide_field start, field, twin;
        struct slide_plan plan;
        struct slide_path path = {0};
        scramble(&start, 6, 7, (uint64_t)width);
        scramble(&field, 6, 7, (uint64_t)width);
        scramble(&twin, 6, 7, (uint64_t)width);
        assert_int_equal(slide_plan_init(&plan, &field, 3), 0);
        struct slide_beam how = {.width = width, .longest = SIZE_MAX, .plan = &plan};
        assert_int_equal(slide_beam(&field, &how, NULL, &path), 1);
        assert_true(slide_field_solved(&field));
        do_path(&twin, &path);
        require_same(&field, &twin);

        slide_field_copy(&field, &start);
        how.longest = path.count;
        path.count = 0;
        assert_int_equal(slide_beam(&field, &how, NULL, &path), 1);
        assert_true(path.count <= how.longest);
        slide_field_copy(&field, &start);
        how.longest = slide_field_distance(&start);
        path.count = 0;
        assert_int_equal(slide_beam(&field, &how, NULL, &path), 0);
        slide_path_release(&path);
        slide_plan_release(&plan);
        slide_field_release(&start);
        slide_field_release(&field);
        slide_field_release(&twin);
    }
}

/* A beam finds a short way to any goal. */
static void beams_find_short_ways(void **state) {
    struct slide_field field, goal;
    struct rng rng = rng_new(4, 4);
    (void)state;
    scramble(&field, 9, 9, 3);
    scramble(&goal, 9, 9, 3);
    for (int trial = 0; trial < 50; trial++) {
        struct slide_path path = {0};
        slide_field_copy(&field, &goal);
        size_t walked = 0;
        for (int last = 0; walked < 12;) {
            int move = (int)rng_below(&rng, 4);
            if (!(goal.ways[goal.blank] >> move & 1) || (walked && move == (last ^ 1))) continue;
            slide_field_move(&goal, move);
            last = move;
            walked++;
        }
        slide_field_aim(&field, &goal);
        struct slide_beam how = {.width = 200, .longest = walked};
        assert_int_equal(slide_beam(&field, &how, NULL, &path), 1);
        require_same(&field, &goal);
        assert_true(path.count <= walked && path.count % 2 == 0);
        slide_path_release(&path);
    }
    slide_field_release(&field);
    slide_field_release(&goal);
}

/* Five steps in a line do not fit into four moves. */
static void beams_keep_odd_limits(void **state) {
    struct slide_field field, goal;
    struct slide_path path = {0};
    (void)state;
    scramble(&field, 7, 7, 3);
    scramble(&goal, 7, 7, 3);
    while (goal.row[goal.blank] > 0) slide_field_move(&goal, SLIDE_UP);
    slide_field_copy(&field, &goal);
    for (int i = 0; i < 5; i++) slide_field_move(&goal, SLIDE_DOWN);
    slide_field_aim(&field, &goal);
    struct slide_beam how = {.width = 100, .longest = 4};
    assert_int_equal(slide_beam(&field, &how, NULL, &path), 0);
    slide_path_release(&path);
    slide_field_release(&field);
    slide_field_release(&goal);
}

static void push_walk(struct slide_field *field, struct slide_path *path, struct rng *rng,
                      int moves) {
    while (moves > 0) {
        int move = (int)rng_below(rng, 4);
        if (!(field->ways[field->blank] >> move & 1)) continue;
        slide_field_move(field, move);
        assert_int_equal(slide_path_add(path, move), 0);
        moves--;
    }
}

static void paths_become_shorter(void **state) {
    struct slide_fast_limits limits = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct slide_field start, end, twin;
        struct slide_path path = {0};
        struct slide_budget budget = {.limits = &limits};
        struct rng rng = rng_new(seed, 1);
        scramble(&start, 7, 6, seed);
        scramble(&end, 7, 6, seed);
        scramble(&twin, 7, 6, seed);
        push_walk(&end, &path, &rng, 400);
        size_t length = path.count;
        assert_int_equal(slide_improve(&start, 40, 50, &budget, &path), 0);
        assert_true(path.count < length / 2 && (length - path.count) % 2 == 0);
        do_path(&twin, &path);
        require_same(&twin, &end);
        slide_path_release(&path);
        slide_field_release(&start);
        slide_field_release(&end);
        slide_field_release(&twin);
    }
}

/* A step to and fro on a straight path. */
static void detours_vanish(void **state) {
    struct slide_fast_limits limits = {0};
    (void)state;
    for (size_t at = 0; at <= 10; at++) {
        struct slide_field start;
        struct slide_path path = {0};
        struct slide_budget budget = {.limits = &limits};
        scramble(&start, 12, 3, 1);
        while (start.row[start.blank] > 0) slide_field_move(&start, SLIDE_UP);
        while (start.col[start.blank] > 0) slide_field_move(&start, SLIDE_LEFT);
        for (size_t i = 0; i <= 10; i++) {
            if (i == at) assert_int_equal(slide_path_add(&path, SLIDE_RIGHT), 0);
            if (i == at) assert_int_equal(slide_path_add(&path, SLIDE_LEFT), 0);
            if (i < 10) assert_int_equal(slide_path_add(&path, SLIDE_DOWN), 0);
        }
        assert_int_equal(slide_improve(&start, 6, 20, &budget, &path), 0);
        assert_int_equal(path.count, 10);
        for (size_t i = 0; i < path.count; i++) assert_int_equal(path.moves[i], SLIDE_DOWN);
        slide_path_release(&path);
        slide_field_release(&start);
    }
}

static double count_calls(void *self) {
    ++*(int *)self;
    return 0;
}

/* A node limit is exact. Hooks are not called for every node. */
static void budgets_end_in_time(void **state) {
    int calls = 0;
    struct slide_fast_limits limits = {.nodes = 100000, .spent = count_calls, .self = &calls};
    struct slide_budget budget = {.limits = &limits};
    (void)state;
    for (int i = 1; i < 100000; i++) assert_true(slide_budget_spend(&budget, 1));
    assert_in_range(calls, 10, 1000);
    assert_false(slide_budget_spend(&budget, 1));
    assert_true(budget.over && !slide_budget_spend(&budget, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_agree_with_a_slow_search),
        cmocka_unit_test(plans_cover_the_board),
        cmocka_unit_test(construction_touches_nothing_locked),
        cmocka_unit_test(sweeps_bring_tiles_near),
        cmocka_unit_test(sweeps_find_the_way_back),
        cmocka_unit_test(beams_keep_their_limits),
        cmocka_unit_test(beams_find_short_ways),
        cmocka_unit_test(beams_keep_odd_limits),
        cmocka_unit_test(paths_become_shorter),
        cmocka_unit_test(detours_vanish),
        cmocka_unit_test(budgets_end_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
