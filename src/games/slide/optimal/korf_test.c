/* Korf's hundred boards of 4x4: the lengths he published, with the tables made at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/board.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"
#include <stdio.h>

/* A line's board, turned so that the blank is to be last, and the length; false for a comment. */
static bool read_board(char *line, struct plain *plain, int *length) {
    struct slide_board board = {4, 4, 0, plain->tiles};
    if (*line == '#') return false;
    strtol(line, &line, 10);
    for (int cell = 0; cell < 16; cell++) {
        plain->tiles[cell] = (uint16_t)strtol(line, &line, 10);
        if (!plain->tiles[cell]) board.blank = cell;
    }
    *length = (int)strtol(line, &line, 10);
    assert_true(slide_board_solvable(&board, true));
    slide_board_turn(&board);
    assert_true(slide_board_solvable(&board, false));
    plain->rows = plain->cols = 4;
    plain->blank = board.blank;
    return true;
}

static void test_korf(void **unused) {
    static const struct host host = {.threads = 1};
    static const struct slide_ida_limits effort = {.threads = 1};
    struct slide_tables *kit = slide_tables_new(4, 4, &host);
    FILE *file = fopen("tests/data/korf100.txt", "r");
    char line[200];
    int boards = 0, moves = 0;
    (void)unused;
    assert_true(kit && file);
    while (fgets(line, sizeof line, file)) {
        struct slide_ida_result result;
        struct plain plain;
        int length;
        if (!read_board(line, &plain, &length)) continue;
        assert_int_equal(
            slide_ida_solve(slide_tables_heuristic(kit), plain.tiles, &effort, &result), 0);
        assert_int_equal(result.length, length);
        plain_require_solved(plain, result.moves, (size_t)result.length);
        boards++;
        moves += length;
    }
    assert_int_equal(boards, 100);
    assert_int_equal(moves, 5305);
    fclose(file);
    slide_tables_free(kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_korf)};
    return cmocka_run_group_tests_name("slide korf", tests, NULL, NULL);
}
