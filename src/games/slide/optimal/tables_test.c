/* The tables: shortest solutions of boards of many sizes, with tables that are loaded or built;
 * large tables are built one by one and kept; the host can stop all this at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "games/slide/optimal/tables_test.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"
#include "tests/support/shelf.h"

static const struct host quiet = {.threads = 1};

static void test_fits(void **unused) {
    (void)unused;
    for (int rows = 2; rows <= 13; rows++)
        for (int cols = 2; cols <= 13; cols++)
            assert_true(slide_tables_fits(rows, cols) == (rows * cols <= SLIDE_PDB_CELLS_MAX));
}

static void test_walks(void **unused) {
    static const int sizes[][3] = {{2, 2, 60},  {3, 3, 60}, {4, 4, 200}, {3, 5, 200},
                                   {5, 3, 100}, {6, 2, 60}, {2, 8, 60},  {4, 5, 50}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int rows = sizes[i][0], cols = sizes[i][1];
        struct slide_tables *tables = slide_tables_new(rows, cols, &quiet);
        assert_non_null(tables);
        tables_test_require_partition(tables, rows, cols);
        tables_test_require_walks(tables, often(4, 10), sizes[i][2]);
        slide_tables_free(tables);
    }
}

/* Any boards, against a plain search. */
static void test_dealt(void **unused) {
    static const int sizes[][2] = {{3, 4}, {4, 3}, {2, 5}, {5, 2}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int rows = sizes[i][0], cols = sizes[i][1];
        struct slide_tables *tables = slide_tables_new(rows, cols, &quiet);
        assert_non_null(tables);
        tables_test_require_partition(tables, rows, cols);
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct plain plain = plain_dealt(rows, cols, seed);
            assert_int_equal(tables_test_solve(tables, &plain), plain_length(plain, 255));
        }
        slide_tables_free(tables);
    }
}

/* A host that keeps files and says stop. */
struct patron {
    struct shelf shelf; /* the host's self as well */
    struct listener listener;
    int full;     /* it also says stop once it keeps so many files, if not 0 */
    double first; /* reported at the first call */
    int warnings;
    char warning[128]; /* the last */
};

static void warn(void *self, const char *message) {
    struct patron *patron = self;
    patron->warnings++;
    snprintf(patron->warning, sizeof patron->warning, "%s", message);
}

static bool go_on(void *self, double done, const char *message) {
    struct patron *patron = self;
    struct listener *listener = &patron->listener;
    if (!listener->calls) patron->first = done;
    if (patron->full && patron->shelf.count >= patron->full && !listener->stop_at)
        listener->stop_at = listener->calls + 1;
    return listener_go_on(listener, done, message);
}

static void patron_init(struct patron *patron) {
    *patron = (struct patron){.full = 0};
    shelf_init(&patron->shelf);
    patron->shelf.host.go_on = go_on;
    patron->shelf.host.warn = warn;
}

static void patron_restart(struct patron *patron, int stop_at) {
    listener_restart(&patron->listener, stop_at);
    patron->first = 0;
}

/* Makes tables with a host that says stop at its k-th call, for k = 1, 2, 4, ... until they are
 * made: it must not be asked again. Returns the number of calls it takes. */
static int require_stops(int rows, int cols, bool loads) {
    struct slide_tables *tables = NULL;
    struct patron patron;
    patron_init(&patron);
    if (!loads) patron.shelf.host.load = NULL;
    for (int k = 1; !tables; k *= 2) {
        patron_restart(&patron, k);
        tables = slide_tables_new(rows, cols, &patron.shelf.host);
        assert_true(patron.first == 0 && !patron.listener.backwards);
        assert_true(tables ? patron.listener.calls < k : patron.listener.calls == k);
    }
    assert_true(patron.listener.done == 1);
    assert_int_equal(patron.shelf.count, 0);
    slide_tables_free(tables);
    shelf_release(&patron.shelf);
    return patron.listener.calls;
}

/* As the host is asked once for so many units of work, many calls mean small gaps. */
static void test_stops(void **unused) {
    (void)unused;
    assert_true(require_stops(3, 3, true) > 50);
    assert_true(require_stops(3, 4, true) > 200);
    assert_true(require_stops(4, 4, false) > 500);
}

static const char *build(struct patron *patron, int rows, int cols, int stop_at) {
    size_t bytes;
    patron_restart(patron, stop_at);
    const char *wrong = slide_tables_build(rows, cols, &patron->shelf.host, &bytes);
    assert_true(bytes == 0 || bytes == 96537600);
    assert_false(patron->listener.backwards);
    return wrong;
}

static const char *refuse_to_keep(void *self, const char *name, size_t size) {
    const struct patron *patron = self;
    assert_true(patron->listener.done < 0.051 && strlen(name) > 8 && size > 10000000);
    return "there is no space";
}

/* What cannot be kept is not made. */
static void test_no_space(void **unused) {
    struct patron patron;
    (void)unused;
    patron_init(&patron);
    patron.shelf.host.can_keep = refuse_to_keep;
    assert_string_equal(build(&patron, 5, 5, 0), "there is no space");
    assert_true(patron.listener.done < 0.051);
    shelf_release(&patron.shelf);
}

static void test_refusals(void **unused) {
    struct patron patron;
    (void)unused;
    patron_init(&patron);
    assert_non_null(build(&patron, 3, 3, 0));
    assert_int_equal(patron.listener.calls, 0);
    assert_non_null(build(&patron, 4, 5, 0));
    assert_int_equal(patron.listener.calls, 0);
    assert_non_null(build(&patron, 255, 255, 0));
    assert_int_equal(patron.listener.calls, 0);
    assert_int_equal(patron.shelf.loads, 0);
    assert_non_null(build(&patron, 5, 5, 1));
    assert_int_equal(patron.listener.calls, 1);
    assert_non_null(build(&patron, 5, 5, 4));
    assert_int_equal(patron.listener.calls, 4);
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

/* Stopped in the second table, it goes on from there. With only some of the large tables, small
 * ones are used. */
static void test_build(void **unused) {
    struct patron patron;
    (void)unused;
    patron_init(&patron);
    patron.full = 1;
    assert_non_null(build(&patron, 5, 5, 0));
    assert_int_equal(patron.shelf.count, 1);
    assert_int_equal(patron.listener.calls, patron.listener.stop_at);
    assert_true(patron.listener.calls > 1000);
    /* Whoever changes what a table holds must change its version, or old ones are still used. */
    assert_int_equal(patron.shelf.files[0].version, 2);
    assert_int_equal(hash_bytes(patron.shelf.files[0].bytes, patron.shelf.files[0].size),
                     0x188560b8a89d63f2);
    double done = patron.listener.done;
    assert_true(done > 0.2 && done < 0.4);
    patron.full = 0;
    assert_non_null(build(&patron, 5, 5, patron.listener.calls / often(8, 2)));
    assert_int_equal(patron.shelf.count, 1);
    assert_int_equal(patron.listener.calls, patron.listener.stop_at);
    assert_true(patron.listener.done >= done);

    patron_restart(&patron, 0);
    struct slide_tables *tables = slide_tables_new(5, 5, &patron.shelf.host);
    assert_non_null(tables);
    assert_true(patron.listener.calls > 1000 && !patron.listener.backwards);
    assert_true(patron.first == 0 && patron.listener.done == 1);
    assert_int_equal(slide_tables_heuristic(tables)->table[0].layout->tiles, 5); /* a small one */
    tables_test_require_partition(tables, 5, 5);
    tables_test_require_walks(tables, often(4, 10), 50);
    slide_tables_free(tables);
    shelf_release(&patron.shelf);
}

/* Files of the right names and sizes that hold something else are told of and not used; build makes
 * them again. */
static void test_forged(void **unused) {
    static const char *const names[] = {"slide-5x5-1-2-3-6-7-8", "slide-5x5-4-5-9-10-14-15",
                                        "slide-5x5-11-12-16-17-21-22",
                                        "slide-5x5-13-18-19-20-23-24"};
    enum { BYTES = 96537600 / 4 };
    struct patron patron;
    uint8_t *forged = malloc(BYTES);
    (void)unused;
    assert_non_null(forged);
    memset(forged, 0xFF, BYTES);
    patron_init(&patron);
    for (int i = 0; i < 4; i++) assert_null(shelf_keep(&patron, names[i], 2, forged, BYTES));
    free(forged);
    struct slide_tables *tables = slide_tables_new(5, 5, &patron.shelf.host);
    assert_non_null(tables);
    assert_int_equal(patron.warnings, 1);
    assert_string_equal(patron.warning, "ignoring the file slide-5x5-1-2-3-6-7-8 in the cache: it "
                                        "holds another table");
    assert_int_equal(slide_tables_heuristic(tables)->table[0].layout->tiles, 5); /* a small one */
    tables_test_require_walks(tables, 4, 40);
    slide_tables_free(tables);

    assert_non_null(build(&patron, 5, 5, often(3000, 6000)));
    assert_true(patron.listener.done > 0.05 && patron.listener.done < 0.3); /* in the first */
    assert_int_equal(patron.warnings, 2);
    shelf_release(&patron.shelf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits),     cmocka_unit_test(test_walks),
        cmocka_unit_test(test_dealt),    cmocka_unit_test(test_stops),
        cmocka_unit_test(test_sizes),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_build),    cmocka_unit_test(test_forged),
        cmocka_unit_test(test_no_space),
    };
    return cmocka_run_group_tests_name("slide tables", tests, NULL, NULL);
}
