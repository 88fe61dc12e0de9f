/* How games stand and ended, in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/outcome.h"
#include "play/session.h"
#include <stdio.h>
#include <string.h>

static char buffer[512];

static const char *players(uint32_t seats, const char *const *names) {
    struct text text = text_over(buffer, sizeof buffer);
    outcome_write_players(seats, names, &text);
    return buffer;
}

static void test_players(void **unused) {
    (void)unused;
    static const char *const names[] = {"You", "coach", "Ann"};
    assert_string_equal(players(1, NULL), "player 1");
    assert_string_equal(players(5, NULL), "players 1 and 3");
    assert_string_equal(players(11, NULL), "players 1, 2 and 4");
    assert_string_equal(players(7, names), "You, coach and Ann");
    assert_string_equal(players(2, names), "coach");
}

/* A game of which the test says who wins. */
static uint32_t winners_now;
static int seats_now;

static uint32_t winners(const void *state) {
    (void)state;
    return winners_now;
}

static int score(const void *state, int seat) {
    (void)state;
    return 10 * seat - 5;
}

static struct shape shape(const void *state) {
    (void)state;
    return (struct shape){.seats = seats_now};
}

static const char *outcome(uint32_t won, int seats, const char *const *names) {
    static const struct game game = {.winners = winners, .score = score, .shape = shape};
    struct text text = text_over(buffer, sizeof buffer);
    winners_now = won;
    seats_now = seats;
    outcome_write(&game, NULL, names, &text);
    return buffer;
}

static void test_outcome(void **unused) {
    (void)unused;
    static const char *const names[] = {"You", "coach"};
    assert_string_equal(outcome(0, 1, NULL), "The game is over, with -5 points.");
    assert_string_equal(outcome(1, 1, names), "The game is over, and won.");
    assert_string_equal(
        outcome(2, 2, NULL),
        "The game is over: player 2 wins. Points: player 1 has -5, player 2 has 5.");
    assert_string_equal(
        outcome(3, 2, NULL),
        "The game is over: players 1 and 2 win. Points: player 1 has -5, player 2 has 5.");
    assert_string_equal(outcome(0, 2, NULL),
                        "The game is over: nobody wins. Points: player 1 has -5, player 2 has 5.");
    assert_string_equal(outcome(1, 2, names),
                        "The game is over: you win. Points: you have -5, coach has 5.");
    assert_string_equal(outcome(2, 2, names),
                        "The game is over: coach wins. Points: you have -5, coach has 5.");
    assert_string_equal(outcome(3, 2, names),
                        "The game is over: you and coach win. Points: you have -5, coach has 5.");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_players),
                                       cmocka_unit_test(test_outcome)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
