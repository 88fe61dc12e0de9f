/* Rounds in turns and races as visitors see them, and windows of all sizes. */
#include "tests/support/visitors.h"

/* Plays by the first move that the cursor offers. */
static void play_turns(int most) {
    for (int i = 0; i < most && room_of(0)->phase == ROOM_ROUND; i++) {
        const struct table *table = room_of(0)->tables[0];
        int mover = game_mover(table->game, table->session.state);
        as(room_of(0)->seats[0].place == mover ? 0 : 1);
        see("Your turn");
        type("\r\r");
        as(room_of(0)->seats[0].place == mover ? 1 : 0);
        pass(0.1);
    }
}

static void test_azul(void **unused) {
    (void)unused;
    begin("2");
    const struct table *table = room_of(0)->tables[0];
    int mover = game_mover(table->game, table->session.state);
    as(mover);
    see("Your turn");
    see("azul  azul 1   Your turn");
    see("Score");
    see("choose  Enter pick");
    type("\r");
    see("This move");
    see("Enter play  Esc back");
    type("\033");
    as(1 - mover);
    see(mover ? "Bob to move" : "Ann to move");
    type("\r\r");
    assert_int_equal(game_mover(table->game, table->session.state), mover);
    play_turns(1);
    as(mover);
    see("What happened");
    see("You take");
    as(1 - mover);
    see(mover ? "Bob takes" : "Ann takes");
    see("Your turn");
    play_turns(2); /* what happened begins anew with the own move */
    as(mover);
    see("You take");
    see_not(mover ? "Ann takes" : "Bob takes");
    play_turns(400);
    pass(0.1);
    assert_int_equal(room_of(0)->phase, ROOM_CARD);
    assert_int_equal(results.count, 1);
    for (int visitor = 0; visitor < 2; visitor++) {
        as(visitor);
        assert_string_equal(top(), "card");
        assert_int_equal(seat_points(visitor), results.points[0][visitor]);
        see("the game with");
    }
}

static void test_azul_refused(void **unused) {
    (void)unused;
    begin("2");
    const struct table *table = room_of(0)->tables[0];
    as(game_mover(table->game, table->session.state));
    type("m");
    assert_string_equal(top(), "moves");
    type("\r");
    assert_string_equal(top(), "round");
    see("You take");
    see_not("Your turn");
    see_not("another player");
    type("q"); /* asked to be sure, though others are to move */
    assert_string_equal(top(), "round");
    type("m");
    see("There are no moves for you now.");
    type("u");
    see("That key does nothing here");
}

static void test_lines(void **unused) {
    (void)unused;
    begin("4");
    as(0);
    see("lines  lines 1   0:00 of 5:00");
    pass(61);
    see("1:0");
    term_resize(term, 8, 30);
    see("The round goes on.");
    term_resize(term, 24, 80);
    see("Board");
    type("\r");
    see("Esc back");
    type("\r");
    pass(0.5);
    assert_true(room_of(0)->tables[0]->version > 1);
    assert_int_equal(room_of(0)->tables_count, 2);
    as(1);
    see("You");
    see("Ann");
    pass(240);
    assert_int_equal(room_of(0)->phase, ROOM_CARD);
    see("The time is up.");
}

/* Returns how often a text is on the screen, from a place on. */
static int count(const char *at, const char *text) {
    int found = 0;
    while ((at = strstr(at, text))) at++, found++;
    return found;
}

/* The move comes before the luck that follows, in the panel and in the line above the keys. */
static void test_order(void **unused) {
    (void)unused;
    begin("4");
    as(0);
    see("vanish and score. ");
    see_not("After a move");
    type("\r\r");
    pass(0.5);
    see("What happened");
    const char *panel = strstr(shown, " moves from "), *line = strstr(panel + 1, " moves from ");
    assert_int_equal(count(shown, " arrives at "), count(panel, " arrives at "));
    assert_int_equal(count(shown, " moves from "), 2);
    assert_int_equal(count(panel, " arrives at ") - count(line, " arrives at "), 3);
    assert_int_equal(count(line, "; "), 3);
    term_resize(term, 24, 140);
    see(".\n");
    see_not("; ...");
    as(1); /* sees a board of its own */
    see_not(" moves from ");
    type("\t");
    see_not(" moves from ");
}

/* One key talks in every room, whatever letters the game uses; the help names no other. */
static void test_talk_key(void **unused) {
    (void)unused;
    static const char *const games[] = {"1", "2", "3", "4"};
    for (int game = 0; game < 4; game++) {
        begin(games[game]);
        as(0);
        see("/ talk");
        type("/hello\r");
        see("Ann: hello");
        type("?");
        see("talk: type a line");
        game ? see_not("your clock stops") : see("your clock stops meanwhile");
        see("a round won");
        vanish(0);
        vanish(1);
        pass(70);
    }
}

static void test_slide(void **unused) {
    (void)unused;
    begin("3");
    as(0);
    uint64_t version = room_of(0)->tables[room_of(0)->seats[0].place]->version;
    type(ONSCREEN_UP ONSCREEN_LEFT ONSCREEN_DOWN ONSCREEN_RIGHT);
    assert_true(room_of(0)->tables[room_of(0)->seats[0].place]->version > version);
    see("Score");
}

static void test_sizes(void **unused) {
    (void)unused;
    static const int sizes[][2] = {{24, 80}, {30, 100}, {50, 160}, {24, 132}, {60, 80}, {200, 400}};
    static const char *const games[] = {"1", "2", "3", "4"};
    for (int game = 0; game < 4; game++) {
        begin(games[game]);
        as(0);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            term_resize(term, sizes[i][0], sizes[i][1]);
            see_not("too small");
            see("You");
            see("help");
        }
        term_resize(term, 8, 30);
        see("too small");
        term_resize(term, 1, 1);
        look();
        term_resize(term, 24, 80);
        see_not("too small");
        vanish(0);
        vanish(1);
        pass(70);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_azul, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_azul_refused, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_lines, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_order, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_talk_key, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_slide, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_sizes, visitors_begin, visitors_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
