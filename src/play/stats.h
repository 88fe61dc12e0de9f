/* Statistics of matches: means and their intervals, Elo, a sequential test, and thinking times.
 * Intervals hold with 95 %. */
#ifndef PLAY_STATS_H
#define PLAY_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Independent values, as one of each group of games that share their luck. */
struct stats {
    uint64_t count;
    double mean, squares; /* squares: the sum of the squared distances from the mean */
};

void stats_add(struct stats *stats, double value);
/* Returns the standard error of the mean, and half the width of the mean's interval by Student's t;
 * NaN if there are fewer than two values. */
double stats_error(const struct stats *stats);
double stats_interval(const struct stats *stats);

struct stats_range {
    double low, high;
};

/* Returns the interval of a share: the mean of values from 0 to 1, each the share of the points won
 * in `games` games. It is Wilson's, so it is sane if all games were won, too. */
struct stats_range stats_share_range(const struct stats *stats, double games);

/* Elo difference to a share of the points, infinite at 0 and 1; and back. */
double stats_elo(double share);
double stats_share(double elo);

/* Wald's sequential test of H0, the difference is elo0, against H1, it is elo1; each is wrongly
 * taken with 5 %. It works on groups of games, whose results may depend on each other. */
enum { STATS_OUTCOMES_MAX = 32 };
enum stats_verdict { STATS_OPEN, STATS_H0, STATS_H1 };

struct stats_sprt {
    double share0, share1;
    int outcomes; /* of a group: from 0 to outcomes - 1 half points */
    uint64_t groups;
    uint64_t counts[STATS_OUTCOMES_MAX];
};

void stats_sprt_begin(struct stats_sprt *sprt, double elo0, double elo1, int outcomes);
/* Adds a group's half points. Returns the verdict, which falls only at certain numbers of groups.
 */
enum stats_verdict stats_sprt_add(struct stats_sprt *sprt, int half_points);
/* Returns the verdict when no groups are to come. It is open if there are fewer than
 * STATS_SPRT_LEAST, which tell too little of their variance. */
enum { STATS_SPRT_LEAST = 16 };
enum stats_verdict stats_sprt_end(const struct stats_sprt *sprt);
/* H1 is taken where the ratio reaches this bound, H0 at its negative. */
double stats_sprt_bound(void);
/* Returns the logarithm of the likelihood ratio of H1 to H0; 0 without groups. */
double stats_sprt_ratio(const struct stats_sprt *sprt);

/* Times in a histogram, each bucket about 4 % wide. */
enum { STATS_TIMES_STEPS = 16, STATS_TIMES_BUCKETS = 44 * STATS_TIMES_STEPS };

struct stats_times {
    uint64_t count;
    double seconds;
    uint64_t buckets[STATS_TIMES_BUCKETS];
};

void stats_times_add(struct stats_times *times, double seconds);
void stats_times_merge(struct stats_times *into, const struct stats_times *from);
double stats_times_mean(const struct stats_times *times);
/* Returns the time that 99 % of all are not longer than, to the accuracy of a bucket. */
double stats_times_p99(const struct stats_times *times);

#endif
