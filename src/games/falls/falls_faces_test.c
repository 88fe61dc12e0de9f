/* falls: what its JSON refuses and where, and the observation. */
#include "falls_support_test.h"
#include "tests/support/reading.h"

enum { TEXT = 1 << 16 };

static const char *read_text(const char *text, struct falls *falls, char *pointer,
                             size_t capacity) {
    struct envelope envelope;
    return reading_state(&falls_game, text, falls, &envelope, pointer, capacity);
}

static void write_text(const struct falls *falls, char *out) {
    struct text text = text_over(out, TEXT);
    struct envelope plain = envelope_plain();
    envelope_write(&falls_game, falls, &plain, &text);
    assert_false(text.cut);
}

/* The first `what` after `after` becomes `with`; ' stands for a quote. */
static void replace(char *text, const char *after, const char *what, const char *with) {
    char all[3][256], *from, *at;
    const char *given[] = {after, what, with};
    for (int i = 0; i < 3; i++) {
        snprintf(all[i], sizeof *all, "%s", given[i]);
        for (char *c = all[i]; *c; c++)
            if (*c == '\'') *c = '"';
    }
    from = strstr(text, all[0]);
    at = from ? strstr(from, all[1]) : NULL;
    if (!at) fail_msg("there is no %s after %s", all[1], all[0]);
    memmove(at + strlen(all[2]), at + strlen(all[1]), strlen(at + strlen(all[1])) + 1);
    memcpy(at, all[2], strlen(all[2]));
}

static void test_json_survives(void **state) {
    (void)state;
    static char text[TEXT], again[TEXT], pointer[256];
    struct falls falls, back;
    hand_make_round(&falls);
    write_text(&falls, text);
    assert_null(read_text(text, &back, pointer, sizeof pointer));
    assert_true(game_equal(&falls_game, &falls, &back));
    write_text(&back, again);
    assert_string_equal(text, again);
}

static void test_fields_that_may_be_left_out(void **state) {
    (void)state;
    static char text[TEXT], pointer[256];
    struct falls falls, back;
    hand_begin_round(&falls, 2);
    write_text(&falls, text);
    for (int seat = 0; seat < 2; seat++) {
        replace(text, "'players':[{", "'viruses':1,'settled'", "'settled'");
        replace(text, "'players':[{", ",'incoming':[],'chain':[]", "");
    }
    replace(text, "'config'", ",'boards':'standard'", "");
    assert_null(read_text(text, &back, pointer, sizeof pointer));
    assert_true(game_equal(&falls_game, &falls, &back));
    replace(text, "'capsule'", "[0,3]", "[0,4]"); /* its other element */
    assert_null(read_text(text, &back, pointer, sizeof pointer));
    assert_true(game_equal(&falls_game, &falls, &back));
}

/* null means the same. */
static void test_fields_that_may_be_null(void **state) {
    (void)state;
    static char text[TEXT], pointer[256];
    struct falls falls, back;
    hand_begin_round(&falls, 2);
    write_text(&falls, text);
    for (int seat = 0; seat < 2; seat++) {
        replace(text, "'players':[{", "'viruses':1,'settled'", "'viruses':null,'settled'");
        replace(text, "'players':[{", "'incoming':[],'chain':[]", "'incoming':null,'chain':null");
    }
    replace(text, "'config'", "'boards':'standard'", "'boards':null");
    assert_null(read_text(text, &back, pointer, sizeof pointer));
    assert_true(game_equal(&falls_game, &falls, &back));
}

#define P0 "'players':[{"
#define P1 "},{"

static void test_json_refuses_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *after, *what, *with, *at;
    } cases[] = {
        {"'config'", "'players':2", "'players':9", "/config/players"},
        {"'config'", "'players':2", "'players':3", "/players"},
        {"'config'", "'viruses':84", "'viruses':85", "/config/viruses"},
        {"'config'", "'viruses':84", "'viruses':0", "/config/viruses"},
        {"'config'", "'boards':'standard'", "'boards':'x'", "/config/boards"},
        {"'config'", "'boards':'standard'", "'board':'nes'", "/config/board"},
        {P0, "playing", "paused", "/players/0/status"},
        {P0, "playing", "cleared", "/players/0"},
        {P0, "'viruses':1", "'viruses':2", "/players/0/viruses"},
        {P0, "'viruses':1", "'virus':1", "/players/0/virus"},
        {P0, "B^", "Bo", "/players/0/settled/14"},
        {P0, "Rv", "Ro", "/players/0/settled/15"},
        {P0, "Y<", "Yo", "/players/0/settled/15"},
        {P0, "Y> Y<", "Y> ..", "/players/0/settled/15"},
        {P0, "Y> Y<", "Y< Y>", "/players/0/settled/15"},
        {P0, "Y*", "Y>", "/players/0/settled/15"},
        {P0, "Y*", "Yv", "/players/0/settled/15"},
        {P0, "Y*", "G*", "/players/0/settled/15"},
        {P0, "Y*", "Y.", "/players/0/settled/15"},
        {P0, "Y*", "Yo", "/players/0/viruses"},
        {P0, "'settled':['..", "'settled':['Yo", "/players/0"},
        {P0, "'settled':['.. .. ", "'settled':['.. ..,", "/players/0/settled/0"},
        {P0, "'settled':['.. .. ", "'settled':['.. .. .. ", "/players/0/settled/0"},
        {P0, "'settled':['.. .. .. .. .. .. .. ..',", "'settled':[", "/players/0/settled"},
        {P0, "'settled':['.. .. .. .. .. .. .. ..'", "'settled':[7", "/players/0/settled/0"},
        {P0, "Ro .. ..'", "R* .. ..'", "/players/0/moving/9"},
        {P0, "'moving':['..", "'moving':['Ro", NULL},
        {P0, "'capsule':null", "'capsule':[9,5]", "/players/0"},
        {P0, "'capsule':null", "'capsule':[9,4]", "/players/0/capsule"},
        {P0, "'capsule':null", "'capsule':[16,4]", "/players/0/capsule"},
        {P0, "'capsule':null", "'capsule':[9]", "/players/0/capsule"},
        {P0, "'capsule':null", "'capsule':9", "/players/0/capsule"},
        {P0, "'drawn':1", "'drawn':null", "/players/0/drawn"},
        {P0, "'drawn':1", "'drawn':-1", "/players/0/drawn"},
        {P0, "'drawn':1", "'drawn':0", ""},
        {P0, "'drawn':1", "'drawn':3", ""},
        {P0, "'drawn':1", "'drawn':2", NULL}, /* the next capsule is to be drawn */
        {P0, "'chain':['Red'", "'chain':['Green'", "/players/0/chain/0"},
        {P0, "'chain':[", "'chain':[null,", "/players/0/chain/0"},
        {P1, "'col':0", "'col':7", "/players/1"}, /* two in one column */
        {P1, "'col':0", "'col':8", "/players/1/incoming/0/0/col"},
        {P1, "'col':7", "'col':null", ""}, /* not the newest unit */
        {P1, "'col':2", "'col':null", NULL},
        {P1, "'color':'Red'", "'colour':'Red'", "/players/1/incoming/0/0/colour"},
        {P1, "'color':'Red'", "'color':'red'", "/players/1/incoming/0/0/color"},
        {P1, "'incoming':[", "'incoming':[[],", "/players/1/incoming/0"},
        {P1, "'capsule':[4,3]", "'capsule':null", NULL},
        {P1, "'moving':['..", "'moving':['Ro", "/players/1"}, /* a capsule moves alone */
        {"'sequence'", "'BB'", "'BG'", "/sequence/0"},
        {"'sequence'", "'BB'", "'B'", "/sequence/0"},
        {"'sequence'", "['BB']", "'BB'", "/sequence"},
        {"'sequence'", "['BB']", "[]", NULL},
        {"'sequence'", "'first':1", "'first':2", ""},
        {"'sequence'", "'first':1", "'first':0", ""},
        {"'sequence'", "'first':1", "'first':-1", "/first"},
        {"'sequence'", ",'first':1", "", ""},
        {"'sequence'", "'first':1", "'first':1,'game_over':true", "/game_over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static char text[TEXT], pointer[256];
        struct falls falls, back;
        hand_make_round(&falls);
        write_text(&falls, text);
        replace(text, cases[i].after, cases[i].what, cases[i].with);
        const char *wrong = read_text(text, &back, pointer, sizeof pointer);
        if ((wrong != NULL) != (cases[i].at != NULL))
            fail_msg("%s for %s: %s", cases[i].with, cases[i].what, wrong ? wrong : "is taken");
        if (!wrong) continue;
        if (strcmp(pointer, cases[i].at) != 0)
            fail_msg("%s for %s: %s at %s", cases[i].with, cases[i].what, wrong, pointer);
    }
}

/* Positions that no round can come to. */
static void test_check_knows_what_cannot_be(void **state) {
    (void)state;
    static const struct {
        const char *settled, *why;
    } cases[] = {
        {"Ro Ro Ro Ro .. .. .. Y*", "no run of four or more may be settled"},
        {"Ro .. .. .. .. .. .. Y*\nRo .. .. .. .. .. .. ..\nRo .. .. .. .. .. .. ..\n"
         "R* .. .. .. .. .. .. ..",
         "no run of four or more may be settled"},
        {"Ro .. .. .. .. .. .. Y*\n" HAND_EMPTY,
         "a settled element must be held from below or by its partner"},
        {"Rv .. .. .. .. .. .. Y*\nB^ .. .. .. .. .. .. ..\n" HAND_EMPTY,
         "a settled element must be held from below or by its partner"},
        {"R> Y< .. .. .. .. .. Y*\n.. .. Bo .. .. .. .. ..",
         "a settled element must be held from below or by its partner"},
        {"R> Y< .. .. .. .. .. Y*\n.. Bo .. .. .. .. .. ..", NULL},
        {"R> Y< .. .. .. .. .. Y*\n.. B* .. .. .. .. .. ..\n" HAND_EMPTY, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct falls falls;
        hand_begin_round(&falls, 1);
        hand_put_settled(&falls, 0, cases[i].settled);
        const char *wrong = falls_game.check(&falls);
        if (!cases[i].why)
            assert_null(wrong);
        else
            assert_string_equal(wrong ? wrong : "fine", cases[i].why);
    }
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_moving(&falls, 0, 15, ".. .. .. .. .. .. R> Y<", true);
    assert_string_equal(falls_game.check(&falls), "a moving tile must not be where one is settled");
    hand_put_moving(&falls, 0, 0, ".. .. .. R> Y< .. .. ..", true);
    falls.playing = 0;
    assert_non_null(falls_game.check(&falls));
    falls_tell(&falls);
    falls.phase = FALLS_DRAW;
    assert_non_null(falls_game.check(&falls));
    hand_begin_round(&falls, 1);
    falls.viruses = 1;
    hand_put_settled(&falls, 0, "R* .. .. .. .. .. .. Y*");
    assert_string_equal(falls_game.check(&falls),
                        "a field must not hold more viruses than config says");
}

static void test_only_one_has_cleared(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 3);
    falls.first++; /* only seat 2 plays, and has taken all but the next */
    falls.player[2].drawn++;
    for (int seat = 0; seat < 2; seat++) {
        hand_put_settled(&falls, seat, HAND_EMPTY);
        falls.player[seat].status = FALLS_CLEARED;
        falls.player[seat].controlled = 0;
    }
    falls_tell(&falls);
    assert_string_equal(falls_game.check(&falls), "at most one player can have cleared");
    falls.player[0].status = FALLS_DEFEATED;
    hand_put_settled(&falls, 0, ".. .. .. .. .. .. .. Y*");
    falls_tell(&falls);
    hand_require_sound(&falls);
}

static void test_check_knows_the_setup(void **state) {
    (void)state;
    struct falls falls;
    falls_game.start(&falls, (int[]){2, 6, -1});
    falls_place(&falls, 40, FALLS_RED);
    hand_require_sound(&falls);
    falls.player[1].virus = 0;
    assert_non_null(falls_game.check(&falls)); /* another board */
    falls_game.start(&falls, (int[]){1, 6, -1});
    falls_place(&falls, 31, FALLS_RED);
    assert_string_equal(falls_game.check(&falls), "a virus does not fit its cell"); /* row 3 */
    falls_game.start(&falls, (int[]){1, 6, 5});
    falls_place(&falls, 100, FALLS_RED);
    falls_place(&falls, 102, FALLS_BLUE);
    hand_require_sound(&falls);
    falls_place(&falls, 98, FALLS_RED);
    assert_string_equal(falls_game.check(&falls), "a virus does not fit its cell");
    falls_game.start(&falls, (int[]){1, 6, 5});
    falls.viruses = 6;
    assert_non_null(falls_game.check(&falls)); /* no level has six */
}

static void test_size_follows_the_seats(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    size_t one = falls_game.size(&falls);
    assert_true(one <= 400);
    for (int players = 2; players <= 8; players++) {
        hand_begin_round(&falls, players);
        assert_int_equal(falls_game.size(&falls), one + (size_t)(players - 1) * 224);
    }
    assert_int_equal(falls_game.size(&falls), falls_game.state_max);
}

static void test_observation(void **state) {
    (void)state;
    struct falls falls;
    hand_make_round(&falls);
    struct shape shape = falls_game.shape(&falls);
    assert_int_equal(shape.planes, 17);
    uint8_t seen[17][16][8];
    falls_game.observe(&falls, 1, &seen[0][0][0]);
    assert_true(seen[1][15][7] == 1 && seen[3][15][7] == 1);   /* the virus, Yellow */
    assert_true(seen[8][4][3] == 1 && seen[10][3][3] == 1);    /* the capsule */
    assert_true(seen[6][3][3] == 1 && seen[7][4][3] == 1);     /* bound below, above */
    assert_true(seen[11][4][3] == 1 && seen[11][3][3] == 1);   /* and controlled */
    assert_true(seen[12][0][0] == 3 && seen[13][9][5] == 3);   /* the next: BB */
    assert_true(seen[14][0][0] == 1 && seen[14][0][7] == 2);   /* units that wait */
    assert_true(seen[14][1][2] == 3 && seen[14][2][2] == 0);   /* */
    assert_true(seen[15][15][7] == 5 && seen[15][15][1] == 3); /* the other's field */
    assert_true(seen[16][8][0] == 3 && seen[16][9][5] == 1);   /* and what moves there */
    int total = 0;
    for (int plane = 0; plane < 12; plane++)
        for (int cell = 0; cell < 128; cell++) total += seen[plane][cell / 8][cell % 8];
    assert_int_equal(total, 2 + 2 + 2 + 2);
    falls_game.observe(&falls, 0, &seen[0][0][0]);
    assert_true(seen[4][15][2] == 1 && seen[5][15][3] == 1); /* bound right, left */
    falls.player[0].status = FALLS_DEFEATED;
    falls_game.observe(&falls, 1, &seen[0][0][0]);
    assert_true(seen[16][0][0] == 255 && seen[16][15][7] == 255);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_survives),
        cmocka_unit_test(test_fields_that_may_be_left_out),
        cmocka_unit_test(test_fields_that_may_be_null),
        cmocka_unit_test(test_json_refuses_with_the_place),
        cmocka_unit_test(test_check_knows_what_cannot_be),
        cmocka_unit_test(test_only_one_has_cleared),
        cmocka_unit_test(test_check_knows_the_setup),
        cmocka_unit_test(test_size_follows_the_seats),
        cmocka_unit_test(test_observation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
