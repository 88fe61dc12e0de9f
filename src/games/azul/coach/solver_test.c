/* The round solver against plain minimax, its lines, limits and the same answer every time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/azul_by_hand_test.h"
#include "games/azul/coach/solver_test.h"
#include "tests/support/often.h"

static const struct host plain = {.threads = 1};
static struct azul_solver *solver;
static struct azul_solver_answer answer, again;

static void ask(const struct azul *azul, const struct azul_values *values, uint64_t nodes,
                struct azul_solver_answer *out) {
    struct azul_solver_question question = {
        .azul = azul, .values = values, .nodes = nodes, .act = AGENT_NO_ACT};
    azul_solver_ask(solver, &question, out);
}

static void test_equals_minimax(void **unused) {
    (void)unused;
    slow_compare(solver, (struct slow_kind){often(200, 500), 0, 1, 4, false}, 1);
}

static void test_equals_slow_solver(void **unused) {
    (void)unused;
    slow_compare(solver, (struct slow_kind){often(20, 50), 0, 5, 6, true}, 2);
    slow_compare(solver, (struct slow_kind){often(16, 40), 2, 7, 9, true}, 3);
}

/* No tile can be dealt again unless one falls to the floor: the token alone does not count. */
static void test_last_tiles(void **unused) {
    struct azul azul = hand_start(2);
    (void)unused;
    for (int row = 0; row < AZUL_SIDE; row++) hand_wall(&azul, 0, row, 2);
    hand_source(&azul, AZUL_CENTER, W, 1);
    azul.bag = 0;
    for (int token = 0; token < 2; token++) {
        azul.token = (uint8_t)token;
        ask(&azul, NULL, 0, &answer);
        slow_compare_values(&azul, NULL, &answer, false);
        assert_true(answer.acts[0].value > 5);
    }
}

/* Filling a line may be worse than the floor: it would end the game when the other player's columns
 * are complete. */
static void test_floor_to_go_on(void **unused) {
    struct azul azul = hand_start(2);
    (void)unused;
    for (int row = 0; row < AZUL_SIDE; row++) {
        hand_wall(&azul, 0, row, 0);
        hand_wall(&azul, 0, row, 1);
        if (row == 0 || row > 2) hand_wall(&azul, 1, row, azul_wall_col(row, B));
        if (row != 1) hand_wall(&azul, 1, 1, azul_wall_col(1, row ? row : Y));
    }
    hand_line(&azul, 1, 1, B, 1);
    hand_line(&azul, 1, 2, R, 1);
    hand_source(&azul, AZUL_CENTER, B, 1);
    hand_source(&azul, AZUL_CENTER, W, 1);
    azul.token = 0;
    ask(&azul, NULL, 0, &answer);
    slow_compare_values(&azul, NULL, &answer, false);
    assert_int_equal(answer.line_count, 2);
    assert_int_equal(answer.line[1], azul_act(AZUL_CENTER, B, AZUL_FLOOR));
}

/* The lines of positions too large for minimax, after the best act and after any other. */
static void test_lines(void **unused) {
    struct rng rng = rng_new(6, 14);
    struct azul azul = {.phase = AZUL_OVER};
    struct choice choices[AZUL_SOLVER_ACTS];
    (void)unused;
    for (int i = 0; i < often(24, 60); i++) {
        const struct azul_values *values = i % 2 ? &azul_values_learned : NULL;
        do slow_play(solver, &azul, 13, &rng);
        while (azul.players > 2 || azul_on_table(&azul) < 11);
        int count = azul_game.choices(&azul, azul.active, choices), at = 0;
        action act = choices[rng_below(&rng, (uint32_t)count)].act;
        struct azul_solver_question question = {.azul = &azul, .values = values, .act = act};
        azul_solver_ask(solver, &question, &answer);
        slow_follow(&azul, values, &answer);
        while (answer.acts[at].act != act) at++;
        if (at > 0)
            slow_follow_play(&azul, values, answer.reply, answer.reply_count,
                             answer.acts[at].value);
    }
}

/* With nodes the answer is the same every time, whatever was asked before. */
static void test_same_nodes_same_answer(void **unused) {
    struct rng rng = rng_new(3, 14);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < 30; i++) {
        bool full = i % 3 == 0; /* more positions than places in the table */
        uint64_t nodes = full ? 30000 : 3000;
        slow_play(solver, &azul, full ? 13 : 20, &rng);
        const struct azul_values *values = i % 2 ? &azul_values_learned : NULL;
        memset(&answer, 0, sizeof answer);
        memset(&again, 0, sizeof again);
        ask(&azul, values, nodes, &answer);
        ask(&azul, values, nodes, &again);
        assert_memory_equal(&answer, &again, sizeof answer);
        for (int k = 0; k < answer.count; k++)
            assert_true(answer.acts[k].value <= answer.acts[0].value);
        azul_take(&azul, answer.acts[0].act);
    }
}

/* The act in question is valued to the same depth as the best, and its line begins with it. */
static void test_act_in_question(void **unused) {
    struct rng rng = rng_new(4, 14);
    struct azul azul = {.phase = AZUL_OVER};
    struct choice choices[AZUL_SOLVER_ACTS];
    (void)unused;
    for (int i = 0; i < 40; i++) {
        slow_play(solver, &azul, 12, &rng);
        int count = azul_game.choices(&azul, azul.active, choices);
        action act = choices[rng_below(&rng, (uint32_t)count)].act;
        struct azul_solver_question question = {
            .azul = &azul, .nodes = 20000, .best_only = true, .act = act};
        azul_solver_ask(solver, &question, &answer);
        int at = 0;
        while (answer.acts[at].act != act) at++;
        assert_int_equal(answer.acts[at].depth, answer.acts[0].depth);
        if (answer.proven)
            assert_int_equal(slow_units(answer.acts[at].value, 1),
                             slow_units(slow_value_of(&azul, act, NULL, true), 1));
        if (at > 0) assert_true(answer.reply_count > 0 && answer.reply[0] == act);
        azul_take(&azul, act);
    }
}

static bool refuse_to_go_on(void *self, double done, const char *message) {
    assert_true(done >= 0 && done <= 1);
    (void)message;
    return --*(int *)self > 0;
}

static void test_stops(void **unused) {
    int calls = 3;
    struct host host = {.threads = 1, .go_on = refuse_to_go_on, .self = &calls};
    struct azul_solver *other = azul_solver_new(&host);
    struct rng rng = rng_new(5, 14);
    struct azul azul;
    (void)unused;
    slow_start(&azul, 2, &rng);
    while (azul.phase == AZUL_REFILL) azul_deal(&azul, azul_random_colour(&azul, &rng));
    struct azul_solver_question question = {.azul = &azul, .act = AGENT_NO_ACT};
    azul_solver_ask(other, &question, &answer);
    assert_true(answer.stopped && !answer.proven && answer.count > 0 && answer.line_count > 0);
    assert_true(answer.nodes < 300000);
    azul_solver_free(other);
}

static int set_up(void **unused) {
    (void)unused;
    return (solver = azul_solver_new(&plain)) ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    azul_solver_free(solver);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_minimax),  cmocka_unit_test(test_equals_slow_solver),
        cmocka_unit_test(test_last_tiles),      cmocka_unit_test(test_floor_to_go_on),
        cmocka_unit_test(test_lines),           cmocka_unit_test(test_same_nodes_same_answer),
        cmocka_unit_test(test_act_in_question), cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
