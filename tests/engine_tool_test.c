/* The commands that are tools of a game, such as slide's solve: their answers, what they refuse and
 * where, and the lines that come before an answer. What the tools find is tested beside them. */
#include "tests/support/ask.h"

#define SOLVE "{'cmd':'solve','state':" ASK_BOARD ","
#define PATTERNS "{'cmd':'patterns','state':" ASK_BOARD ","
#define SCENARIO "{'cmd':'scenario','game':'slide',"
#define UNSOLVABLE ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,8,7,0]}"
#define LINES "{'state_version':1,'ruleset_id':'lines_v1','board':['.....']}"
#define WHOLE_LINES                                                                                \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5},'board':['R....',"    \
    "'.....','.....','.....','.....'],'next_balls':['Blue','Cyan','Red']}"
/* 31 moves, the most that 3x3 can need. */
#define HARD3 ASK_HEAD ASK_SIZE3 "'tiles':[8,6,7,2,5,4,3,0,1]}"

/* Too hard to find a shortest solution within a second. */
#define HARD5                                                                                      \
    ASK_HEAD                                                                                       \
    "'rows':5,'cols':5,'tiles':[0,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,"     \
    "2,1]}"

enum { LARGE_SIDE = 56 };

/* The progress lines before the answer. */
static struct {
    int lines;
    char id[64];
} heard;

static void hear(void *self, const char *line, size_t length) {
    assert_ptr_equal(self, &heard);
    assert_int_equal(strlen(line), length);
    assert_null(strpbrk(line, "\r\n"));
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) fail_msg("jansson: %s in %s", error.text, line);
    assert_int_equal(json_object_size(object), 4);
    assert_string_equal(json_string_value(json_object_get(object, "event")), "progress");
    assert_true(json_is_string(json_object_get(object, "message")));
    assert_true(json_is_real(json_object_get(object, "done")));
    double done = json_real_value(json_object_get(object, "done"));
    assert_true(done >= 0 && done <= 1);
    char *id = json_dumps(json_object_get(object, "id"), JSON_COMPACT | JSON_ENCODE_ANY);
    snprintf(heard.id, sizeof heard.id, "%s", id);
    free(id);
    heard.lines++;
    json_decref(object);
}

static int listen(void **unused) {
    (void)unused;
    if (setenv("XDG_CACHE_HOME", "/nonexistent", 1) < 0 || ask_open(NULL) < 0) return -1;
    tw_listen(ask_engine, hear, &heard);
    return 0;
}

/* Plays the moves of the answer; the game must then be over. */
static void expect_solved(const char *state, size_t length) {
    static char request[1 << 16];
    json_t *moves = ask_part("moves"), *move;
    size_t i;
    assert_int_equal(json_array_size(moves), length);
    int at = snprintf(request, sizeof request, "{'cmd':'apply','state':%s,'actions':[", state);
    json_array_foreach(moves, i, move) {
        at += snprintf(request + at, sizeof request - (size_t)at, "%s{'blank':'%s'}", i ? "," : "",
                       json_string_value(move));
    }
    ask("%s]}", request);
    ask_expect("over", "true");
    assert_int_equal(json_array_size(ask_part("events")), length);
}

static void test_solve(void **unused) {
    (void)unused;
    ask("{'id':7,'cmd':'solve','state':" ASK_BOARD "}");
    ask_expect("id", "7");
    ask_expect("ok", "true");
    ask_expect("moves", "['Right']");
    ask_expect("length", "1");
    ask_expect("optimal", "true");
    assert_true(json_is_integer(ask_part("nodes")));
    assert_true(json_is_integer(ask_part("elapsed_ms")));
    static const char *const modes[] = {"optimal", "fast"};
    for (size_t i = 0; i < ASK_COUNT(modes); i++) {
        ask("{'cmd':'solve','state':" HARD3 ",'mode':'%s'}", modes[i]);
        ask_expect("length", "31");
        ask_expect("optimal", "true");
        expect_solved(HARD3, 31);
    }
    ask("{'cmd':'solve','state':" ASK_SOLVED "}");
    ask_expect("moves", "[]");
    ask_expect("length", "0");
    ask_expect("optimal", "true");
}

/* Out of time, the answer is a solution without proof, or LIMIT. */
static void test_little_time(void **unused) {
    (void)unused;
    ask("{'cmd':'solve','state':" HARD5 ",'budget_ms':0}");
    if (ask_part("ok") == json_false()) {
        ask_expect_error("LIMIT", NULL, NULL);
        return;
    }
    ask_expect("optimal", "false");
    expect_solved(HARD5, json_array_size(ask_part("moves")));
}

static void test_patterns(void **unused) {
    (void)unused;
    ask("{'id':'p','cmd':'patterns','state':" ASK_BOARD ",'max_cost':4}");
    ask_expect("id", "'p'");
    ask_expect("ok", "true");
    json_int_t catalogue = json_integer_value(ask_part("catalogue"));
    assert_true(catalogue > 0);
    json_t *matches = ask_part("matches"), *match;
    size_t i, count = json_array_size(matches);
    assert_true(count > 0);
    json_array_foreach(matches, i, match) {
        json_int_t cost = json_integer_value(json_object_get(match, "cost"));
        json_t *name = json_object_get(match, "name");
        assert_true(cost >= 1 && cost <= 4);
        assert_int_equal(json_array_size(json_object_get(match, "moves")), cost);
        assert_true(json_is_null(name) || json_is_string(name));
        assert_true(json_is_integer(json_object_get(match, "transform")));
        assert_true(json_array_size(json_object_get(match, "cells")) > 0);
    }
    ask("{'cmd':'patterns','state':" ASK_BOARD "}"); /* the standard is more */
    assert_true(json_integer_value(ask_part("catalogue")) > catalogue);
    assert_true(json_array_size(ask_part("matches")) > count);
}

/* The same seed gives the same board, of exactly the length asked for. */
static void test_scenario(void **unused) {
    (void)unused;
    char first[ASK_KEPT_BYTES], again[ASK_KEPT_BYTES];
    ask(SCENARIO "'rows':3,'cols':3,'length':22,'seed':'monday'}");
    ask_expect("features/length", "22");
    ask_expect("state/scenario_seed", "'monday'");
    assert_true(json_is_integer(ask_part("features/manhattan")));
    ask_keep(first, "state");
    ask(SCENARIO "'seed':'monday','length':22,'cols':3,'rows':3}");
    assert_string_equal(ask_keep(again, "state"), first);
    ask("{'cmd':'solve','state':%s}", first);
    ask_expect("length", "22");
    ask(SCENARIO "'rows':3,'cols':3,'length':22,'seed':'tuesday'}");
    assert_string_not_equal(ask_keep(again, "state"), first);
}

struct refusal {
    const char *request, *code, *at;
};

static void test_refusals(void **unused) {
    (void)unused;
    static const char bad[] = "BAD_REQUEST", state[] = "BAD_STATE", limit[] = "LIMIT";
    static const struct refusal list[] = {
        {"{'cmd':'solve'}", bad, NULL},
        {"{'cmd':'solve','state':null}", bad, NULL},
        {"{'cmd':'solve','state':[]}", bad, NULL},
        {"{'cmd':'solve','game':'slide'}", bad, NULL},
        {"{'cmd':'patterns'}", bad, NULL},
        {"{'cmd':'scenario'}", bad, NULL},
        {"{'cmd':'scenario','game':'chess'}", bad, "/game"},
        {"{'cmd':'scenario','game':'lines','seed':7}", bad, "/seed"},
        {"{'cmd':'scenario','game':'lines','seed':'x\\u0000'}", bad, "/seed"},
        {"{'cmd':'scenario','game':'lines','params':{'rows':1}}", bad, "/params/rows"},
        {"{'cmd':'scenario','game':'falls','progress':7}", bad, "/progress"},
        {"{'cmd':'scenario','game':'lines','hide':true}", bad, "/hide"},
        {"{'cmd':'scenario','state':" WHOLE_LINES "}", bad, "/state"},
        {SCENARIO "'rows':1}", bad, "/rows"},
        {SCENARIO "'length':0}", bad, "/length"},
        {SCENARIO "'rows':3,'cols':3,'length':32}", limit, "/length"},
        {SCENARIO "'seed':7}", bad, "/seed"},
        {SCENARIO "'blank_first':1}", bad, "/blank_first"},
        {SCENARIO "'progress':1}", bad, "/progress"},
        {"{'cmd':'patterns','state':'" ASK_BOARD "'}", "BAD_JSON", NULL},
        {"{'cmd':'solve','state':{}}", state, ""},
        {"{'cmd':'solve','state':{'state_version':1,'ruleset_id':'chess_v1'}}", state,
         "/ruleset_id"},
        {"{'cmd':'solve','state':" LINES "}", bad, NULL},
        {"{'cmd':'patterns','state':" LINES "}", bad, NULL},
        {"{'cmd':'build-db','state':" ASK_BOARD "}", bad, NULL}, /* only on the command line */
        {SOLVE "'mode':'best'}", bad, "/mode"},
        {SOLVE "'mode':'optimal\\u0000'}", bad, "/mode"},
        {SOLVE "'mode':7}", bad, "/mode"},
        {SOLVE "'budget_ms':-1}", bad, "/budget_ms"},
        {SOLVE "'budget_ms':'5'}", bad, "/budget_ms"},
        {SOLVE "'budget_ms':1.5}", bad, "/budget_ms"},
        {SOLVE "'budget_ms':86400001}", limit, "/budget_ms"},
        {SOLVE "'budget_ms':99999999999999999999}", bad, "/budget_ms"},
        {SOLVE "'progress':1}", bad, "/progress"},
        {SOLVE "'progress':'yes'}", bad, "/progress"},
        {PATTERNS "'max_cost':0}", bad, "/max_cost"},
        {PATTERNS "'max_cost':-3}", bad, "/max_cost"},
        {PATTERNS "'max_cost':'3'}", bad, "/max_cost"},
        {PATTERNS "'max_cost':2.0}", bad, "/max_cost"},
        {PATTERNS "'max_cost':99}", limit, "/max_cost"},
        {PATTERNS "'progress':[]}", bad, "/progress"},
        {"{'cmd':'solve','state':" UNSOLVABLE "}", "UNSOLVABLE", NULL},
        {"{'cmd':'solve','mode':'fast','state':" UNSOLVABLE "}", "UNSOLVABLE", NULL},
    };
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i].request);
        ask_expect_error(list[i].code, NULL, list[i].at);
    }
    ask("{'cmd':'solve','state':" LINES "}");
    assert_string_equal(ask_string("error/message"), "lines does not have the command 'solve'");
}

/* Games without a tool for it have positions of games that were played: the same for a seed, to be
 * played on, and those of practice. */
static void test_played_scenario(void **unused) {
    (void)unused;
    static const char *const games[] = {"lines", "falls"};
    char first[ASK_KEPT_BYTES], again[ASK_KEPT_BYTES];
    for (size_t i = 0; i < ASK_COUNT(games); i++) {
        ask("{'cmd':'scenario','game':'%s','seed':'monday/1'}", games[i]);
        ask_expect("state/scenario_seed", "'monday/1'");
        ask_expect("features", "{'who':0}");
        ask_keep(first, "state");
        ask("{'cmd':'scenario','seed':'monday/1','game':'%s'}", games[i]);
        assert_string_equal(ask_keep(again, "state"), first);
        ask("{'cmd':'scenario','game':'%s','seed':'monday/2'}", games[i]);
        assert_string_not_equal(ask_keep(again, "state"), first);
        ask("{'cmd':'best','who':0,'nodes':200,'state':%s}", first);
        ask_expect("ok", "true");
    }
    ask("{'cmd':'scenario','game':'lines','params':{'rows':6,'cols':5}}");
    ask_expect("state/config/rows", "6");
    ask_expect("state/scenario_seed", "null");
}

static void test_hidden_scenario(void **unused) {
    (void)unused;
    static const char request[] = "{'cmd':'scenario','game':'lines','seed':'x',"
                                  "'params':{'rows':6,'cols':6,'show_next_balls':0}%s}";
    ask(request, "");
    assert_true(json_is_array(ask_part("state/next_balls")));
    ask(request, ",'hide':true,'who':0");
    ask_expect("state/next_balls", "null");
}

/* A state is refused with its place, as by every other command. */
static void test_bad_states(void **unused) {
    (void)unused;
    static const struct {
        const char *state, *at;
    } list[] = {
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'colour':1}", "/colour"},
        {"{'state_version':2,'ruleset_id':'slide_v1'," ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8]}",
         "/state_version"},
        {ASK_HEAD "'rows':3,'cols':'3'}", "/cols"},
        {ASK_HEAD ASK_SIZE3 "'tiles':7}", "/tiles"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,8]}", "/tiles"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,9]}", "/tiles/8"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,2,6,7,8,0]}", "/tiles/4"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'goal':'up'}", "/goal"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'moves_made':-1}", "/moves_made"},
        {ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'game_over':true}", "/game_over"},
    };
    static const char *const commands[] = {"solve", "patterns"};
    for (size_t i = 0; i < ASK_COUNT(list); i++)
        for (size_t k = 0; k < ASK_COUNT(commands); k++) {
            ask("{'cmd':'%s','state':%s}", commands[k], list[i].state);
            ask_expect_error("BAD_STATE", NULL, list[i].at);
        }
}

static void ask_long(const char *id, const char *progress) {
    memset(&heard, 0, sizeof heard);
    ask("{'id':%s,'cmd':'solve','state':" HARD5 ",'budget_ms':1200%s}", id, progress);
    ask_expect("ok", "true");
    ask_expect("id", id);
}

static void test_progress(void **unused) {
    (void)unused;
    ask_long("7", ",'progress':true");
    assert_true(heard.lines > 0);
    assert_string_equal(heard.id, "7");
    ask_long("{'a':[1,'b']}", ",'progress':true");
    assert_true(heard.lines > 0);
    assert_string_equal(heard.id, "{\"a\":[1,\"b\"]}");
    static const char *const silent[] = {"", ",'progress':false", ",'progress':null"};
    for (size_t i = 0; i < ASK_COUNT(silent); i++) {
        ask_long("8", silent[i]);
        assert_int_equal(heard.lines, 0);
    }
    tw_listen(ask_engine, NULL, NULL); /* nobody listens: no lines */
    ask_long("9", ",'progress':true");
    assert_int_equal(heard.lines, 0);
    tw_listen(ask_engine, hear, &heard);
}

static int never(void *self) {
    (void)self;
    return 0;
}

/* A tool that is stopped answers with its best so far, or CANCELLED. What is wrong with a request
 * is said all the same. */
static void test_stopped(void **unused) {
    (void)unused;
    tw_watch(ask_engine, never, NULL);
    ask("{'id':1,'cmd':'solve','state':" HARD5 ",'budget_ms':86400000}");
    if (ask_part("ok") == json_true())
        ask_expect("optimal", "false");
    else
        ask_expect_error("CANCELLED", NULL, NULL);
    ask("{'id':2,'cmd':'patterns','state':" ASK_BOARD ",'max_cost':14}");
    ask_expect_error("CANCELLED", NULL, NULL);
    ask_expect("id", "2");
    ask(SCENARIO "'length':70}");
    ask_expect_error("CANCELLED", NULL, NULL);
    ask("{'cmd':'solve','state':" UNSOLVABLE "}");
    ask_expect_error("UNSOLVABLE", NULL, NULL);
    ask(SCENARIO "'length':99}");
    ask_expect_error("LIMIT", NULL, "/length");
    tw_watch(ask_engine, NULL, NULL);
    ask(SCENARIO "'rows':3,'cols':3,'length':9}");
    ask_expect("ok", "true");
}

/* Progress lines are complete even with a long id. */
static void test_long_id(void **unused) {
    (void)unused;
    char *id = malloc(20000);
    assert_non_null(id);
    memset(id, 'x', 20000);
    id[0] = id[19998] = '\'';
    id[19999] = '\0';
    memset(&heard, 0, sizeof heard);
    ask("{'id':%s,'cmd':'solve','state':" HARD5 ",'budget_ms':1200,'progress':true}", id);
    assert_int_equal(json_string_length(ask_part("id")), 19997);
    assert_true(heard.lines > 0);
    free(id);
}

/* Asks to solve a board in reverse order, but for two tiles, so that it is solvable. */
static void ask_far(int side) {
    char *line = malloc(TW_LINE_MAX);
    assert_non_null(line);
    int at = sprintf(line,
                     "{'id':'far','cmd':'solve','mode':'fast','budget_ms':10,'state':" ASK_HEAD
                     "'rows':%d,'cols':%d,'tiles':[",
                     side, side);
    int tiles = side * side - 1;
    at += sprintf(line + at, "%d,%d", tiles - 1, tiles);
    for (int tile = tiles - 2; tile >= 0; tile--) at += sprintf(line + at, ",%d", tile);
    sprintf(line + at, "]}}");
    ask_quote(line);
    ask_bytes(line, strlen(line));
    free(line);
}

/* Solutions that do not fit into an answer; huge boards are refused at once. */
static void test_answer_limit(void **unused) {
    (void)unused;
    ask_far(LARGE_SIDE);
    ask_expect_error("LIMIT", NULL, NULL);
    ask_expect("id", "'far'");
    ask_expect("error/message", "'the answer would be longer than 1048576 bytes'");
    ask_far(255);
    ask_expect_error("LIMIT", NULL, NULL);
    ask_expect("error/message", "'its solutions do not fit into an answer'");
    ask(SOLVE "'id':1}"); /* and it goes on */
    ask_expect("moves", "['Right']");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve),           cmocka_unit_test(test_little_time),
        cmocka_unit_test(test_patterns),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_bad_states),      cmocka_unit_test(test_progress),
        cmocka_unit_test(test_long_id),         cmocka_unit_test(test_answer_limit),
        cmocka_unit_test(test_played_scenario), cmocka_unit_test(test_hidden_scenario),
        cmocka_unit_test(test_scenario),        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests_name("engine tools", tests, listen, ask_close);
}
