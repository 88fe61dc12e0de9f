/* Practice on a screen: questions, grades, lines, and the sum. */
#include "tests/support/onscreen.h"

#include "term/practising.h"

enum { NODES = 20000 };

static const char question[] = "What would you play?", verdict[] = "n next  l line";
/* Where luck comes after every move there are no lines to go through. */
static const char short_verdict[] = "n next  r retry";

static void practise(const char *name, int rows, int cols, const char *const options[][2],
                     int count) {
    struct practice_setup setup = {.game = games_find(name), .seed = "monday"};
    game_standard(setup.game, setup.params);
    for (int i = 0; i < count; i++) {
        setup.options[i].name = options[i][0];
        setup.options[i].value = options[i][1];
    }
    setup.options_count = count;
    onscreen_open(rows, cols);
    practising_open(term, &setup, (struct budget){.nodes = NODES});
}

/* Begins with a small board of slide, whose solver proves all that it says. */
static void practise_slide(void) {
    static const char *const options[][2] = {{"rows", "3"}, {"cols", "3"}, {"length", "16"}};
    practise("slide", 16, 72, options, 3);
    wait_for(question);
}

static void test_question(void **unused) {
    (void)unused;
    practise_slide();
    see_rows(0, " slide  practice   Question 1   0 moves, 8 to place\n"
                "+- Board -----------++- What would you play? --------------------------+\n"
                "|                   || Bring the tiles into order, row by row, with as |\n"
                "|   7     4     1   || few moves as you can. The blank ends bottom     |\n");
    see("The position: length 16, manhattan 12.");
    see_rows(14, " What would you play?\n"
                 " arrows move  n skip  ? help  q end\n");
}

/* Where the arrows play, nothing is chosen in advance: Enter answers only what was asked for. */
static void test_no_cursor(void **unused) {
    (void)unused;
    practise_slide();
    see_not("[");
    type("\r");
    see(question);
    type("\t");
    see("[");
    see("Enter play");
}

static void test_best_move(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_LEFT);
    wait_for(verdict);
    see_rows(0, " slide  practice   Question 1   0 moves, 8...  1 graded, accuracy 100 %\n"
                "+- Board -----------++- Coach ----------------------------- Excellent -+\n"
                "|                   || Yours is the best move. Proven.                 |\n"
                "|   7     4     1   ||                                                 |\n"
                "|                   || Worth 16 moves left.                            |\n"
                "|                   || 1.    16  Right (key Left) (yours)              |\n"
                "|   6     2     3   || 2.    18  Up (key Down)                         |\n"
                "|                   ||                                                 |\n"
                "|                   || After your move, by keys: Left Down Right Down  |\n"
                "|   .  <  5  >  8   || Left Left Up Right Up Right Down Down Left Up   |\n");
    see_rows(14, " Your move: Tile 5 moves left.  Excellent\n"
                 " n next  l line  b best line  r retry  t think longer  w words  q end\n");
}

/* Both moves are marked, and what it lost is told. */
static void test_worse_move(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_DOWN);
    wait_for(verdict);
    see_rows(1, "+- Board -----------++- Coach ------------------------------- Okay -2 -+\n"
                "|                   || Best: Right (key Left). Proven.                 |\n"
                "|   7     4     1   ||                                                 |\n"
                "|                   || Worth 16 moves left; yours 18.                  |\n"
                "|                   || 1.    16  Right (key Left) (best)               |\n"
                "|{  6  }  2     3   || 2.    18  Up (key Down) (yours)                 |\n"
                "|                   ||                                                 |\n"
                "|                   || The best play, by keys: Left Down Right Down    |\n"
                "|   .  <  5  >  8   || Left Left Up Right Up Right Down Down Left Up   |\n"
                "|                   || Up Left.                                        |\n");
    see("1 graded, accuracy 57 %");
}

/* A chain of two tiles is two acts; what it lost is summed up, so no candidate is like it. */
static void test_chain(void **unused) {
    (void)unused;
    practise_slide();
    type("7");
    see("Tiles 7 and 6 move down.");
    type("\r");
    wait_for(verdict);
    see("Your move: Tiles 7 and 6 move down.  Okay -2");
    see("Best: Right (key Left). Proven.");
    see("Okay -2");
    see_not("(yours)");
    type("l" ONSCREEN_RIGHT);
    see("After your move, 2 of 2: Up");
    see("2 moves, 8 ");
}

static void test_lines(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_DOWN);
    wait_for(verdict);
    type("l");
    see_rows(0, " slide  practice   Question 1   1 move, 8 t...  1 graded, accuracy 57 %\n"
                "+- Board -----------++- After your move -------------------------------+\n"
                "|                   || > 1. Up (key Down)                              |\n"
                "|   7     4     1   ||                                                 |\n");
    see("After your move, 1 of 1: Up");
    type("b" ONSCREEN_RIGHT "b");
    see("The best play, 3 of 16: Left");
    see("  2. Up");
    see("> 3. Left");
    type("l");
    see("After your move, 1 of 1: Up");
    see_not("luck");
    type("b");
    see("The best play, 1 of 16: Right");
    type("\033[F");
    see("The best play, 16 of 16: ");
    see("solved in 1");
    type(ONSCREEN_RIGHT);
    see("The best play, 16 of 16: ");
    type("\033[H");
    see("The best play, 1 of 16: Right");
    type(ONSCREEN_LEFT);
    see(verdict);
    type("b\033");
    see(verdict);
}

/* The first answer counts, others are graded all the same. */
static void test_tries_again(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_DOWN);
    wait_for(verdict);
    type("r");
    see(question);
    type(ONSCREEN_LEFT);
    wait_for(verdict);
    see("Excellent");
    see("1 graded, accuracy 57 %");
    type("\177");
    see(question);
    type(ONSCREEN_DOWN);
    wait_for(verdict);
    type("t");
    wait_for(verdict);
    see("Okay -2");
    see("1 graded, accuracy 57 %");
}

static void test_words(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_DOWN);
    wait_for(verdict);
    type("w");
    see_rows(1, "+- Coach ---------------------------------------------------- Okay -2 -+\n"
                "| Best: Right (key Left). Proven.                                      |\n");
    see("w board");
    type("w");
    see("Board");
}

static void test_next_and_sum(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_DOWN);
    wait_for(verdict);
    type("n");
    wait_for("Question 2");
    see(question);
    see_not("Coach");
    type("n");
    wait_for("Question 3");
    type("q");
    see_rows(0, " slide  practice                                1 graded, accuracy 57 %\n"
                "\n"
                "   1 answer.  Accuracy 57 %.  2 points lost, 2 a move.\n"
                "\n"
                "   E Excellent 0\n"
                "   G Good      0\n"
                "   O Okay      ######################################## 1\n"
                "   M Miss      0\n"
                "\n"
                "   What each answer lost, in order:\n");
    see("The same positions again: tilewright practice slide rows=3 cols=3");
    see("--seed monday");
    type("q");
    assert_true(term_is_done(term));
}

/* Without an answer there is nothing to sum up. */
static void test_leaves(void **unused) {
    (void)unused;
    practise_slide();
    type("q");
    assert_true(term_is_done(term));
}

static void test_leaves_while_it_is_made(void **unused) {
    (void)unused;
    static const char *const options[][2] = {{"length", "60"}};
    practise("slide", 16, 72, options, 1);
    see("Making a position...");
    type("q");
    assert_true(term_is_done(term));
}

static void test_leaves_while_coach_thinks(void **unused) {
    (void)unused;
    struct practice_setup setup = {.game = games_find("azul"), .seed = "monday"};
    onscreen_open(24, 80);
    practising_open(term, &setup, (struct budget){.milliseconds = 3600000});
    wait_for(question);
    type("\r\r");
    see("Thinking for 3600 s...");
    type("\033");
    see(question);
    type("\r\r");
    see("Thinking for 3600 s...");
    type("q");
    assert_true(term_is_done(term));
}

/* What the coach says again, it says after more time. */
static void test_thinks_longer(void **unused) {
    (void)unused;
    struct practice_setup setup = {.game = games_find("lines"), .seed = "monday"};
    game_standard(setup.game, setup.params);
    onscreen_open(24, 80);
    practising_open(term, &setup, (struct budget){.milliseconds = 50});
    wait_for(question);
    type("\r\r");
    wait_for(short_verdict);
    see_not(", with up to");
    see("  q end\n");
    type("t");
    see(".  Thinking for 0.1 s...");
    wait_for(short_verdict);
    see(", with up to 0.1 s");
    type("r");
    type("\r\r");
    wait_for(short_verdict);
    see_not(", with up to");
}

/* What was not searched has neither a place nor a value. */
static void test_unsearched(void **unused) {
    (void)unused;
    struct practice_setup setup = {.game = games_find("lines"), .seed = "s11"};
    game_standard(setup.game, setup.params);
    onscreen_open(30, 100);
    practising_open(term, &setup, (struct budget){.nodes = 4});
    wait_for(question);
    type("b4i5\r");
    wait_for(short_verdict);
    type("w");
    see("| Yours is the best move. This is an estimate.  ");
    see("| - It brings ");
    see("| 1. 147.1  b4 to i5 (yours)");
    see("| 3. 1");
    see("|        -  ");
}

/* A play that is short because luck comes next says so. */
static void test_luck(void **unused) {
    (void)unused;
    struct practice_setup setup = {.game = games_find("lines"), .seed = "monday"};
    game_standard(setup.game, setup.params);
    onscreen_open(24, 80);
    practising_open(term, &setup, (struct budget){.milliseconds = 50});
    wait_for(question);
    type("\r\r");
    wait_for(short_verdict);
    see_not("?  ");
    see_not(" An estimate.");
    type("l");
    see("After your move, 1 of 1: ");
    see("; then luck decides");
    see("  Then luck decides.");
}

static void test_refuses(void **unused) {
    (void)unused;
    practise_slide();
    type(ONSCREEN_RIGHT);
    see("Not possible: that is off the board.");
    see("Question 1");
    type("x");
    see("That key does nothing here");
}

static void test_bad_options(void **unused) {
    (void)unused;
    static const char *const options[][2] = {{"stage", "noon"}};
    practise("azul", 24, 80, options, 1);
    assert_true(term_is_done(term));
    assert_non_null(
        strstr(term->message, "There is no practice: stage must be EARLY, MID or LATE"));
}

/* Params that were chosen count for positions of a tool, too, and can be asked for again. */
static void test_params(void **unused) {
    (void)unused;
    struct practice_setup setup = {.game = games_find("slide"), .seed = "monday"};
    game_standard(setup.game, setup.params);
    setup.params[0] = 3;
    setup.params[1] = 2;
    onscreen_open(16, 72);
    practising_open(term, &setup, (struct budget){.nodes = NODES});
    wait_for(question);
    see_rows(9, "|   1     .   ||");
    type("\t\r");
    wait_for(verdict);
    type("q");
    see("tilewright practice slide rows=3 cols=2");
}

/* By typing, in a game of several seats: the picks, then the effects, then the coach. */
static void test_azul(void **unused) {
    (void)unused;
    static const char *const options[][2] = {{"stage", "mid"}};
    practise("azul", 24, 80, options, 1);
    wait_for(question);
    see("You");
    type("4b");
    see("Esc back");
    type("\033");
    see_not("Esc back");
    type("4b1\r");
    wait_for(verdict);
    see("Your move: 1 Blue from factory 4 to line 1.");
    type("l");
    see("After your move, 1 of ");
    see("You: 1 Blue from factory 4 to");
}

/* Where a clock runs, the keys up to the landing are the answer. */
static void test_falls(void **unused) {
    (void)unused;
    practise("falls", 24, 80, NULL, 0);
    wait_for(question);
    see("The clock stands. Play this piece to its end");
    type(ONSCREEN_LEFT "p");
    see("The clock stands already.");
    type("\177\177");
    see("There is nothing to take back");
    type(ONSCREEN_LEFT "f");
    wait_for(verdict);
    see("Your move: Left and ");
    see("Best: ");
    see("1 graded");
    type("l");
    see("After your move, 1 of ");
    type("\033");
    type("r");
    see("The clock stands.");
}

static void test_lines_game(void **unused) {
    (void)unused;
    practise("lines", 24, 80, NULL, 0);
    wait_for(question);
    type("\r\r");
    wait_for(short_verdict);
    see("1 graded");
    type("q");
    see("1 answer.");
}

static void practise_lines(int colours, const char *seed) {
    struct practice_setup setup = {.game = games_find("lines"), .seed = seed};
    game_standard(setup.game, setup.params);
    setup.params[2] = colours;
    onscreen_open(24, 80);
    practising_open(term, &setup, (struct budget){.nodes = 4});
    wait_for(question);
}

/* A place that cannot be reached is told as such once its name is whole. */
static void test_typed_out_of_reach(void **unused) {
    (void)unused;
    practise_lines(7, "monday");
    type("g6");
    type("d");
    see("\n d_\n");
    type("6");
    see("Not there: no path of empty cells leads there.");
    type("d\r");
    see("Nothing called 'd' can be picked now.");
    type("d\033");
    type("h6\r");
    wait_for(short_verdict);
    see("Your move: g6 to h6.");
}

/* Of other boards the nets know nothing; who thinks in their place is named. */
static void test_other_mind(void **unused) {
    (void)unused;
    practise_lines(5, "monday");
    type("\r\r");
    wait_for(short_verdict);
    see("By rollout, in place of deep");
}

/* A window that is too small says so, and works again when it is larger. */
static void test_resize(void **unused) {
    (void)unused;
    practise_slide();
    term_resize(term, 6, 30);
    see("The window is too small.");
    term_resize(term, 50, 160);
    see(question);
    see("Bring the tiles into order");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, onscreen_begin, onscreen_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_question),
        TEST(test_no_cursor),
        TEST(test_best_move),
        TEST(test_worse_move),
        TEST(test_chain),
        TEST(test_lines),
        TEST(test_tries_again),
        TEST(test_words),
        TEST(test_next_and_sum),
        TEST(test_leaves),
        TEST(test_leaves_while_it_is_made),
        TEST(test_leaves_while_coach_thinks),
        TEST(test_thinks_longer),
        TEST(test_luck),
        TEST(test_unsearched),
        TEST(test_refuses),
        TEST(test_bad_options),
        TEST(test_params),
        TEST(test_azul),
        TEST(test_falls),
        TEST(test_lines_game),
        TEST(test_typed_out_of_reach),
        TEST(test_other_mind),
        TEST(test_resize),
    };
    return cmocka_run_group_tests_name("practising", tests, NULL, NULL);
}
