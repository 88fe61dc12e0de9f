/* For tests: a batch with buffers of exactly the size they must have, and the comparison of two. */
#ifndef TESTS_SUPPORT_BATCHES_H
#define TESTS_SUPPORT_BATCHES_H

#include "play/batch.h"
#include <stdlib.h>

struct batches_one {
    struct batch *batch;
    struct lanes_buffers io;
    int32_t *acts;
};

/* Memory of a size, filled with dirt; two batches that leave it alone stay equal. */
static inline void *batches_dirt(size_t size) {
    void *memory = malloc(size ? size : 1);
    assert_non_null(memory);
    memset(memory, 0x5A, size);
    return memory;
}

static inline struct batches_one batches_open(const struct batch_options *options, uint64_t seed) {
    struct batches_one one = {.batch = batch_new(options, seed)};
    assert_non_null(one.batch);
    const struct lanes *lanes = batch_lanes(one.batch);
    size_t count = (size_t)lanes->count, all = count * (size_t)lanes->learners;
    size_t seats = count * (size_t)lanes->seats;
    one.acts = batches_dirt(all * sizeof *one.acts);
    one.io = (struct lanes_buffers){
        .acts = one.acts,
        .views = batches_dirt(all * lanes->view_bytes),
        .masks = batches_dirt(all * lanes->mask_bytes),
        .rewards = batches_dirt(seats * sizeof(float)),
        .terminated = batches_dirt(count),
        .truncated = batches_dirt(count),
        .seats = batches_dirt(count),
        .final_views = batches_dirt(all * lanes->view_bytes),
        .returns = batches_dirt(seats * sizeof(float)),
        .lengths = batches_dirt(count * sizeof(int32_t)),
    };
    batch_bind(one.batch, &one.io);
    batch_reset(one.batch, NULL);
    return one;
}

static inline void batches_close(struct batches_one *one) {
    batch_free(one->batch);
    free(one->acts);
    free(one->io.views);
    free(one->io.masks);
    free(one->io.rewards);
    free(one->io.terminated);
    free(one->io.truncated);
    free(one->io.seats);
    free(one->io.final_views);
    free(one->io.returns);
    free(one->io.lengths);
}

static inline void batches_same(const char *what, const void *a, const void *b, size_t size,
                                size_t each) {
    if (memcmp(a, b, size) == 0) return;
    size_t at = 0;
    while (((const char *)a)[at] == ((const char *)b)[at]) at++;
    fail_msg("%s differ at byte %zu of element %zu: %d and %d", what, at % each, at / each,
             ((const uint8_t *)a)[at], ((const uint8_t *)b)[at]);
}

#define BATCHES_FIELD(name, each)                                                                  \
    batches_same(#name, (const char *)a->io.name + from * (each), b->io.name, count * (each), each)

/* Requires that lanes from `first` on of one batch are those of another: all that each step writes,
 * and all that is kept. */
static inline void batches_compare_seen(const struct batches_one *a, int first,
                                        const struct batches_one *b) {
    const struct lanes *la = batch_lanes(a->batch), *lb = batch_lanes(b->batch);
    size_t from = (size_t)first, count = (size_t)lb->count, learners = (size_t)lb->learners;
    size_t view = learners * lb->view_bytes, mask = learners * lb->mask_bytes,
           seats = (size_t)lb->seats * sizeof(float);
    for (int i = 0; i < lb->count; i++)
        batches_same("states", lanes_state(la, first + i), lanes_state(lb, i), lb->size, lb->size);
    batches_same("lanes", la->one + from, lb->one, count * sizeof *lb->one, sizeof *lb->one);
    BATCHES_FIELD(views, view);
    BATCHES_FIELD(masks, mask);
    BATCHES_FIELD(rewards, seats);
    BATCHES_FIELD(terminated, 1);
    BATCHES_FIELD(truncated, 1);
    BATCHES_FIELD(seats, 1);
}

/* And what is written only where a game has ended. */
static inline void batches_compare(const struct batches_one *a, int first,
                                   const struct batches_one *b) {
    const struct lanes *lb = batch_lanes(b->batch);
    size_t from = (size_t)first, count = (size_t)lb->count;
    size_t view = (size_t)lb->learners * lb->view_bytes, seats = (size_t)lb->seats * sizeof(float);
    batches_compare_seen(a, first, b);
    BATCHES_FIELD(final_views, view);
    BATCHES_FIELD(returns, seats);
    BATCHES_FIELD(lengths, sizeof(int32_t));
}
#undef BATCHES_FIELD

/* Returns the size of the acts of all learners. */
static inline size_t batches_acts(const struct batches_one *one) {
    const struct lanes *lanes = batch_lanes(one->batch);
    return sizeof *one->acts * (size_t)lanes->count * (size_t)lanes->learners;
}

/* Draws the acts of the next step: legal ones, and now and then any number. */
static inline void batches_draw(struct batches_one *one, struct rng *rng) {
    const struct lanes *lanes = batch_lanes(one->batch);
    batch_sample(one->batch, one->acts);
    for (int i = 0; i < lanes->count * lanes->learners; i++) {
        uint32_t odd = rng_below(rng, 40);
        if (odd == 0) one->acts[i] = (int32_t)rng_below(rng, (uint32_t)lanes->acts);
        if (odd == 1) one->acts[i] = (int32_t)rng_next(rng);
    }
}

/* Draws a way to play: params near their standard ones or any, and all options but the level. */
static inline struct batch_options batches_options(const struct game *game, struct rng *rng) {
    struct batch_options options = batch_standard(game);
    const struct param *param = game->params;
    for (int i = 0; param[i].name; i++)
        if (rng_below(rng, 3) == 0)
            options.params[i] =
                param[i].min + (int)rng_below(rng, (uint32_t)(param[i].max - param[i].min + 1));
    int views = 0;
    while (game->views && game->views[views].name) views++;
    int view = (int)rng_below(rng, (uint32_t)views + 1);
    options.view = view < views ? &game->views[view] : NULL;
    options.autoreset = (enum lanes_autoreset)rng_below(rng, 3);
    options.reward = (enum lanes_reward)(rng_below(rng, 4) == 0);
    options.bits = rng_below(rng, 2);
    options.rivals = rng_below(rng, 3) == 0;
    options.changes = rng_below(rng, 2);
    options.limit = rng_below(rng, 2) ? 0 : 1 + (int)rng_below(rng, 200);
    options.count = 1 + (int)rng_below(rng, 9);
    return options;
}

/* Plays both for some steps with the same acts; they must stay the same. */
static inline void batches_play_both(struct batches_one *a, struct batches_one *b, int steps,
                                     struct rng *rng) {
    const struct lanes *lanes = batch_lanes(a->batch);
    batches_compare(a, 0, b);
    for (int i = 0; i < steps; i++) {
        batches_draw(a, rng);
        batch_sample(b->batch, b->acts);
        memcpy(b->acts, a->acts, batches_acts(a));
        batch_step(a->batch);
        batch_step(b->batch);
        batches_compare(a, 0, b);
        if (lanes->autoreset == LANES_DISABLED && rng_below(rng, 30) == 0) {
            batch_reset(a->batch, a->io.terminated);
            batch_reset(b->batch, b->io.terminated);
        }
    }
}

#endif
