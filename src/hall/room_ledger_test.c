/* The points of a game of several rounds: who comes late, who leaves and comes back, and who wins.
 */
#include "hall/room_private.h"
#include "hall/room_test.h"

/* A race by points, in which it is easy to make some. */
static struct room_setup race(int rounds) {
    struct room_setup setup = test_setup("lines");
    set_param(&setup, "match_length", 3);
    set_param(&setup, "colors_count", 2);
    setup.rounds = rounds;
    return setup;
}

static struct room_seat *seat_of(const struct test_guest *guest) {
    return &guest->member->room->seats[guest->member->seat];
}

/* Plays until there are more points than so many. */
static void score(const struct test_guest *guest, int points) {
    while (seat_of(guest)->points <= points) assert_true(act(guest));
}

static int least(int one, int other) {
    return one < other ? one : other;
}

static void test_late_comer(void **state) {
    (void)state;
    struct room *room = play(race(3));
    score(&anna, 0);
    score(&bob, room->seats[0].points);
    int worst = room->seats[0].points;
    assert_null(room_stop_round(room, test.now));
    assert_null(room_join(carl.member, room, test.now));
    assert_int_equal(seat_of(&carl)->total, worst);
    assert_int_equal(seat_of(&carl)->won, 0);
    assert_null(room_start(room, test.now));
    assert_int_equal(room->round, 2);
    score(&carl, 0);
    assert_int_equal(seat_of(&carl)->total, worst + seat_of(&carl)->points);
    assert_null(room_stop_round(room, test.now));
    assert_int_equal(seat_of(&carl)->total, worst + test.last.seats[2].points);
    assert_int_equal(seat_of(&anna)->total, worst);
}

/* Who sits there and is not ready gets the worst points of the round, too. */
static void test_sits_out(void **state) {
    (void)state;
    struct room *room = play(race(3));
    score(&anna, 0);
    score(&bob, 0);
    int before = room->seats[0].points;
    assert_null(room_stop_round(room, test.now));
    test_pass(&test, ROOM_CARD_SECONDS);
    assert_null(room_ready(bob.member, true, test.now));
    test_pass(&test, ROOM_WAIT_SECONDS);
    assert_int_equal(room->seats[0].place, -1);
    score(&bob, 0);
    assert_int_equal(room->seats[0].total, before);
    assert_null(room_stop_round(room, test.now));
    assert_int_equal(room->seats[0].total, before + room->seats[1].points);
    assert_int_equal(room->seats[0].rank, 0);
}

/* Rounds that are missed count as for the worst; the rest is as it was. */
static void test_comes_back(void **state) {
    (void)state;
    struct room *room = play(race(4));
    score(&anna, 0);
    score(&bob, room->seats[0].points);
    int own = room->seats[1].points;
    test_pass(&test, 301);
    assert_null(room_leave(bob.member, test.now));
    hall_leave(bob.member, test.now);
    test_pass(&test, ROOM_CARD_SECONDS);
    assert_string_equal(room->seats[1].name, "");
    assert_null(room_join(carl.member, room, test.now));
    assert_null(room_start(room, test.now));
    score(&anna, 0);
    score(&carl, 0);
    int missed = least(room->seats[0].points, room->seats[1].points);
    assert_null(room_stop_round(room, test.now));
    test_enter(&test, &bob, "BOB");
    assert_null(room_join(bob.member, room, test.now));
    assert_int_equal(seat_of(&bob)->total, own + missed);
    assert_int_equal(seat_of(&bob)->won, 1);
    assert_null(room_leave(bob.member, test.now));
    assert_null(room_join(bob.member, room, test.now));
    assert_int_equal(seat_of(&bob)->total, own + missed);
    assert_null(room_start(room, test.now));
    score(&bob, 0);
    assert_int_equal(seat_of(&bob)->total, own + missed + seat_of(&bob)->points);
}

/* The seat that was left in the round is taken again, also where no other is free. */
static void test_back_in_round(void **state) {
    (void)state;
    struct room_setup setup = race(3);
    setup.seats = 2;
    struct room *room = play(setup);
    score(&bob, 0);
    int own = room->seats[1].points;
    assert_null(room_leave(bob.member, test.now));
    test_refused(room_join(carl.member, room, test.now),
                 "No seat is free in this room; you may watch.");
    hall_leave(bob.member, test.now);
    test_enter(&test, &bob, "Bob");
    assert_null(room_join(bob.member, room, test.now));
    assert_int_equal(bob.member->seat, 1);
    assert_string_equal(room->seats[1].name, "Bob");
    assert_true(room->seats[1].left);
    assert_int_equal(test.hall->playing_count, 1);
    assert_int_equal(room->watchers, 0);
    test_refused(room_act(bob.member, 0, test.now),
                 "You are out of this round; wait for the next.");
    assert_null(room_watch(bob.member, room, test.now));
    assert_null(room_join(bob.member, room, test.now));
    assert_int_equal(bob.member->seat, 1);
    assert_null(room_stop_round(room, test.now));
    assert_int_equal(room->seats[1].total, own);
    assert_int_equal(room->seats[1].rank, 2);
    assert_null(room_start(room, test.now));
    assert_false(room->seats[1].left);
    assert_int_equal(test.hall->playing_count, 2);
    score(&bob, 0);
    assert_int_equal(room->seats[1].total, own + room->seats[1].points);
}

/* An agent is somebody else than a person of the same name, and is remembered, too. */
static void test_agents(void **state) {
    (void)state;
    static struct test_guest fake;
    struct room *room = play(race(9));
    score(&anna, 0);
    score(&bob, 0);
    assert_null(room_stop_round(room, test.now));
    int absent = room->private->absent;
    assert_true(absent > 0);
    assert_null(room_seat_agent(anna.member, "random:5n", test.now));
    assert_int_equal(room->seats[2].total, absent);
    room->private->seats[2].rounds = 1;
    room->private->seats[2].before = absent + 7;
    assert_null(room_unseat_agent(anna.member, test.now));
    test_enter(&test, &fake, "random");
    assert_null(room_join(fake.member, room, test.now));
    assert_int_equal(seat_of(&fake)->total, absent);
    assert_null(room_seat_agent(anna.member, "random:5n", test.now));
    assert_int_equal(room->seats[3].total, absent + 7);
}

static void test_leavers_are_bounded(void **state) {
    (void)state;
    enum { GUESTS = ROOM_PRIVATE_LEAVERS_MAX + 4 };
    static struct test_guest guests[GUESTS];
    struct room_setup setup = race(ROOM_ROUNDS_MAX);
    struct room *room = open_room(setup);
    for (int i = 0; i < GUESTS; i++) {
        char name[24];
        snprintf(name, sizeof name, "guest %d", i);
        test_enter(&test, &guests[i], name);
        assert_null(room_join(guests[i].member, room, test.now));
        assert_null(room_start(room, test.now));
        score(&guests[i], 0);
        test_pass(&test, 301);
        assert_null(room_leave(guests[i].member, test.now));
        test_pass(&test, ROOM_CARD_SECONDS);
    }
    assert_int_equal(room->private->leavers_count, ROOM_PRIVATE_LEAVERS_MAX);
    assert_null(room_join(guests[GUESTS - 1].member, room, test.now));
    assert_int_equal(seat_of(&guests[GUESTS - 1])->won, 1);
    assert_null(room_join(guests[0].member, room, test.now));
    assert_int_equal(seat_of(&guests[0])->won, 0);
    assert_int_equal(seat_of(&guests[0])->total, room->private->absent);
}

/* When all who played are gone, others begin a game of their own. */
static void test_others_begin_anew(void **state) {
    (void)state;
    struct room *room = play(race(3));
    score(&anna, 0);
    score(&bob, 0);
    assert_null(room_stop_round(room, test.now));
    assert_null(room_join(carl.member, room, test.now));
    assert_null(room_leave(anna.member, test.now));
    assert_null(room_leave(bob.member, test.now));
    test_pass(&test, ROOM_CARD_SECONDS);
    assert_true(seat_of(&carl)->total > 0);
    assert_null(room_start(room, test.now));
    assert_int_equal(room->round, 1);
    assert_int_equal(seat_of(&carl)->total, 0);
    assert_null(room_join(bob.member, room, test.now));
    assert_int_equal(seat_of(&bob)->total, 0);
}

/* Points may be negative; the winner of the game has the most of all rounds, however many of them
 * were played. */
static void test_winner(void **state) {
    (void)state;
    struct room_setup setup = test_setup("falls");
    setup.rounds = 2;
    struct room *room = play(setup);
    assert_null(room_stop_round(room, test.now));
    assert_null(room_leave(bob.member, test.now));
    assert_null(room_join(carl.member, room, test.now));
    assert_int_equal(seat_of(&carl)->total, -28);
    assert_null(room_start(room, test.now));
    assert_null(room_stop_round(room, test.now));
    assert_non_null(strstr(room->card, " anna and carl win the game with -56 points."));
}

static void test_winner_came_late(void **state) {
    (void)state;
    struct room *room = play(race(2));
    assert_null(room_stop_round(room, test.now));
    assert_null(room_join(carl.member, room, test.now));
    assert_null(room_start(room, test.now));
    score(&carl, 0);
    assert_null(room_stop_round(room, test.now));
    assert_non_null(strstr(room->card, " carl wins the game with "));
}

/* Who gives up ranks last, whatever the points. */
static void test_gives_up(void **state) {
    (void)state;
    struct room *room = play(race(3));
    score(&anna, 0);
    score(&bob, room->seats[0].points);
    assert_null(room_leave(bob.member, test.now));
    test_pass(&test, 301);
    assert_int_equal(room->seats[0].rank, 1);
    assert_int_equal(room->seats[1].rank, 2);
    assert_true(room->seats[1].points > room->seats[0].points);
    assert_true(test.last.seats[0].won && !test.last.seats[1].won);
    assert_true(test.last.rated);
    assert_non_null(strstr(room->card, "The time is up. anna wins the round with "));
}

/* Those who stayed have no points: nobody wins, and who left is not praised. */
static void test_nobody_wins(void **state) {
    (void)state;
    struct room *room = play(race(3));
    score(&bob, 0);
    assert_null(room_leave(bob.member, test.now));
    test_pass(&test, 301);
    assert_string_equal(room->card, "The time is up. Nobody wins the round.");
    assert_int_equal(room->seats[0].rank, 1);
    assert_false(test.last.seats[0].won || test.last.seats[1].won);
}

static void fall_out(const struct test_guest *guest) {
    int at = 0;
    const struct table *table = room_table(guest->member->room, guest->member->seat, &at);
    while (guest->member->room->phase == ROOM_ROUND &&
           table->game->movers(table->session.state) >> at & 1) {
        room_act(guest->member, 5, test.now);
        test_pass(&test, 0.1);
    }
}

/* Who is out gives nothing up by leaving. */
static void test_leaves_when_out(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    fall_out(&anna);
    assert_null(room_leave(anna.member, test.now));
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_true(room->seats[0].left);
    fall_out(&bob);
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(room->seats[0].rank, 1 + (room->seats[0].points < room->seats[1].points));
    assert_true(test.last.rated);
    assert_null(strstr(room->card, "left to play"));
}

/* One gave up, the other played to the end: that is a result. */
static void test_stays_alone(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_true(act(&anna));
    assert_null(room_leave(anna.member, test.now));
    fall_out(&bob);
    assert_int_equal(room->phase, ROOM_CARD);
    assert_true(test.last.rated);
    assert_int_equal(room->seats[0].rank, 2);
    assert_null(strstr(room->card, "not rated"));
}

/* The same moves with the same luck: both are named, and it is no win. */
static void test_shared(void **state) {
    (void)state;
    struct room *room = play(race(1));
    while (room->seats[1].points == 0) {
        action chosen = (action)find_act(room, anna.member);
        assert_null(room_act(anna.member, chosen, test.now));
        assert_null(room_act(bob.member, chosen, test.now));
    }
    test_pass(&test, 300);
    assert_non_null(strstr(room->card, "anna and bob win the game with "));
    assert_false(test.last.seats[0].won || test.last.seats[1].won);
    assert_int_equal(room->seats[0].won + room->seats[1].won, 2);
}

/* Ratings are of the round just over; one that was ended changes none. */
static void test_rated(void **state) {
    (void)state;
    struct room *room = play(race(3));
    score(&bob, 0);
    test_pass(&test, 301);
    assert_true(test.last.rated && room->rated);
    assert_null(strstr(room->card, "rated"));
    assert_true(room->seats[1].rating == 1501 && room->seats[1].gain == 1);
    assert_null(room_start(room, test.now));
    assert_true(room->seats[1].rating == 1501);
    score(&bob, 0);
    assert_null(room_stop_round(room, test.now));
    assert_int_equal(test.kept, 2);
    assert_false(test.last.rated || room->rated);
    assert_non_null(strstr(room->card, " The round is not rated."));
    assert_true(room->seats[1].rating == 0 && room->seats[1].gain == 0);
    assert_null(room_start(room, test.now));
    score(&bob, 0);
    test.holds = true;
    test_pass(&test, 301);
    hall_kept(test.hall, test.held[0], "The disk is full.", test.now);
    assert_true(room->seats[1].rating == 0 && !room->rated);
}

/* Alone, or if nobody did anything, there is nothing to rate. */
static void test_nothing_to_rate(void **state) {
    (void)state;
    struct room *room = open_room(race(2));
    assert_null(room_start(room, test.now));
    score(&anna, 0);
    test_pass(&test, 301);
    assert_int_equal(test.kept, 1);
    assert_false(test.last.rated || room->rated);
    assert_null(strstr(room->card, "rated"));
    assert_null(room_join(bob.member, room, test.now));
    assert_null(room_start(room, test.now));
    test_pass(&test, 301);
    assert_int_equal(test.kept, 1);
    assert_false(room->rated);
    assert_non_null(strstr(room->card, " The round is not rated."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(late_comer),  TEST(sits_out),
        TEST(comes_back),  TEST(back_in_round),
        TEST(agents),      TEST(leavers_are_bounded),
        TEST(winner),      TEST(others_begin_anew),
        TEST(gives_up),    TEST(winner_came_late),
        TEST(nobody_wins), TEST(leaves_when_out),
        TEST(shared),      TEST(stays_alone),
        TEST(rated),       TEST(nothing_to_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
