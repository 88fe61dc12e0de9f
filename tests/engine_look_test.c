/* What a seat sees and says, through tw_request: pictures, observations, words. What the games draw
 * is tested by conform; here it is that the protocol passes it on. */
#include "tests/support/ask_play.h"

#define SCENE "{'cmd':'scene','state':" ASK_BOARD ","
#define OBSERVE "{'cmd':'observe','state':" ASK_BOARD ","
#define PARSE "{'cmd':'parse','state':" ASK_BOARD ","
#define LINES_WALLED /* the ball on cell 0 cannot move */                                          \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5},"                     \
    "'board':['RG...','G....','.....','.....','.....'],'next_balls':['Blue','Cyan','Red']}"
#define WALLED "{'cmd':'pick','state':" LINES_WALLED ","
#define PICK "{'cmd':'pick','state':" ASK_BOARD ","
static const char bad[] = "BAD_REQUEST";

static json_int_t number_of(json_t *object, const char *key) {
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static bool is_one_of(json_t *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(json_string_value(word), *words) == 0) return true;
    return false;
}

static void expect_tile(json_t *tile) {
    static const char *const kinds[] = {"text", "empty", "ghost", "tile", "mark", "gone", NULL};
    static const char *const colours[] = {"plain", "blue",  "yellow",  "red",  "black", "white",
                                          "green", "brown", "magenta", "cyan", NULL};
    static const char *const sides[] = {"right", "left", "up", "down", NULL};
    json_t *name = json_object_get(tile, "name"), *spot = json_object_get(tile, "spot");
    json_t *face = json_object_get(tile, "face"), *joins = json_object_get(tile, "joins");
    json_t *caption = json_object_get(tile, "caption"), *side;
    size_t i;
    assert_true(number_of(tile, "row") >= 0 &&
                number_of(tile, "row") < number_of(ask_reply, "rows"));
    assert_true(number_of(tile, "col") >= 0 && number_of(tile, "span") >= 1);
    assert_true(number_of(tile, "col") + number_of(tile, "span") <= number_of(ask_reply, "cols"));
    assert_true(is_one_of(json_object_get(tile, "kind"), kinds));
    assert_true(is_one_of(json_object_get(tile, "colour"), colours));
    assert_true(json_is_string(json_object_get(tile, "label")));
    assert_true(!name || *json_string_value(name));
    assert_true(!spot || json_integer_value(spot) >= 0);
    assert_true(!face || *json_string_value(face));
    assert_true(!joins || json_array_size(joins) > 0);
    json_array_foreach(joins, i, side) assert_true(is_one_of(side, sides));
    assert_true(!caption || json_is_true(caption));
    assert_int_equal(json_object_size(tile), 6 + (name != NULL) + (spot != NULL) + (face != NULL) +
                                                 (joins != NULL) + (caption != NULL));
}

static void expect_area(json_t *area) {
    assert_true(*json_string_value(json_object_get(area, "class")));
    assert_true(json_is_string(json_object_get(area, "title")));
    assert_true(number_of(area, "row") >= 0 && number_of(area, "col") >= 0);
    assert_true(number_of(area, "row") + number_of(area, "rows") <= number_of(ask_reply, "rows"));
    assert_true(number_of(area, "col") + number_of(area, "cols") <= number_of(ask_reply, "cols"));
    json_t *value = json_object_get(area, "value"), *seat = json_object_get(area, "seat");
    json_t *dense = json_object_get(area, "dense"), *small = json_object_get(area, "small");
    assert_true(!value || *json_string_value(value));
    assert_true(!seat || json_integer_value(seat) >= 0);
    assert_true((!dense || json_is_true(dense)) && (!small || json_is_true(small)));
    assert_int_equal(json_object_size(area),
                     6 + (value != NULL) + (seat != NULL) + (dense != NULL) + (small != NULL));
}

/* Asks for a picture and looks at its form. `list` is what it must have, tiles or changes. */
static json_t *ask_scene(const char *state, const char *fields, const char *list) {
    size_t i;
    json_t *part;
    ask("{'cmd':'scene','state':%s%s}", state, fields);
    ask_expect("ok", "true");
    assert_true(number_of(ask_reply, "place") > 0);
    json_array_foreach(ask_part(list), i, part) expect_tile(part);
    assert_true(json_is_array(ask_part("areas")));
    json_array_foreach(ask_part("areas"), i, part) expect_area(part);
    assert_int_equal((ask_part("tiles") != NULL) + (ask_part("changes") != NULL), 1);
    assert_non_null(ask_part(list));
    return json_incref(ask_part(list));
}

static void place_of(json_t *tile, char key[32]) {
    snprintf(key, 32, "%d,%d", (int)number_of(tile, "row"), (int)number_of(tile, "col"));
}

/* The tiles by their first place. */
static json_t *table_of(json_t *tiles) {
    json_t *table = json_object(), *tile;
    size_t i;
    char key[32];
    json_array_foreach(tiles, i, tile) {
        place_of(tile, key);
        assert_null(json_object_get(table, key));
        json_object_set(table, key, tile);
    }
    return table;
}

/* The earlier picture with its changes is the later picture. */
static void expect_changes(json_t *before, json_t *changes, json_t *after) {
    json_t *table = table_of(before), *expected = table_of(after), *tile;
    size_t i;
    char key[32];
    json_array_foreach(changes, i, tile) {
        place_of(tile, key);
        if (strcmp(json_string_value(json_object_get(tile, "kind")), "gone") == 0)
            json_object_del(table, key);
        else
            json_object_set(table, key, tile);
    }
    assert_true(json_equal(table, expected));
    json_decref(table), json_decref(expected);
}

static void test_scenes(void **unused) {
    (void)unused;
    static char fields[ASK_KEPT_BYTES + 16];
    static struct ask_play play, next;
    for (size_t g = 0; g < ASK_COUNT(ask_games); g++) {
        ask_begin_play(&play, ask_games[g]);
        for (size_t move = 0; move < 12 && ask_move(&play, move, ""); move++) {
            ask_keep_play(&next);
            json_t *before = ask_scene(play.state, "", "tiles");
            json_t *after = ask_scene(next.state, ",'who':0,'from':null", "tiles");
            snprintf(fields, sizeof fields, ",'from':%s", play.state);
            json_t *changes = ask_scene(next.state, fields, "changes");
            expect_changes(before, changes, after);
            json_decref(before), json_decref(after), json_decref(changes);
            play = next;
        }
    }
}

static void test_scene_of_slide(void **unused) {
    (void)unused;
    json_t *tiles = ask_scene(ASK_BOARD, "", "tiles");
    ask_expect("tiles/7/kind", "'empty'");
    ask_expect("tiles/7/spot", "7");
    ask_expect("tiles/8/label", "'8'");
    ask_expect("tiles/8/span", "1");
    json_t *again = ask_scene(ASK_BOARD, ",'from':" ASK_BOARD, "changes");
    ask_expect("changes", "[]");
    json_decref(tiles), json_decref(again);
}

/* Returns the first thing of a list whose field is this text. */
static json_t *find_by(json_t *list, const char *key, const char *text) {
    json_t *thing;
    size_t i;
    json_array_foreach(list, i, thing) {
        const char *value = json_string_value(json_object_get(thing, key));
        if (value && strcmp(value, text) == 0) return thing;
    }
    fail_msg("nothing has %s '%s'", key, text);
    return NULL;
}

static void expect_json(json_t *value, const char *text) {
    json_t *expected = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_true(json_equal(value, expected));
    json_decref(expected);
}

/* What a frame and a narrow place show, of two players of falls with the second one looking. */
static void test_scene_of_falls(void **unused) {
    (void)unused;
    ask("{'cmd':'new','game':'falls','params':{'players':2,'viruses':28},'seed':'monday'}");
    static char state[ASK_KEPT_BYTES];
    ask_keep(state, "state");
    json_t *tiles = ask_scene(state, ",'who':1", "tiles");
    json_t *own = find_by(ask_part("areas"), "title", "Player 2");
    json_t *other = find_by(ask_part("areas"), "title", "Player 1");
    expect_json(json_object_get(own, "value"), "\"28 viruses\"");
    expect_json(json_object_get(own, "seat"), "1");
    expect_json(json_object_get(own, "dense"), "true");
    assert_null(json_object_get(own, "small"));
    expect_json(json_object_get(other, "value"), "\"28\"");
    expect_json(json_object_get(other, "seat"), "0");
    expect_json(json_object_get(other, "small"), "true");
    json_t *status = find_by(ask_part("areas"), "class", "status");
    assert_true(!json_object_get(status, "value") && !json_object_get(status, "seat"));
    expect_json(json_object_get(find_by(tiles, "label", "next"), "caption"), "true");
    expect_json(json_object_get(find_by(tiles, "label", "*r*"), "face"), "\"><\"");
    json_t *left = json_array_get(tiles, 3), *right = json_array_get(tiles, 4);
    expect_json(json_object_get(left, "joins"), "[\"right\"]");
    expect_json(json_object_get(right, "joins"), "[\"left\"]");
    assert_true(!json_object_get(left, "caption") &&
                !json_object_get(json_array_get(tiles, 0), "joins"));
    json_decref(tiles);
}

/* The path of an act leads from its first pick to its last. It is asked for in the state before. */
static void test_path(void **unused) {
    (void)unused;
    char words[ASK_KEPT_BYTES], act[ASK_KEPT_BYTES];
    ask("{'cmd':'legal','words':true,'state':" ASK_LINES_KNOWN "}");
    json_t *spots = json_incref(ask_part("movers/0/spots/3"));
    ask_keep(act, "movers/0/actions/3");
    ask("{'cmd':'scene','state':" ASK_LINES_KNOWN ",'action':%s}", act);
    json_t *path = ask_part("path");
    assert_true(json_array_size(path) >= 2);
    assert_true(json_equal(json_array_get(path, 0), json_array_get(spots, 0)));
    assert_true(json_equal(json_array_get(path, json_array_size(path) - 1),
                           json_array_get(spots, json_array_size(spots) - 1)));
    ask_keep(words, "path");
    ask("{'cmd':'apply','state':" ASK_LINES_KNOWN ",'action':%s,'seed':'a'}", act);
    char after[ASK_KEPT_BYTES];
    ask_keep(after, "state");
    ask("{'cmd':'scene','state':%s,'from':" ASK_LINES_KNOWN ",'action':{'who':0,'action':%s}}",
        after, act);
    ask_expect("path", words);
    ask("{'cmd':'scene','state':%s,'action':%s}", after, act); /* not legal any more */
    ask_expect_error("ILLEGAL_ACTION", "SOURCE_EMPTY", "/action");
    ask(SCENE "'action':{'blank':'Up'}}"); /* slide has no paths */
    ask_expect("ok", "true");
    assert_null(ask_part("path"));
    json_decref(spots);
}

static void test_scene_refusals(void **unused) {
    (void)unused;
    static const struct {
        const char *request, *code, *at;
    } list[] = {
        {"{'cmd':'scene'}", bad, NULL},
        {SCENE "'who':1}", bad, "/who"},
        {SCENE "'who':'clock'}", bad, "/who"},
        {SCENE "'who':'0'}", bad, "/who"},
        {SCENE "'from':7}", bad, "/from"},
        {SCENE "'from':" ASK_EMPTY "}", bad, "/from"},
        {SCENE "'from':" ASK_LINES_KNOWN "}", "BAD_STATE", ""},
        {SCENE "'from':{'state_version':1,'ruleset_id':'slide_v1','rows':17}}", "BAD_STATE",
         "/rows"},
        {SCENE "'action':{'blank':'Upp'}}", "BAD_ACTION", "/action"},
        {"{'cmd':'scene','state':" ASK_SOLVED ",'action':{'blank':'Up'}}", "GAME_OVER", "/action"},
    };
    for (size_t i = 0; i < ASK_COUNT(list); i++) {
        ask("%s", list[i].request);
        ask_expect_error(list[i].code, NULL, list[i].at);
    }
    ask(SCENE "'from':{'state_version':1,'ruleset_id':'slide_v1','rows':17}}");
    assert_memory_equal(ask_string("error/message"), "from: ", 6);
    ask(SCENE "'action':{'blank':'Down'}}");
    ask_expect_error("ILLEGAL_ACTION", "OFF_BOARD", "/action");
}

/* Words and spots are lists as long as the actions, and each act's words mean that act. */
static void test_words(void **unused) {
    (void)unused;
    static struct ask_play play;
    for (size_t g = 0; g < ASK_COUNT(ask_games); g++) {
        ask_begin_play(&play, ask_games[g]);
        ask("{'cmd':'legal','state':%s,'words':true}", play.state);
        json_t *movers = json_incref(ask_part("movers")), *mover;
        size_t m;
        json_array_foreach(movers, m, mover) {
            json_t *actions = json_object_get(mover, "actions");
            json_t *words = json_object_get(mover, "words"),
                   *spots = json_object_get(mover, "spots");
            assert_int_equal(json_array_size(words), json_array_size(actions));
            assert_int_equal(json_array_size(spots), json_array_size(actions));
            char *who = json_dumps(json_object_get(mover, "who"), JSON_ENCODE_ANY);
            for (size_t i = 0; i < json_array_size(actions);
                 i += 1 + json_array_size(actions) / 16) {
                assert_true(json_array_size(json_array_get(spots, i)) > 0 || who[0] == '"');
                ask("{'cmd':'parse','state':%s,'who':%s,'words':'%s'}", play.state, who,
                    json_string_value(json_array_get(words, i)));
                assert_true(json_equal(ask_part("action"), json_array_get(actions, i)));
                assert_true(json_equal(ask_part("who"), json_object_get(mover, "who")));
            }
            free(who);
        }
        json_decref(movers);
    }
    ask("{'cmd':'legal','state':" ASK_BOARD ",'words':false}");
    assert_null(ask_part("movers/0/words"));
    ask("{'cmd':'legal','state':" ASK_EMPTY ",'words':true}"); /* chance's have words, too */
    assert_int_equal(json_array_size(ask_part("movers/0/words")), 4);
    ask_expect("movers/0/spots", "[[],[],[],[]]");
    ask("{'cmd':'legal','state':" ASK_BOARD ",'words':1}");
    ask_expect_error(bad, NULL, "/words");
}

static void test_parse(void **unused) {
    (void)unused;
    ask(PARSE "'words':'left'}");
    ask_expect("action", "{'blank':'Left'}");
    ask_expect("who", "0");
    ask(PARSE "'words':'down'}"); /* why the act that is meant is not legal */
    ask_expect_error("ILLEGAL_ACTION", "OFF_BOARD", "/words");
    assert_null(ask_part("error/candidates"));
    ask(PARSE "'words':'sideways'}");
    ask_expect_error("BAD_ACTION", NULL, "/words");
    ask_expect("error/candidates", "[]");
    ask_expect("error/count", "0");
    ask("{'cmd':'parse','state':" ASK_LINES_KNOWN ",'words':'a1'}");
    ask_expect_error("BAD_ACTION", NULL, "/words");
    ask_expect("error/candidates/0", "{'from':[0,0],'to':[0,1]}");
    assert_true(json_integer_value(ask_part("error/count")) > 1);
}

/* Candidates are bounded, but all are counted: a word that is in the names of many acts. */
static void test_many_candidates(void **unused) {
    (void)unused;
    static struct ask_play play;
    char words[64];
    size_t most = 0;
    ask_begin_play(&play, "azul");
    ask("{'cmd':'legal','words':true,'state':%s}", play.state);
    snprintf(words, sizeof words, "%s", ask_string("movers/0/words/0"));
    for (char *word = words; *word; word += strcspn(word, " "), word += strspn(word, " ")) {
        ask("{'cmd':'parse','state':%s,'words':'%.*s'}", play.state, (int)strcspn(word, " "), word);
        size_t count = (size_t)json_integer_value(ask_part("error/count"));
        assert_int_equal(json_array_size(ask_part("error/candidates")), count < 64 ? count : 64);
        if (count > most) most = count;
    }
    assert_true(most > 64);
}

static void test_parse_refusals(void **unused) {
    (void)unused;
    static struct ask_play play;
    static char words[1100];
    memset(words, 'u', 1025);
    ask(PARSE "'words':'%s'}", words);
    ask_expect_error("LIMIT", NULL, "/words");
    words[1024] = '\0';
    ask(PARSE "'words':'%s'}", words);
    ask_expect_error("BAD_ACTION", NULL, "/words");
    ask(PARSE "'words':'up\\u0000'}");
    ask_expect_error(bad, NULL, "/words");
    ask(PARSE "'words':'\\u001b'}");
    ask_expect_error("BAD_ACTION", NULL, "/words");
    ask(PARSE "'words':''}");
    ask_expect_error("BAD_ACTION", NULL, "/words");
    ask("{'cmd':'parse','state':" ASK_BOARD "}");
    ask_expect_error(bad, NULL, NULL);
    ask(PARSE "'words':7}");
    ask_expect_error(bad, NULL, NULL);
    ask(PARSE "'words':'up','who':1}");
    ask_expect_error("ILLEGAL_ACTION", "NOT_YOUR_TURN", "/words");
    ask(PARSE "'words':'up','who':'me'}");
    ask_expect_error(bad, NULL, "/who");
    ask("{'cmd':'parse','state':" ASK_SOLVED ",'words':'up'}");
    ask_expect_error("GAME_OVER", NULL, "/words");
    ask_begin_play(&play, "falls"); /* the seat and the clock may move */
    ask("{'cmd':'parse','state':%s,'words':'left'}", play.state);
    ask_expect_error(bad, NULL, NULL);
    ask("{'cmd':'parse','state':%s,'words':'left','who':0}", play.state);
    ask_expect("action", "{'move':'Left'}");
}

/* Every listed act is found by its spots; what begins only goes on. */
static void test_pick(void **unused) {
    (void)unused;
    static struct ask_play play;
    for (size_t g = 0; g < ASK_COUNT(ask_games); g++) {
        ask_begin_play(&play, ask_games[g]);
        ask("{'cmd':'legal','state':%s,'words':true}", play.state);
        json_t *mover = json_incref(ask_part("movers/0"));
        json_t *actions = json_object_get(mover, "actions");
        for (size_t i = 0; i < json_array_size(actions); i += 1 + json_array_size(actions) / 16) {
            json_t *picked = json_array_get(json_object_get(mover, "spots"), i);
            char *spots = json_dumps(picked, JSON_COMPACT);
            ask("{'cmd':'pick','state':%s,'who':0,'spots':%s}", play.state, spots);
            assert_true(json_equal(ask_part("action"), json_array_get(actions, i)));
            assert_true(
                json_equal(ask_part("words"), json_array_get(json_object_get(mover, "words"), i)));
            ask_expect("who", "0");
            ask("{'cmd':'pick','state':%s,'who':0,'spots':[%d]}", play.state,
                (int)json_integer_value(json_array_get(picked, 0)));
            if (json_array_size(picked) > 1) ask_expect_error("BAD_ACTION", NULL, "/spots");
            free(spots);
        }
        json_decref(mover);
    }
}

/* Acts that `legal` does not list, and why others are refused. */
static void test_pick_meanings(void **unused) {
    (void)unused;
    ask(PICK "'spots':[1]}"); /* a tile two cells away: a chain of two moves */
    ask_expect("action", "{'click':[0,1]}");
    ask(PICK "'spots':[4]}");
    ask_expect("action", "{'blank':'Up'}");
    ask(PICK "'spots':[0]}");
    ask_expect_error("ILLEGAL_ACTION", "NOT_IN_LINE", "/spots");
    ask(PICK "'spots':[5]}"); /* not the blank's right neighbour, though the next number */
    ask_expect_error("ILLEGAL_ACTION", "NOT_IN_LINE", "/spots");
    ask(PICK "'spots':[9]}");
    ask_expect_error("BAD_ACTION", NULL, "/spots");
    ask(WALLED "'spots':[0]}"); /* its neighbours are taken */
    ask_expect_error("ILLEGAL_ACTION", "NO_PATH", "/spots");
    ask(WALLED "'spots':[0,1]}");
    ask_expect_error("ILLEGAL_ACTION", "TARGET_OCCUPIED", "/spots");
    ask(WALLED "'spots':[24]}");
    ask_expect_error("ILLEGAL_ACTION", "SOURCE_EMPTY", "/spots");
    ask(WALLED "'spots':[0,24]}");
    ask_expect_error("ILLEGAL_ACTION", "NO_PATH", "/spots");
    ask(WALLED "'spots':[1]}");
    ask_expect_error("BAD_ACTION", NULL, "/spots");
    ask(WALLED "'spots':[1,2,3]}");
    ask_expect_error("BAD_ACTION", NULL, "/spots");
}

static void test_pick_refusals(void **unused) {
    (void)unused;
    static const char *const spots[] = {"",
                                        "'spots':null",
                                        "'spots':[]",
                                        "'spots':1",
                                        "'spots':[-1]",
                                        "'spots':[0,0,0,0,0]",
                                        "'spots':{'a':1}",
                                        "'spots':['1']",
                                        "'spots':[40000]"};
    for (size_t i = 0; i < ASK_COUNT(spots); i++) {
        ask(PICK "'color':true%s%s}", spots[i][0] ? "," : "", spots[i]);
        ask_expect_error(bad, NULL, spots[i][0] ? "/spots" : NULL);
    }
    ask(PICK "'spots':[4],'who':1}");
    ask_expect_error("ILLEGAL_ACTION", "NOT_YOUR_TURN", "/spots");
    ask("{'cmd':'pick','state':" ASK_SOLVED ",'spots':[4]}");
    ask_expect_error("GAME_OVER", NULL, "/spots");
    ask("{'cmd':'pick','state':" ASK_EMPTY ",'spots':[0]}"); /* chance picks nothing */
    ask_expect_error("BAD_ACTION", NULL, "/spots");
}

static void test_observe(void **unused) {
    (void)unused;
    ask("{'cmd':'observe','state':" ASK_BOARD "}");
    ask_expect("planes", "2");
    ask_expect("rows", "3");
    ask_expect("cols", "3");
    ask_expect("bytes", "'AQIDBAUGBwAIAQIDBAUGBwgA'"); /* the tiles, then the goal */
    ask_expect("mask", "[0,2,3]");
    /* 8 and 4 bytes: the ends of base64. */
    ask("{'cmd':'observe','who':0,'state':" ASK_HEAD "'rows':2,'cols':2,'tiles':[1,2,0,3]}}");
    ask_expect("bytes", "'AQIAAwECAwA='");
    ask("{'cmd':'observe','state':" ASK_HEAD "'rows':2,'cols':4,'tiles':[1,2,3,4,5,6,0,7]}}");
    ask_expect("bytes", "'AQIDBAUGAAcBAgMEBQYHAA=='");
    ask("{'cmd':'observe','state':" ASK_SOLVED "}");
    ask_expect("mask", "[]");
    ask(OBSERVE "'who':1}");
    ask_expect_error(bad, NULL, "/who");
    ask(OBSERVE "'who':'chance'}");
    ask_expect_error(bad, NULL, "/who");
}

/* The same answer for a state and for what the seat knows of it. */
static void expect_same_look(const char *cmd) {
    static char known[1 << 16];
    ask("{'cmd':'%s','state':" ASK_LINES_KNOWN "}", cmd);
    assert_true(strlen(ask_answer) < sizeof known);
    strcpy(known, ask_answer);
    ask("{'cmd':'%s','state':" ASK_LINES_HIDDEN "}", cmd);
    assert_string_equal(ask_answer, known);
    ask_expect("ok", "true");
}

static void test_hidden_looks(void **unused) {
    (void)unused;
    expect_same_look("render");
    expect_same_look("scene");
    expect_same_look("observe");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),         cmocka_unit_test(test_scene_of_slide),
        cmocka_unit_test(test_scene_of_falls), cmocka_unit_test(test_path),
        cmocka_unit_test(test_scene_refusals), cmocka_unit_test(test_words),
        cmocka_unit_test(test_parse),          cmocka_unit_test(test_many_candidates),
        cmocka_unit_test(test_parse_refusals), cmocka_unit_test(test_observe),
        cmocka_unit_test(test_hidden_looks),   cmocka_unit_test(test_pick),
        cmocka_unit_test(test_pick_meanings),  cmocka_unit_test(test_pick_refusals),
    };
    return cmocka_run_group_tests_name("engine look", tests, ask_open, ask_close);
}
