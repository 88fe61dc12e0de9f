/* AVX2: two products of int16 for each of eight sums. Products of bytes would be saturated. */
#include "net/kernel.h"
#ifdef __x86_64__
#include <immintrin.h>

#define KERNEL_TARGET __attribute__((target("avx2")))
enum { KERNEL_LANES = 8, KERNEL_CELLS = 3, KERNEL_VECTORS = 4 };
typedef __m256i kernel_sums;
typedef int16_t kernel_input;
typedef int16_t kernel_weight;

#include "net/kernel_ymm.h"

KERNEL_TARGET static inline const int16_t *kernel_prepare(const uint8_t *in, int count,
                                                          void *scratch) {
    __m256i *out = scratch;
    for (int i = 0; i < count; i += 16)
        _mm256_store_si256(out++, _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(in + i))));
    return scratch;
}

KERNEL_TARGET static inline __m256i kernel_spread(const int16_t *in) {
    return kernel_spread_bytes(in);
}

KERNEL_TARGET static inline __m256i kernel_dot(__m256i sums, __m256i x, const int16_t *weights) {
    __m256i products = _mm256_madd_epi16(x, _mm256_load_si256((const __m256i *)weights));
    return _mm256_add_epi32(sums, products);
}

#include "net/kernel_loops.h"

static bool runs(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}

const struct net_kernel net_kernel_avx2 = KERNEL_OF("avx2", runs);
#endif
