/* Solving with and without a proof, under a clock of the test's own: every solution is replayed on
 * a plain board, and what is said to be proven is compared with a slow search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/tools/solver.h"

/* A host whose clock goes on by each look at it. */
struct ears {
    struct host host;
    double clock, tick;
    int calls, patience; /* of go_on; before it says stop, never if negative */
};

static double seconds(void *self) {
    struct ears *ears = self;
    return ears->clock += ears->tick;
}

static bool go_on(void *self, double done, const char *words) {
    struct ears *ears = self;
    assert_true(done >= 0);
    assert_non_null(words);
    ears->calls++;
    return ears->patience < 0 || ears->patience-- > 0;
}

static struct ears *ears_new(double tick, int patience, int threads) {
    struct ears *ears = calloc(1, sizeof *ears);
    assert_non_null(ears);
    ears->clock = 1000, ears->tick = tick, ears->patience = patience;
    ears->host =
        (struct host){.threads = threads, .seconds = seconds, .go_on = go_on, .self = ears};
    return ears;
}

static struct slide_board board_of(struct plain *plain) {
    return (struct slide_board){plain->rows, plain->cols, plain->blank, plain->tiles};
}

/* Asks, and looks at all that holds for every answer; the path is the caller's. */
static struct slide_solution ask(struct slide_solver *solver, struct plain plain,
                                 struct slide_question question) {
    struct slide_board board = board_of(&plain);
    struct plain before = plain;
    struct slide_solution solution;
    question.board = &board;
    assert_int_equal(slide_solver_solve(solver, &question, &solution), 0);
    assert_memory_equal(&before, &plain, sizeof plain);
    plain_require_solved(plain, solution.path.moves, solution.path.count);
    assert_int_equal(solution.distance, plain_distance(&plain));
    assert_true(solution.lower_bound >= (int64_t)solution.distance);
    assert_true(solution.lower_bound <= (int64_t)solution.path.count);
    assert_int_equal((solution.path.count - solution.distance) % 2, 0);
    if (solution.optimal) assert_int_equal(solution.lower_bound, solution.path.count);
    return solution;
}

/* Asks, and tells the length. */
static int length_of(struct slide_solver *solver, struct plain plain,
                     struct slide_question question, bool *optimal) {
    struct slide_solution solution = ask(solver, plain, question);
    int length = (int)solution.path.count;
    *optimal = solution.optimal;
    slide_path_release(&solution.path);
    return length;
}

/* Small boards are always proven; all hooks may be missing. */
static void test_small_boards(void **unused) {
    static const int sizes[][3] = {{2, 2, 1}, {2, 3, 5}, {3, 2, 3}, {2, 4, 401}, {3, 3, 2003}};
    static const struct host bare = {.threads = 1};
    (void)unused;
    struct slide_solver *solver = slide_solver_new(&bare);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *lengths = plain_lengths(sizes[i][0], sizes[i][1]);
        uint32_t ranks = plain_ranks(sizes[i][0], sizes[i][1]);
        for (uint32_t rank = 0; rank < ranks; rank += (uint32_t)sizes[i][2]) {
            bool optimal;
            if (lengths[rank] == PLAIN_NEVER) continue;
            struct plain plain = plain_ranked(sizes[i][0], sizes[i][1], rank);
            struct slide_question question = {.proven = rank % 2, .seconds = 1};
            assert_int_equal(length_of(solver, plain, question, &optimal), lengths[rank]);
            assert_true(optimal);
        }
        free(lengths);
    }
    slide_solver_free(solver);
}

static void test_no_hooks(void **unused) {
    static const int sizes[][2] = {{4, 4}, {5, 5}, {6, 6}, {2, 13}, {10, 10}, {4, 4}};
    static const struct host bare = {.threads = 2};
    (void)unused;
    struct slide_solver *solver = slide_solver_new(&bare);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool optimal;
        struct plain plain = plain_dealt(sizes[i][0], sizes[i][1], 5);
        length_of(solver, plain, (struct slide_question){.seconds = 1}, &optimal);
        assert_true(optimal || i != 0);
    }
    for (int side = 4; side <= 5; side++) {
        bool optimal;
        struct plain plain = plain_walked(side, side, 20, 2);
        struct slide_question question = {.proven = true, .seconds = 1};
        assert_int_equal(length_of(solver, plain, question, &optimal), plain_length(plain, 20));
        assert_true(optimal);
    }
    slide_solver_free(solver);
}

/* Every size for a while, proven or not: easy boards and any. */
static void test_sizes(void **unused) {
    static const int others[][2] = {{2, 13}, {13, 2}, {3, 9}, {4, 7}, {10, 10}};
    (void)unused;
    struct ears *ears = ears_new(0.01, -1, 1);
    struct slide_solver *solver = slide_solver_new(&ears->host);
    for (int i = 0; i < 25 + 5; i++) {
        int rows = i < 25 ? 2 + i / 5 : others[i - 25][0];
        int cols = i < 25 ? 2 + i % 5 : others[i - 25][1];
        bool optimal;
        ears->tick = rows * cols <= 16 ? 0.0001 : 0.2;
        for (int k = 0; k < 3; k++) {
            struct plain plain =
                k ? plain_walked(rows, cols, 14, (uint64_t)k) : plain_dealt(rows, cols, 9);
            struct slide_question question = {.proven = k % 2, .seconds = k ? 4 : 0.2};
            int length = length_of(solver, plain, question, &optimal);
            if (k == 0) continue;
            int shortest = plain_length(plain, 14);
            assert_true(optimal ? length == shortest : length >= shortest);
            if (rows * cols <= 16) assert_true(optimal);
        }
    }
    slide_solver_free(solver);
    free(ears);
}

/* No time for a proof: some solution, and a bound that is true. */
static void test_no_time(void **unused) {
    (void)unused;
    struct ears *slow = ears_new(0, -1, 1), *hasty = ears_new(0.3, -1, 1);
    struct slide_solver *patient = slide_solver_new(&slow->host);
    struct slide_solver *quick = slide_solver_new(&hasty->host);
    int found = 0;
    for (int i = 0; i < 4; i++) {
        bool optimal;
        struct plain plain = plain_walked(5, 5, 50 + i, (uint64_t)i);
        struct slide_question question = {.proven = true, .seconds = 1};
        int shortest = length_of(patient, plain, question, &optimal);
        assert_true(optimal);
        question.seconds = i % 2 ? 0 : 1e-9;
        struct slide_solution solution = ask(quick, plain, question);
        assert_true(solution.lower_bound <= shortest && (int)solution.path.count >= shortest);
        assert_true(!solution.optimal || (int)solution.path.count == shortest);
        found += !solution.optimal;
        slide_path_release(&solution.path);
    }
    assert_true(found > 0);
    slide_solver_free(patient);
    slide_solver_free(quick);
    free(slow);
    free(hasty);
}

/* With a limit of nodes neither the clock nor the threads change the answer. */
static void test_nodes(void **unused) {
    static const struct {
        int rows, cols;
        uint64_t nodes;
    } cases[] = {{3, 3, 50}, {4, 4, 3000}, {5, 5, 5000}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ears *one = ears_new(0, -1, 1), *two = ears_new(10, -1, 4);
        struct slide_solver *first = slide_solver_new(&one->host);
        struct slide_solver *second = slide_solver_new(&two->host);
        struct plain plain = plain_dealt(cases[i].rows, cases[i].cols, i);
        struct slide_question question = {.proven = true, .seconds = 1, .nodes = cases[i].nodes};
        struct slide_solution a = ask(first, plain, question), b = ask(second, plain, question);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(a.path.count, b.path.count);
            if (a.path.count) assert_memory_equal(a.path.moves, b.path.moves, a.path.count);
            assert_int_equal(a.lower_bound, b.lower_bound);
            assert_int_equal(a.nodes, b.nodes);
            assert_int_equal(a.optimal, b.optimal);
            slide_path_release(&b.path);
            if (k == 0) b = ask(second, plain, question);
        }
        slide_path_release(&a.path);
        slide_solver_free(first);
        slide_solver_free(second);
        free(one);
        free(two);
    }
}

/* A solver that was stopped serves again. */
static void require_service(struct slide_solver *solver, struct ears *ears) {
    struct plain plain = plain_walked(4, 4, 16, 3);
    struct slide_question question = {.seconds = 100};
    bool optimal;
    ears->patience = -1;
    assert_int_equal(length_of(solver, plain, question, &optimal), plain_length(plain, 16));
    assert_true(optimal);
}

/* Whenever the host says stop, there is a solution or nothing at all. */
static void test_stops(void **unused) {
    static const int sizes[][2] = {{4, 4}, {5, 5}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int patience = 0; patience < 100; patience = 3 * patience + 1) {
            struct ears *ears = ears_new(0.01, patience, 2);
            struct slide_solver *solver = slide_solver_new(&ears->host);
            struct plain plain = plain_dealt(sizes[i][0], sizes[i][1], 4);
            struct slide_board board = board_of(&plain);
            struct slide_question question = {.board = &board, .proven = true, .seconds = 0.5};
            struct slide_solution solution;
            int failed = slide_solver_solve(solver, &question, &solution);
            if (failed)
                assert_null(solution.path.moves);
            else
                plain_require_solved(plain, solution.path.moves, solution.path.count);
            slide_path_release(&solution.path);
            if (patience == 13) require_service(solver, ears);
            slide_solver_free(solver);
            free(ears);
        }
}

static struct plain turned(const struct plain *plain) {
    int cells = plain->rows * plain->cols;
    struct plain turned = {plain->rows, plain->cols, cells - 1 - plain->blank, {0}};
    for (int cell = 0; cell < cells; cell++)
        if (plain->tiles[cell])
            turned.tiles[cells - 1 - cell] = (uint16_t)(cells - plain->tiles[cell]);
    return turned;
}

/* What can be solved is what can be reached from the goal. */
static void test_solvable(void **unused) {
    static const int sizes[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *lengths = plain_lengths(sizes[i][0], sizes[i][1]);
        for (uint32_t rank = 0; rank < plain_ranks(sizes[i][0], sizes[i][1]); rank++) {
            struct plain plain = plain_ranked(sizes[i][0], sizes[i][1], rank);
            struct plain first = turned(&plain);
            struct slide_board board = board_of(&plain), other = board_of(&first);
            assert_true(slide_board_solvable(&board, false) == (lengths[rank] != PLAIN_NEVER));
            assert_true(slide_board_solvable(&other, true) == (lengths[rank] != PLAIN_NEVER));
        }
        free(lengths);
    }
}

static void test_swaps(void **unused) {
    struct rng rng = rng_new(3, 0);
    (void)unused;
    for (int trial = 0; trial < 2000; trial++) {
        int rows = 2 + (int)rng_below(&rng, 9), cols = 2 + (int)rng_below(&rng, 9);
        struct plain plain = plain_dealt(rows, cols, (uint64_t)trial), first = turned(&plain);
        struct slide_board board = board_of(&plain), other = board_of(&first);
        assert_true(slide_board_solvable(&board, false));
        assert_true(slide_board_solvable(&other, true));
        int a = (plain.blank + 1) % (rows * cols), b = (plain.blank + 2) % (rows * cols);
        uint16_t tile = plain.tiles[a];
        plain.tiles[a] = plain.tiles[b], plain.tiles[b] = tile;
        first = turned(&plain);
        assert_false(slide_board_solvable(&board, false));
        assert_false(slide_board_solvable(&other, true));
    }
}

/* A board that is to end blank first: turned, solved, and the moves taken the other way. */
static void test_turns(void **unused) {
    struct ears *ears = ears_new(0.001, -1, 1);
    struct slide_solver *solver = slide_solver_new(&ears->host);
    (void)unused;
    for (int trial = 0; trial < 18; trial++) {
        int rows = 2 + trial / 6, cols = 2 + trial / 2 % 3;
        struct plain plain = plain_dealt(rows, cols, (uint64_t)trial), twin = turned(&plain);
        struct plain start = twin;
        struct slide_board board = board_of(&twin);
        slide_board_turn(&board);
        assert_int_equal(board.blank, plain.blank);
        assert_memory_equal(twin.tiles, plain.tiles, sizeof twin.tiles);
        slide_board_turn(&board);
        assert_int_equal(board.blank, start.blank);
        assert_memory_equal(twin.tiles, start.tiles, sizeof twin.tiles);
        struct slide_solution solution =
            ask(solver, plain, (struct slide_question){.seconds = 0.05});
        for (size_t i = 0; i < solution.path.count; i++)
            assert_true(plain_step(&start, solution.path.moves[i] ^ 1));
        for (int cell = 0; cell < rows * cols; cell++) assert_int_equal(start.tiles[cell], cell);
        slide_path_release(&solution.path);
    }
    slide_solver_free(solver);
    free(ears);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards), cmocka_unit_test(test_no_hooks),
        cmocka_unit_test(test_sizes),        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_nodes),        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_solvable),     cmocka_unit_test(test_swaps),
        cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests_name("slide solve", tests, NULL, NULL);
}
