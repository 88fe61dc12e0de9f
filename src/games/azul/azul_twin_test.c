/* azul against its slow twin: in random games, and by counts of all event sequences from a
 * position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_twin_test.h"
#include <stdlib.h>

static uint64_t twin_perft(const struct twin *twin, int depth) {
    struct twin next = *twin;
    struct choice choices[TWIN_ACTS_MAX];
    uint64_t leaves = 0;
    if (depth == 0) return 1;
    int count = twin_choices(&next, choices);
    for (int i = 0; i < count; i++) {
        next = *twin;
        twin_apply(&next, bits_low(twin_movers(twin)), choices[i].act);
        leaves += twin_perft(&next, depth - 1);
    }
    return leaves;
}

static bool is_there(const struct azul *azul, int round, int left) {
    return azul->phase == AZUL_DRAFT && azul->round == round && azul_on_table(azul) <= left;
}

/* All from the first deal on; from a draft's begin; and from near a round's end on through the next
 * deal, or to the end of the game, which has no leaves below it. */
static void test_perft_counts(void **state) {
    (void)state;
    static const struct {
        int players, last_round, round, left, depth;
        uint64_t leaves;
    } known[] = {
        {2, 50, 0, 0, 7, 78125},   {2, 50, 1, 20, 3, 599628}, {3, 50, 1, 28, 3, 1906416},
        {4, 50, 1, 36, 2, 29232},  {2, 50, 1, 6, 6, 20250},   {2, 50, 3, 4, 6, 2500},
        {3, 50, 2, 7, 5, 92324},   {4, 50, 2, 12, 5, 96900},  {2, 50, 2, 20, 3, 45510},
        {3, 50, 3, 28, 3, 603992}, {2, 3, 3, 8, 3, 40},       {4, 50, 3, 36, 2, 8720},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct azul azul;
        struct twin twin = twin_start(known[i].players, known[i].last_round);
        struct rng rng = rng_new(4, i);
        azul_game.start(&azul, (int[]){known[i].players, known[i].last_round});
        while (known[i].round && !is_there(&azul, known[i].round, known[i].left)) {
            int who = bits_low(azul_game.movers(&azul));
            action act = azul_game.random_act(&azul, who, &rng);
            azul_game.apply(&azul, who, act);
            twin_apply(&twin, who, act);
        }
        void *scratch = malloc(game_perft_scratch_size(&azul_game, known[i].depth));
        uint64_t leaves = game_perft(&azul_game, &azul, known[i].depth, scratch);
        free(scratch);
        assert_int_equal(leaves, twin_perft(&twin, known[i].depth));
        assert_int_equal(leaves, known[i].leaves);
    }
}

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    twin_games(20, 250000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft_counts),
        cmocka_unit_test(test_twin_agrees_in_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
