/* Games at a table: persons and agents, the clock, going back, and the record. Time is simulated;
 * only thinking takes some. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "host/system.h"
#include "play/table.h"
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct host_system lent;
static struct table table;
static struct table_setup setup;
static atomic_int woken;
static double now;
static char folder[] = "/tmp/tilewright-table-XXXXXX", path[64], other_path[64];

static int set_up(void **unused) {
    (void)unused;
    host_system_init(&lent);
    lent.host.threads = 2;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/game", folder);
    snprintf(other_path, sizeof other_path, "%s/other", folder);
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    host_system_release(&lent);
    return rmdir(folder);
}

static int clear(void **unused) {
    (void)unused;
    unlink(path);
    unlink(other_path);
    return 0;
}

static void wake(void *self) {
    atomic_fetch_add((atomic_int *)self, 1);
}

static void set_param(const char *name, int value) {
    setup.params[game_param(setup.game, name)] = value;
}

/* Seats who is named, "-" for a person, separated by spaces. */
static void plan(const char *game, const char *who) {
    char names[256], *rest = names;
    struct text wrong = text_over((char[512]){0}, 512);
    int seat = 0;
    snprintf(names, sizeof names, "%s", who);
    setup = (struct table_setup){.game = games_find(game), .rng = rng_new(11, 0)};
    setup.host = &lent.host;
    setup.wake = wake;
    setup.self = &woken;
    game_standard(setup.game, setup.params);
    for (char *name; (name = strtok_r(rest, " ", &rest)); seat++) {
        if (strcmp(name, "-") != 0 &&
            !player_read(setup.game, name, strlen(name), &setup.seats[seat].player, &wrong))
            fail_msg("%s", wrong.at);
        snprintf(setup.seats[seat].name, TABLE_NAME_BYTES, "%s", name);
    }
    if (setup.game->seats_max > 1) set_param("players", seat);
    now = 1000;
}

static void begin(void) {
    const char *wrong = table_init(&table, &setup, now);
    if (wrong) fail_msg("%s", wrong);
    assert_null(table.trouble);
}

static void await(void) {
    const struct timespec pause = {.tv_nsec = 200000};
    while (table_thinking(&table)) nanosleep(&pause, NULL);
}

/* Lets time pass up to a moment. */
static void pass(double until) {
    for (;;) {
        await();
        double due = table_due(&table);
        if (due > until) break;
        now = fmax(now, due);
        uint64_t version = table.version;
        bool changed = table_run(&table, now);
        assert_int_equal(changed, table.version != version);
    }
    now = fmax(now, until);
}

static int mover(void) {
    return game_mover(table.game, table.session.state);
}

static void act(int seat) {
    int count = table.game->choices(table.session.state, seat, table.session.scratch);
    assert_true(count > 0);
    assert_null(table_act(&table, seat, table.session.scratch[count / 2].act, now));
}

static size_t acts_of(int who) {
    size_t acts = 0;
    for (size_t i = 0; i < table.session.count; i++)
        acts += table.session.events[i].event.who == who;
    return acts;
}

static int lines_of(const char *name) {
    FILE *file = fopen(name, "r");
    int lines = 0, c;
    assert_non_null(file);
    while ((c = fgetc(file)) != EOF) lines += c == '\n';
    fclose(file);
    return lines;
}

static void check_record(void) {
    assert_null(table.trouble);
    assert_int_equal(lines_of(path), (int)table.session.count + 1);
}

/* A whole game of a person and an agent; what happens is told and recorded. */
static void test_turns(void **unused) {
    (void)unused;
    plan("azul", "- greedy");
    setup.record = path;
    atomic_store(&woken, 0);
    begin();
    int rounds = 0;
    assert_false(table_has_clock(&table));
    assert_true(isinf(table_due(&table)));
    assert_int_equal(table.news_count, 0);
    assert_int_equal(table.news_from, table.session.count);
    for (; !table_over(&table) && rounds < 200; rounds++) {
        assert_int_equal(mover(), 0);
        assert_int_equal(table_persons(&table), 1);
        size_t from = table.session.count;
        act(0);
        if (table_over(&table)) break;
        assert_int_equal(table_persons(&table) == 0, mover() == 1);
        pass(now + 10);
        assert_true(table.news_count >= 2);
        assert_int_equal(table.news_from, from);
        assert_int_equal(table.news[0].seat, 0);
        for (int i = 0; i < table.news_count; i++) assert_true(table.news[i].text[0]);
    }
    assert_true(table_over(&table));
    assert_true(isinf(table_due(&table)));
    assert_int_equal(table_persons(&table), 0);
    assert_string_equal(table_act(&table, 0, 0, now), "the game is over");
    assert_int_equal(atomic_load(&woken), (int)acts_of(1));
    check_record();
    table_release(&table);
}

static void test_refuses(void **unused) {
    (void)unused;
    plan("azul", "- greedy -");
    begin();
    action act_of_all = 0;
    assert_string_equal(table_act(&table, 1, 0, now), "an agent plays for this player");
    assert_string_equal(table_act(&table, 3, 0, now), "an agent plays for this player");
    assert_string_equal(table_act(&table, -1, 0, now), "an agent plays for this player");
    while (!table.game->refuse(table.session.state, 0, act_of_all)) act_of_all++;
    uint64_t version = table.version;
    assert_non_null(table_act(&table, 0, act_of_all, now));
    assert_non_null(table_act(&table, 2, 0, now));
    assert_int_equal(table.version, version);
    table_release(&table);
}

/* Four agents play to the end, each move shown for a while. */
static void test_agents(void **unused) {
    (void)unused;
    plan("azul", "greedy random greedy mcts:50n");
    setup.slow_ms = 500;
    setup.record = path;
    begin();
    size_t acts = 0;
    assert_false(table_can_undo(&table));
    assert_false(table_undo(&table, now));
    for (int i = 0; i < 1000 && !table_over(&table); i++) {
        double before = now;
        size_t had = table.session.count;
        pass(now + 0.499);
        if (i > 0) assert_int_equal(table.session.count, had);
        pass(before + 0.5);
        acts++;
        size_t now_acts = 0;
        for (int seat = 0; seat < 4; seat++) now_acts += acts_of(seat);
        assert_int_equal(now_acts, acts);
        assert_true(table.news_count > 0);
    }
    assert_true(table_over(&table));
    check_record();
    table_release(&table);
}

static void test_undo(void **unused) {
    (void)unused;
    plan("azul", "greedy - random"); /* the first agent begins */
    setup.record = path;
    begin();
    void *states[8];
    pass(now + 1);
    for (int i = 0; i < 8; i++) {
        states[i] = malloc(table.game->state_max);
        assert_non_null(states[i]);
        assert_int_equal(mover(), 1);
        game_copy(table.game, states[i], table.session.state);
        if (i == 7) break;
        act(1);
        pass(now + 1);
    }
    for (int i = 6; i >= 0; i--) {
        assert_true(table_can_undo(&table));
        assert_true(table_undo(&table, now));
        assert_true(game_equal(table.game, states[i], table.session.state));
        check_record();
        pass(now + 1); /* it is the person's turn, so nothing happens */
        assert_true(game_equal(table.game, states[i], table.session.state));
        assert_int_equal(table.news_count > 0, 1);
    }
    assert_false(table_can_undo(&table));
    for (int i = 1; i <= 3; i++) {
        assert_true(table_redo(&table, now));
        assert_true(game_equal(table.game, states[i], table.session.state));
        check_record();
    }
    /* The same act again: agents meet the same luck, and move as they did. */
    struct event next = table.session.events[table.session.count].event;
    assert_null(table_act(&table, 1, next.act, now));
    pass(now + 1);
    assert_true(game_equal(table.game, states[4], table.session.state));
    assert_true(table_can_redo(&table));
    assert_true(table_restart(&table, now));
    assert_false(table_restart(&table, now));
    check_record();
    pass(now + 1);
    assert_true(game_equal(table.game, states[0], table.session.state));
    for (int i = 1; i < 8; i++) assert_true(table_redo(&table, now));
    assert_true(game_equal(table.game, states[7], table.session.state));
    assert_false(table_can_redo(&table));
    assert_false(table_redo(&table, now));
    /* Another act forgets what was undone. */
    assert_true(table_undo(&table, now));
    int count = table.game->choices(table.session.state, 1, table.session.scratch);
    assert_null(table_act(&table, 1, table.session.scratch[count / 3].act, now));
    assert_false(table_can_redo(&table));
    check_record();
    for (int i = 0; i < 8; i++) free(states[i]);
    table_release(&table);
}

/* Undoing while an agent thinks takes its question back. */
static void test_undo_in_thought(void **unused) {
    (void)unused;
    plan("azul", "- coach:1000s");
    begin();
    act(0);
    if (mover() == 1) {
        table_run(&table, now);
        assert_int_equal(table_thinking(&table), 2);
        assert_true(isinf(table_due(&table)));
        assert_true(table_undo(&table, now));
        assert_int_equal(table_thinking(&table), 0);
        assert_int_equal(table_persons(&table), 1);
        act(0);
        table_run(&table, now);
        assert_int_equal(table_thinking(&table), 2);
    }
    table_release(&table); /* at once */
}

static void test_pause_in_turns(void **unused) {
    (void)unused;
    plan("azul", "- greedy");
    begin();
    act(0);
    table_pause(&table, true, now);
    size_t count = table.session.count;
    assert_true(isinf(table_due(&table)));
    assert_false(table_run(&table, now + 100));
    assert_int_equal(table.session.count, count);
    table_pause(&table, false, now + 100);
    pass(now + 101);
    assert_true(table.session.count > count);
    table_release(&table);
}

static void test_renew(void **unused) {
    (void)unused;
    plan("azul", "- greedy");
    setup.record = path;
    begin();
    size_t fresh = table.session.count;
    assert_null(table_renew(&table, rng_new(12, 0), NULL, now));
    check_record(); /* a game without a move is replaced */
    act(0);
    pass(now + 1);
    int lines = lines_of(path);
    uint64_t version = table.version;
    assert_null(table_renew(&table, rng_new(13, 0), NULL, now));
    assert_true(table.version > version);
    assert_int_equal(table.news_count, 0);
    assert_int_equal(lines_of(path), lines + (int)fresh + 1);
    assert_null(table_renew(&table, rng_new(14, 0), other_path, now));
    assert_null(table.trouble);
    assert_int_equal(lines_of(other_path), (int)fresh + 1);
    act(0);
    assert_int_equal(lines_of(other_path), (int)table.session.count + 1);
    assert_null(table_renew(&table, rng_new(15, 0), path, now)); /* it exists */
    assert_string_equal(table.trouble, "the file could not be opened: File exists");
    table.trouble = NULL;
    act(0);
    assert_null(table.trouble);
    table_release(&table);
}

/* A saved game goes on where it was left, in the same file. */
static void test_goes_on(void **unused) {
    (void)unused;
    plan("azul", "- greedy");
    setup.record = path;
    begin();
    act(0);
    pass(now + 1);
    struct session saved;
    size_t count = table.session.count;
    assert_int_equal(session_begin(&saved, setup.game, setup.params, rng_new(99, 0)), 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(session_add(&saved, table.session.events[i].event), 0);
    table_release(&table);
    setup.goes_on = true;
    assert_null(table_init_with(&table, &setup, &saved, now));
    assert_null(table.trouble);
    assert_null(saved.game);
    assert_int_equal(table.session.count, count);
    assert_true(table.news_count > 0);
    assert_true(table_undo(&table, now));
    assert_false(table_can_undo(&table));
    act(0);
    pass(now + 1);
    check_record();
    table_release(&table);
}

/* Bots in real time: they press about ten keys a second, and somebody wins or all lose. */
static void test_clock(void **unused) {
    (void)unused;
    plan("falls", "novice casual steady random");
    set_param("viruses", 4);
    setup.record = path;
    begin();
    assert_true(table_has_clock(&table));
    double began = now;
    pass(now + 20);
    assert_int_equal(acts_of(CLOCK), 4 * 50);
    for (int seat = 0; seat < 4; seat++) assert_in_range(acts_of(seat), 40, 4 * 51);
    check_record();
    while (!table_over(&table) && now < began + 3000) pass(now + 10);
    assert_true(table_over(&table));
    assert_int_equal(table_thinking(&table), 0);
    check_record();
    table_release(&table);
}

/* A person in real time: pause stops everything, time that was lost is not made up for. */
static void test_person_in_real_time(void **unused) {
    (void)unused;
    plan("falls", "- novice");
    setup.tick_ms = 100;
    begin();
    pass(now + 1.05);
    assert_int_equal(acts_of(CLOCK), 20);
    assert_int_equal(table_persons(&table), 1);
    table_pause(&table, true, now);
    assert_int_equal(table_persons(&table), 0);
    assert_string_equal(table_act(&table, 0, 0, now), "the game is paused");
    assert_false(table_run(&table, now + 50));
    now += 50;
    table_pause(&table, false, now);
    pass(now + 0.04);
    assert_int_equal(acts_of(CLOCK), 20);
    pass(now + 0.02);
    assert_int_equal(acts_of(CLOCK), 22);
    table_run(&table, now + 1000); /* suspended */
    now += 1000;
    assert_in_range(acts_of(CLOCK), 24, 28);
    size_t ticks = acts_of(CLOCK);
    table_run(&table, now + 0.05);
    assert_in_range(acts_of(CLOCK), ticks, ticks + 2);
    await();
    now += 0.05;
    while (table.game->choices(table.session.state, 0, table.session.scratch) == 0) pass(now + 0.1);
    act(0);
    pass(now + 0.35);
    void *state = malloc(table.game->state_max);
    assert_non_null(state);
    game_copy(table.game, state, table.session.state);
    size_t count = table.session.count;
    assert_true(table_undo(&table, now));
    assert_true(table.paused);
    assert_true(table.session.count < count);
    assert_false(table_run(&table, now + 5));
    assert_true(table_redo(&table, now));
    assert_true(game_equal(table.game, state, table.session.state));
    now += 5;
    table_pause(&table, false, now);
    pass(now + 0.5);
    assert_true(table.session.count > count);
    free(state);
    table_release(&table);
}

/* The clock gets faster, down to a fifth. */
static void test_speeds_up(void **unused) {
    (void)unused;
    plan("falls", "clearer:20n");
    setup.tick_ms = 500;
    setup.speeds_up = true;
    set_param("viruses", 84);
    begin();
    size_t ticks[3];
    for (int i = 0; i < 3; i++) {
        size_t before = acts_of(CLOCK);
        pass(now + 80);
        if (table_over(&table)) break;
        ticks[i] = acts_of(CLOCK) - before;
    }
    assert_int_equal(ticks[0], 160);
    assert_in_range(ticks[1], 208, 211); /* 160 in 64 s, then 50 in 16 s */
    assert_true(table_over(&table) || ticks[2] > ticks[1]);
    table_release(&table);
}

/* Going back, the clock is as slow as it was. */
static void test_slows_down(void **unused) {
    (void)unused;
    plan("falls", "- clearer:20n");
    setup.tick_ms = 500;
    setup.speeds_up = true;
    set_param("viruses", 84);
    begin();
    while (table.game->choices(table.session.state, 0, table.session.scratch) == 0) pass(now + 0.5);
    act(0);
    pass(now + 90);
    assert_false(table_over(&table));
    assert_true(table_undo(&table, now));
    table_pause(&table, false, now);
    size_t ticks = acts_of(CLOCK);
    pass(now + 0.49);
    assert_int_equal(acts_of(CLOCK), ticks);
    pass(now + 0.02);
    assert_int_equal(acts_of(CLOCK), ticks + 2);
    table_release(&table);
}

/* A budget that is longer than a tick does not stop an agent from playing. */
static void test_slow_agent(void **unused) {
    (void)unused;
    plan("falls", "rollout:20ms");
    setup.tick_ms = 20;
    set_param("viruses", 1);
    begin();
    for (int i = 0; i < 300 && acts_of(0) < 5; i++) {
        table_run(&table, now += 0.03);
        await();
    }
    assert_int_equal(acts_of(0), 5);
    table_release(&table);
}

static void test_broken_setup(void **unused) {
    (void)unused;
    plan("azul", "- greedy");
    setup.record = "/nowhere/at/all";
    assert_null(table_init(&table, &setup, now));
    assert_string_equal(table.trouble, "the file could not be opened: No such file or directory");
    act(0);
    pass(now + 1);
    table_release(&table);
    table_release(&table); /* twice does no harm */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_turns, clear),
        cmocka_unit_test_teardown(test_refuses, clear),
        cmocka_unit_test_teardown(test_agents, clear),
        cmocka_unit_test_teardown(test_undo, clear),
        cmocka_unit_test_teardown(test_undo_in_thought, clear),
        cmocka_unit_test_teardown(test_pause_in_turns, clear),
        cmocka_unit_test_teardown(test_renew, clear),
        cmocka_unit_test_teardown(test_goes_on, clear),
        cmocka_unit_test_teardown(test_clock, clear),
        cmocka_unit_test_teardown(test_person_in_real_time, clear),
        cmocka_unit_test_teardown(test_speeds_up, clear),
        cmocka_unit_test_teardown(test_slows_down, clear),
        cmocka_unit_test_teardown(test_slow_agent, clear),
        cmocka_unit_test_teardown(test_broken_setup, clear),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
