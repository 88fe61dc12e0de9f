/* Tables by the hundred: light ones keep no past and tell it instead; the clock of one seat stands
 * while others play; agents and persons change places. Time is simulated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "host/system.h"
#include "play/table.h"
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVENTS_MAX = 100000 };

/* What a table told. */
struct told {
    const struct game *game;
    void *state; /* what the events make, begun by the first */
    struct event events[EVENTS_MAX];
    int count;
};

static struct host_system lent;
static struct told told;
static struct table table;
static struct table_setup setup;
static double now;

static int set_up(void **unused) {
    (void)unused;
    host_system_init(&lent);
    lent.host.threads = 1;
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    host_system_release(&lent);
    return 0;
}

static void note(void *self, const void *state, struct event event) {
    struct told *to = self;
    assert_true(to->count < EVENTS_MAX);
    assert_null(to->game->refuse(state, event.who, event.act));
    if (to->state) assert_true(game_equal(to->game, to->state, state));
    if (to->state) to->game->apply(to->state, event.who, event.act);
    to->events[to->count++] = event;
}

static void set_param(const char *name, int value) {
    setup.params[game_param(setup.game, name)] = value;
}

static struct player player_of(const char *name) {
    struct text wrong = text_over((char[512]){0}, 512);
    struct player player = {.agent = NULL};
    if (!player_read(setup.game, name, strlen(name), &player, &wrong)) fail_msg("%s", wrong.at);
    return player;
}

/* A light table of some players, all of them persons. */
static void plan(const struct game *game, int seats) {
    setup = (struct table_setup){.game = game,
                                 .rng = rng_new(5, 0),
                                 .host = &lent.host,
                                 .light = true,
                                 .tell = note,
                                 .tell_self = &told};
    game_standard(game, setup.params);
    if (seats > 1) set_param("players", seats);
    told = (struct told){.game = game, .state = malloc(game->state_max)};
    assert_non_null(told.state);
    now = 50;
}

static void begin(void) {
    setup.game->start(told.state, setup.params);
    const char *wrong = table_init(&table, &setup, now);
    if (wrong) fail_msg("%s", wrong);
}

static void end(void) {
    table_release(&table);
    free(told.state);
    free(setup.scratch);
}

static void await(void) {
    const struct timespec pause = {.tv_nsec = 200000};
    while (table_thinking(&table)) nanosleep(&pause, NULL);
}

static void pass(double until) {
    for (double due; await(), (due = table_due(&table)) <= until;)
        table_run(&table, now = fmax(now, due));
    now = fmax(now, until);
}

/* Plays a random act of a seat, if it has one. */
static bool act(int seat, struct rng *rng) {
    const struct session *session = &table.session;
    int count = session->game->choices(session->state, seat, session->scratch);
    if (!count) return false;
    action choice = session->scratch[rng_below(rng, (uint32_t)count)].act;
    assert_null(table_act(&table, seat, choice, now));
    return true;
}

static int acts_of(int who) {
    int acts = 0;
    for (int i = 0; i < told.count; i++) acts += told.events[i].who == who;
    return acts;
}

static int ticks_of(int seat) {
    int ticks = 0;
    for (int i = 0; i < told.count; i++)
        ticks += told.events[i].who == CLOCK && told.events[i].act == (action)seat;
    return ticks;
}

static void play_some(void) {
    struct rng rng = rng_new(8, 0);
    for (int i = 0; i < 100 && !table_over(&table); i++) {
        for (int seat = 0; seat < table.seats_count; seat++)
            if (table_persons(&table) >> seat & 1) act(seat, &rng);
        pass(now + 0.5);
    }
}

/* The events that were told make the state; a table that keeps them plays the same. */
static void test_tells(void **unused) {
    (void)unused;
    for (int g = 0; games_list[g]; g++) {
        plan(games_list[g], games_list[g]->seats_max > 1 ? 2 : 1);
        setup.scratch = malloc(sizeof(struct choice) * (size_t)setup.game->choices_max);
        begin();
        assert_ptr_equal(table.session.scratch, setup.scratch);
        play_some();
        assert_true(told.count > 10);
        assert_true(game_equal(setup.game, told.state, table.session.state));
        assert_int_equal(table.session.count, 0);
        assert_null(table.session.events);
        int count = told.count;
        table_release(&table);
        told.count = 0;
        now = 50;
        setup.light = false;
        begin();
        play_some();
        assert_int_equal(told.count, count);
        assert_int_equal(table.session.count, count);
        assert_true(game_equal(setup.game, told.state, table.session.state));
        end();
    }
}

/* News are the same, as far as there is room. */
static void test_news(void **unused) {
    (void)unused;
    struct table heavy;
    plan(games_find("azul"), 3);
    begin();
    setup.light = false;
    setup.tell = NULL;
    assert_null(table_init(&heavy, &setup, now));
    for (int i = 0; i < 30 && !table_over(&table); i++) {
        int seat = game_mover(table.game, table.session.state);
        table.game->choices(table.session.state, seat, table.session.scratch);
        action first = table.session.scratch[0].act;
        assert_null(table_act(&table, seat, first, now));
        assert_null(table_act(&heavy, seat, first, now));
        assert_true(table.news_count > 0);
        int skipped = heavy.news_count - table.news_count;
        assert_true(skipped == 0 || table.news_count == TABLE_LIGHT_NEWS_MAX);
        for (int n = 0; n < table.news_count; n++) {
            assert_string_equal(table.news[n].text, heavy.news[n + skipped].text);
            assert_int_equal(table.news[n].begins, heavy.news[n + skipped].begins);
        }
        assert_int_equal(table.last_count, heavy.last_count);
        assert_memory_equal(table.last, heavy.last, sizeof *table.last * (size_t)table.last_count);
    }
    table_release(&heavy);
    end();
}

static void test_keeps_no_past(void **unused) {
    (void)unused;
    plan(games_find("lines"), 1);
    setup.record = "/nowhere/at/all";
    assert_string_equal(table_init(&table, &setup, now), "a light table keeps no record");
    table_release(&table);
    setup.record = NULL;
    begin();
    struct rng rng = rng_new(1, 0);
    for (int i = 0; i < 5; i++) assert_true(act(0, &rng));
    assert_false(table_can_undo(&table) || table_can_redo(&table));
    assert_false(table_undo(&table, now) || table_redo(&table, now) || table_restart(&table, now));
    assert_string_equal(table_renew(&table, rng_new(3, 0), "/nowhere", now),
                        "a light table keeps no record");
    struct session copy;
    assert_int_equal(session_copy(&copy, &table.session, SIZE_MAX), 0);
    assert_true(game_equal(copy.game, copy.state, table.session.state));
    session_release(&copy);
    end();
}

/* Another game begins like a first one. */
static void test_renews(void **unused) {
    (void)unused;
    plan(games_find("falls"), 2);
    begin();
    play_some();
    void *fresh = malloc(setup.game->state_max);
    assert_non_null(fresh);
    table_stop(&table, 1, true);
    setup.game->start(told.state, setup.params);
    assert_null(table_renew(&table, rng_new(77, 0), NULL, now));
    assert_int_equal(table.stopped, 0);
    game_copy(setup.game, fresh, table.session.state);
    table_release(&table);
    setup.rng = rng_new(77, 0);
    begin();
    assert_true(game_equal(setup.game, fresh, table.session.state));
    free(fresh);
    end();
}

/* A session that was begun elsewhere goes on, and its past is forgotten. */
static void test_takes_a_session(void **unused) {
    (void)unused;
    struct session session, middle;
    plan(games_find("falls"), 2);
    assert_int_equal(session_init(&session, setup.game, setup.params, setup.rng), 0);
    for (int i = 0; i < 30; i++) assert_int_equal(session_act(&session, CLOCK, (action)i % 2), 0);
    assert_int_equal(session_begin_at(&middle, setup.game, session.state, setup.rng), 0);
    game_copy(setup.game, told.state, session.state);
    assert_null(table_init_with(&table, &setup, &session, now));
    assert_true(table_has_clock(&table));
    assert_null(table.session.events);
    pass(now + 1);
    assert_true(told.count > 0);
    assert_true(game_equal(setup.game, told.state, table.session.state));
    table_release(&table);
    game_copy(setup.game, told.state, middle.state);
    assert_null(table_init_with(&table, &setup, &middle, now));
    assert_null(table_renew(&table, rng_new(2, 0), NULL, now)); /* begins where it began */
    assert_true(game_equal(setup.game, told.state, table.session.state));
    end();
}

/* The clock of one seat stands; the others play on, and it goes on as if no time had passed. */
static void test_stops(void **unused) {
    (void)unused;
    plan(games_find("falls"), 3);
    setup.seats[2].player = player_of("novice");
    setup.tick_ms = 100;
    set_param("viruses", 4);
    begin();
    pass(now + 1.05);
    for (int seat = 0; seat < 3; seat++) assert_int_equal(ticks_of(seat), 10);
    table_stop(&table, 0, true);
    table_stop(&table, 2, true);
    assert_int_equal(table.stopped, 5);
    assert_int_equal(table_persons(&table), 2);
    int acts = acts_of(2);
    pass(now + 1);
    assert_int_equal(ticks_of(0), 10);
    assert_int_equal(ticks_of(1), 20);
    assert_int_equal(ticks_of(2), 10);
    assert_int_equal(acts_of(2), acts);
    assert_string_equal(table_act(&table, 0, 0, now), "your clock is stopped; start it to play on");
    struct rng rng = rng_new(1, 0);
    while (!act(1, &rng)) pass(now + 0.1);
    table_stop(&table, 0, false);
    table_stop(&table, 2, false);
    int ticks = ticks_of(1);
    pass(now + 0.5);
    assert_int_equal(ticks_of(0), 10 + ticks_of(1) - ticks);
    pass(now + 2);
    assert_true(acts_of(2) > acts);
    assert_int_equal(table_persons(&table), 3);
    end();
}

/* While all stand nothing happens, and the clock does not get faster. */
static void test_all_stop(void **unused) {
    (void)unused;
    plan(games_find("falls"), 2);
    setup.tick_ms = 100;
    setup.speeds_up = true;
    begin();
    for (int seat = 0; seat < 2; seat++) table_stop(&table, seat, true);
    uint64_t version = table.version;
    pass(now + 100);
    assert_int_equal(acts_of(CLOCK), 0);
    assert_int_equal(table.version, version);
    for (int seat = 0; seat < 2; seat++) table_stop(&table, seat, false);
    pass(now + 1.05);
    assert_in_range(ticks_of(0), 10, 11);
    table_stop(&table, -1, true);
    table_stop(&table, 2, true);
    assert_int_equal(table.stopped, 0);
    end();
    plan(games_find("azul"), 2);
    begin();
    table_stop(&table, 0, true); /* no clock, nothing to stop */
    assert_int_equal(table.stopped, 0);
    end();
}

/* An agent plays on for a person who left, and leaves the seat again. */
static void test_seats_change(void **unused) {
    (void)unused;
    plan(games_find("azul"), 2);
    begin();
    struct rng rng = rng_new(4, 0);
    assert_true(act(0, &rng));
    assert_null(table_seat_agent(&table, 1, player_of("greedy")));
    assert_string_equal(table.seats[1].name, "greedy");
    assert_int_equal(table_persons(&table), 0);
    pass(now + 1);
    assert_int_equal(acts_of(1), 1);
    assert_int_equal(table_persons(&table), 1);
    assert_true(act(0, &rng));
    assert_null(table_seat_agent(&table, 1, player_of("mcts:1000000000n")));
    table_run(&table, now);
    assert_int_equal(table_thinking(&table), 2);
    table_seat_person(&table, 1, "Ada");
    assert_int_equal(table_thinking(&table), 0);
    assert_string_equal(table.seats[1].name, "Ada");
    assert_int_equal(table_persons(&table), 2);
    assert_true(act(1, &rng));
    table_seat_person(&table, 0, NULL);
    assert_string_equal(table.seats[0].name, "");
    for (int seat = 0; seat < 2; seat++)
        assert_null(table_seat_agent(&table, seat, player_of("greedy")));
    for (int i = 0; i < 1000 && !table_over(&table); i++) pass(now + 1);
    assert_true(table_over(&table));
    end();
}

/* Little memory is taken; glibc tells how much. */
static void test_is_small(void **unused) {
    (void)unused;
    plan(games_find("falls"), 8);
    setup.scratch = malloc(sizeof(struct choice) * (size_t)setup.game->choices_max);
    begin();
    size_t bytes = sizeof table + malloc_usable_size(table.private) +
                   malloc_usable_size(table.news) + malloc_usable_size(table.session.state);
    assert_true(bytes < 8000);
    assert_null(table.session.origin);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tells),           cmocka_unit_test(test_news),
        cmocka_unit_test(test_keeps_no_past),   cmocka_unit_test(test_renews),
        cmocka_unit_test(test_takes_a_session), cmocka_unit_test(test_stops),
        cmocka_unit_test(test_all_stop),        cmocka_unit_test(test_seats_change),
        cmocka_unit_test(test_is_small),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
