/* What is learned from a game, and how the net learns it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/learn.h"
#include <math.h>
#include <string.h>

/* Boards come back as they were. */
static void test_packs(void **unused) {
    struct azul_player player, back;
    struct azul_learn_board board;
    (void)unused;
    memset(&player, 0, sizeof player);
    player.wall = 0x1234567;
    player.filled[1] = 1, player.colour[1] = 4;
    player.filled[4] = 4, player.colour[4] = 2;
    azul_learn_pack(&player, &board);
    azul_learn_unpack(&board, &back);
    assert_memory_equal(&player, &back, sizeof player);
}

/* The net learns what it is shown, and its rounded form says the same. */
static void test_learns(void **unused) {
    static struct azul_learn_net net;
    static struct azul_learn_weights scratch;
    static struct azul_values values;
    enum { COUNT = 64 };
    struct azul_learn_sample samples[COUNT];
    const struct azul_learn_sample *batch[COUNT];
    struct rng rng = rng_new(4, 0);
    double missed = 0;
    (void)unused;
    memset(samples, 0, sizeof samples);
    for (int i = 0; i < COUNT; i++) {
        samples[i].first.wall = rng_next(&rng) & 0x0F7BDEF;
        samples[i].second.wall = rng_next(&rng) & 0x0F7BDEF;
        samples[i].target =
            (float)(2 * bits_count(samples[i].first.wall) - 2 * bits_count(samples[i].second.wall));
        samples[i].wins = samples[i].target > 0 ? 2 : samples[i].target < 0 ? 0 : 1;
        samples[i].fullest = 1;
        batch[i] = &samples[i];
    }
    azul_learn_net_init(&net, 1);
    for (int i = 0; i < 700; i++)
        missed = azul_learn_net_learn(&net, batch, COUNT, 0.006f, &scratch);
    assert_true(missed < 1);
    azul_learn_net_round(&net, &values);
    assert_null(azul_values_check(&values));
    for (int i = 0; i < COUNT; i++) {
        struct azul azul = {.players = 2};
        azul_learn_unpack(&samples[i].first, &azul.player[0]);
        azul_learn_unpack(&samples[i].second, &azul.player[1]);
        assert_true(fabsf(azul_learn_expect(&values, &azul) - samples[i].target) < 3);
    }
    assert_true(values.spread[0] < 10 * AZUL_VALUES_UNIT);
}

/* The targets of a whole game are its end, if nothing is expected: lambda is 1. */
static void test_targets(void **unused) {
    struct azul_learn_mind *mind = azul_learn_mind_new();
    struct azul_learn_skill skill = {NULL, 1, 0, 0};
    struct azul_learn_sample samples[AZUL_LEARN_ROUNDS];
    struct azul azul;
    (void)unused;
    assert_non_null(mind);
    for (uint64_t game = 0; game < 8; game++) {
        struct rng rng = rng_new(6, game);
        int count = azul_learn_play(mind, (struct azul_learn_skill[]){skill, skill}, 1, &rng, &azul,
                                    samples);
        int end = azul.player[0].score - azul.player[1].score;
        assert_int_equal(samples[0].lead, 0);
        assert_int_equal(samples[0].first.wall | samples[0].second.wall, 0);
        assert_true(samples[0].target == (float)end); /* seat 0 begins */
        assert_int_equal(samples[0].wins, end > 0 ? 2 : end < 0 ? 0 : samples[0].wins);
        for (int i = 1; i < count; i++) {
            float whole = samples[i].target + (float)samples[i].lead;
            assert_true(whole == (float)end || whole == (float)-end);
            assert_true((samples[i].wins == 2) == (whole > 0) || whole == 0);
        }
    }
    azul_learn_mind_free(mind);
}

/* Returns what the values say of a sample, for its first player. */
static float expected(const struct azul_learn_sample *sample) {
    struct azul azul = {.players = 2};
    azul_learn_unpack(&sample->first, &azul.player[0]);
    azul_learn_unpack(&sample->second, &azul.player[1]);
    return azul_learn_expect(&azul_values_learned, &azul);
}

/* With lambda 0 a target is what the next round brought, and what the values say then. */
static void test_targets_of_one_round(void **unused) {
    struct azul_learn_mind *mind = azul_learn_mind_new();
    struct azul_learn_skill skill = {&azul_values_learned, 1, 0, 0};
    struct azul_learn_sample samples[AZUL_LEARN_ROUNDS];
    struct azul azul;
    (void)unused;
    assert_non_null(mind);
    for (uint64_t game = 0; game < 8; game++) {
        struct rng rng = rng_new(8, game);
        int count = azul_learn_play(mind, (struct azul_learn_skill[]){skill, skill}, 0, &rng, &azul,
                                    samples);
        for (int i = 0; i + 1 < count; i++) {
            float then = (float)samples[i + 1].lead + expected(&samples[i + 1]);
            float now = (float)samples[i].lead + samples[i].target;
            assert_true(fabsf(now - then) < 0.01f || fabsf(now + then) < 0.01f);
        }
    }
    azul_learn_mind_free(mind);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packs),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_targets_of_one_round),
        cmocka_unit_test(test_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
