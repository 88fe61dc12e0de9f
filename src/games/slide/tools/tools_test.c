/* The tools as programs and people call them, with a host of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include "games/slide/tools/tools_test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int move_of(char letter) {
    return (int)(strchr("UDLR", letter) - "UDLR");
}

/* Some moves away from a goal, turned if that is blank first. */
static struct plain make_board(int rows, int cols, bool blank_first, int moves, uint64_t seed) {
    struct plain plain = plain_walked(rows, cols, moves, seed);
    return blank_first ? plain_turned(&plain) : plain;
}

static void require_goal(const struct plain *plain, bool blank_first) {
    struct plain turned = plain_turned(plain);
    assert_true(plain_is_goal(blank_first ? &turned : plain));
}

static int write_board(const struct plain *plain, char *bytes, const char *between) {
    int used = 0;
    for (int i = 0; i < plain->rows * plain->cols; i++)
        used += sprintf(bytes + used, "%s%d", i ? between : "", plain->tiles[i]);
    return used;
}

static const struct {
    int rows, cols, moves;
} sizes[] = {{2, 2, 20}, {3, 3, 100}, {2, 4, 60},  {4, 2, 60}, {2, 5, 40},
             {2, 7, 30}, {4, 3, 40},  {3, 17, 50}, {3, 6, 24}, {6, 6, 60}};
enum { SIZES = sizeof sizes / sizeof *sizes, SMALL = 7 }; /* the first have up to 16 cells */

static void test_printed_solutions_lead_to_the_goal(void **state) {
    (void)state;
    for (int i = 0; i < SIZES - 1; i++)
        for (int first = 0; first < 2; first++) {
            struct plain plain = make_board(sizes[i].rows, sizes[i].cols, first, sizes[i].moves, 1);
            char bytes[TOOLS_TEXT_BYTES / 64], word[16];
            int used = 0, length, read;
            for (int row = 0; row < plain.rows; row++, used += sprintf(bytes + used, "\n"))
                for (int col = 0; col < plain.cols; col++)
                    used += sprintf(bytes + used, "%d ", plain.tiles[row * plain.cols + col]);
            const char *time = i < SMALL ? "1" : "0.05", *option = first ? "blank-first" : NULL;
            assert_int_equal(tools_call(tools_host(1e-4, 0), &slide_tool_solve, bytes, "time", time,
                                        option, "", NULL),
                             TOOL_FINE);
            assert_int_equal(sscanf(tools_printed, "%d %15s%n", &length, word, &read), 2);
            assert_true(strcmp(word, "optimal") == 0 || strcmp(word, "found") == 0);
            if (plain.rows * plain.cols <= 16) assert_string_equal(word, "optimal");
            const char *at = tools_printed + read;
            assert_true(length == 0 || *at++ == ' ');
            for (int k = 0; k < length; k++) assert_true(plain_step(&plain, move_of(*at++)));
            assert_string_equal(at, "\n");
            require_goal(&plain, first);
            assert_true(length <= sizes[i].moves || plain.rows * plain.cols > 16);
        }
}

static void test_answers_lead_to_the_goal(void **state) {
    (void)state;
    void *self = slide_tool_solve.init(tools_host(1e-3, 0));
    for (int i = 0; i < SIZES; i++)
        for (int kind = 0; kind < 4; kind++) {
            bool first = kind & 1, fast = kind & 2;
            struct plain plain =
                make_board(sizes[i].rows, sizes[i].cols, first, sizes[i].moves, (uint64_t)kind);
            char tiles[TOOLS_TEXT_BYTES / 64];
            write_board(&plain, tiles, ",");
            assert_true(
                tools_ask(&slide_tool_solve, self,
                          "{'mode':'%s','budget_ms':%d,'state':{'state_version':1,"
                          "'ruleset_id':'slide_v1','rows':%d,'cols':%d,'tiles':[%s],'goal':'%s'}}",
                          fast ? "fast" : "optimal", i < SMALL ? 1000 : 50, plain.rows, plain.cols,
                          tiles, first ? "blank_first" : "blank_last"));
            struct json moves = json_get(json_root(&tools_answered), "moves");
            assert_int_equal(json_count(moves), tools_number("length"));
            for (struct json move = json_first(moves); json_kind(move);
                 move = json_after(moves, move)) {
                char word[8];
                assert_true(json_string(move, word, sizeof word) > 0);
                assert_true(plain_step(&plain, move_of(word[0])));
            }
            require_goal(&plain, first);
            assert_true(tools_number("least") <= tools_number("length"));
            assert_true(tools_number("manhattan") <= tools_number("least"));
            assert_true(tools_truth("optimal") ==
                        (tools_number("least") == tools_number("length")));
        }
    slide_tool_solve.release(self);
}

static void test_unsolvable(void **state) {
    (void)state;
    void *self = slide_tool_solve.init(tools_host(1e-6, 0));
    assert_false(tools_ask(&slide_tool_solve, self,
                           "{'state':{" TOOLS_STATE
                           ",'rows':3,'cols':3,'tiles':[1,2,3,4,5,6,8,7,0]}}"));
    assert_string_equal(tools_fault.code, "UNSOLVABLE");
    /* Which boards can be solved depends on the goal where the cells are odd apart. */
    assert_false(tools_ask(&slide_tool_solve, self,
                           "{'state':{" TOOLS_STATE ",'rows':2,'cols':2,'tiles':[1,2,3,0],'goal':"
                           "'blank_first'}}"));
    assert_string_equal(tools_fault.code, "UNSOLVABLE");
    slide_tool_solve.release(self);
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "1 2 3\n4 5 6\n8 7 0\n"), TOOL_FAILED);
    assert_string_equal(tools_complained,
                        "line 1: no moves lead from this arrangement to the goal\n");
    assert_string_equal(tools_printed, "");
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "1 2 3\n4 5 6\n8 7 0\n", "json", ""),
                     TOOL_FAILED);
    assert_string_equal(tools_printed,
                        "{\"line\":1,\"error\":{\"code\":\"UNSOLVABLE\",\"message\":\"no "
                        "moves lead from this arrangement to the goal\"}}\n");
}

#define NO_MOVES "no moves lead from this arrangement to the goal"
#define OTHER NO_MOVES "; the other goal can be reached: "

/* Where the other goal can be reached, it says how to set that one. */
static void test_the_other_goal(void **state) {
    (void)state;
    static const struct {
        const char *goal, *message;
    } states[] = {{"'tiles':[3,2,1,0]", OTHER "set goal to \"blank_first\""},
                  {"'tiles':[1,2,3,0],'goal':'blank_first'", OTHER "set goal to \"blank_last\""}};
    void *self = slide_tool_solve.init(tools_host(1e-6, 0));
    for (int i = 0; i < 2; i++) {
        assert_false(tools_ask(&slide_tool_solve, self,
                               "{'state':{" TOOLS_STATE ",'rows':2,'cols':2,%s}}", states[i].goal));
        assert_string_equal(tools_fault.code, "UNSOLVABLE");
        assert_string_equal(tools_fault.message, states[i].message);
    }
    slide_tool_solve.release(self);
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "3 2 / 1 0"), TOOL_FAILED);
    assert_string_equal(tools_complained, "line 1: " OTHER "use --blank-first\n");
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "1 2 / 3 0", "blank-first", ""), TOOL_FAILED);
    assert_string_equal(tools_complained, "line 1: " OTHER "leave out --blank-first\n");
    for (int i = 0; i < 2; i++) {
        const char *option = i ? "blank-first" : NULL;
        assert_int_equal(TOOLS_CALL(&slide_tool_solve,
                                    "{\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"goal\":"
                                    "\"blank_first\"}",
                                    option, ""),
                         TOOL_FAILED);
        assert_string_equal(tools_complained, "line 1: " OTHER "set goal to \"blank_last\"\n");
    }
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "1 2 3 / 4 5 6 / 8 7 0", "blank-first", ""),
                     TOOL_FAILED);
    assert_string_equal(tools_complained, "line 1: " NO_MOVES "\n");
}

static void test_batches(void **state) {
    (void)state;
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "867254301\n123456780\n1 2 3 / 4 5 0\nnonsense\n"
                                                   "9 1 2 3 4 5 6 7 0 8 1\n9 1 2 3 4 5 6 7 0 8 3\n"
                                                   "9 1 2 3 4 5 6 0 7 8 0\n"),
                     TOOL_FAILED);
    char *summary = strchr(tools_printed, '#');
    assert_non_null(summary);
    assert_memory_equal(summary, "# 7 boards, 6 solved, 6 proven shortest; mean 5.83 moves, ", 58);
    *summary = '\0';
    assert_string_equal(strchr(tools_printed, '\n') + 1,
                        "2: 0 optimal\n3: 0 optimal\n"
                        "4: failed: a board must be numbers and one blank, written as 0 or _\n"
                        "5: 1 optimal R\n6: 1 optimal R\n7: 2 optimal RR\n");
    assert_memory_equal(tools_printed, "1: 31 optimal ", 14);
    assert_string_equal(tools_complained,
                        "line 4: a board must be numbers and one blank, written as 0 or _\n"
                        "line 6: the line says 3 moves, but there is a solution of 1\n"
                        "line 7: the line says 0 moves, but it takes at least 2\n");
    assert_string_equal(tools_told, "7 of 7");
    assert_true(tools_listener.done > 0.9999);
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "12 3 / 0 1 2\n"), TOOL_FAILED);
    assert_null(strchr(tools_printed, '#'));
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "# nothing\n"), TOOL_USAGE);
    assert_string_equal(tools_complained, "the file must hold a board\n");
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "123456708\n123456780\n", "json", ""),
                     TOOL_FINE);
    assert_memory_equal(tools_printed,
                        "{\"board\":1,\"line\":1,\"length\":1,\"optimal\":true,\"least\":1,", 56);
    assert_non_null(strstr(tools_printed, "\"moves\":[\"Right\"]}\n{\"board\":2,\"line\":2,"));
    assert_non_null(strstr(tools_printed, "\"moves\":[]}\n"));
    assert_null(strchr(tools_printed, '#'));
}

static void test_options_are_checked(void **state) {
    (void)state;
    static const char *const times[] = {"",      "-1",    "abc", "1e3",
                                        "86401", "1.2.3", ".",   "9999999999"};
    static const char *const threads[] = {"", "0", "65", "1.5", "-1", "two"};
    static const char *const costs[] = {"", "0", "15", "1.5", "-3", "all", "99999999999"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        assert_int_equal(TOOLS_CALL(&slide_tool_solve, "123456708", "time", times[i]), TOOL_USAGE);
        assert_string_equal(tools_complained,
                            "--time must be a number of seconds, at most 86400\n");
    }
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        assert_int_equal(TOOLS_CALL(&slide_tool_solve, "123456708", "threads", threads[i]),
                         TOOL_USAGE);
        assert_string_equal(tools_complained, "--threads must be a whole number from 1 to 64\n");
    }
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        assert_int_equal(TOOLS_CALL(&slide_tool_patterns, NULL, "max-cost", costs[i]), TOOL_USAGE);
        assert_string_equal(tools_complained, "--max-cost must be a whole number from 1 to 14\n");
    }
    assert_int_equal(
        TOOLS_CALL(&slide_tool_solve, "123456708", "threads", "64", "time", "86400", "fast", ""),
        TOOL_FINE);
    assert_int_equal(TOOLS_CALL(&slide_tool_solve, "123456708", "threads", "2", "time", ".5"),
                     TOOL_FINE);
    assert_string_equal(tools_printed, "1 optimal R\n");
}

/* Far from the goal. */
#define HARD "20 19 18 17 16 15 14\n13 12 11 10 9 8 7\n6 5 4 3 2 1 0\n"

static void test_time_and_stops(void **state) {
    (void)state;
    /* No time at all: some solution, called `found`. */
    assert_int_equal(tools_call(tools_host(0.05, 0), &slide_tool_solve, HARD, "time", "0", NULL),
                     TOOL_FINE);
    assert_non_null(strstr(tools_printed, " found "));
    /* The clock runs fast: it ends by itself. */
    assert_int_equal(tools_call(tools_host(0.01, 0), &slide_tool_solve, HARD, "time", "2", NULL),
                     TOOL_FINE);
    assert_non_null(strstr(tools_printed, " found "));
    /* The host says stop in the middle of the second of three boards: the third is not begun. */
    tools_call(tools_host(1e-7, 1000), &slide_tool_solve, "123456708\n\n" HARD "\n123456708\n",
               "time", "3000", NULL);
    assert_memory_equal(tools_printed, "1: 1 optimal R\n", 15);
    assert_null(strstr(tools_printed + 15, "optimal R\n"));
    assert_non_null(strstr(tools_printed, "# 2 boards"));
}

static void test_catalogue(void **state) {
    (void)state;
    char text[8];
    snprintf(text, sizeof text, "%d", SLIDE_CATALOGUE_COST_MAX);
    assert_string_equal(text, SLIDE_CATALOGUE_COST_TEXT);
    assert_int_equal(TOOLS_CALL(&slide_tool_patterns, NULL), TOOL_FINE);
    assert_non_null(strstr(tools_printed, "4 moves, corner rotation: Right Down Left Up\n"));
    assert_non_null(strstr(tools_printed,
                           "\n434 patterns of up to 8 moves; these have names, --all shows "
                           "the others\n"));
    assert_int_equal(TOOLS_CALL(&slide_tool_patterns, NULL, "all", "", "max-cost", "3"), TOOL_FINE);
    int entries = 0;
    for (const char *at = tools_printed; (at = strstr(at, " moves: ")); at++) entries++;
    assert_int_equal(entries, 8);
    assert_non_null(strstr(tools_printed, "8 patterns of up to 3 moves; these were all\n"));
}

static void test_matches_of_a_person(void **state) {
    (void)state;
    assert_int_equal(TOOLS_CALL(&slide_tool_patterns, "1 2\n3 0\n", "max-cost", "4"), TOOL_FINE);
    /* From a corner of 2x2 there are two ways round, each with 1 to 4 moves. */
    int lines = 0;
    for (const char *at = tools_printed; *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 8);
    assert_non_null(strstr(tools_printed, "4 ULDR corner rotation\n"));
    assert_non_null(strstr(tools_printed, "4 LURD corner rotation\n"));
    assert_int_equal(TOOLS_CALL(&slide_tool_patterns, "{\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0]}",
                                "max-cost", "1"),
                     TOOL_FINE);
    assert_string_equal(tools_printed, "1 L\n1 U\n");
    assert_int_equal(TOOLS_CALL(&slide_tool_patterns, "1 2\n3 3\n"), TOOL_FAILED);
    assert_string_equal(tools_complained, "line 1: a board must have a blank, written as 0 or _\n");
    assert_int_equal(TOOLS_CALL(&slide_tool_patterns, "\n"), TOOL_USAGE);
}

/* Every match, made on the board, does to the cells what its entry says. */
static void test_matches_of_a_program(void **state) {
    (void)state;
    void *self = slide_tool_patterns.init(tools_host(1e-6, 0));
    static char small[TOOLS_TEXT_BYTES];
    static const char request[] = "{'max_cost':%d,'state':{" TOOLS_STATE
                                  ",'rows':3,'cols':4,'tiles':[1,2,3,4,5,6,0,7,8,9,10,11]}}";
    assert_true(tools_ask(&slide_tool_patterns, self, request, 6));
    assert_int_equal(tools_number("catalogue"), 114);
    struct json matches = json_get(json_root(&tools_answered), "matches");
    assert_true(json_count(matches) > 100);
    for (struct json match = json_first(matches); json_kind(match);
         match = json_after(matches, match)) {
        struct plain plain = {3, 4, 6, {1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11}};
        struct json moves = json_get(match, "moves"), cells = json_get(match, "cells");
        bool in_box[12] = {false};
        int64_t cost = 0, row = 0, col = 0;
        assert_true(json_int(json_get(match, "cost"), 1, 6, &cost));
        assert_int_equal(json_count(moves), cost);
        for (struct json cell = json_first(cells); json_kind(cell);
             cell = json_after(cells, cell)) {
            struct json one = json_first(cell);
            assert_true(json_int(one, 0, 2, &row) && json_int(json_after(cell, one), 0, 3, &col));
            in_box[4 * row + col] = true;
        }
        assert_true(in_box[6]);
        for (struct json move = json_first(moves); json_kind(move);
             move = json_after(moves, move)) {
            char word[8];
            assert_true(json_string(move, word, sizeof word) > 0);
            assert_true(plain_step(&plain, move_of(word[0])));
            assert_true(in_box[plain.blank]);
        }
    }
    /* What was tools_asked before makes no difference. */
    strcpy(small, tools_out_bytes);
    assert_true(tools_ask(&slide_tool_patterns, self, request, SLIDE_CATALOGUE_COST_MAX));
    assert_true(tools_ask(&slide_tool_patterns, self, request, 6));
    assert_string_equal(tools_out_bytes, small);
    assert_false(tools_ask(&slide_tool_patterns, self, request, SLIDE_CATALOGUE_COST_MAX + 1));
    tools_expect_fault("LIMIT", "/max_cost");
    assert_string_equal(tools_fault.message, "max_cost must be at most 14");
    assert_false(tools_ask(&slide_tool_patterns, self, request, 0));
    tools_expect_fault("BAD_REQUEST", "/max_cost");
    slide_tool_patterns.release(self);
}

/* The work ends when the answer is full. */
static void test_long_answers_end_early(void **state) {
    struct plain plain = plain_walked(16, 16, 1000, 3);
    char tiles[SLIDE_CELLS_MAX * 4];
    (void)state;
    write_board(&plain, tiles, ",");
    void *self = slide_tool_patterns.init(tools_host(1e-6, 0));
    assert_true(tools_ask(
        &slide_tool_patterns, self,
        "{'max_cost':14,'state':{" TOOLS_STATE ",'rows':16,'cols':16,'tiles':[%s]}}", tiles));
    assert_true(tools_out.cut);
    slide_tool_patterns.release(self);
}

/* The host says stop while the catalogue is made: for a program, then for a person. */
static void test_patterns_stop(void **state) {
    static const char request[] = "{'max_cost':14,'state':{" TOOLS_EIGHT "}}";
    (void)state;
    for (int stop_at = 1; stop_at < 300; stop_at = 5 * stop_at + 1) {
        void *self = slide_tool_patterns.init(tools_host(1e-6, stop_at));
        assert_false(tools_ask(&slide_tool_patterns, self, request));
        assert_string_equal(tools_fault.code, "LIMIT");
        assert_string_equal(tools_fault.message, "stopped before the catalogue was complete");
        assert_int_equal(tools_listener.calls, stop_at);
        assert_string_equal(tools_told, "finding patterns");
        tools_listener.stop_at = 0;
        if (stop_at == 1) assert_true(tools_ask(&slide_tool_patterns, self, request));
        slide_tool_patterns.release(self);
        assert_int_equal(tools_call(tools_host(1e-6, stop_at), &slide_tool_patterns, NULL,
                                    "max-cost", "14", NULL),
                         TOOL_FAILED);
        assert_string_equal(tools_complained, "stopped before the catalogue was complete\n");
        assert_string_equal(tools_printed, "");
    }
}

static void test_build_db_knows_its_sizes(void **state) {
    struct tool_call call = {
        .print = tools_print, .complain = tools_complain, .operands = {"3x3"}, .count = 1};
    int rows, cols;
    size_t bytes;
    (void)state;
    void *self = slide_tool_build.init(tools_host(1e-6, 1));
    tools_printed[0] = tools_complained[0] = '\0';
    assert_int_equal(slide_tool_build.run(self, &call), TOOL_USAGE);
    assert_string_equal(tools_complained, "the size must be 4x4 or 5x5\n");
    for (int i = 0; slide_tables_size(i, &rows, &cols); i++) {
        char text[64];
        listener_restart(&tools_listener, 1500); /* the bytes are known long before the end */
        assert_non_null(slide_tables_build(rows, cols, &tools_listener.host, &bytes));
        assert_false(tools_listener.backwards);
        snprintf(text, sizeof text, "%d MB for %dx%d", (int)((bytes + 500000) / 1000000), rows,
                 cols);
        if (!strstr(slide_tool_build.help, text)) fail_msg("the help does not say %s", text);
    }
    /* The host says stop at once. */
    listener_restart(&tools_listener, 1);
    call.operands[0] = "4x4";
    tools_complained[0] = '\0';
    assert_int_equal(slide_tool_build.run(self, &call), TOOL_FAILED);
    assert_memory_equal(tools_complained, "4x4: ", 5);
    assert_string_equal(tools_printed, "");
    slide_tool_build.release(self);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printed_solutions_lead_to_the_goal),
        cmocka_unit_test(test_answers_lead_to_the_goal),
        cmocka_unit_test(test_unsolvable),
        cmocka_unit_test(test_the_other_goal),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_options_are_checked),
        cmocka_unit_test(test_time_and_stops),
        cmocka_unit_test(test_catalogue),
        cmocka_unit_test(test_matches_of_a_person),
        cmocka_unit_test(test_matches_of_a_program),
        cmocka_unit_test(test_long_answers_end_early),
        cmocka_unit_test(test_patterns_stop),
        cmocka_unit_test(test_build_db_knows_its_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
