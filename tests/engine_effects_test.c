/* What events tell, through tw_request: their effects, and what is hidden from a seat. That the
 * effects are true is tested by conform; here it is that the protocol passes them on, whatever the
 * wording. */
#include "tests/support/ask_play.h"

static const char bad[] = "BAD_REQUEST";

/* Counts the events whose action is null, of those that draw a next ball. */
static size_t count_hidden(void) {
    size_t i, hidden = 0;
    json_t *event;
    json_array_foreach(ask_part("events"), i, event) {
        json_t *act = json_object_get(event, "action");
        assert_non_null(act);
        hidden += json_is_null(act);
        if (json_is_null(act))
            assert_string_equal(json_string_value(json_object_get(event, "who")), "chance");
    }
    return hidden;
}

#define LINES_MOVE "'action':{'from':[0,0],'to':[0,4]},'seed':'a'"
#define LINES_NEW "{'cmd':'new','game':'lines','seed':'a','params':{'show_next_balls':0}"

static void test_hide(void **unused) {
    (void)unused;
    char hidden[ASK_KEPT_BYTES], found[ASK_KEPT_BYTES];
    ask("{'cmd':'apply','state':" ASK_LINES_KNOWN "," LINES_MOVE "}");
    assert_int_equal(json_array_size(ask_part("state/next_balls")), 3);
    assert_int_equal(count_hidden(), 0);
    ask_keep(found, "rng");
    ask("{'cmd':'apply','state':" ASK_LINES_KNOWN "," LINES_MOVE ",'who':0,'hide':true}");
    ask_expect("state/next_balls", "null");
    assert_int_equal(count_hidden(), 3);
    ask_expect("events/0/action", "{'from':[0,0],'to':[0,4]}");
    ask_expect("rng", found);
    ask_keep(hidden, "state");
    ask("{'cmd':'check','state':%s}", hidden); /* it is a state to go on with */
    ask_expect("valid", "true");
    ask(LINES_NEW "}");
    assert_int_equal(count_hidden(), 0);
    ask(LINES_NEW ",'hide':true,'who':0}");
    ask_expect("state/next_balls", "null");
    assert_true(count_hidden() > 0);
    ask("{'cmd':'apply','state':" ASK_LINES_KNOWN ",'actions':[],'who':0,'hide':false}");
    assert_int_equal(json_array_size(ask_part("state/next_balls")), 3);
}

/* A record with hidden events cannot be replayed, and says why. */
static void test_hide_in_replay(void **unused) {
    (void)unused;
    ask(LINES_NEW "}");
    char *events = json_dumps(ask_part("events"), JSON_COMPACT);
    json_t *known = json_incref(ask_part("state"));
    static const char record[] =
        "{'cmd':'replay','record':{'game':'lines','params':{'show_next_balls':0},'events':%s}%s}";
    char digest[ASK_KEPT_BYTES], found[ASK_KEPT_BYTES];
    ask(record, events, "");
    assert_true(json_equal(ask_part("state"), known));
    ask_keep(digest, "digest");
    ask(record, events, ",'who':0,'hide':true,'effects':true");
    ask_expect("state/next_balls", "null");
    assert_true(count_hidden() > 0);
    assert_string_not_equal(ask_keep(found, "digest"), digest); /* that would tell the colours */
    free(events);
    events = json_dumps(ask_part("events"), JSON_COMPACT);
    ask(record, events, "");
    assert_string_equal(ask_string("error/code"), "BAD_ACTION");
    assert_non_null(strstr(ask_string("error/message"), "hidden"));
    free(events);
    json_decref(known);
}

static void test_hide_refusals(void **unused) {
    (void)unused;
    static const struct {
        const char *request, *at;
    } list[] = {
        {ASK_NEW "'hide':true}", "/hide"},
        {ASK_NEW "'hide':true,'who':null}", "/hide"},
        {ASK_NEW "'hide':true,'who':1}", "/who"},
        {ASK_NEW "'hide':true,'who':'chance'}", "/who"},
        {ASK_NEW "'hide':true,'who':'me'}", "/who"},
        {ASK_NEW "'hide':1}", "/hide"},
        {ASK_APPLY "'actions':[],'hide':true}", "/hide"},
        {ASK_APPLY "'actions':[],'hide':true,'who':'clock'}", "/who"},
        {ASK_APPLY "'actions':[],'hide':'yes','who':0}", "/hide"},
        {ASK_REPLAY "{'game':'slide','events':[]},'hide':true}", "/hide"},
        {ASK_REPLAY "{'game':'slide','events':[]},'hide':true,'who':1}", "/who"},
        {"{'cmd':'scenario','game':'slide','hide':true}", "/hide"},
        {"{'cmd':'scenario','game':'slide','hide':true,'who':1}", "/who"},
        {ASK_NEW "'effects':1}", "/effects"},
        {ASK_APPLY "'actions':[],'effects':'all'}", "/effects"},
        {ASK_REPLAY "{'game':'slide','events':[]},'effects':[]}", "/effects"},
    };
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i].request);
        ask_expect_error(bad, NULL, list[i].at);
    }
    ask("{'cmd':'scenario','game':'slide','rows':2,'cols':2,'length':3,'hide':true,'who':0}");
    ask_expect("ok", "true");
}

/* Effects */

static void expect_effect(json_t *effect, json_int_t *points) {
    json_t *seat = json_object_get(effect, "seat"), *gain = json_object_get(effect, "points"),
           *routine = json_object_get(effect, "routine"), *spot;
    size_t i;
    assert_true(*json_string_value(json_object_get(effect, "kind")));
    assert_true(*json_string_value(json_object_get(effect, "text")));
    assert_true(json_is_array(json_object_get(effect, "spots")));
    json_array_foreach(json_object_get(effect, "spots"), i, spot)
        assert_true(json_is_integer(spot));
    assert_true(!gain || (seat && json_integer_value(gain) != 0));
    if (gain) points[json_integer_value(seat)] += json_integer_value(gain);
    assert_true(!routine || json_is_true(routine));
    assert_int_equal(json_object_size(effect),
                     3 + (seat != NULL) + (gain != NULL) + (routine != NULL));
}

/* Adds up the points that the answer's events tell of. */
static size_t add_effects(json_int_t *points) {
    size_t i, k, count = 0;
    json_t *event, *effect;
    json_array_foreach(ask_part("events"), i, event) {
        json_t *effects = json_object_get(event, "effects");
        assert_true(json_is_array(effects));
        assert_int_equal(json_object_size(event), 3);
        count += json_array_size(effects);
        json_array_foreach(effects, k, effect) expect_effect(effect, points);
    }
    return count;
}

static void expect_points(const json_int_t *points, json_t *before) {
    size_t seat;
    json_t *score;
    json_array_foreach(ask_part("scores"), seat, score) assert_int_equal(
        json_integer_value(score) - json_integer_value(json_array_get(before, seat)), points[seat]);
}

/* The answer's events tell how the scores changed. */
static size_t expect_told(json_t **scores) {
    json_int_t points[8] = {0};
    size_t told = add_effects(points);
    expect_points(points, *scores);
    json_decref(*scores);
    *scores = json_incref(ask_part("scores"));
    return told;
}

/* The record of it, effects and all, replays to the same events and state. */
static void expect_replay(const char *game, json_t *events, const char *state) {
    char *list = json_dumps(events, JSON_COMPACT), found[ASK_KEPT_BYTES];
    size_t size = strlen(list) + 256;
    char *request = malloc(size);
    assert_non_null(request);
    snprintf(request, size,
             "{\"cmd\":\"replay\",\"effects\":true,\"record\":{\"game\":\"%s\",\"events\":%s}}",
             game, list);
    ask_bytes(request, strlen(request));
    free(list), free(request);
    assert_true(json_equal(ask_part("events"), events));
    assert_string_equal(ask_keep(found, "state"), state);
}

static void test_effects(void **unused) {
    (void)unused;
    static struct ask_play play;
    for (size_t g = 0; g < ASK_COUNT(ask_games); g++) {
        ask("{'cmd':'new','game':'%s'}", ask_games[g]);
        json_t *scores = json_incref(ask_part("scores"));
        ask("{'cmd':'new','game':'%s','seed':'look','effects':true}", ask_games[g]);
        json_t *events = json_incref(ask_part("events"));
        size_t told = expect_told(&scores);
        ask_keep_play(&play);
        for (size_t move = 0; move < 40 && ask_move(&play, move, ",'effects':true"); move++) {
            told += expect_told(&scores);
            json_array_extend(events, ask_part("events"));
            ask_keep_play(&play);
        }
        assert_true(told > 0);
        expect_replay(ask_games[g], events, play.state);
        json_decref(events), json_decref(scores);
    }
}

/* A slide's click is several moves at once. */
static void test_effects_of_slide(void **unused) {
    (void)unused;
    json_int_t points[8] = {0};
    ask(ASK_APPLY "'action':{'click':[0,1]},'effects':true}");
    assert_true(add_effects(points) > 0);
    assert_int_equal(points[0], -2);
    ask(ASK_APPLY "'action':{'click':[0,1]}}");
    assert_null(ask_part("events/0/effects"));
    ask(ASK_REPLAY "{'game':'slide','events':[]},'effects':true}");
    ask_expect("events", "[]");
    ask(ASK_REPLAY "{'game':'slide','events':[]},'effects':false}");
    assert_null(ask_part("events"));
}

/* In lines the colours of the next turn go without saying, a ball that is moved does not. */
static void test_routine(void **unused) {
    (void)unused;
    ask("{'cmd':'new','game':'lines','seed':'look','params':{'initial_balls':0},'effects':true}");
    ask_expect("events/0/effects/0/kind", "\"NEXT\"");
    ask_expect("events/0/effects/0/routine", "true");
    ask(ASK_APPLY "'action':{'click':[0,1]},'effects':true}");
    assert_null(ask_part("events/0/effects/0/routine"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hide),
        cmocka_unit_test(test_hide_in_replay),
        cmocka_unit_test(test_hide_refusals),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_effects_of_slide),
        cmocka_unit_test(test_routine),
    };
    return cmocka_run_group_tests_name("engine effects", tests, ask_open, ask_close);
}
