/* WebAssembly's SIMD128: two products of int16 for each of four sums. */
#include "net/kernel.h"
#include <wasm_simd128.h>

#define KERNEL_TARGET
/* With more vectors at a time, browsers run out of registers: 18 % slower. */
enum { KERNEL_LANES = 4, KERNEL_CELLS = 3, KERNEL_VECTORS = 1 };
typedef v128_t kernel_sums;
typedef int16_t kernel_input;
typedef int16_t kernel_weight;

static inline const int16_t *kernel_prepare(const uint8_t *in, int count, void *scratch) {
    v128_t *out = scratch;
    for (int i = 0; i < count; i += 8) *out++ = wasm_u16x8_load8x8(in + i);
    return scratch;
}

static inline v128_t kernel_spread(const int16_t *in) {
    return wasm_v128_load32_splat(in);
}

static inline v128_t kernel_dot(v128_t sums, v128_t x, const int16_t *weights) {
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(x, wasm_v128_load(weights)));
}

static inline v128_t kernel_load(const int32_t *from) {
    return wasm_v128_load(from);
}

static inline void kernel_store(int32_t *to, v128_t sums) {
    wasm_v128_store(to, sums);
}

static inline v128_t kernel_keep(v128_t sums, const int32_t *k, const uint8_t *before) {
    v128_t x =
        wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(before)));
    return wasm_i32x4_add(sums, wasm_i32x4_mul(kernel_load(k), x));
}

static inline v128_t kernel_scale(v128_t sums, const float *scale) {
    v128_t value = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums), wasm_v128_load(scale));
    value = wasm_f32x4_pmax(wasm_f32x4_const_splat(0), value);
    value = wasm_f32x4_pmin(wasm_f32x4_const_splat(255), value);
    return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(value));
}

static inline void kernel_write(uint8_t *to, const v128_t *numbers) {
    v128_t low = wasm_u16x8_narrow_i32x4(numbers[0], numbers[1]);
    v128_t high = wasm_u16x8_narrow_i32x4(numbers[2], numbers[3]);
    wasm_v128_store(to, wasm_u8x16_narrow_i16x8(low, high));
}

#include "net/kernel_loops.h"

static bool runs(void) {
    return true;
}

const struct net_kernel net_kernel_wasm = KERNEL_OF("simd128", runs);
