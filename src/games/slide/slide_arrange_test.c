/* Scrambles that need exactly the moves asked for, against the plain truth and the solver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slide_arrange.h"
#include "slide_bfs.h"
#include "slide_solve.h"
#include "slide_tools.h"

/* All that happened, so that it can be replayed. */
struct tape {
    int count;
    struct event events[SLIDE_CELLS_MAX + SLIDE_SCRAMBLE_MAX];
};

static bool keep(void *self, struct event event) {
    struct tape *tape = self;
    tape->events[tape->count++] = event;
    return true;
}

static struct slide fresh(int rows, int cols, int first, int difficulty) {
    struct slide slide;
    int params[PARAMS_MAX] = {rows, cols, first, difficulty};
    memset(&slide, 0, sizeof slide);
    slide_game.start(&slide, params);
    return slide;
}

/* A new game; its record replays to the same state, and the seed gives the same record again. */
static struct slide settle(int rows, int cols, int first, int difficulty, uint64_t seed) {
    struct choice room[SLIDE_CELLS_MAX];
    struct slide slide = fresh(rows, cols, first, difficulty), again = slide, replayed = slide;
    static struct tape one, two;
    one.count = two.count = 0;
    struct rng rng = rng_new(seed, 0), same = rng;
    assert_true(game_settle(&slide_game, &slide, &rng, room, keep, &one));
    assert_true(game_settle(&slide_game, &again, &same, room, keep, &two));
    assert_memory_equal(&slide, &again, sizeof slide);
    assert_memory_equal(&rng, &same, sizeof rng);
    assert_int_equal(one.count, two.count);
    for (int i = 0; i < one.count; i++) {
        assert_int_equal(one.events[i].act, two.events[i].act);
        assert_null(slide_game.refuse(&replayed, CHANCE, one.events[i].act));
        slide_game.apply(&replayed, CHANCE, one.events[i].act);
    }
    assert_memory_equal(&slide, &replayed, sizeof slide);
    assert_null(slide_game.check(&slide));
    if (difficulty) assert_int_equal(one.count, difficulty);
    return slide;
}

static void test_every_length_of_small_boards(void **state) {
    static const struct {
        int rows, cols, longest;
    } sizes[] = {{2, 2, 6}, {2, 3, 21}, {3, 2, 21}, {2, 4, 36}, {3, 3, 31}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int first = 0; first < 2; first++) {
            int rows = sizes[i].rows, cols = sizes[i].cols;
            struct bfs bfs = bfs_new(rows, cols, first);
            for (int length = 1; length <= sizes[i].longest; length++) {
                struct slide slide = settle(rows, cols, first, length, (uint64_t)length);
                assert_int_equal(bfs_length(&bfs, &slide), length);
            }
            /* More is not possible: a hard board all the same, where walks do not go in circles. */
            if (cols == 3 && first) {
                struct slide slide = settle(rows, cols, first, sizes[i].longest + 5, 7);
                assert_in_range(bfs_length(&bfs, &slide), sizes[i].longest * 4 / 5,
                                sizes[i].longest);
            }
            free(bfs.distance);
        }
}

static int length_of(struct slide_solver *solver, const struct slide *slide) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    struct slide_question question = {.board = &board, .proven = true, .seconds = 1e9};
    struct slide_solution solution;
    slide_board_set(&board, slide);
    assert_int_equal(slide_solver_solve(solver, &question, &solution), 0);
    assert_true(solution.optimal);
    int length = (int)solution.path.count;
    slide_path_release(&solution.path);
    return length;
}

static void test_larger_boards(void **state) {
    static const struct {
        int rows, cols, length;
    } cases[] = {{2, 5, 30}, {2, 5, 45}, {5, 2, 40}, {3, 4, 40}, {4, 4, 1},
                 {4, 4, 10}, {4, 4, 30}, {4, 4, 41}, {4, 4, 50}, {5, 5, 30}};
    struct host host = {.threads = 1};
    struct slide_solver *solver = slide_solver_new(&host);
    (void)state;
    assert_non_null(solver);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slide slide =
            settle(cases[i].rows, cases[i].cols, (int)i % 2, cases[i].length, 100 + i);
        assert_int_equal(length_of(solver, &slide), cases[i].length);
    }
    slide_solver_free(solver);
}

static void test_seeds_differ(void **state) {
    (void)state;
    int different = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct slide one = settle(2, 4, 0, 15, seed), two = settle(2, 4, 0, 15, seed + 1);
        different += memcmp(&one, &two, sizeof one) != 0;
    }
    assert_true(different > 45);
}

/* What it leaves to the draws: other boards, the middle of a setup, little room. */
static void test_nothing_better(void **state) {
    struct rng rng = rng_new(1, 0), before = rng;
    struct slide slide = fresh(4, 4, 0, 0);
    action acts[ARRANGE_MAX];
    (void)state;
    assert_int_equal(slide_arrange(&slide, &rng, acts, ARRANGE_MAX), 0);
    slide = fresh(4, 4, 0, 81);
    assert_int_equal(slide_arrange(&slide, &rng, acts, ARRANGE_MAX), 0);
    slide = fresh(3, 3, 0, 20);
    assert_int_equal(slide_arrange(&slide, &rng, acts, 19), 0);
    slide_game.apply(&slide, CHANCE, SLIDE_UP);
    assert_int_equal(slide_arrange(&slide, &rng, acts, ARRANGE_MAX), 0);
    assert_memory_equal(&rng, &before, sizeof rng);
    settle(6, 6, 1, 70, 3);
    slide = fresh(16, 16, 0, 5); /* few moves need no search, whatever the size */
    assert_int_equal(slide_arrange(&slide, &rng, acts, ARRANGE_MAX), 5);
    settle(4, 4, 0, 1000, 3);
    settle(4, 4, 0, 0, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length_of_small_boards),
        cmocka_unit_test(test_larger_boards),
        cmocka_unit_test(test_seeds_differ),
        cmocka_unit_test(test_nothing_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
