/* What each command of the protocol answers, through tw_request: the games, luck, records, states
 * in and out, clicks and pictures. */
#include "tests/support/ask.h"

/* Makes one game of the list the answer to look at. */
static void look_at_game(const char *name) {
    size_t index;
    json_t *game, *found = NULL;
    json_array_foreach(ask_part("games"), index, game) {
        if (strcmp(json_string_value(json_object_get(game, "name")), name) == 0) found = game;
        assert_true(*json_string_value(json_object_get(game, "summary")));
        assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
        assert_true(json_is_array(json_object_get(game, "agents")));
    }
    assert_non_null(json_incref(found));
    json_decref(ask_reply);
    ask_reply = found;
}

static void test_games(void **unused) {
    (void)unused;
    ask("{'cmd':'games'}");
    look_at_game("slide");
    ask_expect("players", "[1,1]");
    json_object_del(ask_part("params/rows"), "meaning");
    ask_expect("params/rows", "{'standard':4,'min':2,'max':16}");
    assert_int_equal(json_object_size(ask_part("params")), 4);
    ask_expect("params/blank_first/max", "1");
    ask_expect("params/difficulty/standard", "0");
    ask_expect("agents/0", "'random'"); /* those for any game first, then its own */
    size_t agents = json_array_size(ask_part("agents"));
    json_t *last = json_array_get(ask_part("agents"), agents - 1);
    assert_string_equal(json_string_value(last), "solver");
}

static void test_new(void **unused) {
    (void)unused;
    char board[ASK_KEPT_BYTES], again[ASK_KEPT_BYTES];
    ask(ASK_NEW "'seed':'monday','params':{'rows':3,'cols':5,'blank_first':1}}");
    ask_expect("state/state_version", "1");
    ask_expect("state/ruleset_id", "'slide_v1'");
    ask_expect("state/scenario_seed", "null");
    ask_expect("state/rows", "3");
    ask_expect("state/cols", "5");
    ask_expect("state/goal", "'blank_first'");
    ask_expect("state/moves_made", "0");
    ask_expect("params", "{'rows':3,'cols':5,'blank_first':1,'difficulty':0}");
    ask_expect("actor", "0");
    ask_expect("over", "false");
    assert_true(*ask_string("rng"));
    ask_keep(board, "state/tiles");
    ask(ASK_NEW "'seed':'tuesday','params':{'rows':3,'cols':5,'blank_first':1}}");
    assert_string_not_equal(board, ask_keep(again, "state/tiles"));
    ask(ASK_NEW "'seed':''}"); /* any string; params have their standard values */
    ask_expect("params", "{'rows':4,'cols':4,'blank_first':0,'difficulty':0}");
    ask_expect("state/goal", "'blank_last'");
}

static void test_seed_limit(void **unused) {
    (void)unused;
    char seed[1026] = "";
    memset(seed, 'x', 1024);
    ask(ASK_NEW "'seed':'%s'}", seed);
    ask_expect("ok", "true");
    seed[1024] = 'x';
    ask(ASK_NEW "'seed':'%s'}", seed);
    ask_expect_error("LIMIT", NULL, "/seed");
}

/* The answer to `legal` has CHANCE as the only mover, with a weight for each action. */
static void expect_chance(void) {
    size_t count = json_array_size(ask_part("movers/0/actions"));
    assert_int_equal(json_array_size(ask_part("movers")), 1);
    ask_expect("movers/0/who", "'chance'");
    assert_true(count > 0);
    assert_int_equal(json_array_size(ask_part("movers/0/weights")), count);
    for (size_t i = 0; i < count; i++)
        assert_true(json_integer_value(json_array_get(ask_part("movers/0/weights"), i)) > 0);
}

/* Without luck the engine stops where CHANCE is to move, and takes one of its actions. */
static void test_chance_by_hand(void **unused) {
    (void)unused;
    static const char *const forms[] = {"'action':%s", "'who':'chance','action':%s",
                                        "'actions':[{'who':'chance','action':%s}]"};
    char state[ASK_KEPT_BYTES], act[ASK_KEPT_BYTES], form[ASK_KEPT_BYTES + 64];
    ask(ASK_NEW "'params':{'rows':2,'cols':3}}");
    ask_expect("rng", "null");
    ask_expect("events", "[]");
    for (int deal = 0; deal < 4; deal++) { /* the blank, three tiles; then two by parity */
        ask("{'cmd':'legal','state':%s}", ask_keep(state, "state"));
        ask_expect("actor", "null");
        expect_chance();
        snprintf(form, sizeof form, forms[deal % 3], ask_keep(act, "movers/0/actions/0"));
        ask("{'cmd':'apply','state':%s,%s}", state, form);
        ask_expect("rng", "null");
        ask_expect("events/0/who", "'chance'");
        assert_int_equal(json_array_size(ask_part("events")), 1);
    }
    ask("{'cmd':'legal','state':%s}", ask_keep(state, "state"));
    ask_expect("actor", "0");
    ask_expect("movers/0/who", "0");
    assert_null(ask_part("movers/0/weights"));
}

/* With a seed all events of CHANCE are played, in every command the same way. */
static void test_luck(void **unused) {
    (void)unused;
    char state[ASK_KEPT_BYTES], events[ASK_KEPT_BYTES], rng[ASK_KEPT_BYTES], start[ASK_KEPT_BYTES],
        found[ASK_KEPT_BYTES];
    ask(ASK_NEW "'seed':'a','params':{'rows':3}}");
    ask_keep(state, "state"), ask_keep(events, "events"), ask_keep(rng, "rng");
    ask(ASK_NEW "'params':{'rows':3}}");
    ask_keep(start, "state");
    ask("{'cmd':'apply','state':%s,'actions':[],'seed':'a'}", start);
    assert_string_equal(ask_keep(found, "state"), state);
    assert_string_equal(ask_keep(found, "events"), events);
    assert_string_equal(ask_keep(found, "rng"), rng);
    ask(ASK_NEW "'rng':%s,'seed':'a','params':{'rows':3}}", rng); /* rng before seed */
    assert_string_not_equal(ask_keep(found, "state"), state);
    ask_keep(state, "state"), ask_keep(events, "rng");
    ask("{'cmd':'apply','state':%s,'actions':[],'rng':%s}", start, rng);
    assert_string_equal(ask_keep(found, "state"), state);
    assert_string_equal(ask_keep(found, "rng"), events);
    ask("{'cmd':'apply','state':%s,'actions':[],'rng':%s}", state, rng); /* no luck is needed */
    assert_string_equal(ask_keep(found, "rng"), rng);
}

/* Events of CHANCE come before the action, which then finds a complete board. */
static void test_luck_first(void **unused) {
    (void)unused;
    ask("{'cmd':'apply','state':" ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,8,0],"
        "'scramble':{'left':1,'last':'Down'}},'seed':'a','action':{'blank':'Right'}}");
    ask_expect("events", "[{'who':'chance','action':{'blank':'Left'}},"
                         "{'who':0,'action':{'blank':'Right'}}]");
    ask_expect("over", "true");
    ask("{'cmd':'apply','state':" ASK_EMPTY ",'seed':'a','action':{'who':'chance',"
        "'action':{'blank_to':[1,0]}}}");
    ask_expect("events/0/action", "{'blank_to':[1,0]}");
    ask_expect("state/tiles/2", "0");
    ask_expect("actor", "0");
}

/* Plays some actions from the answer's state. Returns all events since `new`. */
static json_t *play_on(int moves) {
    char state[ASK_KEPT_BYTES], rng[ASK_KEPT_BYTES], act[ASK_KEPT_BYTES], path[64];
    json_t *events = json_incref(ask_part("events"));
    for (int i = 0; i < moves && ask_part("over") == json_false(); i++) {
        ask_keep(state, "state"), ask_keep(rng, "rng");
        ask("{'cmd':'legal','state':%s}", state);
        size_t count = json_array_size(ask_part("movers/0/actions"));
        snprintf(path, sizeof path, "movers/0/actions/%zu", (size_t)i * 7 % count);
        ask("{'cmd':'apply','state':%s,'rng':%s,'action':%s}", state, rng, ask_keep(act, path));
        json_array_extend(events, ask_part("events"));
    }
    return events;
}

/* The events of all answers, as a record, replay to the same end. */
static void play_record(const char *params, int moves) {
    char state[ASK_KEPT_BYTES], scores[ASK_KEPT_BYTES], found[ASK_KEPT_BYTES],
        digest[ASK_KEPT_BYTES];
    ask(ASK_NEW "'seed':'record','params':%s}", params);
    json_t *events = play_on(moves);
    char *list = json_dumps(events, JSON_COMPACT);
    ask_keep(state, "state"), ask_keep(scores, "scores");
    ask(ASK_REPLAY "{'game':'slide','params':%s,'events':%s}}", params, list);
    assert_string_equal(ask_keep(found, "state"), state);
    assert_string_equal(ask_keep(found, "scores"), scores);
    assert_int_equal(strspn(ask_string("digest"), "0123456789abcdef"), 16);
    ask_keep(digest, "digest");
    json_array_remove(events, json_array_size(events) - 1);
    free(list);
    list = json_dumps(events, JSON_COMPACT);
    ask(ASK_REPLAY "{'game':'slide','params':%s,'events':%s}}", params, list);
    assert_string_not_equal(ask_keep(found, "digest"), digest);
    free(list);
    json_decref(events);
}

static void test_replay(void **unused) {
    (void)unused;
    play_record("{}", 50);
    play_record("{'rows':2,'cols':2,'difficulty':9}", 50);
    play_record("{'rows':16,'cols':2,'blank_first':1}", 80);
    ask(ASK_REPLAY "{'game':'slide','events':[]}}");
    ask_expect("over", "false");
    ask(ASK_EVENTS ASK_SCRAMBLED
        ",{'blank':'Down'}]}}"); /* who may be left out where it is plain */
    ask_expect("over", "true");
    ask_expect("winners", "[0]");
    ask_expect("scores", "[-1]");
    ask_expect("state/game_over", "true");
}

/* The same request gets the same bytes, whatever was asked before and whichever engine answers. */
static void test_same_bytes(void **unused) {
    (void)unused;
    static const char *const requests[] = {"{'cmd':'games'}",
                                           ASK_NEW "'seed':'a'}",
                                           ASK_NEW "'params':{'difficulty':5}}",
                                           "{'cmd':'legal','state':" ASK_BOARD "}",
                                           ASK_APPLY "'action':{'click':[0,1]},'seed':'a'}",
                                           ASK_REPLAY
                                           "{'game':'slide','events':[{'blank_to':[0,0]}]}}",
                                           ASK_RENDER "'color':true}",
                                           "{'cmd':'check','state':{}}",
                                           "{"};
    static char first[ASK_COUNT(requests)][ASK_KEPT_BYTES];
    struct tw_engine *engines[] = {ask_engine, tw_open(), ask_engine};
    for (size_t round = 0; round < ASK_COUNT(engines); round++) {
        ask_engine = engines[round];
        for (size_t i = 0; i < ASK_COUNT(requests); i++) {
            size_t which = round == 1 ? ASK_COUNT(requests) - 1 - i : i;
            ask("%s", requests[which]);
            if (round == 0) snprintf(first[which], ASK_KEPT_BYTES, "%s", ask_answer);
            assert_string_equal(ask_answer, first[which]);
        }
    }
    tw_close(engines[1]);
}

/* Any order of fields, any white space, defaults left out: one state, one text. */
static void test_canonical(void **unused) {
    (void)unused;
    static const char *const same[] = {
        ASK_BOARD,
        ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'goal':'blank_last'}",
        ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'moves_made':0,'game_over':false}",
        ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8],'scenario_seed':null}",
        "{ 'tiles' : [1,2,3,\t4,5,6, 7,0,8], 'cols':3, 'rows':3, 'ruleset_id':'slide_\\u00761',"
        "'state_version':1 }",
    };
    for (size_t i = 0; i < ASK_COUNT(same); i++) {
        ask("{'cmd':'apply','actions':[],'state':%s}", same[i]);
        ask_expect("state",
                   "{'state_version':1,'ruleset_id':'slide_v1','scenario_seed':null,'rows':3,"
                   "'cols':3,'tiles':[1,2,3,4,5,6,7,0,8],'goal':'blank_last','moves_made':0}");
        ask_expect("events", "[]");
        ask_expect("rng", "null");
    }
}

static void test_scenario_seed(void **unused) {
    (void)unused;
    static const char bytes64[] =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const char *const seeds[] = {
        "", "monday", "a\\u0000b", "\\u0000", "\xC3\xA9\xF0\x9F\x80\x84", "\\\"\\\\\\n", bytes64};
    char expected[ASK_KEPT_BYTES];
    for (size_t i = 0; i < ASK_COUNT(seeds); i++) {
        ask("{'cmd':'apply','state':" ASK_HEAD ASK_SIZE3 "'scenario_seed':'%s',"
            "'tiles':[1,2,3,4,5,6,7,0,8]},'actions':[{'blank':'Up'},{'blank':'Down'}]}",
            seeds[i]);
        snprintf(expected, sizeof expected, "'%s'", seeds[i]);
        ask_expect("state/scenario_seed", expected);
        ask_expect("state/moves_made", "2");
    }
    ask("{'cmd':'check','state':" ASK_HEAD ASK_SIZE3 "'scenario_seed':'x%s'}}", bytes64);
    ask_expect_error("BAD_STATE", NULL, "/scenario_seed");
    ask("{'cmd':'check','state':" ASK_HEAD ASK_SIZE3 "'scenario_seed':'%s\\u0000'}}", bytes64);
    ask_expect_error("BAD_STATE", NULL, "/scenario_seed");
}

static void test_game_over(void **unused) {
    (void)unused;
    ask(ASK_APPLY "'action':{'blank':'Right'}}");
    ask_expect("over", "true");
    ask_expect("actor", "null");
    ask_expect("winners", "[0]");
    ask_expect("scores", "[-1]");
    ask_expect("state/game_over", "true");
    ask("{'cmd':'legal','state':" ASK_SOLVED "}");
    ask_expect("movers", "[]");
    ask_expect("actor", "null");
    ask_expect("over", "true");
    ask("{'cmd':'apply','state':" ASK_SOLVED ",'actions':[]}");
    ask_expect("state/game_over", "true");
    ask(ASK_APPLY "'action':{'blank':'Left'}}");
    ask_expect("over", "false");
    ask_expect("winners", "[]");
    assert_null(ask_part("state/game_over"));
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
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("{'cmd':'check','state':" ASK_HEAD ASK_SIZE3 "%s}}", list[i].fields);
        ask_expect("valid", "true");
        ask("{'cmd':'legal','state':" ASK_HEAD ASK_SIZE3 "%s}}", list[i].fields);
        ask_expect("over", list[i].over);
    }
}

/* A click moves the whole chain, and is the same as its single moves. */
static void test_clicks(void **unused) {
    (void)unused;
    char clicked[ASK_KEPT_BYTES], found[ASK_KEPT_BYTES];
    ask(ASK_APPLY "'action':{'click':[0,1]}}");
    ask_expect("events", "[{'who':0,'action':{'click':[0,1]}}]");
    ask_expect("state/tiles", "[1,0,3,4,2,6,7,5,8]");
    ask_expect("state/moves_made", "2");
    ask_keep(clicked, "state");
    ask(ASK_APPLY "'actions':[{'blank':'Up'},{'blank':'Up'}]}");
    assert_string_equal(ask_keep(found, "state"), clicked);
    assert_int_equal(json_array_size(ask_part("events")), 2);
    ask(ASK_APPLY "'actions':[{'blank':'Left'},{'who':0,'action':{'click':[2,2]}}]}");
    ask_expect("state/tiles", "[1,2,3,4,5,6,7,8,0]");
    ask_expect("state/moves_made", "3");
    ask_expect("over", "true");
}

static void test_many_actions(void **unused) {
    (void)unused;
    ask(ASK_APPLY "'who':0,'actions':[{'blank':'Up'},{'action':{'click':[1,0]}},"
                  "{'who':0,'action':{'blank':'Right'}},{'who':0,'action':{'click':[2,1]}}]}");
    ask_expect("events",
               "[{'who':0,'action':{'blank':'Up'}},{'who':0,'action':{'click':[1,0]}},"
               "{'who':0,'action':{'blank':'Right'}},{'who':0,'action':{'click':[2,1]}}]");
    ask_expect("state/tiles", "[1,2,3,4,5,6,7,0,8]");
    ask_expect("state/moves_made", "4");
    ask_expect("scores", "[-4]");
    ask_expect("actor", "0");
    ask(ASK_APPLY "'who':null,'action':{'blank':'Up'}}");
    ask_expect("events/0/who", "0");
}

/* A server that sets `who` is not cheated: an action cannot be another's, nor chance's. */
static void test_who_is_who(void **unused) {
    (void)unused;
    static const char bad[] = "BAD_REQUEST";
    ask(ASK_APPLY "'who':1,'action':{'who':0,'action':{'blank':'Up'}}}");
    ask_expect_error(bad, NULL, "/action/who");
    ask(ASK_APPLY "'who':0,'actions':[{'blank':'Up'},{'who':'chance','action':{'blank':'Up'}}]}");
    ask_expect_error(bad, NULL, "/actions/1/who");
    ask("{'cmd':'apply','state':" ASK_EMPTY ",'who':0,'seed':'a',"
        "'action':{'who':'chance','action':{'blank_to':[1,0]}}}");
    ask_expect_error(bad, NULL, "/action/who");
    ask("{'cmd':'apply','state':" ASK_EMPTY ",'who':'chance','seed':'a',"
        "'action':{'who':0,'action':{'blank':'Up'}}}");
    ask_expect_error(bad, NULL, "/action/who");
    ask(ASK_APPLY "'who':0,'action':{'who':null,'action':{'blank':'Up'}}}");
    ask_expect("events/0/who", "0");
    /* Luck is settled for whoever acts: chance's own action is not preceded by chance's. */
    ask("{'cmd':'apply','state':" ASK_EMPTY ",'who':'chance','seed':'a',"
        "'action':{'who':'chance','action':{'blank_to':[1,0]}}}");
    ask_expect("events/0/action", "{'blank_to':[1,0]}");
    ask("{'cmd':'apply','state':" ASK_EMPTY ",'who':'chance','seed':'a',"
        "'action':{'blank_to':[1,0]}}");
    ask_expect("events/0/action", "{'blank_to':[1,0]}");
}

static void test_render(void **unused) {
    (void)unused;
    static const char plain[] = " 1  2  3\n 4  5  6\n 7  \xC2\xB7  8\n0 moves, 1 to place\n";
    ask(ASK_RENDER "'who':0}");
    assert_string_equal(ask_string("text"), plain);
    ask(ASK_RENDER "'color':false}");
    assert_string_equal(ask_string("text"), plain);
    ask(ASK_RENDER "'color':null,'who':null}");
    assert_string_equal(ask_string("text"), plain);
    ask(ASK_RENDER "'color':true}");
    assert_non_null(strstr(ask_string("text"), "\033["));
    assert_non_null(strstr(ask_string("text"), " 8\033[0m\n0 moves, 1 to place\n"));
    ask("{'cmd':'render','state':" ASK_SOLVED "}");
    assert_non_null(strstr(ask_string("text"), "solved in 0 moves\n"));
    ask("{'cmd':'render','state':" ASK_EMPTY "}");
    assert_non_null(strstr(ask_string("text"), "being set up\n"));
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
        cmocka_unit_test(test_render),     cmocka_unit_test(test_who_is_who),
    };
    return cmocka_run_group_tests_name("engine play", tests, ask_open, ask_close);
}
