/* The project's random number generator. It is counter-based (Philox4x32-10): the number at (seed,
 * stream, index) is a pure function of the three, so results do not depend on the machine or on the
 * number of threads. Give each piece of work its own stream. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "base/text.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t seed, stream, index; /* index counts the 32-bit numbers drawn */
    uint32_t block[4];            /* the four numbers of block index / 4 */
};

enum { RNG_TEXT_MAX = 64 };

/* Computes the four numbers of a counter under a key. */
static inline void rng_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2]) {
    uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t p = (uint64_t)UINT32_C(0xD2511F53) * a, q = (uint64_t)UINT32_C(0xCD9E8D57) * c;
        a = (uint32_t)(q >> 32) ^ b ^ k0;
        b = (uint32_t)q;
        c = (uint32_t)(p >> 32) ^ d ^ k1;
        d = (uint32_t)p;
        k0 += UINT32_C(0x9E3779B9);
        k1 += UINT32_C(0xBB67AE85);
    }
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

static inline void rng_fill(struct rng *rng) {
    uint64_t block = rng->index >> 2;
    uint32_t counter[4] = {(uint32_t)block, (uint32_t)(block >> 32), (uint32_t)rng->stream,
                           (uint32_t)(rng->stream >> 32)};
    uint32_t key[2] = {(uint32_t)rng->seed, (uint32_t)(rng->seed >> 32)};
    rng_philox(rng->block, counter, key);
}

/* Returns a generator at any index, in constant time. */
static inline struct rng rng_at(uint64_t seed, uint64_t stream, uint64_t index) {
    struct rng rng = {.seed = seed, .stream = stream, .index = index};
    rng_fill(&rng);
    return rng;
}

static inline struct rng rng_new(uint64_t seed, uint64_t stream) {
    return rng_at(seed, stream, 0);
}

static inline uint32_t rng_next(struct rng *rng) {
    uint32_t lane = rng->index & 3;
    if (lane == 0) rng_fill(rng);
    rng->index++;
    return rng->block[lane];
}

/* Returns a number below n > 0, exactly uniform: the few draws that would bias it are rejected. */
static inline uint32_t rng_below(struct rng *rng, uint32_t n) {
    assert(n > 0);
    uint64_t wide = (uint64_t)rng_next(rng) * n;
    if ((uint32_t)wide < n) {
        uint32_t surplus = (uint32_t)-n % n;
        while ((uint32_t)wide < surplus) wide = (uint64_t)rng_next(rng) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* Returns a generator whose seed is the hash of a text. */
struct rng rng_from_string(const char *string, size_t length);

/* Writes the generator as text, and reads it back; false, with *rng unchanged, if the text is not
 * one that rng_write wrote. */
void rng_write(const struct rng *rng, struct text *out);
bool rng_read(struct rng *rng, const char *string, size_t length);

#endif
