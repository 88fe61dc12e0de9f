/* AVX-VNNI: as AVX-512 with VNNI, for eight sums in an instruction and sixteen registers. */
#include "net/kernel.h"
#ifdef __x86_64__
#include <immintrin.h>

#define KERNEL_TARGET __attribute__((target("avx2,avxvnni")))
enum { KERNEL_LANES = 8, KERNEL_CELLS = 3, KERNEL_VECTORS = 4 };
typedef __m256i kernel_sums;

#include "net/kernel_bytes.h"
#include "net/kernel_ymm.h"

KERNEL_TARGET static inline __m256i kernel_spread(const uint8_t *in) {
    return kernel_spread_bytes(in);
}

KERNEL_TARGET static inline __m256i kernel_dot(__m256i sums, __m256i x, const int8_t *weights) {
    return _mm256_dpbusd_avx_epi32(sums, x, _mm256_load_si256((const __m256i *)weights));
}

#include "net/kernel_loops.h"
#include <cpuid.h>

/* Asks the processor itself: not every compiler knows this one's name. */
static bool runs(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return false;
    return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4 & 1);
}

const struct net_kernel net_kernel_vnni256 = KERNEL_OF("vnni256", runs);
#endif
