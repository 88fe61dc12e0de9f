/* Ratings: the paper's example, what must hold of any, and numbers that make no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "store/glicko.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>

static void require_near(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.6f is not near %.6f", value, expected);
}

static void paper_example(void **unused) {
    (void)unused;
    const struct glicko_result results[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    struct glicko after = glicko_after((struct glicko){1500, 200, 0.06}, results, 3);
    require_near(after.rating, 1464.06, 0.01);
    require_near(after.deviation, 151.52, 0.01);
    require_near(after.volatility, 0.05999, 0.00001);
}

/* Wins raise, losses lower by as much between equals, and a game makes surer. */
static void games_between_equals(void **unused) {
    (void)unused;
    struct glicko new = GLICKO_NEW;
    struct glicko won = glicko_after(new, &(struct glicko_result){new, 1}, 1);
    struct glicko lost = glicko_after(new, &(struct glicko_result){new, 0}, 1);
    struct glicko drawn = glicko_after(new, &(struct glicko_result){new, 0.5}, 1);
    assert_true(won.rating > 1600 && won.rating < 1700);
    require_near(won.rating + lost.rating, 3000, 1e-6);
    require_near(drawn.rating, 1500, 1e-9);
    assert_true(won.deviation < 350 && lost.deviation < 350 && drawn.deviation < 350);
}

/* A surprise moves more than what was expected; a doubtful opponent moves less. */
static void surprises_count_more(void **unused) {
    (void)unused;
    struct glicko player = {1500, 100, 0.06}, weak = {1200, 50, 0.06}, strong = {1800, 50, 0.06};
    struct glicko doubtful = {1800, 350, 0.06};
    double over_weak = glicko_after(player, &(struct glicko_result){weak, 1}, 1).rating;
    double over_strong = glicko_after(player, &(struct glicko_result){strong, 1}, 1).rating;
    double over_doubtful = glicko_after(player, &(struct glicko_result){doubtful, 1}, 1).rating;
    assert_true(1500 < over_weak && over_weak < over_doubtful && over_doubtful < over_strong);
}

/* The volatility grows where results are wild. */
static void wild_results_unsettle(void **unused) {
    (void)unused;
    struct glicko player = {1500, 50, 0.06}, weak = {900, 50, 0.06};
    struct glicko_result losses[7];
    for (int i = 0; i < 7; i++) losses[i] = (struct glicko_result){weak, 0};
    assert_true(glicko_after(player, losses, 7).volatility > 0.0601);
}

static void idling_makes_less_sure(void **unused) {
    (void)unused;
    struct glicko player = {1600, 50, 0.06};
    struct glicko idle = glicko_idle(player, 10);
    require_near(idle.rating, 1600, 0);
    require_near(idle.deviation, sqrt(50 * 50 + 10 * pow(0.06 * 173.7178, 2)), 1e-9);
    require_near(idle.volatility, 0.06, 0);
    struct glicko twice = glicko_idle(glicko_idle(player, 4), 6);
    require_near(twice.deviation, idle.deviation, 1e-9);
    require_near(glicko_idle(player, 1e300).deviation, 350, 0);
    require_near(glicko_idle(player, INFINITY).deviation, 350, 0);
    require_near(glicko_idle(player, -5).deviation, 50, 0);
    require_near(glicko_idle(player, NAN).deviation, 50, 0);
}

static void without_results_nothing_changes(void **unused) {
    (void)unused;
    struct glicko after = glicko_after((struct glicko){1234, 99, 0.05}, NULL, 0);
    assert_true(after.rating == 1234 && after.deviation == 99 && after.volatility == 0.05);
}

static void require_bounded(struct glicko glicko) {
    assert_true(glicko.rating >= 100 && glicko.rating <= 4000);
    assert_true(glicko.deviation >= 25 && glicko.deviation <= 350);
    assert_true(glicko.volatility >= 0.001 && glicko.volatility <= 0.2);
}

static void senseless_numbers_do_no_harm(void **unused) {
    (void)unused;
    const double odd[] = {0,   -1,      1,       1500,     350, 0.06,     1e-300,
                          NAN, DBL_MAX, DBL_MIN, INFINITY, 1e9, -INFINITY};
    enum { ODD = sizeof odd / sizeof *odd };
    struct rng rng = rng_new(7, 0);
    for (int i = 0; i < 20000; i++) {
        double drawn[8];
        for (int k = 0; k < 8; k++) drawn[k] = odd[rng_below(&rng, ODD)];
        struct glicko player = {drawn[0], drawn[1], drawn[2]};
        struct glicko_result one = {{drawn[3], drawn[4], drawn[5]}, drawn[6]};
        struct glicko_result results[] = {one, one, {player, drawn[7]}};
        require_bounded(glicko_after(player, results, 1 + (int)rng_below(&rng, 3)));
        require_bounded(glicko_idle(player, drawn[6]));
    }
}

/* Whoever wins forever stays within bounds, and so does who loses. */
static void series_stay_within_bounds(void **unused) {
    (void)unused;
    struct glicko best = GLICKO_NEW, worst = GLICKO_NEW;
    for (int i = 0; i < 5000; i++) {
        struct glicko before = best;
        best = glicko_after(best, &(struct glicko_result){worst, 1}, 1);
        worst = glicko_after(worst, &(struct glicko_result){before, 0}, 1);
        require_bounded(best);
        require_bounded(worst);
    }
    assert_true(best.rating > worst.rating + 500);
}

/* Players of known strength get ratings near it, in games of eight rated pair by pair. */
static void ratings_find_the_strength(void **unused) {
    (void)unused;
    enum { PLAYERS = 8, GAMES = 400 };
    struct glicko players[PLAYERS];
    struct rng rng = rng_new(3, 0);
    for (int i = 0; i < PLAYERS; i++) players[i] = GLICKO_NEW;
    for (int game = 0; game < GAMES; game++) {
        struct glicko after[PLAYERS];
        double luck[PLAYERS];
        for (int i = 0; i < PLAYERS; i++) luck[i] = i + (double)rng_below(&rng, 4000) / 1000;
        for (int i = 0; i < PLAYERS; i++) {
            struct glicko_result results[PLAYERS];
            int count = 0;
            for (int k = 0; k < PLAYERS; k++)
                if (k != i)
                    results[count++] = (struct glicko_result){players[k], luck[i] > luck[k]};
            after[i] = glicko_after(players[i], results, count);
        }
        for (int i = 0; i < PLAYERS; i++) players[i] = after[i];
    }
    for (int i = 1; i < PLAYERS; i++) assert_true(players[i].rating > players[i - 1].rating);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_example),
        cmocka_unit_test(games_between_equals),
        cmocka_unit_test(surprises_count_more),
        cmocka_unit_test(wild_results_unsettle),
        cmocka_unit_test(idling_makes_less_sure),
        cmocka_unit_test(without_results_nothing_changes),
        cmocka_unit_test(senseless_numbers_do_no_harm),
        cmocka_unit_test(series_stay_within_bounds),
        cmocka_unit_test(ratings_find_the_strength),
    };
    return cmocka_run_group_tests_name("glicko", tests, NULL, NULL);
}
