/* Rooms: seats, phases, rounds of every kind of game, and how they end. */
#include "hall/hall_test.h"

static struct test_hall test;
static struct test_guest anna, bob, carl, again;

static int set_up(void **state) {
    (void)state;
    test_open(&test);
    test_enter(&test, &anna, "anna");
    test_enter(&test, &bob, "bob");
    test_enter(&test, &carl, "carl");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    hall_free(test.hall);
    return 0;
}

static struct room *open_room(struct room_setup setup) {
    assert_null(room_open(anna.member, &setup, test.now));
    return anna.member->room;
}

static void set_param(struct room_setup *setup, const char *name, int value) {
    setup->params[test_param(setup->game, name)] = value;
}

/* Anna and bob begin a round. */
static struct room *play(struct room_setup setup) {
    struct room *room = open_room(setup);
    assert_null(room_join(bob.member, room, test.now));
    assert_null(room_ready(anna.member, true, test.now));
    assert_null(room_ready(bob.member, true, test.now));
    test_pass(&test, ROOM_START_SECONDS);
    assert_int_equal(room->phase, ROOM_ROUND);
    return room;
}

/* Returns a legal act of who sits there, or -1. */
static int64_t find_act(const struct room *room, const struct member *member) {
    static struct choice choices[1 << 16];
    int at = 0;
    const struct table *table = room_table(room, member->seat, &at);
    int count = table->game->choices(table->session.state, at, choices);
    return count ? (int64_t)choices[rng_below(&test.rng, (uint32_t)count)].act : -1;
}

static bool act(const struct test_guest *guest) {
    const struct room *room = guest->member->room;
    int64_t found = room->phase == ROOM_ROUND ? find_act(room, guest->member) : -1;
    if (found < 0) return false;
    assert_null(room_act(guest->member, (action)found, test.now));
    return true;
}

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
    assert_null(room_quick(test.hall, test_game("lines")));
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
    assert_string_equal(room->card, "The game master ended the round. Nobody wins the round.");
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
    test_pass(&test, 1);
    assert_true(bob.told[HALL_EVENT] >= before + 5); /* two ticks for two */
    assert_int_equal(bob.told[HALL_EVENT], carl.told[HALL_EVENT]);
}

/* Both drop capsules until they are out: nobody wins, and points are the viruses left. */
static void test_falls(void **state) {
    (void)state;
    struct room_setup setup = test_setup("falls");
    setup.rounds = 2;
    struct room *room = play(setup);
    assert_int_equal(room->seats[0].points, -28);
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
        assert_true(room->seats[1].rating == 1501);
        if (round == 1) {
            assert_int_equal(room->seats[0].total, room->seats[0].points);
            test_refused(room_act(anna.member, 5, test.now), "The round is over.");
            assert_null(room_ready(anna.member, true, test.now));
            assert_int_equal(room->phase, ROOM_CARD);
            assert_null(room_ready(bob.member, true, test.now));
            assert_int_equal(room->phase, ROOM_WAITING);
            assert_false(room->seats[0].ready);
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

/* A clock stands for its owner alone; an act starts it. */
static void test_stop(void **state) {
    (void)state;
    struct room *room = play(test_setup("falls"));
    assert_null(room_stop(anna.member, true, test.now));
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
    test_pass(&test, 290);
    assert_true(room->seats[0].stopped && room->seats[1].stopped);
    assert_null(room_stop(anna.member, false, test.now));
    assert_null(room_stop(anna.member, true, test.now));
    test_pass(&test, 11);
    assert_false(room->seats[0].stopped);
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
    assert_string_equal(room->card, "Nobody else is left to play. Nobody wins the round.");
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

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(setups),
        TEST(opening),
        TEST(seats),
        TEST(all_ready),
        TEST(some_ready),
        TEST(too_few),
        TEST(master_starts),
        TEST(events),
        TEST(falls),
        TEST(race),
        TEST(race_undecided),
        TEST(race_by_points),
        TEST(azul),
        TEST(stop),
        TEST(stop_in_turns),
        TEST(lost_in_time),
        TEST(gone_in_time),
        TEST(last_leaves),
        TEST(watcher_left),
        TEST(nothing_done),
        TEST(keeping),
        TEST(hall_ends),
        TEST(settings_of_rooms),
        TEST(late),
        TEST(say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
