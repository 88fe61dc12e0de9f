/* Bits spread to bytes: each bit becomes a byte of 0 or 1, the lowest first. */
#ifndef BASE_BITS_SPREAD_H
#define BASE_BITS_SPREAD_H

#include <stdint.h>
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__BMI2__)
#include <x86intrin.h>
#endif

/* Returns 8 bits as 8 bytes. */
static inline uint64_t bits_spread_8(unsigned bits) {
#ifdef __BMI2__
    return _pdep_u64(bits, UINT64_C(0x0101010101010101));
#else
    /* Each byte gets a copy of all bits and keeps its own; adding 0x7F carries that to the top. */
    uint64_t own = (bits & 0xFF) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (own + UINT64_C(0x007F7F7F7F7F7F7F)) >> 7 & UINT64_C(0x0101010101010101);
#endif
}

/* Writes 32 bits as 32 bytes. */
static inline void bits_spread_32(uint32_t bits, uint8_t *out) {
#ifdef __AVX2__
    const __m256i copy =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i own = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
    __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), copy);
    __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(all, own), own);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_and_si256(set, _mm256_set1_epi8(1)));
#else
    for (int i = 0; i < 4; i++) {
        uint64_t bytes = bits_spread_8(bits >> 8 * i & 0xFF);
        memcpy(out + 8 * i, &bytes, sizeof bytes);
    }
#endif
}

#endif
