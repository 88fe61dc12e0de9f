/* Boards of an exact length, against a plain search and the solver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/envelope.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/tools/solver.h"
#include "games/slide/tools/tools.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"
#include <stdio.h>

enum { TEXT_BYTES = 1 << 13, TOKENS = 1 << 11 };

static struct listener listener;
static void *tool;
static struct tool_fault fault;
static char answer[TEXT_BYTES];

static int open_tool(void **state) {
    (void)state;
    listener_init(&listener, 1, 0.001);
    tool = slide_tool_scenario.init(&listener.host);
    return tool ? 0 : -1;
}

static int close_tool(void **state) {
    (void)state;
    slide_tool_scenario.release(tool);
    return 0;
}

/* Asks with the fields of a request, in which ' stands for a quote. */
static bool ask(const char *fields) {
    static struct json_token tokens[TOKENS];
    static char request[512];
    static struct json_doc doc;
    struct text out = text_over(answer, sizeof answer);
    snprintf(request, sizeof request, "{%s}", fields);
    for (char *at = request; *at; at++)
        if (*at == '\'') *at = '"';
    assert_null(json_parse(&doc, request, strlen(request), tokens, TOKENS));
    json_open(&out, '{');
    listener_restart(&listener, listener.stop_at);
    bool fine = slide_tool_scenario.answer(tool, json_root(&doc), &out, &fault);
    assert_false(listener.backwards);
    json_close(&out, '}');
    assert_false(out.cut);
    return fine;
}

/* The board of the last answer; its features are true. */
static struct slide read_board(int length) {
    static struct json_token tokens[TOKENS];
    struct json_doc doc;
    struct slide slide;
    struct envelope envelope;
    struct json at;
    int64_t said;
    memset(&slide, 0, sizeof slide);
    assert_null(json_parse(&doc, answer, strlen(answer), tokens, TOKENS));
    struct json root = json_root(&doc), features = json_get(root, "features");
    assert_null(envelope_read(&slide_game, &slide, &envelope, json_get(root, "state"), &at));
    assert_true(json_int(json_get(features, "length"), length, length, &said));
    return slide;
}

static struct slide make(int rows, int cols, bool first, int length, int seed) {
    char fields[200];
    snprintf(fields, sizeof fields,
             "'rows':%d,'cols':%d,'blank_first':%s,'length':%d,'seed':'%d','budget_ms':86400000",
             rows, cols, first ? "true" : "false", length, seed);
    if (!ask(fields)) fail_msg("%s: %s", fields, fault.message);
    struct slide slide = read_board(length);
    assert_int_equal(slide.rows, rows);
    assert_int_equal(slide.cols, cols);
    assert_int_equal(slide.blank_first, first);
    assert_int_equal(slide.moves, 0);
    return slide;
}

static void test_every_length_of_small_boards(void **state) {
    static const struct {
        int rows, cols, longest;
    } sizes[] = {{2, 2, 6}, {2, 3, 21}, {3, 2, 21}, {2, 4, 36}, {3, 3, 31}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int first = 0; first < 2; first++) {
            int rows = sizes[i].rows, cols = sizes[i].cols;
            uint8_t *lengths = plain_lengths(rows, cols);
            for (int length = 1; length <= sizes[i].longest; length++) {
                struct slide slide = make(rows, cols, first, length, length);
                struct plain plain = plain_of_slide(&slide);
                assert_int_equal(lengths[plain_rank(&plain)], length);
            }
            free(lengths);
        }
}

static int length_of(struct slide_solver *solver, const struct slide *slide) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    struct slide_question question = {.board = &board, .proven = true, .seconds = 1e9};
    struct slide_solution solution;
    slide_board_set(&board, slide);
    assert_int_equal(slide_solver_solve(solver, &question, &solution), 0);
    assert_true(solution.optimal);
    int length = (int)solution.path.count;
    slide_path_release(&solution.path);
    return length;
}

static void test_larger_boards(void **state) {
    static const struct {
        int rows, cols, length;
    } cases[] = {{2, 5, 30}, {2, 5, 45}, {5, 2, 40}, {3, 4, 40}, {4, 4, 1},
                 {4, 4, 10}, {4, 4, 30}, {4, 4, 41}, {4, 4, 50}, {5, 5, 30}};
    struct host alone = {.threads = 1};
    struct slide_solver *solver = slide_solver_new(&alone);
    (void)state;
    assert_non_null(solver);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slide slide = make(cases[i].rows, cases[i].cols, i % 2, cases[i].length, (int)i);
        assert_int_equal(length_of(solver, &slide), cases[i].length);
    }
    slide_solver_free(solver);
}

/* The same seed gives the same board, from a fresh tool too; other seeds give others. */
static void test_seeds(void **state) {
    int different = 0;
    (void)state;
    for (int seed = 0; seed < 20; seed++) {
        struct slide one = make(2, 4, false, 15, seed), two = make(2, 4, false, 15, seed + 1);
        different += memcmp(&one, &two, sizeof one) != 0;
    }
    assert_true(different > 17);
    struct slide used = make(4, 4, false, 45, 3), fresh;
    close_tool(NULL);
    assert_int_equal(open_tool(NULL), 0);
    fresh = make(4, 4, false, 45, 3);
    assert_memory_equal(&used, &fresh, sizeof used);
    assert_true(ask("'rows':3,'cols':3,'seed':'monday'"));
    assert_non_null(strstr(answer, "\"scenario_seed\":\"monday\""));
    assert_true(ask("'rows':3,'cols':3"));
    assert_non_null(strstr(answer, "\"scenario_seed\":null"));
}

static void expect(const char *fields, const char *code, const char *message) {
    if (ask(fields)) fail_msg("not refused: %s", fields);
    assert_string_equal(fault.code, code);
    if (!strstr(fault.message, message)) fail_msg("%s: %s", fields, fault.message);
}

static void test_bad_requests(void **state) {
    (void)state;
    expect("'rows':1", "BAD_REQUEST", "from 2 to 16");
    expect("'cols':17", "LIMIT", "from 2 to 16");
    expect("'rows':'4'", "BAD_REQUEST", "whole numbers");
    expect("'length':0", "BAD_REQUEST", "from 1 to 80");
    expect("'length':81", "LIMIT", "from 1 to 80");
    expect("'length':2.5", "BAD_REQUEST", "whole number");
    expect("'budget_ms':-1", "BAD_REQUEST", "budget_ms");
    expect("'blank_first':1", "BAD_REQUEST", "true or false");
    expect("'seed':7", "BAD_REQUEST", "string");
    expect("'seed':'12345678901234567890123456789012345678901234567890123456789012345'",
           "BAD_REQUEST", "64 bytes");
    expect("'rows':3,'cols':3,'length':32", "LIMIT", "at most 31");
    expect("'rows':2,'cols':2,'length':7", "LIMIT", "at most 6");
    expect("'rows':6,'cols':6,'length':70", "LIMIT", "26 cells");
    assert_true(ask("'rows':16,'cols':16,'length':5"));
    read_board(5);
}

static void test_stopping(void **state) {
    (void)state;
    listener.stop_at = 3;
    expect("'rows':5,'cols':5,'length':80", "LIMIT", "before");
    assert_int_equal(listener.calls, 3);
    listener.stop_at = 0;
    double began = listener.now;
    expect("'rows':5,'cols':5,'length':80,'budget_ms':300", "LIMIT", "before");
    assert_true(listener.now >= began + 0.3 && listener.now < began + 0.4);
}

/* A stop at any moment gives the seed's board or none, not another one. */
static void test_stops_do_not_change_the_board(void **state) {
    static const char *const fields[] = {"'rows':2,'cols':5,'length':44,'seed':'a'",
                                         "'rows':2,'cols':5,'length':48,'seed':'b'"};
    static char usual[TEXT_BYTES];
    (void)state;
    listener.tick = 1e-6;
    for (int i = 0; i < 2; i++) {
        listener.stop_at = 0;
        assert_true(ask(fields[i]));
        strcpy(usual, answer);
        int calls = listener.calls, found = 0;
        for (listener.stop_at = 1; listener.stop_at <= calls + 1;
             listener.stop_at += listener.stop_at < calls - 6 ? often(3, 1) : 1) {
            if (!ask(fields[i])) continue;
            assert_string_equal(answer, usual);
            found++;
        }
        assert_true(calls > 20 && found > 0 && found < calls);
    }
    listener.stop_at = 0;
    listener.tick = 0.001;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length_of_small_boards),
        cmocka_unit_test(test_larger_boards),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_stops_do_not_change_the_board),
    };
    return cmocka_run_group_tests(tests, open_tool, close_tool);
}
