/* Sets of cells as bitboards.
 *
 * A cell's bit is row * stride + col, where the stride is one more than the columns. The extra
 * guard column is never set: it stops what is shifted left or right over the edge. What is shifted
 * over the top or bottom falls off. Boards of up to 128 bits take two limbs (64-bit words), larger
 * ones four. Every function takes the number of limbs; if that is a constant, the compiler unrolls
 * the loops. */
#ifndef LINES_SET_H
#define LINES_SET_H

#include "base/bits.h"
#include <stdbool.h>

/* Sanitizers take many seconds over all of it in one function, and it runs no faster then. */
#ifdef SANITIZED
#define LINES_INLINE static inline
#else
#define LINES_INLINE static inline __attribute__((always_inline))
#endif

/* Makes a type one of 32 bytes, which most processors handle at once. */
#define LINES_VECTOR __attribute__((vector_size(32)))

enum { LINES_LIMBS_MAX = 4 };

struct lines_set {
    uint64_t at[LINES_LIMBS_MAX];
};

LINES_INLINE struct lines_set lines_set_none(void) {
    return (struct lines_set){{0}};
}

LINES_INLINE struct lines_set lines_set_one(int bit, int limbs) {
    struct lines_set one = lines_set_none();
    for (int i = 0; i < limbs; i++) one.at[i] = bit >> 6 == i ? UINT64_C(1) << (bit & 63) : 0;
    return one;
}

LINES_INLINE struct lines_set lines_set_load(const uint64_t *from, int limbs) {
    struct lines_set set = lines_set_none();
    for (int i = 0; i < limbs; i++) set.at[i] = from[i];
    return set;
}

LINES_INLINE void lines_set_store(uint64_t *to, struct lines_set set, int limbs) {
    for (int i = 0; i < limbs; i++) to[i] = set.at[i];
}

LINES_INLINE struct lines_set lines_set_or(struct lines_set a, struct lines_set b, int limbs) {
    for (int i = 0; i < limbs; i++) a.at[i] |= b.at[i];
    return a;
}

LINES_INLINE struct lines_set lines_set_and(struct lines_set a, struct lines_set b, int limbs) {
    for (int i = 0; i < limbs; i++) a.at[i] &= b.at[i];
    return a;
}

LINES_INLINE struct lines_set lines_set_minus(struct lines_set a, struct lines_set b, int limbs) {
    for (int i = 0; i < limbs; i++) a.at[i] &= ~b.at[i];
    return a;
}

LINES_INLINE struct lines_set lines_set_xor(struct lines_set a, struct lines_set b, int limbs) {
    for (int i = 0; i < limbs; i++) a.at[i] ^= b.at[i];
    return a;
}

LINES_INLINE bool lines_set_any(struct lines_set a, int limbs) {
    uint64_t any = 0;
    for (int i = 0; i < limbs; i++) any |= a.at[i];
    return any != 0;
}

LINES_INLINE int lines_set_count(struct lines_set a, int limbs) {
    int count = 0;
    for (int i = 0; i < limbs; i++) count += bits_count(a.at[i]);
    return count;
}

/* Shifts up by 0 < by < 64 bits. */
LINES_INLINE struct lines_set lines_set_up(struct lines_set a, int by, int limbs) {
    for (int i = limbs - 1; i > 0; i--) a.at[i] = a.at[i] << by | a.at[i - 1] >> (64 - by);
    a.at[0] <<= by;
    return a;
}

LINES_INLINE struct lines_set lines_set_down(struct lines_set a, int by, int limbs) {
    for (int i = 0; i < limbs - 1; i++) a.at[i] = a.at[i] >> by | a.at[i + 1] << (64 - by);
    a.at[limbs - 1] >>= by;
    return a;
}

/* Returns the lowest member alone. */
LINES_INLINE struct lines_set lines_set_first(struct lines_set a, int limbs) {
    struct lines_set first = lines_set_none();
    bool found = false;
    for (int i = 0; i < limbs; i++) {
        first.at[i] = found ? 0 : a.at[i] & -a.at[i];
        found |= a.at[i] != 0;
    }
    return first;
}

/* Returns the bit of the n-th lowest member, from 0; n must be below the count. */
LINES_INLINE int lines_set_nth(struct lines_set a, int n, int limbs) {
    int i = 0;
    for (int here; i < limbs - 1 && n >= (here = bits_count(a.at[i])); i++) n -= here;
    return 64 * i + bits_nth(a.at[i], n);
}

/* Returns all neighbours of the members, not diagonal; some may be in the guard column. */
LINES_INLINE struct lines_set lines_set_neighbours(struct lines_set a, int stride, int limbs) {
    struct lines_set beside =
        lines_set_or(lines_set_up(a, 1, limbs), lines_set_down(a, 1, limbs), limbs);
    struct lines_set over =
        lines_set_or(lines_set_up(a, stride, limbs), lines_set_down(a, stride, limbs), limbs);
    return lines_set_or(beside, over, limbs);
}

/* Adds to the members, all in `open`, the open cells to their right up to the first gap. The carry
 * of an addition runs along them. */
LINES_INLINE struct lines_set lines_set_fill_right(struct lines_set a, struct lines_set open,
                                                   int limbs) {
    uint64_t carry = 0;
    for (int i = 0; i < limbs; i++) {
        uint64_t sum = open.at[i] + a.at[i], over = sum < a.at[i];
        sum += carry;
        carry = over | (sum < carry);
        a.at[i] |= open.at[i] & ~sum;
    }
    return a;
}

/* Returns the cells of `open` that can be reached from `from`, which may lie outside it. */
LINES_INLINE struct lines_set lines_set_flood(struct lines_set from, struct lines_set open,
                                              int stride, int limbs) {
    struct lines_set filled = lines_set_and(
        lines_set_or(from, lines_set_neighbours(from, stride, limbs), limbs), open, limbs);
    struct lines_set more;
    do {
        filled = lines_set_fill_right(filled, open, limbs);
        more = lines_set_minus(
            lines_set_and(lines_set_neighbours(filled, stride, limbs), open, limbs), filled, limbs);
        filled = lines_set_or(filled, more, limbs);
    } while (lines_set_any(more, limbs));
    return filled;
}

/* Returns whether `to`, one cell of `open`, can be reached from `from`: a flood that ends there. */
LINES_INLINE bool lines_set_leads(struct lines_set from, struct lines_set to, struct lines_set open,
                                  int stride, int limbs) {
    struct lines_set more = lines_set_neighbours(from, stride, limbs), filled = lines_set_none();
    do {
        filled = lines_set_or(filled, lines_set_and(more, open, limbs), limbs);
        filled = lines_set_fill_right(filled, open, limbs);
        more = lines_set_neighbours(filled, stride, limbs);
        if (lines_set_any(lines_set_and(lines_set_or(more, filled, limbs), to, limbs), limbs))
            return true;
    } while (
        lines_set_any(lines_set_minus(lines_set_and(more, open, limbs), filled, limbs), limbs));
    return false;
}

#endif
