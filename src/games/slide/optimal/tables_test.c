/* The kits: their schemes solve boards of all sizes, with tables from a host or of their own; large
 * tables are built one by one and kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"
#include "tests/support/shelf.h"

static const struct host quiet = {.threads = 1};
static const struct slide_ida_limits alone = {.threads = 1};

static int require_solved(const struct slide_tables *kit, const struct plain *plain) {
    struct slide_ida_result result;
    assert_int_equal(slide_ida_solve(slide_tables_heuristic(kit), plain->tiles, &alone, &result),
                     0);
    plain_require_solved(*plain, result.moves, (size_t)result.length);
    assert_int_equal(result.least, result.length);
    return result.length;
}

/* A walk leads back, so no solution is longer; where it is short, the twin says how long. */
static void try_walks(int rows, int cols, int boards, int most) {
    enum { SHORT = 22 };
    struct slide_tables *kit = slide_tables_new(rows, cols, &quiet);
    assert_non_null(kit);
    for (int i = 0; i < boards; i++) {
        int moves = i % 2 ? i * 7 % (SHORT + 1) : i * 13 % (most + 1);
        struct plain plain = plain_walked(rows, cols, moves, (uint64_t)i);
        int length = require_solved(kit, &plain);
        assert_true(length <= moves && length % 2 == moves % 2);
        if (moves <= SHORT) assert_int_equal(length, plain_length(plain, SHORT));
    }
    slide_tables_free(kit);
}

static void test_walks(void **unused) {
    static const int sizes[][3] = {{4, 4, 200}, {5, 5, 60}, {3, 5, 200}, {5, 3, 200},
                                   {3, 4, 200}, {4, 3, 60}, {2, 6, 60},  {6, 2, 60},
                                   {2, 5, 60},  {5, 2, 60}, {2, 8, 60},  {4, 5, 60}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        try_walks(sizes[i][0], sizes[i][1], 30, sizes[i][2]);
}

/* Any boards, against the distance alone. */
static void test_dealt(void **unused) {
    static const int sizes[][2] = {{3, 4}, {4, 3}, {2, 5}, {5, 2}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_tables *kit = slide_tables_new(sizes[i][0], sizes[i][1], &quiet);
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct plain plain = plain_dealt(sizes[i][0], sizes[i][1], seed);
            assert_int_equal(require_solved(kit, &plain), plain_length(plain, 255));
        }
        slide_tables_free(kit);
    }
}

/* All tiles are in tables, each in one of a view; there are as many as the scheme has room for. */
static void test_schemes(void **unused) {
    (void)unused;
    for (int rows = 2; rows <= 13; rows++)
        for (int cols = 2; cols <= 13; cols++)
            assert_true(slide_tables_fits(rows, cols) == (rows * cols <= SLIDE_PDB_CELLS_MAX));
    for (int rows = 2; rows <= 4; rows++)
        for (int cols = 2; rows * cols <= 16; cols++) {
            struct slide_tables *kit = slide_tables_new(rows, cols, &quiet);
            const struct slide_heuristic *scheme = slide_tables_heuristic(kit);
            assert_int_equal(scheme->rows, rows);
            assert_int_equal(scheme->cols, cols);
            assert_true(scheme->tables <= SLIDE_TABLES_MAX && scheme->views <= SLIDE_VIEWS_MAX);
            for (int v = 0; v < scheme->views; v++) {
                uint32_t homes = 0;
                for (int tile = 1; tile < rows * cols; tile++) {
                    const struct slide_view *view = &scheme->view[v];
                    int t = view->table_of[tile], home = view->cell[tile - 1];
                    uint32_t mask = scheme->table[t].home.mask;
                    assert_true(t >= view->first && t < view->end && t < scheme->tables);
                    assert_true(mask >> home & 1);
                    assert_int_equal(view->place[tile],
                                     bits_count(mask & ((UINT32_C(1) << home) - 1)));
                    assert_false(homes >> home & 1);
                    homes |= UINT32_C(1) << home;
                }
            }
            assert_true(slide_tables_is_best(kit) == (rows != 4 || cols != 4));
            slide_tables_free(kit);
        }
}

/* A host with little patience. */
struct patron {
    struct shelf shelf;
    int calls, patience; /* patience: calls of go_on before it says stop; -1 always */
    double done;
};

static bool go_on(void *self, double done, const char *words) {
    struct patron *patron = self;
    assert_true(done >= patron->done && done <= 1.000001);
    assert_non_null(words);
    patron->done = done;
    patron->calls++;
    return patron->patience < 0 || patron->patience-- > 0;
}

static void begin(struct patron *patron) {
    *patron = (struct patron){.patience = -1};
    shelf_init(&patron->shelf);
    patron->shelf.host.go_on = go_on;
}

static const char *build(struct patron *patron, int rows, int cols, int patience) {
    patron->done = 0, patron->calls = 0, patron->patience = patience;
    size_t bytes;
    const char *wrong = slide_tables_build(rows, cols, &patron->shelf.host, &bytes);
    assert_true(bytes == (rows == 5 && cols == 5 ? 96537600 : 0));
    return wrong;
}

/* Of a kit in the making, any call of go_on may be the last. */
static void test_stopped_kits(void **unused) {
    struct patron patron;
    (void)unused;
    begin(&patron);
    struct slide_tables *kit = slide_tables_new(3, 4, &patron.shelf.host);
    assert_non_null(kit);
    slide_tables_free(kit);
    int calls = patron.calls;
    assert_true(calls > 10);
    for (int patience = 0; patience < calls; patience += 1 + patience / 4) {
        patron.done = 0, patron.patience = patience;
        assert_null(slide_tables_new(3, 4, &patron.shelf.host));
    }
    assert_int_equal(patron.shelf.count, 0);
    shelf_release(&patron.shelf);
}

static void test_refusals(void **unused) {
    struct patron patron;
    (void)unused;
    begin(&patron);
    assert_non_null(build(&patron, 3, 3, -1));
    assert_non_null(build(&patron, 4, 5, -1));
    assert_non_null(build(&patron, 255, 255, -1));
    assert_int_equal(patron.shelf.loads, 0);
    assert_non_null(build(&patron, 5, 5, 0));
    assert_int_equal(patron.calls, 1);
    assert_non_null(build(&patron, 5, 5, 3));
    assert_int_equal(patron.calls, 4);
    assert_int_equal(patron.shelf.count, 0);
    shelf_release(&patron.shelf);
}

static void test_sizes(void **unused) {
    int rows, cols, count = 0;
    bool four = false, five = false;
    (void)unused;
    for (; slide_tables_size(count, &rows, &cols); count++) {
        assert_true(slide_tables_fits(rows, cols));
        four |= rows == 4 && cols == 4;
        five |= rows == 5 && cols == 5;
    }
    assert_true(four && five);
    assert_false(slide_tables_size(-1, &rows, &cols));
    assert_false(slide_tables_size(count + 1, &rows, &cols));
}

/* Stopped in the second table, it goes on from there; a host that cannot keep says why. */
static void test_build(void **unused) {
    struct patron patron;
    (void)unused;
    begin(&patron);
    patron.shelf.capacity = 0;
    assert_string_equal(build(&patron, 5, 5, -1), "the shelf is full");
    int first = patron.calls;
    patron.shelf.capacity = SHELF_CAPACITY;
    assert_non_null(build(&patron, 5, 5, first));
    assert_int_equal(patron.shelf.count, 1);
    /* Whoever changes what a table holds changes its version: old ones would be believed. */
    assert_int_equal(patron.shelf.files[0].version, 2);
    assert_int_equal(hash_bytes(patron.shelf.files[0].bytes, patron.shelf.files[0].size),
                     0x188560b8a89d63f2);
    assert_int_equal(patron.calls, first + 1);
    double done = patron.done;
    assert_true(done > 0 && done < 1);
    assert_non_null(build(&patron, 5, 5, 2));
    assert_int_equal(patron.shelf.count, 1);
    assert_int_equal(patron.calls, 3);
    assert_true(patron.done >= done);

    patron.patience = -1, patron.done = 0;
    struct slide_tables *kit = slide_tables_new(5, 5, &patron.shelf.host);
    assert_non_null(kit);
    assert_false(slide_tables_is_best(kit));
    struct plain plain = plain_walked(5, 5, 20, 1);
    assert_int_equal(require_solved(kit, &plain), plain_length(plain, 20));
    slide_tables_free(kit);
    shelf_release(&patron.shelf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),    cmocka_unit_test(test_dealt),
        cmocka_unit_test(test_schemes),  cmocka_unit_test(test_stopped_kits),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_build),
    };
    return cmocka_run_group_tests_name("slide kit", tests, NULL, NULL);
}
