/* The tables of many sizes: all that fit, and boards that take longer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/optimal/tables_test.h"

static const struct host quiet = {.threads = 1};

static void test_partitions(void **unused) {
    (void)unused;
    for (int rows = 2; rows <= 13; rows++)
        for (int cols = 2; cols <= 13; cols++) {
            if (!slide_tables_fits(rows, cols)) continue;
            struct slide_tables *tables = slide_tables_new(rows, cols, &quiet);
            assert_non_null(tables);
            tables_test_require_partition(tables, rows, cols);
            slide_tables_free(tables);
        }
}

static void test_walks(void **unused) {
    static const int sizes[][3] = {{4, 4, 200}, {5, 5, 60}, {3, 5, 200}, {5, 3, 200},
                                   {3, 4, 200}, {4, 3, 60}, {2, 6, 60},  {6, 2, 60},
                                   {2, 5, 60},  {5, 2, 60}, {2, 8, 60},  {4, 5, 60}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_tables *tables = slide_tables_new(sizes[i][0], sizes[i][1], &quiet);
        assert_non_null(tables);
        tables_test_require_walks(tables, 30, sizes[i][2]);
        slide_tables_free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_partitions),
        cmocka_unit_test(test_walks),
    };
    return cmocka_run_group_tests_name("slide tables slow", tests, NULL, NULL);
}
