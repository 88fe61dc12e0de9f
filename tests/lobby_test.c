/* A visitor's way to a room: the name, the lobby, the screens over it. */
#include "lobby/listing.h"
#include "tests/support/visitors.h"

static void test_name(void **unused) {
    (void)unused;
    enter(0, "Ann");
    arrive(1, 24, 80);
    see("1 player, 0 rooms");
    see("Your name:");
    type("\r");
    assert_string_equal(top(), "name");
    see("must have");
    type("a name that is far too long\r");
    see("1 to 16");
    type("aNN\r");
    assert_null(member_of(1));
    see("Your name:");
    type("  Bo\xC3\xA9x\x7F  \r");
    assert_string_equal(member_of(1)->name, "Bo\xC3\xA9");
    assert_string_equal(top(), "lobby");
    see("2 players, 0 rooms");
}

static void test_leave(void **unused) {
    (void)unused;
    static const char *const keys[] = {"\003", "\004", "Ann\r\003\003", "Ann\rqq", "Ann\rq\004"};
    for (int i = 0; i < 5; i++) {
        arrive(0, 24, 80);
        type(keys[i]);
        assert_true(term_is_done(term));
        assert_string_equal(lobby_farewell(visitors[0].lobby), "");
        assert_int_equal(hall->members_count, 0);
        vanish(0);
    }
}

/* One key too many does not end the visit. */
static void test_leave_twice(void **unused) {
    (void)unused;
    static const char *const others[] = {"x", ONSCREEN_DOWN, "1", "?\033"};
    enter(0, "Ann");
    for (int i = 0; i < 4; i++) {
        type("q");
        see("q again leaves the server.");
        type(others[i]);
        type("\003");
        see("Ctrl-C again leaves the server.");
        type(others[i]);
    }
    assert_string_equal(top(), "lobby");
}

static void test_list_lives(void **unused) {
    (void)unused;
    enter(0, "Ann");
    enter(1, "Bob");
    as(0);
    see("Here now");
    see("Bob");
    see("There are no rooms yet.");
    see("1-8 choose");
    as(1);
    type("1\n"); /* as nc sends it */
    assert_string_equal(top(), "waiting");
    visitors[0].changed = 0;
    pass(1);
    assert_true(visitors[0].changed > 0);
    as(0);
    see("Bob falls 1");
    see("falls 1 ");
    see("1 of 8 taken");
    see("a room waits");
    see("1-9 choose");
    as(1);
    type("qq");
    pass(1);
    as(0);
    see("There are no rooms yet.");
    as(1);
    type("qq");
    pass(1);
    as(0);
    see_not("Bob");
}

/* The room that is chosen stays so when another one before it is gone. */
static void test_list_chooses(void **unused) {
    (void)unused;
    enter(0, "Ann");
    enter(1, "Bob");
    type("2\r");
    enter(2, "Cleo");
    type("3\r");
    enter(3, "Dan");
    type("4\r");
    pass(1);
    as(0);
    type("10");
    vanish(1);
    pass(70);
    type("\r");
    assert_ptr_equal(room_of(0), room_of(2));
    type("qq");
    pass(1);
    type("10w");
    assert_ptr_equal(room_of(0), room_of(3));
    assert_int_equal(member_of(0)->seat, HALL_NO_SEAT);
    see("1 watch");
}

static void test_many_rooms(void **unused) {
    (void)unused;
    char name[32];
    enter(0, "Ann");
    for (int i = 1; i < VISITORS_MAX; i++) {
        snprintf(name, sizeof name, "Guest%d", i);
        enter(i, name);
        type("2\r");
        if (i % 2) type("qq2\r");
    }
    pass(1);
    as(0);
    term_resize(term, 18, 70);
    type("\033[F");
    see(">");
    term_resize(term, 10, 30);
    see("too small");
    term_resize(term, 24, 80);
    see("Here now");
}

static void test_new_room(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("n");
    assert_string_equal(top(), "new room");
    see("Open the room");
    see("viruses");
    see_not("players");
    type(ONSCREEN_DOWN ONSCREEN_RIGHT);
    see("azul");
    type(ONSCREEN_LEFT ONSCREEN_DOWN "Quiz q" ONSCREEN_DOWN "2" ONSCREEN_DOWN "25");
    see("Quiz q");
    type("\r");
    assert_non_null(room_of(0));
    assert_string_equal(room_of(0)->setup.title, "Quiz q");
    assert_int_equal(room_of(0)->seats_count, 2);
    assert_int_equal(room_of(0)->setup.rounds, 25);
    assert_false(room_of(0)->setup.viruses_set);
    assert_string_equal(top(), "waiting");
    type("qqn\033");
    assert_string_equal(top(), "lobby");
    assert_null(room_of(0));
}

/* A form that is refused keeps what was chosen, and says why. */
static void test_new_room_refused(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("n" ONSCREEN_DOWN ONSCREEN_DOWN "a title of 24 characters!");
    see("a title of 24 characters ");
    type(ONSCREEN_DOWN "3" ONSCREEN_DOWN "7");
    hall->ending = true;
    type("\r");
    assert_string_equal(top(), "new room");
    see("The server ends; no more rooms are opened.");
    see("a title of 24 characters ");
    hall->ending = false;
    type("\r");
    assert_string_equal(top(), "waiting");
    assert_string_equal(room_of(0)->setup.title, "a title of 24 characters");
    assert_int_equal(room_of(0)->seats_count, 3);
    assert_int_equal(room_of(0)->setup.rounds, 7);
}

/* A number is typed digit by digit, also where its beginning would be out of range. */
static void test_new_room_numbers(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("n" ONSCREEN_DOWN ONSCREEN_DOWN ONSCREEN_DOWN ONSCREEN_DOWN "12\x7F");
    see("rounds          < 1 >");
    type("9" ONSCREEN_DOWN "250");
    see("tick            < 250 ms >");
    type("\x7F\x7F" ONSCREEN_DOWN);
    see("The time that a row of falling takes.");
    type("\x7F");
    see_not("viruses         < 28");
    type("99999999999999999999" ONSCREEN_UP ONSCREEN_DOWN);
    see("viruses         < 84 >");
    type("\r");
    assert_int_equal(room_of(0)->setup.rounds, 19);
    assert_int_equal(room_of(0)->setup.tick_ms, TABLE_TICK_MIN_MS);
    assert_true(room_of(0)->setup.viruses_set);
}

/* What is pasted is a text here, with letters that are commands elsewhere. */
static void test_paste(void **unused) {
    (void)unused;
    arrive(0, 24, 80);
    type("\033[200~hunq?mvp\033[201~\r");
    assert_string_equal(member_of(0)->name, "hunq?mvp");
}

static void test_alone(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("6\r");
    assert_string_equal(top(), "menu");
    type("s\r");
    assert_string_equal(top(), "playing");
    enter(1, "Bob");
    pass(1);
    as(0);
    assert_string_equal(top(), "playing");
    type("?");
    see_not("recorded");
    see_not("config");
    type("\033qqq\033\033");
    assert_string_equal(top(), "lobby");
}

static void test_top_lists(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("7\r");
    assert_string_equal(top(), "top lists");
    see("[falls]");
    see("1  Ann                        1612      122       88       51");
    see("2  steady:50ms");
    type("\t");
    see("[azul]");
    see("Nobody has a rating yet");
    type("q");
    assert_string_equal(top(), "lobby");
}

static void test_looks(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("8\r");
    assert_string_equal(top(), "looks");
    see("colours        none");
    type("3" ONSCREEN_RIGHT);
    assert_int_equal(term->config.colours, WIRE_16);
    assert_int_equal((int)term->wire.inks->colours, WIRE_16);
    type("4\r");
    assert_false(term->wire.plain);
    see("↑↓");
    type("1" ONSCREEN_RIGHT "2" ONSCREEN_LEFT);
    see("light");
    see("friendly");
    type("q");
    assert_string_equal(top(), "lobby");
}

static void test_help(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("?");
    assert_string_equal(top(), "help");
    see("watch the chosen room");
    see_not("config");
    type("\033");
    assert_string_equal(top(), "lobby");
}

/* A button of the mouse does what Enter does. */
static void test_mouse(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("\033[<0;5;3M");
    assert_string_equal(top(), "waiting");
    type("qq");
    enter(1, "Bob");
    type("2\r");
    pass(1);
    as(0);
    type("\033[<0;5;13M");
    assert_ptr_equal(room_of(0), room_of(1));
}

static void test_kicked(void **unused) {
    (void)unused;
    enter(0, "Ann");
    enter(1, "Bob");
    assert_null(hall_kick(hall, "ann", "Mind your words.", now));
    as(0);
    assert_true(term_is_done(term));
    assert_non_null(strstr(lobby_farewell(visitors[0].lobby), "Mind your words."));
    as(1);
    type("6\r");
    assert_null(hall_kick(hall, "Bob", "", now));
    assert_true(term_is_done(term));
    assert_int_equal(hall->members_count, 0);
}

static void test_announced(void **unused) {
    (void)unused;
    enter(0, "Ann");
    hall_announce(hall, "Lunch at noon.");
    see("Lunch at noon.");
    type("j");
    see_not("Lunch at noon.");
}

/* In a room it is part of the talk, which those see, too, who come later. */
static void test_announced_in_room(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("1\r");
    hall_announce(hall, "Lunch at noon.");
    type("u");
    see("Game master: Lunch at");
    enter(1, "Bob");
    type("1\r");
    see("Game master: Lunch at");
}

static void test_restricted(void **unused) {
    (void)unused;
    hall->restricted = true;
    arrive(0, 24, 80);
    see("Nobody new is let in at the moment.");
    type("Ann\r");
    assert_null(member_of(0));
    assert_string_equal(top(), "name");
}

/* The form shows what the room will have. */
static void test_opening_viruses(void **unused) {
    (void)unused;
    assert_null(hall_set_viruses(hall, 21));
    enter(0, "Ann");
    type("n");
    see("21");
    type("\r");
    assert_false(room_of(0)->setup.viruses_set);
}

static void test_narrow(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("n" ONSCREEN_DOWN ONSCREEN_DOWN "Duel\r");
    enter(1, "Bob");
    term_resize(term, 20, 60);
    see(" 9 Duel  ");
    see("falls   waiting");
    see("1 of 8");
    see("? help  q leave");
}

static void test_race(void **unused) {
    (void)unused;
    static const char race[] =
        "A race: the first to solve a puzzle wins; in other games the most points";
    static const char end[] = "Nobody wins without points.";
    enter(0, "Ann");
    for (int i = 0; i < listing_count() && !(room_of(0) && room_of(0)->race); i++) {
        char typed[] = {(char)('1' + i), '\r', '\0'};
        if (room_of(0)) type("qq");
        type(typed);
    }
    assert_true(room_of(0)->race);
    see(race);
    see(end);
    type("?");
    see(race);
    see(end);
}

static void test_agents(void **unused) {
    (void)unused;
    enter(0, "Ann");
    type("1\ra");
    assert_string_equal(top(), "agents");
    see("steady");
    type("\033a" ONSCREEN_UP ONSCREEN_UP);
    char above[64] = "";
    look();
    sscanf(strstr(shown, "> ") + 2, "%*d %63s", above);
    type("\r");
    assert_string_equal(top(), "waiting");
    assert_string_equal(room_of(0)->seats[1].name, above);
    type("a\r"); /* the same once more */
    see("agent");
    assert_ptr_equal(room_of(0)->seats[2].player.agent, room_of(0)->seats[1].player.agent);
    type("a1\r");
    assert_string_not_equal(room_of(0)->seats[3].name, above);
    type("AA");
    assert_null(room_of(0)->seats[2].player.agent);
    type("A");
    assert_null(room_of(0)->seats[1].player.agent);
    type("A");
    see("No agent sits in this room.");
}

/* Whatever is typed, in windows of any size, nobody falls out of the house but by leaving it. */
static void test_storm(void **unused) {
    (void)unused;
    static const char *const keys[] = {"\r",
                                       "\r",
                                       " ",
                                       "1",
                                       "2",
                                       "3",
                                       "4",
                                       "9",
                                       "0",
                                       "q",
                                       "n",
                                       "w",
                                       "t",
                                       "a",
                                       "A",
                                       "p",
                                       "s",
                                       "d",
                                       "k",
                                       "l",
                                       "f",
                                       "j",
                                       "u",
                                       "m",
                                       "?",
                                       "\t",
                                       "\033",
                                       "\033[A",
                                       "\033[B",
                                       "\033[C",
                                       "\033[D",
                                       "\177",
                                       "\xC3\xA9",
                                       "\xFF",
                                       "\001",
                                       "\033[<0;9;4M",
                                       "\033[<0;40;12M",
                                       "\033[200~x\033[201~",
                                       "Zoe",
                                       "\033[F"};
    struct rng rng = rng_new(11, 0);
    for (int i = 0; i < 6000; i++) {
        int visitor = (int)rng_below(&rng, 4);
        if (visitors[visitor].term && term_is_done(visitors[visitor].term)) vanish(visitor);
        if (rng_below(&rng, 400) == 0) vanish(visitor);
        if (!visitors[visitor].term) arrive(visitor, 24, 80);
        as(visitor);
        type(keys[rng_below(&rng, sizeof keys / sizeof *keys)]);
        if (rng_below(&rng, 60) == 0)
            term_resize(term, 1 + (int)rng_below(&rng, 60), 1 + (int)rng_below(&rng, 200));
        pass(rng_below(&rng, 30) ? 0.05 : 4);
    }
    assert_true(hall->rounds > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_name, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_leave, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_leave_twice, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_list_lives, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_list_chooses, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_many_rooms, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_new_room, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_new_room_refused, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_new_room_numbers, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_paste, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_alone, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_top_lists, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_looks, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_help, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_mouse, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_kicked, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_announced, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_announced_in_room, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_restricted, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_opening_viruses, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_narrow, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_race, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_agents, visitors_begin, visitors_end),
        cmocka_unit_test_setup_teardown(test_storm, visitors_begin, visitors_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
