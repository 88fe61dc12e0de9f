/* Rooms with agents, who think on the threads of a pool. */
#include "hall/hall_test.h"
#include "play/pool.h"
#include <time.h>

static struct test_hall test;
static struct test_guest anna, bob;
static _Atomic int wakes;

static void wake(void *self) {
    (void)self;
    wakes++;
}

static int set_up(void **state) {
    (void)state;
    test_open(&test);
    test.hall->setup.pool = pool_new(&test_host, 2);
    assert_non_null(test.hall->setup.pool);
    test.hall->setup.wake = wake;
    test_enter(&test, &anna, "anna");
    test_enter(&test, &bob, "bob");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    struct pool *pool = test.hall->setup.pool;
    hall_free(test.hall);
    pool_free(pool);
    return 0;
}

static bool is_thinking(const struct room *room) {
    for (int i = 0; i < room->tables_count; i++)
        if (table_thinking(room->tables[i])) return true;
    return false;
}

/* Lets what is due happen; time passes only while nobody thinks, and in small steps: an answer may
 * be there before its wake. */
static void step(const struct room *room) {
    if (hall_due(test.hall) <= test.now) {
        hall_run(test.hall, test.now);
        return;
    }
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    if (!is_thinking(room)) test.now += 0.05;
}

static struct room *open_room(struct room_setup setup) {
    assert_null(room_open(anna.member, &setup, test.now));
    return anna.member->room;
}

static void act(const struct room *room, const struct test_guest *guest) {
    static struct choice choices[1 << 16];
    int at = 0;
    const struct table *table = room_table(room, guest->member->seat, &at);
    int count = table->game->choices(table->session.state, at, choices);
    if (!count) return;
    action chosen = choices[rng_below(&test.rng, (uint32_t)count)].act;
    assert_null(room_act(guest->member, chosen, test.now));
}

static void test_seating(void **state) {
    (void)state;
    struct room_setup setup = test_setup("azul");
    struct room *room = open_room(setup);
    test_refused(room_seat_agent(bob.member, "", 0), "You are in no room.");
    assert_null(room_watch(bob.member, room, 0));
    test_refused(room_seat_agent(bob.member, "", 0), "You are watching; sit down first.");
    test_refused(room_unseat_agent(anna.member, 0), "No agent sits in this room.");
    const char *wrong = room_seat_agent(anna.member, "nobody\033", 0);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "azul has no agent 'nobody\\u001b'"));
    assert_non_null(room_seat_agent(anna.member, "random:x", 0));
    test_refused(room_seat_agent(anna.member, "random:1s2", 0),
                 "the budget '1s2' must be nodes as 200n or rollouts as 50r, from 1 to "
                 "1000000000000, or time as 10ms or 2s, up to an hour");
    test_refused(room_seat_agent(anna.member, "random:3s", 0),
                 "An agent may think about a move for at most 2000 ms here.");
    assert_null(room_seat_agent(anna.member, "random:2s", 0));
    assert_null(room_seat_agent(anna.member, "greedy", 0));
    assert_null(room_seat_agent(anna.member, "random:5n", 0));
    assert_string_equal(room->seats[1].name, "random");
    assert_string_equal(room->seats[3].name, "random 2");
    assert_true(room->seats[3].ready);
    test_refused(room_seat_agent(anna.member, "", 0), "No seat is free in this room.");
    test_refused(room_join(bob.member, room, 0), "No seat is free in this room; you may watch.");
    assert_null(room_unseat_agent(anna.member, 0));
    assert_string_equal(room->seats[3].name, "");
    assert_null(room_unseat_agent(anna.member, 0));
    assert_string_equal(room->seats[2].name, "");
    assert_true(isinf(room->until)); /* agents alone begin nothing */
    assert_null(room_ready(anna.member, true, 0));
    assert_true(room->until == ROOM_START_SECONDS);
}

/* A person and two agents play to the end. */
static void test_whole_game(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("azul"));
    assert_null(room_seat_agent(anna.member, "random:5n", 0));
    assert_null(room_seat_agent(anna.member, "greedy", 0));
    assert_null(room_start(room, 0));
    test_refused(room_unseat_agent(anna.member, 0), "The agent is in the round; wait for its end.");
    while (room->phase == ROOM_ROUND) {
        act(room, &anna);
        if (room->phase == ROOM_ROUND) step(room);
    }
    assert_int_equal(room->phase, ROOM_CARD);
    assert_int_equal(test.kept, 1);
    assert_true(wakes > 0);
    assert_int_equal(test.last.seats_count, 3);
    assert_string_equal(test.last.seats[1].name, "random:5n");
    assert_string_equal(test.last.seats[2].name, "greedy");
    assert_true(test.last.seats[1].agent);
    assert_false(test.last.seats[0].agent);
}

/* In turns an agent plays on for who left; the result names the person. */
static void test_heir(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("azul"));
    assert_null(room_join(bob.member, room, 0));
    assert_null(room_start(room, 0));
    act(room, &anna);
    assert_null(room_leave(anna.member, 0));
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_true(room->seats[0].left);
    assert_string_equal(room->tables[0]->seats[0].name, "anna");
    assert_int_equal(test.hall->playing_count, 1);
    while (room->phase == ROOM_ROUND) {
        act(room, &bob);
        if (room->phase == ROOM_ROUND) step(room);
    }
    assert_int_equal(test.kept, 1);
    assert_string_equal(test.last.seats[0].name, "anna");
    assert_false(test.last.seats[0].agent);
    assert_true(room->seats[0].points > room->seats[1].points); /* bob plays at random */
    assert_int_equal(room->seats[0].rank, 2);
    assert_true(test.last.seats[1].won && !test.last.seats[0].won);
    assert_ptr_equal(strstr(room->card, "bob wins the game with "), room->card);
}

/* Who does not move for five minutes is out of the round, and sits there for the next. */
static void test_sleeper(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("azul"));
    assert_null(room_join(bob.member, room, 0));
    assert_null(room_start(room, 0));
    const struct test_guest *guests[] = {&anna, &bob};
    int mover = game_mover(room->setup.game, room->tables[0]->session.state);
    uint64_t version = room->tables[0]->version;
    test.now = 299;
    hall_run(test.hall, test.now);
    assert_false(room->seats[mover].left);
    test.now = 300;
    hall_run(test.hall, test.now);
    assert_true(room->seats[mover].left);
    assert_false(room->seats[1 - mover].left);
    test_refused(room_act(guests[mover]->member, 0, test.now),
                 "You are out of this round; wait for the next.");
    while (room->tables[0]->version == version) step(room);
    assert_null(room_leave(guests[1 - mover]->member, test.now));
    assert_int_equal(room->phase, ROOM_CARD);
    assert_null(room_ready(guests[mover]->member, true, test.now));
    assert_int_equal(room->phase, ROOM_WAITING);
    assert_false(room->seats[mover].left);
}

/* Only agents play, and somebody watches: they play on. Nobody does: the room is closed. */
static void test_agents_alone(void **state) {
    (void)state;
    struct room *room = open_room(test_setup("falls"));
    for (int i = 0; i < 3; i++) assert_null(room_seat_agent(anna.member, "random:5n", 0));
    assert_null(room_watch(bob.member, room, 0));
    assert_null(room_start(room, 0));
    assert_null(room_leave(anna.member, 0));
    assert_int_equal(room->phase, ROOM_ROUND);
    uint64_t version = room->tables[0]->version;
    while (room->phase == ROOM_ROUND && room->tables[0]->version < version + 200) step(room);
    assert_null(room_leave(bob.member, test.now));
    assert_int_equal(test.hall->rooms_count, 0);
    assert_int_equal(test.kept, 1);
    assert_string_equal(test.last.seats[0].name, "anna");
    hall_run(test.hall, test.now);
}

static bool is_out(const struct room *room, const struct test_guest *guest) {
    int at = 0;
    const struct table *table = room_table(room, guest->member->seat, &at);
    return !(table->game->movers(table->session.state) >> at & 1);
}

static void fall_out(const struct room *room, const struct test_guest *guest) {
    while (!is_out(room, guest)) {
        room_act(guest->member, 5, test.now);
        if (!is_out(room, guest)) step(room);
    }
}

/* Anna and bob are out, an agent plays on, and they have seen enough. */
static void test_skipping(void **state) {
    (void)state;
    char code[HALL_CODE_BYTES];
    struct room_setup setup = test_setup("falls");
    setup.tick_ms = 10000; /* so that the agent is not out before them */
    struct room *room = open_room(setup);
    assert_null(room_join(bob.member, room, 0));
    assert_null(room_seat_agent(anna.member, "random:5n", 0));
    assert_null(room_start(room, 0));
    fall_out(room, &anna);
    assert_false(room_can_skip(room));
    test_refused(room_ready(anna.member, true, test.now), "The round is being played.");
    fall_out(room, &bob);
    assert_true(room_can_skip(room));
    int told = anna.told[HALL_ROOM];
    assert_null(room_ready(anna.member, true, test.now));
    assert_true(room->seats[0].ready);
    assert_int_equal(anna.told[HALL_ROOM], told + 1);
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_null(room_ready(anna.member, false, test.now));
    hall_write_code(bob.member, code);
    bob.lost = true;
    hall_lose(bob.member, test.now);
    assert_int_equal(room->phase, ROOM_ROUND);
    bob.lost = false;
    assert_null(hall_return(test.hall, code, test_tell, &bob, test.now, &bob.member));
    assert_null(room_ready(bob.member, true, test.now));
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_null(room_ready(anna.member, true, test.now));
    assert_int_equal(room->phase, ROOM_CARD);
    assert_false(room_can_skip(room));
    assert_false(room->seats[0].ready);
    assert_ptr_equal(strstr(room->card, "The agents' end was skipped. "), room->card);
    assert_true(test.last.rated);
}

/* Who comes meanwhile is asked if no person of the round is here. */
static void test_skipping_for_others(void **state) {
    (void)state;
    struct room_setup setup = test_setup("falls");
    setup.tick_ms = 10000;
    struct room *room = open_room(setup);
    assert_null(room_seat_agent(anna.member, "random:5n", 0));
    assert_null(room_start(room, 0));
    assert_null(room_join(bob.member, room, 0));
    room_act(anna.member, 0, test.now);
    assert_null(room_watch(anna.member, room, test.now));
    int told = anna.told[HALL_ROOM];
    assert_true(room_can_skip(room));
    test_refused(room_ready(anna.member, true, test.now), "You are watching; sit down first.");
    assert_null(room_join(anna.member, room, test.now));
    assert_true(anna.told[HALL_ROOM] > told);
    assert_null(room_ready(bob.member, true, test.now));
    assert_int_equal(room->phase, ROOM_ROUND);
    assert_null(room_leave(anna.member, test.now));
    assert_int_equal(room->phase, ROOM_CARD);
}

static void test_race(void **state) {
    (void)state;
    struct room_setup setup = test_setup("slide");
    setup.params[game_param(setup.game, "rows")] = 3;
    setup.params[game_param(setup.game, "cols")] = 3;
    struct room *room = open_room(setup);
    assert_null(room_seat_agent(anna.member, "", 0));
    assert_null(room_start(room, 0));
    while (room->phase == ROOM_ROUND) step(room);
    assert_int_equal(room->seats[1].points, 1);
    assert_int_equal(room->seats[0].rank, 2);
    assert_int_equal(test.kept, 1);
}

/* Rooms close while agents think and answer. */
static void test_closing(void **state) {
    (void)state;
    struct room_setup setup = test_setup("falls");
    setup.tick_ms = 20;
    for (int i = 0; i < 50; i++) {
        test.now += 5; /* so much may be done only now and then */
        struct room *room = open_room(setup);
        assert_null(room_join(bob.member, room, test.now));
        for (int k = 0; k < 6; k++)
            assert_null(room_seat_agent(bob.member, k % 2 ? "random:5n" : "greedy", test.now));
        assert_null(room_start(room, test.now));
        for (int k = 0; k < i; k++) {
            test.now += 0.005;
            hall_run(test.hall, test.now);
        }
        assert_null(room_leave(anna.member, test.now));
        assert_null(room_leave(bob.member, test.now));
    }
    assert_int_equal(test.hall->rooms_count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(seating), TEST(whole_game),   TEST(heir),
        TEST(sleeper), TEST(agents_alone), TEST(race),
        TEST(closing), TEST(skipping),     TEST(skipping_for_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
