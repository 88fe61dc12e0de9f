/* falls against its slow twin over many more random rounds than falls_twin_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "falls_twin_test.h"

static void test_twin_agrees_over_many_events(void **state) {
    (void)state;
    twin_games(5, 4000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_twin_agrees_over_many_events)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
