/* The search for shortest solutions, against breadth-first search on all small boards: with the
 * solver's tables, and with heuristics of other partitions, several views and no pruning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/heuristic_test.h"
#include "games/slide/optimal/tables.h"
#include "games/slide/optimal/watch_test.h"

static const struct host quiet = {.threads = 1};
static const struct slide_ida_limits alone = {.threads = 1};
static struct slide_tables *tables; /* of 4x4 */
static uint8_t *lengths_3x3;

static int set_up(void **unused) {
    (void)unused;
    tables = slide_tables_new(4, 4, &quiet);
    lengths_3x3 = plain_lengths(3, 3);
    return tables ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    slide_tables_free(tables);
    free(lengths_3x3);
    return 0;
}

static void require_length(const struct slide_heuristic *heuristic, const struct plain *plain,
                           const struct slide_ida_limits *limits, int length) {
    struct slide_ida_result result;
    assert_int_equal(slide_ida_solve(heuristic, plain->tiles, limits, &result), 0);
    assert_int_equal(result.length, length);
    assert_int_equal(result.lower_bound, length);
    plain_require_solved(*plain, result.moves, (size_t)result.length);
}

/* Every board of a size, or every step-th. */
static void require_lengths(const struct slide_heuristic *heuristic, uint32_t step) {
    int rows = heuristic->rows, cols = heuristic->cols;
    bool is_3x3 = rows == 3 && cols == 3;
    uint8_t *lengths = is_3x3 ? lengths_3x3 : plain_lengths(rows, cols);
    uint32_t ranks = plain_ranks(rows, cols), solved = 0;
    for (uint32_t rank = 0; rank < ranks; rank += step) {
        if (lengths[rank] == PLAIN_NEVER) continue;
        struct plain plain = plain_ranked(rows, cols, rank);
        require_length(heuristic, &plain, &alone, lengths[rank]);
        solved++;
    }
    assert_true(step > 1 ? solved > 0 : solved == ranks / 2);
    if (!is_3x3) free(lengths);
}

static void test_small_boards(void **unused) {
    static const int sizes[][3] = {{2, 2, 1},  {2, 3, 1},  {3, 2, 1},
                                   {2, 4, 41}, {4, 2, 37}, {3, 3, 211}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_tables *small = slide_tables_new(sizes[i][0], sizes[i][1], &quiet);
        assert_non_null(small);
        require_lengths(slide_tables_heuristic(small), (uint32_t)sizes[i][2]);
        slide_tables_free(small);
    }
}

static void test_other_partitions(void **unused) {
    struct heuristic_test test;
    (void)unused;
    heuristic_test_init(&test, 2, 3);
    heuristic_test_add_view(&test, "abcde.", false);
    require_lengths(&test.heuristic, 1);
    heuristic_test_release(&test);

    heuristic_test_init(&test, 3, 2);
    heuristic_test_add_view(&test, "aabbc.", false);
    heuristic_test_add_view(&test, "abbcc.", false);
    require_lengths(&test.heuristic, 1);
    heuristic_test_release(&test);

    heuristic_test_init(&test, 3, 3);
    heuristic_test_add_view(&test, "aaaabbbb.", false);
    require_lengths(&test.heuristic, 3001);
    heuristic_test_add_view(&test, "aaaabbbb.", true);
    require_lengths(&test.heuristic, 3011);
    heuristic_test_release(&test);

    heuristic_test_init(&test, 3, 3);
    heuristic_test_add_view(&test, "abcabcab.", false);
    heuristic_test_add_view(&test, "aabbccdd.", true);
    require_lengths(&test.heuristic, 3019);
    heuristic_test_release(&test);
}

/* Almost as many tables as a heuristic can hold. */
static void test_single_tiles(void **unused) {
    struct heuristic_test test;
    (void)unused;
    heuristic_test_init(&test, 2, 5);
    heuristic_test_add_view(&test, "abcdefghi.", false);
    assert_int_equal(test.heuristic.tables, SLIDE_TABLES_MAX - 1);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct plain plain = plain_walked(2, 5, (int)seed % 23, seed);
        require_length(&test.heuristic, &plain, &alone, plain_length(plain, 23));
    }
    heuristic_test_release(&test);
}

static void test_solved(void **unused) {
    struct plain goal = plain_goal(4, 4);
    (void)unused;
    for (int threads = 1; threads < 5; threads++) {
        struct slide_ida_limits limits = {.threads = threads};
        require_length(slide_tables_heuristic(tables), &goal, &limits, 0);
    }
}

/* A limit either suffices or leaves a true lower bound, the same each time. */
static void test_nodes(void **unused) {
    const struct slide_heuristic *heuristic = slide_tables_heuristic(tables);
    int stopped = 0, best = 0;
    (void)unused;
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct plain plain = plain_dealt(4, 4, seed);
        struct slide_ida_result result, limited, again;
        assert_int_equal(slide_ida_solve(heuristic, plain.tiles, &alone, &result), 0);
        plain_require_solved(plain, result.moves, (size_t)result.length);
        for (uint64_t nodes = 1; nodes < 2 * result.nodes; nodes *= 8) {
            struct slide_ida_limits limits = {.threads = 1, .nodes = nodes};
            int failed = slide_ida_solve(heuristic, plain.tiles, &limits, &limited);
            assert_in_range(limited.lower_bound, plain_distance(&plain), result.length);
            assert_int_equal((result.length - limited.lower_bound) % 2, 0);
            assert_int_equal(limited.length, failed ? -1 : result.length);
            assert_true(nodes <= result.nodes || !failed);
            assert_int_equal(slide_ida_solve(heuristic, plain.tiles, &limits, &again), failed);
            assert_int_equal(again.lower_bound, limited.lower_bound);
            assert_int_equal(again.nodes, limited.nodes);
            assert_int_equal(again.length, limited.length);
            if (!failed) assert_memory_equal(again.moves, limited.moves, (size_t)limited.length);
            stopped += failed != 0;
            best = limited.lower_bound > best && failed ? limited.lower_bound : best;
        }
    }
    assert_true(stopped > 6);
    assert_true(best > 40);
}

/* The limit is kept, give or take a small factor: this board would take several hundred times as
 * many nodes. */
static void test_nodes_are_few(void **unused) {
    struct plain plain = plain_dealt(4, 4, 5);
    struct slide_ida_result result;
    (void)unused;
    for (int threads = 1; threads <= 3; threads += 2) {
        struct slide_ida_limits limits = {.threads = threads, .nodes = 10000};
        assert_int_equal(
            slide_ida_solve(slide_tables_heuristic(tables), plain.tiles, &limits, &result), -1);
        assert_int_equal(result.length, -1);
        assert_true(result.nodes < 10 * limits.nodes);
        assert_true(result.lower_bound >= plain_distance(&plain));
    }
}

struct bound_watch {
    struct watch_test test;
    const struct slide_ida_result *result;
    int lower_bound; /* of the result when last asked */
};

static bool go_on(void *self, double done) {
    struct bound_watch *bound = self;
    assert_true(bound->result->lower_bound >= bound->lower_bound);
    bound->lower_bound = bound->result->lower_bound;
    return watch_test_go_on(&bound->test, done);
}

static void test_watch(void **unused) {
    struct slide_ida_result result;
    struct plain plain = plain_dealt(4, 4, 3);
    struct bound_watch bound = {.result = &result};
    struct slide_watch watch = {go_on, &bound};
    struct slide_ida_limits limits = {.threads = 1, .watch = &watch};
    const struct slide_heuristic *heuristic = slide_tables_heuristic(tables);
    (void)unused;
    result.lower_bound = 0;
    assert_int_equal(slide_ida_solve(heuristic, plain.tiles, &limits, &result), 0);
    int length = result.length, calls = bound.test.calls;
    assert_true(calls > 2);
    for (int stop_at = 1; stop_at <= calls; stop_at = stop_at < 6 ? stop_at + 1 : stop_at * 2) {
        bound = (struct bound_watch){.test.stop_at = stop_at, .result = &result};
        result.lower_bound = 0;
        int failed = slide_ida_solve(heuristic, plain.tiles, &limits, &result);
        assert_int_equal(bound.test.calls, stop_at);
        assert_int_equal(failed, -1);
        assert_int_equal(result.length, -1);
        assert_true(result.lower_bound >= bound.lower_bound && result.lower_bound <= length);
        assert_int_equal((length - result.lower_bound) % 2, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards), cmocka_unit_test(test_other_partitions),
        cmocka_unit_test(test_single_tiles), cmocka_unit_test(test_solved),
        cmocka_unit_test(test_nodes),        cmocka_unit_test(test_nodes_are_few),
        cmocka_unit_test(test_watch),
    };
    return cmocka_run_group_tests_name("slide ida", tests, set_up, tear_down);
}
