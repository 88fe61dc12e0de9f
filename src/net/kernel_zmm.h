/* What kernels of 512 bits share: a group of 16 sums is a vector. */
#ifndef NET_KERNEL_ZMM_H
#define NET_KERNEL_ZMM_H

#include <immintrin.h>
#include <stdint.h>

KERNEL_TARGET static inline __m512i kernel_load(const int32_t *from) {
    return _mm512_loadu_si512(from);
}

KERNEL_TARGET static inline void kernel_store(int32_t *to, __m512i sums) {
    _mm512_storeu_si512(to, sums);
}

KERNEL_TARGET static inline __m512i kernel_keep(__m512i sums, const int32_t *k,
                                                const uint8_t *before) {
    __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)before));
    return _mm512_add_epi32(sums, _mm512_mullo_epi32(kernel_load(k), x));
}

KERNEL_TARGET static inline __m512i kernel_scale(__m512i sums, const float *scale) {
    __m512 value = _mm512_mul_ps(_mm512_cvtepi32_ps(sums), _mm512_loadu_ps(scale));
    value = _mm512_min_ps(_mm512_max_ps(value, _mm512_setzero_ps()), _mm512_set1_ps(255));
    return _mm512_cvtps_epi32(value);
}

KERNEL_TARGET static inline void kernel_write(uint8_t *to, const __m512i *numbers) {
    _mm_storeu_si128((__m128i *)to, _mm512_cvtepi32_epi8(*numbers));
}

#endif
