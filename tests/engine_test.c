/* The frame of the protocol through tw_request: ids, limits, and every way to be refused, each
 * with its code, reason and place. What commands answer is in engine_play_test.c. */
#include "tests/support/ask.h"

enum { HUGE_BYTES = TW_LINE_MAX + 16 };

static void test_library(void **unused) {
    (void)unused;
    assert_string_equal(tw_version(), TW_VERSION);
    tw_close(NULL);
    assert_string_equal(tw_request(ask_engine, "7", 1, NULL),
                        tw_request(ask_engine, "7\n", 2, NULL));
    assert_non_null(strstr(tw_request(ask_engine, NULL, 0, NULL), "BAD_JSON"));
}

static void test_frame(void **unused) {
    (void)unused;
    static const char legal[] =
        "{\"id\":7,\"ok\":true,\"actor\":0,\"movers\":[{\"who\":0,\"actions\":[{\"blank\":\"Up\"},"
        "{\"blank\":\"Left\"},{\"blank\":\"Right\"}]}],\"over\":false}";
    ask("{'id': 7, 'cmd': 'legal', 'state': " ASK_BOARD "}");
    assert_string_equal(ask_answer, legal);
    ask("\t{'state': " ASK_BOARD ", 'cmd': 'legal' , 'later':'ignored', 'id':7}\r\n");
    assert_string_equal(ask_answer, legal);
    ask("{'cmd':'check','state':" ASK_BOARD "}");
    assert_string_equal(ask_answer, "{\"id\":null,\"ok\":true,\"valid\":true}");
    ask("{'id':7,'cmd':'nothing'}");
    ask_expect("id", "7");
    ask_expect_error("BAD_REQUEST", NULL, NULL);
}

/* The answer begins with the id, byte for byte. */
static void expect_echo(const char *request, const char *id, size_t length, const char *ok) {
    const char *got = tw_request(ask_engine, request, strlen(request), NULL);
    assert_memory_equal(got, "{\"id\":", 6);
    assert_memory_equal(got + 6, id, length);
    assert_memory_equal(got + 6 + length, ok, strlen(ok));
}

static void test_ids(void **unused) {
    (void)unused;
    static const char *const ids[] = {"7",
                                      "-0",
                                      "1.50",
                                      "1E+2",
                                      "123456789012345678901234567890",
                                      "null",
                                      "true",
                                      "false",
                                      "\"\"",
                                      "\"7\"",
                                      "\"\\u0000\\u00e9\\n\\/\"",
                                      "\"é\xF0\x9F\x80\x84\"",
                                      "[]",
                                      "{}",
                                      "[1, {\"a\" : [ ]}\t]",
                                      "{\"b\":1,\"a\":{\"id\":2}}"};
    char request[256];
    for (size_t i = 0; i < ASK_COUNT(ids); i++) {
        snprintf(request, sizeof request, "{\"id\": %s ,\"cmd\":\"games\"}", ids[i]);
        expect_echo(request, ids[i], strlen(ids[i]), ",\"ok\":true,");
        snprintf(request, sizeof request, "{\"cmd\":\"no\",\"id\":%s}", ids[i]);
        expect_echo(request, ids[i], strlen(ids[i]), ",\"ok\":false,");
    }
    ask("{'id':[1,\r\n2],'cmd':'games'}"); /* an answer stays one line */
    ask_expect("id", "[1,2]");
    ask_expect("ok", "true");
}

/* A request whose id is a string of this many bytes. */
static void ask_with_id(size_t bytes, const char *cmd) {
    char *request = malloc(bytes + 64);
    assert_non_null(request);
    int begin = sprintf(request, "{\"id\":\"");
    memset(request + begin, 'x', bytes);
    sprintf(request + begin + bytes, "\",\"cmd\":\"%s\"}", cmd);
    ask_bytes(request, strlen(request));
    free(request);
}

static void test_huge_ids(void **unused) {
    (void)unused;
    ask_with_id(1000000, "games");
    ask_expect("ok", "true");
    assert_int_equal(json_string_length(ask_part("id")), 1000000);
    ask_with_id(TW_LINE_MAX - 200, "games"); /* the answer is too long, the error is not */
    ask_expect_error("LIMIT", NULL, NULL);
    assert_int_equal(json_string_length(ask_part("id")), TW_LINE_MAX - 200);
    ask_with_id(TW_LINE_MAX - 40, "games");
    ask_expect_error("LIMIT", NULL, NULL);
    ask_expect("id", "null");
}

static void test_bad_json(void **unused) {
    (void)unused;
    static const char *const lines[] = {"",
                                        " ",
                                        "{",
                                        "x",
                                        "{'id':7,'cmd':'games'",
                                        "{'id':7,'cmd':'games'} 1",
                                        "{'id':7,}",
                                        "{'id':7,'id':7,'cmd':'games'}",
                                        "{'id':7,'cmd':'games','\\u0063md':'games'}",
                                        "{'id':7,'cmd':'check','state':{'rows':3,'rows':3}}",
                                        "{'id':7,'cmd':'\xFF'}",
                                        "{'id':7,'cmd':'\\ud800'}",
                                        "{'id':07}",
                                        "{'id':'\t'}"};
    for (size_t i = 0; i < ASK_COUNT(lines); i++) {
        ask("%s", lines[i]);
        ask_expect_error("BAD_JSON", NULL, NULL);
        ask_expect("id", "null");
    }
    ask_bytes("{\"id\":7\0}", 9);
    ask_expect_error("BAD_JSON", NULL, NULL);
    assert_non_null(strstr(ask_string("error/message"), "at byte 7"));
    char deep[300];
    memset(deep, '[', sizeof deep);
    ask_bytes(deep, sizeof deep);
    ask_expect_error("BAD_JSON", NULL, NULL);
}

static void test_line_limit(void **unused) {
    (void)unused;
    char *line = malloc(HUGE_BYTES);
    assert_non_null(line);
    memset(line, ' ', HUGE_BYTES);
    memcpy(line, "{\"cmd\":\"games\"}", 15);
    ask_bytes(line, TW_LINE_MAX);
    ask_expect("ok", "true");
    line[TW_LINE_MAX] = '\n'; /* a line's end is not part of the line */
    ask_bytes(line, TW_LINE_MAX + 1);
    ask_expect("ok", "true");
    line[TW_LINE_MAX] = ' ';
    ask_bytes(line, TW_LINE_MAX + 1);
    ask_expect_error("LIMIT", NULL, NULL);
    ask_expect("id", "null");
    ask_bytes(line, HUGE_BYTES);
    ask_expect_error("LIMIT", NULL, NULL);
    free(line);
    ask("{'cmd':'games'}"); /* and it goes on */
    ask_expect("ok", "true");
}

/* Events are longer than the actions that ask for them. */
static void test_answer_limit(void **unused) {
    (void)unused;
    char *line = malloc(HUGE_BYTES), *at = line;
    assert_non_null(line);
    at += sprintf(at, "{'id':'here','cmd':'apply','state':" ASK_BOARD ",'actions':[{'blank':'Up'}");
    while (at - line < TW_LINE_MAX - 64) at += sprintf(at, ",{'blank':'Down'},{'blank':'Up'}");
    sprintf(at, "]}");
    ask_quote(line);
    ask_bytes(line, strlen(line));
    ask_expect_error("LIMIT", NULL, NULL);
    ask_expect("id", "'here'");
    free(line);
}

struct refusal {
    const char *request, *code, *reason, *at;
};

static void check_refusals(const struct refusal *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ask("%s", list[i].request);
        ask_expect_error(list[i].code, list[i].reason, list[i].at);
    }
}

static void test_bad_requests(void **unused) {
    (void)unused;
    static const char bad[] = "BAD_REQUEST";
    static const struct refusal list[] = {
        {"7", bad, NULL, NULL},
        {"null", bad, NULL, NULL},
        {"'games'", bad, NULL, NULL},
        {"[{'id':7,'cmd':'games'}]", bad, NULL, NULL},
        {"{}", bad, NULL, NULL},
        {"{'cmd':7}", bad, NULL, NULL},
        {"{'cmd':'Games'}", bad, NULL, NULL},
        {"{'cmd':'games\\u0000'}", bad, NULL, NULL},
        {"{'cmd':'new'}", bad, NULL, NULL},
        {"{'cmd':'new','game':7}", bad, NULL, NULL},
        {"{'cmd':'new','game':'chess'}", bad, NULL, "/game"},
        {"{'cmd':'new','game':'slide\\u0000'}", bad, NULL, "/game"},
        {"{'cmd':'new','game':'a name that is longer than any game'}", bad, NULL, "/game"},
        {ASK_NEW "'seed':7}", bad, NULL, "/seed"},
        {ASK_NEW "'rng':7}", bad, NULL, "/rng"},
        {ASK_NEW "'rng':'monday'}", bad, NULL, "/rng"},
        {ASK_NEW "'rng':'0.0.0 '}", bad, NULL, "/rng"},
        {ASK_NEW "'rng':''}", bad, NULL, "/rng"},
        {ASK_NEW "'params':7}", bad, NULL, "/params"},
        {ASK_NEW "'params':[3]}", bad, NULL, "/params"},
        {ASK_NEW "'params':{'rows':3,'height':3}}", bad, NULL, "/params/height"},
        {ASK_NEW "'params':{'rows':3,'cols\\u0000':3}}", bad, NULL, "/params/cols"},
        {ASK_NEW "'params':{'rows':1}}", bad, NULL, "/params/rows"},
        {ASK_NEW "'params':{'rows':3,'cols':17}}", bad, NULL, "/params/cols"},
        {ASK_NEW "'params':{'rows':99999999999999999999}}", bad, NULL, "/params/rows"},
        {ASK_NEW "'params':{'rows':'3'}}", bad, NULL, "/params/rows"},
        {ASK_NEW "'params':{'rows':3.0}}", bad, NULL, "/params/rows"},
        {ASK_NEW "'params':{'blank_first':true}}", bad, NULL, "/params/blank_first"},
        {ASK_NEW "'params':{'difficulty':-1}}", bad, NULL, "/params/difficulty"},
        {"{'cmd':'check'}", bad, NULL, NULL},
        {"{'cmd':'legal','state':7}", bad, NULL, NULL},
        {"{'cmd':'apply','state':null,'action':{'blank':'Up'}}", bad, NULL, NULL},
        {"{'cmd':'apply','state':" ASK_BOARD "}", bad, NULL, NULL},
        {"{'cmd':'apply','state':" ASK_BOARD ",'actions':{'blank':'Up'}}", bad, NULL, NULL},
        {"{'cmd':'apply','state':" ASK_BOARD ",'action':{'blank':'Up'},'actions':[]}", bad, NULL,
         NULL},
        {"{'cmd':'apply','state':" ASK_BOARD ",'action':{'blank':'Up'},'who':8}", bad, NULL,
         "/who"},
        {"{'cmd':'apply','state':" ASK_BOARD ",'action':{'blank':'Up'},'who':'me'}", bad, NULL,
         "/who"},
        {"{'cmd':'apply','state':" ASK_BOARD ",'action':{'blank':'Up'},'seed':7}", bad, NULL,
         "/seed"},
        {"{'cmd':'replay'}", bad, NULL, NULL},
        {ASK_REPLAY "[]}", bad, NULL, NULL},
        {ASK_REPLAY "{'events':[]}}", bad, NULL, ""},
        {ASK_REPLAY "{'game':'slide'}}", bad, NULL, NULL},
        {ASK_REPLAY "{'game':'slide','events':{}}}", bad, NULL, "/events"},
        {ASK_REPLAY "{'game':'slide','params':{'rows':0},'events':[]}}", bad, NULL, "/params/rows"},
        {ASK_RENDER "'color':'red'}", bad, NULL, "/color"},
        {ASK_RENDER "'who':1}", bad, NULL, "/who"},
        {ASK_RENDER "'who':'chance'}", bad, NULL, "/who"},
    };
    check_refusals(list, ASK_COUNT(list));
}

/* Messages name what is at fault and what is expected. */
static void test_messages(void **unused) {
    (void)unused;
    static const struct {
        const char *request, *message;
    } list[] = {
        {"{'id':7", "\"expected ',' or '}', at byte 7\""},
        {"{'cmd':'fly'}", "\"there is no command 'fly'\""},
        {"{'cmd':'a name that is longer than any command'}", "\"there is no such command\""},
        {"{'cmd':'games\\u0000'}", "\"there is no command 'games\\\\u0000'\""},
        {"{'cmd':'\\u001b[2J'}", "\"there is no command '\\\\u001b[2J'\""},
        {"{'cmd':'\\u007f'}", "\"there is no command '\\\\u007f'\""},
        {"{'cmd':'check'}", "\"state must be an object\""},
        {ASK_NEW "'params':{'rows':1}}", "\"rows must be a whole number from 2 to 16\""},
        {ASK_NEW "'params':{'rows':'3'}}", "\"rows must be a whole number from 2 to 16\""},
        {ASK_NEW "'params':{'height':3}}", "\"this game has no param of that name\""},
        {"{'cmd':'check','state':{'state_version':2,'ruleset_id':'slide_v1'}}",
         "\"state_version must be 1\""},
        {ASK_RENDER "'who':1}", "\"who must be a seat of this game\""},
    };
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        char found[ASK_KEPT_BYTES];
        ask("%s", list[i].request);
        assert_string_equal(ask_keep(found, "error/message"), list[i].message);
    }
}

/* Through tw_request nothing else can run. */
static void test_cancel(void **unused) {
    (void)unused;
    ask("{'id':7,'cmd':'cancel','target':7}");
    assert_string_equal(ask_answer, "{\"id\":7,\"ok\":true,\"cancelled\":false}");
    ask("{'cmd':'cancel','target':{'a':1}}");
    ask_expect("cancelled", "false");
    ask("{'cmd':'cancel'}");
    ask_expect_error("BAD_REQUEST", NULL, NULL);
    assert_int_equal(tw_cancel(ask_engine, "7", 1), 0);
    assert_int_equal(tw_cancel(ask_engine, NULL, 0), 0);
}

static void test_bad_states(void **unused) {
    (void)unused;
    static const struct {
        const char *state, *at;
    } list[] = {
        {"{}", ""},
        {"{'state_version':1,'rows':3}", ""},
        {"{'state_version':1,'ruleset_id':'chess_v1'}", "/ruleset_id"},
        {"{'state_version':1,'ruleset_id':1}", "/ruleset_id"},
        {"{'ruleset_id':'slide_v1'}", ""},
        {"{'state_version':2,'ruleset_id':'slide_v1'}", "/state_version"},
        {"{'state_version':'1','ruleset_id':'slide_v1'}", "/state_version"},
        {ASK_HEAD "'colour':1,'rows':3}", "/colour"},
        {ASK_HEAD "'a/b~c':1}", "/a~1b~0c"},
        {ASK_HEAD "'rows':3,'rows\\u0000':3}", "/rows"},
        {ASK_HEAD "'scenario_seed':7}", "/scenario_seed"},
        {ASK_HEAD "'cols':3}", ""},
        {ASK_HEAD "'rows':17,'cols':3}", "/rows"},
        {ASK_HEAD "'rows':3,'cols':'3'}", "/cols"},
        {ASK_HEAD ASK_SIZE3 "'goal':'blank_last'}", ""},
        {ASK_HEAD ASK_SIZE3 "'tiles':7}", "/tiles"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,8]}", "/tiles"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,9]}", "/tiles/8"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,-1]}", "/tiles/8"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,2,6,7,8,0]}", "/tiles/4"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[0,1,2,0,4,5,6,7,8]}", "/tiles/3"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,null,0]}", "/tiles"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'goal':'up'}", "/goal"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'moves_made':-1}", "/moves_made"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'game_over':true}", "/game_over"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'game_over':0}", "/game_over"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,8,0],'game_over':false}", "/game_over"},
    };
    static const char *const commands[] = {"check", "legal",   "apply", "render",
                                           "scene", "observe", "parse", "pick"};
    for (size_t i = 0; i < ASK_COUNT(list); i++)
        for (size_t k = 0; k < ASK_COUNT(commands); k++) {
            ask("{'cmd':'%s','state':%s,'actions':[],'words':null}", commands[k], list[i].state);
            ask_expect_error("BAD_STATE", NULL, list[i].at);
        }
    ask("{'cmd':'check','state':" ASK_HEAD "'a\\u0000b':1}}");
    ask_expect("error/at", "'/a\\u0000b'");
    ask("{'cmd':'check','state':" ASK_HEAD "'\\u001b[2J':1}}"); /* not raw in the line */
    assert_null(strchr(ask_answer, '\033'));
    ask_expect("error/at", "'/\\u001B[2J'");
}

static void test_bad_actions(void **unused) {
    (void)unused;
    static const char bad[] = "BAD_ACTION", illegal[] = "ILLEGAL_ACTION";
    static const struct refusal list[] = {
        {ASK_APPLY "'action':7}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{}}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{'blank':'up'}}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{'blank':'Up','click':[0,0]}}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{'click':[0]}}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{'click':[0,0.5]}}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{'tile':3}}", bad, NULL, "/action"},
        {ASK_APPLY "'action':{'who':0,'action':{'blank':7}}}", bad, NULL, "/action/action"},
        {ASK_APPLY "'action':{'who':'me','action':{'blank':'Up'}}}", bad, NULL, "/action/who"},
        {ASK_APPLY "'action':{'action':{'blank':'Up'},'why':1}}", bad, NULL, "/action/why"},
        {ASK_APPLY "'action':{'who':0,'action':null}}", bad, NULL, "/action/action"},
        {ASK_APPLY "'actions':[{'blank':'Up'},{'blank':'Upp'}]}", bad, NULL, "/actions/1"},
        {ASK_APPLY "'action':{'blank':'Down'}}", illegal, "OFF_BOARD", "/action"},
        {ASK_APPLY "'action':{'click':[3,1]}}", illegal, "OFF_BOARD", "/action"},
        {ASK_APPLY "'action':{'click':[-1,1]}}", illegal, "OFF_BOARD", "/action"},
        {ASK_APPLY "'action':{'click':[0,0]}}", illegal, "NOT_IN_LINE", "/action"},
        {ASK_APPLY "'action':{'click':[2,1]}}", illegal, "NOT_IN_LINE", "/action"}, /* the blank */
        {ASK_APPLY "'action':{'blank':'Up'},'who':1}", illegal, "NOT_YOUR_TURN", "/action"},
        {ASK_APPLY "'action':{'blank':'Up'},'who':'chance'}", illegal, "NOT_YOUR_TURN", "/action"},
        {ASK_APPLY "'action':{'blank':'Up'},'who':'clock'}", illegal, "NOT_YOUR_TURN", "/action"},
        {ASK_APPLY "'actions':[{'blank':'Up'},{'who':7,'action':{'blank':'Up'}}]}", illegal,
         "NOT_YOUR_TURN", "/actions/1"},
        {ASK_APPLY "'actions':[{'blank':'Right'},{'blank':'Left'}]}", "GAME_OVER", NULL,
         "/actions/1"},
        {"{'cmd':'apply','state':" ASK_SOLVED ",'action':{'blank':'Up'}}", "GAME_OVER", NULL,
         "/action"},
        {"{'cmd':'apply','state':" ASK_EMPTY ",'action':{'blank':'Up'}}", bad, NULL, "/action"},
        {"{'cmd':'apply','state':" ASK_EMPTY ",'action':{'blank_to':[2,0]}}", illegal,
         "NO_SUCH_ACT", "/action"},
        {ASK_EVENTS "{'who':'chance','action':7}]}}", bad, NULL, "/events/0/action"},
        {ASK_EVENTS ASK_SCRAMBLED ",{'who':0,'action':{'blank':'Up'}}]}}", illegal, "OFF_BOARD",
         "/events/1"},
        {ASK_EVENTS ASK_SCRAMBLED ",{'who':1,'action':{'blank':'Up'}}]}}", illegal, "NOT_YOUR_TURN",
         "/events/1"},
        {ASK_EVENTS ASK_SCRAMBLED ",{'blank':'Down'},{'who':0,'action':{'blank':'Up'}}]}}",
         "GAME_OVER", NULL, "/events/2"},
        {ASK_EVENTS ASK_SCRAMBLED ",{'blank':'Down'},{'blank':'Up'}]}}", "GAME_OVER", NULL,
         "/events/2"},
    };
    check_refusals(list, ASK_COUNT(list));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_library),      cmocka_unit_test(test_frame),
        cmocka_unit_test(test_ids),          cmocka_unit_test(test_huge_ids),
        cmocka_unit_test(test_bad_json),     cmocka_unit_test(test_line_limit),
        cmocka_unit_test(test_answer_limit), cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_messages),     cmocka_unit_test(test_bad_states),
        cmocka_unit_test(test_bad_actions),  cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests_name("engine", tests, ask_open, ask_close);
}
