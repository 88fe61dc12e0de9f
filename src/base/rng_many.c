/* Several blocks of Philox at once. */
#include "base/rng_many.h"
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

/* A number of each of four blocks, in the lower half of 64 bits; the upper half may be anything. */
typedef uint64_t four __attribute__((vector_size(32)));

/* By address, since how vectors are passed depends on the machine. */
static inline void multiply(const four *a, uint32_t b, four *product) {
#ifdef __AVX2__
    *product = (four)_mm256_mul_epu32((__m256i)*a, _mm256_set1_epi32((int)b));
#else
    *product = (*a & UINT32_MAX) * (uint64_t)b;
#endif
}

/* As rng_philox, of four counters in a row. */
static inline void fill_four(const struct rng *rng, uint64_t block, uint32_t *out) {
    four a = block + (four){0, 1, 2, 3}, b = a >> 32, c = (four){0} + rng->stream, d = c >> 32;
    uint32_t k0 = (uint32_t)rng->seed, k1 = (uint32_t)(rng->seed >> 32);
    for (int round = 0; round < 10; round++) {
        four p, q;
        multiply(&a, UINT32_C(0xD2511F53), &p);
        multiply(&c, UINT32_C(0xCD9E8D57), &q);
        a = q >> 32 ^ b ^ k0, b = q;
        c = p >> 32 ^ d ^ k1, d = p;
        k0 += UINT32_C(0x9E3779B9), k1 += UINT32_C(0xBB67AE85);
    }
    four ab = (a & UINT32_MAX) | b << 32, cd = (c & UINT32_MAX) | d << 32;
    four blocks[2] = {__builtin_shufflevector(ab, cd, 0, 4, 1, 5),
                      __builtin_shufflevector(ab, cd, 2, 6, 3, 7)};
    memcpy(out, blocks, sizeof blocks);
}

void rng_many_fill(struct rng_many *many, uint64_t first) {
    for (uint32_t i = 0; i < RNG_MANY; i += 16)
        fill_four(many->rng, (first + i) >> 2, many->number + i);
    many->first = first;
}
