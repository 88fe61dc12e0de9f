/* falls: acts as JSON, as words and as keys; and the full drop. */
#include "falls_support_test.h"
#include "game/record.h"

static const char *read_act(const struct falls *falls, int who, const char *json, action *act) {
    char text[128];
    struct json_token tokens[64];
    struct json_doc doc;
    snprintf(text, sizeof text, "%s", json);
    for (char *c = text; *c; c++)
        if (*c == '\'') *c = '"';
    assert_null(json_parse(&doc, text, strlen(text), tokens, 64));
    return falls_game.read_act(falls, who, json_root(&doc), act);
}

static void test_acts(void **state) {
    (void)state;
    struct falls falls;
    action act = 0;
    hand_begin_round(&falls, 2);
    assert_null(read_act(&falls, 0, "{'move':'RotateCw'}", &act));
    assert_int_equal(act, FALLS_CW);
    assert_null(read_act(&falls, 0, "{'move':'Fall'}", &act));
    assert_int_equal(act, FALLS_FALL);
    assert_non_null(read_act(&falls, 0, "{'move':null}", &act));
    assert_non_null(read_act(&falls, 0, "{'move':'Up'}", &act));
    assert_non_null(read_act(&falls, 0, "{'move':'Left','x':1}", &act));
    assert_non_null(read_act(&falls, 0, "'Left'", &act));
    assert_null(read_act(&falls, CLOCK, "{'tick':1}", &act));
    assert_int_equal(act, 1);
    assert_non_null(read_act(&falls, CLOCK, "{'tick':8}", &act));
    assert_non_null(read_act(&falls, CLOCK, "{'move':'Left'}", &act));
    falls.kept = 0, falls.capsules[0] = 0;
    falls_tell(&falls);
    assert_null(read_act(&falls, CHANCE, "{'capsule':'YB'}", &act));
    assert_int_equal(act, 3 * 1 + 2);
    assert_non_null(read_act(&falls, CHANCE, "{'capsule':'YG'}", &act));
    falls_game.start(&falls, (int[]){1, 4, -1});
    assert_null(read_act(&falls, CHANCE, "{'virus':[15,7,'Blue']}", &act));
    assert_int_equal(act, 3 * 127 + 2);
    assert_non_null(read_act(&falls, CHANCE, "{'virus':[16,7,'Blue']}", &act));
    assert_non_null(read_act(&falls, CHANCE, "{'virus':[15,7,'Green']}", &act));
    assert_non_null(read_act(&falls, CHANCE, "{'col':1}", &act));
}

/* Who is out is told so, and not that it is somebody else's turn. */
static void test_events_of_one_who_is_out(void **state) {
    (void)state;
    static const char text[] = "{\"move\":\"Left\"}";
    struct falls falls;
    struct json_token tokens[64];
    struct json_doc doc;
    struct event event;
    struct record_fault fault;
    hand_begin_round(&falls, 2);
    falls.player[1].status = FALLS_DEFEATED;
    falls.player[1].controlled = 0;
    falls_tell(&falls);
    hand_require_sound(&falls);
    assert_null(json_parse(&doc, text, strlen(text), tokens, 64));
    assert_true(record_read_event(&falls_game, &falls, json_root(&doc), 0, &event, &fault));
    assert_false(record_read_event(&falls_game, &falls, json_root(&doc), 1, &event, &fault));
    assert_string_equal(fault.code, "NOT_PLAYING");
    assert_false(record_read_event(&falls_game, &falls, json_root(&doc), 2, &event, &fault));
    assert_string_equal(fault.code, "NOT_YOUR_TURN");
}

static void test_keys(void **state) {
    (void)state;
    static const struct key expected[] = {
        {GAME_KEY_LEFT, FALLS_LEFT, NULL},
        {GAME_KEY_RIGHT, FALLS_RIGHT, NULL},
        {GAME_KEY_UP, FALLS_CW, NULL},
        {GAME_KEY_DOWN, FALLS_DROP, NULL},
        {'s', FALLS_LEFT, NULL},
        {'d', FALLS_RIGHT, NULL},
        {'k', FALLS_CCW, NULL},
        {'l', FALLS_CW, NULL},
        {'f', FALLS_FALL, NULL},
        {' ', FALLS_DROP, NULL},
        {'p', GAME_KEY_PAUSE, NULL},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct key *key = falls_game.keys;
        while (key->key && key->key != expected[i].key) key++;
        assert_int_equal(key->key, expected[i].key);
        assert_true(key->act == expected[i].act);
    }
}

/* What is typed finds one act of seat 0, or none or several. */
static void require_typed(const struct falls *falls, const char *typed, int found, action act) {
    struct choice scratch[3 * FALLS_CELLS];
    action acts[2] = {99, 99};
    assert_int_equal(game_find_acts(&falls_game, falls, 0, typed, scratch, acts, 2), found);
    if (found == 1) assert_int_equal(acts[0], act);
}

static void test_words(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_moving(&falls, 0, 5, ".. .. .. R> Y< .. .. ..", true);
    require_typed(&falls, "d", 1, FALLS_DROP);
    require_typed(&falls, "drop", 1, FALLS_DROP);
    require_typed(&falls, "down", 1, FALLS_DROP);
    require_typed(&falls, "f", 1, FALLS_FALL);
    require_typed(&falls, "FALL", 1, FALLS_FALL);
    require_typed(&falls, "land", 1, FALLS_FALL);
    require_typed(&falls, "l", 1, FALLS_LEFT);
    require_typed(&falls, "r", 1, FALLS_RIGHT);
    require_typed(&falls, "c", 2, 0);
    require_typed(&falls, "cl", 1, FALLS_CW);
    require_typed(&falls, "turn", 1, FALLS_CW);
    require_typed(&falls, "cw", 1, FALLS_CW);
    require_typed(&falls, "co", 1, FALLS_CCW);
    require_typed(&falls, "ccw", 1, FALLS_CCW);
    hand_put_moving(&falls, 0, 5, ".. .. .. Ro .. .. .. ..", false);
    require_typed(&falls, "fall", 0, 0);
    assert_string_equal(game_why_not(&falls_game, &falls, 0, "fall"), "NO_CAPSULE");
}

/* The examples are words of moves, or keys. */
static void test_examples(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_moving(&falls, 0, 5, ".. .. .. R> Y< .. .. ..", true);
    for (const struct game_example *example = falls_game.examples; example->typed; example++) {
        struct choice scratch[3 * FALLS_CELLS];
        action act;
        bool all_keys = true;
        for (const char *c = example->typed; *c; c++) {
            const struct key *key = falls_game.keys;
            while (key->key && key->key != *c) key++;
            all_keys = all_keys && key->key;
        }
        assert_true(all_keys ||
                    game_find_acts(&falls_game, &falls, 0, example->typed, scratch, &act, 1) == 1);
    }
}

static void test_players_count_from_one(void **state) {
    (void)state;
    struct falls falls;
    char words[80];
    struct text text = text_over(words, sizeof words);
    hand_begin_round(&falls, 3);
    falls_game.name_act(&falls, CLOCK, 2, &text);
    assert_string_equal(words, "tick player 3");
}

static void test_fall(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    assert_null(falls_game.refuse(&falls, 1, FALLS_FALL));
    falls_game.apply(&falls, 1, FALLS_FALL);
    hand_require_sound(&falls);
    hand_require_settled(&falls, 1, ".. .. .. R> Y< .. .. Y*");
    hand_require_moving(&falls, 1, 0, ".. .. .. B> B< .. .. ..");
    hand_require_moving(&falls, 0, 0, ".. .. .. R> Y< .. .. ..");
    assert_int_equal(falls.phase, FALLS_DRAW);

    hand_begin_round(&falls, 1); /* where it is to settle anyway */
    hand_put_moving(&falls, 0, 15, ".. .. .. R> Y< .. .. ..", true);
    falls_game.apply(&falls, 0, FALLS_FALL);
    hand_require_settled(&falls, 0, ".. .. .. R> Y< .. .. Y*");

    hand_begin_round(&falls, 1); /* an overhang stops it; and it ends with what that closes */
    hand_put_settled(&falls, 0,
                     ".. .. R> R< .. .. .. ..\n.. .. B* .. .. .. .. ..\n.. .. Y* .. .. .. .. Y*");
    hand_put_moving(&falls, 0, 9, "R> R< .. .. .. .. .. ..", true);
    falls_game.apply(&falls, 0, FALLS_RIGHT);
    falls_game.apply(&falls, 0, FALLS_FALL);
    hand_require_settled(&falls, 0,
                         ".. R> R< .. .. .. .. ..\n.. .. R> R< .. .. .. ..\n"
                         ".. .. B* .. .. .. .. ..\n.. .. Y* .. .. .. .. Y*");
}

static void test_fall_is_refused(void **state) {
    (void)state;
    struct falls falls;
    struct choice choices[3 * FALLS_CELLS];
    hand_begin_round(&falls, 3);
    int count = falls_game.choices(&falls, 0, choices);
    assert_int_equal(choices[count - 1].act, FALLS_DROP); /* a shorthand is not listed */
    hand_put_moving(&falls, 0, 3, ".. .. .. Ro .. .. .. ..", false);
    falls.player[2].status = FALLS_DEFEATED;
    falls.player[2].controlled = 0;
    falls_tell(&falls);
    for (action act = FALLS_DROP; act <= FALLS_FALL; act++) {
        assert_string_equal(falls_game.refuse(&falls, 0, act), "NO_CAPSULE");
        assert_null(falls_game.refuse(&falls, 1, act));
        assert_string_equal(falls_game.refuse(&falls, 2, act), "NOT_PLAYING");
    }
    assert_string_equal(falls_game.refuse(&falls, 1, FALLS_ACTS), "NO_SUCH_ACT");
    assert_string_equal(falls_game.refuse(&falls, CLOCK, FALLS_FALL), "NO_SUCH_ACT");
    falls_game.start(&falls, (int[]){2, 4, -1});
    assert_string_equal(falls_game.refuse(&falls, 0, FALLS_FALL), "NOT_YOUR_TURN");
}

/* Falling ends like so many drops: the last one is that in which the capsule settles. */
static int require_same_as_drops(const struct falls *falls, int seat) {
    struct falls fallen, dropped;
    game_copy(&falls_game, &fallen, falls);
    game_copy(&falls_game, &dropped, falls);
    assert_null(falls_game.refuse(falls, seat, FALLS_FALL));
    falls_game.apply(&fallen, seat, FALLS_FALL);
    int drops = 0;
    for (bool settles = false; !settles; drops++) {
        settles = falls_touches(&dropped.player[seat], dropped.player[seat].low);
        assert_null(falls_game.refuse(&dropped, seat, FALLS_DROP));
        falls_game.apply(&dropped, seat, FALLS_DROP);
    }
    assert_true(game_equal(&falls_game, &fallen, &dropped));
    hand_require_sound(&fallen);
    return drops;
}

/* In rounds by random acts: falls of each length, to defeat and to the last virus. */
static void test_fall_is_like_drops(void **state) {
    (void)state;
    static const int players[] = {1, 2, 4, 8};
    struct rng rng = rng_new(4, 4);
    struct choice scratch[3 * FALLS_CELLS];
    long lengths[FALLS_ROWS + 1] = {0}, defeats = 0, clears = 0;
    for (int round = 0; round < 400; round++) {
        struct falls falls;
        falls_game.start(&falls, (int[]){players[round % 4], 1 + round % 3, -1});
        game_settle(&falls_game, &falls, &rng, scratch, NULL, NULL);
        for (int i = 0; i < 400 && falls.phase == FALLS_PLAY; i++) {
            int seat = (int)rng_below(&rng, falls.players);
            if (!(falls.playing >> seat & 1)) continue;
            if (falls.player[seat].controlled) lengths[require_same_as_drops(&falls, seat)]++;
            if (!falls.player[seat].controlled)
                falls_game.apply(&falls, CLOCK, (action)seat);
            else if (rng_below(&rng, 3) == 0)
                falls_game.apply(&falls, seat, FALLS_FALL);
            else
                falls_game.apply(&falls, seat, falls_game.random_act(&falls, seat, &rng));
            defeats += falls.player[seat].status == FALLS_DEFEATED;
            clears += falls.player[seat].status == FALLS_CLEARED;
            game_settle(&falls_game, &falls, &rng, scratch, NULL, NULL);
        }
    }
    for (int rows = 1; rows <= FALLS_ROWS; rows++) assert_true(lengths[rows] > 0);
    printf("%ld defeats, %ld clears\n", defeats, clears);
    assert_true(defeats > 100 && clears > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_acts),
        cmocka_unit_test(test_events_of_one_who_is_out),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_players_count_from_one),
        cmocka_unit_test(test_fall),
        cmocka_unit_test(test_fall_is_refused),
        cmocka_unit_test(test_fall_is_like_drops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
