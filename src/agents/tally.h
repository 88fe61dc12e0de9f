/* Mean and spread of values, added up as they come. Only exact operations and square roots: the
 * same on every machine. */
#ifndef AGENTS_TALLY_H
#define AGENTS_TALLY_H

#include <math.h>
#include <stdint.h>

struct tally {
    double sum, squares;
    uint64_t count;
};

static inline void tally_add(struct tally *tally, double value) {
    tally->sum += value;
    tally->squares += value * value;
    tally->count++;
}

static inline void tally_merge(struct tally *tally, const struct tally *other) {
    tally->sum += other->sum;
    tally->squares += other->squares;
    tally->count += other->count;
}

/* Minus infinity of no values. */
static inline double tally_mean(const struct tally *tally) {
    return tally->count ? tally->sum / (double)tally->count : -INFINITY;
}

static inline double tally_variance(const struct tally *tally) {
    if (tally->count < 2) return 0;
    double n = (double)tally->count, mean = tally->sum / n;
    double variance = (tally->squares - n * mean * mean) / (n - 1);
    return variance > 0 ? variance : 0;
}

/* Returns the standard error of the mean. The variance of few values is not known well: it is drawn
 * to that of all acts together. */
static inline double tally_error(const struct tally *tally, double all) {
    double n = (double)tally->count, prior = 4;
    return sqrt((n * tally_variance(tally) + prior * all) / (n + prior) / n);
}

#endif
