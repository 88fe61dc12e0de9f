/* The command match of the protocol: its answer, what it refuses and where, progress, and being
 * cancelled. What a match is, is tested in match_threads_test.c. */
#include "tests/support/ask.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define MATCH "{'cmd':'match','game':'azul','agents':['greedy','random'],"
#define FOREVER MATCH "'games':1000000}"

static double number(const char *path) {
    if (!json_is_number(ask_part(path))) fail_msg("%s is no number in %s", path, ask_answer);
    return json_number_value(ask_part(path));
}

static void test_several_seats(void **unused) {
    (void)unused;
    ask("{'id':3,'cmd':'match','game':'azul','agents':['greedy:50n','random'],'games':21,"
        "'seed':'x'}");
    ask_expect("id", "3");
    ask_expect("ok", "true");
    ask_expect("match", "{'game':'azul','params':{'players':2,'max_rounds':50},'players':2,"
                        "'acts_per_tick':4,'seed':'x'}");
    assert_null(ask_part("game")); /* or it would look like a record */
    ask_expect("games", "22");     /* whole pairs */
    ask_expect("group", "2");
    ask_expect("stopped", "false");
    ask_expect("agents/0/agent", "'greedy:50n'");
    ask_expect("agents/1/agent", "'random'");
    assert_int_equal(json_array_size(ask_part("agents")), 2);
    for (int i = 0; i < 2; i++) {
        static const char *const numbers[] = {"mean_score", "ci95",       "mean_acts", "points",
                                              "elo",        "ms_per_act", "ms_p99"};
        char path[64];
        for (size_t k = 0; k < ASK_COUNT(numbers); k++) {
            snprintf(path, sizeof path, "agents/%d/%s", i, numbers[k]);
            number(path);
        }
        snprintf(path, sizeof path, "agents/%d/difference", i);
        assert_null(ask_part(path));
    }
    assert_true(number("agents/0/wins") + number("agents/0/draws") + number("agents/0/losses") ==
                22);
    assert_true(number("agents/0/wins") == number("agents/1/losses"));
    double points = number("agents/0/wins") + number("agents/0/draws") / 2;
    assert_true(number("agents/0/points") - points / 22 < 1e-4);
    assert_true(number("agents/0/points") - points / 22 > -1e-4);
    assert_true(number("agents/0/elo") >= number("agents/0/elo_ci95/0"));
    assert_true(number("agents/0/elo") <= number("agents/0/elo_ci95/1"));
}

static void test_one_seat(void **unused) {
    (void)unused;
    ask("{'cmd':'match','game':'slide','agents':['random','solver:2000n','random'],'games':3,"
        "'params':{'rows':2,'cols':2}}");
    ask_expect("match/players", "1");
    ask_expect("games", "9");
    ask_expect("group", "3");
    ask_expect("agents/1/wins", "3");
    ask_expect("agents/0/difference", "0");
    ask_expect("agents/2/difference", "0"); /* the same luck, and its own, as the first */
    ask_expect("agents/2/difference_ci95", "0");
    assert_true(number("agents/1/mean_score") - number("agents/0/mean_score") -
                    number("agents/1/difference") <
                1e-3);
    assert_null(ask_part("agents/0/elo"));
    assert_null(ask_part("sprt"));
    ask("{'cmd':'match','game':'slide','agents':['solver'],'games':1,'params':{'rows':2,'cols':2}"
        "}");
    ask_expect("agents/0/ci95", "null"); /* one game has no interval */
}

static void test_players(void **unused) {
    (void)unused;
    ask("{'cmd':'match','game':'falls','agents':['random','random'],'games':1}");
    ask_expect("match/players", "2");
    ask("{'cmd':'match','game':'falls','agents':['random','random'],'games':1,"
        "'params':{'players':1,'viruses':4},'acts_per_tick':2}");
    ask_expect("match/players", "1");
    ask_expect("match/params/viruses", "4");
    ask_expect("match/acts_per_tick", "2");
    ask("{'cmd':'match','game':'falls','agents':['random','random'],'games':1,'params':{'players':"
        "3}}");
    ask_expect("games", "6");
}

/* The answer without its times. */
static void keep(char out[ASK_KEPT_BYTES]) {
    for (size_t i = 0; i < json_array_size(ask_part("agents")); i++) {
        json_t *agent = json_array_get(ask_part("agents"), i);
        json_object_del(agent, "ms_per_act");
        json_object_del(agent, "ms_p99");
    }
    ask_keep(out, "");
}

/* The answer has the seed that plays the match again. */
static void test_seed_is_told(void **unused) {
    (void)unused;
    char rng[ASK_KEPT_BYTES];
    ask(MATCH "'games':2}");
    ask_expect("match/seed", "''");
    ask(MATCH "'games':2,'seed':null}");
    ask_expect("match/seed", "''");
    ask(MATCH "'games':2,'seed':'a\\\\ \\n'}");
    ask_expect("match/seed", "'a\\\\ \\n'");
    ask("{'cmd':'new','game':'azul','seed':'x'}");
    ask_keep(rng, "rng");
    ask(MATCH "'games':2,'seed':'x','rng':%s}", rng);
    ask_expect("match/seed", "null");
}

static void test_seeds(void **unused) {
    char first[ASK_KEPT_BYTES], again[ASK_KEPT_BYTES];
    (void)unused;
    ask(MATCH "'games':6}");
    keep(first);
    ask(MATCH "'games':6,'seed':''}");
    keep(again);
    assert_string_equal(first, again);
    ask(MATCH "'games':6,'seed':'x'}");
    keep(again);
    assert_string_not_equal(first, again);
}

static void test_sprt(void **unused) {
    (void)unused;
    ask("{'cmd':'match','game':'azul','agents':['random','random'],'games':4000,'sprt':[300,500]}");
    ask_expect("sprt/verdict", "'H0'");
    ask_expect("sprt/elo0", "300");
    ask_expect("sprt/elo1", "500");
    assert_true(number("sprt/llr") < -2.9 && number("games") < 4000);
    ask("{'cmd':'match','game':'azul','agents':['random','random'],'games':4000,"
        "'sprt':[-500,-300]}");
    ask_expect("sprt/verdict", "'H1'");
    ask(MATCH "'games':2,'sprt':[0,1]}");
    ask_expect("sprt/verdict", "null");
    ask("{'cmd':'match','game':'azul','agents':['random','rollout:2000n'],'games':32,"
        "'sprt':[0,100]}");
    ask_expect("sprt/verdict", "'H0'"); /* by the look at the end */
    ask_expect("games", "32");
}

static void test_refusals(void **unused) {
    (void)unused;
    static const struct {
        const char *request, *code, *at;
    } refusals[] = {
        {"{'cmd':'match'}", "BAD_REQUEST", NULL},
        {"{'cmd':'match','game':'chess','agents':['random']}", "BAD_REQUEST", "/game"},
        {"{'cmd':'match','game':'azul'}", "BAD_REQUEST", ""},
        {"{'cmd':'match','game':'azul','agents':'random'}", "BAD_REQUEST", "/agents"},
        {"{'cmd':'match','game':'azul','agents':[]}", "BAD_REQUEST", "/agents"},
        {"{'cmd':'match','game':'azul','agents':['random']}", "BAD_REQUEST", "/agents"},
        {"{'cmd':'match','game':'slide','agents':['random',7]}", "BAD_REQUEST", "/agents/1"},
        {"{'cmd':'match','game':'azul','agents':['random','solver']}", "BAD_REQUEST", "/agents/1"},
        {"{'cmd':'match','game':'azul','agents':['random','random:']}", "BAD_REQUEST", "/agents/1"},
        {"{'cmd':'match','game':'azul','agents':['random','random:0n']}", "BAD_REQUEST",
         "/agents/1"},
        {"{'cmd':'match','game':'azul','agents':['random','random:1h']}", "BAD_REQUEST",
         "/agents/1"},
        {"{'cmd':'match','game':'azul','agents':['random','random:3601s']}", "BAD_REQUEST",
         "/agents/1"},
        {"{'cmd':'match','game':'azul','agents':['','random']}", "BAD_REQUEST", "/agents/0"},
        {"{'cmd':'match','game':'azul','agents':['random\\u0000','random']}", "BAD_REQUEST",
         "/agents/0"},
        {"{'cmd':'match','game':'falls','agents':['random','random','random','random'],"
         "'params':{'players':3}}",
         "BAD_REQUEST", "/agents"},
        {MATCH "'games':0}", "BAD_REQUEST", "/games"},
        {MATCH "'games':1.5}", "BAD_REQUEST", "/games"},
        {MATCH "'games':'many'}", "BAD_REQUEST", "/games"},
        {MATCH "'games':1000001}", "LIMIT", "/games"},
        {MATCH "'acts_per_tick':0}", "BAD_REQUEST", "/acts_per_tick"},
        {MATCH "'acts_per_tick':101}", "LIMIT", "/acts_per_tick"},
        {MATCH "'seed':7}", "BAD_REQUEST", "/seed"},
        {MATCH "'progress':7}", "BAD_REQUEST", "/progress"},
        {MATCH "'params':{'players':9}}", "BAD_REQUEST", "/params/players"},
        {MATCH "'params':{'rows':9}}", "BAD_REQUEST", "/params/rows"},
        {MATCH "'params':7}", "BAD_REQUEST", "/params"},
        {MATCH "'sprt':7}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':[]}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':[1]}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':[1,1]}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':[0,1001]}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':[-1001,0]}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':[0,1,2]}", "BAD_REQUEST", "/sprt"},
        {MATCH "'sprt':{'elo0':0,'elo1':1}}", "BAD_REQUEST", "/sprt"},
        {"{'cmd':'match','game':'lines','agents':['random','random'],'sprt':[0,1]}", "BAD_REQUEST",
         "/agents"},
    };
    for (size_t i = 0; i < ASK_COUNT(refusals); i++) {
        ask("%s", refusals[i].request);
        ask_expect_error(refusals[i].code, NULL, refusals[i].at);
    }
    ask("{'cmd':'match','game':'slide','agents':['greedi']}");
    assert_non_null(strstr(ask_string("error/message"), "it must be one of random, greedy"));
    assert_non_null(strstr(ask_string("error/message"), "solver"));
}

/* The longest agent that is read, made of what takes most space to show. */
static void test_hostile_agents(void **unused) {
    (void)unused;
    char agent[1024] = "";
    for (int count = 1; count <= 100; count++) {
        strcat(agent, "\\u0001");
        ask("{'cmd':'match','game':'azul','agents':['%s','random']}", agent);
        ask_expect_error("BAD_REQUEST", NULL, "/agents/0");
        ask("{'cmd':'match','game':'azul','agents':['random','random:%s']}", agent);
        ask_expect_error("BAD_REQUEST", NULL, "/agents/1");
    }
}

static int heard;

static void hear(void *self, const char *line, size_t length) {
    (void)self, (void)length;
    assert_non_null(strstr(line, " of 1000000 games"));
    heard++;
}

static int after_two_lines(void *self) {
    (void)self;
    return heard < 2;
}

static int never(void *self) {
    (void)self;
    return 0;
}

/* A cancelled match tells what was played so far; before that, there is nothing to tell. */
static void test_cancel(void **unused) {
    (void)unused;
    heard = 0;
    tw_listen(ask_engine, hear, NULL);
    tw_watch(ask_engine, after_two_lines, NULL);
    ask(MATCH "'games':1000000,'progress':true}");
    ask_expect("ok", "true");
    ask_expect("stopped", "true");
    assert_true(number("games") > 0 && number("games") < 1000000);
    assert_true(number("agents/0/games") == number("games"));
    tw_watch(ask_engine, never, NULL);
    ask(FOREVER);
    ask_expect_error("CANCELLED", NULL, NULL);
    tw_watch(ask_engine, NULL, NULL);
    tw_listen(ask_engine, NULL, NULL);
}

static atomic_bool answered;

static void *cancel(void *unused) {
    (void)unused;
    while (!atomic_load(&answered)) tw_cancel(ask_engine, NULL, 0);
    return NULL;
}

static void test_cancel_from_a_thread(void **unused) {
    pthread_t thread;
    (void)unused;
    assert_int_equal(pthread_create(&thread, NULL, cancel, NULL), 0);
    ask(FOREVER);
    atomic_store(&answered, true);
    pthread_join(thread, NULL);
    if (ask_part("ok") == json_true()) ask_expect("stopped", "true");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_seats), cmocka_unit_test(test_one_seat),
        cmocka_unit_test(test_players),       cmocka_unit_test(test_seed_is_told),
        cmocka_unit_test(test_seeds),         cmocka_unit_test(test_sprt),
        cmocka_unit_test(test_refusals),      cmocka_unit_test(test_hostile_agents),
        cmocka_unit_test(test_cancel),        cmocka_unit_test(test_cancel_from_a_thread),
    };
    return cmocka_run_group_tests_name("engine match", tests, ask_open, ask_close);
}
