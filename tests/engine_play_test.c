/* What each command of the protocol answers, through tw_request: the games, luck, records, states
 * in and out, clicks and pictures. */
#include "tests/support/ask.h"

/* One game of the list becomes the answer to look at. */
static void look_at_game(const char *name) {
    size_t index;
    json_t *game, *found = NULL;
    json_array_foreach(part("games"), index, game) {
        if (strcmp(json_string_value(json_object_get(game, "name")), name) == 0) found = game;
        assert_true(*json_string_value(json_object_get(game, "summary")));
        assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
        assert_true(json_is_array(json_object_get(game, "agents")));
    }
    assert_non_null(json_incref(found));
    json_decref(reply);
    reply = found;
}

static void test_games(void **unused) {
    (void)unused;
    say("{'cmd':'games'}");
    look_at_game("slide");
    expect("players", "[1,1]");
    json_object_del(part("params/rows"), "meaning");
    expect("params/rows", "{'standard':4,'min':2,'max':16}");
    assert_int_equal(json_object_size(part("params")), 4);
    expect("params/blank_first/max", "1");
    expect("params/difficulty/standard", "0");
    expect("agents", "['random','solver']");
}

static void test_new(void **unused) {
    (void)unused;
    char board[KEPT], again[KEPT];
    say(NEW "'seed':'monday','params':{'rows':3,'cols':5,'blank_first':1}}");
    expect("state/state_version", "1");
    expect("state/ruleset_id", "'slide_v1'");
    expect("state/scenario_seed", "null");
    expect("state/rows", "3");
    expect("state/cols", "5");
    expect("state/goal", "'blank_first'");
    expect("state/moves_made", "0");
    expect("params", "{'rows':3,'cols':5,'blank_first':1,'difficulty':0}");
    expect("actor", "0");
    expect("over", "false");
    assert_true(*string("rng"));
    keep(board, "state/tiles");
    say(NEW "'seed':'tuesday','params':{'rows':3,'cols':5,'blank_first':1}}");
    assert_string_not_equal(board, keep(again, "state/tiles"));
    say(NEW "'seed':''}"); /* any string; params have their standard values */
    expect("params", "{'rows':4,'cols':4,'blank_first':0,'difficulty':0}");
    expect("state/goal", "'blank_last'");
}

static void test_seed_limit(void **unused) {
    (void)unused;
    char seed[1026] = "";
    memset(seed, 'x', 1024);
    say(NEW "'seed':'%s'}", seed);
    expect("ok", "true");
    seed[1024] = 'x';
    say(NEW "'seed':'%s'}", seed);
    expect_error("LIMIT", NULL, NULL);
}

/* The answer to `legal` lets CHANCE alone move, with odds for each action. */
static void expect_chance(void) {
    size_t count = json_array_size(part("movers/0/actions"));
    assert_int_equal(json_array_size(part("movers")), 1);
    expect("movers/0/who", "'chance'");
    assert_true(count > 0);
    assert_int_equal(json_array_size(part("movers/0/weights")), count);
    for (size_t i = 0; i < count; i++)
        assert_true(json_integer_value(json_array_get(part("movers/0/weights"), i)) > 0);
}

/* Without luck the engine stops where CHANCE is to move, and takes one of its actions. */
static void test_chance_by_hand(void **unused) {
    (void)unused;
    static const char *const forms[] = {"'action':%s", "'who':'chance','action':%s",
                                        "'actions':[{'who':'chance','action':%s}]"};
    char state[KEPT], act[KEPT], form[KEPT + 64];
    say(NEW "'params':{'rows':2,'cols':3}}");
    expect("rng", "null");
    expect("events", "[]");
    for (int deal = 0; deal < 4; deal++) { /* the blank, three tiles; then two by parity */
        say("{'cmd':'legal','state':%s}", keep(state, "state"));
        expect("actor", "null");
        expect_chance();
        snprintf(form, sizeof form, forms[deal % 3], keep(act, "movers/0/actions/0"));
        say("{'cmd':'apply','state':%s,%s}", state, form);
        expect("rng", "null");
        expect("events/0/who", "'chance'");
        assert_int_equal(json_array_size(part("events")), 1);
    }
    say("{'cmd':'legal','state':%s}", keep(state, "state"));
    expect("actor", "0");
    expect("movers/0/who", "0");
    assert_null(part("movers/0/weights"));
}

/* A seed plays out all that is CHANCE's, the same way wherever it is brought. */
static void test_luck(void **unused) {
    (void)unused;
    char state[KEPT], events[KEPT], rng[KEPT], start[KEPT], found[KEPT];
    say(NEW "'seed':'a','params':{'rows':3}}");
    keep(state, "state"), keep(events, "events"), keep(rng, "rng");
    say(NEW "'params':{'rows':3}}");
    keep(start, "state");
    say("{'cmd':'apply','state':%s,'actions':[],'seed':'a'}", start);
    assert_string_equal(keep(found, "state"), state);
    assert_string_equal(keep(found, "events"), events);
    assert_string_equal(keep(found, "rng"), rng);
    say(NEW "'rng':%s,'seed':'a','params':{'rows':3}}", rng); /* rng before seed */
    assert_string_not_equal(keep(found, "state"), state);
    keep(state, "state"), keep(events, "rng");
    say("{'cmd':'apply','state':%s,'actions':[],'rng':%s}", start, rng);
    assert_string_equal(keep(found, "state"), state);
    assert_string_equal(keep(found, "rng"), events);
    say("{'cmd':'apply','state':%s,'actions':[],'rng':%s}", state, rng); /* no luck is needed */
    assert_string_equal(keep(found, "rng"), rng);
}

/* Luck that is due comes before the action, which then meets a complete board. */
static void test_luck_first(void **unused) {
    (void)unused;
    say("{'cmd':'apply','state':" HEAD SIZE3 "'tiles':[1,2,3,4,5,6,7,8,0],"
        "'scramble':{'left':1,'last':'Down'}},'seed':'a','action':{'blank':'Right'}}");
    expect("events", "[{'who':'chance','action':{'blank':'Left'}},"
                     "{'who':0,'action':{'blank':'Right'}}]");
    expect("over", "true");
    say("{'cmd':'apply','state':" EMPTY ",'seed':'a','action':{'who':'chance',"
        "'action':{'blank_to':[1,0]}}}");
    expect("events/0/action", "{'blank_to':[1,0]}");
    expect("state/tiles/2", "0");
    expect("actor", "0");
}

/* Some actions of the answer's state happen; returns all events since `new`. */
static json_t *play_on(int moves) {
    char state[KEPT], rng[KEPT], act[KEPT], path[64];
    json_t *events = json_incref(part("events"));
    for (int i = 0; i < moves && part("over") == json_false(); i++) {
        keep(state, "state"), keep(rng, "rng");
        say("{'cmd':'legal','state':%s}", state);
        size_t count = json_array_size(part("movers/0/actions"));
        snprintf(path, sizeof path, "movers/0/actions/%zu", (size_t)i * 7 % count);
        say("{'cmd':'apply','state':%s,'rng':%s,'action':%s}", state, rng, keep(act, path));
        json_array_extend(events, part("events"));
    }
    return events;
}

/* The events of all answers, as a record, replay to the same end. */
static void play_record(const char *params, int moves) {
    char state[KEPT], scores[KEPT], found[KEPT], digest[KEPT];
    say(NEW "'seed':'record','params':%s}", params);
    json_t *events = play_on(moves);
    char *list = json_dumps(events, JSON_COMPACT);
    keep(state, "state"), keep(scores, "scores");
    say(REPLAY "{'game':'slide','params':%s,'events':%s}}", params, list);
    assert_string_equal(keep(found, "state"), state);
    assert_string_equal(keep(found, "scores"), scores);
    assert_int_equal(strspn(string("digest"), "0123456789abcdef"), 16);
    keep(digest, "digest");
    json_array_remove(events, json_array_size(events) - 1);
    free(list);
    list = json_dumps(events, JSON_COMPACT);
    say(REPLAY "{'game':'slide','params':%s,'events':%s}}", params, list);
    assert_string_not_equal(keep(found, "digest"), digest);
    free(list);
    json_decref(events);
}

static void test_replay(void **unused) {
    (void)unused;
    play_record("{}", 50);
    play_record("{'rows':2,'cols':2,'difficulty':9}", 50);
    play_record("{'rows':16,'cols':2,'blank_first':1}", 80);
    say(REPLAY "{'game':'slide','events':[]}}");
    expect("over", "false");
    say(EVENTS SCRAMBLED ",{'blank':'Down'}]}}"); /* who may be left out where it is plain */
    expect("over", "true");
    expect("winners", "[0]");
    expect("scores", "[-1]");
    expect("state/game_over", "true");
}

/* The same request gets the same bytes, whatever was asked before and whichever engine answers. */
static void test_same_bytes(void **unused) {
    (void)unused;
    static const char *const requests[] = {"{'cmd':'games'}",
                                           NEW "'seed':'a'}",
                                           NEW "'params':{'difficulty':5}}",
                                           "{'cmd':'legal','state':" BOARD "}",
                                           APPLY "'action':{'click':[0,1]},'seed':'a'}",
                                           REPLAY "{'game':'slide','events':[{'blank_to':[0,0]}]}}",
                                           RENDER "'color':true}",
                                           "{'cmd':'check','state':{}}",
                                           "{"};
    static char first[COUNT(requests)][KEPT];
    struct tw_engine *engines[] = {engine, tw_open(), engine};
    for (size_t round = 0; round < COUNT(engines); round++) {
        engine = engines[round];
        for (size_t i = 0; i < COUNT(requests); i++) {
            size_t which = round == 1 ? COUNT(requests) - 1 - i : i;
            say("%s", requests[which]);
            if (round == 0) snprintf(first[which], KEPT, "%s", answer);
            assert_string_equal(answer, first[which]);
        }
    }
    tw_close(engines[1]);
}

/* Any order of fields, any white space, defaults left out: one state, one text. */
static void test_canonical(void **unused) {
    (void)unused;
    static const char *const same[] = {
        BOARD,
        HEAD SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'goal':'blank_last'}",
        HEAD SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'moves_made':0,'game_over':false}",
        HEAD SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'scenario_seed':null}",
        "{ 'tiles' : [1,2,3,\t4,5,6, 7,0,8], 'cols':3, 'rows':3, 'ruleset_id':'slide_\\u00761',"
        "'state_version':1 }",
    };
    for (size_t i = 0; i < COUNT(same); i++) {
        say("{'cmd':'apply','actions':[],'state':%s}", same[i]);
        expect("state", "{'state_version':1,'ruleset_id':'slide_v1','scenario_seed':null,'rows':3,"
                        "'cols':3,'tiles':[1,2,3,4,5,6,7,0,8],'goal':'blank_last','moves_made':0}");
        expect("events", "[]");
        expect("rng", "null");
    }
}

static void test_scenario_seed(void **unused) {
    (void)unused;
    static const char bytes64[] =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const char *const seeds[] = {
        "", "monday", "a\\u0000b", "\\u0000", "\xC3\xA9\xF0\x9F\x80\x84", "\\\"\\\\\\n", bytes64};
    char expected[KEPT];
    for (size_t i = 0; i < COUNT(seeds); i++) {
        say("{'cmd':'apply','state':" HEAD SIZE3 "'scenario_seed':'%s',"
            "'tiles':[1,2,3,4,5,6,7,0,8]},'actions':[{'blank':'Up'},{'blank':'Down'}]}",
            seeds[i]);
        snprintf(expected, sizeof expected, "'%s'", seeds[i]);
        expect("state/scenario_seed", expected);
        expect("state/moves_made", "2");
    }
    say("{'cmd':'check','state':" HEAD SIZE3 "'scenario_seed':'x%s'}}", bytes64);
    expect_error("BAD_STATE", NULL, "/scenario_seed");
    say("{'cmd':'check','state':" HEAD SIZE3 "'scenario_seed':'%s\\u0000'}}", bytes64);
    expect_error("BAD_STATE", NULL, "/scenario_seed");
}

static void test_game_over(void **unused) {
    (void)unused;
    say(APPLY "'action':{'blank':'Right'}}");
    expect("over", "true");
    expect("actor", "null");
    expect("winners", "[0]");
    expect("scores", "[-1]");
    expect("state/game_over", "true");
    say("{'cmd':'legal','state':" SOLVED "}");
    expect("movers", "[]");
    expect("actor", "null");
    expect("over", "true");
    say("{'cmd':'apply','state':" SOLVED ",'actions':[]}");
    expect("state/game_over", "true");
    say(APPLY "'action':{'blank':'Left'}}");
    expect("over", "false");
    expect("winners", "[]");
    assert_null(part("state/game_over"));
}

/* Which goal is met is the state's own affair; a board that cannot be solved is one all the same.
 */
static void test_goals(void **unused) {
    (void)unused;
    static const struct {
        const char *fields, *over;
    } list[] = {
        {"'tiles':[1,2,3,4,5,6,7,8,0],'goal':'blank_last','game_over':true", "true"},
        {"'tiles':[0,1,2,3,4,5,6,7,8],'goal':'blank_last'", "false"},
        {"'tiles':[0,1,2,3,4,5,6,7,8],'goal':'blank_first','game_over':true", "true"},
        {"'tiles':[1,2,3,4,5,6,7,8,0],'goal':'blank_first','game_over':false", "false"},
        {"'tiles':[2,1,3,4,5,6,7,8,0]", "false"},
        {"'tiles':[0,2,1,3,4,5,6,7,8],'goal':'blank_first','moves_made':1000000000", "false"},
    };
    for (size_t i = 0; i < COUNT(list); i++) {
        say("{'cmd':'check','state':" HEAD SIZE3 "%s}}", list[i].fields);
        expect("valid", "true");
        say("{'cmd':'legal','state':" HEAD SIZE3 "%s}}", list[i].fields);
        expect("over", list[i].over);
    }
}

/* A click moves the whole chain, and is the same as its single moves. */
static void test_clicks(void **unused) {
    (void)unused;
    char clicked[KEPT], found[KEPT];
    say(APPLY "'action':{'click':[0,1]}}");
    expect("events", "[{'who':0,'action':{'click':[0,1]}}]");
    expect("state/tiles", "[1,0,3,4,2,6,7,5,8]");
    expect("state/moves_made", "2");
    keep(clicked, "state");
    say(APPLY "'actions':[{'blank':'Up'},{'blank':'Up'}]}");
    assert_string_equal(keep(found, "state"), clicked);
    assert_int_equal(json_array_size(part("events")), 2);
    say(APPLY "'actions':[{'blank':'Left'},{'who':0,'action':{'click':[2,2]}}]}");
    expect("state/tiles", "[1,2,3,4,5,6,7,8,0]");
    expect("state/moves_made", "3");
    expect("over", "true");
}

static void test_many_actions(void **unused) {
    (void)unused;
    say(APPLY "'who':0,'actions':[{'blank':'Up'},{'action':{'click':[1,0]}},"
              "{'who':0,'action':{'blank':'Right'}},{'who':0,'action':{'click':[2,1]}}]}");
    expect("events", "[{'who':0,'action':{'blank':'Up'}},{'who':0,'action':{'click':[1,0]}},"
                     "{'who':0,'action':{'blank':'Right'}},{'who':0,'action':{'click':[2,1]}}]");
    expect("state/tiles", "[1,2,3,4,5,6,7,0,8]");
    expect("state/moves_made", "4");
    expect("scores", "[-4]");
    expect("actor", "0");
    say(APPLY "'who':1,'action':{'who':0,'action':{'blank':'Up'}}}"); /* the nearer who counts */
    expect("events/0/who", "0");
    say(APPLY "'who':null,'action':{'blank':'Up'}}");
    expect("events/0/who", "0");
}

static void test_render(void **unused) {
    (void)unused;
    static const char plain[] = " 1  2  3\n 4  5  6\n 7  \xC2\xB7  8\n0 moves, 1 to place\n";
    say(RENDER "'who':0}");
    assert_string_equal(string("text"), plain);
    say(RENDER "'color':false}");
    assert_string_equal(string("text"), plain);
    say(RENDER "'color':null,'who':null}");
    assert_string_equal(string("text"), plain);
    say(RENDER "'color':true}");
    assert_non_null(strstr(string("text"), "\033["));
    assert_non_null(strstr(string("text"), " 8\033[0m\n0 moves, 1 to place\n"));
    say("{'cmd':'render','state':" SOLVED "}");
    assert_non_null(strstr(string("text"), "solved in 0 moves\n"));
    say("{'cmd':'render','state':" EMPTY "}");
    assert_non_null(strstr(string("text"), "being set up\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),      cmocka_unit_test(test_new),
        cmocka_unit_test(test_seed_limit), cmocka_unit_test(test_chance_by_hand),
        cmocka_unit_test(test_luck),       cmocka_unit_test(test_luck_first),
        cmocka_unit_test(test_replay),     cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_canonical),  cmocka_unit_test(test_scenario_seed),
        cmocka_unit_test(test_game_over),  cmocka_unit_test(test_goals),
        cmocka_unit_test(test_clicks),     cmocka_unit_test(test_many_actions),
        cmocka_unit_test(test_render),
    };
    return cmocka_run_group_tests_name("engine play", tests, open_engine, close_engine);
}
