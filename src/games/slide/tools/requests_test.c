/* What requests to the tools may hold: bad fields, large states, null, and no time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/tools/tools_test.h"

static void test_bad_requests(void **state) {
    (void)state;
    static const struct {
        const char *request, *code, *pointer;
    } bad[] = {
        {"{}", "BAD_REQUEST", ""},
        {"{'state':7}", "BAD_REQUEST", "/state"},
        {"{'state':{" TOOLS_EIGHT "},'mode':'slow'}", "BAD_REQUEST", "/mode"},
        {"{'state':{" TOOLS_EIGHT "},'mode':1}", "BAD_REQUEST", "/mode"},
        {"{'state':{" TOOLS_EIGHT "},'budget_ms':-1}", "BAD_REQUEST", "/budget_ms"},
        {"{'state':{" TOOLS_EIGHT "},'budget_ms':1.5}", "BAD_REQUEST", "/budget_ms"},
        {"{'state':{" TOOLS_EIGHT "},'budget_ms':'1'}", "BAD_REQUEST", "/budget_ms"},
        {"{'state':{" TOOLS_EIGHT "},'budget_ms':86400001}", "LIMIT", "/budget_ms"},
        {"{'state':{" TOOLS_EIGHT ",'colour':1}}", "BAD_STATE", "/state/colour"},
        {"{'state':{" TOOLS_EIGHT ",'moves_made':-1}}", "BAD_STATE", "/state/moves_made"},
        {"{'state':{" TOOLS_STATE ",'rows':2,'cols':2,'tiles':[0,1,1,2]}}", "BAD_STATE",
         "/state/tiles/2"},
        {"{'state':{" TOOLS_STATE ",'rows':2,'cols':2,'tiles':[null,null,null,null]}}", "BAD_STATE",
         "/state/tiles/0"},
        {"{'state':{" TOOLS_STATE ",'rows':256,'cols':2,'tiles':[]}}", "BAD_STATE", "/state/rows"},
        {"{'state':{" TOOLS_STATE ",'rows':17,'cols':1,'tiles':[]}}", "BAD_STATE", "/state/cols"},
        {"{'state':{" TOOLS_STATE ",'rows':17,'cols':2,'tiles':[0]}}", "BAD_STATE", "/state/tiles"},
        {"{'state':{" TOOLS_STATE
         ",'rows':2,'cols':17,'tiles':[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,"
         "17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,31,32]}}",
         "BAD_STATE", "/state/tiles/32"},
    };
    void *self = slide_tool_solve.init(tools_host(1e-6, 0)),
         *other = slide_tool_patterns.init(&tools_listener.host);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(tools_ask(&slide_tool_solve, self, "%s", bad[i].request));
        tools_expect_fault(bad[i].code, bad[i].pointer);
        if (strstr(bad[i].request, "mode") || strstr(bad[i].request, "budget")) continue;
        assert_false(tools_ask(&slide_tool_patterns, other, "%s", bad[i].request));
        tools_expect_fault(bad[i].code, bad[i].pointer);
    }
    assert_true(tools_ask(&slide_tool_solve, self, "{'state':{" TOOLS_EIGHT "}}"));
    assert_int_equal(tools_number("length"), 31);
    assert_true(tools_truth("optimal"));
    slide_tool_solve.release(self);
    slide_tool_patterns.release(other);
}

/* States larger than those that are played are read as strictly. */
static void test_large_states_are_read_strictly(void **state) {
    (void)state;
    static const struct {
        const char *fields, *pointer;
    } bad[] = {
        {"'state_version':2,'ruleset_id':'slide_v1'", "/state/state_version"},
        {"'ruleset_id':'slide_v1'", "/state"},
        {"'state_version':1,'ruleset_id':'slide_v2'", "/state"},
        {TOOLS_STATE ",'colour':1", "/state/colour"},
        {TOOLS_STATE ",'game_over':false", "/state/game_over"},
        {TOOLS_STATE ",'game_over':1", "/state/game_over"},
        {TOOLS_STATE ",'scenario_seed':7", "/state/scenario_seed"},
        {TOOLS_STATE ",'moves_made':-1", "/state/moves_made"},
        {TOOLS_STATE ",'goal':'middle'", "/state/goal"},
        {TOOLS_STATE ",'goal':'blank_first','game_over':true", "/state/game_over"},
        {TOOLS_STATE ",'scramble':{'left':1,'last':null}", "/state/scramble"},
    };
    static const char *const good[] = {
        TOOLS_STATE,
        TOOLS_STATE ",'game_over':true,'moves_made':3,'scenario_seed':'monday','goal':'blank_last'",
        TOOLS_STATE ",'game_over':null,'moves_made':null,'scenario_seed':null,'goal':null,"
                    "'scramble':null",
    };
    static const char request[] = "{'state':{'rows':2,'cols':17,'tiles':[1,2,3,4,5,6,7,8,9,10,11,"
                                  "12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,"
                                  "33,0],%s},'max_cost':1}";
    void *self = slide_tool_solve.init(tools_host(1e-6, 0)),
         *other = slide_tool_patterns.init(&tools_listener.host);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(tools_ask(&slide_tool_solve, self, request, bad[i].fields));
        tools_expect_fault("BAD_STATE", bad[i].pointer);
        assert_false(tools_ask(&slide_tool_patterns, other, request, bad[i].fields));
        tools_expect_fault("BAD_STATE", bad[i].pointer);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(tools_ask(&slide_tool_solve, self, request, good[i]));
        assert_int_equal(tools_number("length"), 0);
    }
    slide_tool_solve.release(self);
    slide_tool_patterns.release(other);
}

/* In a request, null is the same as no field. */
static void test_null_is_absent(void **state) {
    (void)state;
    static char usual[TOOLS_TEXT_BYTES];
    static const struct {
        const struct tool *tool;
        const char *request, *nulls;
    } pairs[] = {
        {&slide_tool_solve, "'state':{" TOOLS_EIGHT "}",
         ",'mode':null,'budget_ms':null,'progress':null"},
        {&slide_tool_scenario, "'rows':2,'cols':3",
         ",'seed':null,'length':null,'blank_first':null,'budget_ms':null,'progress':null"},
        {&slide_tool_scenario, "'length':8", ",'rows':null,'cols':null"},
        {&slide_tool_patterns, "'state':{" TOOLS_EIGHT "}", ",'max_cost':null,'budget_ms':null"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        void *self = pairs[i].tool->init(tools_host(0, 0));
        assert_true(tools_ask(pairs[i].tool, self, "{%s}", pairs[i].request));
        strcpy(usual, tools_out_bytes);
        assert_true(tools_ask(pairs[i].tool, self, "{%s%s}", pairs[i].request, pairs[i].nulls));
        assert_string_equal(tools_out_bytes, usual);
        pairs[i].tool->release(self);
    }
}

/* Without any time, each answers at once what it has. */
static void test_no_time(void **state) {
    (void)state;
    void *self = slide_tool_solve.init(tools_host(1e-4, 0)),
         *scenario = slide_tool_scenario.init(&tools_listener.host),
         *patterns = slide_tool_patterns.init(&tools_listener.host);
    assert_true(tools_ask(&slide_tool_solve, self,
                          "{'budget_ms':0,'state':{" TOOLS_STATE ",'rows':4,'cols':4,'tiles':"
                          "[15,14,1,6,9,11,4,12,0,10,7,3,13,8,5,2]}}"));
    assert_false(tools_truth("optimal"));
    assert_in_range(tools_listener.calls, 0, 4);
    assert_false(tools_ask(&slide_tool_scenario, scenario, "{'budget_ms':0,'length':50}"));
    tools_expect_fault("LIMIT", "/length");
    assert_in_range(tools_listener.calls, 0, 4);
    assert_true(tools_ask(&slide_tool_scenario, scenario, "{'budget_ms':0,'length':5}"));
    assert_false(tools_ask(&slide_tool_patterns, patterns,
                           "{'budget_ms':0,'max_cost':14,'state':{" TOOLS_EIGHT "}}"));
    assert_string_equal(tools_fault.code, "LIMIT");
    assert_in_range(tools_listener.calls, 0, 4);
    assert_true(
        tools_ask(&slide_tool_patterns, patterns, "{'max_cost':14,'state':{" TOOLS_EIGHT "}}"));
    assert_true(tools_ask(&slide_tool_patterns, patterns,
                          "{'budget_ms':0,'max_cost':14,'state':{" TOOLS_EIGHT "}}"));
    slide_tool_solve.release(self);
    slide_tool_scenario.release(scenario);
    slide_tool_patterns.release(patterns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_large_states_are_read_strictly),
        cmocka_unit_test(test_null_is_absent),
        cmocka_unit_test(test_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
