/* The fast solver: every solution is replayed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/fast/plan.h"
#include "tests/support/often.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 100 * 100 };

/* A board with its tiles. */
struct puzzle {
    struct slide_board board;
    uint16_t tiles[CELLS_MAX];
};

static void set_goal(struct puzzle *puzzle, int rows, int cols) {
    int count = rows * cols;
    assert_true(count <= CELLS_MAX);
    for (int cell = 0; cell < count; cell++) puzzle->tiles[cell] = (uint16_t)((cell + 1) % count);
    puzzle->board = (struct slide_board){rows, cols, count - 1, puzzle->tiles};
}

static void swap(uint16_t *a, uint16_t *b) {
    uint16_t tile = *a;
    *a = *b;
    *b = tile;
}

/* A random board with the blank at home, then a walk. */
static void deal(struct puzzle *puzzle, int rows, int cols, uint64_t seed) {
    int count = rows * cols;
    struct rng rng = rng_new(seed, (uint64_t)count);
    set_goal(puzzle, rows, cols);
    for (int cell = count - 2; cell > 0; cell--)
        swap(&puzzle->tiles[cell], &puzzle->tiles[rng_below(&rng, (uint32_t)cell + 1)]);
    if (!slide_board_solvable(&puzzle->board, false)) swap(&puzzle->tiles[0], &puzzle->tiles[1]);
    for (int i = 0; i < 3 * (rows + cols); i++)
        slide_board_move(&puzzle->board, (int)rng_below(&rng, 4));
}

static void require_solved(const struct puzzle *start, const struct slide_path *path) {
    static struct puzzle copy;
    size_t count = (size_t)(start->board.rows * start->board.cols);
    copy.board = start->board;
    copy.board.tiles = copy.tiles;
    memcpy(copy.tiles, start->tiles, count * sizeof *copy.tiles);
    for (size_t i = 0; i < path->count; i++)
        if (path->moves[i] > 3 || !slide_board_move(&copy.board, path->moves[i])) fail();
    assert_int_equal(slide_board_distance(&copy.board), 0);
    assert_int_equal(copy.board.blank, count - 1);
}

static size_t solve(const struct puzzle *puzzle, uint64_t nodes) {
    struct slide_path path = {0};
    struct slide_fast_limits limits = {.nodes = nodes};
    assert_int_equal(slide_fast(&puzzle->board, &limits, &path), 0);
    require_solved(puzzle, &path);
    assert_true(path.count >= slide_board_distance(&puzzle->board));
    size_t count = path.count;
    slide_path_release(&path);
    return count;
}

static struct puzzle puzzle;

static void any_size_is_solved(void **state) {
    static const int sizes[][2] = {{2, 2}, {2, 3}, {3, 2},  {2, 4},  {4, 2}, {3, 3},  {2, 9},
                                   {9, 2}, {3, 4}, {4, 3},  {3, 10}, {4, 4}, {16, 2}, {2, 16},
                                   {5, 7}, {7, 5}, {30, 4}, {4, 30}, {6, 6}, {8, 8},  {13, 11}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            deal(&puzzle, sizes[i][0], sizes[i][1], seed);
            size_t first = solve(&puzzle, 0), better = solve(&puzzle, 20000);
            assert_true(better <= first);
        }
}

static void large_boards_are_solved(void **state) {
    (void)state;
    deal(&puzzle, 20, 20, 1);
    assert_true(solve(&puzzle, 600000) * 10 < slide_board_distance(&puzzle.board) * 26);
    deal(&puzzle, 60, 9, 1);
    assert_true(solve(&puzzle, 0) * 10 < slide_board_distance(&puzzle.board) * 30);
    deal(&puzzle, 100, 100, 1);
    assert_true(solve(&puzzle, 0) * 10 < slide_board_distance(&puzzle.board) * 20);
}

static void nothing_to_do(void **state) {
    (void)state;
    for (int rows = 2; rows < 9; rows++)
        for (int cols = 2; cols < 9; cols++) {
            set_goal(&puzzle, rows, cols);
            assert_int_equal(solve(&puzzle, 1000), 0);
        }
}

static void one_move_away(void **state) {
    (void)state;
    for (int rows = 2; rows < 9; rows++)
        for (int cols = 2; cols < 9; cols++)
            for (int move = 0; move < 4; move += 2) {
                set_goal(&puzzle, rows, cols);
                assert_true(slide_board_move(&puzzle.board, move));
                assert_int_equal(solve(&puzzle, 1000), 1);
            }
}

static void set_plain(const struct plain *plain) {
    set_goal(&puzzle, plain->rows, plain->cols);
    puzzle.board.blank = plain->blank;
    memcpy(puzzle.tiles, plain->tiles, (size_t)(plain->rows * plain->cols) * sizeof *plain->tiles);
}

/* Constructs every n-th board, with a core of 2x2 so that small boards have groups too. */
static void construct_all(int rows, int cols, uint32_t every) {
    struct slide_path path = {0};
    struct slide_field field, start;
    struct slide_plan plan;
    uint8_t *lengths = plain_lengths(rows, cols);
    set_goal(&puzzle, rows, cols);
    assert_int_equal(slide_field_init(&field, &puzzle.board), 0);
    assert_int_equal(slide_plan_init(&plan, &field, 2), 0);
    for (uint32_t rank = 0; rank < plain_ranks(rows, cols); rank += every) {
        struct plain plain = plain_ranked(rows, cols, rank);
        if (lengths[rank] == PLAIN_NEVER) continue;
        set_plain(&plain);
        assert_int_equal(slide_field_init(&start, &puzzle.board), 0);
        slide_field_copy(&field, &start);
        slide_field_release(&start);
        path.count = 0;
        for (int g = 0; g < plan.count; g++) {
            assert_int_equal(slide_construct_group(&field, &plan, g, &path), 0);
            assert_int_equal(slide_plan_here(&plan, g), 0);
        }
        assert_int_equal(slide_construct_core(&field, &plan, &path), 0);
        plain_require_solved(plain, path.moves, path.count);
    }
    slide_plan_release(&plan);
    slide_field_release(&field);
    slide_path_release(&path);
    free(lengths);
}

static void every_small_board_is_constructed(void **state) {
    (void)state;
    construct_all(2, 2, 1);
    construct_all(2, 3, 1);
    construct_all(3, 2, 1);
    construct_all(2, 4, 3);
    construct_all(4, 2, 3);
    construct_all(3, 3, 31);
}

static void up_to_3x3_is_shortest(void **state) {
    (void)state;
    for (int cols = 2; cols <= 3; cols++) {
        uint8_t *lengths = plain_lengths(3, cols);
        for (uint32_t rank = 0; rank < plain_ranks(3, cols); rank += cols == 2 ? 1 : 269) {
            struct plain plain = plain_ranked(3, cols, rank);
            if (lengths[rank] == PLAIN_NEVER) continue;
            set_plain(&plain);
            assert_int_equal(solve(&puzzle, 0), lengths[rank]);
        }
        free(lengths);
    }
}

static void more_nodes_are_never_worse(void **state) {
    static const int sizes[][2] = {{4, 4}, {5, 5}, {2, 9}, {7, 4}, {13, 13}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        deal(&puzzle, sizes[i][0], sizes[i][1], 7);
        size_t before = SIZE_MAX, first = solve(&puzzle, 0);
        for (uint64_t nodes = 1; nodes < 400000; nodes = nodes * 4 + 1) {
            size_t length = solve(&puzzle, nodes);
            assert_true(length <= before);
            before = length;
        }
        assert_true(before < first);
    }
}

static void nodes_are_reproducible(void **state) {
    (void)state;
    for (int side = 4; side <= 13; side += 3) {
        struct slide_path one = {0}, two = {0};
        struct slide_fast_limits limits = {.nodes = (uint64_t)often(100000, 400000)};
        deal(&puzzle, side, side, 3);
        assert_int_equal(slide_fast(&puzzle.board, &limits, &one), 0);
        assert_int_equal(slide_fast(&puzzle.board, &limits, &two), 0);
        assert_int_equal(one.count, two.count);
        assert_memory_equal(one.moves, two.moves, one.count);
        free(one.moves);
        free(two.moves);
    }
}

/* Lengths are reproducible with a node limit, so a worse search shows here. The bounds are a little
 * above what it finds. */
static void solutions_are_short(void **state) {
    static const struct {
        int side;
        uint64_t nodes;
        double ratio;
    } cases[] = {{5, 300000, 1.49}, {6, 300000, 1.60}, {10, 600000, 2.20}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double moves = 0, distance = 0;
        for (int seed = 1; seed <= often(3, 5); seed++) {
            deal(&puzzle, cases[i].side, cases[i].side, (uint64_t)seed);
            moves += (double)solve(&puzzle, cases[i].nodes);
            distance += (double)slide_board_distance(&puzzle.board);
        }
        assert_true(moves < distance * cases[i].ratio);
    }
}

struct watch {
    int asked, told, spent_at;
    double done;
    size_t best;
    bool stopped;
};

static double spent(void *self) {
    struct watch *watch = self;
    watch->asked++;
    return (double)watch->asked / watch->spent_at;
}

static bool stop_at_once(void *self) {
    struct watch *watch = self;
    assert_false(watch->stopped);
    watch->stopped = true;
    return true;
}

static void tell(void *self, double done, size_t best) {
    struct watch *watch = self;
    assert_true(done >= watch->done && done <= 1);
    assert_true(best > 0 && best <= watch->best);
    watch->done = done;
    watch->best = best;
    watch->told++;
}

static void hooks_are_heard(void **state) {
    struct slide_path path = {0};
    struct watch watch = {.spent_at = 50, .best = SIZE_MAX};
    struct slide_fast_limits limits = {.spent = spent, .tell = tell, .self = &watch};
    (void)state;
    deal(&puzzle, 7, 7, 1);
    assert_int_equal(slide_fast(&puzzle.board, &limits, &path), 0);
    require_solved(&puzzle, &path);
    assert_int_equal(watch.asked, 50);
    assert_int_equal(watch.told, 50);
    assert_true(watch.best >= path.count && watch.done == 1);

    watch = (struct watch){.best = SIZE_MAX};
    limits = (struct slide_fast_limits){.nodes = UINT64_MAX, .stop = stop_at_once, .self = &watch};
    assert_int_equal(slide_fast(&puzzle.board, &limits, &path), 0);
    require_solved(&puzzle, &path);
    assert_true(watch.stopped);
    slide_path_release(&path);
}

/* A clock that the test sets: `first` when it is first looked at, then from `later` on. */
struct hands {
    double first, later;
    int asked;
};

static double look_at_hands(void *self) {
    struct hands *hands = self;
    return hands->asked++ ? hands->later + hands->asked * 0.01 : hands->first;
}

static size_t solve_by_hands(double first, double later) {
    struct slide_path path = {0};
    struct hands hands = {first, later, 0};
    struct slide_fast_limits limits = {.spent = look_at_hands, .self = &hands};
    assert_int_equal(slide_fast(&puzzle.board, &limits, &path), 0);
    require_solved(&puzzle, &path);
    size_t count = path.count;
    slide_path_release(&path);
    return count;
}

/* On large boards a sweep takes long. If the first solution, without a sweep, has taken half of the
 * time, there is no time for a sweep and for solving the rest; else it ends in time for that. */
static void sweeps_keep_the_time(void **state) {
    (void)state;
    deal(&puzzle, 45, 45, 1);
    size_t swept = solve(&puzzle, 0), direct = solve_by_hands(1, 1);
    assert_true(direct > swept + swept / 2);
    assert_int_equal(solve_by_hands(0.5, 0.5), direct);
    assert_int_equal(solve_by_hands(0.2, 0.85), direct);
}

struct core {
    int asked;
    bool lies;
};

/* A better solver for the core: the same one with more nodes. */
static bool solve_core(void *self, const struct slide_board *board, struct slide_path *path) {
    struct core *core = self;
    struct slide_path found = {0};
    struct slide_fast_limits limits = {.nodes = 400000};
    assert_true(board->rows == 4 && board->cols == 4 && board->tiles[board->blank] == 0);
    core->asked++;
    assert_int_equal(slide_fast(board, &limits, &found), 0);
    path->count = found.count < path->capacity ? found.count : path->capacity;
    memcpy(path->moves, found.moves, path->count);
    bool whole = path->count == found.count;
    free(found.moves);
    if (core->lies && path->count > 2) path->count -= 2;
    return whole || core->lies;
}

static size_t solve_with_core(struct core *core) {
    struct slide_path path = {0};
    struct slide_fast_limits limits = {.nodes = 500, .core = solve_core, .self = core};
    assert_int_equal(slide_fast(&puzzle.board, &limits, &path), 0);
    require_solved(&puzzle, &path);
    size_t count = path.count;
    slide_path_release(&path);
    return count;
}

static void a_better_core_is_used_and_checked(void **state) {
    size_t alone = 0, helped = 0;
    (void)state;
    for (int seed = 1; seed <= often(1, 3); seed++)
        for (int side = 4; side <= 5; side++) {
            struct core honest = {0}, liar = {.lies = true};
            deal(&puzzle, side, side, (uint64_t)seed);
            size_t without = solve(&puzzle, 500), with = solve_with_core(&honest);
            assert_true(with <= without && honest.asked > 0);
            assert_true(solve_with_core(&liar) <= without && liar.asked > 0);
            alone += without;
            helped += with;
        }
    assert_true(helped < alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size_is_solved),
        cmocka_unit_test(large_boards_are_solved),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(one_move_away),
        cmocka_unit_test(every_small_board_is_constructed),
        cmocka_unit_test(up_to_3x3_is_shortest),
        cmocka_unit_test(more_nodes_are_never_worse),
        cmocka_unit_test(nodes_are_reproducible),
        cmocka_unit_test(solutions_are_short),
        cmocka_unit_test(hooks_are_heard),
        cmocka_unit_test(sweeps_keep_the_time),
        cmocka_unit_test(a_better_core_is_used_and_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
