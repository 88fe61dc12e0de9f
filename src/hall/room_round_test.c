/* Rounds of every kind of game: what happens in them, who leaves, and how they end. */
#include "hall/room_test.h"

static struct test_guest again;

/* Both drop capsules until they are out: nobody wins, and points are the viruses left. */
static void test_falls(void **state) {
    (void)state;
    struct room_setup setup = test_setup("falls");
    setup.rounds = 2;
    struct room *room = play(setup);
    assert_int_equal(room->seats[0].points, -28);
    int sums[2] = {0, 0};
    for (int round = 1; round <= 2; round++) {
        while (room->phase == ROOM_ROUND) {
            room_act(anna.member, 5, test.now);
            if (room->phase == ROOM_ROUND) room_act(bob.member, 5, test.now);
            test_pass(&test, 0.1);
        }
        assert_int_equal(room->phase, ROOM_CARD);
        assert_int_equal(test.kept, round);
        assert_int_equal(room->record, round);
        assert_int_equal(test.last.seats[1].points, room->seats[1].points);
        assert_false(test.last.seats[0].won || test.last.seats[1].won);
        assert_int_equal(test.last.room_id, room->id);
        assert_int_equal(test.last.round, round);
        assert_true(room->seats[1].rating == 1501);
        for (int seat = 0; seat < 2; seat++) {
            sums[seat] += test.last.seats[seat].points;
            assert_int_equal(room->seats[seat].total, sums[seat]);
        }
        if (round == 1) {
            test_refused(room_act(anna.member, 5, test.now), "The round is over.");
            assert_null(room_ready(anna.member, true, test.now));
            assert_int_equal(room->phase, ROOM_CARD);
            assert_null(room_ready(bob.member, true, test.now));
            assert_int_equal(room->phase, ROOM_WAITING);
            assert_true(room->seats[0].ready && room->seats[1].ready); /* for the next round */
            assert_int_equal(room->tables_count, 0);
            assert_null(room_start(room, test.now));
        }
    }
    assert_int_equal(test.hall->rounds, 2);
    assert_int_equal(test.hall->games, 2);
    assert_non_null(strstr(room->card, "the game with"));
    test_pass(&test, ROOM_CARD_SECONDS);
    assert_int_equal(room->phase, ROOM_WAITING);
    assert_int_equal(room->round, 0);
    assert_int_equal(room->seats[0].total, 0);
}

/* Rooms that begin together tick one after the other, each at its own moment. */
static void test_ticks_apart(void **state) {
    (void)state;
    struct test_guest *const guests[] = {&anna, &bob, &carl};
    double due[3];
    for (int i = 0; i < 3; i++) {
        struct room_setup setup = test_setup("falls");
        assert_null(room_open(guests[i]->member, &setup, test.now));
        assert_null(room_start(guests[i]->member->room, test.now));
        due[i] = table_due(guests[i]->member->room->tables[0]);
        assert_true(due[i] >= test.now + 0.4 && due[i] < test.now + 0.8);
        for (int k = 0; k < i; k++) assert_true(fabs(due[i] - due[k]) > 0.05);
    }
}

/* The first who solves it wins a race. */
static void test_race(void **state) {
    (void)state;
    struct room_setup setup = test_setup("slide");
    set_param(&setup, "difficulty", 1);
    struct room *room = play(setup);
    assert_true(room->race);
    assert_int_equal(room->tables_count, 2);
    const struct game *game = setup.game;
    assert_true(game_equal(game, room->tables[0]->session.state, room->tables[1]->session.state));
    test_pass(&test, 62);
    for (int i = 0; i < 100 && room->phase == ROOM_ROUND; i++) act(&bob);
    assert_int_equal(room->phase, ROOM_CARD);
    assert_string_equal(room->card, "bob wins the game in 1:02.");
    assert_int_equal(room->seats[1].points, 1);
    assert_int_equal(room->seats[1].rank, 1);
    assert_int_equal(room->seats[1].won, 1);
    assert_true(test.last.seats[1].won && !test.last.seats[0].won);
    assert_int_equal(room->seats[0].points, 0);
    assert_int_equal(room->seats[0].rank, 2);
    assert_int_equal(test.last.journals_count, 2);
    assert_true(test.last.race);
    test_refused(room_act(anna.member, 0, test.now), "The round is over.");
}

/* Moves alone are no merit: when nobody solved it, nobody is ahead. */
static void test_race_undecided(void **state) {
    (void)state;
    struct room_setup setup = test_setup("slide");
    setup.minutes = 1;
    struct room *room = play(setup);
    for (int i = 0; i < 10; i++) act(&bob);
    double end = room->until;
    test.now = end;
    test_refused(room_act(bob.member, 0, test.now), "The round is over."); /* just too late */
    assert_string_equal(room->card, "The time is up. Nobody wins the game.");
    assert_int_equal(room->seats[0].rank, 1);
    assert_int_equal(room->seats[1].rank, 1);
    assert_int_equal(room->seats[0].points, 0);
    assert_int_equal(room->seats[1].points, 0);
}

static void test_race_by_points(void **state) {
    (void)state;
    struct room_setup setup = test_setup("lines");
    set_param(&setup, "match_length", 3);
    set_param(&setup, "colors_count", 2);
    struct room *room = play(setup);
    assert_true(room->until == room->began + 300);
    while (room->seats[1].points == 0 && act(&bob)) continue;
    assert_true(room->seats[1].points > 0);
    assert_int_equal(room->seats[1].total, room->seats[1].points);
    test_pass(&test, 400);
    assert_int_equal(room->phase, ROOM_WAITING);
    assert_int_equal(test.last.seats[1].rank, 1);
    assert_int_equal(test.last.seats[0].rank, 2);
    assert_non_null(strstr(room->card, "The time is up. bob wins the game with "));
    assert_int_equal(room->seats[1].points, test.last.seats[1].points);
}

/* The most points are some: without any, who did more is not ahead. */
static void test_race_without_points(void **state) {
    (void)state;
    struct room *room = play(test_setup("lines"));
    assert_true(act(&bob));
    assert_int_equal(room->seats[1].points, 0);
    test_pass(&test, 400);
    assert_int_equal(test.kept, 1);
    assert_string_equal(room->card, "The time is up. Nobody wins the game.");
    assert_int_equal(room->seats[0].rank, 1);
    assert_int_equal(room->seats[1].rank, 1);
}

static void test_azul(void **state) {
    (void)state;
    struct room *room = play(test_setup("azul"));
    assert_int_equal(room->tables_count, 1);
    while (room->phase == ROOM_ROUND) assert_true(act(&anna) || act(&bob));
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(test.kept, 1);
    assert_non_null(strstr(room->card, " wins the game with "));
    assert_int_equal(room->seats[0].won + room->seats[1].won, 1);
    assert_int_equal(room->seats[0].rank + room->seats[1].rank, 3);
}

/* Of equal points, who completed more rows wins: that is the game's to say. */
static void test_tie_break(void **state) {
    (void)state;
    int ties = 0;
    struct room *room = play(test_setup("azul"));
    for (int i = 0; i < 100; i++) {
        while (room->phase == ROOM_ROUND) assert_true(act(&anna) || act(&bob));
        ties += room->seats[0].points == room->seats[1].points &&
                test.last.seats[0].rank != test.last.seats[1].rank;
        assert_null(room_start(room, test.now));
    }
    assert_true(ties > 0);
}

/* A clock stands for its owner alone; an act starts it. */
static void test_stop(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_null(room_watch(carl.member, room, test.now));
    assert_int_equal(room_stop_left(room, 0, test.now), ROOM_STOP_SECONDS);
    assert_null(room_stop(anna.member, true, test.now));
    assert_string_equal(carl.text, "anna stops the clock (60 s at most a round).");
    assert_true(room->seats[0].stopped);
    assert_int_equal(room->tables[0]->stopped, 1);
    int before = anna.told[HALL_EVENT];
    test_pass(&test, 2);
    assert_true(anna.told[HALL_EVENT] > before);
    assert_int_equal(anna.event.who, CLOCK);
    assert_int_equal(anna.event.act, 1);
    assert_null(room_act(anna.member, 0, test.now));
    assert_false(room->seats[0].stopped);
    assert_int_equal(room->tables[0]->stopped, 0);
    assert_null(room_stop(anna.member, true, test.now));
    assert_null(room_stop(bob.member, true, test.now));
    assert_int_equal(room_stop_left(room, 0, test.now), 58);
    assert_string_equal(carl.text, "bob stops the clock (60 s at most a round).");
    test_pass(&test, 50);
    assert_true(room->seats[0].stopped && room->seats[1].stopped);
    assert_int_equal(room_stop_left(room, 0, test.now), 8);
    int lines = carl.told[HALL_SAY];
    assert_null(room_stop(anna.member, false, test.now));
    assert_null(room_stop(anna.member, true, test.now));
    assert_int_equal(carl.told[HALL_SAY], lines); /* said once a round */
    test_pass(&test, 9);
    assert_false(room->seats[0].stopped);
    assert_true(room->seats[1].stopped);
    assert_string_equal(anna.text, "anna used up the time to pause; the clock runs on.");
    assert_int_equal(room_stop_left(room, 0, test.now), 0);
    assert_int_equal(room_stop_left(room, 1, test.now), 1);
    test_refused(room_stop(anna.member, true, test.now),
                 "You used up the time to pause in this round.");
}

static void test_stop_in_turns(void **state) {
    (void)state;
    play(test_setup("azul"));
    test_refused(room_stop(anna.member, true, test.now), "There is no clock to stop in this game.");
}

/* In real time the clock of who is away stands, and goes on with the first act. */
static void test_lost_in_time(void **state) {
    (void)state;
    char code[HALL_CODE_BYTES];
    again = (struct test_guest){.member = NULL};
    struct room *room = play(test_setup("falls"));
    hall_write_code(anna.member, code);
    anna.lost = true;
    hall_lose(anna.member, test.now);
    assert_int_equal(room->tables[0]->stopped, 1);
    test_pass(&test, HALL_AWAY_SECONDS - 1);
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_null(hall_return(test.hall, code, test_tell, &again, test.now, &again.member));
    assert_false(room->seats[0].away);
    assert_null(room_act(again.member, 0, test.now));
    assert_int_equal(room->tables[0]->stopped, 0);
    assert_int_equal(test.hall->playing_count, 2);
}

/* Who is gone for good keeps the points of the round; the others play on. */
static void test_gone_in_time(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_true(act(&anna));
    anna.lost = true;
    hall_lose(anna.member, test.now);
    test_pass(&test, HALL_AWAY_SECONDS + 1);
    assert_int_equal(test.hall->members_count, 2);
    if (room->phase == ROOM_ROUND) {
        assert_true(room->seats[0].left);
        assert_string_equal(room->seats[0].name, "anna");
        for (int i = 0; i < 1000 && room->phase == ROOM_ROUND; i++) {
            room_act(bob.member, 5, test.now);
            test_pass(&test, 0.1);
        }
    }
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(test.last.seats_count, 2);
    assert_string_equal(test.last.seats[0].name, "anna");
    assert_int_equal(test.last.seats[0].points, -28);
    test_pass(&test, ROOM_CARD_SECONDS);
    assert_string_equal(room->seats[0].name, "");
}

/* The last player leaves: the round is kept, and the room closed. */
static void test_last_leaves(void **state) {
    (void)state;
    play(test_setup("falls"));
    test.holds = true;
    assert_true(act(&anna));
    assert_null(room_leave(anna.member, test.now));
    assert_null(room_leave(bob.member, test.now));
    assert_int_equal(test.hall->rooms_count, 0);
    assert_int_equal(test.hall->playing_count, 0);
    assert_int_equal(test.held_count, 1);
    assert_null(test.held[0]->room);
    assert_string_equal(test.held[0]->seats[0].name, "anna");
    test_pass(&test, 10);
    hall_kept(test.hall, test.held[0], NULL, test.now);
    assert_int_equal(test.hall->games, 1);
}

/* Only a watcher is left: nobody plays, so the round ends; the room stays. */
static void test_watcher_left(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_null(room_watch(carl.member, room, test.now));
    assert_true(act(&anna));
    assert_null(room_leave(anna.member, test.now));
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_null(room_watch(bob.member, room, test.now));
    assert_int_equal(room->phase, ROOM_CARD);
    assert_string_equal(room->card, "Nobody else is left to play. Nobody wins the round. "
                                    "The round is not rated.");
    assert_null(room_leave(bob.member, test.now));
    test_pass(&test, 20);
    assert_int_equal(room->phase, ROOM_WAITING);
    assert_int_equal(test.hall->rooms_count, 1);
}

/* A round in which nobody did anything is not kept. */
static void test_nothing_done(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_null(room_stop_round(room, test.now));
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(test.kept, 0);
    assert_int_equal(test.hall->rounds, 1);
    assert_int_equal(test.hall->games, 0);
}

static void test_keeping(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    test.holds = true;
    assert_true(act(&anna));
    assert_null(room_stop_round(room, test.now));
    assert_int_equal(room->phase, ROOM_ENDING);
    assert_int_equal(anna.told[HALL_END], 0);
    assert_true(isinf(room->until));
    test_refused(room_act(anna.member, 0, test.now), "The round is over.");
    test_refused(room_ready(anna.member, true, test.now), "The round is being kept; one moment.");
    test_refused(room_start(room, test.now), "The last round is being kept; one moment.");
    test_refused(room_stop_round(room, test.now), "No round is being played.");
    assert_null(room_leave(bob.member, test.now));
    assert_string_equal(room->seats[1].name, "bob");
    hall_kept(test.hall, test.held[0], "The disk is full.", test.now);
    assert_string_equal(room->trouble, "The disk is full.");
    assert_int_equal(room->record, 0);
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(anna.told[HALL_END], 1);
    assert_int_equal(test.hall->games, 0);
    assert_null(room_start(room, test.now));
    assert_string_equal(room->trouble, "");
    assert_string_equal(room->seats[1].name, "");
}

static void test_hall_ends(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_true(act(&anna));
    hall_end(test.hall, false, test.now);
    assert_int_equal(room->phase, ROOM_ROUND);
    hall_end(test.hall, true, test.now);
    assert_int_equal(test.kept, 1);
    assert_int_equal(room->phase, ROOM_CARD);
    test_pass(&test, ROOM_CARD_SECONDS);
    assert_int_equal(room->phase, ROOM_WAITING);
    test_refused(room_ready(anna.member, true, test.now), "The server ends; no more rounds begin.");
    test_refused(room_start(room, test.now), "The server ends; no more rounds begin.");
    struct room_setup setup = test_setup("falls");
    test_refused(room_open(carl.member, &setup, test.now),
                 "The server ends; no more rooms are opened.");
}

/* A clock that is served late is counted, and does not make up for all of it. */
static void test_late(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    test_pass(&test, 2);
    assert_int_equal(test.hall->late, 0);
    int before = anna.told[HALL_EVENT];
    hall_run(test.hall, test.now + 4);
    assert_in_range(test.hall->late, 9, 11);
    assert_in_range(anna.told[HALL_EVENT] - before, 2, 8);
    assert_true(hall_due(test.hall) > test.now + 4);
    assert_int_equal(room->phase, ROOM_ROUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(falls),          TEST(ticks_apart),    TEST(race),
        TEST(race_undecided), TEST(race_by_points), TEST(race_without_points),
        TEST(azul),           TEST(tie_break),      TEST(stop),
        TEST(stop_in_turns),  TEST(lost_in_time),   TEST(gone_in_time),
        TEST(last_leaves),    TEST(watcher_left),   TEST(nothing_done),
        TEST(keeping),        TEST(hall_ends),      TEST(late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
