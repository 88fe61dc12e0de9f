/* The command `merge`: searches that sample are added up, as if they were one; of others the
 * deepest is taken; what is proven wins; and what is not an answer to the question is refused. */
#include "tests/support/ask.h"
#include "tests/support/often.h"
#include <math.h>
#include <stdbool.h>

#define BEST "{'cmd':'best','state':%s,'who':0,"
#define TWO ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,0,5,7,8,6]}"
#define LINES                                                                                      \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5,'balls_per_turn':1},"  \
    "'board':['B....','..G..','.....','....R','RRRR.'],'next_balls':['Blue']}"

/* Nothing is to be gained at once, and no move is much better than another. */
#define QUIET                                                                                      \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5,'colors_count':3,"     \
    "'match_length':3,'balls_per_turn':1},'board':['R.G..','.....','.B..R','.....','G...B'],"      \
    "'next_balls':['Blue']}"

#define READY                                                                                      \
    "{'state_version':1,'ruleset_id':'lines_v1','board':['RRRR.....','....Y....','........R',"     \
    "'.........','.........','...B.....','.........','..G...C..','.........'],"                    \
    "'next_balls':['Blue','Cyan','Yellow']}"

enum { PARTS = 8 };
static const char usual[] = "{'from':[0,0],'to':[1,1]}";
static const char good[] = "{'from':[3,4],'to':[4,4]}", bad[] = "{'from':[1,2],'to':[1,3]}";

/* Asks, and keeps the answer. */
static json_t *think(const char *state, const char *how) {
    ask(BEST "%s}", state, how);
    ask_expect("ok", "true");
    return json_incref(ask_reply);
}

static json_t *parse(const char *text) {
    static char quoted[1 << 14];
    snprintf(quoted, sizeof quoted, "%s", text);
    ask_quote(quoted);
    json_t *value = json_loads(quoted, JSON_DECODE_ANY, NULL);
    assert_non_null(value);
    return value;
}

/* Merges answers, which are then gone; an action of NULL is none. */
static void merge(const char *state, const char *action, json_t **answers, int count) {
    json_t *request = json_object(), *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, answers[i]);
    json_object_set_new(request, "cmd", parse("'merge'"));
    json_object_set_new(request, "state", parse(state));
    json_object_set_new(request, "who", json_integer(0));
    if (action) json_object_set_new(request, "action", parse(action));
    json_object_set_new(request, "answers", list);
    char *text = json_dumps(request, JSON_COMPACT);
    ask_bytes(text, strlen(text));
    free(text);
    json_decref(request);
}

static double number_at(json_t *from, const char *key) {
    return json_number_value(json_object_get(from, key));
}

static json_t *candidate_of(json_t *answer, const char *action) {
    json_t *wanted = parse(action), *each, *found = NULL;
    size_t i;
    json_array_foreach(json_object_get(answer, "candidates"), i, each) {
        if (json_equal(json_object_get(each, "action"), wanted)) found = each;
    }
    json_decref(wanted);
    assert_non_null(found);
    return found;
}

static int64_t count_at(json_t *answer, const char *key) {
    return json_integer_value(json_object_get(json_object_get(answer, "diagnostics"), key));
}

/* Mean and error are those of all games together, by hand. */
static void test_added_up(void **unused) {
    (void)unused;
    json_t *two[] = {think(LINES, "'rollouts':300,'seed':'a','action':{'from':[1,2],'to':[1,3]}"),
                     think(LINES, "'rollouts':900,'seed':'b','action':{'from':[1,2],'to':[1,3]}")};
    json_t *a = candidate_of(two[0], bad), *b = candidate_of(two[1], bad);
    double n = number_at(a, "visits"), m = number_at(b, "visits");
    double value = (n * number_at(a, "value") + m * number_at(b, "value")) / (n + m);
    double error = hypot(n * number_at(a, "stderr"), m * number_at(b, "stderr")) / (n + m);
    int64_t rollouts = count_at(two[0], "rollouts") + count_at(two[1], "rollouts");
    int64_t nodes = count_at(two[0], "nodes") + count_at(two[1], "nodes");
    merge(LINES, bad, two, 2);
    json_t *both = candidate_of(ask_reply, bad);
    assert_true(fabs(number_at(both, "value") - value) < 1e-4);
    assert_true(fabs(number_at(both, "stderr") - error) < 1e-4);
    assert_true(number_at(both, "visits") == n + m);
    assert_int_equal(count_at(ask_reply, "rollouts"), rollouts);
    assert_int_equal(count_at(ask_reply, "nodes"), nodes);
}

/* The verdict is made anew: the same fields as `best`, with a grade, reasons and lines. */
static void test_verdict(void **unused) {
    (void)unused;
    json_t *parts[2], *whole = think(LINES, "'rollouts':400,'action':{'from':[1,2],'to':[1,3]}");
    for (int i = 0; i < 2; i++)
        parts[i] = think(LINES, i ? "'rollouts':200,'seed':'a','action':{'from':[1,2],'to':[1,3]}"
                                  : "'rollouts':200,'seed':'b','action':{'from':[1,2],'to':[1,3]}");
    merge(LINES, bad, parts, 2);
    const char *key;
    json_t *value;
    json_object_foreach(whole, key, value) assert_non_null(json_object_get(ask_reply, key));
    assert_int_equal(json_object_size(whole), json_object_size(ask_reply));
    json_decref(whole);
    ask_expect("best", good);
    ask_expect("line/0", good);
    ask_expect("user/action", bad);
    ask_expect("user/grade", "'MISS'");
    ask_expect("feedback/0/kind", "'POINTS_AT_ONCE'");
    ask_expect("diagnostics/agent", "'rollout'");
    assert_true(number_at(ask_reply, "confidence") > 0);
}

/* What speaks for the best act is made anew, too, if it was told. */
static void test_why(void **unused) {
    (void)unused;
    json_t *parts[2];
    for (int i = 0; i < 2; i++) parts[i] = think(READY, i ? "'nodes':60" : "'nodes':40");
    json_object_del(parts[0], "why");
    merge(READY, NULL, parts, 2);
    ask_expect("why/0/kind", "'LINE'");
    ask_expect("why/0/text", "'It makes a line: 5 Red vanish for 10 points.'");
    ask_expect("feedback", "[]");
}

/* Eight searches together are as good as one of their size: their values agree within their
 * errors, which are alike, and smaller than those of each. */
static void test_like_one(void **unused) {
    (void)unused;
    json_t *parts[PARTS];
    char how[96];
    double each = 0;
    int rollouts = often(400, 1000); /* of each */
    snprintf(how, sizeof how, "'rollouts':%d,'action':%s", rollouts * PARTS, usual);
    json_t *one = think(QUIET, how);
    for (int i = 0; i < PARTS; i++) {
        snprintf(how, sizeof how, "'rollouts':%d,'seed':'part %d','action':%s", rollouts, i, usual);
        parts[i] = think(QUIET, how);
        each += number_at(candidate_of(parts[i], usual), "stderr") / PARTS;
    }
    merge(QUIET, usual, parts, PARTS);
    json_t *large = candidate_of(one, usual), *merged = candidate_of(ask_reply, usual);
    double gap = number_at(merged, "value") - number_at(large, "value");
    double ratio = number_at(merged, "stderr") / number_at(large, "stderr");
    assert_true(fabs(gap) < 3 * hypot(number_at(merged, "stderr"), number_at(large, "stderr")));
    assert_true(ratio > 0.5 && ratio < 2);
    assert_true(number_at(merged, "stderr") < 0.5 * each);
    json_decref(one);
}

/* Agents that do not sample repeat themselves: two answers know no more than the deeper one. */
static void require_deepest(int many, int few) {
    char state[ASK_KEPT_BYTES], user[ASK_KEPT_BYTES];
    ask("{'cmd':'new','game':'azul','seed':'x'}");
    ask_keep(state, "state");
    ask("{'cmd':'legal','state':%s}", state);
    ask_keep(user, "movers/0/actions/5");
    char how[ASK_KEPT_BYTES + 64];
    json_t *parts[2];
    for (int i = 0; i < 2; i++) {
        snprintf(how, sizeof how, "'nodes':%d,'action':%s", i ? few : many, user);
        parts[i] = think(state, how);
    }
    json_t *deep = json_deep_copy(parts[0]);
    merge(state, user, parts, 2);
    static const char *const same[] = {"best", "value",    "chance",     "candidates",
                                       "line", "feedback", "confidence", "count"};
    for (size_t i = 0; i < ASK_COUNT(same); i++)
        assert_true(
            json_equal(json_object_get(ask_reply, same[i]), json_object_get(deep, same[i])));
    ask_expect("user/action", user);
    assert_true(
        json_equal(ask_part("user/line"), json_object_get(json_object_get(deep, "user"), "line")));
    json_decref(deep);
}

/* With few nodes most moves are not searched at all. */
static void test_deepest(void **unused) {
    (void)unused;
    require_deepest(30000, 1000);
    require_deepest(200, 100);
}

/* What one of them has proven, is proven. */
static void test_proven(void **unused) {
    (void)unused;
    json_t *parts[] = {think(TWO, "'agent':'greedy'"), think(TWO, "'agent':'greedy'")};
    json_t *first = json_array_get(json_object_get(parts[1], "candidates"), 1);
    json_object_set_new(json_object_get(parts[1], "diagnostics"), "exact", json_true());
    json_object_set_new(first, "exact", json_true());
    char best[ASK_KEPT_BYTES];
    char *dump = json_dumps(json_object_get(parts[1], "best"), JSON_COMPACT);
    snprintf(best, sizeof best, "%s", dump);
    free(dump);
    merge(TWO, NULL, parts, 2);
    ask_expect("best", best);
    ask_expect("confidence", "1");
    ask_expect("diagnostics/exact", "true");
    ask_expect("user", "null");
}

/* It is told which agents' answers can be added up. */
static void test_samples(void **unused) {
    (void)unused;
    ask("{'cmd':'games'}");
    json_t *game, *agent;
    size_t i, k, count = 0;
    json_array_foreach(ask_part("games"), i, game) {
        assert_true(json_is_string(json_object_get(game, "advisor")));
        json_array_foreach(json_object_get(game, "about"), k, agent) {
            const char *name = json_string_value(json_object_get(agent, "name"));
            bool samples = strcmp(name, "mcts") == 0 || strcmp(name, "rollout") == 0;
            assert_true(json_object_get(agent, "samples") == json_boolean(samples));
            count += samples;
        }
    }
    assert_true(count > 0);
}

/* In an exact value estimates do not count. */
static void test_exact_candidate(void **unused) {
    (void)unused;
    json_t *parts[] = {think(LINES, "'rollouts':200,'seed':'a'"),
                       think(LINES, "'rollouts':200,'seed':'b'")};
    json_t *one = candidate_of(parts[0], bad);
    json_object_set_new(one, "exact", json_true());
    json_object_set_new(one, "value", json_real(3.25));
    merge(LINES, NULL, parts, 2);
    one = candidate_of(ask_reply, bad);
    assert_true(number_at(one, "value") == 3.25 && number_at(one, "stderr") == 0);
    assert_true(json_is_true(json_object_get(one, "exact")));
}

/* An answer may list fewer candidates than there are: the rest was not searched. */
static void test_cut(void **unused) {
    (void)unused;
    json_t *one = think(LINES, "'rollouts':200"), *list = json_object_get(one, "candidates");
    size_t all = json_array_size(list);
    while (json_array_size(list) > 3) json_array_remove(list, 3);
    merge(LINES, NULL, &one, 1);
    assert_int_equal(json_array_size(ask_part("candidates")), all);
    ask_expect("candidates/3/visits", "0");
    ask_expect("candidates/3/stderr", "null");
}

/* Changes an answer at a path, and expects that it is refused there. */
static void refuse(const char *path, const char *key, const char *value, const char *at) {
    json_t *two[] = {think(LINES, "'rollouts':50"), think(LINES, "'rollouts':50")};
    json_t *before = ask_reply;
    ask_reply = two[1];
    json_t *part = *path ? ask_part(path) : two[1];
    ask_reply = before;
    if (json_is_array(part))
        json_array_append_new(part, parse(value));
    else if (value)
        json_object_set_new(part, key, parse(value));
    else
        json_object_del(part, key);
    merge(LINES, NULL, two, 2);
    ask_expect_error("BAD_REQUEST", NULL, at);
}

static void test_refusals(void **unused) {
    (void)unused;
    refuse("", "who", "1", "/answers/1");
    refuse("", "candidates", "[]", "/answers/1");
    refuse("", "diagnostics", NULL, "/answers/1");
    refuse("", "best", "{'from':[0,0],'to':[0,0]}", "/answers/1/best");
    refuse("", "best", bad, "/answers/1/best");
    json_t *one = think(LINES, "'rollouts':50");
    json_t *lists = json_array_get(json_object_get(one, "candidates"), 0);
    json_object_set_new(one, "candidates", json_pack("{s:O}", "first", lists));
    merge(LINES, NULL, &one, 1);
    ask_expect_error("BAD_REQUEST", NULL, "/answers/0/candidates");
}

/* A line must be play from the best act on. */
static void test_bad_lines(void **unused) {
    (void)unused;
    static const char *const lines[] = {"[{'from':[1,2],'to':[1,3]}]", "[7]", "'x'", "{'a':1}",
                                        "[{'from':[3,4],'to':[4,4]},{'from':[0,0],'to':[0,0]}]"};
    static const char *const places[] = {"/answers/0/line/0", "/answers/0/line/0",
                                         "/answers/0/line", "/answers/0/line", "/answers/0/line/1"};
    for (size_t i = 0; i < ASK_COUNT(lines); i++) {
        json_t *one = think(LINES, "'rollouts':50");
        ask_expect("best", good);
        json_object_set_new(one, "line", parse(lines[i]));
        merge(LINES, NULL, &one, 1);
        ask_expect_error("BAD_REQUEST", NULL, places[i]);
    }
}

static void test_bad_candidates(void **unused) {
    (void)unused;
    refuse("candidates/1", "visits", "-1", "/answers/1/candidates/1");
    refuse("candidates/1", "visits", "1.5", "/answers/1/candidates/1");
    refuse("candidates/1", "value", "'high'", "/answers/1/candidates/1");
    refuse("candidates/1", "value", "1e300", "/answers/1/candidates/1");
    refuse("candidates/1", "stderr", "-1", "/answers/1/candidates/1");
    refuse("candidates/1", "exact", "null", "/answers/1/candidates/1");
    refuse("candidates/1", "action", "{'from':[0,0],'to':[9,9]}", "/answers/1/candidates/1");
    refuse("candidates/1", "action", NULL, "/answers/1/candidates/1");
    refuse("diagnostics", "agent", "'mcts'", "/answers/1");
    refuse("diagnostics", "nodes", "-5", "/answers/1");
}

static void test_bad_requests(void **unused) {
    (void)unused;
    ask("{'cmd':'merge','state':" TWO "}");
    ask_expect_error("BAD_REQUEST", NULL, NULL);
    ask("{'cmd':'merge','state':" TWO ",'answers':[]}");
    ask_expect_error("BAD_REQUEST", NULL, "/answers");
    ask("{'cmd':'merge','state':" TWO ",'answers':[7]}");
    ask_expect_error("BAD_REQUEST", NULL, "/answers/0");
    ask("{'cmd':'merge','answers':[7]}");
    ask_expect_error("BAD_REQUEST", NULL, NULL);
    ask("{'cmd':'merge','state':" ASK_SOLVED ",'answers':[7]}");
    ask_expect_error("GAME_OVER", NULL, NULL);
    json_t *one = think(TWO, "'nodes':100");
    merge(TWO, "{'blank':'Sideways'}", &one, 1);
    ask_expect_error("BAD_ACTION", NULL, "/action");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_added_up),
        cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_like_one),
        cmocka_unit_test(test_deepest),
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_exact_candidate),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_bad_candidates),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_samples),
    };
    return cmocka_run_group_tests_name("engine merge", tests, ask_open, ask_close);
}
