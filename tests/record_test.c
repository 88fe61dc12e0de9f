/* Reading a record document by document, as front ends share it. What a record may be refused for
 * is tested through the protocol, in engine_record_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json_lines.h"
#include "game/record.h"
#include "games/games.h"
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 64 };

/* A record, the text it is read from, and how many events its keeper has seen and has room for. */
struct reading {
    struct record record;
    struct json_token tokens[TOKENS];
    struct json_lines lines;
    struct record_fault fault;
    int told, room;
};

static bool keep_event(void *self, struct event event) {
    struct reading *reading = self;
    assert_null(reading->record.game->refuse(reading->record.state, event.who, event.act));
    return ++reading->told <= reading->room;
}

static void begin(struct reading *reading, const char *text, int room) {
    void *state = malloc(games_state_max());
    assert_non_null(state);
    *reading = (struct reading){.room = room};
    reading->record =
        (struct record){.games = games_list, .state = state, .tell = keep_event, .self = reading};
    json_lines_begin(&reading->lines, text, strlen(text), reading->tokens, TOKENS);
}

static bool take(struct reading *reading) {
    assert_true(json_lines_next(&reading->lines));
    assert_null(reading->lines.wrong);
    return record_take(&reading->record, json_root(&reading->lines.doc), &reading->fault);
}

static const char text[] = "{\"game\":\"slide\",\"params\":{\"rows\":2,\"cols\":2,"
                           "\"difficulty\":1}}\n{\"blank\":\"Up\"}\n{\"blank\":\"Right\"}\n"
                           "{\"who\":0,\"action\":{\"blank\":\"Down\"},\"effects\":[]}\n";

static void test_lines(void **unused) {
    (void)unused;
    struct reading reading;
    begin(&reading, text, 100);
    assert_null(reading.record.game);
    assert_true(take(&reading));
    assert_string_equal(reading.record.game->name, "slide");
    assert_int_equal(reading.record.params[0], 2);
    assert_true(take(&reading));
    assert_false(game_over(reading.record.game, reading.record.state));
    assert_false(take(&reading)); /* off the board, and it does not happen */
    assert_true(reading.fault.in_event);
    assert_string_equal(reading.fault.code, "OFF_BOARD");
    assert_int_equal(reading.told, 1);
    assert_true(take(&reading));
    assert_true(game_over(reading.record.game, reading.record.state));
    assert_false(json_lines_next(&reading.lines));
    free(reading.record.state);
}

/* Who keeps the events may run out of memory: then the event does not happen. */
static void test_no_room(void **unused) {
    (void)unused;
    struct reading reading;
    begin(&reading, text, 0);
    assert_true(take(&reading));
    assert_false(take(&reading));
    assert_string_equal(reading.fault.why, "there is not enough memory");
    assert_false(reading.fault.in_event);
    assert_int_equal(reading.told, 1);
    assert_int_equal(game_mover(reading.record.game, reading.record.state), CHANCE);
    free(reading.record.state);
}

#define BOARD                                                                                      \
    "{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"scenario_seed\":\"me\",\"rows\":2,"
static const char started[] = "{\"game\":\"slide\",\"start\":" BOARD "\"cols\":2,"
                              "\"tiles\":[1,2,0,3]}}\n{\"blank\":\"Right\"}\n";

/* A game may begin in a state. */
static void test_start(void **unused) {
    (void)unused;
    struct reading reading;
    char buffer[512];
    struct text head = text_over(buffer, sizeof buffer);
    begin(&reading, started, 100);
    assert_true(take(&reading));
    assert_true(reading.record.started);
    assert_string_equal(reading.record.envelope.seed, "me");
    record_put_start(reading.record.game, reading.record.state, &head);
    assert_string_equal(buffer, "\"game\":\"slide\",\"start\":{\"state_version\":1,\"ruleset_id\":"
                                "\"slide_v1\",\"scenario_seed\":null,\"rows\":2,\"cols\":2,"
                                "\"tiles\":[1,2,0,3],\"goal\":\"blank_last\",\"moves_made\":0}");
    assert_true(take(&reading));
    assert_true(game_over(reading.record.game, reading.record.state));
    free(reading.record.state);
}

static void test_bad_starts(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *why;
    } list[] = {
        {"{\"game\":\"slide\",\"params\":{},\"start\":" BOARD "\"cols\":2,\"tiles\":[1,2,0,3]}}",
         "start and params must not both be given"},
        {"{\"game\":\"lines\",\"start\":" BOARD "\"cols\":2,\"tiles\":[1,2,0,3]}}",
         "ruleset_id must name a rule set of this game"},
        {"{\"game\":\"slide\",\"start\":7}", "a state must be an object"},
        {"{\"game\":\"slide\",\"start\":" BOARD "\"cols\":2,\"tiles\":[1,2,0,0]}}", NULL},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct reading reading;
        begin(&reading, list[i].text, 100);
        assert_false(take(&reading));
        assert_null(reading.record.game);
        assert_false(reading.fault.in_event);
        if (list[i].why) assert_string_equal(reading.fault.why, list[i].why);
        free(reading.record.state);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_no_room),
                                       cmocka_unit_test(test_start),
                                       cmocka_unit_test(test_bad_starts)};
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
