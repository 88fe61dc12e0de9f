/* Numbers as JSON; grades, confidence and stability against known numbers and a slow twin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "play/advice.h"
#include "play/number.h"
#include <math.h>
#include <string.h>

enum { MANY = 1000, DRAWS = 20000 };

/* Shares of a normal distribution within so many standard errors. */
#define BELOW_ONE 0.8413447461
#define WITHIN_ONE 0.6826894921

static void require_near(double found, double expected, double error) {
    if (!(fabs(found - expected) <= error)) fail_msg("%.6f, not %.6f", found, expected);
}

static void test_numbers(void **state) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {3.1, "3.1"},
        {-31, "-31"},
        {0.25, "0.25"},
        {0.98, "0.98"},
        {-0.5, "-0.5"},
        {1e-9, "0"},
        {-1e-9, "0"},
        {0.0001, "0.0001"},
        {0.00016, "0.0002"},
        {0.1020, "0.102"},
        {9.99999, "10"},
        {-9.99996, "-10"},
        {1234567.12345, "1234567.1235"},
        {1e13, "10000000000000"},
        {1e300, "100000000000000"},
        {-1e300, "-100000000000000"},
        {INFINITY, "null"},
        {-INFINITY, "null"},
        {NAN, "null"},
    };
    char buffer[64];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = text_over(buffer, sizeof buffer);
        number_put(&text, cases[i].value);
        assert_string_equal(buffer, cases[i].text);
    }
    struct text text = text_over(buffer, sizeof buffer);
    json_open(&text, '{');
    number_field(&text, "a", 1.5);
    number_field(&text, "b", -2);
    json_close(&text, '}');
    assert_string_equal(buffer, "{\"a\":1.5,\"b\":-2}");
}

/* Signed differences: a move better than the best is EXCELLENT, however much better. */
static void test_grades(void **state) {
    static const struct {
        double delta;
        enum advice_grade grade;
    } cases[] = {
        {-1000, ADVICE_EXCELLENT}, {-2.6, ADVICE_EXCELLENT}, {-0.3, ADVICE_EXCELLENT},
        {0, ADVICE_EXCELLENT},     {0.25, ADVICE_EXCELLENT}, {0.2501, ADVICE_GOOD},
        {1, ADVICE_GOOD},          {1.0001, ADVICE_OKAY},    {2.5, ADVICE_OKAY},
        {2.5001, ADVICE_MISS},     {1e9, ADVICE_MISS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(advice_grade(cases[i].delta), cases[i].grade);
    assert_string_equal(advice_grade_names[ADVICE_EXCELLENT], "EXCELLENT");
    assert_string_equal(advice_grade_names[ADVICE_MISS], "MISS");
}

static void test_stability(void **state) {
    static const struct {
        double delta, error, stability;
    } cases[] = {
        {0, 0, 1},
        {0.25, 0, 1},
        {7, 0, 1},
        {-7, 0, 1},
        {0.25, 0.1, 0.5},           /* on the edge */
        {-0.75, 1, BELOW_ONE},      /* EXCELLENT has no lower bound */
        {0.625, 0.375, WITHIN_ONE}, /* GOOD is 0.25 to 1 */
        {1.75, 0.75, WITHIN_ONE},   /* OKAY is 1 to 2.5 */
        {3.5, 1, BELOW_ONE},        /* MISS has no upper bound */
        {0.625, 1e6, 0.0},          /* nothing is known */
        {-1e6, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        require_near(advice_stability(cases[i].delta, cases[i].error), cases[i].stability, 1e-5);
}

static double confidence_of(struct candidate *candidates, int count, bool proven) {
    struct advice advice = {.candidates = candidates, .count = count, .proven = proven};
    return advice_confidence(&advice);
}

static void test_confidence(void **state) {
    enum { MOST = 4 };
    static const struct {
        struct candidate candidates[MOST];
        int count;
        double confidence;
    } cases[] = {
        /* One choice is the best. */
        {{{0, 5, 1, 9, false, 0}}, 1, 1},
        {{{0, 0, 0, 0, false, 0}}, 1, 1},
        /* Two: by the standard error of the difference, 5. */
        {{{0, 10, 3, 9, false, 0}, {1, 5, 4, 9, false, 0}}, 2, BELOW_ONE},
        {{{0, 5, 3, 9, false, 0}, {1, 10, 4, 9, false, 0}}, 2, 1 - BELOW_ONE},
        {{{0, 5, 3, 9, false, 0}, {1, 5, 4, 9, false, 0}}, 2, 0.5},
        /* Equals share it. */
        {{{0, 5, 2, 9, false, 0}, {1, 5, 2, 9, false, 0}, {2, 5, 2, 9, false, 0}}, 3, 1.0 / 3},
        /* One of them is exact. */
        {{{0, 1, 1, 9, false, 0}, {1, 0, 0, 9, true, 0}}, 2, BELOW_ONE},
        {{{0, 1, 0, 9, true, 0}, {1, 0, 1, 9, false, 0}}, 2, BELOW_ONE},
        {{{0, 0, 1, 9, false, 0}, {1, 20, 0, 9, true, 0}}, 2, 0},
        {{{0, 0, 0, 9, true, 0}, {1, 20, 1, 9, false, 0}}, 2, 0},
        {{{0, 1, 1, 9, false, 0}, {1, 0, 0, 9, true, 0}, {2, -9, 0, 9, true, 0}}, 3, BELOW_ONE},
        /* All are exact: an equal value is not better, a higher one is. */
        {{{0, 5, 0, 9, true, 0}, {1, 4, 0, 9, true, 0}}, 2, 1},
        {{{0, 5, 0, 9, true, 0}, {1, 5, 0, 9, true, 0}}, 2, 1},
        {{{0, 5, 0, 9, true, 0}, {1, 6, 0, 9, true, 0}}, 2, 0},
        /* An exact value's error is not looked at. */
        {{{0, 5, 9, 9, true, 0}, {1, 4, 9, 9, true, 0}}, 2, 1},
        /* No error and no proof: equals share it. */
        {{{0, 5, 0, 9, false, 0}, {1, 4, 0, 9, false, 0}}, 2, 1},
        {{{0, 5, 0, 9, false, 0},
          {1, 5, 0, 9, false, 0},
          {2, 5, 0, 9, false, 0},
          {3, 4, 0, 9, false, 0}},
         4,
         1.0 / 3},
        {{{0, 5, 0, 9, false, 0}, {1, 5, 0, 9, true, 0}}, 2, 1},
        /* What was not searched does not count; but something must have been compared. */
        {{{0, 10, 3, 9, false, 0}, {1, 5, 4, 9, false, 0}, {2, 99, 0, 0, false, 0}}, 3, BELOW_ONE},
        {{{0, 10, 3, 9, false, 0}, {1, 99, 0, 0, false, 0}}, 2, 0},
        {{{0, 10, 0, 0, false, 0}, {1, 9, 0, 0, false, 0}}, 2, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct candidate candidates[MOST];
        memcpy(candidates, cases[i].candidates, sizeof candidates);
        require_near(confidence_of(candidates, cases[i].count, false), cases[i].confidence, 2e-4);
        assert_true(confidence_of(candidates, cases[i].count, true) == 1);
    }
}

static void test_confidence_among_many(void **state) {
    static struct candidate candidates[MANY];
    (void)state;
    for (int i = 0; i < MANY; i++)
        candidates[i] = (struct candidate){(action)i, 7, 2, 50, false, 0};
    require_near(confidence_of(candidates, MANY, false), 1.0 / MANY, 1e-5);
    for (int i = 1; i < MANY; i++) candidates[i].value = -100;
    require_near(confidence_of(candidates, MANY, false), 1, 1e-6);
}

/* Draws a normal number; the sum of twelve is close enough. */
static double draw_normal(struct rng *rng) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += (rng_next(rng) + 0.5) / 4294967296.0;
    return sum;
}

static bool is_first_best(const struct candidate *candidates, int count, struct rng *rng) {
    double first = candidates[0].value + candidates[0].error * draw_normal(rng);
    for (int i = 1; i < count; i++)
        if (candidates[i].value + candidates[i].error * draw_normal(rng) > first) return false;
    return true;
}

/* The twin draws the true values many times, and counts. */
static void test_confidence_against_its_twin(void **state) {
    struct rng rng = rng_new(7, 0);
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct candidate candidates[6];
        int count = 2 + (int)rng_below(&rng, 5), best = 0;
        for (int i = 0; i < count; i++)
            candidates[i] = (struct candidate){.act = (action)i,
                                               .value = rng_below(&rng, 100) / 10.0,
                                               .error = (1 + rng_below(&rng, 30)) / 10.0,
                                               .visits = 1};
        for (int i = 0; i < DRAWS; i++) best += is_first_best(candidates, count, &rng);
        require_near(confidence_of(candidates, count, false), (double)best / DRAWS, 0.02);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_grades),
        cmocka_unit_test(test_stability),
        cmocka_unit_test(test_confidence),
        cmocka_unit_test(test_confidence_among_many),
        cmocka_unit_test(test_confidence_against_its_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
