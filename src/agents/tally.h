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

/* How the values of several acts lie: about the mean of all, acts by `between` and the values of
 * one act by `within`, both variances. */
struct tally_spread {
    double mean, within, between;
    /* While tallies are added: */
    struct tally all;
    double squares, freedom, error_squares, acts, counts_squared;
};

static inline void tally_spread_add(struct tally_spread *spread, const struct tally *tally) {
    double n = (double)tally->count;
    if (!tally->count) return;
    tally_merge(&spread->all, tally);
    spread->squares += tally->sum * tally->sum / n;
    spread->error_squares += (n - 1) * tally_variance(tally);
    spread->freedom += n - 1;
    spread->counts_squared += n * n;
    spread->acts++;
}

/* Between acts it is never less than a hundredth of what it is within them. */
static inline void tally_spread_end(struct tally_spread *spread) {
    double n = (double)spread->all.count, least;
    if (!spread->all.count) return;
    spread->mean = spread->all.sum / n;
    spread->within = spread->freedom > 0 ? spread->error_squares / spread->freedom
                                         : tally_variance(&spread->all);
    if (spread->acts > 1) {
        double each = (n - spread->counts_squared / n) / (spread->acts - 1);
        double means = (spread->squares - n * spread->mean * spread->mean) / (spread->acts - 1);
        spread->between = (means - spread->within) / each;
    }
    least = spread->within / 100;
    if (!(spread->between > least)) spread->between = least;
}

/* Estimates the value of an act, and its standard error. The mean of few values may be far off: it
 * is drawn to that of all acts. Nor is a spread known before the values differ: one in as many
 * could have been another point. */
static inline double tally_estimate(const struct tally *tally, const struct tally_spread *spread,
                                    double *error) {
    double n = (double)tally->count, prior = 4, unseen = 1 / (n + 1);
    double variance = (n * tally_variance(tally) + prior * spread->within) / (n + prior);
    double trust = spread->between > 0 ? spread->between / (spread->between + variance / n) : 1;
    *error = sqrt(trust * variance / n + unseen * unseen);
    return spread->mean + trust * (tally->sum / n - spread->mean);
}

#endif
