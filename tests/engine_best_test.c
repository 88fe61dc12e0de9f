/* The command `best`: its answer for every game and agent, the same each time; what it refuses and
 * where; and what comes of it when it is stopped. */
#include "tests/support/ask.h"
#include <stdbool.h>

#define BEST "{'cmd':'best','state':" ASK_BOARD ","
#define UNSOLVABLE ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,8,7,0]}"
/* A corner from the goal: Right, then Down; Left and Up lead away. */
#define TWO ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,0,5,7,8,6]}"
#define LINES(show, next)                                                                          \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5,'balls_per_turn':1,"   \
    "'show_next_balls':" show "},'board':['R....','..G..','.....','....R','RRRR.'],"               \
    "'next_balls':['" next "']}"

enum { LARGE_SIDE = 15 };

static const char *const games[] = {"azul", "slide", "lines", "falls"};

/* Keeps the answer, without the time it took. */
static char *keep_answer(void) {
    char *kept = strdup(ask_answer), *at = kept ? strstr(kept, "\"elapsed_ms\":") : NULL;
    assert_non_null(at);
    *at = '\0';
    return kept;
}

/* The answer is the same as one that was kept, which then goes. */
static void require_same(char *kept) {
    char *now = keep_answer();
    assert_string_equal(now, kept);
    free(now);
    free(kept);
}

/* Begins a game; its state is kept. */
static void begin(const char *game, const char *params, char state[ASK_KEPT_BYTES]) {
    ask("{'cmd':'new','game':'%s','seed':'x','params':{%s}}", game, params);
    ask_keep(state, "state");
}

static bool is_kept(const char *path, const char *expected) {
    char found[ASK_KEPT_BYTES];
    return strcmp(ask_keep(found, path), expected) == 0;
}

static void test_answer(void **unused) {
    (void)unused;
    ask("{'cmd':'best','state':" TWO ",'action':{'blank':'Up'}}");
    ask_expect("who", "0");
    ask_expect("best", "{'blank':'Right'}");
    ask_expect("value", "-2");
    ask_expect("confidence", "1");
    ask_expect("candidates/0",
               "{'action':{'blank':'Right'},'value':-2,'stderr':0,'visits':1,'exact':true}");
    assert_null(ask_part("chance"));
    ask_expect("count", "4");
    assert_int_equal(json_array_size(ask_part("candidates")), 4);
    ask_expect("line", "[{'blank':'Right'},{'blank':'Down'}]");
    ask_expect("user", "{'action':{'blank':'Up'},'value':-4,'delta':2,'stderr':0,'grade':'OKAY',"
                       "'stability':1,'line':[]}");
    ask_expect("feedback", "[]");
    ask_expect("diagnostics/agent", "'solver'");
    ask_expect("diagnostics/objective", "'game'");
    ask_expect("diagnostics/exact", "true");
    ask_expect("diagnostics/solved", "false");
    ask_expect("diagnostics/stopped", "false");
    assert_true(json_is_integer(ask_part("diagnostics/nodes")));
    assert_true(json_is_integer(ask_part("diagnostics/rollouts")));
    assert_true(json_is_integer(ask_part("diagnostics/elapsed_ms")));
    ask(BEST "'nodes':1000}");
    ask_expect("user", "null");
}

/* A shorthand that is one move is that move. */
static void test_shorthand(void **unused) {
    (void)unused;
    ask("{'cmd':'best','state':" TWO ",'action':{'click':[0,1]}}");
    ask_expect("user/action", "{'blank':'Up'}");
    ask(BEST "'action':{'click':[0,1]}}");
    ask_expect_error("BAD_ACTION", NULL, "/action");
}

/* An agent that does not search says so: no errors, no grade. */
static void test_not_searched(void **unused) {
    (void)unused;
    ask(BEST "'agent':'random','action':{'blank':'Up'}}");
    ask_expect("confidence", "0");
    ask_expect("candidates/0/stderr", "null");
    ask_expect("candidates/0/visits", "0");
    ask_expect("user", "{'action':{'blank':'Up'},'value':0,'delta':null,'stderr':null,"
                       "'grade':null,'stability':null,'line':[]}");
}

static void test_feedback(void **unused) {
    (void)unused;
    ask("{'cmd':'best','agent':'greedy','state':" LINES(
        "true", "Blue") ",'action':{'from':[1,2],'to':[1,3]}}");
    ask_expect("best", "{'from':[3,4],'to':[4,4]}");
    ask_expect("feedback", "[{'kind':'POINTS_AT_ONCE','text':'The best move scores 10 points at "
                           "once; yours scores nothing','amount':10}]");
    ask_expect("user/grade", "'MISS'");
}

/* The same request has the same answer, from an engine that has thought before and from a new one.
 */
static void ask_agent(const char *state, const char *agent) {
    static const char best[] =
        "{'cmd':'best','state':%s,'agent':'%s','nodes':300,'rollouts':20,'who':0}";
    char act[ASK_KEPT_BYTES];
    struct tw_engine *used = ask_engine;
    ask(best, state, agent);
    ask_expect("ok", "true");
    assert_true(is_kept("best", ask_keep(act, "candidates/0/action")));
    assert_true(is_kept("line/0", act));
    char *first = keep_answer(), *second = keep_answer();
    ask(best, state, agent);
    require_same(first);
    ask_engine = tw_open();
    ask(best, state, agent);
    require_same(second);
    tw_close(ask_engine);
    ask_engine = used;
}

static void ask_all_agents(const char *game, const char *state) {
    ask("{'cmd':'games'}");
    json_t *list = json_incref(ask_part("games")), *each, *agent;
    size_t i, k;
    json_array_foreach(list, i, each) {
        if (strcmp(json_string_value(json_object_get(each, "name")), game) != 0) continue;
        json_array_foreach(json_object_get(each, "agents"), k, agent) {
            ask_agent(state, json_string_value(agent));
        }
    }
    json_decref(list);
}

static void test_every_agent(void **unused) {
    char state[ASK_KEPT_BYTES];
    (void)unused;
    for (size_t i = 0; i < ASK_COUNT(games); i++) {
        begin(games[i], "", state);
        ask_all_agents(games[i], state);
    }
}

static json_t *find_agent(const char *game, const char *name) {
    json_t *list = ask_part("games"), *each, *agent;
    size_t i, k;
    json_array_foreach(list, i, each) {
        if (strcmp(json_string_value(json_object_get(each, "name")), game) != 0) continue;
        json_array_foreach(json_object_get(each, "about"), k, agent) {
            if (strcmp(json_string_value(json_object_get(agent, "name")), name) == 0) return agent;
        }
    }
    return NULL;
}

/* Whoever shows values needs to know what they are. */
static void test_meanings(void **unused) {
    (void)unused;
    ask("{'cmd':'games'}");
    json_t *coach = json_object_get(find_agent("azul", "coach"), "meanings");
    json_t *solver = json_object_get(find_agent("slide", "solver"), "meanings");
    json_t *random = json_object_get(find_agent("azul", "random"), "meanings");
    assert_int_equal(json_array_size(coach), 2);
    assert_string_equal(json_string_value(json_array_get(coach, 1)),
                        "points ahead of the best other player at the end of the round");
    assert_string_equal(json_string_value(json_array_get(solver, 0)), "minus the moves left");
    assert_int_equal(json_array_size(random), 1);
    assert_true(json_is_null(json_array_get(random, 0)));
}

/* A search that draws goes on with its luck; one that draws nothing keeps it. */
static void test_luck(void **unused) {
    (void)unused;
    char state[ASK_KEPT_BYTES], before[ASK_KEPT_BYTES], rng[ASK_KEPT_BYTES];
    begin("falls", "", state);
    ask("{'cmd':'best','agent':'random','state':%s}", state);
    assert_null(ask_part("rng"));
    ask("{'cmd':'best','agent':'random','state':%s,'seed':'x'}", state);
    ask_keep(before, "rng");
    ask("{'cmd':'best','agent':'random','state':%s,'rng':%s}", state, before);
    assert_false(is_kept("rng", before));
    ask("{'cmd':'best','agent':'steady','state':%s,'rng':%s}", state, before);
    assert_string_equal(ask_keep(rng, "rng"), before);
}

static void test_seed(void **unused) {
    char state[ASK_KEPT_BYTES], first[ASK_KEPT_BYTES], other[ASK_KEPT_BYTES];
    int same = 0;
    (void)unused;
    begin("lines", "", state);
    ask("{'cmd':'best','agent':'random','state':%s}", state);
    ask_keep(first, "best");
    for (int i = 0; i < 8; i++) {
        ask("{'cmd':'best','agent':'random','state':%s,'seed':'%d'}", state, i);
        ask_keep(other, "best");
        same += strcmp(first, other) == 0;
        ask("{'cmd':'best','agent':'random','state':%s,'seed':'%d'}", state, i);
        assert_true(is_kept("best", other));
    }
    assert_true(same < 8);
}

/* What a player may not see does not change the advice. */
static void test_hidden(void **unused) {
    (void)unused;
    ask("{'cmd':'best','nodes':3000,'state':" LINES("false", "Blue") "}");
    char *kept = keep_answer();
    ask("{'cmd':'best','nodes':3000,'state':" LINES("false", "Red") "}");
    require_same(kept);
}

/* Where several may move, who must be given. The line is that one's own. */
static void test_several(void **unused) {
    char state[ASK_KEPT_BYTES];
    (void)unused;
    begin("falls", "'players':2", state);
    ask("{'cmd':'best','state':%s,'nodes':100}", state);
    ask_expect_error("BAD_REQUEST", NULL, NULL);
    ask("{'cmd':'best','state':%s,'nodes':100,'who':1,'acts_per_tick':2}", state);
    ask_expect("ok", "true");
    ask_expect("who", "1");
    ask("{'cmd':'best','state':%s,'nodes':100,'who':1,'action':{'who':0,'action':{'move':'Drop'}}}",
        state);
    ask_expect_error("BAD_REQUEST", NULL, "/action/who");
    ask("{'cmd':'best','state':%s,'who':2}", state);
    ask_expect_error("BAD_REQUEST", NULL, "/who");
    ask("{'cmd':'best','state':%s,'who':'clock'}", state);
    ask_expect_error("BAD_REQUEST", NULL, "/who");
    begin("falls", "", state);
    ask("{'cmd':'best','state':%s,'nodes':100}", state);
    ask_expect("who", "0");
    begin("azul", "", state);
    ask("{'cmd':'best','state':%s,'who':1}", state);
    ask_expect_error("ILLEGAL_ACTION", "NOT_YOUR_TURN", "/who");
}

static void test_refusals(void **unused) {
    static const char bad[] = "BAD_REQUEST";
    static const struct {
        const char *request, *code, *reason, *at;
    } list[] = {
        {"{'cmd':'best'}", bad, NULL, NULL},
        {"{'cmd':'best','state':7}", bad, NULL, NULL},
        {"{'cmd':'best','state':{}}", "BAD_STATE", NULL, ""},
        {"{'cmd':'best','state':" ASK_SOLVED "}", "GAME_OVER", NULL, NULL},
        {"{'cmd':'best','state':" ASK_SOLVED ",'who':0}", "GAME_OVER", NULL, "/who"},
        {"{'cmd':'best','state':" ASK_EMPTY "}", bad, NULL, NULL},
        {"{'cmd':'best','state':" ASK_EMPTY ",'who':'chance'}", bad, NULL, "/who"},
        {"{'cmd':'best','state':" UNSOLVABLE "}", "UNSOLVABLE", NULL, NULL},
        {"{'cmd':'best','state':" UNSOLVABLE ",'nodes':1}", "UNSOLVABLE", NULL, NULL},
        {BEST "'who':1}", bad, NULL, "/who"},
        {BEST "'who':-1}", bad, NULL, "/who"},
        {BEST "'who':'me'}", bad, NULL, "/who"},
        {BEST "'agent':'deep thought'}", bad, NULL, "/agent"},
        {BEST "'agent':''}", bad, NULL, "/agent"},
        {BEST "'agent':7}", bad, NULL, "/agent"},
        {BEST "'nodes':0}", bad, NULL, "/nodes"},
        {BEST "'nodes':-1}", bad, NULL, "/nodes"},
        {BEST "'nodes':1.5}", bad, NULL, "/nodes"},
        {BEST "'nodes':'many'}", bad, NULL, "/nodes"},
        {BEST "'nodes':1000000000001}", "LIMIT", NULL, "/nodes"},
        {BEST "'rollouts':0}", bad, NULL, "/rollouts"},
        {BEST "'rollouts':1000000000001}", "LIMIT", NULL, "/rollouts"},
        {BEST "'budget_ms':0}", bad, NULL, "/budget_ms"},
        {BEST "'budget_ms':3600001}", "LIMIT", NULL, "/budget_ms"},
        {BEST "'objective':'round'}", bad, NULL, "/objective"},
        {BEST "'objective':7}", bad, NULL, "/objective"},
        {BEST "'acts_per_tick':0}", bad, NULL, "/acts_per_tick"},
        {BEST "'acts_per_tick':101}", "LIMIT", NULL, "/acts_per_tick"},
        {BEST "'seed':7}", bad, NULL, "/seed"},
        {BEST "'rng':'x'}", bad, NULL, "/rng"},
        {BEST "'progress':1}", bad, NULL, "/progress"},
        {BEST "'action':7}", "BAD_ACTION", NULL, "/action"},
        {BEST "'action':{'blank':'Sideways'}}", "BAD_ACTION", NULL, "/action"},
        {BEST "'action':{'blank':'Down'}}", "ILLEGAL_ACTION", "OFF_BOARD", "/action"},
    };
    (void)unused;
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i].request);
        ask_expect_error(list[i].code, list[i].reason, list[i].at);
    }
}

/* The message lists what the agent knows. */
static void test_unknown_objective(void **unused) {
    (void)unused;
    ask(BEST "'objective':'round'}");
    assert_string_equal(ask_string("error/message"),
                        "solver knows no objective 'round'; it must be one of game");
    ask(BEST "'objective':'%0200d'}", 7);
    ask_expect_error("BAD_REQUEST", NULL, "/objective");
}

/* The message lists the agents, however strange the name is that was asked for. */
static void test_unknown_agents(void **unused) {
    char name[200];
    (void)unused;
    ask(BEST "'agent':'deep thought'}");
    assert_non_null(strstr(ask_string("error/message"), "'deep thought'"));
    assert_non_null(strstr(ask_string("error/message"), "random, greedy"));
    memset(name, 'x', sizeof name);
    for (size_t length = 60; length < sizeof name; length += 3) {
        ask(BEST "'agent':'%.*s'}", (int)length, name);
        assert_non_null(strstr(ask_string("error/message"), "solver"));
    }
    ask(BEST
        "'agent':'\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b"
        "\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b"
        "\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b\\u001b'}");
    assert_non_null(strstr(ask_string("error/message"), "solver"));
}

/* What is standard or absent is taken. */
static void test_taken(void **unused) {
    static const char *const list[] = {
        BEST "'objective':'game'}",
        BEST "'objective':null,'agent':null,'who':null,'action':null,'nodes':null,'seed':null}",
        BEST "'acts_per_tick':1}",
        BEST "'acts_per_tick':100}",
        BEST "'nodes':1000000000000}",
        BEST "'nodes':5,'rollouts':5,'budget_ms':5}",
        BEST "'budget_ms':3600000}",
        BEST "'action':{'who':0,'action':{'blank':'Up'}}}",
    };
    (void)unused;
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i]);
        ask_expect("best", "{'blank':'Right'}");
    }
}

static int never(void *self) {
    (void)self;
    return 0;
}

static int heard;

static void hear(void *self, const char *line, size_t length) {
    (void)self, (void)length;
    assert_non_null(strstr(line, "\"event\":\"progress\""));
    heard++;
}

/* A request that is stopped is answered with the best so far. */
static void test_stopped(void **unused) {
    static const char hard[] =
        "{'id':7,'cmd':'best','progress':true,'nodes':1000000000000,'state':" ASK_HEAD
        "'rows':5,'cols':5,'tiles':[0,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,"
        "1]}}";
    (void)unused;
    tw_watch(ask_engine, never, NULL);
    ask("%s", hard);
    ask_expect("ok", "true");
    ask_expect("diagnostics/stopped", "true");
    ask_expect("diagnostics/exact", "false");
    ask_expect("count", "2");
    for (int i = 0; i < 2; i++) {
        char path[32];
        snprintf(path, sizeof path, "candidates/%d/value", i);
        assert_true(json_number_value(ask_part(path)) > -10000);
    }
    tw_watch(ask_engine, NULL, NULL);
    ask(BEST "'nodes':100}");
    ask_expect("diagnostics/stopped", "false");
}

/* Long thought reports its progress if that is asked for. */
static void test_progress(void **unused) {
    static const char *const asks[] = {"", ",'progress':true"};
    (void)unused;
    tw_listen(ask_engine, hear, NULL);
    for (int i = 0; i < 2; i++) {
        heard = 0;
        ask("{'cmd':'best','budget_ms':1500,'state':" ASK_HEAD
            "'rows':5,'cols':5,'tiles':[0,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,"
            "4,3,2,1]}%s}",
            asks[i]);
        ask_expect("ok", "true");
        assert_int_equal(heard > 0, i > 0);
    }
    tw_listen(ask_engine, NULL, NULL);
}

/* Writes a board of lines of which every second row has balls, with a way along its side. */
static void write_large(char *line, size_t capacity) {
    int at = snprintf(line, capacity,
                      "{'cmd':'best','agent':'greedy','state':{'state_version':1,"
                      "'ruleset_id':'lines_v1','config':{'rows':%d,'cols':%d},'board':[",
                      LARGE_SIDE, LARGE_SIDE);
    for (int row = 0; row < LARGE_SIDE; row++) {
        at += snprintf(line + at, capacity - (size_t)at, "%s'", row ? "," : "");
        for (int col = 0; col < LARGE_SIDE; col++)
            line[at++] = row % 2 || col == 0 ? '.' : "RGBNMYC"[(col * 3 + row) % 7];
        line[at++] = '\'';
    }
    snprintf(line + at, capacity - (size_t)at, "],'next_balls':['Red','Red','Red']}}");
}

/* More candidates than fit into an answer: the best of them are there, and how many there are. */
static void test_many_candidates(void **unused) {
    static char line[1 << 12];
    (void)unused;
    write_large(line, sizeof line);
    ask("%s", line);
    ask_expect("ok", "true");
    size_t count = (size_t)json_integer_value(ask_part("count"));
    size_t listed = json_array_size(ask_part("candidates"));
    assert_true(count == 112 * 113 && listed < count && listed > 5000);
    assert_true(json_is_object(ask_part("diagnostics")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer),
        cmocka_unit_test(test_shorthand),
        cmocka_unit_test(test_not_searched),
        cmocka_unit_test(test_feedback),
        cmocka_unit_test(test_every_agent),
        cmocka_unit_test(test_meanings),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_unknown_objective),
        cmocka_unit_test(test_unknown_agents),
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_many_candidates),
    };
    return cmocka_run_group_tests_name("engine best", tests, ask_open, ask_close);
}
