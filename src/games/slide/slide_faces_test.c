/* slide's JSON, what must be refused and where; actions, the picture, the observation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slide.h"
#include "tests/support/reading.h"
#include <stdio.h>
#include <string.h>

static const char *read_text(const char *text, struct slide *slide, char *pointer,
                             size_t capacity) {
    struct envelope envelope;
    return reading_state(&slide_game, text, slide, &envelope, pointer, capacity);
}

#define HEAD "{\"state_version\":1,\"ruleset_id\":\"slide_v1\","

static void test_bad_states_are_refused_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *pointer;
    } bad[] = {
        {HEAD "\"rows\":1,\"cols\":2,\"tiles\":[0,1]}", "/rows"},
        {HEAD "\"rows\":17,\"cols\":2,\"tiles\":[0,1]}", "/rows"},
        {HEAD "\"cols\":2,\"tiles\":[0,1,2,3]}", ""},
        {HEAD "\"rows\":2,\"cols\":2.0,\"tiles\":[1,2,0,3]}", "/cols"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,0]}", "/tiles"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,3,4]}", "/tiles"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":{}}", "/tiles"},
        {HEAD "\"rows\":2,\"cols\":2}", ""},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,2,0]}", "/tiles/2"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,0,2,0]}", "/tiles/3"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,4,2,0]}", "/tiles/1"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,-1,2,0]}", "/tiles/1"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,\"2\",3,0]}", "/tiles/1"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"goal\":\"middle\"}", "/goal"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"moves_made\":-1}", "/moves_made"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"moves_made\":1000000001}",
         "/moves_made"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"colour\":1}", "/colour"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"game_over\":false}", "/game_over"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,3],\"game_over\":true}", "/game_over"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,null,null,null]}", "/tiles"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[0,1,null,null]}", "/tiles"},
        {HEAD "\"rows\":2,\"cols\":3,\"tiles\":[0,null,1,null,null,null]}", "/tiles/1"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[0,null,null,null],\"moves_made\":3}", ""},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[null,null,null,null],\"scramble\":{\"left\":1,"
              "\"last\":null}}",
         "/scramble"},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"scramble\":{\"left\":0,\"last\":null}}",
         "/scramble/left"},
        {HEAD
         "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"scramble\":{\"left\":1,\"last\":\"up\"}}",
         "/scramble/last"},
        {HEAD
         "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"scramble\":{\"left\":1,\"last\":\"Up\"}}",
         ""},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[2,1,3,0],\"scramble\":{\"left\":1,\"last\":null}}",
         ""},
        {HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"scramble\":{\"left\":1,\"last\":null,"
              "\"x\":0}}",
         "/scramble/x"},
        {"{\"state_version\":2,\"ruleset_id\":\"slide_v1\",\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,"
         "3]}",
         "/state_version"},
        {"{\"ruleset_id\":\"slide_v1\",\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,3]}", ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct slide slide;
        char pointer[128] = "";
        const char *wrong = read_text(bad[i].text, &slide, pointer, sizeof pointer);
        if (!wrong) fail_msg("%s was taken", bad[i].text);
        assert_string_equal(pointer, bad[i].pointer);
    }
}

static void test_short_forms_are_taken(void **state) {
    (void)state;
    struct slide slide;
    char pointer[128];
    const char *text = HEAD "\"tiles\":[1,2,3,5,4,0],\"cols\":3,\"rows\":2}";
    assert_null(read_text(text, &slide, pointer, sizeof pointer));
    assert_int_equal(slide.moves, 0);
    assert_int_equal(slide.blank_first, 0);
    assert_false(slide_solvable(&slide)); /* a valid state all the same */
    assert_int_equal(slide_game.movers(&slide), 1);
    assert_null(read_text(HEAD
                          "\"rows\":2,\"cols\":2,\"tiles\":[0,1,2,3],\"goal\":\"blank_first\"}",
                          &slide, pointer, sizeof pointer));
    assert_int_equal(slide_game.movers(&slide), 0);
}

/* In an optional field, null is the same as no field. */
static void test_null_is_absent(void **state) {
    (void)state;
    struct slide slide, plain;
    char pointer[128];
    memset(&slide, 0, sizeof slide);
    memset(&plain, 0, sizeof plain);
    assert_null(read_text(HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,3]}", &plain, pointer,
                          sizeof pointer));
    assert_null(read_text(HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,3],\"goal\":null,"
                               "\"moves_made\":null,\"scramble\":null,\"scenario_seed\":null}",
                          &slide, pointer, sizeof pointer));
    assert_memory_equal(&slide, &plain, sizeof slide);
    assert_null(read_text(HEAD "\"rows\":2,\"cols\":2,\"tiles\":[null,0,null,null],"
                               "\"scramble\":null}",
                          &slide, pointer, sizeof pointer));
    assert_int_equal(slide.phase, SLIDE_DEAL_TILES);
    static const char *const needed[] = {"\"rows\":null,\"cols\":2,\"tiles\":[1,2,0,3]}",
                                         "\"rows\":2,\"cols\":null,\"tiles\":[1,2,0,3]}",
                                         "\"rows\":2,\"cols\":2,\"tiles\":null}"};
    for (int i = 0; i < 3; i++) {
        char text[160] = HEAD;
        assert_non_null(read_text(strcat(text, needed[i]), &slide, pointer, sizeof pointer));
    }
}

static const char *act_of(const struct slide *slide, int who, const char *text, action *act) {
    struct json_token tokens[64];
    struct json_doc doc;
    assert_null(json_parse(&doc, text, strlen(text), tokens, 64));
    return slide_read_act(slide, who, json_root(&doc), act);
}

static void test_actions_are_read_strictly(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{}",
        "null",
        "\"up\"",
        "\"\"",
        "{\"blank\":\"up\"}",
        "{\"blank\":0}",
        "[0]",
        "{\"click\":[0]}",
        "{\"click\":[0,0,0]}",
        "{\"click\":[0,\"0\"]}",
        "{\"click\":0}",
        "{\"tile\":1}",
        "{\"blank\":\"Up\",\"click\":[0,0]}",
        "{\"blank\":\"Up\",\"x\":1}",
    };
    struct slide slide;
    char pointer[8];
    action act = 99;
    assert_null(read_text(HEAD "\"rows\":2,\"cols\":2,\"tiles\":[0,1,2,3]}", &slide, pointer, 8));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_non_null(act_of(&slide, 0, bad[i], &act));
        assert_int_equal(act, 99);
    }
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) { /* as an object, or just the word */
        char text[32];
        snprintf(text, sizeof text, "{\"blank\":\"%s\"}", slide_move_names[move]);
        assert_null(act_of(&slide, 0, text, &act));
        assert_int_equal(act, move);
        snprintf(text, sizeof text, "\"%s\"", slide_move_names[SLIDE_RIGHT - move]);
        assert_null(act_of(&slide, 0, text, &act));
        assert_int_equal(act, SLIDE_RIGHT - move);
    }
    assert_null(act_of(&slide, 0, "{\"click\":[1,0]}", &act));
    assert_int_equal(act, SLIDE_CLICK + 2);
    static const char *const outside[] = {"{\"click\":[-1,0]}", "{\"click\":[0,2]}",
                                          "{\"click\":[2,0]}"};
    for (int i = 0; i < 3; i++) {
        assert_null(act_of(&slide, 0, outside[i], &act));
        assert_string_equal(slide_game.refuse(&slide, 0, act), "OFF_BOARD");
    }
}

static void test_the_picture(void **state) {
    (void)state;
    static struct scene scene;
    struct slide slide;
    char pointer[8];
    assert_null(read_text(HEAD "\"rows\":2,\"cols\":2,\"tiles\":[1,0,3,2],\"moves_made\":7}",
                          &slide, pointer, 8));
    slide_draw(&slide, 0, &scene);
    assert_int_equal(scene.count, 5);
    assert_int_equal(scene.tiles[0].kind, SCENE_TILE);
    assert_int_equal(scene.tiles[0].colour, SCENE_GREEN);
    assert_string_equal(scene.tiles[0].label, "1");
    assert_int_equal(scene.tiles[1].kind, SCENE_EMPTY);
    assert_int_equal(scene.tiles[3].colour, SCENE_PLAIN);
    assert_int_equal(scene.tiles[3].spot, 3);
    assert_string_equal(scene.tiles[4].label, "7 moves, 1 to place");
    assert_string_equal(scene.tiles[3].name, "tile 2, row 2 column 2");
    assert_string_equal(scene.tiles[1].name, "blank, row 1 column 2");
    assert_int_equal(scene.areas_count, 2);
    assert_string_equal(scene.areas[0].kind, "board");
    assert_int_equal(scene.areas[0].rows * 10 + scene.areas[0].cols, 22);
    assert_string_equal(scene.areas[1].kind, "status");
    assert_int_equal(scene.areas[1].row, 2);
    assert_null(
        read_text(HEAD "\"rows\":2,\"cols\":2,\"tiles\":[null,0,null,null]}", &slide, pointer, 8));
    slide_draw(&slide, 0, &scene);
    assert_string_equal(scene.tiles[1].name, "blank, row 1 column 2");
    assert_string_equal(scene.tiles[2].name, "not dealt yet, row 2 column 1");
}

static void test_the_observation(void **state) {
    (void)state;
    struct slide slide;
    char pointer[8];
    uint8_t seen[12];
    static const uint8_t expected[12] = {1, 0, 3, 2, 5, 4, 0, 1, 2, 3, 4, 5};
    assert_null(read_text(HEAD
                          "\"rows\":2,\"cols\":3,\"tiles\":[1,0,3,2,5,4],\"goal\":\"blank_first\"}",
                          &slide, pointer, 8));
    slide_observe(&slide, 0, seen);
    assert_memory_equal(seen, expected, sizeof seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_states_are_refused_with_the_place),
        cmocka_unit_test(test_short_forms_are_taken),
        cmocka_unit_test(test_null_is_absent),
        cmocka_unit_test(test_actions_are_read_strictly),
        cmocka_unit_test(test_the_picture),
        cmocka_unit_test(test_the_observation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
