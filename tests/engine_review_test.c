/* The command `review`: its answer for every game, the same each time; what it refuses and where;
 * what is left when it is stopped; and that no answer is too long. */
#include "tests/support/ask.h"
#include "tests/support/ask_play.h"
#include "tests/support/often.h"
#include <stdbool.h>

#define HEAD "{'game':'slide','params':{'rows':2,'cols':2}"
/* The blank goes home by Right; Up and Down again are two moves too many. */
#define RECORD                                                                                     \
    HEAD                                                                                           \
        ",'events':[{'who':'chance','action':{'blank_to':[1,0]}},"                                 \
        "{'who':'chance','action':{'tile':1}},{'blank':'Up'},{'blank':'Down'},{'blank':'Right'}]}"
#define REVIEW "{'cmd':'review','record':" RECORD ","

static void test_answer(void **unused) {
    (void)unused;
    ask(REVIEW "'nodes':1000}");
    ask_expect("review", "{'game':'slide','params':{'rows':2,'cols':2,'blank_first':0,"
                         "'difficulty':0},'moves':3}");
    ask_expect("count", "3");
    ask_expect("moves/0", "{'move':0,'who':0,'action':{'blank':'Up'},'value':-3,"
                          "'best':{'blank':'Right'},'best_value':-1,'delta':2,'stderr':0,"
                          "'grade':'OKAY','stability':1,'exact':true,'solved':false,"
                          "'forced':false,'standing':-3,'feedback':[]}");
    ask_expect("moves/1/delta", "0");
    ask_expect("moves/1/grade", "'EXCELLENT'");
    ask_expect("moves/2/standing", "-3");
    ask_expect("turning_points/0/kind", "'LOSS'");
    ask_expect("turning_points/0/move", "0");
    ask_expect("turning_points/0/best", "{'blank':'Right'}");
    assert_int_equal(json_array_size(ask_part("turning_points")), 1);
    /* (100 * 2^(-2 / 2.5) + 200) / 3 */
    assert_non_null(strstr(ask_answer, "\"accuracy\":[85.8116],\"seats\":[{\"accuracy\":85.8116,"
                                       "\"mean_loss\":0.6667,\"loss\":2,\"moves\":3,"));
    ask_expect("seats/0/graded", "3");
    ask_expect("seats/0/forced", "0");
    ask_expect("seats/0/grades", "{'EXCELLENT':2,'GOOD':0,'OKAY':1,'MISS':0}");
    ask_expect("over", "true");
    ask_expect("scores", "[-3]");
    ask_expect("winners", "[0]");
    ask_expect("diagnostics/agent", "'solver'");
    ask_expect("diagnostics/objective", "'game'");
    ask_expect("diagnostics/stopped", "false");
    assert_true(json_is_integer(ask_part("diagnostics/elapsed_ms")));
}

/* The text of a file is a record, too, and a game need not be over, nor begun. */
static void test_records(void **unused) {
    (void)unused;
    ask("{'cmd':'review','record':'{\\\"game\\\":\\\"slide\\\",\\\"params\\\":{\\\"rows\\\":2,"
        "\\\"cols\\\":2}}\\n{\\\"blank_to\\\":[1,0]}\\n{\\\"tile\\\":1}\\n{\\\"blank\\\":"
        "\\\"Up\\\"}'}");
    ask_expect("count", "1");
    ask_expect("over", "false");
    ask_expect("moves/0/delta", "2");
    ask("{'cmd':'review','record':" HEAD ",'events':[]}}");
    ask_expect("ok", "true");
    ask_expect("moves", "[]");
    ask_expect("turning_points", "[]");
    ask_expect("accuracy", "[null]");
    ask_expect("seats/0/mean_loss", "null");
}

/* An agent that does not search gives no grades. */
static void test_not_searched(void **unused) {
    (void)unused;
    ask(REVIEW "'agent':'random'}");
    ask_expect("moves/0", "{'move':0,'who':0,'action':{'blank':'Up'},'value':null,"
                          "'best':{'blank':'Up'},'best_value':null,'delta':null,'stderr':null,"
                          "'grade':null,'stability':null,'exact':false,'solved':false,"
                          "'forced':false,'standing':null,'feedback':[]}");
    ask_expect("accuracy", "[null]");
    ask_expect("turning_points", "[]");
}

static char *keep_answer(void) {
    char *kept = strdup(ask_answer), *at = kept ? strstr(kept, "\"elapsed_ms\":") : NULL;
    assert_non_null(at);
    *at = '\0';
    return kept;
}

/* Plays some moves of a game. Returns a request to review it, with more fields; the caller frees
 * it.
 */
static char *review_of(const char *game, size_t moves, const char *fields) {
    static struct ask_play play;
    ask_begin_play(&play, game);
    json_t *record = json_object(), *events = json_deep_copy(ask_part("events"));
    json_object_set_new(record, "game", json_pack("s", game));
    json_object_set(record, "params", ask_part("params"));
    for (size_t i = 0; i < moves && ask_move(&play, i, ""); i++) {
        json_array_extend(events, ask_part("events"));
        ask_keep_play(&play);
    }
    json_object_set_new(record, "events", events);
    char *dump = json_dumps(record, JSON_COMPACT);
    size_t capacity = strlen(dump) + strlen(fields) + 100;
    char *request = malloc(capacity);
    snprintf(request, capacity, "{\"cmd\":\"review\",\"record\":%s,%s}", dump, fields);
    ask_quote(request);
    free(dump);
    json_decref(record);
    return request;
}

/* Random moves of every game: each has a grade or was forced, and the answer is always the same. */
static void test_every_game(void **unused) {
    (void)unused;
    for (size_t g = 0; g < ASK_COUNT(ask_games); g++) {
        char *request = review_of(ask_games[g], (size_t)often(10, 16), "'nodes':60");
        size_t i;
        json_t *move;
        ask_bytes(request, strlen(request));
        ask_expect("ok", "true");
        assert_true(json_array_size(ask_part("moves")) >= 4);
        json_array_foreach(ask_part("moves"), i, move) {
            assert_true(json_is_string(json_object_get(move, "grade")));
            assert_true(json_is_number(json_object_get(move, "standing")) ||
                        json_is_true(json_object_get(move, "forced")));
        }
        char *first = keep_answer();
        ask_bytes(request, strlen(request));
        char *second = keep_answer();
        assert_string_equal(first, second);
        free(first);
        free(second);
        free(request);
    }
}

static void test_refusals(void **unused) {
    static const char bad[] = "BAD_REQUEST";
    static const struct {
        const char *request, *code, *reason, *at;
    } list[] = {
        {"{'cmd':'review'}", bad, NULL, NULL},
        {"{'cmd':'review','record':null}", bad, NULL, NULL},
        {"{'cmd':'review','record':7}", bad, NULL, NULL},
        {"{'cmd':'review','record':[]}", bad, NULL, NULL},
        {"{'cmd':'review','record':{}}", bad, NULL, NULL},
        {"{'cmd':'review','record':''}", bad, NULL, NULL},
        {"{'cmd':'review','record':'x'}", bad, NULL, NULL},
        {"{'cmd':'review','state':" ASK_BOARD "}", bad, NULL, NULL},
        {"{'cmd':'review','record':{'game':'chess','events':[]}}", bad, NULL, "/game"},
        {"{'cmd':'review','record':" HEAD ",'events':[{'blank':'Up'}]}}", "BAD_ACTION", NULL,
         "/events/0"},
        {"{'cmd':'review','record':" HEAD ",'events':[{'who':0,'action':{'blank':'Up'}}]}}",
         "ILLEGAL_ACTION", "NOT_YOUR_TURN", "/events/0"},
        {REVIEW "'agent':'deep thought'}", bad, NULL, "/agent"},
        {REVIEW "'agent':7}", bad, NULL, "/agent"},
        {REVIEW "'objective':'round'}", bad, NULL, "/objective"},
        {REVIEW "'objective':[]}", bad, NULL, "/objective"},
        {REVIEW "'nodes':0}", bad, NULL, "/nodes"},
        {REVIEW "'rollouts':1000000000001}", "LIMIT", NULL, "/rollouts"},
        {REVIEW "'budget_ms':3600001}", "LIMIT", NULL, "/budget_ms"},
        {REVIEW "'acts_per_tick':101}", "LIMIT", NULL, "/acts_per_tick"},
        {REVIEW "'seed':7}", bad, NULL, "/seed"},
        {REVIEW "'rng':'x'}", bad, NULL, "/rng"},
        {REVIEW "'progress':1}", bad, NULL, "/progress"},
    };
    (void)unused;
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i].request);
        ask_expect_error(list[i].code, list[i].reason, list[i].at);
    }
}

static int patience;

static int wait_a_while(void *self) {
    (void)self;
    return patience-- > 0;
}

static int heard;

static void hear(void *self, const char *line, size_t length) {
    (void)self, (void)length;
    assert_non_null(strstr(line, "\"message\":\"move "));
    assert_non_null(strstr(line, " of "));
    heard++;
}

/* Cancelled, it is answered with the moves so far; without any it is CANCELLED. */
static void test_stopped(void **unused) {
    char *request = review_of("azul", 12, "'budget_ms':150,'progress':true");
    (void)unused;
    tw_watch(ask_engine, wait_a_while, NULL);
    tw_listen(ask_engine, hear, NULL);
    patience = 0;
    ask_bytes(request, strlen(request));
    ask_expect_error("CANCELLED", NULL, NULL);
    patience = 20; /* less than two calls for each move, and more than one move needs */
    ask_bytes(request, strlen(request));
    ask_expect("diagnostics/stopped", "true");
    long long count = json_integer_value(ask_part("count"));
    assert_true(count > 0 && count < json_integer_value(ask_part("review/moves")));
    tw_watch(ask_engine, NULL, NULL);
    free(request);
    request = review_of("azul", 3, "'budget_ms':150,'progress':true");
    heard = 0;
    ask_bytes(request, strlen(request));
    ask_expect("diagnostics/stopped", "false");
    assert_true(heard > 0);
    tw_listen(ask_engine, NULL, NULL);
    free(request);
}

/* A game as long as a request can be: the last moves are left out, and all are counted. */
static void test_long_game(void **unused) {
    static char request[TW_LINE_MAX];
    static const char head[] = "{\"cmd\":\"review\",\"agent\":\"greedy\",\"nodes\":1,\"record\":"
                               "{\"game\":\"slide\",\"params\":{\"rows\":2,\"cols\":2},\"events\":["
                               "{\"blank_to\":[1,0]},{\"tile\":3}";
    static const char *const moves[] = {",{\"blank\":\"Up\"}", ",{\"blank\":\"Down\"}"};
    size_t length = (size_t)snprintf(request, sizeof request, "%s", head), count = 0;
    (void)unused;
    for (; length < sizeof request - 40; count++)
        length +=
            (size_t)snprintf(request + length, sizeof request - length, "%s", moves[count % 2]);
    length += (size_t)snprintf(request + length, sizeof request - length, "]}}");
    ask_bytes(request, length);
    ask_expect("ok", "true");
    assert_int_equal(json_integer_value(ask_part("count")), (long long)count);
    assert_int_equal(json_integer_value(ask_part("review/moves")), (long long)count);
    assert_int_equal(json_integer_value(ask_part("seats/0/moves")), (long long)count);
    size_t listed = json_array_size(ask_part("moves"));
    assert_true(listed > 1000 && listed < count);
    assert_true(json_is_object(ask_part("diagnostics")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer),       cmocka_unit_test(test_records),
        cmocka_unit_test(test_not_searched), cmocka_unit_test(test_every_game),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_long_game),
    };
    return cmocka_run_group_tests(tests, ask_open, ask_close);
}
