/* Textbook formulas, each named where it is used. */
#include "play/stats.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>

/* The sequential test looks first after so many groups, when their variance is known well enough,
 * and then after each so many. */
enum { SPRT_FIRST = 32, SPRT_STEP = 8 };
static const double sprt_error = 0.05;
/* What is added to the count of each outcome, so that the variance is never 0. */
static const double sprt_prior = 1e-3;
static const double normal95 = 1.959963985;

/* Welford's method. */
void stats_add(struct stats *stats, double value) {
    double before = value - stats->mean;
    stats->count++;
    stats->mean += before / (double)stats->count;
    stats->squares += before * (value - stats->mean);
}

double stats_error(const struct stats *stats) {
    double count = (double)stats->count;
    return stats->count < 2 ? NAN : sqrt(stats->squares / (count - 1) / count);
}

/* Returns the 97.5 % quantile of Student's t: exact for few degrees of freedom, then by Cornish and
 * Fisher's expansion. */
static double student95(uint64_t freedom) {
    static const double few[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                 2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
    double z = normal95, v = (double)freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    if (freedom <= sizeof few / sizeof *few) return few[freedom - 1];
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

double stats_interval(const struct stats *stats) {
    return stats->count < 2 ? NAN : student95(stats->count - 1) * stats_error(stats);
}

/* Groups with a standard error e tell as much as p (1 - p) / e^2 independent games would. */
struct stats_range stats_share_range(const struct stats *stats, double games) {
    if (stats->count < 2) return (struct stats_range){0, 1};
    double p = stats->mean, error = stats_error(stats), spread = p * (1 - p);
    double n = error > 0 && spread > 0 ? spread / (error * error) : games * (double)stats->count;
    double t = student95(stats->count - 1), scale = 1 + t * t / n;
    double middle = (p + t * t / (2 * n)) / scale;
    double half = t / scale * sqrt(spread / n + t * t / (4 * n * n));
    double low = p > 0 ? middle - half : 0, high = p < 1 ? middle + half : 1;
    return (struct stats_range){fmax(low, 0), fmin(high, 1)};
}

double stats_elo(double share) {
    return 400 * log10(share / (1 - share));
}

double stats_share(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

void stats_sprt_begin(struct stats_sprt *sprt, double elo0, double elo1, int outcomes) {
    assert(elo0 < elo1 && outcomes >= 3 && outcomes <= STATS_OUTCOMES_MAX);
    *sprt = (struct stats_sprt){
        .share0 = stats_share(elo0), .share1 = stats_share(elo1), .outcomes = outcomes};
}

/* The generalised test of Van den Bergh: the shares of groups are taken as normally distributed
 * with the variance that was found. */
double stats_sprt_ratio(const struct stats_sprt *sprt) {
    double count = 0, sum = 0, squares = 0;
    if (sprt->groups == 0) return 0;
    for (int i = 0; i < sprt->outcomes; i++) {
        double times = (double)sprt->counts[i] + sprt_prior,
               share = (double)i / (sprt->outcomes - 1);
        count += times;
        sum += times * share;
        squares += times * share * share;
    }
    double mean = sum / count, variance = squares / count - mean * mean;
    return count * (sprt->share1 - sprt->share0) * (2 * mean - sprt->share0 - sprt->share1) /
           (2 * variance);
}

enum stats_verdict stats_sprt_add(struct stats_sprt *sprt, int half_points) {
    assert(half_points >= 0 && half_points < sprt->outcomes);
    sprt->counts[half_points]++;
    sprt->groups++;
    if (sprt->groups < SPRT_FIRST || sprt->groups % SPRT_STEP) return STATS_OPEN;
    return stats_sprt_end(sprt);
}

enum stats_verdict stats_sprt_end(const struct stats_sprt *sprt) {
    double ratio = stats_sprt_ratio(sprt), bound = stats_sprt_bound();
    if (sprt->groups < STATS_SPRT_LEAST) return STATS_OPEN;
    return ratio >= bound ? STATS_H1 : ratio <= -bound ? STATS_H0 : STATS_OPEN;
}

double stats_sprt_bound(void) {
    return log((1 - sprt_error) / sprt_error);
}

/* Buckets are equal steps of the logarithm, from a nanosecond on. */
void stats_times_add(struct stats_times *times, double seconds) {
    double step = seconds > 1e-9 ? log2(seconds * 1e9) * STATS_TIMES_STEPS : 0;
    int bucket = step < STATS_TIMES_BUCKETS - 1 ? (int)step : STATS_TIMES_BUCKETS - 1;
    times->count++;
    times->seconds += seconds;
    times->buckets[bucket]++;
}

void stats_times_merge(struct stats_times *into, const struct stats_times *from) {
    into->count += from->count;
    into->seconds += from->seconds;
    for (int i = 0; i < STATS_TIMES_BUCKETS; i++) into->buckets[i] += from->buckets[i];
}

double stats_times_mean(const struct stats_times *times) {
    return times->count ? times->seconds / (double)times->count : NAN;
}

double stats_times_p99(const struct stats_times *times) {
    uint64_t seen = 0;
    if (times->count == 0) return NAN;
    for (int i = 0; i < STATS_TIMES_BUCKETS; i++) {
        seen += times->buckets[i];
        if ((double)seen >= 0.99 * (double)times->count)
            return exp2((i + 0.5) / STATS_TIMES_STEPS) * 1e-9;
    }
    return NAN;
}
