/* Random acts are uniform among the choices. lines_random_game plays the same games as
 * lines_random_act and lines_apply, to the byte, and they agree with what an independent program
 * measured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_uniform_test.h"

static void test_moves_are_uniform_by_hand(void **state) {
    (void)state;
    static const char *const boards[] = {
        "R....", /* one region, one ball */
        "R.G.B"
        ".R.G.", /* all cells alone */
        "..R.."
        "..G.."
        "..B..", /* balls that touch two regions */
        "..R.G"
        "RRRB."
        ".BGR."
        "BG.RR"
        ".R...",
        ".RGBN"
        "MYCRG"
        "BNMYC"
        "RGBNM"
        "YCRG.", /* corners */
    };
    struct rng rng = rng_new(41, 0);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        char board[26];
        struct lines lines;
        memset(board, i == 1 || i == 4 ? 'M' : '.', sizeof board);
        memcpy(board, boards[i], strlen(boards[i]));
        twin_position(&lines, 5, 5, 5, 0, board);
        uniform_require(&lines, 0, &rng, 200);
    }
}

/* 40 regions of two cells and 35 of one. */
static void test_moves_are_uniform_among_many_regions(void **state) {
    (void)state;
    struct rng rng = rng_new(46, 0);
    struct lines lines;
    char board[LINES_CELLS_MAX];
    for (int row = 0; row < 15; row++)
        memcpy(board + 15 * row, row & 1 ? "RR.RR.RR.RR.RR." : "..R..R..R..R..R", 15);
    twin_position(&lines, 15, 15, 5, 0, board);
    uniform_require(&lines, 0, &rng, 20);
}

static void test_moves_are_uniform_on_random_boards(void **state) {
    (void)state;
    uniform_on_boards(42, 6, 6);
}

/* Where balls arrive, which colours are drawn, and which cells lines98 announces. */
static void test_luck_is_uniform(void **state) {
    (void)state;
    static const int sizes[][2] = {{9, 9}, {5, 7}, {15, 15}, {15, 6}};
    struct rng rng = rng_new(43, 0);
    for (int i = 0; i < 80; i++) {
        struct lines lines;
        uniform_draw_board(&lines, sizes[i % 4][0], sizes[i % 4][1], &rng);
        lines.rules98 = i / 4 & 1;
        lines.phase = LINES_ARRIVE, lines.arriving = 3;
        if (lines.rules98) lines.cells[0] = (uint8_t)(1 + (i & 1)); /* taken, free */
        uniform_require(&lines, CHANCE, &rng, 50);
        lines.phase = LINES_DRAW, lines.arriving = 0, lines.drawn = 2, lines.next = 0x11;
        uniform_require(&lines, CHANCE, &rng, 20);
    }
}

static uint32_t waist_game(struct lines *lines, struct rng *rng) {
    uint32_t moves = 0;
    for (int who; (who = game_mover(&lines_game, lines)) >= 0; moves += who == 0)
        lines_apply(lines, who, lines_random_act(lines, who, rng));
    return moves;
}

static void test_direct_games_are_the_same(void **state) {
    (void)state;
    static const int kinds[][LINES_PARAMS] = {
        {9, 9, 7, 5, 3, 5, 1, 0},   {9, 9, 7, 5, 3, 5, 0, 0},   {9, 9, 7, 5, 3, 5, 1, 1},
        {9, 9, 3, 4, 3, 5, 0, 1},   {5, 5, 4, 4, 3, 0, 1, 0},   {12, 9, 5, 4, 2, 24, 1, 0},
        {13, 9, 5, 4, 4, 24, 1, 1}, {15, 15, 7, 5, 3, 5, 1, 0}, {5, 15, 6, 5, 10, 9, 0, 0},
        {8, 15, 7, 5, 3, 5, 1, 0},  {15, 7, 7, 5, 3, 5, 1, 0},  {15, 8, 7, 5, 3, 5, 1, 0}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (uint64_t game = 0; game < 60; game++) {
            struct lines direct, waist;
            struct rng one = rng_new(44, game), two = rng_new(44, game);
            lines_game.start(&direct, kinds[kind]);
            lines_game.start(&waist, kinds[kind]);
            assert_int_equal(lines_random_game(&direct, &one), waist_game(&waist, &two));
            assert_true(game_equal(&lines_game, &direct, &waist));
            assert_int_equal(one.index, two.index);
        }
}

/* 26.09 moves and 0.135 points a game, within four standard errors of 5,000 games. The slow test
 * looks closer. */
static void test_random_play_comes_to_what_is_known(void **state) {
    (void)state;
    enum { GAMES = 5000 };
    double moves = 0, points = 0;
    for (uint64_t game = 0; game < GAMES; game++) {
        struct lines lines;
        struct rng rng = rng_new(45, game);
        lines_game.start(&lines, (int[]){9, 9, 7, 5, 3, 5, 1, 0});
        moves += lines_random_game(&lines, &rng);
        points += lines.score;
    }
    assert_true(fabs(moves / GAMES - 26.09) < 0.06);
    assert_true(fabs(points / GAMES - 0.135) < 0.07);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_uniform_by_hand),
        cmocka_unit_test(test_moves_are_uniform_among_many_regions),
        cmocka_unit_test(test_moves_are_uniform_on_random_boards),
        cmocka_unit_test(test_luck_is_uniform),
        cmocka_unit_test(test_direct_games_are_the_same),
        cmocka_unit_test(test_random_play_comes_to_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
