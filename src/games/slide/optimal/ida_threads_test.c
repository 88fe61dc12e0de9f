/* Any number of threads finds solutions of the same length, and stops when told. ThreadSanitizer
 * watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"
#include "games/slide/optimal/watch_test.h"

static const struct host quiet = {.threads = 1};
static struct slide_tables *tables;

static int make_tables(void **unused) {
    (void)unused;
    tables = slide_tables_new(4, 4, &quiet);
    return tables ? 0 : -1;
}

static int free_tables(void **unused) {
    (void)unused;
    slide_tables_free(tables);
    return 0;
}

static int solve(const struct plain *plain, int threads) {
    struct slide_ida_limits limits = {.threads = threads};
    struct slide_ida_result result;
    assert_int_equal(
        slide_ida_solve(slide_tables_heuristic(tables), plain->tiles, &limits, &result), 0);
    assert_int_equal(result.lower_bound, result.length);
    plain_require_solved(*plain, result.moves, (size_t)result.length);
    return result.length;
}

static void test_same_length(void **unused) {
    static const int threads[] = {2, 4, 7};
    (void)unused;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct plain plain = seed % 2 ? plain_walked(4, 4, 60 + (int)seed, seed)
                                      : plain_walked(4, 4, (int)seed * 3, seed);
        int length = solve(&plain, 1);
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
            assert_int_equal(solve(&plain, threads[i]), length);
    }
    struct plain goal = plain_goal(4, 4);
    assert_int_equal(solve(&goal, 7), 0);
}

/* More threads than it uses. */
static void test_many(void **unused) {
    struct plain plain = plain_walked(4, 4, 50, 1);
    (void)unused;
    assert_int_equal(solve(&plain, 1000), solve(&plain, 1));
}

/* A full search of this board takes far more than it is given. */
static void test_stopped(void **unused) {
    struct plain plain = plain_dealt(4, 4, 8);
    (void)unused;
    for (int stop_at = 1; stop_at <= 4; stop_at++) {
        struct watch_test test;
        watch_test_init(&test, stop_at);
        struct slide_ida_limits limits = {.threads = 4, .watch = &test.watch};
        struct slide_ida_result result;
        int failed = slide_ida_solve(slide_tables_heuristic(tables), plain.tiles, &limits, &result);
        assert_int_equal(failed, result.length < 0 ? -1 : 0);
        if (stop_at == 1) assert_int_equal(failed, -1);
        assert_true(result.lower_bound >= plain_distance(&plain));
        limits = (struct slide_ida_limits){.threads = 4, .nodes = 2000};
        assert_int_equal(
            slide_ida_solve(slide_tables_heuristic(tables), plain.tiles, &limits, &result), -1);
        assert_int_equal(result.length, -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_length),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests_name("slide ida threads", tests, make_tables, free_tables);
}
