/* Ten million random steps of batches of all games, levels and views, under the sanitizers: every
 * state stays sound, and no lane goes astray. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "tests/support/batches.h"

enum { STEPS = 10000000, LANES = 64, EACH = 400 };

static void require_sound(const struct batches_one *one) {
    const struct lanes *lanes = batch_lanes(one->batch);
    for (int lane = 0; lane < lanes->count; lane++) {
        const char *wrong = lanes->game->check(lanes_state(lanes, lane));
        if (wrong) fail_msg("%s at %s: %s", lanes->game->name, lanes->level->name, wrong);
    }
}

static const struct lanes_level *draw_level(const struct game *game, struct rng *rng) {
    int count = 0;
    while (game->levels && game->levels[count]) count++;
    return count ? game->levels[rng_below(rng, (uint32_t)count)] : lanes_standard(game);
}

static void ten_million_steps(void **unused) {
    (void)unused;
    struct rng rng = rng_new(10, 0);
    int64_t steps = 0;
    while (steps < STEPS)
        for (int i = 0; games_list[i]; i++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            options.level = draw_level(options.game, &rng);
            options.count = LANES;
            struct batches_one one = batches_open(&options, rng_next(&rng));
            for (int k = 0; k < EACH; k++) {
                batches_draw(&one, &rng);
                batch_step(one.batch);
                if (k % 40 == 0) require_sound(&one);
                if (k % 40 == 0 && options.autoreset == LANES_DISABLED)
                    batch_reset(one.batch, one.io.terminated);
            }
            steps += LANES * EACH;
            batches_close(&one);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ten_million_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
