/* The review on a screen: progress, the graph, the list, turning points, playing on. */
#include "tests/support/onscreen.h"

#include "term/reviewing.h"

static const char *const names[SEATS_MAX] = {"You", "greedy"};

/* Begins a game and plays so many acts: of several choices the one of this number. */
static void play(struct session *session, const char *name, int rows, int cols, int acts,
                 int which) {
    int params[PARAMS_MAX];
    const struct game *game = games_find(name);
    game_standard(game, params);
    if (rows) params[0] = rows, params[1] = cols;
    assert_int_equal(session_init(session, game, params, rng_new(4, 0)), 0);
    for (int i = 0; i < acts && !game_over(game, session->state); i++) {
        int who = 0;
        while (!(game->movers(session->state) >> who & 1)) who++;
        int count = game->choices(session->state, who, session->scratch);
        assert_int_equal(session_act(session, who, session->scratch[which % count].act), 0);
    }
}

static void review(struct session *session, int rows, int cols) {
    onscreen_open(rows, cols);
    term_open_review(term, session, names);
    session_release(session);
}

static void review_slide(void) {
    struct session session;
    play(&session, "slide", 3, 3, 4, 0);
    review(&session, 22, 72);
    wait_for("of 4");
    wait_for("q back");
    wait_for("turning point");
}

static void test_looks(void **unused) {
    (void)unused;
    review_slide();
    see_rows(0, " slide  review   2 of 4   expected score                 accuracy  79 %\n"
                "   -27 ################\n"
                "       ################################################\n"
                "       ################################################\n"
                "   -31 ################################################################\n"
                "                              ^                               x\n"
                "+- Board -----------------++- Coach ------------------------- Okay -2 -+\n"
                "|                         || Played Up (key Down)                      |\n"
                "|    6   {   7   }   5    || Best Down (key Up)                        |\n"
                "|                         || Proven. Value -28, best -26.              |\n"
                "|                         ||                                           |\n"
                "|                         ||                                           |\n"
                "|    8       .       3    |+-------------------------------------------+\n"
                "|                         |+- Move 2 of 4 -----------------------------+\n"
                "|                         ||    1 E         Down (key Up)              |\n"
                "|                         || >  2 O     -2  Up (key Down)              |\n"
                "|    4   <   1   >   2    ||    3 E         Down (key Up)              |\n"
                "|                         || !  4 O     -2  Up (key Down)              |\n");
    see_rows(20, " Okay -2  Up (key Down); best Down (key Up)\n"
                 " arrows move  t turning point  p play on  w words  ? help  q back\n");
}

static void test_walks(void **unused) {
    (void)unused;
    review_slide();
    type(ONSCREEN_RIGHT);
    see("Move 3 of 4");
    see("Excellent  Down");
    type(ONSCREEN_LEFT ONSCREEN_LEFT);
    see("Move 1 of 4");
    type("t");
    see("Move 2 of 4");
    type("t");
    see("Move 4 of 4");
    type("t");
    see("Move 2 of 4");
    type("\033[F");
    see("Move 4 of 4");
    type("\033[<0;20;4M"); /* a click on the graph, near its left end */
    see("Move 1 of 4");
    type("w");
    see_rows(1, "+- Move 1 of 4 -------------------------------------------- Excellent -+\n");
    see("Played Down (key Up), the best move");
    see("By solver, 1000000n or 1000ms a move.");
    type("\033");
    see("Board");
    type("q");
    assert_true(term_is_done(term));
}

static void test_plays_on(void **unused) {
    (void)unused;
    review_slide();
    type(ONSCREEN_RIGHT "p");
    assert_string_equal(top(), "playing");
    see("2 moves");
    type("qq");
    assert_string_equal(top(), "reviewing");
    see("Move 3 of 4");
}

/* Two players: the lead of the first, names, and accuracy of both. */
static void test_two_players(void **unused) {
    (void)unused;
    struct session session;
    config.hint_ms = 150;
    play(&session, "azul", 0, 0, 8, 3);
    review(&session, 24, 80);
    wait_for("turning point");
    see("  ? help  q back\n");
    see("lead of You");
    see("accuracy  You ");
    see(" %  greedy ");
    see("+- greedy");
    type("\t");
    see("+- You");
}

/* The coach's "you" is who moved. Of a move of another player it is said whom it means, and the
 * reader has a number there. */
static void test_reasons(void **unused) {
    (void)unused;
    struct session session;
    config.hint_ms = 150;
    play(&session, "azul", 0, 0, 8, 3);
    review(&session, 40, 120);
    wait_for("turning point");
    see("lead of You, by coach, 1000000n or 150ms a move");
    bool to_other = false;
    type("w\033[H");
    for (int i = 0; i < 8; i++, type(ONSCREEN_RIGHT)) {
        const char *reasons = strstr(look(), "To greedy:");
        if (i % 2 == 0 && reasons) complain("To greedy:", "is said of a move of yours");
        if (!reasons) continue;
        to_other = true;
        see_not("against you");
        see_not(" you after yours");
    }
    assert_true(to_other);
}

static void test_stops(void **unused) {
    (void)unused;
    struct session session;
    config.hint_ms = 1000; /* a move; the whole game takes far longer */
    play(&session, "lines", 0, 0, 60, 7);
    review(&session, 24, 80);
    wait_for("deep, 1000000n or 1000ms a move, looks at every move: move 2 of 26");
    see("Esc stop, and show the moves so far");
    type("\033");
    wait_for(" so far   % surviving the next 100 turns");
    see("p play on");
    type("\033");
    assert_true(term_is_done(term));
}

static void test_leaves_while_it_runs(void **unused) {
    (void)unused;
    struct session session;
    config.hint_ms = 60000;
    play(&session, "lines", 0, 0, 60, 7);
    review(&session, 24, 80);
    see("looks at every move");
    type("q");
    assert_true(term_is_done(term));
}

static void test_refuses(void **unused) {
    (void)unused;
    struct session session;
    play(&session, "azul", 0, 0, 0, 0);
    review(&session, 24, 80);
    assert_true(term_is_done(term));
    assert_string_equal(term->message, "There is no review: no move was played.");
    term_free(term);
    play(&session, "falls", 0, 0, 5, 0);
    review(&session, 24, 80);
    assert_true(term_is_done(term));
    assert_non_null(strstr(term->message, "There is no review: where a clock runs"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, onscreen_begin, onscreen_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_looks),       TEST(test_walks),   TEST(test_plays_on),
        TEST(test_two_players), TEST(test_stops),   TEST(test_leaves_while_it_runs),
        TEST(test_refuses),     TEST(test_reasons),
    };
    return cmocka_run_group_tests_name("reviewing", tests, NULL, NULL);
}
