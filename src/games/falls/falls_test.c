/* falls, one field: positions by hand with the answers the rules give. */
#include "falls_support_test.h"

static const char *const codes[] = {"Left", "Right", "RotateCcw", "RotateCw", "Drop"};

static void move(struct falls *falls, int move) {
    const char *code = falls_game.refuse(falls, 0, (action)move);
    if (code) fail_msg("%s: %s", codes[move], code);
    falls_game.apply(falls, 0, (action)move);
    hand_require_sound(falls);
}

static void require_blocked(const struct falls *falls, unsigned moves) {
    for (int i = 0; i < FALLS_DROP; i++) {
        const char *code = falls_game.refuse(falls, 0, (action)i);
        if (moves >> i & 1) {
            if (!code || strcmp(code, "BLOCKED") != 0) fail_msg("%s is not blocked", codes[i]);
        } else if (code) {
            fail_msg("%s: %s", codes[i], code);
        }
    }
}

enum { L = 1 << FALLS_LEFT, R = 1 << FALLS_RIGHT, CCW = 1 << FALLS_CCW, CW = 1 << FALLS_CW };

static void test_turning_keeps_the_lowest_row(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_moving(&falls, 0, 5, ".. .. .. R> Y< .. .. ..", true);
    move(&falls, FALLS_CW);
    hand_require_moving(&falls, 0, 5, ".. .. .. .. Rv .. .. ..\n.. .. .. .. Y^ .. .. ..");
    move(&falls, FALLS_CW);
    hand_require_moving(&falls, 0, 5, ".. .. .. .. Y> R< .. ..");
    move(&falls, FALLS_CCW);
    hand_require_moving(&falls, 0, 5, ".. .. .. .. Rv .. .. ..\n.. .. .. .. Y^ .. .. ..");
    move(&falls, FALLS_CCW);
    hand_require_moving(&falls, 0, 5, ".. .. .. R> Y< .. .. ..");
    move(&falls, FALLS_CCW);
    hand_require_moving(&falls, 0, 5, ".. .. .. Yv .. .. .. ..\n.. .. .. R^ .. .. .. ..");
    move(&falls, FALLS_CCW);
    hand_require_moving(&falls, 0, 5, ".. .. Y> R< .. .. .. ..");
    move(&falls, FALLS_LEFT);
    move(&falls, FALLS_LEFT);
    hand_require_moving(&falls, 0, 5, "Y> R< .. .. .. .. .. ..");
    move(&falls, FALLS_CW);
    move(&falls, FALLS_RIGHT);
    hand_require_moving(&falls, 0, 5, ".. .. Yv .. .. .. .. ..\n.. .. R^ .. .. .. .. ..");
}

static void test_walls_and_the_top_block(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    require_blocked(&falls, CW | CCW); /* in row 0 nothing stands up */
    hand_put_moving(&falls, 0, 0, "R> Y< .. .. .. .. .. ..", true);
    require_blocked(&falls, L | CW | CCW);
    hand_put_moving(&falls, 0, 0, ".. .. .. .. .. .. R> Y<", true);
    require_blocked(&falls, R | CW | CCW);
    hand_put_moving(&falls, 0, 1, "R> Y< .. .. .. .. .. ..", true);
    require_blocked(&falls, L);
    hand_put_moving(&falls, 0, 1, "Rv .. .. .. .. .. .. ..\nY^ .. .. .. .. .. .. ..", true);
    require_blocked(&falls, L | CCW);
    hand_put_moving(&falls, 0, 14, ".. .. .. .. .. .. .. Rv\n.. .. .. .. .. .. .. Y^", true);
    require_blocked(&falls, R | CW);
    hand_put_moving(&falls, 0, 14, ".. .. .. .. .. .. Rv ..\n.. .. .. .. .. .. Y^ ..", true);
    require_blocked(&falls, 0);
    hand_put_moving(&falls, 0, 15, ".. .. .. .. .. .. Rv ..\n.. .. .. .. .. .. Y^ ..", true);
    require_blocked(&falls, R | CW); /* the virus */
}

static void test_tiles_block_and_nothing_kicks(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(
        &falls, 0, ".. .. .. R* .. .. .. ..\n" HAND_EMPTY "\n.. R* .. .. .. B* .. ..\n" HAND_EMPTY);
    hand_put_moving(&falls, 0, 14, ".. .. .. R> Y< .. .. ..", true);
    require_blocked(&falls, R); /* the cell above is free */
    hand_put_moving(&falls, 0, 13, ".. .. .. R> Y< .. .. ..", true);
    require_blocked(&falls, CCW); /* no room above the left one */
    hand_put_moving(&falls, 0, 14, ".. .. Rv .. .. .. .. ..\n.. .. Y^ .. .. .. .. ..", true);
    require_blocked(&falls, L | CCW);
    hand_put_moving(&falls, 0, 14, ".. .. .. .. Rv .. .. ..\n.. .. .. .. Y^ .. .. ..", true);
    require_blocked(&falls, R | CW);
    hand_put_moving(&falls, 0, 13, ".. .. Rv .. .. .. .. ..\n.. .. Y^ .. .. .. .. ..", true);
    require_blocked(&falls, R); /* its upper half is in the way, but it can lie down */
}

static void test_capsule_falls_and_settles(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    for (int row = 0; row < 15; row++) {
        hand_require_moving(&falls, 0, row, ".. .. .. R> Y< .. .. ..");
        hand_tick(&falls, 0);
    }
    hand_require_moving(&falls, 0, 15, ".. .. .. R> Y< .. .. ..");
    assert_true(falls.player[0].controlled);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. R> Y< .. .. Y*");
    hand_require_moving(&falls, 0, 0, ".. .. .. B> B< .. .. ..");
    assert_true(falls.player[0].controlled && falls.player[0].drawn == 2);
    assert_int_equal(falls_game.movers(&falls), 1u << CHANCE);
    hand_draw(&falls, 5);
    assert_int_equal(falls_game.movers(&falls), 1u << CLOCK | 1);
}

static void test_drop_is_a_tick_of_ones_own(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    falls_game.apply(&falls, 0, FALLS_DROP);
    hand_require_moving(&falls, 0, 1, ".. .. .. R> Y< .. .. ..");
    hand_require_moving(&falls, 1, 0, ".. .. .. R> Y< .. .. ..");
    hand_put_moving(&falls, 0, 15, ".. .. .. R> Y< .. .. ..", true);
    falls_game.apply(&falls, 0, FALLS_DROP);
    hand_require_settled(&falls, 0, ".. .. .. R> Y< .. .. Y*");
}

/* One half on a tile holds both; a half above settles with the one below. */
static void test_settling_takes_the_partner_along(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, ".. .. .. B* .. .. .. ..");
    hand_put_moving(&falls, 0, 14, ".. .. .. R> Y< .. .. ..", true);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. R> Y< .. .. ..\n.. .. .. B* .. .. .. ..");

    hand_begin_round(&falls, 1);
    hand_put_moving(&falls, 0, 15, ".. .. .. Rv .. .. .. ..\n.. .. .. R^ .. .. .. ..", true);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. Rv .. .. .. ..\n.. .. .. R^ .. .. .. Y*");
}

/* The half that only its other half holds up falls when that goes. */
static void test_partner_without_a_hold_falls(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     ".. .. .. R> Y< .. .. ..\n"
                     ".. .. .. Ro .. .. .. ..\n"
                     ".. .. .. Ro .. .. .. B*");
    hand_put_moving(&falls, 0, 12, ".. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. .. .. .. .. B*");
    hand_require_moving(&falls, 0, 14, ".. .. .. .. Yo .. .. ..");
    assert_int_equal(falls.player[0].chain, FALLS_RED);
    hand_tick(&falls, 0);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. .. Yo .. .. B*");
    hand_require_moving(&falls, 0, 0, ".. .. .. B> B< .. .. ..");
}

/* A pair that one side holds stays, and so does what stands on it; a pair that stands loses its
 * hold as one. */
static void test_what_is_held_stays(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     ".. .. .. .. Yv .. .. ..\n"
                     "Bv .. .. .. B^ .. .. ..\n"
                     "Y^ .. .. .. R> Y< .. ..\n"
                     "Ro Ro Ro .. .. B* .. ..");
    hand_put_moving(&falls, 0, 15, ".. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0,
                         ".. .. .. .. Yv .. .. ..\n"
                         ".. .. .. .. B^ .. .. ..\n"
                         ".. .. .. .. R> Y< .. ..\n"
                         ".. .. .. .. .. B* .. ..");
    hand_require_moving(&falls, 0, 15, "Bv .. .. .. .. .. .. ..\nY^ .. .. .. .. .. .. ..");
}

static void test_viruses_never_fall(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, "B* .. .. .. .. .. .. ..\n" HAND_EMPTY "\nR* Ro Ro .. .. .. .. ..");
    hand_put_moving(&falls, 0, 15, ".. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, "B* .. .. .. .. .. .. ..\n" HAND_EMPTY "\n" HAND_EMPTY);
    assert_int_equal(falls_game.score(&falls, 0), -1);
}

/* The run goes on above the element, through a tile that hangs over it. */
static void test_vertical_run_under_an_overhang(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     ".. .. .. B> R< .. .. ..\n"
                     ".. .. .. B* .. .. .. ..\n"
                     ".. .. .. Y* Ro .. .. ..\n"
                     ".. .. .. Y* Ro .. .. ..");
    hand_put_moving(&falls, 0, 13, ".. .. .. .. R> Y< .. ..", true);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0,
                         ".. .. .. Bo .. .. .. ..\n"
                         ".. .. .. B* .. .. .. ..\n"
                         ".. .. .. Y* .. .. .. ..\n"
                         ".. .. .. Y* .. .. .. ..");
    hand_require_moving(&falls, 0, 14, ".. .. .. .. .. Yo .. ..");
    assert_false(falls.player[0].controlled);
}

static void test_both_ways_through_one_tile(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     "Ro Ro Ro .. .. .. .. ..\n"
                     "Y* B* Y* R* .. .. .. ..\n"
                     "B* Y* B* R* .. .. .. ..\n"
                     "B* Y* B* R* .. .. .. ..");
    hand_put_moving(&falls, 0, 12, ".. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0,
                         "Y* B* Y* R* .. .. .. ..\n"
                         "B* Y* B* R* .. .. .. ..\n"
                         "B* Y* B* R* .. .. .. ..");
    hand_require_moving(&falls, 0, 0, ".. .. .. B> B< .. .. ..");
}

/* A standing capsule: its lower half has a run across, its upper one only the run down through
 * both. */
static void test_runs_of_two_halves_go_together(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     ".. Ro Ro Ro .. .. .. ..\n"
                     "R* Y* B* Y* .. .. .. ..\n"
                     "R* Y* B* Y* .. .. .. B*");
    hand_put_moving(&falls, 0, 13, "Rv .. .. .. .. .. .. ..\nR^ .. .. .. .. .. .. ..", true);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. Y* B* Y* .. .. .. ..\n.. Y* B* Y* .. .. .. B*");
    hand_require_moving(&falls, 0, 0, ".. .. .. B> B< .. .. ..");
}

/* Two halves in one run are one run; five in a row go at once. */
static void test_one_run_is_counted_once(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, "Bo .. .. .. .. .. .. ..\nRo Ro .. .. Ro Y* .. ..");
    hand_put_moving(&falls, 0, 15, ".. .. R> R< .. .. .. ..", true);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. .. .. Y* .. ..");
    assert_int_equal(falls.player[0].chain, FALLS_RED);
    hand_require_moving(&falls, 0, 15, "Bo .. .. .. .. .. .. ..");
}

/* Red goes; Blue falls and goes; Yellow falls and goes. */
static void test_chain_of_three(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     "Yo .. .. .. .. .. .. ..\n"
                     "Bo .. .. .. .. .. .. ..\n"
                     "R* R* R* .. .. .. .. ..\n"
                     ".. B* B* B* .. .. .. ..\n"
                     "Yo .. .. .. .. .. .. ..\n"
                     "Yo .. .. .. .. .. .. ..\n"
                     "Yo .. .. .. .. .. .. B*");
    hand_put_moving(&falls, 0, 11, ".. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    assert_int_equal(falls.player[0].chain, FALLS_RED);
    hand_require_moving(&falls, 0, 11, "Yo .. .. .. .. .. .. ..\nBo .. .. .. .. .. .. ..");
    hand_tick(&falls, 0);
    hand_tick(&falls, 0);
    assert_int_equal(falls.player[0].chain, FALLS_RED | FALLS_BLUE << 2);
    hand_require_moving(&falls, 0, 12, "Yo .. .. .. .. .. .. ..");
    hand_put_moving(&falls, 0, 12, "Yo .. .. .. .. Bo .. ..",
                    false); /* so that the chain goes on */
    hand_tick(&falls, 0);
    assert_int_equal(falls.player[0].chain, FALLS_RED | FALLS_BLUE << 2 | FALLS_YELLOW << 4);
    hand_require_settled(&falls, 0, ".. .. .. .. .. .. .. B*");
    hand_require_moving(&falls, 0, 13, ".. .. .. .. .. Bo .. ..");
    hand_tick(&falls, 0);
    hand_tick(&falls, 0);
    assert_int_not_equal(falls.player[0].chain, 0);
    hand_tick(&falls, 0); /* the last one settles and the chain is over */
    assert_int_equal(falls.player[0].chain, 0);
}

/* Red in row 15 goes in the pass that has just let it settle: what is above finds nothing there. */
static void test_nothing_settles_on_what_goes(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, "Ro Ro Ro .. .. .. .. B*");
    hand_put_moving(&falls, 0, 15, ".. Yo .. Bo .. .. .. ..\n.. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. .. .. .. .. B*");
    hand_require_moving(&falls, 0, 15, ".. Yo .. Bo .. .. .. ..");
}

/* What loses its hold settles in the same pass if something comes to rest below it first. */
static void test_a_pass_goes_upwards(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, "R* R* R* .. .. .. .. B*");
    hand_put_moving(&falls, 0, 15,
                    ".. .. .. Yo .. .. .. ..\n"
                    ".. .. .. Bo Yv .. .. ..\n"
                    ".. .. .. Ro Y^ .. .. ..",
                    false);
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0, ".. .. .. .. Yv .. .. ..\n.. .. .. .. Y^ .. .. B*");
    hand_require_moving(&falls, 0, 15, ".. .. .. Yo .. .. .. ..\n.. .. .. Bo .. .. .. ..");
}

static void require_defeat(struct falls *falls) {
    hand_tick(falls, 0);
    assert_int_equal(falls->player[0].status, FALLS_DEFEATED);
    assert_int_equal(falls_game.movers(falls), 0);
    assert_int_equal(falls_game.winners(falls), 0);
}

#define TOWER                                                                                      \
    ".. .. .. R* .. .. .. ..\n.. .. .. B* .. .. .. ..\n.. .. .. R* .. .. .. ..\n"                  \
    ".. .. .. B* .. .. .. ..\n.. .. .. R* .. .. .. ..\n.. .. .. B* .. .. .. ..\n"                  \
    ".. .. .. R* .. .. .. ..\n.. .. .. B* .. .. .. ..\n.. .. .. R* .. .. .. ..\n"                  \
    ".. .. .. B* .. .. .. ..\n.. .. .. R* .. .. .. ..\n.. .. .. B* .. .. .. ..\n"                  \
    ".. .. .. R* .. .. .. ..\n.. .. .. R* .. .. .. .."

static void test_defeat(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, TOWER); /* up to row 2 */
    hand_put_moving(&falls, 0, 1, ".. .. .. Rv .. .. .. ..\n.. .. .. Y^ .. .. .. ..", true);
    require_defeat(&falls); /* the upper half would settle in row 0 */
    hand_require_settled(&falls, 0, TOWER);
    hand_require_moving(&falls, 0, 1, ".. .. .. Rv .. .. .. ..\n.. .. .. Y^ .. .. .. ..");

    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, TOWER);
    hand_put_moving(&falls, 0, 1, ".. .. .. R> Y< .. .. ..", true);
    hand_tick(&falls, 0); /* lying in row 1 it settles */
    assert_int_equal(falls.player[0].status, FALLS_PLAYING);
    hand_draw(&falls, 0);
    require_defeat(&falls); /* and the next one, in row 0, cannot */
}

static void test_last_virus_clears_at_once(void **state) {
    (void)state;
    struct falls falls;
    for (int seat = 0; seat < 2; seat++) {
        hand_begin_round(&falls, 2);
        hand_put_settled(&falls, seat, "Bo .. .. .. .. .. .. ..\nRo Ro R* .. .. .. .. ..");
        hand_put_moving(&falls, seat, 15, ".. .. .. Ro .. .. .. ..", false);
        hand_tick(&falls, seat);
        assert_int_equal(falls.player[seat].status, FALLS_CLEARED);
        assert_int_equal(falls_game.movers(&falls), 0);
        assert_int_equal(falls_game.winners(&falls), 1u << seat);
        assert_int_equal(falls_game.score(&falls, seat), 0);
        assert_int_equal(falls_game.score(&falls, 1 - seat), -1);
        hand_require_moving(&falls, seat, 14,
                            "Bo .. .. .. .. .. .. .."); /* lost its hold, and stays */
    }
}

static void test_clearing_comes_before_defeat(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     "Y> B< .. .. .. .. .. ..\nBo .. .. .. .. .. .. ..\nYo .. .. .. .. .. .. ..\n"
                     "Bo .. .. .. .. .. .. ..\nYo .. .. .. .. .. .. ..\nBo .. .. .. .. .. .. ..\n"
                     "Yo .. .. .. .. .. .. ..\nBo .. .. .. .. .. .. ..\nYo .. .. .. .. .. .. ..\n"
                     "Bo .. .. .. .. .. .. ..\nYo .. .. .. .. .. .. ..\nBo .. .. .. .. .. .. ..\n"
                     "Yo .. .. .. .. .. .. ..\nBo .. .. .. .. .. .. ..\nYo R* Ro Ro .. .. .. ..");
    hand_put_moving(&falls, 0, 15,
                    "Ro .. .. .. .. .. .. ..\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY
                    "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY
                    "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY
                    "\n" HAND_EMPTY "\n.. .. .. .. Ro .. .. ..",
                    false);
    hand_tick(&falls, 0);
    assert_int_equal(falls.player[0].status, FALLS_CLEARED);
    assert_int_equal(falls_game.winners(&falls), 1);
}

static void test_reasons(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 3);
    hand_put_moving(&falls, 0, 3, ".. .. .. Ro .. .. .. ..", false);
    falls.player[2].status = FALLS_DEFEATED;
    falls.player[2].controlled = 0;
    falls_tell(&falls);
    hand_require_sound(&falls);
    for (action act = 0; act < FALLS_MOVES; act++) {
        assert_string_equal(falls_game.refuse(&falls, 0, act), "NO_CAPSULE");
        assert_string_equal(falls_game.refuse(&falls, 2, act), "NOT_PLAYING");
    }
    assert_null(falls_game.refuse(&falls, CLOCK, 0));
    assert_string_equal(falls_game.refuse(&falls, CLOCK, 2), "NOT_PLAYING");
    assert_string_equal(falls_game.refuse(&falls, CLOCK, 3), "NO_SUCH_ACT");
    assert_string_equal(falls_game.refuse(&falls, 1, FALLS_ACTS), "NO_SUCH_ACT");
    assert_string_equal(falls_game.refuse(&falls, 3, FALLS_LEFT), "NOT_YOUR_TURN");
    assert_string_equal(falls_game.refuse(&falls, CHANCE, 0), "NOT_YOUR_TURN");
    falls_game.start(&falls, (int[]){2, 4, -1});
    assert_string_equal(falls_game.refuse(&falls, 0, FALLS_DROP), "NOT_YOUR_TURN");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turning_keeps_the_lowest_row),
        cmocka_unit_test(test_walls_and_the_top_block),
        cmocka_unit_test(test_tiles_block_and_nothing_kicks),
        cmocka_unit_test(test_capsule_falls_and_settles),
        cmocka_unit_test(test_drop_is_a_tick_of_ones_own),
        cmocka_unit_test(test_settling_takes_the_partner_along),
        cmocka_unit_test(test_partner_without_a_hold_falls),
        cmocka_unit_test(test_what_is_held_stays),
        cmocka_unit_test(test_viruses_never_fall),
        cmocka_unit_test(test_vertical_run_under_an_overhang),
        cmocka_unit_test(test_both_ways_through_one_tile),
        cmocka_unit_test(test_runs_of_two_halves_go_together),
        cmocka_unit_test(test_one_run_is_counted_once),
        cmocka_unit_test(test_chain_of_three),
        cmocka_unit_test(test_nothing_settles_on_what_goes),
        cmocka_unit_test(test_a_pass_goes_upwards),
        cmocka_unit_test(test_defeat),
        cmocka_unit_test(test_last_virus_clears_at_once),
        cmocka_unit_test(test_clearing_comes_before_defeat),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
