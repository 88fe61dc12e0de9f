/* Acts tried in all lanes of a batch: what is seen and gained is what the rules say, without luck,
 * and the lanes stay as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "tests/support/batches.h"
#include "tests/support/often.h"
#include "tilewright.h"

enum { COUNT_MAX = 9 };

/* A trial with buffers of exactly the size they must have. */
struct trying {
    struct lanes_trial trial;
    int32_t *acts;
    size_t all; /* acts of all lanes */
};

static struct trying trying_new(const struct lanes *lanes, int count) {
    struct trying trying = {.all = (size_t)(lanes->count * count)};
    trying.acts = batches_dirt(trying.all * sizeof *trying.acts);
    trying.trial =
        (struct lanes_trial){trying.acts, count, batches_dirt(trying.all * lanes->view_bytes),
                             batches_dirt(trying.all * sizeof(float))};
    return trying;
}

static void trying_release(struct trying *trying) {
    free(trying->acts);
    free(trying->trial.views);
    free(trying->trial.gains);
}

/* Draws an act: legal if there is one, in range, or any number. The first past the range is a
 * shorthand in some games, which `refuse` alone would allow. */
static int32_t draw(const struct lanes *lanes, int lane, struct choice *scratch, struct rng *rng) {
    uint32_t kind = rng_below(rng, 8);
    int count = lanes->game->choices(lanes_state(lanes, lane), lanes->one[lane].seat, scratch);
    if (kind == 0) return (int32_t)rng_below(rng, (uint32_t)lanes->acts);
    if (kind == 1) return lanes->acts + (int32_t)rng_below(rng, 4);
    if (kind == 2) return rng_below(rng, 2) ? -1 : (int32_t)rng_next(rng);
    return count ? (int32_t)scratch[rng_below(rng, (uint32_t)count)].act : 0;
}

static void draw_all(const struct lanes *lanes, struct trying *trying, struct rng *rng) {
    struct choice *scratch = malloc(sizeof *scratch * (size_t)lanes->game->choices_max);
    for (size_t i = 0; i < trying->all; i++)
        trying->acts[i] = draw(lanes, (int)i / trying->trial.count, scratch, rng);
    free(scratch);
}

/* The plain twin: a copy of the lane's state, on which the rules play the act. Returns whether it
 * is legal. */
static bool play_copy(const struct lanes *lanes, int lane, int32_t act, float *gain,
                      uint8_t *view) {
    const struct game *game = lanes->game;
    int seat = lanes->one[lane].seat;
    void *state = malloc(game->state_max);
    game_copy(game, state, lanes_state(lanes, lane));
    bool legal = act >= 0 && act < game->shape(state).actions &&
                 game->refuse(state, seat, (action)act) == NULL;
    int before = game->score(state, seat);
    if (legal) game->apply(state, seat, (action)act);
    *gain = legal ? (float)(game->score(state, seat) - before) : -1;
    if (lanes->view)
        lanes->view->write(state, seat, view);
    else
        game->observe(state, seat, view);
    free(state);
    return legal;
}

/* How often acts were legal, refused, and gained something. */
struct tally {
    int legal, refused, gained;
};

static void compare(const struct lanes *lanes, const struct trying *trying, struct tally *tally) {
    uint8_t *view = malloc(lanes->view_bytes);
    for (size_t i = 0; i < trying->all; i++) {
        float gain, found = trying->trial.gains[i];
        bool legal = play_copy(lanes, (int)i / trying->trial.count, trying->acts[i], &gain, view);
        if (found != gain)
            fail_msg("%s: act %d gains %g, not %g", lanes->game->name, (int)trying->acts[i],
                     (double)found, (double)gain);
        batches_same("views", trying->trial.views + i * lanes->view_bytes, view, lanes->view_bytes,
                     lanes->view_bytes);
        tally->legal += legal;
        tally->refused += !legal;
        tally->gained += legal && gain != 0;
    }
    free(view);
}

/* The same batch, all that it keeps. */
static uint8_t *copy_lanes(const struct lanes *lanes, size_t *size) {
    size_t states = (size_t)lanes->count * lanes->stride,
           ones = (size_t)lanes->count * sizeof *lanes->one;
    uint8_t *copy = malloc(states + ones);
    memcpy(copy, lanes->states, states);
    memcpy(copy + states, lanes->one, ones);
    *size = states + ones;
    return copy;
}

static void try_in(const struct game *game, struct tally *tally, struct rng *rng) {
    struct batch_options options = batches_options(game, rng);
    if (rng_below(rng, 2)) options.level = lanes_standard(game);
    options.threads = 1 + (int)rng_below(rng, 3);
    struct batches_one one = batches_open(&options, rng_next(rng));
    const struct lanes *lanes = batch_lanes(one.batch);
    struct trying trying = trying_new(lanes, 1 + (int)rng_below(rng, COUNT_MAX));
    for (int i = 0; i < 30; i++) {
        size_t size, after;
        uint8_t *before = copy_lanes(lanes, &size);
        draw_all(lanes, &trying, rng);
        assert_null(batch_try(one.batch, &trying.trial));
        compare(lanes, &trying, tally);
        uint8_t *now = copy_lanes(lanes, &after);
        batches_same("lanes", before, now, size, size);
        free(before);
        free(now);
        batches_draw(&one, rng);
        batch_step(one.batch);
    }
    trying_release(&trying);
    batches_close(&one);
}

static void trials_are_copies_played_on(void **unused) {
    struct rng rng = rng_new(31, 0);
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        struct tally tally = {0};
        if (game_has_clock(games_list[i])) continue;
        for (int round = 0; round < often(10, 500); round++) try_in(games_list[i], &tally, &rng);
        assert_true(tally.legal > 200 && tally.refused > 200 && tally.gained > 0);
    }
}

/* Either of what a trial tells may be left out. */
static void views_and_gains_are_optional(void **unused) {
    struct rng rng = rng_new(32, 0);
    struct tally tally = {0};
    struct batch_options options = batch_standard(games_find("lines"));
    (void)unused;
    options.count = 5;
    struct batches_one one = batches_open(&options, 4);
    const struct lanes *lanes = batch_lanes(one.batch);
    struct trying trying = trying_new(lanes, 3);
    struct lanes_trial views = trying.trial, gains = trying.trial;
    views.gains = NULL, gains.views = NULL;
    draw_all(lanes, &trying, &rng);
    assert_null(batch_try(one.batch, &views));
    assert_null(batch_try(one.batch, &gains));
    compare(lanes, &trying, &tally);
    trying_release(&trying);
    batches_close(&one);
}

/* A step after a trial is the step without it: its luck is not spent. */
static void trials_leave_the_luck(void **unused) {
    struct rng rng = rng_new(33, 0);
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        struct batch_options options = batch_standard(games_list[i]);
        if (game_has_clock(games_list[i])) continue;
        options.count = 3;
        options.changes = true;
        struct batches_one one = batches_open(&options, 9), other = batches_open(&options, 9);
        struct trying trying = trying_new(batch_lanes(one.batch), 2);
        for (int k = 0; k < 20; k++) {
            draw_all(batch_lanes(one.batch), &trying, &rng);
            assert_null(batch_try(one.batch, &trying.trial));
            batches_play_both(&one, &other, 1, &rng);
        }
        trying_release(&trying);
        batches_close(&one);
        batches_close(&other);
    }
}

/* The exported call */

static void require_refused(const char *game, const char *options, const int32_t *acts, int count,
                            const char *why) {
    struct tw_vec *vec = tw_vec_new(game, 1, options, 0, NULL, 0);
    float *gains = batches_dirt(sizeof *gains * 8), dirt = *gains;
    assert_non_null(vec);
    const char *reason = tw_vec_try(vec, acts, count, NULL, gains);
    assert_non_null(reason);
    if (!strstr(reason, why)) fail_msg("%s, not %s", reason, why);
    assert_memory_equal(gains, &dirt, sizeof dirt);
    tw_vec_free(vec);
    free(gains);
}

static void bad_trials_are_refused(void **unused) {
    const int32_t acts[8] = {0};
    (void)unused;
    require_refused("lines", NULL, NULL, 1, "from 1 to 65536 actions");
    require_refused("lines", NULL, acts, 0, "from 1 to 65536 actions");
    require_refused("lines", NULL, acts, -1, "from 1 to 65536 actions");
    require_refused("lines", NULL, acts, 65537, "from 1 to 65536 actions");
    require_refused("lines", NULL, acts, INT32_MAX, "from 1 to 65536 actions");
    require_refused("falls", NULL, acts, 1, "a seat at a time plays an act of the game");
    require_refused("falls", "{\"params\":{\"players\":1}}", acts, 1, "a seat at a time");
    require_refused("falls", "{\"level\":\"places\",\"params\":{\"players\":1}}", acts, 1,
                    "a seat at a time");
}

static int one_more(const struct game *game, const void *state) {
    return game->shape(state).actions + 1;
}

/* Each of what makes a level unfit is enough. */
static void unfit_levels_are_refused(void **unused) {
    struct batch_options options = batch_standard(games_find("slide"));
    struct lanes_level together = *lanes_standard(options.game), other = together;
    const struct lanes_level *levels[] = {&together, &other};
    (void)unused;
    together.together = true;
    other.acts = one_more;
    for (int i = 0; i < 2; i++) {
        int32_t act = 0;
        float gain = 5;
        options.level = levels[i];
        struct batches_one one = batches_open(&options, 1);
        assert_non_null(batch_try(one.batch, &(struct lanes_trial){&act, 1, NULL, &gain}));
        assert_true(gain == 5);
        batches_close(&one);
    }
}

static void exported_trials_try(void **unused) {
    struct tw_vec *vec = tw_vec_new(
        "slide", 2, "{\"params\":{\"rows\":3,\"cols\":3},\"view\":\"cells\"}", 5, NULL, 0);
    int32_t acts[2][5];
    uint8_t seen[2][9], tried[2][5][9];
    float gains[2][5];
    int legal = 0;
    (void)unused;
    assert_non_null(vec);
    tw_vec_bind(vec, &(struct tw_vec_buffers){.observations = seen[0]});
    tw_vec_reset(vec, NULL);
    for (int i = 0; i < 10; i++) acts[i / 5][i % 5] = i % 5;
    assert_null(tw_vec_try(vec, acts[0], 5, tried[0][0], gains[0]));
    for (int i = 0; i < 10; i++) {
        int moved = 0;
        for (int k = 0; k < 9; k++) moved += tried[i / 5][i % 5][k] != seen[i / 5][k];
        assert_true(moved == 0 || (moved == 2 && i % 5 < 4));
        assert_true(gains[i / 5][i % 5] == -1); /* a move costs a point, too */
        legal += moved == 2;
    }
    assert_in_range(legal, 4, 8);
    tw_vec_free(vec);
}

/* As many acts as are allowed. */
static void many_acts_can_be_tried(void **unused) {
    static int32_t acts[2][65536];
    static float gains[2][65536];
    struct tw_vec *vec = tw_vec_new("lines", 2, NULL, 5, NULL, 0);
    int32_t legal[2];
    (void)unused;
    assert_non_null(vec);
    tw_vec_sample(vec, legal);
    for (int i = 0; i < 65536; i++) acts[0][i] = legal[0], acts[1][i] = -7;
    acts[1][65535] = legal[1];
    assert_null(tw_vec_try(vec, acts[0], 65536, NULL, gains[0]));
    assert_true(gains[0][0] == 0 && gains[0][65535] == 0);
    assert_true(gains[1][0] == -1 && gains[1][65534] == -1 && gains[1][65535] == 0);
    tw_vec_free(vec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trials_are_copies_played_on),
        cmocka_unit_test(views_and_gains_are_optional),
        cmocka_unit_test(trials_leave_the_luck),
        cmocka_unit_test(bad_trials_are_refused),
        cmocka_unit_test(exported_trials_try),
        cmocka_unit_test(unfit_levels_are_refused),
        cmocka_unit_test(many_acts_can_be_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
