/* Batches: the same results on any number of threads. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
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

/* Each thread tries acts in a state of its own. */
static void threads_try_the_same(void **unused) {
    enum { LANES = 20, ACTS = 3, TRIES = LANES * ACTS };
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        struct batch_options options = batch_standard(games_list[i]);
        int32_t acts[TRIES];
        float gains[2][TRIES];
        if (game_has_clock(games_list[i])) continue;
        options.count = LANES;
        struct batches_one alone = batches_open(&options, 6);
        options.threads = 4;
        struct batches_one team = batches_open(&options, 6);
        size_t size = TRIES * batch_lanes(team.batch)->view_bytes;
        uint8_t *views[2] = {batches_dirt(size), batches_dirt(size)};
        for (int k = 0; k < 30; k++) {
            for (int act = 0; act < ACTS; act++) {
                batch_sample(team.batch, team.acts);
                for (int lane = 0; lane < LANES; lane++) acts[lane * ACTS + act] = team.acts[lane];
            }
            acts[k] = -1;
            assert_null(
                batch_try(alone.batch, &(struct lanes_trial){acts, ACTS, views[0], gains[0]}));
            assert_null(
                batch_try(team.batch, &(struct lanes_trial){acts, ACTS, views[1], gains[1]}));
            assert_memory_equal(gains[0], gains[1], sizeof gains[0]);
            assert_memory_equal(views[0], views[1], size);
            memcpy(alone.acts, team.acts, batches_acts(&team));
            batch_step(alone.batch);
            batch_step(team.batch);
        }
        free(views[0]);
        free(views[1]);
        batches_close(&alone);
        batches_close(&team);
    }
}

static const struct agent *last_of(const struct game *game) {
    int count = 0;
    while (agents_of(game, count)) count++;
    return agents_of(game, count - 1);
}

/* Each thread asks an object of its own, of the game's last agent or one for any game. */
static void threads_advise_the_same(void **unused) {
    enum { LANES = 4, COUNT = 3 };
    static const struct host host = {.threads = 1};
    (void)unused;
    for (int i = 0; games_list[i]; i++)
        for (int own = 0; own < 2; own++) {
            const struct game *game = games_list[i];
            struct batch_options options = batch_standard(game);
            struct player player = {own ? last_of(game) : agents_general(game), {.nodes = 9}};
            int32_t acts[2][LANES * COUNT];
            float values[2][LANES * COUNT];
            if (game_has_clock(game)) continue;
            if (strcmp(game->name, "slide") == 0) options.params[0] = options.params[1] = 3;
            options.count = LANES;
            struct batches_one alone = batches_open(&options, 6);
            options.threads = 3;
            struct batches_one team = batches_open(&options, 6);
            for (uint64_t seed = 0; seed < 2; seed++) {
                assert_null(batch_advise(
                    alone.batch, &(struct batch_question){player, seed, COUNT, acts[0], values[0]},
                    &host));
                assert_null(batch_advise(
                    team.batch, &(struct batch_question){player, seed, COUNT, acts[1], values[1]},
                    &host));
                assert_memory_equal(acts[0], acts[1], sizeof acts[0]);
                assert_memory_equal(values[0], values[1], sizeof values[0]);
                for (int lane = 0; lane < LANES; lane++)
                    alone.acts[lane] = team.acts[lane] = acts[0][lane * COUNT];
                batch_step(alone.batch);
                batch_step(team.batch);
            }
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
        cmocka_unit_test(threads_try_the_same),
        cmocka_unit_test(threads_advise_the_same),
        cmocka_unit_test(threads_wake_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
