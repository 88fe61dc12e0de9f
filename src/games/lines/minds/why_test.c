/* What speaks for a move: positions where that is known; then every sentence told in random games
 * is read, and found true by a slow twin of the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lines/minds/reasons.h"
#include "games/lines/minds/reasons_twin_test.h"
#include <math.h>
#include <stdio.h>

enum { GAMES = 60, MOST = 2, KINDS = 5 };

static const char *const kinds[KINDS] = {"LINE", "BUILD", "OPEN", "NEXT_LINE", "SPACE"};
static struct agent_reason told[AGENT_REASONS_MAX];
static int told_count, seen[KINDS];

/* Reading */

static void require_line(const char *text, struct sides *best) {
    int balls, points, all;
    char colour[16];
    int read = sscanf(text,
                      "It makes a line: %d %15s vanish for %d points; the expected play makes %d "
                      "before the next balls arrive.",
                      &balls, colour, &points, &all);
    bool more = best->end.score > best->after.score;
    assert_int_equal(read, more ? 4 : 3);
    assert_int_equal(code_of(colour), best->code);
    assert_int_equal(balls, twin_balls(&best->before) - twin_balls(&best->after));
    assert_int_equal(points, best->after.score - best->before.score);
    if (more) assert_int_equal(all, best->end.score - best->before.score);
}

static void require_build(const char *text, struct sides *best) {
    int balls;
    char colour[16];
    assert_int_equal(sscanf(text,
                            "It brings %d %15s together within 5 cells in a row, no other ball "
                            "between.",
                            &balls, colour),
                     2);
    assert_int_equal(code_of(colour), best->code);
    assert_int_equal(balls, most_in(&best->after, best->to, best->code));
    assert_true(balls > most_in(&best->before, best->from, best->code));
}

static void require_open(const char *text, struct sides *best) {
    int balls;
    char cell[4], colour[16];
    assert_int_equal(
        sscanf(text, "It clears %3[a-i1-9], and %d %15s get 5 cells", cell, &balls, colour), 3);
    assert_int_equal(cell_of(cell), best->from);
    assert_true(loses(&best->after, &best->before, best->from, code_of(colour), balls));
}

/* What is said of the end of the expected play says so, if that is not the move alone. */
static const char *skip_expected(const char *text, const struct sides *best) {
    const char *rest = after(text, best->acts > 1 ? "In the expected play the " : "The ");
    assert_non_null(rest);
    return rest;
}

static void require_next(const char *text, struct sides *best) {
    char colour[16], from[4], to[4];
    const char *rest = skip_expected(text, best), *more = strstr(rest, " for more points (");
    assert_int_equal(sscanf(rest, "next turn can then make a %15s line", colour), 1);
    assert_int_equal(
        sscanf(strchr(rest, '('), "(%2s to %2s), if the new balls leave the way open.", from, to),
        2);
    action act = (action)(cell_of(from) * CELLS + cell_of(to));
    assert_int_equal(*twin_at(&best->end, cell_of(from)), code_of(colour));
    int points = points_of(&best->end, act), before = most_points(&best->before, code_of(colour));
    assert_true(points > before);
    assert_int_equal(before > 0, more != NULL);
}

static void require_space(const char *text, struct sides *best) {
    int from, to;
    assert_int_equal(sscanf(skip_expected(text, best),
                            "largest empty region grows from %d to %d cells.", &from, &to),
                     2);
    assert_int_equal(from, largest_region(&best->before));
    assert_int_equal(to, largest_region(&best->end));
    assert_true(to - from > twin_balls(&best->before) - twin_balls(&best->end));
}

static void (*const readers[KINDS])(const char *text, struct sides *best) = {
    require_line, require_build, require_open, require_next, require_space};

static void require_truth(const struct agent_reason *reason, struct sides *best) {
    size_t length = strnlen(reason->text, AGENT_REASON_BYTES);
    int kind = 0;
    while (kind < KINDS && strcmp(kinds[kind], reason->kind) != 0) kind++;
    assert_in_range(kind, 0, KINDS - 1);
    assert_in_range(length, 20, AGENT_REASON_BYTES - 2);
    assert_int_equal(reason->text[length - 1], '.');
    assert_true(isfinite(reason->amount) && reason->amount >= 0.5);
    seen[kind]++;
    readers[kind](reason->text, best);
}

/* Asks about a move, and finds true what is told: a line whenever there is one, and first. */
static void ask(const struct lines *lines, action act, struct rng *rng) {
    struct agent_question question = {.state = lines, .act = AGENT_NO_ACT};
    struct candidate candidate = {.act = act, .value = 20, .visits = 1, .chance = 0.9};
    struct advice advice = {.candidates = &candidate, .count = 1};
    struct sides best;
    advice.line_count = play_on(lines, act, rng, advice.line);
    memset(told, 0x55, sizeof told);
    told_count = lines_why(&question, &advice, told);
    assert_in_range(told_count, 0, MOST);
    play(lines, advice.line, advice.line_count, &best);
    for (int i = 0; i < told_count; i++) require_truth(&told[i], &best);
    if (told_count == MOST) {
        assert_true(told[0].amount >= told[1].amount);
        assert_string_not_equal(told[0].kind, told[1].kind);
    }
    bool scores = best.after.score > best.before.score;
    assert_int_equal(scores, told_count && strcmp(told[0].kind, "LINE") == 0);
}

static void test_what_is_told_is_true(void **state) {
    struct rng rng = rng_new(4, 1);
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        const int params[] = {9, 9, 7 - game % 4, MATCH, 3, 5, 1, game / 2 % 2};
        struct lines lines;
        memset(&lines, 0, sizeof lines);
        lines_game.start(&lines, params);
        while (lines_movers(&lines)) {
            int who = lines_movers(&lines) & 1 ? 0 : CHANCE;
            action act = who ? lines_random_act(&lines, who, &rng) : eager(&lines, &rng);
            if (who == 0) ask(&lines, act, &rng);
            lines_apply(&lines, who, act);
        }
    }
    for (int i = 0; i < KINDS; i++) assert_true(seen[i] > 0);
}

/* Known reasons */

static void require(const char *board, const char *act, const char *first, const char *second) {
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    twin_position(&lines, 9, 9, MATCH, 0, board);
    assert_null(lines_refuse(&lines, 0, act_of(act)));
    ask(&lines, act_of(act), &rng);
    assert_int_equal(told_count, (first != NULL) + (second != NULL));
    if (first) assert_string_equal(told[0].text, first);
    if (second) assert_string_equal(told[1].text, second);
}

static void test_positions_by_hand(void **state) {
    (void)state;
    static const char board[] = "........."
                                ".RRRR...."
                                "........."
                                "R.......B"
                                "........B"
                                "........G"
                                "..M.Y...B"
                                "..M......"
                                "..M....B.";
    require(board, "a4 a2", "It makes a line: 5 Red vanish for 10 points.", NULL);
    require(board, "i6 a9", "It clears i6, and 3 Blue get 5 cells in a row for a line.", NULL);
    require(board, "h9 h8", NULL, NULL);
    require("........."
            "..G......"
            "........."
            "..G...B.."
            "........."
            "..G......"
            ".....B..."
            "G........"
            ".........",
            "a8 c3", "It brings 4 Green together within 5 cells in a row, no other ball between.",
            NULL);
    require("........."
            ".RRR....."
            "........."
            "........."
            "........."
            "........."
            "........."
            ".......R."
            "........R",
            "i9 e2", "It brings 4 Red together within 5 cells in a row, no other ball between.",
            "The next turn can then make a Red line (h8 to a2), if the new balls leave the way "
            "open.");
    require("........."
            "RRRR..R.."
            "........."
            "....Y...."
            "........."
            "........."
            "........R"
            ".......R."
            "........Y",
            "i7 f2", "It brings 4 Red together within 5 cells in a row, no other ball between.",
            "The next turn can then make a Red line for more points (h8 to e2), if the new balls "
            "leave the way open.");
    require("........."
            "........."
            "........."
            "........."
            "RGBNMRYCR"
            "........."
            "........."
            "........."
            ".........",
            "e5 e9", "The largest empty region grows from 36 to 72 cells.", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_by_hand),
        cmocka_unit_test(test_what_is_told_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
