/* The agent against the truth on small boards, and its promises on larger ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/slide/board/bfs_test.h"
#include "games/slide/tools/tools.h"
#include <time.h>

enum { ROWS, COLS, FIRST, DIFFICULTY };

static double seconds(void *self) {
    struct timespec now;
    (void)self;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const struct host host = {.threads = 2, .seconds = seconds};
static void *thinker;
static struct candidate candidates[SLIDE_CELLS_MAX];

static int open_agent(void **state) {
    (void)state;
    thinker = slide_agent.init(&slide_game, &host);
    return thinker ? 0 : -1;
}

static int close_agent(void **state) {
    (void)state;
    slide_agent.release(thinker);
    return 0;
}

static struct slide deal(struct rng *rng, int rows, int cols, int first, int difficulty) {
    struct slide slide;
    struct choice scratch[SLIDE_CELLS_MAX];
    int params[PARAMS_MAX] = {rows, cols, first, difficulty};
    memset(&slide, 0, sizeof slide);
    slide_game.start(&slide, params);
    while (slide_game.movers(&slide) >> CHANCE & 1)
        slide_game.apply(&slide, CHANCE, game_draw(&slide_game, &slide, CHANCE, rng, scratch));
    return slide;
}

static struct advice think(const struct slide *slide, struct budget budget) {
    struct advice advice;
    struct rng rng = rng_new(1, 1);
    memset(&advice, 0xA5, sizeof advice);
    advice.candidates = candidates;
    slide_agent.think(thinker, slide, 0, budget, &rng, &advice);
    return advice;
}

/* What holds of any advice: each choice once, best first, a line that begins with the best and can
 * be played; whether the line ends at the goal. */
static bool check_advice(const struct slide *slide, const struct advice *advice) {
    struct choice scratch[SLIDE_CELLS_MAX];
    struct slide after = *slide;
    int count = slide_game.choices(slide, 0, scratch);
    unsigned seen = 0;
    assert_int_equal(advice->count, count);
    for (int i = 0; i < count; i++) {
        assert_null(slide_game.refuse(slide, 0, candidates[i].act));
        assert_false(seen >> candidates[i].act & 1);
        seen |= 1u << candidates[i].act;
        assert_true(candidates[i].error >= 0);
        assert_true(i == 0 || candidates[i - 1].value >= candidates[i].value);
    }
    assert_true(advice->line_count >= 1 && advice->line_count <= ADVICE_LINE_MAX);
    assert_int_equal(advice->line[0], candidates[0].act);
    for (int i = 0; i < advice->line_count; i++) {
        assert_null(slide_game.refuse(&after, 0, advice->line[i]));
        slide_game.apply(&after, 0, advice->line[i]);
    }
    return game_over(&slide_game, &after);
}

static void check_exact(const struct slide *slide, const struct advice *advice,
                        const struct bfs *bfs) {
    assert_true(check_advice(slide, advice));
    assert_true(advice->proven);
    assert_int_equal(advice->line_count, bfs_length(bfs, slide));
    for (int i = 0; i < advice->count; i++) {
        struct slide after = *slide;
        slide_game.apply(&after, 0, candidates[i].act);
        assert_true(candidates[i].value == -(1.0 + bfs_length(bfs, &after)));
        assert_true(candidates[i].error == 0);
    }
}

static void test_small_boards_are_exact(void **state) {
    static const struct {
        int rows, cols, rounds;
    } sizes[] = {{2, 2, 12}, {2, 3, 40}, {4, 2, 60}, {3, 3, 150}};
    static const struct budget budgets[] = {
        {0, 0, 0}, {4000000, 0, 0}, {0, 4000000, 0}, {0, 0, 60000}};
    struct rng rng = rng_new(3, 0);
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int first = 0; first < 2; first++) {
            struct bfs bfs = bfs_new(sizes[i].rows, sizes[i].cols, first);
            for (int round = 0; round < sizes[i].rounds; round++) {
                struct slide slide = deal(&rng, sizes[i].rows, sizes[i].cols, first, 0);
                if (game_over(&slide_game, &slide)) continue;
                struct advice advice = think(&slide, budgets[round % 4]);
                check_exact(&slide, &advice, &bfs);
            }
            free(bfs.distance);
        }
}

static void test_one_move_from_the_goal(void **state) {
    struct rng rng = rng_new(4, 0);
    (void)state;
    for (int round = 0; round < 8; round++) {
        struct slide slide = deal(&rng, 3, 3, round % 2, 1);
        struct advice advice = think(&slide, (struct budget){.nodes = 100000});
        assert_true(check_advice(&slide, &advice) && advice.proven);
        assert_int_equal(advice.line_count, 1);
        assert_true(candidates[0].value == -1 && candidates[1].value == -3);
    }
}

static void test_larger_boards(void **state) {
    static const struct {
        int rows, cols, difficulty;
        struct budget budget;
        bool proven;
    } cases[] = {
        {2, 5, 0, {.nodes = 40000000}, true},
        {4, 4, 30, {.nodes = 40000000}, true},
        {4, 4, 40, {.milliseconds = 600000}, true},
        {4, 4, 0, {.nodes = 1000}, false},
        {4, 4, 0, {.nodes = 300000}, false},
        {6, 6, 0, {.nodes = 100000}, false},
        {3, 8, 0, {.rollouts = 100000}, false},
        {16, 16, 0, {.nodes = 40000}, false},
        {5, 5, 0, {.milliseconds = 100}, false},
        {16, 16, 0, {.milliseconds = 40}, false},
        {6, 6, 0, {.nodes = 1, .milliseconds = 1}, false},
    };
    struct rng rng = rng_new(5, 0);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slide slide =
            deal(&rng, cases[i].rows, cases[i].cols, (int)i % 2, cases[i].difficulty);
        struct candidate before[SLIDE_CELLS_MAX];
        struct advice advice = think(&slide, cases[i].budget);
        bool solved = check_advice(&slide, &advice);
        assert_true(solved || advice.line_count == ADVICE_LINE_MAX);
        if (solved) assert_true(candidates[0].value == -(double)advice.line_count);
        if (cases[i].proven) assert_true(advice.proven);
        assert_true(!advice.proven || candidates[0].error == 0);
        if (slide_count(&slide) >= 36) assert_true(!advice.proven && candidates[0].error > 0);
        if (cases[i].budget.milliseconds) continue;
        /* Nodes and rollouts give the same answer every time. */
        memcpy(before, candidates, sizeof before);
        struct advice again = think(&slide, cases[i].budget);
        assert_int_equal(again.nodes, advice.nodes);
        assert_int_equal(again.line_count, advice.line_count);
        assert_memory_equal(again.line, advice.line, sizeof(action) * (size_t)advice.line_count);
        for (int k = 0; k < advice.count; k++)
            assert_true(before[k].act == candidates[k].act &&
                        before[k].value == candidates[k].value);
    }
}

static void test_unsolvable(void **state) {
    struct rng rng = rng_new(6, 0);
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct slide slide = deal(&rng, 3, 3 + round % 3, round % 2, 10);
        int one = slide.blank == 0, two = one + 1 == slide.blank ? one + 2 : one + 1;
        uint8_t tile = slide.cells[one];
        slide.cells[one] = slide.cells[two];
        slide.cells[two] = tile;
        slide.misplaced = (uint16_t)slide_misplaced(&slide);
        assert_null(slide_game.check(&slide));
        struct advice advice = think(&slide, (struct budget){.nodes = 1000});
        assert_false(check_advice(&slide, &advice));
        assert_false(advice.proven);
        assert_true(candidates[0].value == -(double)SLIDE_MOVES_MAX);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards_are_exact),
        cmocka_unit_test(test_one_move_from_the_goal),
        cmocka_unit_test(test_larger_boards),
        cmocka_unit_test(test_unsolvable),
    };
    return cmocka_run_group_tests(tests, open_agent, close_agent);
}
