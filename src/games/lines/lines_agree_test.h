/* For tests: plays lines beside its slow twin and requires that both agree. Include cmocka first.
 */
#ifndef LINES_AGREE_TEST_H
#define LINES_AGREE_TEST_H

#include "lines_twin_test.h"
#include <stdlib.h>

static inline void agree_state(const struct lines *lines, const struct twin *twin) {
    struct twin now;
    twin_of(&now, lines);
    assert_memory_equal(&now, twin, sizeof now);
    assert_int_equal(lines_movers(lines), twin_movers(twin));
    assert_null(lines_game.check(lines));
}

static inline void agree_choices(const struct lines *lines, struct twin *twin, action *acts,
                                 struct choice *choices) {
    int who = game_mover(&lines_game, lines);
    int count = who < 0 ? 0 : lines_game.choices(lines, who, choices);
    assert_int_equal(count, twin_choices(twin, acts));
    for (int i = 0; i < count; i++) {
        assert_int_equal(choices[i].act, acts[i]);
        assert_int_equal(choices[i].weight, 1);
    }
}

static inline void agree_params(int *params, struct rng *rng) {
    for (int i = 0; i < LINES_PARAMS; i++) {
        const struct param *param = &lines_game.params[i];
        params[i] = param->min + (int)rng_below(rng, (uint32_t)(param->max - param->min + 1));
        if (rng_below(rng, 2)) params[i] = param->standard;
    }
    if (rng_below(rng, 2)) params[LINES_MATCH] = 3 + (int)rng_below(rng, 3);
    if (rng_below(rng, 2)) params[LINES_COLOURS] = 2 + (int)rng_below(rng, 3);
}

/* A random act, but a scoring one if a few tries find it: so boards get empty, too. */
static inline action agree_eager_act(const struct lines *lines, int who, struct rng *rng) {
    action act = lines_random_act(lines, who, rng);
    for (int i = 0; who == 0 && i < 20; i++) {
        struct lines next;
        game_copy(&lines_game, &next, lines);
        lines_apply(&next, who, act);
        if (next.score > lines->score) return act;
        act = lines_random_act(lines, who, rng);
    }
    return act;
}

/* Plays random games of all kinds, with at least so many events, and compares every state. */
static inline void agree_in_games(uint64_t seed, long enough) {
    struct rng rng = rng_new(seed, 0);
    struct choice *choices = malloc(sizeof *choices * (size_t)lines_game.choices_max);
    action *acts = malloc(sizeof *acts * (size_t)lines_game.choices_max);
    long matches = 0, lucky = 0, emptied = 0, ended = 0;
    for (long events = 0, game = 0; events < enough; game++) {
        struct lines lines;
        struct twin twin;
        int params[LINES_PARAMS], who;
        agree_params(params, &rng);
        if (game % 4 == 1) params[LINES_COLOURS] = 2, params[LINES_MATCH] = 3;
        if (game % 4 == 1) params[LINES_PER_TURN] = 1, params[LINES_INITIAL] = 2;
        lines_game.start(&lines, params);
        twin_start(&twin, params);
        for (int i = 0; i < 600 && (who = game_mover(&lines_game, &lines)) >= 0; i++, events++) {
            action act =
                game & 1 ? agree_eager_act(&lines, who, &rng) : lines_random_act(&lines, who, &rng);
            int balls = twin_balls(&twin), score = twin.score;
            lines_apply(&lines, who, act);
            twin_apply(&twin, act);
            agree_state(&lines, &twin);
            if (events % 8 == 0) agree_choices(&lines, &twin, acts, choices);
            matches += who == 0 && twin.score > score;
            emptied += who == 0 && twin_balls(&twin) == 0;
            lucky += who == CHANCE && twin_balls(&twin) < balls;
        }
        ended += game_over(&lines_game, &lines);
    }
    /* Everything happened, and often. */
    assert_true(matches > enough / 400 && lucky > enough / 400);
    assert_true(emptied > enough / 40000 && ended > enough / 4000);
    free(choices);
    free(acts);
}

#endif
