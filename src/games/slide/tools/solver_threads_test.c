/* A long proof and the quick pass beside it: whatever ends them, there is a solution.
 * ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/tools/solver.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"

static void solve(struct slide_solver *solver, struct listener *listener, struct plain plain,
                  double seconds, int stop_at) {
    struct slide_board board = plain_board(&plain);
    struct slide_question question = {.board = &board, .proven = true, .seconds = seconds};
    struct slide_solution solution;
    listener_restart(listener, stop_at);
    assert_int_equal(slide_solver_solve(solver, &question, &solution), 0);
    assert_false(listener->backwards);
    plain_require_solved(plain, solution.path.moves, solution.path.count);
    assert_true(solution.lower_bound <= (int64_t)solution.path.count);
    assert_true(solution.optimal == (solution.lower_bound == (int64_t)solution.path.count));
    slide_path_release(&solution.path);
}

static struct listener listener;
static struct slide_solver *solver;

/* Makes the tables while the clock stands still. */
static int make_solver(void **unused) {
    (void)unused;
    listener_init(&listener, 2, 0);
    solver = slide_solver_new(&listener.host);
    assert_non_null(solver);
    solve(solver, &listener, plain_walked(4, 4, 20, 1), 10, 0);
    listener.tick = 1e-3;
    return 0;
}

static int free_solver(void **unused) {
    (void)unused;
    slide_solver_free(solver);
    return 0;
}

/* The quick pass begins and ends while the search goes on, or the search ends first. */
static void test_the_quick_pass(void **unused) {
    static const double seconds[] = {0.1, 0.5, 4};
    (void)unused;
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        for (int seed = 0; seed < often(1, 3); seed++)
            solve(solver, &listener, plain_dealt(4, 4, (uint64_t)seed), seconds[i], 0);
}

static void test_stops(void **unused) {
    (void)unused;
    for (int stop_at = 1; stop_at < 2000; stop_at *= 4)
        solve(solver, &listener, plain_dealt(4, 4, (uint64_t)stop_at), 2, stop_at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_quick_pass),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
