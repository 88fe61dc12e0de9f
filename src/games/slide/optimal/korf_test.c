/* A fifth of Korf's boards of 4x4; korf_slow.c solves all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/optimal/korf_test.h"

static void test_korf(void **unused) {
    (void)unused;
    assert_int_equal(korf_test_solve(5), 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_korf)};
    return cmocka_run_group_tests_name("slide korf", tests, NULL, NULL);
}
