/* lines against what is known: its slow twin over many games of all kinds, perft counts, and the
 * seed's cases and scenarios, position by position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_twin.h"
#include <stdlib.h>

extern const struct game lines_game;

static void require_same(const struct lines *lines, const struct twin *twin) {
    struct twin now;
    twin_of(&now, lines);
    assert_memory_equal(&now, twin, sizeof now);
    assert_int_equal(lines_movers(lines), twin_movers(twin));
    assert_null(lines_game.check(lines));
}

static void require_same_choices(const struct lines *lines, struct twin *twin, action *acts,
                                 struct choice *choices) {
    int who = game_mover(&lines_game, lines);
    int count = who < 0 ? 0 : lines_game.choices(lines, who, choices);
    assert_int_equal(count, twin_choices(twin, acts));
    for (int i = 0; i < count; i++) {
        assert_int_equal(choices[i].act, acts[i]);
        assert_int_equal(choices[i].weight, 1);
    }
}

static void draw_params(int *params, struct rng *rng) {
    for (int i = 0; i < LINES_PARAMS; i++) {
        const struct param *param = &lines_game.params[i];
        params[i] = param->min + (int)rng_below(rng, (uint32_t)(param->max - param->min + 1));
        if (rng_below(rng, 2)) params[i] = param->standard;
    }
    if (rng_below(rng, 2)) params[LINES_MATCH] = 3 + (int)rng_below(rng, 3);
    if (rng_below(rng, 2)) params[LINES_COLOURS] = 2 + (int)rng_below(rng, 3);
}

/* A random act, but a scoring one if a few tries find it: so boards get empty, too. */
static action eager_act(const struct lines *lines, int who, struct rng *rng) {
    action act = lines_random_act(lines, who, rng);
    for (int i = 0; who == 0 && i < 20; i++) {
        struct lines next;
        game_copy(&lines_game, &next, lines);
        lines_apply(&next, who, act);
        if (next.score > lines->score) return act;
        act = lines_random_act(lines, who, rng);
    }
    return act;
}

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    struct rng rng = rng_new(31, 0);
    struct choice *choices = malloc(sizeof *choices * (size_t)lines_game.choices_max);
    action *acts = malloc(sizeof *acts * (size_t)lines_game.choices_max);
    long matches = 0, lucky = 0, emptied = 0, ended = 0;
    for (long events = 0, game = 0; events < 400000; game++) {
        struct lines lines;
        struct twin twin;
        int params[LINES_PARAMS], who;
        draw_params(params, &rng);
        if (game % 4 == 1) params[LINES_COLOURS] = 2, params[LINES_MATCH] = 3;
        if (game % 4 == 1) params[LINES_PER_TURN] = 1, params[LINES_INITIAL] = 2;
        lines_game.start(&lines, params);
        twin_start(&twin, params);
        for (int i = 0; i < 600 && (who = game_mover(&lines_game, &lines)) >= 0; i++, events++) {
            action act =
                game & 1 ? eager_act(&lines, who, &rng) : lines_random_act(&lines, who, &rng);
            int balls = twin_balls(&twin), score = twin.score;
            lines_apply(&lines, who, act);
            twin_apply(&twin, act);
            require_same(&lines, &twin);
            if (events % 8 == 0) require_same_choices(&lines, &twin, acts, choices);
            matches += who == 0 && twin.score > score;
            emptied += who == 0 && twin_balls(&twin) == 0;
            lucky += who == CHANCE && twin_balls(&twin) < balls;
        }
        ended += game_over(&lines_game, &lines);
    }
    /* All kinds of things happened. */
    assert_true(matches > 1000 && lucky > 1000 && emptied > 10 && ended > 100);
    free(choices);
    free(acts);
}

static uint64_t twin_perft(const struct twin *twin, int depth) {
    action *acts = malloc(sizeof *acts * (size_t)lines_game.choices_max);
    struct twin next = *twin;
    int count = twin_choices(&next, acts);
    uint64_t leaves = depth == 1 ? (uint64_t)count : 0;
    for (int i = 0; depth > 1 && i < count; i++) {
        next = *twin;
        twin_apply(&next, acts[i]);
        leaves += twin_perft(&next, depth - 1);
    }
    free(acts);
    return leaves;
}

static uint64_t perft(const struct lines *lines, int depth) {
    void *scratch = malloc(game_perft_room(&lines_game, depth));
    uint64_t leaves = game_perft(&lines_game, lines, depth, scratch);
    free(scratch);
    return leaves;
}

static void test_perft_counts(void **state) {
    (void)state;
    static const char *const boards[] = {
        "RR.RG"
        ".GGB."
        "BB.BR"
        "RGRGB"
        "..B.R",
        "RR.RR"
        "GBGBG"
        "BGBGB"
        "GBGBG"
        "BGRGB",
    };
    static const struct {
        int board, match, rules98, depth;
        uint64_t leaves;
    } known[] = {{0, 3, 0, 3, 4493}, {0, 4, 1, 3, 924}, {1, 5, 0, 4, 98}, {1, 3, 1, 4, 22316}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct lines lines;
        struct twin twin;
        twin_position(&lines, 5, 5, known[i].match, known[i].rules98, boards[known[i].board]);
        twin_of(&twin, &lines);
        uint64_t leaves = perft(&lines, known[i].depth);
        assert_int_equal(leaves, twin_perft(&twin, known[i].depth));
        assert_int_equal(leaves, known[i].leaves);
    }
}

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

/* The seed's cases 1 to 4, 6 and 7, and its first two scenarios: a move, what is left, the points.
 */
static void test_matches_by_hand(void **state) {
    (void)state;
    static const struct {
        int rows, cols, from_row, from_col, to_row, to_col, points, points98;
        const char *board, *after;
    } cases[] = {
        /* horizontal: scenario 1 */
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
        /* a cross of nine: scenario 2, with a ball that stays */
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

/* The seed's case 5 and third scenario: chance completes a line, for nothing; in lines98 for 5. */
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

/* The seed's case 8: over when the board is full, but lines vanish first; only what fits comes. */
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
    /* Here the last ball completes a column, which makes room again. */
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

/* The trap: a ball between two empty regions reaches both. */
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

/* lines98: balls come where they are announced, unless the cell is taken: then anywhere. */
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

/* The largest boards and runs as long as can be, in each direction, against the twin. */
static void test_long_runs_on_large_boards(void **state) {
    (void)state;
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int match = LINES_MATCH_MIN; match <= 15; match++)
        for (int way = 0; way < 4; way++)
            for (int length = match - 1; length <= 15; length++) {
                char board[226];
                struct lines lines;
                struct twin twin;
                int row = 0, col = way == 3 ? 14 : 0, hole = length / 2;
                memset(board, '.', sizeof board);
                board[14 * 15 + (way == 3 ? 13 : 3)] = 'C';
                for (int i = 0; i < length; i++)
                    if (i != hole)
                        board[(row + i * steps[way][0]) * 15 + col + i * steps[way][1]] = 'C';
                twin_position(&lines, 15, 15, match, 0, board);
                twin_of(&twin, &lines);
                action act = act_of(&lines, 14, way == 3 ? 13 : 3, row + hole * steps[way][0],
                                    col + hole * steps[way][1]);
                if (lines_refuse(&lines, 0, act)) continue; /* the longest run passes it */
                lines_apply(&lines, 0, act);
                twin_apply(&twin, act);
                require_same(&lines, &twin);
                assert_int_equal(lines.score, length >= match ? 2 * length : 0);
                /* The same run found among all lines. */
                for (int i = 0; length < match && i < 3; i++) {
                    action free = lines_random_act(&lines, CHANCE, &(struct rng){0});
                    lines_apply(&lines, CHANCE, free);
                    twin_apply(&twin, free);
                    require_same(&lines, &twin);
                }
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin_agrees_in_random_games),
        cmocka_unit_test(test_perft_counts),
        cmocka_unit_test(test_matches_by_hand),
        cmocka_unit_test(test_lines_must_be_long_and_pass_the_new_cell),
        cmocka_unit_test(test_lines_made_by_chance),
        cmocka_unit_test(test_a_full_board_ends_it),
        cmocka_unit_test(test_an_emptied_board_is_filled),
        cmocka_unit_test(test_a_ball_between_two_regions_reaches_both),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_announced_cells),
        cmocka_unit_test(test_counts_stop_at_their_limit),
        cmocka_unit_test(test_long_runs_on_large_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
