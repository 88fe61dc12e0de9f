/* Records in requests, as objects and as the text of a record file; and null, which means absent in
 * every field that may be absent. */
#include "tests/support/ask_play.h"

static const char bad[] = "BAD_REQUEST";

/* In a request: the lines of a file as a JSON string. */
#define TEXT(lines) "{'cmd':'replay','record':\"" lines "\"}"
#define HEAD                                                                                       \
    "{\\\"game\\\":\\\"slide\\\",\\\"params\\\":{\\\"rows\\\":2,\\\"cols\\\":2,"                   \
    "\\\"difficulty\\\":1}}"
#define SCRAMBLE "{\\\"who\\\":\\\"chance\\\",\\\"action\\\":{\\\"blank\\\":\\\"Up\\\"}}"
#define HOME "{\\\"who\\\":0,\\\"action\\\":{\\\"blank\\\":\\\"Down\\\"}}"
#define BARE "{\\\"blank\\\":\\\"Down\\\"}"
#define EVENTS "{'game':'slide','params':{'rows':2,'cols':2,'difficulty':1},'events':[%s]}"
#define ONE "{'who':'chance','action':{'blank':'Up'}}"

/* The same end for every way to write a record. */
static void test_forms(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        TEXT(HEAD "\\n" SCRAMBLE "\\n" HOME "\\n"),
        TEXT(HEAD "\\n" SCRAMBLE "\\n" HOME),
        TEXT(HEAD "\\r\\n" SCRAMBLE "\\r\\n" HOME "\\r\\n"),
        TEXT("\\n  \\n" HEAD "\\n\\n" SCRAMBLE "\\n \\t\\n" HOME "\\n\\n"),
        TEXT(HEAD "\\n" SCRAMBLE "\\n" BARE), /* who may be left out where it is plain */
        TEXT("{\\\"game\\\":\\\"slide\\\",\\n\\\"params\\\":{\\\"rows\\\":2,\\\"cols\\\":2,"
             "\\\"difficulty\\\":1},\\n\\\"events\\\":[\\n" SCRAMBLE ",\\n" HOME "]}\\n"),
    };
    static char expected[ASK_KEPT_BYTES];
    ask(ASK_REPLAY EVENTS "}", ONE ",{'blank':'Down'}");
    ask_expect("over", "true");
    strcpy(expected, ask_answer);
    for (size_t i = 0; i < ASK_COUNT(texts); i++) {
        ask("%s", texts[i]);
        assert_string_equal(ask_answer, expected);
    }
    ask(TEXT(HEAD)); /* a game that has just begun */
    ask_expect("over", "false");
    ask("{'cmd':'replay','effects':true,'record':\"" HEAD "\\n" SCRAMBLE "\"}");
    ask_expect("events/0/who", "'chance'");
}

static void expect_line(const char *code, const char *reason, int line, const char *at) {
    char begin[32];
    ask_expect_error(code, reason, at);
    snprintf(begin, sizeof begin, "line %d: ", line);
    if (line) assert_memory_equal(ask_string("error/message"), begin, strlen(begin));
    assert_int_equal(json_integer_value(ask_part("error/line")), line);
    assert_int_equal(ask_part("error/line") != NULL, line != 0);
}

/* Faults name the line, and the place in it. */
static void test_bad_lines(void **unused) {
    (void)unused;
    static const struct {
        const char *request, *code, *reason;
        int line;
        const char *at;
    } list[] = {
        {TEXT(""), bad, NULL, 0, NULL},
        {TEXT("\\n \\n"), bad, NULL, 0, NULL},
        {TEXT("7"), bad, NULL, 0, ""},
        {TEXT("nonsense"), bad, NULL, 1, NULL},
        {TEXT(HEAD "\\n\\n{"), bad, NULL, 3, NULL},
        {TEXT(HEAD "\\n" SCRAMBLE "\\n" HOME " x\\n"), bad, NULL, 3, NULL},
        {TEXT(SCRAMBLE "\\n" HOME), bad, NULL, 1, ""},
        {TEXT("{\\\"game\\\":\\\"chess\\\"}\\n" SCRAMBLE), bad, NULL, 1, "/game"},
        {TEXT("{\\\"game\\\":\\\"slide\\\",\\\"params\\\":{\\\"rows\\\":1}}\\n" SCRAMBLE), bad,
         NULL, 1, "/params/rows"},
        {TEXT("{\\\"game\\\":\\\"slide\\\",\\\"events\\\":7}"), bad, NULL, 0, "/events"},
        {TEXT(HEAD "\\n" HEAD), "BAD_ACTION", NULL, 2, ""},
        {TEXT(HEAD "\\n" SCRAMBLE "\\n{\\\"who\\\":0,\\\"action\\\":7}"), "BAD_ACTION", NULL, 3,
         "/action"},
        {TEXT(HEAD "\\n" SCRAMBLE "\\n{\\\"who\\\":9,\\\"action\\\":7}"), "BAD_ACTION", NULL, 3,
         "/who"},
        {TEXT(HEAD "\\n" SCRAMBLE "\\n" SCRAMBLE), "ILLEGAL_ACTION", "NOT_YOUR_TURN", 3, ""},
        {TEXT(HEAD "\\n" HOME), "ILLEGAL_ACTION", "NOT_YOUR_TURN", 2, ""},
        {TEXT(HEAD "\\n" SCRAMBLE "\\n" HOME "\\n" HOME), "GAME_OVER", NULL, 4, ""},
        {TEXT(HEAD "\\u0000"), bad, NULL, 1, NULL},
    };
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i].request);
        expect_line(list[i].code, list[i].reason, list[i].line, list[i].at);
    }
}

/* `check` takes a record, too, and finds the same faults. */
static void test_check(void **unused) {
    (void)unused;
    ask("{'cmd':'check','record':\"" HEAD "\\n" SCRAMBLE "\\n" HOME "\"}");
    assert_string_equal(ask_answer, "{\"id\":null,\"ok\":true,\"valid\":true}");
    ask("{'cmd':'check','state':null,'record':" EVENTS "}", ONE);
    ask_expect("valid", "true");
    ask("{'cmd':'check','record':\"" HEAD "\\n" HOME "\"}");
    expect_line("ILLEGAL_ACTION", "NOT_YOUR_TURN", 2, "");
    ask("{'cmd':'check','record':" EVENTS "}", ONE "," ONE);
    ask_expect_error("ILLEGAL_ACTION", "NOT_YOUR_TURN", "/events/1");
    ask("{'cmd':'check','record':7}");
    ask_expect_error(bad, NULL, NULL);
    ask("{'cmd':'check','record':" EVENTS ",'state':" ASK_BOARD "}", ONE);
    ask_expect_error(bad, NULL, NULL);
    ask("{'cmd':'check','state':" ASK_BOARD ",'record':null}");
    ask_expect("valid", "true");
}

/* As many values as a request can hold, all in a record's text: there are tokens for them. */
static void test_full_text(void **unused) {
    (void)unused;
    enum { EVENTS_BYTES = TW_LINE_MAX - 200 };
    char *line = malloc(TW_LINE_MAX + 1), *at = line;
    assert_non_null(line);
    at += sprintf(at, "{\"cmd\":\"check\",\"more\":[0,0,0,0,0,0,0,0,0,0],\"record\":\"");
    at += sprintf(at, "{\\\"game\\\":\\\"slide\\\",\\\"junk\\\":[0");
    while (at - line < EVENTS_BYTES) at += sprintf(at, ",0");
    sprintf(at, "],\\\"events\\\":[]}\"}");
    ask_bytes(line, strlen(line));
    ask_expect("valid", "true");
    free(line);
}

/* Every field that may be absent: null gives the answer that its absence gives. */
static void test_null(void **unused) {
    (void)unused;
    static const char *const apply = "'cmd':'apply','state':" ASK_BOARD ",'actions':[]",
                             *const scene = "'cmd':'scene','state':" ASK_BOARD,
                             *const solve = "'cmd':'solve','state':" ASK_BOARD,
                             *const scenario = "'cmd':'scenario','game':'slide','rows':3,'cols':3",
                             *const replay = "'cmd':'replay','record':{'game':'slide','events':[]}",
                             *const fresh = "'cmd':'new','game':'slide'",
                             *const patterns = "'cmd':'patterns','state':" ASK_BOARD,
                             *const legal = "'cmd':'legal','state':" ASK_BOARD,
                             *const observe = "'cmd':'observe','state':" ASK_BOARD,
                             *const render = "'cmd':'render','state':" ASK_BOARD,
                             *const parse = "'cmd':'parse','state':" ASK_BOARD ",'words':'up'",
                             *const check = "'cmd':'check','state':" ASK_BOARD;
    static const struct {
        const char *request;
        const char *fields[12];
    } list[] = {
        {"'cmd':'games'", {"id"}},
        {fresh, {"id", "params", "seed", "rng", "effects", "hide", "who"}},
        {apply, {"id", "action", "who", "seed", "rng", "effects", "hide"}},
        {"'cmd':'apply','state':" ASK_BOARD ",'action':{'blank':'Up'}", {"actions", "who"}},
        {"'cmd':'apply','state':" ASK_BOARD, {"action", "actions"}},
        {check, {"id", "record"}},
        {"'cmd':'check','record':{'game':'slide','events':[]}", {"state"}},
        {"'cmd':'check'", {"state", "record"}},
        {legal, {"id", "words"}},
        {replay, {"id", "effects", "hide", "who"}},
        {"'cmd':'replay'", {"record"}},
        {render, {"id", "who", "color"}},
        {scene, {"id", "who", "from", "action"}},
        {observe, {"id", "who"}},
        {parse, {"id", "who"}},
        {"'cmd':'parse','state':" ASK_BOARD, {"words"}},
        {"'cmd':'pick','state':" ASK_BOARD ",'spots':[4]", {"id", "who"}},
        {"'cmd':'cancel'", {"id", "target"}},
        {"'cmd':'solve'", {"state", "game"}},
        {solve, {"id", "game", "mode", "budget_ms", "progress", "hide", "who"}},
        {scenario, {"state", "length", "seed", "blank_first", "budget_ms", "progress", "hide"}},
        {"'cmd':'scenario','game':'slide','length':4", {"rows", "cols"}},
        {patterns, {"game", "max_cost", "progress"}},
        {"'cmd':'new'", {"game"}},
        {"'game':'slide'", {"cmd"}},
    };
    static char absent[ASK_KEPT_BYTES * 16];
    for (size_t i = 0; i < ASK_COUNT(list); i++)
        for (size_t k = 0; list[i].fields[k]; k++) {
            ask("{%s}", list[i].request);
            json_object_del(ask_reply, "elapsed_ms"), json_object_del(ask_reply, "nodes");
            json_t *expected = json_incref(ask_reply);
            snprintf(absent, sizeof absent, "%s", ask_answer);
            ask("{%s,'%s':null}", list[i].request, list[i].fields[k]);
            json_object_del(ask_reply, "elapsed_ms"), json_object_del(ask_reply, "nodes");
            if (!json_equal(ask_reply, expected))
                fail_msg("%s null: %s, not %s", list[i].fields[k], ask_answer, absent);
            json_decref(expected);
        }
}

/* The same inside of fields: params, events and the head of a record. */
static void test_null_inside(void **unused) {
    (void)unused;
    ask(ASK_NEW "'params':{'rows':null,'cols':3}}");
    ask_expect("params", "{'rows':4,'cols':3,'blank_first':0,'difficulty':0}");
    ask(ASK_NEW "'params':{'height':null}}");
    ask_expect_error(bad, NULL, "/params/height");
    ask(ASK_REPLAY
        "{'game':'slide','params':null,'events':[{'who':null,'action':{'blank_to':[0,0]}}]}}");
    ask_expect("state/tiles/0", "0");
    ask(ASK_APPLY "'action':{'who':null,'action':{'blank':'Up'}}}");
    ask_expect("events/0/who", "0");
    ask("{'cmd':'check','state':" ASK_HEAD ASK_SIZE3
        "'tiles':[1,2,3,4,5,6,7,0,8],'scenario_seed':null,'game_over':null}}");
    ask_expect("valid", "true");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms), cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_check), cmocka_unit_test(test_full_text),
        cmocka_unit_test(test_null),  cmocka_unit_test(test_null_inside),
    };
    return cmocka_run_group_tests_name("engine record", tests, ask_open, ask_close);
}
