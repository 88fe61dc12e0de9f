/* Rooms: seats, who is ready, how rounds begin, and talk. */
#include "hall/room_test.h"
#include "hall/room_private.h"

static void test_setups(void **state) {
    (void)state;
    static const struct {
        const char *game, *param;
        int value, seats, rounds, tick, minutes;
        const char *sentence;
    } faults[] = {
        {"falls", "viruses", 97, 0, 0, 0, 0, "viruses must be from 1 to 84."},
        {"falls", "viruses", 0, 0, 0, 0, 0, "viruses must be from 1 to 84."},
        {"slide", "rows", 1000, 0, 0, 0, 0, "rows must be from 2 to 16."},
        {"azul", NULL, 0, 5, 0, 0, 0, "seats must be from 2 to 4."},
        {"azul", NULL, 0, 1, 0, 0, 0, "seats must be from 2 to 4."},
        {"lines", NULL, 0, 9, 0, 0, 0, "seats must be from 1 to 8."},
        {"falls", NULL, 0, -1, 0, 0, 0, "seats must be from 1 to 8."},
        {"falls", NULL, 0, 0, 100, 0, 0, "rounds must be from 1 to 99."},
        {"falls", NULL, 0, 0, 0, 19, 0, "tick must be from 20 to 10000."},
        {"lines", NULL, 0, 0, 0, 0, 121, "minutes must be from 1 to 120."},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct room_setup setup = test_setup(faults[i].game);
        if (faults[i].param) set_param(&setup, faults[i].param, faults[i].value);
        setup.seats = faults[i].seats;
        setup.rounds = faults[i].rounds;
        setup.tick_ms = faults[i].tick;
        setup.minutes = faults[i].minutes;
        test_refused(room_open(anna.member, &setup, 0), faults[i].sentence);
    }
    struct room_setup setup = test_setup("falls");
    snprintf(setup.title, sizeof setup.title, "a\tb");
    test_refused(room_open(anna.member, &setup, 0),
                 "The title must have at most 24 printable characters.");
    setup.game = NULL;
    test_refused(room_open(anna.member, &setup, 0), "There is no such game.");
    assert_int_equal(test.hall->rooms_count, 0);
}

static void test_opening(void **state) {
    (void)state;
    struct room_setup setup = test_setup("azul");
    struct room *room = open_room(setup);
    assert_string_equal(room->setup.title, "azul 1");
    assert_int_equal(room->seats_count, 4);
    assert_int_equal(room->setup.rounds, 1);
    assert_false(room->race || room->clock);
    assert_ptr_equal(room->seats[0].member, anna.member);
    assert_int_equal(anna.member->seat, 0);
    assert_ptr_equal(room_find(test.hall, room->id), room);
    assert_null(room_find(test.hall, 2));
    test_refused(room_open(anna.member, &setup, 0), "You are in a room already; leave it first.");
    test.hall->setup.rooms_max = 1;
    test_refused(room_open(bob.member, &setup, 0),
                 "There are as many rooms as there may be; join one of them.");
    test.hall->setup.rooms_max = 2;
    setup = test_setup("falls");
    snprintf(setup.title, sizeof setup.title, "  Friday  night ");
    assert_null(room_open(bob.member, &setup, 0));
    assert_string_equal(bob.member->room->setup.title, "Friday night");
    assert_int_equal(bob.member->room->seats_count, 8);
    assert_int_equal(bob.member->room->setup.rounds, 3);
    assert_true(bob.member->room->clock);
    test_refused(room_join(bob.member, room, 0), "You are in a room already; leave it first.");
    assert_ptr_equal(room_quick(test.hall, setup.game), bob.member->room);
    assert_null(room_quick(test.hall, games_find("lines")));
    assert_null(room_leave(bob.member, 0));
    assert_int_equal(test.hall->rooms_count, 1);
    assert_null(room_find(test.hall, 2));
    test_refused(room_leave(bob.member, 0), "You are in no room.");
}

static void test_seats(void **state) {
    (void)state;
    struct room_setup setup = test_setup("azul");
    setup.seats = 2;
    struct room *room = open_room(setup);
    test_refused(room_join(anna.member, room, 0), "You sit in this room already.");
    assert_null(room_join(bob.member, room, 0));
    test_refused(room_join(carl.member, room, 0), "No seat is free in this room; you may watch.");
    assert_null(room_watch(carl.member, room, 0));
    test_refused(room_watch(carl.member, room, 0), "You watch this room already.");
    assert_int_equal(room->watchers, 1);
    assert_int_equal(test.hall->watching_count, 1);
    test_refused(room_ready(carl.member, true, 0), "You are watching; sit down first.");
    assert_null(room_watch(anna.member, room, 0));
    assert_int_equal(room->watchers, 2);
    assert_null(room_join(carl.member, room, 0));
    assert_int_equal(carl.member->seat, 0);
    assert_int_equal(room->watchers, 1);
    assert_string_equal(room->said[room->said_count - 1].text, "carl sits down.");
}

/* All who sit there are ready: it begins soon. */
static void test_all_ready(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("falls"));
    assert_null(room_join(bob.member, room, 0));
    assert_true(isinf(room->until));
    assert_null(room_ready(anna.member, true, 1));
    assert_true(room->until == 1 + ROOM_WAIT_SECONDS);
    assert_null(room_ready(bob.member, true, 2));
    assert_true(room->until == 2 + ROOM_START_SECONDS);
    assert_null(room_ready(bob.member, false, 3));
    assert_true(room->until == 1 + ROOM_WAIT_SECONDS);
    assert_null(room_ready(anna.member, false, 4));
    assert_true(isinf(room->until));
    assert_null(room_ready(anna.member, true, 5));
    assert_null(room_leave(bob.member, 6));
    assert_true(room->until == 6 + ROOM_START_SECONDS);
    assert_true(hall_due(test.hall) == -INFINITY); /* the list */
    hall_run(test.hall, 6);
    assert_true(hall_due(test.hall) == 6 + ROOM_START_SECONDS);
    hall_run(test.hall, 6 + ROOM_START_SECONDS - 0.001);
    assert_int_equal(room->phase, ROOM_WAITING);
    hall_run(test.hall, 6 + ROOM_START_SECONDS);
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_int_equal(anna.told[HALL_BEGIN], 1);
    assert_int_equal(anna.told[HALL_EVENT], 0);
    assert_int_equal(test.hall->playing_count, 1);
}

/* Who is not ready sits the round out, and is asked for the next. */
static void test_some_ready(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("falls"));
    assert_null(room_join(bob.member, room, 0));
    assert_null(room_ready(bob.member, true, 0));
    test_pass(&test, ROOM_WAIT_SECONDS);
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_int_equal(room->seats[0].place, -1);
    assert_int_equal(room->seats[1].place, 0);
    test_refused(room_act(anna.member, 0, test.now),
                 "You are not in this round; wait for the next.");
    test_refused(room_ready(anna.member, true, test.now), "The round is being played.");
    assert_null(room_join(carl.member, room, test.now));
    assert_int_equal(room->seats[2].place, -1);
    assert_int_equal(test.hall->playing_count, 1);
    assert_null(room_quick(test.hall, room->setup.game));
}

static void test_too_few(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("azul"));
    test_refused(room_ready(anna.member, true, 0),
                 "azul needs 2 players; seat an agent, or wait for others.");
    test_refused(room_start(room, 0), "azul needs 2 players; seat an agent, or wait for others.");
    assert_null(room_join(bob.member, room, 0));
    assert_null(room_ready(anna.member, true, 0));
    assert_true(isinf(room->until));
    assert_null(room_ready(bob.member, true, 0));
    assert_null(room_leave(bob.member, 1));
    assert_true(isinf(room->until));
    test_pass(&test, 100);
    assert_int_equal(room->phase, ROOM_WAITING);
    assert_null(room_watch(anna.member, room, test.now));
    test_refused(room_start(room, test.now), "Nobody sits in this room.");
}

static void test_master_starts(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("falls"));
    assert_null(room_join(bob.member, room, 0));
    test_refused(room_stop_round(room, 0), "No round is being played.");
    assert_null(room_start(room, 0));
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_int_equal(test.hall->playing_count, 2);
    test_refused(room_start(room, 0), "The round is being played.");
    assert_true(act(&anna));
    assert_null(room_stop_round(room, 1));
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(test.kept, 1);
    assert_int_equal(anna.told[HALL_END], 1);
    assert_string_equal(room->card, "The game master ended the round. Nobody wins the round. "
                                    "The round is not rated.");
    assert_null(room_start(room, 2));
    assert_int_equal(room->round, 2);
}

/* What happens is told to all in the room, in order; an act that is refused is not. */
static void test_events(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_null(room_watch(carl.member, room, test.now));
    int before = bob.told[HALL_EVENT];
    assert_null(room_act(anna.member, 0, test.now));
    assert_int_equal(bob.told[HALL_EVENT], before + 1);
    assert_int_equal(carl.told[HALL_EVENT], before + 1);
    assert_int_equal(bob.event.who, 0);
    assert_int_equal(bob.event.act, 0);
    test_refused(room_act(anna.member, 1000, test.now), "there is no such move here");
    test_refused(room_act(carl.member, 0, test.now), "You are watching; sit down first.");
    assert_int_equal(bob.told[HALL_EVENT], before + 1);
    test_pass(&test, 1.3);
    assert_true(bob.told[HALL_EVENT] >= before + 5); /* two ticks for two */
    assert_int_equal(bob.told[HALL_EVENT], carl.told[HALL_EVENT]);
}

static void test_settings_of_rooms(void **state) {
    (void)state;
    struct room_setup setup = test_setup("falls");
    assert_null(hall_set_viruses(test.hall, 7));
    struct room *room = open_room(setup);
    set_param(&setup, "viruses", 9);
    setup.viruses_set = true;
    assert_null(room_open(bob.member, &setup, 0));
    assert_null(room_start(room, 0));
    assert_null(room_start(bob.member->room, 0));
    assert_int_equal(room->seats[0].points, -7);
    assert_int_equal(bob.member->room->seats[0].points, -9);
}

static void test_say(void **state) {
    (void)state;
    char much[400];
    struct room *room = open_room(test_setup("falls"));
    test_refused(room_say(bob.member, "hello", 0), "You are in no room.");
    assert_null(room_watch(bob.member, room, 0));
    test_refused(room_say(bob.member, "  ", 0), "There is nothing to say.");
    test_refused(room_say(bob.member, "a\033[2J", 0),
                 "A line must have printable characters only, at most 199 bytes.");
    memset(much, 'a', sizeof much);
    much[200] = '\0';
    test_refused(room_say(bob.member, much, 0),
                 "A line must have printable characters only, at most 199 bytes.");
    for (int i = 0; i < 70; i++) memcpy(much + 3 * i, "\xE2\x82\xAC", 4);
    test_refused(room_say(bob.member, much, 0),
                 "A line must have printable characters only, at most 199 bytes.");
    for (int i = 0; i < 5; i++) assert_null(room_say(bob.member, " hello  all ", 1));
    assert_string_equal(anna.text, "hello all");
    assert_string_equal(anna.name, "bob");
    test_refused(room_say(bob.member, "more", 1.5), "Wait a moment before you say more.");
    assert_null(room_say(anna.member, "I may", 1.5));
    for (int i = 0; i < 20; i++) assert_null(room_say(bob.member, "slowly", 10 + 2 * i));
    assert_int_equal(room->said_count, ROOM_SAID_MAX);
    assert_string_equal(room->said[ROOM_SAID_MAX - 1].text, "slowly");
}

/* Whatever a whole room is told may be done a few times at once, and then slowly; but everybody may
 * leave. */
static void test_stirs(void **state) {
    (void)state;
    static const char wait[] = "Wait a moment before you do more.";
    struct room *room = open_room(test_setup("falls"));
    int joined = 0;
    while (!room_join(bob.member, room, 0)) {
        joined++;
        assert_null(room_leave(bob.member, 0));
    }
    assert_int_equal(joined, 20);
    test_refused(room_watch(bob.member, room, 0.4), wait);
    assert_null(room_watch(bob.member, room, 0.5));
    int told = bob.told[HALL_ROOM];
    for (int i = 0; i < 200; i++) room_ready(anna.member, i % 2 == 0, 1);
    test_refused(room_ready(anna.member, !room->seats[0].ready, 1), wait);
    test_refused(room_seat_agent(anna.member, "", 1), wait);
    assert_in_range(bob.told[HALL_ROOM] - told, 15, 22);
    assert_null(room_ready(anna.member, true, 100));
}

/* Keys that repeat without end do not fill the record. */
static void test_acts(void **state) {
    (void)state;
    struct room *room = play(test_setup("slide"));
    int acts = 0;
    const char *wrong = NULL;
    while (acts < 1000 && !wrong) {
        wrong = room_act(anna.member, (action)find_act(room, anna.member), test.now);
        acts += !wrong;
    }
    assert_int_equal(acts, 200);
    test_refused(wrong, "Wait a moment before you do more.");
    assert_null(room_act(anna.member, (action)find_act(room, anna.member), test.now + 0.02));
}

static void test_full_record(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    room->private->result->result.journals[0].length = ROOM_PRIVATE_JOURNALS_MAX;
    room->private->acted = false; /* it is no record that could be kept */
    room_settle(room, test.now);
    assert_int_equal(room->phase, ROOM_CARD);
    assert_non_null(strstr(room->card, "The record of the round is full."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(setups),        TEST(opening),    TEST(seats),
        TEST(all_ready),     TEST(some_ready), TEST(too_few),
        TEST(master_starts), TEST(events),     TEST(settings_of_rooms),
        TEST(say),           TEST(stirs),      TEST(acts),
        TEST(full_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
