/* Batches: the same results on any number of threads. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "tests/support/batches.h"
#include <time.h>

static void threads_change_nothing(void **unused) {
    (void)unused;
    struct rng rng = rng_new(24, 0);
    for (int i = 0; games_list[i]; i++)
        for (int threads = 2; threads <= 5; threads++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            uint64_t seed = rng_next(&rng);
            options.count = 1 + (int)rng_below(&rng, 30);
            struct batches_one alone = batches_open(&options, seed);
            options.threads = threads;
            struct batches_one team = batches_open(&options, seed);
            batches_play_both(&alone, &team, 40, &rng);
            batches_close(&alone);
            batches_close(&team);
        }
}

/* Threads that sleep between steps wake up for the next one. */
static void threads_wake_up(void **unused) {
    (void)unused;
    struct rng rng = rng_new(25, 0);
    struct batch_options options = batch_standard(games_find("slide"));
    options.count = 8;
    options.threads = 4;
    struct batches_one one = batches_open(&options, 1);
    for (int i = 0; i < 5; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        batches_draw(&one, &rng);
        batch_step(one.batch);
    }
    for (int lane = 0; lane < 8; lane++)
        assert_int_equal(batch_lanes(one.batch)->one[lane].length, 5);
    batches_close(&one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(threads_wake_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
