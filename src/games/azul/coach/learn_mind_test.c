/* The search of self-play against plain minimax over the rules, where a round is nearly over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/learn.h"
#include <math.h>

enum { TILES_MAX = 6, POSITIONS = 150 };

/* Returns the lead of seat 0 with best play until the round is over, in units. */
static double plain(const struct azul *azul, int round, const struct azul_values *values) {
    struct choice acts[AZUL_SOURCES_MAX * AZUL_COLOURS * AZUL_DESTINATIONS];
    if (azul->phase == AZUL_OVER || azul->round > round) {
        double lead = azul->player[0].score - azul->player[1].score;
        double more = azul->phase == AZUL_OVER ? 0 : (double)azul_learn_expect(values, azul);
        return AZUL_VALUES_UNIT * (lead + (azul->active == 0 ? more : -more));
    }
    int count = azul_game.choices(azul, azul->active, acts);
    double best = azul->active == 0 ? -INFINITY : INFINITY;
    for (int i = 0; i < count; i++) {
        struct azul next = *azul;
        azul_take(&next, acts[i].act);
        double value = plain(&next, round, values);
        best = azul->active == 0 ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* Plays at random until few tiles are left in some round. */
static struct azul draw_position(struct rng *rng) {
    struct azul azul;
    int least_round = 1 + (int)rng_below(rng, 5);
    azul_game.start(&azul, (int[]){2, AZUL_ROUNDS});
    for (;;) {
        azul_learn_deal(&azul, rng);
        if (azul.round >= least_round && azul_on_table(&azul) <= TILES_MAX) return azul;
        azul_take(&azul, azul_random_take(&azul, rng));
        if (azul.phase == AZUL_OVER) azul_game.start(&azul, (int[]){2, AZUL_ROUNDS});
    }
}

static void compare(const struct azul_values *values, uint64_t seed) {
    struct azul_learn_mind *mind = azul_learn_mind_new();
    struct azul_learn_skill skill = {values, AZUL_LEARN_NODES_MAX, 0, 0};
    assert_non_null(mind);
    for (uint64_t i = 0; i < POSITIONS; i++) {
        struct rng rng = rng_new(seed, i);
        struct azul azul = draw_position(&rng), next = azul;
        azul_take(&next, azul_learn_choose(mind, &skill, &azul, &rng));
        assert_true(plain(&next, azul.round, values) == plain(&azul, azul.round, values));
    }
    azul_learn_mind_free(mind);
}

static void test_points_alone(void **unused) {
    (void)unused;
    compare(NULL, 1);
}

static void test_with_values(void **unused) {
    (void)unused;
    compare(&azul_values_learned, 2);
}

/* With one node it still sees what its own act does. */
static void test_few_nodes(void **unused) {
    struct azul_learn_mind *mind = azul_learn_mind_new();
    struct azul_learn_skill skill = {NULL, 1, 0, 0};
    (void)unused;
    assert_non_null(mind);
    for (uint64_t i = 0; i < POSITIONS; i++) {
        struct rng rng = rng_new(3, i);
        struct azul azul = draw_position(&rng);
        action act = azul_learn_choose(mind, &skill, &azul, &rng);
        assert_null(azul_game.refuse(&azul, azul.active, act));
        assert_int_equal(act, azul_learn_choose(mind, &skill, &azul, &rng));
    }
    azul_learn_mind_free(mind);
}

/* Any act comes up if all acts are random. */
static void test_random_acts(void **unused) {
    struct azul_learn_mind *mind = azul_learn_mind_new();
    struct azul_learn_skill skill = {NULL, 1, 0, 1024};
    struct rng rng = rng_new(4, 0);
    struct azul azul = draw_position(&rng);
    action first = azul_learn_choose(mind, &skill, &azul, &rng);
    int others = 0;
    (void)unused;
    for (int i = 0; i < 100; i++) others += azul_learn_choose(mind, &skill, &azul, &rng) != first;
    assert_true(others > 0);
    azul_learn_mind_free(mind);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_alone),
        cmocka_unit_test(test_with_values),
        cmocka_unit_test(test_few_nodes),
        cmocka_unit_test(test_random_acts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
