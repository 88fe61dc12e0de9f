/* Bit sets: up to 64 members in one integer, or more in an array of 64-bit limbs. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

/* Returns the number of members. */
static inline int bits_count(uint64_t set) {
    return __builtin_popcountll(set);
}

/* Returns the lowest member; the set must not be empty. */
static inline int bits_low(uint64_t set) {
    return __builtin_ctzll(set);
}

/* Returns the set without its lowest member. */
static inline uint64_t bits_rest(uint64_t set) {
    return set & (set - 1);
}

/* Returns the n-th lowest member, counted from 0; n must be below the count. */
static inline int bits_nth(uint64_t set, int n) {
#ifdef __BMI2__
    return bits_low(__builtin_ia32_pdep_di(UINT64_C(1) << n, set));
#else
    int first = 0;
    for (int half = 32; half >= 8 && set > UINT8_MAX; half /= 2) {
        int here = bits_count(set & ((UINT64_C(1) << half) - 1)), past = n >= here ? half : 0;
        n -= past ? here : 0;
        set >>= past;
        first += past;
    }
    while (n-- > 0) set = bits_rest(set);
    return first + bits_low(set);
#endif
}

/* The same for a set of several limbs: is `i` a member, add it, remove it. */
static inline int bits_has(const uint64_t *limbs, int i) {
    return (int)(limbs[i >> 6] >> (i & 63) & 1);
}

static inline void bits_add(uint64_t *limbs, int i) {
    limbs[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline void bits_drop(uint64_t *limbs, int i) {
    limbs[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

#endif
