/* lines against its slow twin: in games of all kinds, by perft, and on the largest boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_agree_test.h"

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    agree_in_games(31, 80000);
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
    void *scratch = malloc(game_perft_scratch_size(&lines_game, depth));
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

/* Makes a run on a 15x15 board, with a hole at this place in it; -1: none. */
static void make_run(struct lines *lines, int match, int way, int length, int hole, char mover) {
    static const int steps[4] = {1, 15, 16, 14};
    char board[LINES_CELLS_MAX];
    memset(board, '.', sizeof board);
    for (int i = 0; i < length; i++)
        if (i != hole) board[(way == 3 ? 14 : 0) + i * steps[way]] = 'C';
    board[14 * 15 + 7] = mover;
    twin_position(lines, 15, 15, match, 0, board);
}

static void play_both(struct lines *lines, struct twin *twin, int who, action act) {
    assert_null(lines_refuse(lines, who, act));
    lines_apply(lines, who, act);
    twin_apply(twin, act);
    agree_state(lines, twin);
}

/* Runs of all lengths in all directions, completed by a move or found when balls have arrived. */
static void test_long_runs_on_large_boards(void **state) {
    (void)state;
    static const int steps[4] = {1, 15, 16, 14};
    struct rng rng = rng_new(32, 0);
    for (int match = LINES_MATCH_MIN; match <= LINES_SIDE_MAX; match++)
        for (int way = 0; way < 4; way++)
            for (int length = 1; length <= LINES_SIDE_MAX; length++) {
                struct lines lines;
                struct twin twin;
                int hole = length / 2, to = (way == 3 ? 14 : 0) + hole * steps[way];
                action from = (14 * 15 + 7) * LINES_CELLS_MAX;
                make_run(&lines, match, way, length, hole, 'C');
                twin_of(&twin, &lines);
                play_both(&lines, &twin, 0, from + (action)to);
                assert_int_equal(lines.score, length >= match ? 2 * length : 0);
                make_run(&lines, match, way, length, -1, 'G');
                twin_of(&twin, &lines);
                play_both(&lines, &twin, 0, from + 13 * 15 + 7);
                while (lines.phase == LINES_ARRIVE)
                    play_both(&lines, &twin, CHANCE, lines_random_act(&lines, CHANCE, &rng));
                assert_int_equal(twin_balls(&twin), length >= match ? 4 : 4 + length);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin_agrees_in_random_games),
        cmocka_unit_test(test_perft_counts),
        cmocka_unit_test(test_long_runs_on_large_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
