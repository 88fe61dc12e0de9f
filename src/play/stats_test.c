/* Statistics against values from tables and formulas worked out by hand, and the sequential test
 * against what it promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "play/stats.h"
#include <math.h>

static void expect_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) fail_msg("%.6f, not %.6f", value, expected);
}

static void expect_close(double value, double expected) {
    expect_near(value, expected, 1e-4 * fabs(expected) + 1e-9);
}

static void test_means(void **unused) {
    (void)unused;
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct stats stats = {.count = 0};
    assert_true(isnan(stats_error(&stats)) && isnan(stats_interval(&stats)));
    for (int i = 0; i < 8; i++) {
        stats_add(&stats, values[i]);
        if (i == 0) assert_true(isnan(stats_error(&stats)) && isnan(stats_interval(&stats)));
    }
    expect_close(stats.mean, 5);
    expect_close(stats_error(&stats), sqrt(32.0 / 7 / 8));
    expect_close(stats_interval(&stats), 2.3646 * sqrt(32.0 / 7 / 8));
}

/* Large values with small differences lose no digits. */
static void test_large_values(void **unused) {
    (void)unused;
    struct stats stats = {.count = 0};
    for (int i = 0; i < 1000; i++) stats_add(&stats, 1e9 + (i % 2 ? 1 : -1));
    expect_near(stats.mean, 1e9, 1e-6);
    expect_close(stats_error(&stats), sqrt(1.0 / 999));
}

/* The interval in standard errors is the quantile of Student's t, as in tables. */
static void test_student(void **unused) {
    (void)unused;
    static const struct {
        int freedom;
        double quantile;
    } rows[] = {{1, 12.7062},  {2, 4.3027},    {5, 2.5706},     {10, 2.2281},
                {11, 2.2010},  {20, 2.0860},   {30, 2.0423},    {60, 2.0003},
                {100, 1.9840}, {1000, 1.9623}, {100000, 1.9600}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        struct stats stats = {.count = 0};
        for (int i = 0; i <= rows[row].freedom; i++) stats_add(&stats, i % 3);
        expect_close(stats_interval(&stats) / stats_error(&stats), rows[row].quantile);
    }
}

static void test_elo(void **unused) {
    (void)unused;
    expect_near(stats_elo(0.5), 0, 1e-9);
    expect_close(stats_elo(0.75), 190.8485);
    expect_close(stats_elo(0.25), -190.8485);
    expect_close(stats_elo(0.64), 99.9522);
    assert_true(isinf(stats_elo(1)) && stats_elo(1) > 0);
    assert_true(isinf(stats_elo(0)) && stats_elo(0) < 0);
    for (double elo = -900; elo < 1000; elo += 150) expect_close(stats_elo(stats_share(elo)), elo);
    expect_close(stats_share(200), 0.759747);
}

/* Single games are as in the textbook: 60 of 100 won, 97.5 % of t with 99 degrees of freedom is
 * 1.98422. The variance is that of a sample, so the games count as 99. */
static void test_share_of_games(void **unused) {
    (void)unused;
    struct stats stats = {.count = 0};
    for (int i = 0; i < 100; i++) stats_add(&stats, i % 5 < 3);
    struct stats_range range = stats_share_range(&stats, 1);
    double n = 99, t = 1.98422, p = 0.6, scale = 1 + t * t / n;
    double half = t / scale * sqrt(p * (1 - p) / n + t * t / (4 * n * n));
    expect_close(range.low, (p + t * t / (2 * n)) / scale - half);
    expect_close(range.high, (p + t * t / (2 * n)) / scale + half);
}

/* Pairs that always split tell more than games that do not hang together; pairs that are won or
 * lost as a whole tell less. */
static void test_share_of_groups(void **unused) {
    (void)unused;
    struct stats even = {.count = 0}, single = {.count = 0}, whole = {.count = 0};
    for (int i = 0; i < 200; i++) {
        stats_add(&even, i % 20 ? 0.5 : i % 40 / 20.0);
        stats_add(&single, i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : 0.5);
        stats_add(&whole, i % 2);
    }
    double widths[3];
    const struct stats *all[] = {&even, &single, &whole};
    for (int i = 0; i < 3; i++) {
        struct stats_range range = stats_share_range(all[i], 2);
        expect_near((range.low + range.high) / 2, 0.5, 1e-9);
        widths[i] = range.high - range.low;
    }
    assert_true(widths[0] < widths[1] && widths[1] < widths[2]);
    expect_near(widths[1], 2 * 1.97 * 0.5 / sqrt(400), 1e-3); /* as 400 independent games */
}

/* At 100 % the low end is finite: n / (n + t^2) for n games. */
static void test_share_of_all(void **unused) {
    (void)unused;
    struct stats won = {.count = 0}, lost = {.count = 0};
    stats_add(&won, 1);
    struct stats_range range = stats_share_range(&won, 2);
    assert_true(range.low <= 0 && range.high >= 1); /* one group tells nothing */
    for (int i = 0; i < 50; i++) stats_add(&won, 1), stats_add(&lost, 0);
    range = stats_share_range(&won, 2);
    expect_close(range.low, 102 / (102 + 2.00856 * 2.00856));
    assert_true(range.high >= 1 && isinf(stats_elo(range.high)));
    assert_true(stats_elo(range.low) > 400 && isfinite(stats_elo(range.low)));
    range = stats_share_range(&lost, 2);
    assert_true(range.low <= 0 && isinf(stats_elo(range.low)) && stats_elo(range.high) < -400);
}

/* 100 pairs with variance 0.075 around an even score. */
static void test_sprt_ratio(void **unused) {
    (void)unused;
    static const int counts[] = {10, 20, 40, 20, 10};
    struct stats_sprt sprt;
    stats_sprt_begin(&sprt, 0, 10, 5);
    expect_near(stats_sprt_ratio(&sprt), 0, 0);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < counts[i]; k++) stats_sprt_add(&sprt, i);
    double distance = stats_share(10) - 0.5;
    expect_near(stats_sprt_ratio(&sprt), -100 * distance * distance / 0.15, 1e-3);
}

/* Plays pairs of games, won with a probability, until the test decides. Returns the verdict. */
static enum stats_verdict decide(struct rng *rng, double elo, double elo0, double elo1,
                                 uint64_t *groups) {
    struct stats_sprt sprt;
    enum stats_verdict verdict = STATS_OPEN;
    uint32_t share = (uint32_t)(stats_share(elo) * 1e9);
    stats_sprt_begin(&sprt, elo0, elo1, 5);
    while (verdict == STATS_OPEN) {
        int half_points = 0;
        for (int game = 0; game < 2; game++)
            half_points += 2 * (rng_below(rng, 1000000000) < share);
        verdict = stats_sprt_add(&sprt, half_points);
    }
    *groups += sprt.groups;
    return verdict;
}

/* The test errs in about 5 % of cases, and decides sooner where the truth is far from both. */
static void test_sprt_errors(void **unused) {
    (void)unused;
    enum { RUNS = 2000 };
    struct rng rng = rng_new(13, 6);
    uint64_t near = 0, far = 0;
    int wrong0 = 0, wrong1 = 0, wrong_far = 0;
    for (int run = 0; run < RUNS; run++) {
        wrong0 += decide(&rng, 0, 0, 40, &near) == STATS_H1;
        wrong1 += decide(&rng, 40, 0, 40, &near) == STATS_H0;
        wrong_far += decide(&rng, 300, 0, 40, &far) == STATS_H0;
    }
    assert_in_range(wrong0, RUNS / 50, RUNS * 7 / 100);
    assert_in_range(wrong1, RUNS / 50, RUNS * 7 / 100);
    assert_int_equal(wrong_far, 0);
    assert_true(far < near / 4);
}

/* The last look decides where no other one was due, but not on too few groups. */
static void test_sprt_end(void **unused) {
    (void)unused;
    struct stats_sprt sprt;
    expect_near(stats_sprt_bound(), 2.944, 1e-3);
    for (int won = 0; won < 2; won++) {
        stats_sprt_begin(&sprt, -50, 50, 5);
        assert_int_equal(stats_sprt_end(&sprt), STATS_OPEN);
        for (int i = 1; i < 32; i++) {
            assert_int_equal(stats_sprt_add(&sprt, 4 * won), STATS_OPEN);
            assert_true(fabs(stats_sprt_ratio(&sprt)) > stats_sprt_bound());
            assert_int_equal(stats_sprt_end(&sprt), i < STATS_SPRT_LEAST ? STATS_OPEN
                                                    : won                ? STATS_H1
                                                                         : STATS_H0);
        }
    }
    stats_sprt_begin(&sprt, -50, 50, 5);
    for (int i = 0; i < 31; i++) stats_sprt_add(&sprt, i % 5);
    assert_int_equal(stats_sprt_end(&sprt), STATS_OPEN);
}

/* Plays as few pairs of games as the last look takes. Returns its verdict. */
static enum stats_verdict decide_at_end(struct rng *rng, double elo, double elo0, double elo1) {
    struct stats_sprt sprt;
    uint32_t share = (uint32_t)(stats_share(elo) * 1e9);
    stats_sprt_begin(&sprt, elo0, elo1, 5);
    for (int group = 0; group < STATS_SPRT_LEAST; group++) {
        int half_points = 0;
        for (int game = 0; game < 2; game++)
            half_points += 2 * (rng_below(rng, 1000000000) < share);
        stats_sprt_add(&sprt, half_points);
    }
    return stats_sprt_end(&sprt);
}

/* A match that ends so early errs in at most 5 % of cases, too. */
static void test_sprt_end_errors(void **unused) {
    (void)unused;
    enum { RUNS = 4000 };
    static const int limits[][2] = {{0, 10}, {0, 40}, {-50, 50}, {0, 100}, {300, 500}};
    struct rng rng = rng_new(13, 7);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int elo0 = limits[i][0], elo1 = limits[i][1], wrong0 = 0, wrong1 = 0;
        for (int run = 0; run < RUNS; run++) {
            wrong0 += decide_at_end(&rng, elo0, elo0, elo1) == STATS_H1;
            wrong1 += decide_at_end(&rng, elo1, elo0, elo1) == STATS_H0;
        }
        assert_in_range(wrong0, 0, RUNS / 20);
        assert_in_range(wrong1, 0, RUNS / 20);
    }
}

/* Agents that are the same split every pair: no variance at all. */
static void test_sprt_without_variance(void **unused) {
    (void)unused;
    struct stats_sprt sprt;
    enum stats_verdict verdict = STATS_OPEN;
    stats_sprt_begin(&sprt, 0, 10, 5);
    for (int i = 0; verdict == STATS_OPEN && i < 1000; i++) verdict = stats_sprt_add(&sprt, 2);
    assert_int_equal(verdict, STATS_H0);
    assert_true(isfinite(stats_sprt_ratio(&sprt)));
}

static void test_times(void **unused) {
    (void)unused;
    static struct stats_times times, more;
    assert_true(isnan(stats_times_mean(&times)) && isnan(stats_times_p99(&times)));
    for (int i = 0; i < 985; i++) stats_times_add(&times, 1e-3);
    for (int i = 0; i < 10; i++) stats_times_add(&more, 0.5);
    for (int i = 0; i < 5; i++) stats_times_add(&more, 7);
    stats_times_merge(&times, &more);
    assert_int_equal(times.count, 1000);
    expect_close(stats_times_mean(&times), (0.985 + 5 + 35) / 1000);
    expect_near(stats_times_p99(&times), 0.5, 0.5 * 0.045);
}

/* Times that no clock shows are kept in bounds. */
static void test_odd_times(void **unused) {
    (void)unused;
    static struct stats_times times;
    stats_times_add(&times, 0);
    stats_times_add(&times, -1);
    assert_true(stats_times_p99(&times) < 2e-9);
    for (int i = 0; i < 1000; i++) stats_times_add(&times, 1e12);
    assert_int_equal(times.count, 1002);
    assert_true(stats_times_p99(&times) > 3600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_means),          cmocka_unit_test(test_large_values),
        cmocka_unit_test(test_student),        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_share_of_games), cmocka_unit_test(test_share_of_groups),
        cmocka_unit_test(test_share_of_all),   cmocka_unit_test(test_sprt_ratio),
        cmocka_unit_test(test_sprt_errors),    cmocka_unit_test(test_sprt_without_variance),
        cmocka_unit_test(test_sprt_end),       cmocka_unit_test(test_sprt_end_errors),
        cmocka_unit_test(test_times),          cmocka_unit_test(test_odd_times),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
