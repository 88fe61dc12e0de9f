/* The tool `position`, as programs and as people call it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/azul.h"
#include "games/azul/tools/tools.h"
#include "tests/support/listener.h"
#include <stdio.h>
#include <string.h>

enum { BYTES = 1 << 14 };

#define TEXT "azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B-T_17-2K-1BY"

static struct listener listener;
static void *tool;
static char answer[BYTES], request[BYTES], printed[BYTES], complained[BYTES], state_json[BYTES];
static struct json_token tokens[BYTES];
static struct json_doc asked;
static struct tool_fault fault;

static int open_tool(void **state) {
    (void)state;
    listener_init(&listener, 1, 0);
    tool = azul_tool_position.init(&listener.host);
    return tool ? 0 : -1;
}

static int close_tool(void **state) {
    (void)state;
    azul_tool_position.release(tool);
    return 0;
}

/* Asks; ' stands for a quote. */
static bool ask(const char *format, ...) {
    struct text out = text_over(answer, sizeof answer);
    va_list list;
    va_start(list, format);
    vsnprintf(request, sizeof request, format, list);
    va_end(list);
    for (char *at = request; *at; at++)
        if (*at == '\'') *at = '"';
    assert_null(json_parse(&asked, request, strlen(request), tokens, BYTES));
    json_open(&out, '{');
    bool fine = azul_tool_position.answer(tool, json_root(&asked), &out, &fault);
    json_close(&out, '}');
    assert_false(out.cut);
    return fine;
}

/* The answer's state, as JSON in state_json. */
static void take_state(void) {
    const char *begin = strstr(answer, "\"state\":"), *end = strstr(answer, ",\"text\":");
    assert_true(begin && end && begin < end);
    snprintf(state_json, sizeof state_json, "%.*s", (int)(end - begin - 8), begin + 8);
}

static void expect_text(const char *text) {
    char end[1024];
    snprintf(end, sizeof end, ",\"text\":\"%s\"}", text);
    size_t length = strlen(answer), tail = strlen(end);
    assert_true(length > tail);
    assert_string_equal(answer + length - tail, end);
}

static void expect_fault(const char *code, const char *pointer, const char *message) {
    char buffer[64];
    struct text at = text_over(buffer, sizeof buffer);
    assert_string_equal(fault.code, code);
    json_pointer(json_root(&asked), fault.at, &at);
    assert_string_equal(buffer, pointer);
    if (!strstr(fault.message, message)) fail_msg("%s", fault.message);
}

static void test_answers(void **state) {
    (void)state;
    assert_true(ask("{'text':' " TEXT " '}"));
    expect_text(TEXT);
    take_state();
    assert_non_null(strstr(state_json, "\"bag\":{\"Blue\":15,\"Yellow\":13,\"Red\":17,"));
    assert_non_null(strstr(state_json, "\"lid\":{}"));
    static char first[BYTES];
    memcpy(first, state_json, sizeof first);
    assert_true(ask("{'state':%s}", first));
    expect_text(TEXT);
    take_state();
    assert_string_equal(state_json, first);
}

static void test_stock(void **state) {
    static char first[BYTES];
    (void)state;
    assert_true(ask("{'text':'" TEXT "','bag':40}"));
    expect_text(TEXT "_lid7B6Y9R9K9W");
    assert_true(ask("{'text':'" TEXT "','bag':null}"));
    take_state();
    char *bag = strstr(state_json, "\"bag\":"), *end = strstr(state_json, "\"factories\":");
    snprintf(first, sizeof first, "%.*s%s", (int)(bag - state_json), state_json, end);
    assert_true(ask("{'state':%s}", first));
    expect_text(TEXT);
    assert_true(ask("{'state':%s,'bag':40}", first));
    expect_text(TEXT "_lid7B6Y9R9K9W");
    assert_true(ask("{'state':%s,'text':null,'bag':0}", first));
    expect_text(TEXT "_lid15B13Y17R17K18W");
    assert_false(ask("{'state':%s,'bag':81}", first));
    expect_fault("BAD_REQUEST", "/bag", "must be at most 80");
}

static void test_seed_stays(void **state) {
    (void)state;
    assert_true(ask("{'text':'" TEXT "'}"));
    take_state();
    char *seed = strstr(state_json, "\"scenario_seed\":null");
    static char with_seed[BYTES];
    snprintf(with_seed, sizeof with_seed, "%.*s\"scenario_seed\":\"monday\"%s",
             (int)(seed - state_json), state_json, seed + strlen("\"scenario_seed\":null"));
    assert_true(ask("{'state':%s}", with_seed));
    take_state();
    assert_string_equal(state_json, with_seed);
    assert_true(ask("{'text':'" TEXT "'}"));
    assert_non_null(strstr(answer, "\"scenario_seed\":null"));
}

static void test_faults(void **state) {
    (void)state;
    assert_false(ask("{}"));
    expect_fault("BAD_REQUEST", "", "text or state must be given");
    assert_false(ask("{'text':'" TEXT "','state':{}}"));
    expect_fault("BAD_REQUEST", "/text", "text or state must be given");
    assert_false(ask("{'text':5}"));
    expect_fault("BAD_REQUEST", "/text", "text must be a string");
    assert_false(ask("{'text':'%5000s'}", TEXT));
    expect_fault("BAD_REQUEST", "/text", "at most 4095 bytes");
    assert_true(ask("{'text':'%4095s'}", TEXT));
    assert_false(ask("{'text':'azul2_q'}"));
    expect_fault("BAD_REQUEST", "/text", "column 7, at 'q': a tile must be");
    assert_false(ask("{'text':'azul2_\\u0000'}"));
    expect_fault("BAD_REQUEST", "/text", "column 7, at '\\u0000': a tile must be");
    assert_false(ask("{'state':[]}"));
    expect_fault("BAD_REQUEST", "/state", "state must be an object");
    assert_false(ask("{'state':{'state_version':1,'ruleset_id':'azul_v1_2p','x':1}}"));
    expect_fault("BAD_STATE", "/state/x", "unknown field");
    assert_false(ask("{'text':'" TEXT "','bag':-1}"));
    expect_fault("BAD_REQUEST", "/bag", "bag must be a whole number from 0 to 100");
    assert_false(ask("{'text':'" TEXT "','bag':101}"));
    expect_fault("BAD_REQUEST", "/bag", "bag must be a whole number from 0 to 100");
    assert_false(ask("{'text':'" TEXT "_lidB','bag':40}"));
    expect_fault("BAD_REQUEST", "/bag", "bag and lid must both be left out");
    assert_false(ask("{'text':'" TEXT "_bag40','bag':40}"));
    expect_fault("BAD_REQUEST", "/bag", "bag and lid must both be left out");
}

static void print(void *self, const char *bytes, size_t length) {
    size_t used = strlen(printed);
    (void)self;
    assert_true(used + length < sizeof printed);
    memcpy(printed + used, bytes, length);
    printed[used + length] = '\0';
}

static void complain(void *self, const char *message) {
    size_t used = strlen(complained);
    (void)self;
    assert_null(strchr(message, '\n'));
    snprintf(complained + used, sizeof complained - used, "%s\n", message);
}

/* Calls with a file, or with an operand if `file` is NULL; then pairs of option and value. */
static int call(const char *file, const char *operand, ...) {
    struct tool_call call = {.operands = {operand},
                             .count = 1,
                             .text = file,
                             .length = file ? strlen(file) : 0,
                             .print = print,
                             .complain = complain};
    va_list list;
    const char *name;
    va_start(list, operand);
    while ((name = va_arg(list, const char *))) {
        int i = 0;
        while (strcmp(azul_tool_position.options[i].name, name) != 0) i++;
        call.values[i] = va_arg(list, const char *);
    }
    va_end(list);
    printed[0] = complained[0] = '\0';
    return azul_tool_position.run(tool, &call);
}

static void test_calls(void **state) {
    static char json[BYTES], file[3 * BYTES];
    (void)state;
    assert_int_equal(call(NULL, TEXT, NULL), TOOL_FINE);
    snprintf(json, sizeof json, "%s", printed);
    assert_int_equal(strncmp(json, "{\"state_version\":1,", 19), 0);
    assert_int_equal(call(json, "-", NULL), TOOL_FINE);
    assert_string_equal(printed, TEXT "\n");
    assert_int_equal(call(json, "-", "json", "", NULL), TOOL_FINE);
    assert_string_equal(printed, json);
    assert_int_equal(call(TEXT "\n", "-", NULL), TOOL_FINE);
    assert_string_equal(printed, json);
    assert_int_equal(call(NULL, "AZUL2_4B", "text", "", NULL), TOOL_FINE);
    assert_string_equal(printed, "azul2-r1-p1_BBBB\n");
    assert_int_equal(call(NULL, TEXT, "text", "", "bag", "40", NULL), TOOL_FINE);
    assert_string_equal(printed, TEXT "_lid7B6Y9R9K9W\n");
    snprintf(file, sizeof file, "{\"ok\":true,\"state\":%s}", json);
    assert_int_equal(call(file, "-", NULL), TOOL_FINE);
    assert_string_equal(printed, TEXT "\n");
    assert_string_equal(complained, "");
}

/* Several in a file: what is wrong has its line, and the others are printed all the same. */
static void test_files(void **state) {
    static char json[BYTES], file[3 * BYTES];
    (void)state;
    assert_int_equal(call("\n azul2_b\r\n\nazul2_q\nazul3_w", "-", "text", "", NULL), TOOL_FAILED);
    assert_string_equal(printed, "azul2-r1-p1_B\nazul3-r1-p1_W\n");
    assert_string_equal(complained, "line 4: column 7, at 'q': a tile must be B, Y, R, K or W, or "
                                    "a number and one of these\n");
    assert_int_equal(call(NULL, TEXT, NULL), TOOL_FINE);
    snprintf(json, sizeof json, "%s", printed);
    snprintf(file, sizeof file, "%s{]\n%s{\"ruleset_id\":5}\n{\"game\":\"azul\"}\n{\"who\":0}\n",
             json, json);
    assert_int_equal(call(file, "-", NULL), TOOL_FAILED);
    assert_string_equal(printed, TEXT "\n" TEXT "\n");
    assert_non_null(strstr(complained, "line 2: byte 1: "));
    assert_non_null(strstr(complained, "line 4: ruleset_id must name a rule set of this game\n"));
    assert_non_null(strstr(complained, "line 5: this must be a state, and is a record\n"));
    assert_null(strstr(complained, "line 6"));
    assert_int_equal(call("{\"state_version\":1,\"ruleset_id\":\"azul_v1_2p\",\"x\":0}", "-", NULL),
                     TOOL_FAILED);
    assert_string_equal(complained, "/x: unknown field in a state of this game\n");
}

static void test_usage(void **state) {
    static const char *const bags[] = {"", "-1", "x", "101", "1.5", "99999999999999999999"};
    (void)state;
    for (size_t i = 0; i < sizeof bags / sizeof *bags; i++) {
        assert_int_equal(call(NULL, TEXT, "bag", bags[i], NULL), TOOL_USAGE);
        assert_string_equal(complained, "--bag must be a whole number from 0 to 100\n");
    }
    assert_int_equal(call(NULL, TEXT, "json", "", "text", "", NULL), TOOL_USAGE);
    assert_int_equal(call("", "-", NULL), TOOL_USAGE);
    assert_int_equal(call(" \n\t\n", "-", NULL), TOOL_USAGE);
    assert_string_equal(complained, "the file must hold a position, as text or JSON\n");
    assert_int_equal(call(NULL, TEXT, "bag", "81", NULL), TOOL_FAILED);
    assert_string_equal(complained,
                        "--bag: the tiles in the bag must be at most 80: the others are "
                        "on the table\n");
    assert_string_equal(printed, "");
}

static void test_stops(void **state) {
    (void)state;
    listener_restart(&listener, 2);
    call("azul2_b\nazul2_b\nazul2_b", "-", "text", "", NULL);
    assert_string_equal(printed, "azul2-r1-p1_B\n");
    listener_restart(&listener, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),    cmocka_unit_test(test_stock),
        cmocka_unit_test(test_seed_stays), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_calls),      cmocka_unit_test(test_files),
        cmocka_unit_test(test_usage),      cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests_name("azul position, tool", tests, open_tool, close_tool);
}
