/* The level "ticks" from states that play does not reach by itself: units that wait for an only
 * player, and the end of the numbers of capsules. It stays equal to the level for any game. And
 * views of which only changes are written, when buffers or states are put in place of others. */
#include "falls_support_test.h"
#include "tests/support/batches.h"

static void put_units(struct falls_player *player, int units, struct rng *rng) {
    player->units = (uint8_t)units;
    for (int unit = 0; unit < units; unit++)
        for (int i = 0; i < 2; i++)
            player->incoming[unit][i] =
                (uint8_t)(1 + rng_below(rng, 3) + 4 * (2 * (uint32_t)i + 1));
}

static void compare_from(const struct falls *falls, bool cells, struct rng *rng) {
    struct batch_options options = batch_standard(&falls_game);
    bool found;
    options.view = lanes_find_view(&falls_game, cells ? "cells" : "planes", &found);
    options.autoreset = LANES_SAME_STEP;
    options.changes = rng_below(rng, 2);
    struct batches_one own = batches_open(&options, 9);
    options.level = lanes_standard(&falls_game);
    struct batches_one any = batches_open(&options, 9);
    assert_null(batch_state_put(own.batch, 0, falls));
    assert_null(batch_state_put(any.batch, 0, falls));
    batch_look(own.batch, 0, 1);
    batch_look(any.batch, 0, 1);
    batches_play_both(&own, &any, 60, rng);
    batches_close(&own);
    batches_close(&any);
}

static void odd_states_play_as_others(void **unused) {
    (void)unused;
    struct rng rng = rng_new(33, 0);
    for (int round = 0; round < 200; round++) {
        struct falls falls;
        hand_begin_round(&falls, 1);
        put_units(&falls.player[0], (int)rng_below(&rng, 4), &rng);
        if (round % 2) {
            falls.first = FALLS_DRAWN_MAX - 1 - rng_below(&rng, 4);
            falls.player[0].drawn = falls.first;
        }
        hand_require_sound(&falls);
        compare_from(&falls, round % 4 < 2, &rng);
    }
}

/* A count of units from outside is checked before they are read: those of the last player would lie
 * beyond the state. */
static void too_many_units_are_refused(void **unused) {
    (void)unused;
    struct batch_options options = batch_standard(&falls_game);
    options.params[game_param(&falls_game, "players")] = SEATS_MAX;
    struct batches_one one = batches_open(&options, 1);
    struct falls falls;
    hand_begin_round(&falls, SEATS_MAX);
    for (int units = FALLS_UNITS_MAX + 1; units <= UINT8_MAX; units++) {
        falls.player[SEATS_MAX - 1].units = (uint8_t)units;
        assert_non_null(batch_state_put(one.batch, 0, &falls));
    }
    batches_close(&one);
}

/* Of two lanes, the second becomes a clone of the first. */
static void clone(struct batches_one *one) {
    size_t size = batch_state_size(one->batch);
    void *bytes = batches_dirt(size);
    batch_state_get(one->batch, 0, bytes);
    assert_null(batch_state_set(one->batch, 1, bytes, false));
    free(bytes);
}

static void bind_other(struct batches_one *one) {
    const struct lanes *lanes = batch_lanes(one->batch);
    free(one->io.views);
    one->io.views = batches_dirt(lanes->view_bytes * (size_t)lanes->count);
    batch_bind(one->batch, &one->io);
}

static void changes_are_as_good_as_all(void **unused) {
    (void)unused;
    struct rng rng = rng_new(34, 0);
    for (int round = 0; round < 60; round++) {
        struct batch_options options = batch_standard(&falls_game);
        options.count = 2;
        options.view = round % 2 ? falls_game.views : NULL;
        struct batches_one all = batches_open(&options, rng_next(&rng));
        options.changes = true;
        struct batches_one changes = batches_open(&options, batch_lanes(all.batch)->one->luck.seed);
        for (int i = 0; i < 20; i++) {
            batches_play_both(&all, &changes, (int)rng_below(&rng, 9), &rng);
            if (i % 2)
                bind_other(&changes);
            else
                clone(&all), clone(&changes);
            batches_draw(&all, &rng);
            batch_sample(changes.batch, changes.acts);
            memcpy(changes.acts, all.acts, batches_acts(&all));
            batch_step(all.batch);
            batch_step(changes.batch);
        }
        batches_close(&all);
        batches_close(&changes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(odd_states_play_as_others),
                                       cmocka_unit_test(too_many_units_are_refused),
                                       cmocka_unit_test(changes_are_as_good_as_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
