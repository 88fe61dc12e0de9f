/* Numbers of a generator for code that draws many. They are computed side by side, which takes a
 * fraction of the time. rng_many_begin begins where the generator is; rng_many_end brings that to
 * where the drawing ended. In between, the generator must not be used. */
#ifndef BASE_RNG_MANY_H
#define BASE_RNG_MANY_H

#include "base/rng.h"
#include <string.h>

enum { RNG_MANY = 32 };

struct rng_many {
    struct rng *rng;
    uint64_t first; /* the index of the first number; a multiple of 4 */
    uint32_t at;    /* the next number */
    uint32_t number[RNG_MANY];
};

void rng_many_fill(struct rng_many *many, uint64_t first);

static inline void rng_many_begin(struct rng_many *many, struct rng *rng) {
    many->rng = rng;
    many->at = (uint32_t)(rng->index & 3);
    rng_many_fill(many, rng->index & ~UINT64_C(3));
}

static inline uint32_t rng_many_next(struct rng_many *many) {
    if (many->at == RNG_MANY) {
        rng_many_fill(many, many->first + RNG_MANY);
        many->at = 0;
    }
    return many->number[many->at++];
}

/* The same as rng_below. */
static inline uint32_t rng_many_below(struct rng_many *many, uint32_t n) {
    uint64_t wide = (uint64_t)rng_many_next(many) * n;
    if ((uint32_t)wide < n) {
        uint32_t surplus = (uint32_t)-n % n;
        while ((uint32_t)wide < surplus) wide = (uint64_t)rng_many_next(many) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* A place in the numbers, to return to. */
struct rng_many_mark {
    uint64_t first;
    uint32_t at;
};

static inline struct rng_many_mark rng_many_mark(const struct rng_many *many) {
    return (struct rng_many_mark){many->first, many->at};
}

static inline void rng_many_return(struct rng_many *many, struct rng_many_mark mark) {
    if (many->first != mark.first) rng_many_fill(many, mark.first);
    many->at = mark.at;
}

static inline void rng_many_end(struct rng_many *many) {
    struct rng *rng = many->rng;
    uint64_t index = many->first + many->at;
    if (index == rng->index) return;
    rng->index = index;
    uint32_t last = (many->at - 1) & ~3u; /* the block of the last number, as rng_next leaves it */
    memcpy(rng->block, many->number + last, sizeof rng->block);
}

#endif
