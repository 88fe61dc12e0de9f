/* All small boards against a plain search: numbers, boards and lengths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/board/small.h"

static void test_numbers_boards_and_lengths(void **state) {
    static const int sizes[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int rows = sizes[i][0], cols = sizes[i][1];
        struct slide_small *small = slide_small_new(rows, cols);
        uint8_t *lengths = plain_lengths(rows, cols);
        assert_non_null(small);
        assert_true(small->rows == rows && small->cols == cols);
        assert_int_equal(small->count, plain_ranks(rows, cols));
        for (uint32_t number = 0; number < small->count; number++) {
            struct plain plain = {rows, cols, 0, {0}};
            struct slide_board board = {.tiles = plain.tiles};
            slide_small_board(small, number, &board);
            assert_true(board.rows == rows && board.cols == cols);
            assert_int_equal(board.tiles[board.blank], 0);
            assert_int_equal(slide_small_number(&board), number);
            int length = lengths[plain_rank(&plain)], said = small->length[number];
            assert_int_equal(said, length == PLAIN_NEVER ? SLIDE_SMALL_NEVER : length);
        }
        free(lengths);
        slide_small_free(small);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_boards_and_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
