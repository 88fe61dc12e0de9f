/* falls against its slow twin in random rounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "falls_twin_test.h"
#include "tests/support/often.h"

static void test_twin_agrees_in_random_rounds(void **state) {
    (void)state;
    twin_games(7, often(250000, 700000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_twin_agrees_in_random_rounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
