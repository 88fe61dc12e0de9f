/* Shortening paths: the same arrangement, never longer, and nothing left to exchange. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "slide.h"
#include "slide_relations.h"
#include <string.h>

enum { CELLS = 400, MOVES = 600 };

static int neighbour(int rows, int cols, int cell, int move) {
    int row = cell / cols + (move == SLIDE_DOWN) - (move == SLIDE_UP);
    int col = cell % cols + (move == SLIDE_RIGHT) - (move == SLIDE_LEFT);
    return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

struct board {
    int rows, cols, blank;
    int tiles[CELLS];
};

static void run(struct board *board, const uint8_t *moves, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int to = neighbour(board->rows, board->cols, board->blank, moves[i]);
        assert_true(to >= 0);
        int tile = board->tiles[to];
        board->tiles[to] = board->tiles[board->blank];
        board->tiles[board->blank] = tile;
        board->blank = to;
    }
}

static struct board board_of(int rows, int cols, int blank) {
    struct board board = {rows, cols, blank, {0}};
    for (int cell = 0; cell < rows * cols; cell++) board.tiles[cell] = cell;
    return board;
}

static size_t random_path(struct rng *rng, int rows, int cols, int blank, uint8_t *moves,
                          size_t count) {
    for (size_t i = 0; i < count;) {
        int move = (int)rng_below(rng, 4), to = neighbour(rows, cols, blank, move);
        if (to >= 0) moves[i++] = (uint8_t)move, blank = to;
    }
    return count;
}

static bool is_allowed(const struct slide_relations *relations, int start, const uint8_t *moves,
                       size_t count) {
    uint32_t state = relations->start[start];
    for (size_t i = 0; i < count && state; i++) state = relations->next[state][moves[i]];
    return state != 0;
}

/* Shortens and requires the same arrangement; the new count. */
static size_t shorten(const struct slide_relations *relations, int rows, int cols, int blank,
                      uint8_t *moves, size_t count) {
    struct board one = board_of(rows, cols, blank), two = one;
    run(&one, moves, count);
    size_t left = slide_relations_shorten(relations, rows, cols, blank, moves, count);
    assert_true(left <= count && (count - left) % 2 == 0);
    run(&two, moves, left);
    assert_memory_equal(&one, &two, sizeof one);
    return left;
}

static void require_word(const struct slide_relations *relations, int rows, int cols, int blank,
                         const char *letters, const char *expected) {
    static const char order[] = "UDLR";
    uint8_t moves[MOVES];
    size_t count = strlen(letters);
    for (size_t i = 0; i < count; i++) moves[i] = (uint8_t)(strchr(order, letters[i]) - order);
    count = shorten(relations, rows, cols, blank, moves, count);
    assert_int_equal(count, strlen(expected));
    for (size_t i = 0; i < count; i++) assert_int_equal(order[moves[i]], expected[i]);
}

static void require_shortened(const char *letters, int side, int blank, const char *expected) {
    struct slide_relations board, plane;
    assert_int_equal(slide_relations_init(&board, side, side, 10, SIZE_MAX), 0);
    assert_int_equal(slide_relations_init(&plane, 0, 0, 10, SIZE_MAX), 0);
    require_word(&board, side, side, blank, letters, expected);
    require_word(&plane, side, side, blank, letters, expected);
    slide_relations_release(&board);
    slide_relations_release(&plane);
}

static void test_small_words(void **state) {
    (void)state;
    require_shortened("", 3, 4, "");
    require_shortened("RL", 3, 4, "");
    require_shortened("RRLLDU", 3, 3, "");
    require_shortened("RDLU", 2, 0, "RDLU");
    require_shortened("RDLURDLURDLU", 3, 0, "");
    require_shortened("DRULDR", 3, 0, "RDLURD");
    require_shortened("DRULDRU", 3, 4, "RDLUR");
    require_shortened("LRDRULDRULRL", 3, 4, "RDLU");
}

/* The shortest of the words whose earlier word needs more room than they do. In 2x3 they stay, and
 * what follows is shortened all the same. */
#define WIDE "LLURDRULLDRUR"

static void test_words_without_room_stay(void **state) {
    (void)state;
    struct slide_relations plane;
    assert_int_equal(slide_relations_init(&plane, 0, 0, 13, SIZE_MAX), 0);
    assert_int_equal(plane.depth, 13);
    require_word(&plane, 3, 3, 8, WIDE, "UULLDDRULURRD");
    require_word(&plane, 2, 3, 5, WIDE, WIDE);
    require_word(&plane, 2, 3, 5, WIDE "L", "LLURDRULLDRU");
    require_word(&plane, 2, 3, 5, WIDE "DUD", WIDE "D");
    require_word(&plane, 2, 3, 5, WIDE "DUDUDL", WIDE "DL");
    require_word(&plane, 2, 3, 5, "UD" WIDE "LR", WIDE);
    slide_relations_release(&plane);
}

static void test_long_paths_on_their_board(void **state) {
    (void)state;
    const int boards[][3] = {{2, 2, 12}, {3, 3, 12}, {4, 4, 12}, {2, 6, 10}, {5, 3, 11}};
    struct rng rng = rng_new(7, 0);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        int rows = boards[i][0], cols = boards[i][1];
        struct slide_relations relations;
        size_t before = 0, after = 0;
        assert_int_equal(slide_relations_init(&relations, rows, cols, boards[i][2], SIZE_MAX), 0);
        for (int trial = 0; trial < 60; trial++) {
            uint8_t moves[MOVES], again[MOVES];
            int blank = (int)rng_below(&rng, (uint32_t)(rows * cols));
            size_t count = rng_below(&rng, MOVES);
            random_path(&rng, rows, cols, blank, moves, count);
            before += count;
            count = shorten(&relations, rows, cols, blank, moves, count);
            after += count;
            assert_true(is_allowed(&relations, blank, moves, count));
            memcpy(again, moves, count);
            assert_int_equal(shorten(&relations, rows, cols, blank, again, count), count);
            assert_memory_equal(again, moves, count);
        }
        assert_true(after * 2 < before);
        slide_relations_release(&relations);
    }
}

/* The plane's relations leave what has no room at an edge, but no part that a move back or a word
 * two shorter on the board could replace. */
static void test_long_paths_by_the_plane(void **state) {
    (void)state;
    const int boards[][2] = {{2, 2}, {3, 3}, {4, 4}, {2, 9}, {20, 20}};
    struct rng rng = rng_new(8, 0);
    struct slide_relations plane, board;
    assert_int_equal(slide_relations_init(&plane, 0, 0, 10, SIZE_MAX), 0);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        int rows = boards[i][0], cols = boards[i][1];
        size_t by_plane = 0, by_board = 0;
        assert_int_equal(slide_relations_init(&board, rows, cols, rows > 4 ? 4 : 10, SIZE_MAX), 0);
        for (int trial = 0; trial < 60; trial++) {
            uint8_t moves[MOVES], other[MOVES];
            int blank = (int)rng_below(&rng, (uint32_t)(rows * cols));
            size_t count = random_path(&rng, rows, cols, blank, moves, MOVES);
            memcpy(other, moves, sizeof other);
            by_board += shorten(&board, rows, cols, blank, other, count);
            count = shorten(&plane, rows, cols, blank, moves, count);
            by_plane += count;
            for (size_t at = 1; at < count; at++)
                assert_int_not_equal(moves[at], slide_opposite(moves[at - 1]));
        }
        assert_true(rows > 4 ? by_plane < by_board : by_board <= by_plane);
        slide_relations_release(&board);
    }
    slide_relations_release(&plane);
}

/* Where no edge is near, the plane's words are all exchanged. */
static void test_the_middle_of_a_large_board_is_the_plane(void **state) {
    (void)state;
    struct rng rng = rng_new(9, 0);
    struct slide_relations plane;
    assert_int_equal(slide_relations_init(&plane, 0, 0, 11, SIZE_MAX), 0);
    for (int trial = 0; trial < 300; trial++) {
        uint8_t moves[9];
        size_t count = random_path(&rng, 20, 20, 210, moves, sizeof moves);
        count = shorten(&plane, 20, 20, 210, moves, count);
        assert_true(is_allowed(&plane, 0, moves, count));
    }
    slide_relations_release(&plane);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_words),
        cmocka_unit_test(test_words_without_room_stay),
        cmocka_unit_test(test_long_paths_on_their_board),
        cmocka_unit_test(test_long_paths_by_the_plane),
        cmocka_unit_test(test_the_middle_of_a_large_board_is_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
