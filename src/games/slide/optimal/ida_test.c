/* The search for shortest solutions: against breadth-first search on all small boards, with schemes
 * of the test's own (tables of few tiles, several views, no pruning) and with the kit's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/heuristic_test.h"
#include "games/slide/optimal/tables.h"

static const struct host quiet = {.threads = 1};
static const struct slide_ida_limits alone = {.threads = 1};

static void require_length(const struct slide_heuristic *scheme, const struct plain *plain,
                           const struct slide_ida_limits *effort, int length) {
    struct slide_ida_result result;
    assert_int_equal(slide_ida_solve(scheme, plain->tiles, effort, &result), 0);
    assert_int_equal(result.length, length);
    assert_int_equal(result.least, length);
    plain_require_solved(*plain, result.moves, (size_t)result.length);
}

/* Every board of a size, or every so many-th. */
static void require_lengths(const struct slide_heuristic *scheme, uint32_t step) {
    int rows = scheme->rows, cols = scheme->cols;
    uint8_t *lengths = plain_lengths(rows, cols);
    uint32_t ranks = plain_ranks(rows, cols), solved = 0;
    for (uint32_t rank = 0; rank < ranks; rank += step) {
        if (lengths[rank] == PLAIN_NEVER) continue;
        struct plain plain = plain_ranked(rows, cols, rank);
        require_length(scheme, &plain, &alone, lengths[rank]);
        solved++;
    }
    assert_true(step > 1 ? solved > 0 : solved == ranks / 2);
    free(lengths);
}

static void test_small_boards(void **unused) {
    static const int sizes[][3] = {{2, 2, 1}, {2, 3, 1}, {3, 2, 1},
                                   {2, 4, 7}, {4, 2, 5}, {3, 3, 41}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_tables *kit = slide_tables_new(sizes[i][0], sizes[i][1], &quiet);
        assert_non_null(kit);
        require_lengths(slide_tables_heuristic(kit), (uint32_t)sizes[i][2]);
        slide_tables_free(kit);
    }
}

static void test_own_schemes(void **unused) {
    struct own own;
    (void)unused;
    own_init(&own, 2, 3);
    own_view(&own, "abcde.", false);
    require_lengths(&own.scheme, 1);
    own_release(&own);

    own_init(&own, 3, 2);
    own_view(&own, "aabbc.", false);
    own_view(&own, "abbcc.", false);
    require_lengths(&own.scheme, 1);
    own_release(&own);

    own_init(&own, 3, 3);
    own_view(&own, "aaaabbbb.", false);
    require_lengths(&own.scheme, 1009);
    own_view(&own, "aaaabbbb.", true);
    require_lengths(&own.scheme, 1013);
    own_release(&own);

    own_init(&own, 3, 3);
    own_view(&own, "abcabcab.", false);
    own_view(&own, "aabbccdd.", true);
    require_lengths(&own.scheme, 997);
    own_release(&own);
}

/* As many tables as there may be. */
static void test_single_tiles(void **unused) {
    struct own own;
    (void)unused;
    own_init(&own, 2, 5);
    own_view(&own, "abcdefghi.", false);
    assert_int_equal(own.scheme.tables, SLIDE_TABLES_MAX - 1);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct plain plain = plain_walked(2, 5, (int)seed % 23, seed);
        require_length(&own.scheme, &plain, &alone, plain_length(plain, 23));
    }
    own_release(&own);
}

static void test_solved(void **unused) {
    (void)unused;
    struct slide_tables *kit = slide_tables_new(4, 4, &quiet);
    struct plain goal = plain_goal(4, 4);
    for (int threads = 1; threads < 5; threads++) {
        struct slide_ida_limits effort = {.threads = threads};
        require_length(slide_tables_heuristic(kit), &goal, &effort, 0);
    }
    slide_tables_free(kit);
}

/* A limit either suffices or leaves a true bound; the same each time. */
static void test_nodes(void **unused) {
    (void)unused;
    struct slide_tables *kit = slide_tables_new(4, 4, &quiet);
    const struct slide_heuristic *scheme = slide_tables_heuristic(kit);
    int stopped = 0, most = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct plain plain = plain_dealt(4, 4, seed);
        struct slide_ida_result result, limited, again;
        assert_int_equal(slide_ida_solve(scheme, plain.tiles, &alone, &result), 0);
        plain_require_solved(plain, result.moves, (size_t)result.length);
        for (uint64_t nodes = 1; nodes < 2 * result.nodes; nodes *= 4) {
            struct slide_ida_limits effort = {.threads = 1, .nodes = nodes};
            int failed = slide_ida_solve(scheme, plain.tiles, &effort, &limited);
            assert_true(limited.least >= plain_distance(&plain) && limited.least <= result.length);
            assert_int_equal((result.length - limited.least) % 2, 0);
            assert_int_equal(limited.length, failed ? -1 : result.length);
            assert_true(nodes <= result.nodes || !failed);
            assert_int_equal(slide_ida_solve(scheme, plain.tiles, &effort, &again), failed);
            assert_int_equal(again.least, limited.least);
            assert_int_equal(again.nodes, limited.nodes);
            assert_int_equal(again.length, limited.length);
            if (!failed) assert_memory_equal(again.moves, limited.moves, (size_t)limited.length);
            stopped += failed != 0;
            most = limited.least > most && failed ? limited.least : most;
        }
    }
    assert_true(stopped > 6);
    assert_true(most > 40);
    slide_tables_free(kit);
}

/* The limit is about kept: hundreds of times less work must be seen. */
static void test_nodes_are_few(void **unused) {
    (void)unused;
    struct slide_tables *kit = slide_tables_new(5, 5, &quiet);
    struct plain plain = plain_dealt(5, 5, 1);
    struct slide_ida_limits effort = {.threads = 1, .nodes = 100000};
    struct slide_ida_result result;
    assert_int_equal(slide_ida_solve(slide_tables_heuristic(kit), plain.tiles, &effort, &result),
                     -1);
    assert_int_equal(result.length, -1);
    assert_true(result.nodes < 10 * effort.nodes);
    assert_true(result.least >= plain_distance(&plain));
    effort = (struct slide_ida_limits){.threads = 3, .nodes = 100000};
    assert_int_equal(slide_ida_solve(slide_tables_heuristic(kit), plain.tiles, &effort, &result),
                     -1);
    assert_true(result.nodes < 10 * effort.nodes);
    slide_tables_free(kit);
}

struct patience {
    int calls, left; /* go_on calls seen; before it says stop, never if negative */
    double done;
    const struct slide_ida_result *result;
    int least; /* of the result when last asked */
};

static bool wait_on(void *self, double done) {
    struct patience *patience = self;
    assert_true(done >= 0 && done <= 1);
    assert_true(patience->result->least >= patience->least);
    patience->least = patience->result->least;
    patience->calls++;
    return patience->left < 0 || patience->left-- > 0;
}

static void test_watch(void **unused) {
    (void)unused;
    struct slide_tables *kit = slide_tables_new(4, 4, &quiet);
    struct slide_ida_result result;
    struct plain plain = plain_dealt(4, 4, 3);
    struct patience patience = {.left = -1, .result = &result};
    struct slide_watch watch = {wait_on, &patience};
    struct slide_ida_limits effort = {.threads = 1, .watch = &watch};
    const struct slide_heuristic *scheme = slide_tables_heuristic(kit);
    result.least = 0;
    assert_int_equal(slide_ida_solve(scheme, plain.tiles, &effort, &result), 0);
    int length = result.length, calls = patience.calls;
    assert_true(calls > 2);
    for (int left = 0; left < calls; left = left < 5 ? left + 1 : left * 2) {
        patience = (struct patience){.left = left, .result = &result};
        result.least = 0;
        int failed = slide_ida_solve(scheme, plain.tiles, &effort, &result);
        assert_int_equal(patience.calls, left + 1);
        assert_int_equal(failed, -1);
        assert_int_equal(result.length, -1);
        assert_true(result.least >= patience.least && result.least <= length);
        assert_int_equal((length - result.least) % 2, 0);
    }
    slide_tables_free(kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards), cmocka_unit_test(test_own_schemes),
        cmocka_unit_test(test_single_tiles), cmocka_unit_test(test_solved),
        cmocka_unit_test(test_nodes),        cmocka_unit_test(test_nodes_are_few),
        cmocka_unit_test(test_watch),
    };
    return cmocka_run_group_tests_name("slide ida", tests, NULL, NULL);
}
