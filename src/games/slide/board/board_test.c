/* Boards of any size against plain ones: moves, turns, and which boards can be solved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/board.h"
#include "games/slide/board/plain_test.h"

static void test_moves(void **state) {
    struct rng rng = rng_new(2, 0);
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        int rows = 2 + (int)rng_below(&rng, 9), cols = 2 + (int)rng_below(&rng, 9);
        struct plain plain = plain_dealt(rows, cols, (uint64_t)trial), copy = plain;
        struct slide_board board = plain_board(&copy);
        for (int i = 0; i < 100; i++) {
            int move = (int)rng_below(&rng, 4);
            assert_true(slide_board_move(&board, move) == plain_step(&plain, move));
            assert_int_equal(board.blank, plain.blank);
            assert_memory_equal(board.tiles, plain.tiles, sizeof plain.tiles);
        }
        assert_int_equal(slide_board_distance(&board), plain_distance(&plain));
    }
}

static void test_turns(void **state) {
    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        struct plain plain = plain_dealt(2 + trial % 9, 2 + trial / 9, (uint64_t)trial);
        struct plain turned = plain_turned(&plain), copy = plain;
        struct slide_board board = plain_board(&copy);
        slide_board_turn(&board);
        assert_int_equal(board.blank, turned.blank);
        assert_memory_equal(copy.tiles, turned.tiles, sizeof copy.tiles);
        slide_board_turn(&board);
        assert_int_equal(board.blank, plain.blank);
        assert_memory_equal(copy.tiles, plain.tiles, sizeof copy.tiles);
    }
}

static void require_solvable(struct plain plain, bool solvable) {
    struct plain turned = plain_turned(&plain);
    struct slide_board last = plain_board(&plain), first = plain_board(&turned);
    assert_true(slide_board_solvable(&last, false) == solvable);
    assert_true(slide_board_solvable(&first, true) == solvable);
}

/* A swap of two tiles makes a solvable board unsolvable. slide_test.c tries all small boards. */
static void test_swaps_are_unsolvable(void **state) {
    struct rng rng = rng_new(3, 0);
    (void)state;
    for (int trial = 0; trial < 500; trial++) {
        int rows = 2 + (int)rng_below(&rng, 9), cols = 2 + (int)rng_below(&rng, 9);
        struct plain plain = plain_dealt(rows, cols, (uint64_t)trial);
        int one = (plain.blank + 1) % (rows * cols), two = (plain.blank + 2) % (rows * cols);
        uint16_t tile = plain.tiles[one];
        require_solvable(plain, true);
        plain.tiles[one] = plain.tiles[two], plain.tiles[two] = tile;
        require_solvable(plain, false);
    }
}

static void test_the_largest_board(void **state) {
    enum { SIDE = SLIDE_BOARD_SIDE_MAX };
    static uint16_t tiles[SIDE * SIDE];
    struct slide_board board = {SIDE, SIDE, SIDE * SIDE - 1, tiles};
    (void)state;
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        tiles[cell] = (uint16_t)((cell + 1) % (SIDE * SIDE));
    assert_true(slide_board_solvable(&board, false));
    for (int i = 0; i < SIDE - 1; i++) {
        assert_true(slide_board_move(&board, SLIDE_UP) && slide_board_move(&board, SLIDE_LEFT));
        assert_true(slide_board_solvable(&board, false));
    }
    assert_int_equal(board.blank, 0);
    assert_false(slide_board_move(&board, SLIDE_UP) || slide_board_move(&board, SLIDE_LEFT));
    tiles[1] = tiles[2], tiles[2] = 2;
    assert_false(slide_board_solvable(&board, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_swaps_are_unsolvable),
        cmocka_unit_test(test_the_largest_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
