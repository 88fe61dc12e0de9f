/* lines: what is told of an event. Positions with known effects, and random games beside the slow
 * twin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_agree_test.h"
#include <stdio.h>

enum kind { MOVE, VANISH, ARRIVE, NEXT, EMPTY, OVER, KINDS };

static struct effect_list list;

static void tell(const struct lines *lines, int who, action act) {
    assert_null(lines_refuse(lines, who, act));
    list.count = 0;
    lines_effects(lines, who, act, &list);
}

/* Writes an effect as "KIND seat points [spots] text", the seat as - where it concerns all. */
static void write_effect(const struct effect *effect, struct text *out) {
    text_format(out, "%s ", lines_effect_kinds[effect->kind]);
    if (effect->seat == EFFECT_ALL)
        text_char(out, '-');
    else
        text_int(out, effect->seat);
    text_format(out, " %d [", effect->points);
    for (int i = 0; i < effect->spots_count; i++)
        text_format(out, "%s%d", i ? " " : "", effect->spots[i]);
    text_format(out, "] %s\n", effect->text);
}

/* The event happens, and exactly this is told. */
static void expect(struct lines *lines, int who, action act, const char *effects) {
    char buffer[4096];
    struct text text = text_over(buffer, sizeof buffer);
    tell(lines, who, act);
    for (int i = 0; i < list.count; i++) write_effect(&list.at[i], &text);
    assert_string_equal(buffer, effects);
    lines_apply(lines, who, act);
    assert_null(lines_game.check(lines));
}

static void test_a_move_and_the_balls_after_it(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 5, 0,
                  "R...."
                  "....."
                  "..G.."
                  "....."
                  ".....");
    lines.next = 0x732;
    expect(&lines, 0, 0 * 25 + 9, "MOVE 0 0 [0 9] Red moves from a1 to e2\n");
    expect(&lines, CHANCE, 18, "ARRIVE - 0 [18] Green arrives at d4\n");
    expect(&lines, CHANCE, 24, "ARRIVE - 0 [24] Blue arrives at e5\n");
    expect(&lines, CHANCE, 1, "ARRIVE - 0 [1] Cyan arrives at b1\n");
    expect(&lines, CHANCE, 3, "NEXT - 0 [] Next: Brown\n");
    expect(&lines, CHANCE, 5, "NEXT - 0 [] Next: Yellow\n");
    expect(&lines, CHANCE, 0, "NEXT - 0 [] Next: Red\n");
}

static void test_lines_by_a_move(void **state) {
    (void)state;
    static const char *const told[] = {
        "MOVE 0 0 [50 38] Yellow moves from f6 to c5\n"
        "VANISH 0 18 [2 11 20 29 36 37 38 39 40] 9 Yellow vanish: 18 points\n",
        "MOVE 0 0 [50 38] Yellow moves from f6 to c5\n"
        "VANISH 0 45 [2 11 20 29 36 37 38 39 40] 9 Yellow vanish: 45 points\n",
    };
    for (int rules98 = 0; rules98 < 2; rules98++) {
        struct lines lines;
        twin_position(&lines, 6, 9, 5, rules98,
                      "..Y......"
                      "..Y......"
                      "..Y......"
                      "..Y......"
                      "YY.YY...."
                      "R....Y...");
        expect(&lines, 0, 50 * 54 + 38, told[rules98]);
    }
}

static void test_a_move_empties_the_board(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 5, 0,
                  "....."
                  "....."
                  "....."
                  "....R"
                  "RRRR.");
    expect(&lines, 0, 19 * 25 + 24,
           "MOVE 0 0 [19 24] Red moves from e4 to e5\n"
           "VANISH 0 10 [20 21 22 23 24] 5 Red vanish: 10 points\n"
           "EMPTY - 0 [] The board is empty: the next balls arrive\n");
    expect(&lines, CHANCE, 0, "ARRIVE - 0 [0] Red arrives at a1\n");
}

static void test_lines_by_arriving_balls(void **state) {
    (void)state;
    static const char *const told[] = {
        "ARRIVE - 0 [44] Blue arrives at i5\n"
        "VANISH 0 0 [27 28 29 30 31] 5 Red vanish: no points\n",
        "ARRIVE - 0 [44] Blue arrives at i5\n"
        "VANISH 0 5 [27 28 29 30 31] 5 Red vanish: 5 points\n",
    };
    for (int rules98 = 0; rules98 < 2; rules98++) {
        struct lines lines;
        twin_position(&lines, 5, 9, 5, rules98,
                      "........."
                      "B........"
                      "........."
                      "RRRR....."
                      ".........");
        lines.next = 0x321;
        expect(&lines, 0, 9 * 45 + 10, "MOVE 0 0 [9 10] Blue moves from a2 to b2\n");
        expect(&lines, CHANCE, 31, "ARRIVE - 0 [31] Red arrives at e4\n");
        expect(&lines, CHANCE, 8, "ARRIVE - 0 [8] Green arrives at i1\n");
        expect(&lines, CHANCE, 44, told[rules98]);
    }
}

/* Eleven balls vanish together for 11 * 7 points, 7 each, and are told by colour. */
static void test_two_colours_at_once(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 6, 5, 1,
                  "BBBBBB"
                  "......"
                  "RRRR.."
                  "......"
                  "..G...");
    lines.per_turn = 1, lines.drawn = 1, lines.next = 1;
    expect(&lines, 0, 26 * 30 + 24, "MOVE 0 0 [26 24] Green moves from c5 to a5\n");
    expect(&lines, CHANCE, 16,
           "ARRIVE - 0 [16] Red arrives at e3\n"
           "VANISH 0 35 [12 13 14 15 16] 5 Red vanish: 35 points\n"
           "VANISH 0 42 [0 1 2 3 4 5] 6 Blue vanish: 42 points\n");
}

/* Lines of the setup bring nothing. The balls of the setup arrive as soon as they are drawn, so
 * their colours are told once. */
static void test_the_setup(void **state) {
    (void)state;
    struct lines lines;
    lines_game.start(&lines, (int[]){5, 5, 7, 3, 2, 5, 1, 1});
    expect(&lines, CHANCE, 4, "");
    expect(&lines, CHANCE, 0, "ARRIVE - 0 [0] Magenta arrives at a1\n");
    expect(&lines, CHANCE, 4, "");
    expect(&lines, CHANCE, 6, "ARRIVE - 0 [6] Magenta arrives at b2\n");
    expect(&lines, CHANCE, 4, "");
    expect(&lines, CHANCE, 12,
           "ARRIVE - 0 [12] Magenta arrives at c3\n"
           "VANISH 0 0 [0 6 12] 3 Magenta vanish: no points\n");
    expect(&lines, CHANCE, 0 * 25 + 3, "NEXT - 0 [3] Next: Red at d1\n");
    expect(&lines, CHANCE, 1 * 25 + 9,
           "NEXT - 0 [9] Next: Green at e2\n"
           "EMPTY - 0 [] The board is empty: the next balls arrive\n");
}

/* lines98: where a ball is announced, and why it comes elsewhere. */
static void test_announced_cells(void **state) {
    (void)state;
    struct lines lines;
    twin_position(&lines, 5, 5, 5, 1,
                  "RGBN."
                  "MYCRG"
                  "BNMYC"
                  "RGBN."
                  "YCRG.");
    lines.next = 0x321, lines.cells[0] = 25, lines.cells[1] = 5;
    expect(&lines, 0, 23 * 25 + 24, "MOVE 0 0 [23 24] Green moves from d5 to e5\n");
    expect(&lines, CHANCE, 19, "ARRIVE - 0 [19] Red arrives at e4 because e5 is taken\n");
    expect(&lines, CHANCE, 4, "ARRIVE - 0 [4] Green arrives at e1\n");
    expect(&lines, CHANCE, 23,
           "ARRIVE - 0 [23] Blue arrives at d5\n"
           "OVER - 0 [] The board is full: the game is over with no points\n");
    /* There are more balls to come than free cells. */
    twin_position(&lines, 5, 5, 5, 1,
                  "RGBN."
                  "MYCRG"
                  "BNMYC"
                  "RGBNM"
                  "YCRGB");
    lines.drawn = 0, lines.next = 0, lines.phase = LINES_DRAW;
    expect(&lines, CHANCE, 2 * 25 + 4, "NEXT - 0 [4] Next: Blue at e1\n");
    expect(&lines, CHANCE, 6, "NEXT - 0 [] Next: Cyan\n");
}

static void test_the_end(void **state) {
    (void)state;
    static const struct {
        uint32_t score;
        const char *told;
    } ends[] = {
        {0, "with no points\n"},
        {1, "with 1 point\n"},
        {124, "with 124 points\n"},
        {LINES_COUNT_MAX, "with 1000000000 points\n"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct lines lines;
        char told[160];
        twin_position(&lines, 5, 5, 5, 0,
                      "GNYBM"
                      "BMGNY"
                      "NYBMG"
                      "MGNYB"
                      "YBM.B");
        lines.score = ends[i].score;
        expect(&lines, 0, 22 * 25 + 23, "MOVE 0 0 [22 23] Magenta moves from c5 to d5\n");
        snprintf(told, sizeof told,
                 "ARRIVE - 0 [22] Red arrives at c5\n"
                 "OVER - 0 [] The board is full: the game is over %s",
                 ends[i].told);
        expect(&lines, CHANCE, 22, told);
    }
}

/* Points stop at the limit of the score. */
static void test_points_at_the_limit(void **state) {
    (void)state;
    static const struct {
        uint32_t missing;
        const char *told;
    } cases[] = {
        {7, "VANISH 0 6 [0 1 2] 3 Red vanish: 6 points\n"},
        {4, "VANISH 0 4 [0 1 2] 3 Red vanish: 4 points\n"},
        {1, "VANISH 0 1 [0 1 2] 3 Red vanish: 1 point\n"},
        {0, "VANISH 0 0 [0 1 2] 3 Red vanish: no points\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lines lines;
        char told[160];
        twin_position(&lines, 5, 5, 3, 0,
                      "RR..R"
                      "....."
                      "....."
                      "....."
                      "....G");
        lines.score = LINES_COUNT_MAX - cases[i].missing;
        snprintf(told, sizeof told, "MOVE 0 0 [4 2] Red moves from e1 to c1\n%s", cases[i].told);
        expect(&lines, 0, 4 * 25 + 2, told);
    }
}

/* All of the largest board vanishes at once, in parts that hold it. */
static void test_the_most_that_can_vanish(void **state) {
    (void)state;
    static const char *const texts[] = {
        "56 Red vanish: 12488 points", "56 more Red vanish: 12488 points",
        "56 more Red vanish: 12488 points", "57 more Red vanish: 12711 points"};
    char board[LINES_CELLS_MAX];
    struct lines lines;
    memset(board, 'R', sizeof board);
    board[100] = '.';
    twin_position(&lines, 15, 15, 3, 1, board);
    lines.colours = 2, lines.turn = 9, lines.phase = LINES_ARRIVE, lines.arriving = 3;
    tell(&lines, CHANCE, 100);
    assert_int_equal(list.count, 1 + 4);
    for (int i = 0, cell = 0; i < 4; i++) {
        assert_string_equal(list.at[1 + i].text, texts[i]);
        for (int k = 0; k < list.at[1 + i].spots_count; k++)
            assert_int_equal(list.at[1 + i].spots[k], cell++);
    }
    /* As many effects as there can be: all colours, one of them in as many parts as possible. */
    for (int cell = 0; cell < LINES_CELLS_MAX; cell++)
        board[cell] = lines_letters[cell < 90 ? cell / 15 : 6];
    board[100] = '.';
    twin_position(&lines, 15, 15, 3, 1, board);
    lines.next = 0x117, lines.turn = 9, lines.phase = LINES_ARRIVE, lines.arriving = 3;
    tell(&lines, CHANCE, 100);
    assert_int_equal(list.count, 1 + 6 + 3);
    lines_apply(&lines, CHANCE, 100);
    int points = 0;
    for (int i = 0; i < list.count; i++) points += list.at[i].points;
    assert_int_equal(points, 225 * 223);
    assert_int_equal(lines.score, points);
}

static void test_hidden_draws_are_not_told(void **state) {
    (void)state;
    struct lines lines;
    lines_game.start(&lines, (int[]){5, 5, 7, 3, 2, 0, 0, 0});
    expect(&lines, CHANCE, 3, "");
    expect(&lines, CHANCE, 1, "EMPTY - 0 [] The board is empty: the next balls arrive\n");
    expect(&lines, CHANCE, 7, "ARRIVE - 0 [7] Brown arrives at c2\n");
    expect(&lines, CHANCE, 8, "ARRIVE - 0 [8] Green arrives at d2\n");
    expect(&lines, CHANCE, 2, "");
    /* In a state that hides them, each is drawn as its ball arrives. */
    lines_apply(&lines, CHANCE, 2);
    lines_game.hide(&lines, 0);
    expect(&lines, 0, 7 * 25 + 0, "MOVE 0 0 [7 0] Brown moves from c2 to a1\n");
    expect(&lines, CHANCE, 6, "");
    expect(&lines, CHANCE, 24, "ARRIVE - 0 [24] Cyan arrives at e5\n");
}

/* Writes which balls of the twin lie on the board once the moved or arriving one is there, before
 * anything vanishes. */
static void put_first(struct twin *twin, const struct twin *before, int who, action act) {
    int cells = before->rows * before->cols;
    *twin = *before;
    if (who == CHANCE) {
        *twin_at(twin, (int)act) = before->next[0];
        return;
    }
    *twin_at(twin, (int)act % cells) = *twin_at(twin, (int)act / cells);
    *twin_at(twin, (int)act / cells) = 0;
}

/* One effect of vanishing: balls of one colour that are gone; returns how many. */
static int agree_vanishing(const struct effect *effect, struct twin *first,
                           const struct twin *after, bool more) {
    char text[EFFECT_TEXT_BYTES], points[32];
    int code = *twin_at(first, effect->spots[0]);
    snprintf(points, sizeof points, effect->points ? "%d points" : "no points", effect->points);
    snprintf(text, sizeof text, "%d %s%s vanish: %s", effect->spots_count, more ? "more " : "",
             lines_colour_names[code - 1], points);
    assert_string_equal(effect->text, text);
    for (int i = 0; i < effect->spots_count; i++) {
        int cell = effect->spots[i];
        assert_int_equal(*twin_at(first, cell), code);
        assert_int_equal(after->board[cell / after->cols][cell % after->cols], 0);
        *twin_at(first, cell) = 0; /* told once */
    }
    return effect->spots_count;
}

/* A draw is told if it is shown and for the next turn. */
static void agree_draw(const struct twin *before, const struct twin *after, int told) {
    char text[EFFECT_TEXT_BYTES] = "", cell[24] = "";
    int last = after->drawn - 1, at = after->cells[last] - 1;
    if (!before->show || before->phase != LINES_DRAW) {
        assert_int_equal(told, 0);
        return;
    }
    if (at >= 0)
        snprintf(cell, sizeof cell, " at %c%d", 'a' + at % after->cols, at / after->cols + 1);
    snprintf(text, sizeof text, "Next: %s%s", lines_colour_names[after->next[last] - 1], cell);
    assert_int_equal(told, 1);
    assert_int_equal(list.at[0].kind, NEXT);
    assert_string_equal(list.at[0].text, text);
}

/* A move or a ball, then what vanishes. */
static void agree_ball(const struct twin *before, const struct twin *after, int who, action act,
                       int told) {
    struct twin first;
    int points = 0, balls = twin_balls(before) + (who == CHANCE), last = 0;
    put_first(&first, before, who, act);
    assert_true(told >= 1);
    assert_int_equal(list.at[0].kind, who == CHANCE ? ARRIVE : MOVE);
    assert_int_equal(list.at[0].points, 0);
    for (int i = 1; i < told; i++) {
        assert_int_equal(list.at[i].kind, VANISH);
        int code = *twin_at(&first, list.at[i].spots[0]);
        balls -= agree_vanishing(&list.at[i], &first, after, code == last);
        points += list.at[i].points;
        last = code;
    }
    assert_int_equal(balls, twin_balls(after));
    assert_int_equal(points, after->score - before->score);
    assert_memory_equal(first.board, after->board, sizeof first.board);
}

/* Everything that is told of an event is what happened to the twin. Counts the kinds. */
static void agree_effects(const struct twin *before, const struct twin *after, int who, action act,
                          long *counts) {
    bool over = !twin_movers(after), draws = who == CHANCE && after->drawn > before->drawn;
    bool empty =
        twin_balls(after) == 0 && before->phase != LINES_ARRIVE && after->phase == LINES_ARRIVE;
    int told = list.count - over - empty;
    assert_false(over && empty);
    if (over) assert_int_equal(list.at[told].kind, OVER);
    if (empty) assert_int_equal(list.at[told].kind, EMPTY);
    if (draws)
        agree_draw(before, after, told);
    else
        agree_ball(before, after, who, act, told);
    for (int i = 0; i < list.count; i++) counts[list.at[i].kind]++;
}

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    enum { EVENTS = 120000 };
    struct rng rng = rng_new(81, 0);
    long counts[2][KINDS] = {{0}}, lucky = 0;
    for (long events = 0, game = 0; events < EVENTS; game++) {
        struct lines lines;
        struct twin twin, before;
        int params[LINES_PARAMS], who;
        agree_params(params, &rng);
        if (game % 4 == 1) memcpy(params, (int[]){5, 5, 2, 3, 1, 2}, 6 * sizeof *params);
        lines_game.start(&lines, params);
        twin_start(&twin, params);
        for (int i = 0; i < 600 && (who = game_mover(&lines_game, &lines)) >= 0; i++, events++) {
            action act =
                game & 1 ? agree_eager_act(&lines, who, &rng) : lines_random_act(&lines, who, &rng);
            tell(&lines, who, act);
            before = twin;
            lines_apply(&lines, who, act);
            twin_apply(&twin, act);
            agree_effects(&before, &twin, who, act, counts[lines.rules98]);
            lucky += who == CHANCE && twin.score > before.score;
        }
    }
    for (int rules98 = 0; rules98 < 2; rules98++)
        for (int kind = 0; kind < KINDS; kind++) assert_true(counts[rules98][kind] > 10);
    assert_true(lucky > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_move_and_the_balls_after_it),
        cmocka_unit_test(test_lines_by_a_move),
        cmocka_unit_test(test_a_move_empties_the_board),
        cmocka_unit_test(test_lines_by_arriving_balls),
        cmocka_unit_test(test_two_colours_at_once),
        cmocka_unit_test(test_the_setup),
        cmocka_unit_test(test_announced_cells),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_points_at_the_limit),
        cmocka_unit_test(test_the_most_that_can_vanish),
        cmocka_unit_test(test_hidden_draws_are_not_told),
        cmocka_unit_test(test_twin_agrees_in_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
