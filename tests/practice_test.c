/* Practice: positions by seed and number for every game, and the sum of the answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "host/system.h"
#include "play/practice.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct host_system lent;
static struct practice practice;
static struct practice_setup setup;
static struct choice *choices;

static int set_up(void **unused) {
    (void)unused;
    host_system_init(&lent);
    lent.host.threads = 1;
    choices = malloc(games_choices_max() * sizeof *choices);
    return choices ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    free(choices);
    host_system_release(&lent);
    return 0;
}

static int end(void **unused) {
    (void)unused;
    practice_release(&practice);
    return 0;
}

static void plan(const char *game, const char *seed) {
    setup = (struct practice_setup){.game = games_find(game), .seed = seed};
    game_standard(setup.game, setup.params);
}

static void add_option(const char *name, const char *value) {
    setup.options[setup.options_count].name = name;
    setup.options[setup.options_count++].value = value;
}

static void begin(void) {
    const char *wrong = practice_init(&practice, &setup, &lent.host);
    if (wrong) fail_msg("%s", wrong);
}

static uint64_t go_to(int number) {
    const char *wrong = practice_go_to(&practice, number);
    if (wrong) fail_msg("%s %d: %s", setup.game->name, number, wrong);
    assert_int_equal(practice.number, number);
    assert_null(setup.game->check(practice.state));
    assert_true(setup.game->movers(practice.state) >> practice.who & 1);
    assert_true(setup.game->choices(practice.state, practice.who, choices) >= 2);
    return game_hash(setup.game, practice.state);
}

/* A number gives the same position whatever was asked before, and others give others. */
static void test_positions(void **unused) {
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        uint64_t hashes[4];
        plan(games_list[i]->name, "monday");
        begin();
        for (int number = 1; number <= 4; number++) {
            hashes[number - 1] = go_to(number);
            for (int k = 0; k < number - 1; k++) assert_true(hashes[k] != hashes[number - 1]);
        }
        assert_true(go_to(2) == hashes[1]);
        practice_release(&practice);
        begin();
        assert_true(go_to(3) == hashes[2]);
        practice_release(&practice);
        setup.seed = "tuesday";
        begin();
        assert_true(go_to(3) != hashes[2]);
        practice_release(&practice);
    }
}

static void test_notes(void **unused) {
    (void)unused;
    plan("slide", "x");
    add_option("length", "8");
    begin();
    go_to(1);
    assert_memory_equal(practice.note, "length 8, manhattan ", 20);
    practice_release(&practice);
    plan("azul", "x");
    add_option("stage", "late");
    add_option("game_stage", "END");
    begin();
    go_to(1);
    assert_memory_equal(practice.note, "stage late, game stage end, difficulty ", 39);
    assert_non_null(strstr(practice.note, ", themes "));
    practice_release(&practice);
    plan("lines", "x");
    begin();
    go_to(1);
    assert_memory_equal(practice.note, "move ", 5);
}

/* A question of lines has something to find: by the coach's look, too, the best move is better and
 * makes no line. */
static void test_something_to_find(void **unused) {
    (void)unused;
    plan("lines", "x");
    begin();
    for (int number = 1; number <= 3; number++) {
        const struct advice_query *query = &practice.coach->query;
        go_to(number);
        const struct candidate *found = query->candidates;
        assert_true(practice.coach != practice.player);
        assert_true(game_equal(setup.game, query->state, practice.state));
        assert_true(found[0].value - found[1].value >= 0.5);
        assert_true(found[0].value - found[1].value <= 10);
        int before = setup.game->score(practice.state, 0);
        setup.game->apply(practice.state, 0, found[0].act);
        assert_int_equal(setup.game->score(practice.state, 0), before);
    }
}

/* In falls a capsule has just come in: it is in the top row, and has not turned yet. */
static void test_fresh_capsule(void **unused) {
    (void)unused;
    plan("falls", "x");
    begin();
    for (int number = 1; number <= 5; number++) {
        char name[64];
        bool turns = false, left = false, right = false;
        go_to(number);
        int count = setup.game->choices(practice.state, practice.who, choices);
        for (int i = 0; i < count; i++) {
            struct text text = text_over(name, sizeof name);
            setup.game->name_act(practice.state, practice.who, choices[i].act, &text);
            turns |= strstr(name, "lockwise") != NULL;
            left |= strcmp(name, "Left") == 0;
            right |= strcmp(name, "Right") == 0;
        }
        assert_false(turns); /* lying in row 0 it cannot stand up */
        assert_true(left || right);
    }
}

static void refuses(const char *wrong) {
    const char *said = practice_init(&practice, &setup, &lent.host);
    assert_non_null(said);
    assert_string_equal(said, wrong);
    practice_release(&practice);
}

static void test_refuses(void **unused) {
    (void)unused;
    plan("azul", "x");
    add_option("stage", "noon");
    refuses("stage must be EARLY, MID or LATE");
    plan("azul", "x");
    add_option("players", "7");
    refuses("players must be a whole number from 2 to 4");
    plan("azul", "x");
    add_option("colour", "red");
    refuses("positions of azul have no option 'colour'");
    plan("azul", "x");
    add_option("seed", "mine");
    refuses("positions of azul have no option 'seed'");
    plan("slide", "x");
    add_option("length", "0");
    refuses("length must be a whole number from 1 to 80");
    plan("lines", "x");
    add_option("stage", "mid");
    refuses("positions of lines have no option 'stage': they come from play");
    plan("azul", "a seed that is much longer than any seed should ever be, by far");
    refuses("the seed must be at most 47 bytes long");
    plan("azul", "x");
    add_option("stage", "\"\\\033\xff");
    refuses("the options must be short words or numbers");
}

static int asked;

static bool stop_soon(void *self, double done, const char *message) {
    (void)self, (void)done, (void)message;
    return ++asked < 3;
}

static void test_stops(void **unused) {
    (void)unused;
    static const char *const games[] = {"azul", "lines", "falls"};
    for (int i = 0; i < 3; i++) {
        asked = 0;
        plan(games[i], "x");
        if (i == 0) add_option("difficulty", "hard");
        lent.host.go_on = NULL;
        begin();
        lent.host.go_on = stop_soon;
        const char *wrong = practice_go_to(&practice, 1);
        lent.host.go_on = NULL;
        assert_non_null(wrong);
        assert_string_equal(wrong, "stopped before a position was found");
        assert_int_equal(practice.number, 0);
        practice_release(&practice);
    }
}

static void note(int number, bool graded, double delta) {
    struct advice_verdict verdict = {
        .graded = graded, .delta = delta, .grade = advice_grade(delta)};
    practice.number = number;
    assert_int_equal(practice_note(&practice, &verdict), 0);
}

static void test_sum(void **unused) {
    (void)unused;
    struct practice_summary sum;
    plan("lines", "x");
    begin();
    practice_sum(&practice, &sum);
    assert_true(sum.questions == 0 && isnan(sum.accuracy));
    note(0, true, 9); /* there is no question */
    note(1, true, 0);
    note(1, true, 9); /* the first answer counts */
    note(2, true, 2.5);
    note(3, false, 0);
    note(4, true, -1);
    for (int i = 5; i < 40; i++) note(i, true, 5);
    practice_sum(&practice, &sum);
    assert_int_equal(sum.questions, 39);
    assert_int_equal(sum.graded, 38);
    assert_int_equal(sum.grades[ADVICE_EXCELLENT], 2);
    assert_int_equal(sum.grades[ADVICE_OKAY], 1);
    assert_int_equal(sum.grades[ADVICE_MISS], 35);
    assert_true(fabs(sum.lost - 177.5) < 1e-9);
    assert_true(fabs(sum.accuracy - (100 + 50 + 100 + 35 * 25) / 38.0) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_positions, end),
        cmocka_unit_test_teardown(test_notes, end),
        cmocka_unit_test_teardown(test_something_to_find, end),
        cmocka_unit_test_teardown(test_fresh_capsule, end),
        cmocka_unit_test_teardown(test_refuses, end),
        cmocka_unit_test_teardown(test_stops, end),
        cmocka_unit_test_teardown(test_sum, end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
