/* Looking ahead: the next numbers of a generator, computed together and before it is known how many
 * will be used. That is faster than one at a time, and does not branch. */
#ifndef BASE_RNG_AHEAD_H
#define BASE_RNG_AHEAD_H

#include "base/rng.h"
#include <string.h>

enum { RNG_AHEAD = 8 }; /* at least so many numbers */

struct rng_ahead {
    uint32_t blocks[3][4]; /* the generator's own, and the next two to be filled */
    uint32_t first;        /* of these 12, the next number */
};

/* Computes the next numbers. */
static inline void rng_ahead_look(struct rng_ahead *ahead, const struct rng *rng) {
    uint64_t block = (rng->index + 3) >> 2;
    memcpy(ahead->blocks[0], rng->block, sizeof rng->block);
    for (int i = 0; i < 2; i++) {
        struct rng next = {.seed = rng->seed, .stream = rng->stream};
        next.index = (block + (uint64_t)i) << 2;
        rng_fill(&next);
        memcpy(ahead->blocks[i + 1], next.block, sizeof next.block);
    }
    ahead->first = (((uint32_t)rng->index + 3) & 3) + 1;
}

/* Returns the number that is i < RNG_AHEAD after the next one. */
static inline uint32_t rng_ahead_number(const struct rng_ahead *ahead, uint32_t i) {
    uint32_t at = ahead->first + i;
    return ahead->blocks[at >> 2][at & 3];
}

/* Draws, from the number that is i after the next one, a number below n > 0 as rng_below does. Sets
 * *unsure if that might draw again. */
static inline uint32_t rng_ahead_below(const struct rng_ahead *ahead, uint32_t i, uint32_t n,
                                       bool *unsure) {
    uint64_t wide = (uint64_t)rng_ahead_number(ahead, i) * n;
    *unsure |= (uint32_t)wide < n;
    return (uint32_t)(wide >> 32);
}

/* Sets the generator to where it is after drawing 0 < count <= RNG_AHEAD numbers. */
static inline void rng_ahead_take(struct rng *rng, const struct rng_ahead *ahead, uint32_t count) {
    rng->index += count;
    memcpy(rng->block, ahead->blocks[(ahead->first + count - 1) >> 2], sizeof rng->block);
}

#endif
