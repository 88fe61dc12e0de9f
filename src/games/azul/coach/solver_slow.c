/* The round solver against minimax and its slow twin on many more and larger positions than
 * solver_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/solver_test.h"

static const struct host plain = {.threads = 1};
static struct azul_solver *solver;

static void test_equals_minimax_on_1000(void **unused) {
    (void)unused;
    slow_compare(solver, (struct slow_kind){1000, 0, 4, 6, false}, 21);
}

static void test_equals_twin_on_100_larger(void **unused) {
    (void)unused;
    slow_compare(solver, (struct slow_kind){100, 2, 7, 8, true}, 22);
}

static int set_up(void **unused) {
    (void)unused;
    return (solver = azul_solver_new(&plain)) ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    azul_solver_free(solver);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_minimax_on_1000),
        cmocka_unit_test(test_equals_twin_on_100_larger),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
