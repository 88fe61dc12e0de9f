/* What kernels of 256 bits share: a group of 16 sums is two vectors. */
#ifndef NET_KERNEL_YMM_H
#define NET_KERNEL_YMM_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

KERNEL_TARGET static inline __m256i kernel_load(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)from);
}

KERNEL_TARGET static inline void kernel_store(int32_t *to, __m256i sums) {
    _mm256_storeu_si256((__m256i *)to, sums);
}

/* The four bytes of one or two inputs, in every lane. */
KERNEL_TARGET static inline __m256i kernel_spread_bytes(const void *in) {
    int32_t four;
    memcpy(&four, in, sizeof four);
    return _mm256_set1_epi32(four);
}

KERNEL_TARGET static inline __m256i kernel_keep(__m256i sums, const int32_t *k,
                                                const uint8_t *before) {
    __m256i x = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)before));
    return _mm256_add_epi32(sums, _mm256_mullo_epi32(kernel_load(k), x));
}

KERNEL_TARGET static inline __m256i kernel_scale(__m256i sums, const float *scale) {
    __m256 value = _mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_loadu_ps(scale));
    value = _mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), _mm256_set1_ps(255));
    return _mm256_cvtps_epi32(value);
}

KERNEL_TARGET static inline void kernel_write(uint8_t *to, const __m256i *numbers) {
    __m256i words = _mm256_packus_epi32(numbers[0], numbers[1]);
    words = _mm256_permute4x64_epi64(words, 0xD8);
    __m128i low = _mm256_castsi256_si128(words), high = _mm256_extracti128_si256(words, 1);
    _mm_storeu_si128((__m128i *)to, _mm_packus_epi16(low, high));
}

#endif
