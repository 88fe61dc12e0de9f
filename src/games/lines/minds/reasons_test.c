/* The reasons: positions with known ones; then every sentence told in random games is read, and
 * found true by a slow twin of the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lines/minds/reasons.h"
#include "games/lines/minds/reasons_twin_test.h"
#include <math.h>
#include <stdio.h>

enum { GAMES = 60 };

static struct advice advice;
static struct candidate candidates[2];
static struct agent_reason told[AGENT_REASONS_MAX];
static int told_count;

static void ask(const struct lines *lines, action best, action yours, double best_chance,
                double yours_chance, struct rng *rng) {
    struct agent_question question = {.state = lines, .act = yours};
    candidates[0] =
        (struct candidate){.act = best, .value = 20, .visits = 1, .chance = best_chance};
    candidates[1] =
        (struct candidate){.act = yours, .value = 10, .visits = 1, .chance = yours_chance};
    advice = (struct advice){.candidates = candidates, .count = 2};
    advice.line_count = play_on(lines, best, rng, advice.line);
    advice.reply_count = play_on(lines, yours, rng, advice.reply);
    memset(told, 0x55, sizeof told);
    told_count = lines_reasons(&question, &advice, told);
    assert_in_range(told_count, 0, AGENT_REASONS_MAX);
}

/* Reading */

static void require_line(const char *text, struct sides *best, struct sides *yours) {
    int balls, points, other;
    char colour[16];
    const char *rest = after(text, "The best move makes a line at once: ");
    if (!rest) {
        assert_int_equal(sscanf(text,
                                "In the expected play the best move leads to %d points before the "
                                "next balls arrive, yours to %d.",
                                &points, &other),
                         2);
        assert_int_equal(points, best->end.score - best->before.score);
        assert_int_equal(other, yours->end.score - yours->before.score);
        return;
    }
    assert_int_equal(sscanf(rest, "%d %15s vanish for %d points;", &balls, colour, &points), 3);
    assert_int_equal(balls, twin_balls(&best->before) - twin_balls(&best->after));
    assert_int_equal(points, best->after.score - best->before.score);
    assert_int_equal(code_of(colour), best->code);
    rest = strchr(rest, ';') + 2;
    if (strcmp(rest, "yours makes none, and more balls arrive.") == 0) {
        assert_int_equal(yours->after.score, yours->before.score);
        return;
    }
    assert_int_equal(
        sscanf(rest, "with yours %d %15s vanish for %d points.", &balls, colour, &points), 3);
    assert_int_equal(points, yours->after.score - yours->before.score);
    assert_int_equal(code_of(colour), yours->code);
}

static void require_percent(const char *text, double chance) {
    int percent;
    if (after(text, "less than 1 %")) {
        assert_true(chance < 0.005);
        return;
    }
    assert_int_equal(sscanf(text, "%d %%", &percent), 1);
    assert_true(fabs(100 * chance - percent) <= 0.5 + 1e-9);
}

static void require_risk(const char *text) {
    const char *rest = after(text, "The chance of surviving the next 100 turns is ");
    assert_non_null(rest);
    require_percent(rest, candidates[0].chance);
    rest = strstr(rest, " after the best move, ");
    assert_non_null(rest);
    require_percent(rest + strlen(" after the best move, "), candidates[1].chance);
    assert_true(candidates[0].chance > candidates[1].chance);
}

static void require_build(const char *text, struct sides *best, struct sides *yours) {
    int balls, other;
    char colour[16];
    assert_int_equal(sscanf(text,
                            "The best move brings %d %15s together within 5 cells in a row, no "
                            "other ball between",
                            &balls, colour),
                     2);
    assert_int_equal(code_of(colour), best->code);
    assert_int_equal(balls, most_in(&best->after, best->to, best->code));
    const char *rest = strchr(text, ';');
    if (!rest) return;
    assert_int_equal(sscanf(rest, "; yours %d %15[A-Za-z].", &other, colour), 2);
    assert_int_equal(code_of(colour), yours->code);
    assert_int_equal(other, most_in(&yours->after, yours->to, yours->code));
    assert_true(other < balls);
}

static void require_break(const char *text, struct sides *yours) {
    int others = 1;
    char cell[4], colour[16];
    const char *many = "Your move takes the ball from %3s away from %d other %15s that could make";
    const char *one = "Your move takes the ball from %3s away from another %15s that could make";
    if (strstr(text, "another"))
        assert_int_equal(sscanf(text, one, cell, colour), 2);
    else
        assert_int_equal(sscanf(text, many, cell, &others, colour), 3);
    assert_int_equal(others == 1, strstr(text, "another") != NULL);
    assert_int_equal(cell_of(cell), yours->from);
    assert_int_equal(code_of(colour), yours->code);
    assert_int_equal(others + 1, most_in(&yours->before, yours->from, yours->code));
    assert_true(most_in(&yours->after, yours->to, yours->code) <= others);
}

static void require_block(const char *text, struct sides *yours) {
    int balls;
    char cell[4], colour[16];
    assert_int_equal(sscanf(text, "Your ball on %3s gets in the way of %d %15s that had 5 cells",
                            cell, &balls, colour),
                     3);
    assert_int_equal(cell_of(cell), yours->to);
    assert_true(loses(&yours->lifted, &yours->after, yours->to, code_of(colour), balls));
}

static void require_open(const char *text, struct sides *best) {
    int balls;
    char cell[4], colour[16];
    assert_int_equal(sscanf(text, "The best move clears %3[a-i1-9], and %d %15s get 5 cells", cell,
                            &balls, colour),
                     3);
    assert_int_equal(cell_of(cell), best->from);
    assert_true(loses(&best->after, &best->before, best->from, code_of(colour), balls));
}

/* What is said of the end of the expected play says so, if that is not the move alone. */
static const char *skip_expected(const char *text, const struct sides *best,
                                 const struct sides *yours) {
    bool more = best->acts > 1 || yours->acts > 1;
    const char *rest = after(text, more ? "In the expected play the " : "The ");
    assert_non_null(rest);
    return rest;
}

static void require_next(const char *text, struct sides *best, struct sides *yours) {
    char colour[16], from[4], to[4];
    const char *rest = skip_expected(text, best, yours);
    assert_int_equal(sscanf(rest,
                            "next turn can make a %15s line after the best move (%2s to %2s), if",
                            colour, from, to),
                     3);
    action act = (action)(cell_of(from) * CELLS + cell_of(to));
    assert_int_equal(*twin_at(&best->end, cell_of(from)), code_of(colour));
    int points = points_of(&best->end, act), other = most_points(&yours->end, code_of(colour));
    assert_true(points > 0 && points > other);
    if (strstr(rest, "after yours not."))
        assert_int_equal(other, 0);
    else
        assert_true(other > 0 && strstr(rest, "after yours only a shorter one."));
}

static void require_wait(const char *text, struct sides *best, struct sides *yours) {
    char colour[16];
    int points = yours->after.score - yours->before.score;
    assert_int_equal(sscanf(text,
                            "Your line can wait: after the best move the next turn can still make "
                            "a %15s line for as many points, if the new balls leave the way open.",
                            colour),
                     1);
    assert_int_equal(code_of(colour), yours->code);
    assert_int_equal(best->after.score, best->before.score);
    assert_true(points > 0 && most_points(&best->end, yours->code) >= points);
}

static void require_space(const char *text, struct sides *best, struct sides *yours) {
    int more, less;
    const char *rest = skip_expected(text, best, yours);
    assert_int_equal(
        sscanf(rest, "largest empty region has %d cells after the best move, %d after yours.",
               &more, &less),
        2);
    assert_int_equal(more, largest_region(&best->end));
    assert_int_equal(less, largest_region(&yours->end));
}

enum { KINDS = 10 };
static int seen[KINDS];

static void require_truth(const struct agent_reason *reason, struct sides *best,
                          struct sides *yours) {
    static const char *const kinds[KINDS] = {"MISSED_LINE", "RISK",   "BUILD", "BREAK",
                                             "BLOCK",       "OPEN",   "WAIT",  "NEXT_LINE",
                                             "SPACE",       "OUTLOOK"};
    int kind = 0;
    while (kind < KINDS && strcmp(kinds[kind], reason->kind) != 0) kind++;
    assert_in_range(kind, 0, KINDS - 1);
    seen[kind]++;
    if (kind == 0) require_line(reason->text, best, yours);
    if (kind == 1) require_risk(reason->text);
    if (kind == 2) require_build(reason->text, best, yours);
    if (kind == 3) require_break(reason->text, yours);
    if (kind == 4) require_block(reason->text, yours);
    if (kind == 5) require_open(reason->text, best);
    if (kind == 6) require_wait(reason->text, best, yours);
    if (kind == 7) require_next(reason->text, best, yours);
    if (kind == 8) require_space(reason->text, best, yours);
    if (kind == 9) assert_int_equal(told_count, 1);
}

/* All that is told of the two lines of `advice`. */
static void require_all(const struct lines *lines) {
    struct sides best, yours;
    play(lines, advice.line, advice.line_count, &best);
    play(lines, advice.reply, advice.reply_count, &yours);
    for (int i = 0; i < told_count; i++) {
        size_t length = strnlen(told[i].text, AGENT_REASON_BYTES);
        assert_in_range(length, 20, AGENT_REASON_BYTES - 2);
        assert_int_equal(told[i].text[length - 1], '.');
        assert_true(isfinite(told[i].amount) && told[i].amount >= 0.5);
        if (i > 0) assert_true(told[i].amount <= told[i - 1].amount);
        for (int k = 0; k < i; k++) assert_string_not_equal(told[i].kind, told[k].kind);
        require_truth(&told[i], &best, &yours);
    }
}

/* Random games, with lines made where they can be half of the time; chances at random. */

static void test_what_is_told_is_true(void **state) {
    struct rng rng = rng_new(3, 1);
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        const int params[] = {9, 9, 7 - game % 4, MATCH, 3, 5, 1, game / 2 % 2};
        struct lines lines;
        memset(&lines, 0, sizeof lines);
        lines_game.start(&lines, params);
        while (lines_movers(&lines)) {
            int who = lines_movers(&lines) & 1 ? 0 : CHANCE;
            action act = lines_random_act(&lines, who, &rng), best;
            if (who == 0) {
                best = eager(&lines, &rng);
                double one = rng_below(&rng, 1000) / 999.0, two = rng_below(&rng, 1000) / 999.0;
                ask(&lines, best, act, one, game % 3 ? one : two, &rng);
                require_all(&lines);
                ask(&lines, act, best, one, two, &rng);
                require_all(&lines);
                if (rng_below(&rng, 2)) act = best;
            }
            lines_apply(&lines, who, act);
        }
    }
    for (int i = 0; i < KINDS; i++) assert_true(seen[i] > 0);
}

/* Known reasons */

static const struct agent_reason *find(const char *kind) {
    for (int i = 0; i < told_count; i++)
        if (strcmp(told[i].kind, kind) == 0) return &told[i];
    fail_msg("%s is not told", kind);
    return NULL;
}

static void require(const char *board, const char *best, const char *yours, const char *kind,
                    const char *text) {
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    twin_position(&lines, 9, 9, MATCH, 0, board);
    assert_null(lines_refuse(&lines, 0, act_of(best)));
    assert_null(lines_refuse(&lines, 0, act_of(yours)));
    ask(&lines, act_of(best), act_of(yours), 0.9, 0.9, &rng);
    require_all(&lines);
    assert_string_equal(find(kind)->text, text);
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
    require(board, "a4 a2", "e7 e6", "MISSED_LINE",
            "The best move makes a line at once: 5 Red vanish for 10 points; yours makes none, and "
            "more balls arrive.");
    require(board, "i6 a9", "a4 a5", "OPEN",
            "The best move clears i6, and 3 Blue get 5 cells in a row for a line.");
    require(board, "e7 e6", "e7 c6", "BLOCK",
            "Your ball on c6 gets in the way of 3 Magenta that had 5 cells in a row for a line.");
    require(board, "a4 a5", "b2 a9", "BREAK",
            "Your move takes the ball from b2 away from 3 other Red that could make a line with "
            "it.");
    require(board, "a4 a5", "b2 a9", "NEXT_LINE",
            "The next turn can make a Red line after the best move (a5 to a2), if the new balls "
            "leave the way open; after yours not.");
    require("........."
            "..G......"
            "........."
            "..G...B.."
            "........."
            "..G......"
            ".....B..."
            "G........"
            ".........",
            "a8 c3", "g4 f5", "BUILD",
            "The best move brings 4 Green together within 5 cells in a row, no other ball between; "
            "yours 2 Blue.");
}

static void test_risk_and_space(void **state) {
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    (void)state;
    twin_position(&lines, 9, 9, MATCH, 0,
                  "........."
                  "........."
                  "........."
                  "........."
                  "RGBNM.YCR"
                  "........."
                  "........."
                  "G........"
                  ".........");
    ask(&lines, act_of("a8 a7"), act_of("a8 f5"), 0.8, 0.4, &rng);
    require_all(&lines);
    assert_string_equal(told[0].kind, "RISK");
    assert_string_equal(told[0].text, "The chance of surviving the next 100 turns is 80 % after "
                                      "the best move, 40 % after yours.");
    /* 2 points a ball, 250 balls for a death, 0.99 a turn. */
    double best = -log(0.8), yours = -log(0.4);
    double cost = 2 * 250 * 0.99 * (yours / (1 + yours) - best / (1 + best));
    assert_true(fabs(told[0].amount - cost) < 1e-6);
    assert_string_equal(find("SPACE")->text,
                        "The largest empty region has 72 cells after the best move, 36 after "
                        "yours.");
    ask(&lines, act_of("a8 a7"), act_of("a8 a9"), 0.8, 0.0001, &rng);
    assert_string_equal(told[0].text, "The chance of surviving the next 100 turns is 80 % after "
                                      "the best move, less than 1 % after yours.");
    ask(&lines, act_of("a8 a7"), act_of("a8 a9"), 0.8, 0.8, &rng);
    assert_int_equal(told_count, 1);
    assert_string_equal(told[0].kind, "OUTLOOK");
    assert_true(told[0].amount == 10);
    assert_string_equal(told[0].text, "Nothing simple tells the two moves apart: the nets expect "
                                      "more lines later after the best move.");
    ask(&lines, act_of("a8 a7"), act_of("a8 a9"), 0.02, 0.011, &rng);
    assert_string_equal(told[0].text, "Nothing simple tells the two moves apart: the nets expect a "
                                      "later end after the best move.");
    ask(&lines, act_of("a8 a7"), act_of("a8 a9"), 0.001, 0.001, &rng);
    assert_string_equal(told[0].text, "Nothing simple tells the two moves apart: the nets expect a "
                                      "later end after the best move.");
}

/* Who makes the line at once is not told that it could be made next turn. */
static void test_a_line_is_no_fault(void **state) {
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    (void)state;
    twin_position(&lines, 9, 9, MATCH, 0,
                  "........."
                  ".RRRR...."
                  "........."
                  "R........"
                  "........."
                  "........."
                  "....Y...."
                  "........."
                  "..M....B.");
    ask(&lines, act_of("e7 e6"), act_of("a4 a2"), 0.9, 0.9, &rng);
    for (int i = 0; i < told_count; i++) assert_string_not_equal(told[i].kind, "NEXT_LINE");
    ask(&lines, act_of("e7 e6"), act_of("b2 i5"), 0.9, 0.9, &rng);
    assert_non_null(find("NEXT_LINE"));
}

/* A line that is still there after the best move can wait; one that the best move takes away not,
 * nor one that would be shorter. */
static void test_a_line_can_wait(void **state) {
    static const char board[] = "........."
                                ".RRRR...."
                                "........."
                                "R........"
                                "........."
                                "........."
                                "....Y...."
                                "........."
                                "..M....B.";
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    (void)state;
    require(
        board, "e7 e6", "a4 a2", "WAIT",
        "Your line can wait: after the best move the next turn can still make a Red line for as "
        "many points, if the new balls leave the way open.");
    assert_true(find("WAIT")->amount == 5);
    twin_position(&lines, 9, 9, MATCH, 0, board);
    ask(&lines, act_of("b2 i5"), act_of("a4 a2"), 0.9, 0.9, &rng);
    for (int i = 0; i < told_count; i++) assert_string_not_equal(told[i].kind, "WAIT");
    twin_position(&lines, 9, 9, MATCH, 0,
                  "........."
                  ".RRRR.RR."
                  "........."
                  "R........"
                  "........."
                  "........."
                  "........."
                  "........."
                  "........R");
    ask(&lines, act_of("h2 h9"), act_of("i9 f2"), 0.9, 0.9, &rng);
    for (int i = 0; i < told_count; i++) assert_string_not_equal(told[i].kind, "WAIT");
}

static void test_small_losses_need_no_reason(void **state) {
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    (void)state;
    twin_position(&lines, 9, 9, MATCH, 0,
                  ".........RRRR.....R....................................................Y"
                  ".........");
    ask(&lines, act_of("a3 e2"), act_of("i8 i9"), 0.9, 0.4, &rng);
    assert_in_range(told_count, 1, AGENT_REASONS_MAX);
    struct agent_question question = {.state = &lines, .act = act_of("i8 i9")};
    candidates[1].value = candidates[0].value - 0.4;
    assert_int_equal(lines_reasons(&question, &advice, told), 0);
}

static void test_nothing_to_compare(void **state) {
    struct lines lines;
    struct rng rng = rng_new(1, 1);
    (void)state;
    twin_position(&lines, 9, 9, MATCH, 0,
                  "R........................................................................"
                  "........");
    ask(&lines, act_of("a1 a7"), act_of("a1 b9"), 0.8, 0.4, &rng);
    struct agent_question question = {.state = &lines, .act = act_of("a1 b9")};
    assert_int_equal(lines_reasons(&question, &advice, told), 1);
    question.act = AGENT_NO_ACT;
    assert_int_equal(lines_reasons(&question, &advice, told), 0);
    question.act = act_of("a1 b9");
    advice.reply_count = 0;
    assert_int_equal(lines_reasons(&question, &advice, told), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_by_hand),
        cmocka_unit_test(test_risk_and_space),
        cmocka_unit_test(test_a_line_is_no_fault),
        cmocka_unit_test(test_a_line_can_wait),
        cmocka_unit_test(test_small_losses_need_no_reason),
        cmocka_unit_test(test_nothing_to_compare),
        cmocka_unit_test(test_what_is_told_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
