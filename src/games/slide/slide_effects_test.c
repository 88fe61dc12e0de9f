/* slide: what events do, as people are told; keys and words at a prompt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slide.h"
#include "tests/support/reading.h"
#include <string.h>

static struct slide slide;
static struct effect_list told;

static void read_board(const char *fields) {
    char text[2048], pointer[64];
    struct text whole = text_over(text, sizeof text);
    struct envelope envelope;
    text_string(&whole, "{\"state_version\":1,\"ruleset_id\":\"slide_v1\",");
    text_string(&whole, fields);
    text_char(&whole, '}');
    for (char *at = text; *at; at++)
        if (*at == '\'') *at = '"';
    const char *wrong =
        reading_state(&slide_game, text, &slide, &envelope, pointer, sizeof pointer);
    if (wrong) fail_msg("%s at %s: %s", wrong, pointer, text);
}

/* Asks for the effects of an act, then plays it. */
static void play(int who, action act) {
    told.count = 0;
    assert_null(slide_game.refuse(&slide, who, act));
    slide_effects(&slide, who, act, &told);
    slide_game.apply(&slide, who, act);
}

static void expect(int i, const char *kind, int seat, int points, const char *text) {
    assert_true(i < told.count);
    assert_string_equal(slide_effect_kinds[told.at[i].kind], kind);
    assert_int_equal(told.at[i].seat, seat);
    assert_int_equal(told.at[i].points, points);
    assert_string_equal(told.at[i].text, text);
}

static void expect_spots(int i, int count, const int *spots) {
    assert_int_equal(told.at[i].spots_count, count);
    for (int k = 0; k < count; k++) assert_int_equal(told.at[i].spots[k], spots[k]);
}

static void test_moves(void **state) {
    static const struct {
        int move;
        const char *text;
        int spots[2];
    } moves[] = {{SLIDE_UP, "Tile 2 moves down", {1, 4}},
                 {SLIDE_DOWN, "Tile 8 moves up", {7, 4}},
                 {SLIDE_LEFT, "Tile 4 moves right", {3, 4}},
                 {SLIDE_RIGHT, "Tile 5 moves left", {5, 4}}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        read_board("'rows':3,'cols':3,'tiles':[1,2,3,4,0,5,7,8,6]");
        play(0, (action)moves[i].move);
        assert_int_equal(told.count, 1);
        expect(0, "MOVE", 0, -1, moves[i].text);
        expect_spots(0, 2, moves[i].spots);
    }
}

/* Tiles are listed in the order of the board, whichever way they move; of many, three are named. */
static void test_chains(void **state) {
    static const struct {
        const char *tiles;
        int click, count;
        const char *text;
    } chains[] = {
        {"[0,1,2,3,4,5,6,7,8,9,10,11]", 2, 2, "Tiles 1 and 2 move left"},
        {"[0,1,2,3,4,5,6,7,8,9,10,11]", 3, 3, "Tiles 1, 2 and 3 move left"},
        {"[0,1,2,3,4,5,6,7,8,9,10,11]", 4, 4, "Tiles 1, 2, 3 and 4 move left"},
        {"[0,1,2,3,4,5,6,7,8,9,10,11]", 5, 5, "Tiles 1, 2, 3 and 2 others move left"},
        {"[1,2,3,4,5,0,6,7,8,9,10,11]", 0, 5, "Tiles 1, 2, 3 and 2 others move right"},
        {"[1,2,3,4,5,0,6,7,8,9,10,11]", 3, 2, "Tiles 4 and 5 move right"},
        {"[1,2,3,4,5,0,6,7,8,9,10,11]", 11, 1, "Tile 11 moves up"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        char fields[128];
        struct text text = text_over(fields, sizeof fields);
        text_format(&text, "'rows':2,'cols':6,'tiles':%s", chains[i].tiles);
        read_board(fields);
        int blank = slide.blank;
        play(0, (action)(SLIDE_CLICK + chains[i].click));
        expect(0, "MOVE", 0, -chains[i].count, chains[i].text);
        assert_int_equal(told.at[0].spots_count, chains[i].count + 1);
        assert_int_equal(told.at[0].spots[0], chains[i].click);
        assert_int_equal(told.at[0].spots[chains[i].count], blank);
    }
}

/* The longest chain of the largest board, and moves that can be counted no further. */
static void test_limits(void **state) {
    int params[PARAMS_MAX] = {SLIDE_SIDE_MAX, SLIDE_SIDE_MAX, 0, 1};
    (void)state;
    slide_game.start(&slide, params);
    slide.phase = SLIDE_PLAY;
    slide.left = 0;
    slide.moves = SLIDE_MOVES_MAX - 5;
    slide_move(&slide, SLIDE_LEFT); /* not solved */
    play(0, SLIDE_CLICK + SLIDE_SIDE_MAX - 2);
    expect(0, "MOVE", 0, -5, "Tiles 15, 31, 47 and 12 others move down");
    assert_int_equal(told.at[0].spots_count, SLIDE_SIDE_MAX);
    play(0, SLIDE_DOWN);
    expect(0, "MOVE", 0, 0, "Tile 15 moves up");
}

static void test_the_end(void **state) {
    (void)state;
    read_board("'rows':2,'cols':2,'tiles':[1,2,0,3]");
    play(0, SLIDE_RIGHT);
    assert_int_equal(told.count, 2);
    expect(1, "SOLVED", 0, 0, "Solved in 1 move");
    read_board("'rows':2,'cols':3,'tiles':[1,2,3,0,4,5],'moves_made':50");
    play(0, SLIDE_CLICK + 5);
    expect(0, "MOVE", 0, -2, "Tiles 4 and 5 move left");
    expect(1, "SOLVED", 0, 0, "Solved in 52 moves");
}

static void test_the_deal(void **state) {
    (void)state;
    read_board("'rows':2,'cols':3,'tiles':[null,null,null,null,null,null]");
    play(CHANCE, 1);
    assert_int_equal(told.count, 1);
    expect(0, "DEAL", EFFECT_ALL, 0, "The blank is put on row 1, column 2");
    expect_spots(0, 1, (const int[]){1});
    play(CHANCE, 5);
    expect(0, "DEAL", EFFECT_ALL, 0, "Tile 5 is dealt to row 1, column 1");
    play(CHANCE, 2);
    play(CHANCE, 4);
    assert_int_equal(told.count, 3); /* the last two are dealt together */
    expect(0, "DEAL", EFFECT_ALL, 0, "Tile 4 is dealt to row 2, column 1");
    for (int i = 1; i < 3; i++) {
        char text[EFFECT_TEXT_BYTES];
        struct text expected = text_over(text, sizeof text);
        text_format(&expected, "Tile %d is dealt to row 2, column %d", slide.cells[3 + i], i + 1);
        expect(i, "DEAL", EFFECT_ALL, 0, text);
        expect_spots(i, 1, (const int[]){3 + i});
    }
}

static void test_a_solved_deal(void **state) {
    (void)state;
    read_board("'rows':2,'cols':2,'tiles':[null,null,null,0]");
    play(CHANCE, 1);
    assert_int_equal(told.count, 4);
    expect(3, "SOLVED", 0, 0, "Solved in 0 moves");
}

static void test_the_scramble(void **state) {
    (void)state;
    read_board("'rows':2,'cols':2,'tiles':[1,2,3,0],'scramble':{'left':2,'last':null}");
    play(CHANCE, SLIDE_LEFT);
    assert_int_equal(told.count, 1);
    expect(0, "SCRAMBLE", EFFECT_ALL, 0, "Scrambling: tile 3 moves right");
    expect_spots(0, 2, (const int[]){2, 3});
    play(CHANCE, SLIDE_UP);
    expect(0, "SCRAMBLE", EFFECT_ALL, 0, "Scrambling: tile 1 moves down");
}

static const struct key *find_key(int key) {
    const struct key *at = slide_game.keys;
    while (at->key && at->key != key) at++;
    assert_int_equal(at->key, key);
    return at;
}

/* A letter is the way of the blank, an arrow that of a tile. */
static void test_keys(void **state) {
    static const int arrows[] = {GAME_KEY_UP, GAME_KEY_DOWN, GAME_KEY_LEFT, GAME_KEY_RIGHT};
    (void)state;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        const struct key *arrow = find_key(arrows[move]);
        assert_int_equal(find_key("udlr"[move])->act, move);
        assert_int_equal(find_key("UDLR"[move])->act, move);
        assert_int_equal(arrow->act, slide_opposite(move));
        assert_memory_equal(arrow->meaning, "a tile moves ", 13);
    }
}

/* Words that are no lines of keys mean what they did, and letters mean the same as words. */
static void test_words(void **state) {
    static const struct {
        const char *words;
        action act;
    } words[] = {{"up", SLIDE_UP},       {"Left", SLIDE_LEFT},    {"l", SLIDE_LEFT},
                 {"r", SLIDE_RIGHT},     {"d", SLIDE_DOWN},       {"do", SLIDE_DOWN},
                 {"5", SLIDE_CLICK + 7}, {"15", SLIDE_CLICK + 6}, {"tile 15", SLIDE_CLICK + 6},
                 {"1", SLIDE_CLICK + 4}};
    struct choice scratch[SLIDE_CELLS_MAX];
    (void)state;
    read_board("'rows':4,'cols':4,'tiles':[2,3,4,6,1,0,15,5,8,9,10,11,12,13,14,7]");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        action act = 99;
        int found = game_find_acts(&slide_game, &slide, 0, words[i].words, scratch, &act, 1);
        if (found != 1) fail_msg("'%s' finds %d acts", words[i].words, found);
        assert_int_equal(act, words[i].act);
    }
}

/* Every example finds an act, or is a line of keys. */
static void test_examples(void **state) {
    struct choice scratch[SLIDE_CELLS_MAX];
    (void)state;
    read_board("'rows':4,'cols':4,'tiles':[2,3,4,6,1,0,15,5,8,9,10,11,12,13,14,7]");
    for (const struct game_example *example = slide_game.examples; example->typed; example++) {
        action act;
        if (game_find_acts(&slide_game, &slide, 0, example->typed, scratch, &act, 1) == 1) continue;
        for (const char *at = example->typed; *at; at++) find_key(*at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_the_deal),     cmocka_unit_test(test_a_solved_deal),
        cmocka_unit_test(test_the_scramble), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_words),        cmocka_unit_test(test_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
