/* Korf's hundred boards of 4x4: the lengths he published, with small tables. Include after
 * cmocka.h.
 */
#ifndef SLIDE_KORF_TEST_H
#define SLIDE_KORF_TEST_H

#include "games/slide/board/board.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"
#include <stdio.h>

/* Reads a line's board, turned so that the blank's home is last, and the length of its shortest
 * solutions. Returns its number, 0 for a comment. */
static inline int korf_test_read(char *line, struct plain *plain, int *length) {
    struct slide_board board = {4, 4, 0, plain->tiles};
    if (*line == '#') return 0;
    int number = (int)strtol(line, &line, 10);
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
    return number;
}

/* Solves every step-th board. Returns their number. */
static inline int korf_test_solve(int step) {
    static const struct host host = {.threads = 1};
    static const struct slide_ida_limits limits = {.threads = 1};
    struct slide_tables *tables = slide_tables_new(4, 4, &host);
    FILE *file = fopen("tests/data/korf100.txt", "r");
    char line[200];
    int solved = 0;
    assert_true(tables && file);
    while (fgets(line, sizeof line, file)) {
        struct slide_ida_result result;
        struct plain plain;
        int length, number = korf_test_read(line, &plain, &length);
        if (!number || number % step) continue;
        assert_int_equal(
            slide_ida_solve(slide_tables_heuristic(tables), plain.tiles, &limits, &result), 0);
        assert_int_equal(result.length, length);
        plain_require_solved(plain, result.moves, (size_t)result.length);
        solved++;
    }
    fclose(file);
    slide_tables_free(tables);
    return solved;
}

#endif
