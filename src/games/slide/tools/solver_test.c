/* Solving with and without a proof, with a clock of the test's own. Every solution is replayed on a
 * plain board, and what is proven is compared with a slow search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/tools/solver.h"
#include "tests/support/listener.h"

/* A solver and who listens to it. */
struct client {
    struct listener listener;
    struct slide_solver *solver;
};

static void client_init(struct client *client, int threads, double tick) {
    listener_init(&client->listener, threads, tick);
    client->listener.now = 1000;
    client->solver = slide_solver_new(&client->listener.host);
    assert_non_null(client->solver);
}

/* Asks, and checks what holds for every answer. The caller releases the path. */
static struct slide_solution ask(struct client *client, struct plain plain,
                                 struct slide_question question) {
    struct slide_board board = plain_board(&plain);
    struct plain before = plain;
    struct slide_solution solution;
    question.board = &board;
    listener_restart(&client->listener, 0);
    assert_int_equal(slide_solver_solve(client->solver, &question, &solution), 0);
    assert_false(client->listener.backwards);
    assert_memory_equal(&before, &plain, sizeof plain);
    plain_require_solved(plain, solution.path.moves, solution.path.count);
    assert_int_equal(solution.distance, plain_distance(&plain));
    assert_true(solution.lower_bound >= (int64_t)solution.distance);
    assert_true(solution.lower_bound <= (int64_t)solution.path.count);
    assert_int_equal((solution.path.count - solution.distance) % 2, 0);
    if (solution.optimal) assert_int_equal(solution.lower_bound, solution.path.count);
    return solution;
}

/* Asks. Returns the length. */
static int length_of(struct client *client, struct plain plain, struct slide_question question,
                     bool *optimal) {
    struct slide_solution solution = ask(client, plain, question);
    int length = (int)solution.path.count;
    *optimal = solution.optimal;
    slide_path_release(&solution.path);
    return length;
}

/* Small boards are always solved optimally. All hooks may be NULL. */
static void test_small_boards(void **unused) {
    static const int sizes[][3] = {{2, 2, 1}, {2, 3, 5}, {3, 2, 3}, {2, 4, 401}, {3, 3, 2003}};
    static const struct host bare = {.threads = 1};
    (void)unused;
    struct client client = {.solver = slide_solver_new(&bare)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *lengths = plain_lengths(sizes[i][0], sizes[i][1]);
        uint32_t ranks = plain_ranks(sizes[i][0], sizes[i][1]);
        for (uint32_t rank = 0; rank < ranks; rank += (uint32_t)sizes[i][2]) {
            bool optimal;
            if (lengths[rank] == PLAIN_NEVER) continue;
            struct plain plain = plain_ranked(sizes[i][0], sizes[i][1], rank);
            struct slide_question question = {.proven = rank % 2, .seconds = 1};
            assert_int_equal(length_of(&client, plain, question, &optimal), lengths[rank]);
            assert_true(optimal);
        }
        free(lengths);
    }
    slide_solver_free(client.solver);
}

static void test_no_hooks(void **unused) {
    static const int sizes[][2] = {{5, 5}, {6, 6}, {2, 13}, {10, 10}, {3, 4}};
    static const struct host bare = {.threads = 2};
    (void)unused;
    struct client client = {.solver = slide_solver_new(&bare)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool optimal;
        struct plain plain = plain_dealt(sizes[i][0], sizes[i][1], 5);
        length_of(&client, plain, (struct slide_question){.seconds = 1}, &optimal);
        assert_true(optimal || sizes[i][0] * sizes[i][1] > 16);
    }
    for (int cols = 5; cols <= 6; cols++) {
        bool optimal;
        struct plain plain = plain_walked(3, cols, 20, 2);
        struct slide_question question = {.proven = true, .seconds = 1};
        assert_int_equal(length_of(&client, plain, question, &optimal), plain_length(plain, 20));
        assert_true(optimal);
    }
    slide_solver_free(client.solver);
}

/* Many sizes, with and without a proof, boards near the goal and random ones. */
static void test_sizes(void **unused) {
    static const int sizes[][2] = {{2, 2},  {3, 2}, {2, 4}, {3, 3},  {5, 2}, {3, 4},
                                   {4, 3},  {2, 6}, {5, 3}, {3, 6},  {5, 4}, {6, 6},
                                   {13, 2}, {3, 9}, {4, 7}, {10, 10}};
    (void)unused;
    struct client client;
    client_init(&client, 1, 0.01);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int rows = sizes[i][0], cols = sizes[i][1];
        bool optimal;
        client.listener.tick = rows * cols <= 16 ? 0.0001 : 0.2;
        for (int k = 0; k < 3; k++) {
            struct plain plain =
                k ? plain_walked(rows, cols, 14, (uint64_t)k) : plain_dealt(rows, cols, 9);
            struct slide_question question = {.proven = k % 2, .seconds = k ? 4 : 0.2};
            int length = length_of(&client, plain, question, &optimal);
            if (k == 0) continue;
            int shortest = plain_length(plain, 14);
            assert_true(optimal ? length == shortest : length >= shortest);
            if (rows * cols <= 16) assert_true(optimal);
        }
    }
    slide_solver_free(client.solver);
}

/* No time for a proof: some solution, and a bound that is true. */
static void test_no_time(void **unused) {
    (void)unused;
    struct client patient, quick;
    client_init(&patient, 1, 0);
    client_init(&quick, 1, 0.3);
    int found = 0;
    for (int i = 0; i < 4; i++) {
        bool optimal;
        struct plain plain = plain_walked(3, 6, 46 + i, (uint64_t)i);
        struct slide_question question = {.proven = true, .seconds = 1};
        int shortest = length_of(&patient, plain, question, &optimal);
        assert_true(optimal);
        question.seconds = i % 2 ? 0 : 1e-9;
        struct slide_solution solution = ask(&quick, plain, question);
        assert_true(solution.lower_bound <= shortest && (int)solution.path.count >= shortest);
        assert_true(!solution.optimal || (int)solution.path.count == shortest);
        found += !solution.optimal;
        slide_path_release(&solution.path);
    }
    assert_true(found > 0);
    slide_solver_free(patient.solver);
    slide_solver_free(quick.solver);
}

/* With a limit of nodes neither the clock nor the threads change the answer. */
static void test_nodes(void **unused) {
    static const struct {
        int rows, cols;
        uint64_t nodes;
    } cases[] = {{3, 3, 50}, {3, 4, 500}, {3, 6, 3000}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct client first, second;
        client_init(&first, 1, 0);
        client_init(&second, 4, 10);
        struct plain plain = plain_dealt(cases[i].rows, cases[i].cols, i);
        struct slide_question question = {.proven = true, .seconds = 1, .nodes = cases[i].nodes};
        struct slide_solution a = ask(&first, plain, question), b = ask(&second, plain, question);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(a.path.count, b.path.count);
            if (a.path.count) assert_memory_equal(a.path.moves, b.path.moves, a.path.count);
            assert_int_equal(a.lower_bound, b.lower_bound);
            assert_int_equal(a.nodes, b.nodes);
            assert_int_equal(a.optimal, b.optimal);
            slide_path_release(&b.path);
            if (k == 0) b = ask(&second, plain, question);
        }
        slide_path_release(&a.path);
        slide_solver_free(first.solver);
        slide_solver_free(second.solver);
    }
}

/* A solver that was stopped works again. */
static void require_service(struct client *client) {
    struct plain plain = plain_walked(3, 5, 16, 3);
    struct slide_question question = {.seconds = 100};
    bool optimal;
    assert_int_equal(length_of(client, plain, question, &optimal), plain_length(plain, 16));
    assert_true(optimal);
}

/* Whenever the host says stop, there is a solution or nothing at all. */
static void test_stops(void **unused) {
    static const int sizes[][2] = {{3, 4}, {3, 6}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int stop_at = 1; stop_at <= 100; stop_at = 3 * stop_at - 1) {
            struct client client;
            client_init(&client, 2, 0.01);
            listener_restart(&client.listener, stop_at);
            struct plain plain = plain_dealt(sizes[i][0], sizes[i][1], 4);
            struct slide_board board = plain_board(&plain);
            struct slide_question question = {.board = &board, .proven = true, .seconds = 0.5};
            struct slide_solution solution;
            int failed = slide_solver_solve(client.solver, &question, &solution);
            assert_false(client.listener.backwards);
            if (failed)
                assert_null(solution.path.moves);
            else
                plain_require_solved(plain, solution.path.moves, solution.path.count);
            slide_path_release(&solution.path);
            if (stop_at == 14 && i == 0) require_service(&client);
            slide_solver_free(client.solver);
        }
}

/* A proof that is stopped leaves a solution as good as the fast solver's, not its first one. */
static void test_stopped_proofs(void **unused) {
    (void)unused;
    for (int stop_at = 1; stop_at <= 400; stop_at *= 20) {
        struct client client;
        client_init(&client, 1, 1e-5);
        struct plain plain = plain_dealt(5, 5, (uint64_t)stop_at);
        struct slide_board board = plain_board(&plain);
        struct slide_question question = {.board = &board, .proven = true, .seconds = 60};
        struct slide_solution stopped, first;
        listener_restart(&client.listener, stop_at);
        assert_int_equal(slide_solver_solve(client.solver, &question, &stopped), 0);
        assert_true(client.listener.calls == stop_at && !stopped.optimal);
        plain_require_solved(plain, stopped.path.moves, stopped.path.count);
        first = ask(&client, plain, (struct slide_question){.seconds = 0});
        assert_true(stopped.path.count * 4 < first.path.count * 3);
        slide_path_release(&stopped.path);
        slide_path_release(&first.path);
        slide_solver_free(client.solver);
    }
}

/* Without any time it makes no tables, which take long, and answers what it has at once. */
static void test_no_time_at_all(void **unused) {
    static const int sizes[][2] = {{3, 3}, {4, 4}, {5, 5}, {2, 13}, {7, 7}, {16, 16}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct client client;
        bool optimal;
        client_init(&client, 1, 1e-4);
        length_of(&client, plain_dealt(sizes[i][0], sizes[i][1], 1),
                  (struct slide_question){.proven = true, .seconds = 0}, &optimal);
        assert_in_range(client.listener.calls, 0, 4);
        slide_solver_free(client.solver);
    }
}

/* A board whose goal is blank first: it is turned, solved, and the moves are reversed. */
static void test_turns(void **unused) {
    struct client client;
    (void)unused;
    client_init(&client, 1, 0.001);
    for (int trial = 0; trial < 18; trial++) {
        int rows = 2 + trial / 6, cols = 2 + trial / 2 % 3;
        struct plain plain = plain_dealt(rows, cols, (uint64_t)trial);
        struct plain start = plain_turned(&plain);
        struct slide_solution solution =
            ask(&client, plain, (struct slide_question){.seconds = 0.05});
        for (size_t i = 0; i < solution.path.count; i++)
            assert_true(plain_step(&start, solution.path.moves[i] ^ 1));
        for (int cell = 0; cell < rows * cols; cell++) assert_int_equal(start.tiles[cell], cell);
        slide_path_release(&solution.path);
    }
    slide_solver_free(client.solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),   cmocka_unit_test(test_no_hooks),
        cmocka_unit_test(test_sizes),          cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_nodes),          cmocka_unit_test(test_stops),
        cmocka_unit_test(test_turns),          cmocka_unit_test(test_stopped_proofs),
        cmocka_unit_test(test_no_time_at_all),
    };
    return cmocka_run_group_tests_name("slide solve", tests, NULL, NULL);
}
