/* The agent against a plain search on small boards, and what it promises on larger ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/tools/tools.h"
#include "tests/support/listener.h"
#include <time.h>

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

static struct advice think_with(void *self, const struct slide *slide, struct budget budget) {
    struct advice advice;
    struct rng rng = rng_new(1, 1);
    memset(&advice, 0xA5, sizeof advice);
    advice.candidates = candidates;
    struct agent_question question = {
        .state = slide, .who = 0, .budget = budget, .rng = &rng, .act = AGENT_NO_ACT};
    slide_agent.think(self, &question, &advice);
    return advice;
}

static struct advice think(const struct slide *slide, struct budget budget) {
    return think_with(thinker, slide, budget);
}

/* Checks what holds for any advice: each choice once, best first, a line that begins with the best
 * and can be played. Returns whether the line ends at the goal. */
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
        bool searched = candidates[i].visits > 0, before = i > 0 && candidates[i - 1].visits > 0;
        assert_true(i == 0 || before >= searched);
        if (i > 0 && before == searched)
            assert_true(candidates[i - 1].value >= candidates[i].value);
        /* What is not solved has a guess that some solution may have. */
        assert_true(candidates[i].value < 0 && candidates[i].value > -SLIDE_MOVES_MAX);
        assert_true(searched || (!candidates[i].exact && candidates[i].error == 0));
    }
    assert_true(advice->line_count >= 1 && advice->line_count <= ADVICE_LINE_MAX);
    assert_int_equal(advice->line[0], candidates[0].act);
    for (int i = 0; i < advice->line_count; i++) {
        assert_null(slide_game.refuse(&after, 0, advice->line[i]));
        slide_game.apply(&after, 0, advice->line[i]);
    }
    return game_over(&slide_game, &after);
}

static int length_of(const uint8_t *lengths, const struct slide *slide) {
    struct plain plain = plain_of_slide(slide);
    return lengths[plain_rank(&plain)];
}

static void check_exact(const struct slide *slide, const struct advice *advice,
                        const uint8_t *lengths) {
    assert_true(check_advice(slide, advice));
    assert_true(advice->proven && !advice->stopped && !advice->hopeless);
    assert_int_equal(advice->line_count, length_of(lengths, slide));
    for (int i = 0; i < advice->count; i++) {
        struct slide after = *slide;
        slide_game.apply(&after, 0, candidates[i].act);
        assert_true(candidates[i].value == -(1.0 + length_of(lengths, &after)));
        assert_true(candidates[i].error == 0);
    }
}

static void test_small_boards_are_exact(void **state) {
    static const struct {
        int rows, cols, rounds;
    } sizes[] = {{2, 2, 12}, {2, 3, 40}, {4, 2, 40}, {3, 3, 60}};
    static const struct budget budgets[] = {
        {0, 0, 0}, {4000000, 0, 0}, {0, 4000000, 0}, {0, 0, 60000}};
    struct rng rng = rng_new(3, 0);
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int first = 0; first < 2; first++) {
            uint8_t *lengths = plain_lengths(sizes[i].rows, sizes[i].cols);
            for (int round = 0; round < sizes[i].rounds; round++) {
                struct budget budget = budgets[round * 4 / sizes[i].rounds];
                struct slide slide = deal(&rng, sizes[i].rows, sizes[i].cols, first, 0);
                if (game_over(&slide_game, &slide)) continue;
                struct advice advice = think(&slide, budget);
                check_exact(&slide, &advice, lengths);
            }
            free(lengths);
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
        {2, 5, 0, {.nodes = 40000000}, true},     {4, 4, 30, {.nodes = 40000000}, true},
        {4, 4, 0, {.nodes = 1000}, false},        {4, 4, 40, {.milliseconds = 600000}, true},
        {6, 6, 0, {.nodes = 40000}, false},       {3, 6, 0, {.rollouts = 40000}, false},
        {16, 16, 0, {.nodes = 40000}, false},     {3, 6, 0, {.milliseconds = 100}, false},
        {16, 16, 0, {.milliseconds = 40}, false}, {6, 6, 0, {.nodes = 1, .milliseconds = 1}, false},
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

/* A listener that also counts the files asked for; it has none. */
struct lender {
    struct listener listener;
    int loads;
};

static const void *load(void *self, const char *name, uint32_t version, size_t size) {
    struct lender *lender = self;
    (void)name, (void)version, (void)size;
    lender->loads++;
    return NULL;
}

static void *lender_agent(struct lender *lender, int threads) {
    lender->loads = 0;
    listener_init(&lender->listener, threads, 1e-4);
    lender->listener.host.load = load;
    void *self = slide_agent.init(&slide_game, &lender->listener.host);
    assert_non_null(self);
    return self;
}

/* Thinks until it is done or told to stop at the n-th call, if n is not 0. */
static struct advice think_for(struct lender *lender, void *self, const struct slide *slide,
                               struct budget budget, int stop_at) {
    listener_restart(&lender->listener, stop_at);
    struct advice advice = think_with(self, slide, budget);
    assert_false(lender->listener.backwards);
    return advice;
}

static void test_it_stops(void **state) {
    static const struct {
        int rows, cols;
        struct budget budget;
    } cases[] = {
        {3, 4, {.nodes = 4000000}}, {3, 6, {.milliseconds = 3600000}}, {6, 6, {.nodes = 40000000}}};
    struct rng rng = rng_new(7, 0);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slide slide = deal(&rng, cases[i].rows, cases[i].cols, (int)i % 2, 0);
        for (int stop_at = 1; stop_at <= 20; stop_at = 3 * stop_at + 1) {
            struct lender lender;
            void *self = lender_agent(&lender, 2);
            struct advice advice = think_for(&lender, self, &slide, cases[i].budget, stop_at);
            check_advice(&slide, &advice);
            assert_true(advice.stopped == (lender.listener.calls >= stop_at));
            assert_in_range(lender.listener.calls, 1, stop_at);
            if (stop_at == 1) assert_int_equal(candidates[advice.count - 1].visits, 0);
            slide_agent.release(self);
        }
    }
}

/* An agent that was stopped works again, and what it reports begins at 0 again. */
static void test_it_works_again_after_a_stop(void **state) {
    struct rng rng = rng_new(8, 0);
    struct slide slide = deal(&rng, 3, 4, 0, 0);
    struct budget hour = {.milliseconds = 3600000};
    struct lender lender;
    void *self = lender_agent(&lender, 1);
    (void)state;
    assert_true(think_for(&lender, self, &slide, hour, 2).stopped);
    struct advice advice = think_for(&lender, self, &slide, hour, 0);
    assert_true(check_advice(&slide, &advice) && advice.proven && !advice.stopped);
    assert_true(lender.listener.done > 0.5);
    slide_agent.release(self);
}

/* With a node budget it loads no kept tables, which would change the answer. */
static void test_it_loads_tables_only_for_a_time_budget(void **state) {
    struct rng rng = rng_new(9, 0);
    struct slide slide = deal(&rng, 4, 4, 0, 20);
    struct budget nodes = {.nodes = 1000}, both = {.nodes = 1000, .milliseconds = 1000};
    struct budget hour = {.milliseconds = 3600000};
    struct lender lender;
    void *self = lender_agent(&lender, 1);
    (void)state;
    think_for(&lender, self, &slide, nodes, 0);
    think_for(&lender, self, &slide, both, 0);
    assert_int_equal(lender.loads, 0);
    struct advice advice = think_for(&lender, self, &slide, hour, 0);
    assert_true(check_advice(&slide, &advice) && advice.proven);
    assert_true(lender.loads > 0);
    slide_agent.release(self);
}

static void test_threads_do_not_change_the_answer(void **state) {
    static const int sizes[][2] = {{3, 4}, {3, 9}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct rng rng = rng_new(10, i);
        struct slide slide = deal(&rng, sizes[i][0], sizes[i][1], (int)i % 2, 0);
        struct candidate first[4];
        struct advice one;
        for (int threads = 1; threads <= 3; threads++) {
            struct lender lender;
            void *self = lender_agent(&lender, threads);
            struct budget budget = {.nodes = 8000};
            struct advice advice = think_for(&lender, self, &slide, budget, 0);
            check_advice(&slide, &advice);
            if (threads == 1) {
                one = advice;
                memcpy(first, candidates, sizeof first);
            }
            assert_int_equal(advice.nodes, one.nodes);
            assert_int_equal(advice.line_count, one.line_count);
            assert_memory_equal(advice.line, one.line, sizeof(action) * (size_t)one.line_count);
            for (int k = 0; k < one.count; k++)
                assert_true(first[k].act == candidates[k].act &&
                            first[k].value == candidates[k].value &&
                            first[k].error == candidates[k].error);
            slide_agent.release(self);
        }
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
        assert_non_null(advice.hopeless);
        for (int i = 0; i < advice.count; i++) assert_int_equal(candidates[i].visits, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards_are_exact),
        cmocka_unit_test(test_one_move_from_the_goal),
        cmocka_unit_test(test_larger_boards),
        cmocka_unit_test(test_it_stops),
        cmocka_unit_test(test_it_works_again_after_a_stop),
        cmocka_unit_test(test_it_loads_tables_only_for_a_time_budget),
        cmocka_unit_test(test_threads_do_not_change_the_answer),
        cmocka_unit_test(test_unsolvable),
    };
    return cmocka_run_group_tests(tests, open_agent, close_agent);
}
