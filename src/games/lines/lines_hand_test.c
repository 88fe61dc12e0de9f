/* lines: positions by hand: matches, a ball between two regions, refusals, lines98. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_twin_test.h"

/* Acts by row and column. */
static action act_of(const struct lines *lines, int r, int c, int row, int col) {
    return (action)((r * lines->cols + c) * lines_count(lines) + row * lines->cols + col);
}

static void move(struct lines *lines, int r, int c, int row, int col) {
    action act = act_of(lines, r, c, row, col);
    assert_null(lines_refuse(lines, 0, act));
    lines_apply(lines, 0, act);
    assert_null(lines_game.check(lines));
}

static void place(struct lines *lines, int row, int col) {
    action act = (action)(row * lines->cols + col);
    assert_null(lines_refuse(lines, CHANCE, act));
    lines_apply(lines, CHANCE, act);
    assert_null(lines_game.check(lines));
}

static void require_board(const struct lines *lines, const char *board) {
    struct lines other;
    twin_position(&other, lines->rows, lines->cols, lines->match, lines->rules98, board);
    assert_memory_equal(lines->bits, other.bits, lines_size(lines) - offsetof(struct lines, bits));
}

/* A move, the board after it, and the points. */
static void test_matches_by_hand(void **state) {
    (void)state;
    static const struct {
        int rows, cols, from_row, from_col, to_row, to_col, points, points98;
        const char *board, *after;
    } cases[] = {
        /* horizontal */
        {5, 9, 3, 4, 4, 4, 10, 5,
         "B........"
         "........."
         "........."
         "....R...."
         "RRRR.....",
         "B........"
         "........."
         "........."
         "........."
         "........."},
        /* vertical, in the last column */
        {7, 5, 0, 0, 3, 4, 10, 5,
         "G...."
         "....G"
         "....G"
         "....."
         "....G"
         "....G"
         "R....",
         "....."
         "....."
         "....."
         "....."
         "....."
         "....."
         "R...."},
        /* diagonal down */
        {6, 6, 0, 5, 4, 4, 10, 5,
         "C....C"
         ".C...."
         "..C..."
         "...C.."
         "......"
         "R.....",
         "......"
         "......"
         "......"
         "......"
         "......"
         "R....."},
        /* diagonal up */
        {5, 6, 4, 5, 2, 2, 10, 5,
         "....Y."
         "...Y.."
         "......"
         ".Y...."
         "Y...BY",
         "......"
         "......"
         "......"
         "......"
         "....B."},
        /* seven in a row */
        {5, 9, 0, 0, 4, 3, 14, 21,
         "M........"
         "........."
         "........."
         "........B"
         "MMM.MMM..",
         "........."
         "........."
         "........."
         "........B"
         "........."},
        /* a cross of nine, and a ball that stays */
        {6, 9, 5, 5, 4, 2, 18, 45,
         "..Y......"
         "..Y......"
         "..Y......"
         "..Y......"
         "YY.YY...."
         "R....Y...",
         "........."
         "........."
         "........."
         "........."
         "........."
         "R........"},
        /* four ways at once, 23 balls; the way in is from the right */
        {9, 9, 0, 8, 4, 4, 46, 437,
         "........B"
         ".B..B..B."
         "..B.B.B.."
         "...BBB..."
         "BBBB....."
         "...BBB..."
         "..B.B.B.."
         ".B..B..B."
         "R........",
         "........."
         "........."
         "........."
         "........."
         "........."
         "........."
         "........."
         "........."
         "R........"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int rules98 = 0; rules98 < 2; rules98++) {
            struct lines lines;
            twin_position(&lines, cases[i].rows, cases[i].cols, 5, rules98, cases[i].board);
            lines.score = 100;
            move(&lines, cases[i].from_row, cases[i].from_col, cases[i].to_row, cases[i].to_col);
            require_board(&lines, cases[i].after);
            assert_int_equal(lines.score, 100 + (rules98 ? cases[i].points98 : cases[i].points));
            assert_int_equal(lines.turn, 1);
            assert_int_equal(lines_movers(&lines), 1); /* no balls are added */
            assert_int_equal(lines.next, 0x111);       /* the preview stays */
        }
}

static void test_lines_must_be_long_and_pass_the_new_cell(void **state) {
    (void)state;
    struct lines lines;
    /* Four are too few; five reds elsewhere are not touched by the move of another ball. */
    twin_position(&lines, 6, 6, 5, 0,
                  "RRR..."
                  "...R.."
                  "......"
                  "GGGGG."
                  "......"
                  "B.....");
    move(&lines, 1, 3, 0, 3);
    assert_int_equal(lines.phase, LINES_ARRIVE);
    assert_int_equal(lines.score, 0);
    /* They vanish without points once the next balls are there. */
    place(&lines, 5, 1), place(&lines, 5, 3), place(&lines, 5, 5);
    require_board(&lines, "RRRR.."
                          "......"
                          "......"
                          "......"
                          "......"
                          "BR.R.R");
    assert_int_equal(lines.score, 0);
    /* A run does not go on over the edge into the next row. */
    twin_position(&lines, 5, 5, 5, 0,
                  "...RR"
                  "RR..."
                  "....."
                  "R...."
                  "B....");
    move(&lines, 3, 0, 1, 2);
    assert_int_equal(lines.score, 0);
}

/* Chance completes a line: 0 points, in lines98 5. */
static void test_lines_made_by_chance(void **state) {
    (void)state;
    for (int rules98 = 0; rules98 < 2; rules98++) {
        struct lines lines;
        twin_position(&lines, 5, 9, 5, rules98,
                      "........."
                      "B........"
                      "........."
                      "RRRR....."
                      ".........");
        lines.next = 0x321;
        move(&lines, 1, 0, 1, 1);
        place(&lines, 3, 4);
        require_board(&lines, "........."
                              ".B......."
                              "........."
                              "RRRRR...."
                              "........."); /* not before all have arrived */
        place(&lines, 0, 8), place(&lines, 4, 8);
        require_board(&lines, "........G"
                              ".B......."
                              "........."
                              "........."
                              "........B");
        assert_int_equal(lines.score, rules98 ? 5 : 0);
        assert_int_equal(lines.phase, LINES_DRAW);
    }
}

/* The game is over when the board is full, but lines vanish first; only balls that fit arrive. */
static void test_a_full_board_ends_it(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 5, 0,
                  "GNYBM"
                  "BMGNY"
                  "NYBMG"
                  "MGNYB"
                  "YBM..");
    assert_int_equal(lines_movers(&lines), 1);
    move(&lines, 4, 2, 4, 3);
    place(&lines, 4, 4);
    assert_int_equal(lines_movers(&lines), UINT32_C(1) << CHANCE);
    place(&lines, 4, 2);
    assert_int_equal(lines_movers(&lines), 0);
    assert_int_equal(lines.drawn, 0);
    assert_int_equal(lines_game.winners(&lines), 0);
    assert_string_equal(lines_refuse(&lines, 0, 0), "NOT_YOUR_TURN");
    /* Here the last ball completes a column, so cells become free again. */
    twin_position(&lines, 5, 5, 5, 0,
                  "GNYBR"
                  "BMGNR"
                  "NYBMR"
                  "MGNYR"
                  "YBM..");
    move(&lines, 4, 2, 4, 3);
    place(&lines, 4, 2), place(&lines, 4, 4);
    require_board(&lines, "GNYB."
                          "BMGN."
                          "NYBM."
                          "MGNY."
                          "YBRM.");
    assert_int_equal(lines.phase, LINES_DRAW);
    assert_int_equal(lines.score, 0);
}

/* A match that empties the board brings the next balls at once. */
static void test_an_emptied_board_is_filled(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 5, 0,
                  "....."
                  "....."
                  "....."
                  "....R"
                  "RRRR.");
    lines.next = 0x234;
    move(&lines, 3, 4, 4, 4);
    assert_int_equal(lines.score, 10);
    assert_int_equal(lines.phase, LINES_ARRIVE);
    assert_int_equal(lines.arriving, 3);
    place(&lines, 0, 0), place(&lines, 2, 2), place(&lines, 4, 0);
    require_board(&lines, "N...."
                          "....."
                          "..B.."
                          "....."
                          "G....");
}

static void test_a_ball_between_two_regions_reaches_both(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 5, 0,
                  "..R.."
                  "..G.."
                  "..B.."
                  "..R.."
                  "RGBRG");
    for (int row = 0; row < 4; row++)
        for (int col = 0; col < 5; col++) {
            if (col == 2) continue;
            assert_null(lines_refuse(&lines, 0, act_of(&lines, 1, 2, row, col)));
            const char *left = lines_refuse(&lines, 0, act_of(&lines, 4, 0, row, col));
            if (col < 2)
                assert_null(left);
            else
                assert_string_equal(left, "NO_PATH");
        }
    struct choice choices[24 * 24];
    assert_int_equal(lines_game.choices(&lines, 0, choices), 4 * 16 + 4 * 8);
}

static void test_refusals(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 6, 5, 0,
                  ".R...."
                  "R....."
                  "......"
                  "......"
                  ".....G");
    assert_string_equal(lines_refuse(&lines, 0, act_of(&lines, 2, 2, 3, 3)), "SOURCE_EMPTY");
    assert_string_equal(lines_refuse(&lines, 0, act_of(&lines, 2, 2, 4, 5)), "SOURCE_EMPTY");
    assert_string_equal(lines_refuse(&lines, 0, act_of(&lines, 4, 5, 0, 1)), "TARGET_OCCUPIED");
    assert_string_equal(lines_refuse(&lines, 0, act_of(&lines, 4, 5, 4, 5)), "TARGET_OCCUPIED");
    assert_string_equal(lines_refuse(&lines, 0, act_of(&lines, 4, 5, 0, 0)), "NO_PATH");
    assert_null(lines_refuse(&lines, 0, act_of(&lines, 0, 1, 0, 0))); /* never on the diagonal */
    assert_string_equal(lines_refuse(&lines, 0, 30 * 30), "NO_SUCH_ACT");
    assert_string_equal(lines_refuse(&lines, CHANCE, 0), "NOT_YOUR_TURN");
    assert_string_equal(lines_refuse(&lines, 1, 0), "NOT_YOUR_TURN");
}

/* lines98: a ball arrives on its announced cell, or on any empty cell if that one is taken. */
static void test_announced_cells(void **state) {
    (void)state;
    struct lines lines;
    struct choice choices[LINES_CELLS_MAX];
    twin_position(&lines, 5, 5, 5, 1,
                  "R...."
                  "....."
                  "....."
                  "....."
                  "....G");
    lines.cells[0] = 13, lines.cells[1] = 2, lines.cells[2] = 0;
    move(&lines, 0, 0, 2, 2); /* onto the first ball's cell, 12 */
    assert_int_equal(lines_game.choices(&lines, CHANCE, choices), 23);
    place(&lines, 3, 3);
    assert_int_equal(lines_game.choices(&lines, CHANCE, choices), 1);
    assert_int_equal(choices[0].act, 1);
    assert_string_equal(lines_refuse(&lines, CHANCE, 0), "NO_SUCH_ACT");
    place(&lines, 0, 1);
    assert_int_equal(lines_game.choices(&lines, CHANCE, choices), 21);
    place(&lines, 0, 4);
    /* Now cells are drawn with the colours: any empty one, none twice. */
    struct choice all[7 * LINES_CELLS_MAX];
    assert_int_equal(lines_game.choices(&lines, CHANCE, all), 7 * 20);
    lines_apply(&lines, CHANCE, 2 * 25 + 7);
    assert_int_equal(lines_game.choices(&lines, CHANCE, all), 7 * 19);
    assert_int_equal(lines.next, 3);
    assert_int_equal(lines.cells[0], 8);
}

/* Lines of the setup vanish for nothing, in lines98 too; an empty board then gets the next balls.
 */
static void test_lines_of_the_setup(void **state) {
    (void)state;
    struct lines lines;
    lines_game.start(&lines, (int[]){5, 5, 7, 3, 2, 5, 1, 1});
    for (int ball = 0; ball < 3; ball++) {
        lines_apply(&lines, CHANCE, 4);
        place(&lines, ball, ball);
    }
    assert_int_equal(lines.score, 0);
    assert_int_equal(lines.phase, LINES_DRAW);
    lines_apply(&lines, CHANCE, 0 * 25 + 3);
    lines_apply(&lines, CHANCE, 1 * 25 + 9);
    assert_int_equal(lines.phase, LINES_ARRIVE);
    place(&lines, 0, 3), place(&lines, 1, 4);
    require_board(&lines, "...R."
                          "....G"
                          "....."
                          "....."
                          ".....");
}

static void test_counts_stop_at_their_limit(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 3, 0,
                  "RR..R"
                  "....."
                  "....."
                  "....."
                  "....G");
    lines.score = LINES_COUNT_MAX - 3;
    lines.turn = LINES_COUNT_MAX;
    move(&lines, 0, 4, 0, 2);
    assert_int_equal(lines.score, LINES_COUNT_MAX);
    assert_int_equal(lines.turn, LINES_COUNT_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches_by_hand),
        cmocka_unit_test(test_lines_must_be_long_and_pass_the_new_cell),
        cmocka_unit_test(test_lines_made_by_chance),
        cmocka_unit_test(test_a_full_board_ends_it),
        cmocka_unit_test(test_an_emptied_board_is_filled),
        cmocka_unit_test(test_a_ball_between_two_regions_reaches_both),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_announced_cells),
        cmocka_unit_test(test_lines_of_the_setup),
        cmocka_unit_test(test_counts_stop_at_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
