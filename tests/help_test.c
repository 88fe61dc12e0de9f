/* The help of each screen: its own keys, only those that work, and the rules. */
#include "tests/support/onscreen.h"

#include "term/help.h"
#include "term/playing.h"
#include "term/seats.h"

enum { TALL = 70, COLS = 80 };
#define END_KEY "\033[F"

static void play(const char *name) {
    struct table_setup setup = {.game = games_find(name), .rng = rng_from_string("monday", 6)};
    game_standard(setup.game, setup.params);
    seats_name(&setup, seats_count(setup.game, setup.params));
    onscreen_open(TALL, COLS);
    playing_open(term, &setup);
    look();
    type("?");
    assert_string_equal(top(), "help");
}

/* White may be typed, so 'w' does not save. */
static void test_commands(void **unused) {
    (void)unused;
    play("azul");
    see("h H F2              hint: the strongest agent shows a good move");
    see("Ctrl-S              save");
    see("m M                 moves");
    see("Choosing a move");
    see("[ ]                 the cursor");
    see("< >                 the best move, or a hint");
    see("The tile scores 1 point if it has no neighbour");
    see_not("pause");
    see_not("After your answer");
}

static void test_letters_of_cells(void **unused) {
    (void)unused;
    play("lines");
    see("    H F2                hint");
    see("Ctrl-S w            save");
}

/* A clock runs: nothing is chosen, and nothing is marked but a hint. */
static void test_clock(void **unused) {
    (void)unused;
    play("falls");
    see("Down Space          down");
    see("P                   pause");
    see("< >                 the best move, or a hint");
    see_not("Choosing a move");
    see_not("[ ]");
    see_not("review:");
    see_not("moves:");
    see("oo a yellow");
}

static void test_own_keys(void **unused) {
    (void)unused;
    struct text wrong = text_over(out, sizeof out);
    assert_true(config_read_line(&config, "key.slide.x = the blank moves up", &wrong));
    assert_true(config_read_line(&config, "key.slide.U = the blank moves down", &wrong));
    play("slide");
    see("Down u x            a tile moves down, the blank up");
    see("Up d D U            a tile moves up, the blank down");
    see("The keys above play at once.");
    see("Backspace           undo");
}

static void test_practice(void **unused) {
    (void)unused;
    struct practice_setup setup = {.game = games_find("azul"), .seed = "monday"};
    onscreen_open(TALL, COLS);
    term_open_practice(term, &setup);
    wait_for("What would you play?");
    type("?");
    see_rows(1, "  The question\n"
                "    n N                 skip this position\n"
                "    q Q                 end, with a sum of all answers\n"
                "  After your answer\n");
    see("{ }                 your move");
    see_not("Backspace  ");
    see_not("undo");
    see_not("save");
}

static void test_menu(void **unused) {
    (void)unused;
    onscreen_open(TALL, COLS);
    term_open_menu(term);
    type("?");
    see_rows(1, "  Menu\n    up down             choose\n");
    see_not("Choosing a move");
    see_not("The rules");
    type("q");
    assert_string_equal(top(), "menu");
}

/* The rules come last; a small window says so until they are on the screen. */
static void test_scrolls(void **unused) {
    (void)unused;
    play("azul");
    term_resize(term, 24, COLS);
    see("The rules are further down.");
    for (int i = 0; i < 100 && !strstr(look(), "\n  The rules\n  "); i++) {
        see("The rules are further down.");
        type(ONSCREEN_DOWN);
    }
    see("\n  The rules\n  ");
    see_not("The rules are further down.");
    see_not("config' prints a sample.");
    type(END_KEY);
    see("config' prints a sample.");
    see_not("The rules are further down.");
}

/* Every line fits a window of 80 columns. */
static void test_widths(void **unused) {
    (void)unused;
    for (int i = 0; i < HELP_SCREENS; i++)
        for (const struct help_key *key = help_pages[i].keys; key->meaning; key++) {
            assert_true(cells_width(key->meaning) <= HELP_MEANING_COLS);
            assert_true(!key->keys || cells_width(key->keys) < HELP_KEY_COLS);
            assert_true(!key->plain || cells_width(key->plain) < HELP_KEY_COLS);
        }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, onscreen_begin, onscreen_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_commands), TEST(test_letters_of_cells),   TEST(test_clock),
        TEST(test_own_keys), TEST(test_practice),           TEST(test_menu),
        TEST(test_scrolls),  cmocka_unit_test(test_widths),
    };
    return cmocka_run_group_tests_name("help", tests, NULL, NULL);
}
