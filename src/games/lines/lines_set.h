/* Sets of cells as bitboards.
 *
 * A cell's bit is row * stride + col, where the stride is one more than the columns: the guard
 * column that is never set stops whatever is shifted left or right over the edge, and top and
 * bottom fall off by themselves. Boards of up to 128 bits take two words, all others four. Every
 * function says its number of words; where that is a constant the compiler leaves no loop. */
#ifndef LINES_SET_H
#define LINES_SET_H

#include "base/bits.h"
#include <stdbool.h>

#define SET_INLINE static inline __attribute__((always_inline))

enum { SET_WORDS_MAX = 4, SET_BITS_MAX = 64 * SET_WORDS_MAX };

struct set {
    uint64_t at[SET_WORDS_MAX];
};

SET_INLINE struct set set_none(void) {
    return (struct set){{0}};
}

SET_INLINE struct set set_one(int bit, int words) {
    struct set one = set_none();
    for (int i = 0; i < words; i++) one.at[i] = bit >> 6 == i ? UINT64_C(1) << (bit & 63) : 0;
    return one;
}

SET_INLINE struct set set_load(const uint64_t *from, int words) {
    struct set set = set_none();
    for (int i = 0; i < words; i++) set.at[i] = from[i];
    return set;
}

SET_INLINE void set_store(uint64_t *to, struct set set, int words) {
    for (int i = 0; i < words; i++) to[i] = set.at[i];
}

SET_INLINE struct set set_or(struct set a, struct set b, int words) {
    for (int i = 0; i < words; i++) a.at[i] |= b.at[i];
    return a;
}

SET_INLINE struct set set_and(struct set a, struct set b, int words) {
    for (int i = 0; i < words; i++) a.at[i] &= b.at[i];
    return a;
}

/* a without b. */
SET_INLINE struct set set_less(struct set a, struct set b, int words) {
    for (int i = 0; i < words; i++) a.at[i] &= ~b.at[i];
    return a;
}

SET_INLINE struct set set_differ(struct set a, struct set b, int words) {
    for (int i = 0; i < words; i++) a.at[i] ^= b.at[i];
    return a;
}

SET_INLINE bool set_any(struct set a, int words) {
    uint64_t any = 0;
    for (int i = 0; i < words; i++) any |= a.at[i];
    return any != 0;
}

SET_INLINE int set_count(struct set a, int words) {
    int count = 0;
    for (int i = 0; i < words; i++) count += bits_count(a.at[i]);
    return count;
}

/* Each member moves `by` bits up, 0 < by < 64. */
SET_INLINE struct set set_up(struct set a, int by, int words) {
    for (int i = words - 1; i > 0; i--) a.at[i] = a.at[i] << by | a.at[i - 1] >> (64 - by);
    a.at[0] <<= by;
    return a;
}

SET_INLINE struct set set_down(struct set a, int by, int words) {
    for (int i = 0; i < words - 1; i++) a.at[i] = a.at[i] >> by | a.at[i + 1] << (64 - by);
    a.at[words - 1] >>= by;
    return a;
}

/* The lowest member alone. */
SET_INLINE struct set set_first(struct set a, int words) {
    struct set first = set_none();
    bool found = false;
    for (int i = 0; i < words; i++) {
        first.at[i] = found ? 0 : a.at[i] & -a.at[i];
        found |= a.at[i] != 0;
    }
    return first;
}

/* The n-th lowest member, from 0; n must be below the count. */
SET_INLINE int set_nth(struct set a, int n, int words) {
    int i = 0;
    for (int here; i < words - 1 && n >= (here = bits_count(a.at[i])); i++) n -= here;
    return 64 * i + bits_nth(a.at[i], n);
}

/* The four neighbours of the members; some of these may be guards. */
SET_INLINE struct set set_around(struct set a, int stride, int words) {
    struct set beside = set_or(set_up(a, 1, words), set_down(a, 1, words), words);
    struct set over = set_or(set_up(a, stride, words), set_down(a, stride, words), words);
    return set_or(beside, over, words);
}

/* The members, of `open`, and all of it that lies to their right without a gap: adding carries each
 * on to the next cell that is not open. */
SET_INLINE struct set set_slide(struct set a, struct set open, int words) {
    uint64_t carry = 0;
    for (int i = 0; i < words; i++) {
        uint64_t sum = open.at[i] + a.at[i], over = sum < a.at[i];
        sum += carry;
        carry = over | (sum < carry);
        a.at[i] |= open.at[i] & ~sum;
    }
    return a;
}

/* All of `open` that can be walked to from the members of `from`, which may lie outside it. */
SET_INLINE struct set set_flood(struct set from, struct set open, int stride, int words) {
    struct set filled = set_and(set_or(from, set_around(from, stride, words), words), open, words);
    struct set more;
    do {
        filled = set_slide(filled, open, words);
        more = set_less(set_and(set_around(filled, stride, words), open, words), filled, words);
        filled = set_or(filled, more, words);
    } while (set_any(more, words));
    return filled;
}

#endif
