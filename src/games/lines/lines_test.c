/* lines against its slow twin: over many games of all kinds, by perft, and on the largest boards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_twin_test.h"
#include <stdlib.h>

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

/* A run on a 15x15 board, but for its hole, if it has one (-1: none). */
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
    require_same(lines, twin);
}

/* Runs of all lengths, all ways: completed by a move, and found among all lines on the board. */
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
