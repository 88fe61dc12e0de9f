/* The list of all moves: typing narrows it down, and says so where nothing is left. */
#include "tests/support/onscreen.h"

#include "term/moves.h"

static void open_list(void) {
    int params[PARAMS_MAX];
    struct session session;
    const struct game *game = games_find("azul");
    game_standard(game, params);
    assert_int_equal(session_init(&session, game, params, rng_new(4, 0)), 0);
    onscreen_open(24, 80);
    moves_open(term, game, session.state, 0);
    session_release(&session);
}

static void test_narrows_down(void **unused) {
    (void)unused;
    open_list();
    see("up down choose  Enter play  Esc back");
    see("Type some words to see fewer.");
    type("floor");
    see("Typed: floor");
    see("to floor");
    see_not("to line");
    type("\033");
    assert_int_equal(term->answer, MOVES_NONE);
}

static void test_no_match(void **unused) {
    (void)unused;
    open_list();
    type("xyzzy\r");
    assert_string_equal(top(), "moves");
    see("0 moves");
    see("No move matches.");
    see("Backspace delete  Esc back");
    see_not("Enter play");
    type("\177\177\177\177\177");
    see_not("No move matches.");
    see("Enter play");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, onscreen_begin, onscreen_end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_narrows_down), TEST(test_no_match)};
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
