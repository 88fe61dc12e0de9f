/* Names in the sentences of the games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "term/names.h"

static const char *const names[SEATS_MAX] = {"You", "coach", NULL, "steady 4"};

static void require(const char *sentence, const char *expected) {
    char out[256];
    struct text text = text_over(out, sizeof out);
    names_write(sentence, names, &text);
    assert_string_equal(out, expected);
}

static void test_others(void **unused) {
    (void)unused;
    require("Player 2 takes 3 Blue", "coach takes 3 Blue");
    require("Player 4 sends red to player 2", "steady 4 sends red to coach");
    require("Player 3 is out", "Player 3 is out");
    require("Round 2 begins, player 2 starts", "Round 2 begins, coach starts");
    require("Player 2's capsule falls 2 rows", "coach's capsule falls 2 rows");
}

static void test_you(void **unused) {
    (void)unused;
    require("Player 1 takes the first-player token", "You take the first-player token");
    require("Player 1 is out", "You are out");
    require("Player 1 has cleared the field and wins", "You have cleared the field and win");
    require("Player 1 misses a capsule", "You miss a capsule");
    require("Player 1's capsule lands", "Your capsule lands");
    require("Player 2 sends red to player 1", "coach sends red to you");
    require("Player 1: floor -2", "You: floor -2");
    require("The game is over: player 1 wins with 40 points",
            "The game is over: you win with 40 points");
    require("A half of player 1 lands", "A half of yours lands");
}

static void test_odd(void **unused) {
    (void)unused;
    require("", "");
    require("Player ", "Player ");
    require("Player 9 rests", "Player 9 rests");
    require("2 Blue and 1 Red go to the center", "2 Blue and 1 Red go to the center");
    require("first-player token", "first-player token");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_you),
        cmocka_unit_test(test_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
