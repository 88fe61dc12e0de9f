/* AVX-512 with VNNI: four products of a byte and an int8 for each of 16 sums in an instruction. */
#include "net/kernel.h"
#ifdef __x86_64__
#include <immintrin.h>

#define KERNEL_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))
enum { KERNEL_LANES = 16, KERNEL_CELLS = 9, KERNEL_VECTORS = 2 };
typedef __m512i kernel_sums;

#include "net/kernel_bytes.h"
#include "net/kernel_zmm.h"
#include <string.h>

KERNEL_TARGET static inline __m512i kernel_spread(const uint8_t *in) {
    int32_t four;
    memcpy(&four, in, sizeof four);
    return _mm512_set1_epi32(four);
}

KERNEL_TARGET static inline __m512i kernel_dot(__m512i sums, __m512i x, const int8_t *weights) {
    return _mm512_dpbusd_epi32(sums, x, _mm512_load_si512(weights));
}

#include "net/kernel_loops.h"

static bool runs(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

const struct net_kernel net_kernel_vnni = KERNEL_OF("vnni", runs);
#endif
