/* Rooms as visitors see them: waiting, rounds in real time, in turns and as races, end cards. */
#include "tests/support/visitors.h"

/* Two visitors in a room of falls with few viruses, both ready; the round begins. */
static void begin_falls(const char *rounds) {
    enter(0, "Ann");
    type("n" ONSCREEN_DOWN ONSCREEN_DOWN "Duel" ONSCREEN_DOWN ONSCREEN_DOWN);
    type(rounds);
    type(ONSCREEN_DOWN ONSCREEN_DOWN "4\r");
    enter(1, "Bob");
    type("1\r");
    pass(0.2);
    as(0);
    type(" ");
    as(1);
    type("\r");
    pass(3.5);
    assert_int_equal(room_of(0)->phase, ROOM_ROUND);
}

/* Returns the code of a visitor as it is shown. */
static const char *code_of(int visitor) {
    static char shown_code[64];
    char code[HALL_CODE_BYTES];
    hall_write_code(member_of(visitor), code);
    shown_code[0] = '\0';
    for (int i = 0; i < 32; i += 4)
        snprintf(shown_code + strlen(shown_code), 8, "%s%.4s", i ? "-" : "", code + i);
    return shown_code;
}

static void test_waiting(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("1\r");
    see("Round 1 of 3 begins when somebody is ready.");
    see("not yet");
    see("7 seats are free");
    see(code_of(0));
    term_resize(term, 14, 80); /* there are better uses of few lines */
    see_not(code_of(0));
    see("not yet");
    term_resize(term, 24, 80);
    enter(1, "Bob");
    type("1\r");
    see("Bob");
    type("x");
    see("You are ready.");
    see("begins in 20.");
    pass(5);
    see("begins in 15.");
    type("u");
    see("begins when somebody is ready");
    type(" ");
    as(0);
    type(" ");
    see("begins in 3.");
    type("?");
    assert_string_equal(top(), "help");
    pass(3.5); /* the round is not missed because of the help */
    assert_string_equal(top(), "round");
    type("?");
    assert_string_equal(top(), "help");
    see(code_of(0));
    pass(1);
    assert_string_equal(top(), "help");
    assert_true(room_of(0)->seats[0].stopped);
    type("\033");
    see_not("clock stopped");
    assert_false(room_of(0)->seats[0].stopped);
    type("p");
    type("?");
    pass(1);
    type("\033");
    see("clock stopped"); /* not by the help */
    type("p");
    assert_false(room_of(0)->seats[0].stopped);
}

/* Whether a visitor may still do something in a round of falls. */
static bool is_in_play(int visitor) {
    int place;
    const struct table *table = room_table(room_of(visitor), member_of(visitor)->seat, &place);
    return table && table->game->movers(table->session.state) >> place & 1;
}

/* Plays by keys until the round is over; capsules pile up. */
static void pile_up(void) {
    for (int i = 0; i < 600 && room_of(0)->phase == ROOM_ROUND; i++) {
        for (int visitor = 0; visitor < 2; visitor++) {
            as(visitor);
            type(visitor ? "fp " : "f");
        }
        pass(0.1);
    }
    pass(0.1);
    assert_int_equal(room_of(0)->phase, ROOM_CARD);
}

static void test_falls(void **unused) {
    (void)unused;
    int total[2] = {0, 0};
    begin_falls("2");
    as(0);
    see("falls  Duel   round 1 of 2   0:0");
    see("2 play");
    see("+- You ---");
    see("Score");
    see("Table talk");
    see("Next");
    see("f fall  p stop clock  / talk  q leave  ? help");
    for (int round = 0; round < 2; round++) {
        pile_up();
        as(0);
        assert_string_equal(top(), "card");
        assert_int_equal(results.count, round + 1);
        for (int i = 0; i < 2; i++) {
            total[i] += results.points[round][i];
            assert_int_equal(seat_points(i), results.points[round][i]);
            assert_int_equal(room_of(0)->seats[i].total, total[i]);
        }
        see("points  total  won  rating  gain");
        see("1500    +5");
        see("1501    -3");
        see("The results close in 1");
        see(" s.");
        see(round ? "any key: ready for another game" : "any key: ready for the next round");
        if (round) see("win the game with");
        see(code_of(0));
        type("xq"); /* keys that were meant for the round */
        for (int i = 0; i < 3; i++) {
            pass(1.2);
            type("qq");
        }
        assert_string_equal(top(), "card");
        assert_false(room_of(0)->seats[0].ready);
        pass(1.6);
        type("l"); /* a key of the game does not leave */
        assert_string_equal(top(), "card");
        assert_true(room_of(0)->seats[0].ready);
        as(1);
        type(" ");
        pass(0.1);
        if (round) break;
        assert_string_equal(top(), "waiting");
        see("last  total");
        assert_true(room_of(0)->seats[0].ready && room_of(0)->seats[1].ready);
        pass(3.5);
        as(0);
        see("round 2 of 2");
    }
}

/* What others do is drawn with the clock, and their fields once a second. */
static void test_frames(void **unused) {
    (void)unused;
    begin_falls("1");
    as(1);
    look();
    int before = visitors[1].changed;
    as(0);
    type("s");
    type("d");
    assert_int_equal(visitors[1].changed, before);
    as(1);
    assert_false(term->dirty);
    pass(0.5);
    assert_true(visitors[1].changed > before);
}

/* Copies what the screen shows in some columns of its body. */
static void copy_columns(int from, int to, char *out_text) {
    const struct cells *cells = &term->cells;
    look();
    for (int row = 1; row < 22; row++)
        for (int col = from; col < to; col++)
            *out_text++ = (char)cells->at[row * cells->cols + col].glyph;
    *out_text = '\0';
}

static void test_side_views(void **unused) {
    (void)unused;
    enum { OWN = 0, SIDE = 27, END = 45 };
    char own[2][1024], side[2][1024];
    begin_falls("1");
    pass(1.2);
    as(1);
    see_rows(1, "+- Coming -------++Next+   +- Ann ");
    for (double end = now + 2; now < end && (copy_columns(SIDE, END, side[0]), 1);) {
        pass(0.05);
        copy_columns(SIDE, END, side[1]);
        if (strcmp(side[0], side[1]) != 0) break; /* just drawn anew */
    }
    copy_columns(OWN, SIDE, own[0]);
    as(0);
    type("sss");
    pass(0.6);
    as(1);
    copy_columns(OWN, SIDE, own[1]);
    copy_columns(SIDE, END, side[0]);
    assert_string_not_equal(own[0], own[1]);
    assert_string_equal(side[0], side[1]);
    pass(0.9);
    copy_columns(SIDE, END, side[1]);
    assert_string_not_equal(side[0], side[1]);
}

/* Compares what the terminal shows with a whole frame, but for the columns of the side view. */
static void compare_frames(void) {
    static struct cells_cell kept[24][CELLS_COLS_MAX], row_cells[CELLS_COLS_MAX];
    term->touched = true;
    look();
    for (int row = 0; row < 24; row++) packed_read(&term->wire.shown, row, 0, 80, kept[row]);
    term->dirty = true;
    look();
    for (int row = 0; row < 24; row++) {
        packed_read(&term->wire.shown, row, 0, 80, row_cells);
        bool body = row > 0 && row < 22;
        assert_memory_equal(kept[row], row_cells, sizeof **kept * (body ? 27 : 80));
        if (body) assert_memory_equal(&kept[row][45], &row_cells[45], sizeof **kept * (80 - 45));
    }
}

/* What is drawn in parts is what a whole frame would show. */
static void test_patches(void **unused) {
    (void)unused;
    static const char *const keys[] = {"s", "d", "l", "k", " ", "f", "ss"};
    struct rng rng = rng_new(5, 0);
    begin_falls("3");
    for (int i = 0; i < 300 && room_of(0)->phase == ROOM_ROUND; i++) {
        int visitor = (int)rng_below(&rng, 2);
        as(visitor);
        type(keys[rng_below(&rng, 7)]);
        pass(0.1);
        assert_false(term->dirty);
        if (i % 3 == 0 && room_of(0)->phase == ROOM_ROUND) compare_frames();
    }
    assert_int_equal(room_of(0)->phase, ROOM_CARD);
}

static void test_stop(void **unused) {
    (void)unused;
    begin_falls("1");
    as(0);
    type("p");
    see("clock stopped");
    see("p go on");
    as(1);
    see("Ann stopped");
    as(0);
    type("s"); /* a move lets it run again */
    see_not("clock stopped");
}

static void test_leave_round(void **unused) {
    (void)unused;
    begin_falls("1");
    as(0);
    type("q");
    see("q again leaves the room: your seat then plays no more.");
    type("s");
    type("\003");
    see("Ctrl-C again leaves the room");
    assert_string_equal(top(), "round");
    type("q");
    assert_string_equal(top(), "lobby");
    pass(1);
    as(1);
    see("Ann left");
    see("2 play"); /* the seat is kept until the round is over */
    as(0);
    type("9\r");
    see("You left this round; you play from the next game on.");
    see_not("clock stopped");
}

/* Between rounds, and for who watches, one key does not leave either. */
static void test_leave_room(void **unused) {
    (void)unused;
    begin_falls("1");
    enter(2, "Cleo");
    type("9wq");
    see("q again leaves the room.");
    type("x");
    type("q");
    assert_string_equal(top(), "round");
    type("q");
    assert_string_equal(top(), "lobby");
    type("2\rq");
    see("q again leaves the room.");
    type("l");
    assert_non_null(room_of(2));
    type("\004");
    see("Ctrl-D again leaves the room.");
    type("\003");
    assert_string_equal(top(), "lobby");
}

/* Who is out need not wait for the agents; but late keys of the own board do not skip. */
static void test_skip(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("1\ra6\r ");
    pass(3.5);
    for (int i = 0; i < 600 && !room_can_skip(room_of(0)); i++) {
        type("f");
        pass(0.1);
    }
    assert_int_equal(room_of(0)->phase, ROOM_ROUND);
    see("any key skip to the result");
    see("You out");
    for (int i = 0; i < 4; i++) {
        type("fs x");
        pass(0.4);
    }
    assert_int_equal(room_of(0)->phase, ROOM_ROUND);
    pass(1.6);
    type("f");
    pass(0.1);
    assert_string_equal(top(), "card");
}

/* Plays until a visitor of a round is out. */
static void drop_out(int visitor) {
    as(visitor);
    for (int i = 0; i < 600 && is_in_play(visitor); i++) {
        type("f");
        pass(0.05);
    }
}

static void test_skip_together(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("1\ra1\r");
    enter(1, "Bob");
    type("1\r ");
    as(0);
    type(" ");
    pass(3.5);
    drop_out(1);
    drop_out(0);
    assert_true(room_can_skip(room_of(0)));
    pass(1.6);
    type("x");
    see("You skip; waiting for Bob.");
    as(1);
    see("any key skip to the result");
}

/* Who watches may sit down on the card, but not where no seat is free. */
static void test_sit_down(void **unused) {
    (void)unused;
    begin_falls("2");
    enter(2, "Cleo");
    type("9w");
    pile_up();
    as(2);
    see("j sit down");
    type("j");
    assert_int_equal(member_of(2)->seat, 2);
    room_of(2)->seats_count = 3;
    enter(3, "Dan");
    type("9w");
    assert_string_equal(top(), "card");
    see_not("sit down");
    pass(13);
    assert_string_equal(top(), "waiting");
    see_not("sit down");
    see("No seat is free.");
    room_of(2)->seats_count = 8;
}

/* A list too narrow for all says who is out, and cuts the name, but not its number. */
static void test_out(void **unused) {
    (void)unused;
    enter(0, "Ann");
    for (int i = 1; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "Longname %d", i);
        enter(i, name);
        type("1\r");
    }
    as(0);
    type("1\r ");
    for (int i = 1; i < 8; i++) as(i), type(" ");
    pass(3.5);
    as(3);
    for (int i = 0; i < 600 && is_in_play(3); i++) {
        type("f");
        pass(0.1);
    }
    see("You");
    as(0);
    see("Longna~ 3 out");
    see("Longname 4");
}

static void test_lost(void **unused) {
    (void)unused;
    char code[HALL_CODE_BYTES], typed[64] = "";
    begin_falls("1");
    hall_write_code(member_of(0), code);
    vanish(0);
    pass(0.5);
    as(1);
    see("Ann away");
    arrive(2, 24, 80);
    type(" aNN \r");
    see("Ann's connection is lost. If that is you, type your code, or wait 60 seconds.");
    pass(10);
    type("Ann\r");
    see("wait 50 seconds.");
    snprintf(typed, sizeof typed, "%.8s-%.8s %.15s\r", code, code + 8, code + 16);
    type(typed);
    see("A code has 32 digits, 0 to 9 and a to f: this one has 31.");
    snprintf(typed, sizeof typed, "%.31sO\r", code);
    type(typed);
    see("A code has 32 digits, 0 to 9 and a to f, and nothing else.");
    type("abcdefabcdefabcdef\r");
    see("The name must have");
    snprintf(typed, sizeof typed, "%.8s-%.8s %.16s\r", code, code + 8, code + 16);
    type(typed);
    assert_string_equal(member_of(2)->name, "Ann");
    assert_string_equal(top(), "round");
    see("+- You ---");
    see_not("away");
    arrive(0, 24, 80); /* the code also works while the other connection lives */
    type(typed);
    assert_string_equal(member_of(0)->name, "Ann");
    assert_true(term_is_done(visitors[2].term));
    assert_string_not_equal(lobby_farewell(visitors[2].lobby), "");
    vanish(2);
    arrive(2, 24, 80);
    type("00000000000000000000000000000000\r");
    assert_null(member_of(2));
    assert_string_equal(top(), "name");
}

static void test_watch(void **unused) {
    (void)unused;
    begin_falls("2");
    enter(2, "Cleo");
    type("9w");
    assert_string_equal(top(), "round");
    see("You watch.");
    see("+- Ann ---");
    type("\t");
    see("+- Bob ---");
    type("1");
    see("+- Ann ---");
    type("s");
    see("Tab 1-2 another player  j sit down  / talk");
    type("j");
    assert_int_equal(member_of(2)->seat, 2);
    see("You play from the next round on. Code: ");
    see(code_of(2));
    see("You waiting");
    as(0);
    see("3 play");
    see("Cleo waiting");
    pile_up();
    as(2);
    see("Cleo");
    type("q");
    assert_string_equal(top(), "card");
    see(code_of(2));
}

/* There is not always a next round. */
static void test_join_last(void **unused) {
    (void)unused;
    begin_falls("1");
    enter(2, "Cleo");
    type("9\r");
    see("You play from the next game on. Code: ");
}

static void test_talk(void **unused) {
    (void)unused;
    begin_falls("1");
    as(0);
    type("t");
    see("Say:");
    assert_false(term_is_typing(term)); /* of "t" and Enter, as nc sends it, Enter is dropped */
    type("hi ps\x7F, Bob");
    assert_true(term_is_typing(term));
    see("Say: hi p, Bob");
    type("\r");
    as(1);
    see("Ann: hi p, Bob");
    type("/no\033");
    see_not("Say:");
    see_not("Bob no");
    term_resize(term, 21, 48);
    look();
    see_not("Table talk");
    as(0);
    type("tsmall\r");
    as(1);
    see("Ann: small");
}

/* Without colours and with ASCII alone, nothing else is sent. */
static void test_plain(void **unused) {
    (void)unused;
    static char bytes[1 << 18];
    begin_falls("1");
    for (int visitor = 0; visitor < 2; visitor++) {
        struct text text = text_over(bytes, sizeof bytes);
        as(visitor);
        wire_forget(&term->wire);
        term->dirty = true;
        assert_true(term_output(term, &text));
        for (size_t i = 0; i < text.length; i++) assert_true((uint8_t)bytes[i] < 0x80);
        assert_null(strstr(bytes, "38;"));
    }
}

/* Somebody may take the name that readers have. */
static void test_you(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("1\r");
    enter(1, "you");
    type("1\r ");
    as(0);
    type(" ");
    pass(3.5);
    see("'you'");
    see("+- You ---");
}

static void test_ended(void **unused) {
    (void)unused;
    begin_falls("3");
    hall_end(hall, true, now);
    pass(0.2);
    as(0);
    assert_string_equal(top(), "card");
    pass(2.2);
    type(" ");
    pass(13);
    see("The server ends");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_waiting, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_falls, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_frames, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_side_views, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_patches, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_stop, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_leave_round, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_leave_room, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_skip, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_skip_together, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_sit_down, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_out, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_lost, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_watch, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_join_last, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_talk, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_plain, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_you, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_ended, visitors_begin, visitors_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
