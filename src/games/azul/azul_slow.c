/* azul against its slow twin over many more random games than azul_twin_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_twin_test.h"

static void test_twin_agrees_over_two_million_plies(void **state) {
    (void)state;
    twin_games(21, 2000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin_agrees_over_two_million_plies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
