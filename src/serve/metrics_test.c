/* Metrics: quantiles against sorted values, and the text that Prometheus reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "hall/hall.h"
#include "serve/metrics.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b) {
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

/* Never below the true one, and above it by less than a bucket. */
static void test_quantiles(void **unused) {
    enum { COUNT = 20000 };
    static double values[COUNT];
    struct metrics_times times = {.count = 0};
    struct rng rng = rng_from_string("times", 5);
    (void)unused;
    assert_true(metrics_quantile(&times, 0.99) == 0);
    for (int i = 0; i < COUNT; i++) {
        values[i] = 2e-5 * exp2((double)rng_below(&rng, 1000) / 80);
        metrics_time(&times, values[i]);
    }
    qsort(values, COUNT, sizeof *values, by_size);
    static const double shares[] = {0.01, 0.5, 0.9, 0.99, 1};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        double real = values[(int)ceil(shares[i] * COUNT) - 1];
        double told = metrics_quantile(&times, shares[i]);
        if (told < real * 0.999999 || told > real * 1.19)
            fail_msg("%g is told as %g instead of %g", shares[i], told, real);
    }
    assert_int_equal(times.count, COUNT);
}

static void test_odd_times(void **unused) {
    static const double odd[] = {0, -1, 1e-9, 1e-5, 3600, INFINITY, NAN};
    struct metrics_times times = {.count = 0};
    (void)unused;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) metrics_time(&times, odd[i]);
    assert_int_equal(times.count, 7);
    assert_int_equal(times.counts[0], 5);
    assert_int_equal(times.counts[METRICS_BUCKETS - 1], 2);
}

static char text[1 << 14];

static void write_all(struct metrics *metrics, struct hall *hall) {
    struct text out = text_over(text, sizeof text);
    metrics_write(metrics, hall, &out);
    assert_false(out.cut);
}

/* The value of a line that begins with a name and its label. */
static double value_of(const char *name) {
    char begin[120];
    snprintf(begin, sizeof begin, "\n%s ", name);
    const char *at = strstr(text, begin);
    if (!at) fail_msg("there is no %s", name);
    return atof(at + strlen(begin));
}

static void test_values(void **unused) {
    struct metrics metrics = {.values = {0}};
    struct hall hall = {.members_count = 41, .rooms_count = 42, .late = 43, .rounds = 44};
    (void)unused;
    for (int i = 0; i < METRICS; i++) metrics.values[i] = (uint64_t)(100 + i);
    metrics.values[METRICS_OUT] = UINT64_C(1) << 60;
    for (int i = 0; i < 100; i++) metrics_time(&metrics.frames, i < 90 ? 0.001 : 0.1);
    write_all(&metrics, &hall);
    assert_true(value_of("tilewright_connections{door=\"telnet\"}") == 100 + METRICS_TELNET);
    assert_true(value_of("tilewright_connections{door=\"console\"}") == 100 + METRICS_CONSOLE);
    assert_true(value_of("tilewright_connections_accepted_total") == 100 + METRICS_CAME);
    assert_true(value_of("tilewright_games_kept_total") == 100 + METRICS_KEPT);
    assert_true(value_of("tilewright_sent_bytes_total") == exp2(60));
    assert_true(value_of("tilewright_members") == 41 && value_of("tilewright_rooms") == 42);
    assert_true(value_of("tilewright_ticks_late_total") == 43);
    assert_true(value_of("tilewright_rounds_total") == 44);
    double half = value_of("tilewright_input_to_frame_seconds{quantile=\"0.5\"}");
    double most = value_of("tilewright_input_to_frame_seconds{quantile=\"0.99\"}");
    assert_true(half >= 0.001 && half < 0.0012 && most >= 0.1 && most < 0.12);
    assert_true(value_of("tilewright_input_to_frame_seconds_count") == 100);
    assert_true(value_of("process_resident_memory_bytes") > 1e6);
    assert_true(value_of("process_cpu_seconds_total") >= 0);
    assert_true(value_of("process_max_fds") > 0);
}

/* Every name has one HELP and one TYPE, before its values. */
static void test_form(void **unused) {
    struct metrics metrics = {.values = {0}};
    struct hall hall = {.members_count = 0};
    char last[120] = "", name[120];
    (void)unused;
    write_all(&metrics, &hall);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (sscanf(line, "# HELP %119s", name) == 1) {
            assert_string_not_equal(name, last);
            strcpy(last, name);
        } else if (sscanf(line, "# TYPE %119s", name) == 1) {
            assert_string_equal(name, last);
        } else {
            assert_int_equal(strncmp(line, last, strlen(last)), 0);
            assert_non_null(strchr("{ _", line[strlen(last)]));
        }
    }
}

static void test_plain(void **unused) {
    struct metrics metrics = {.values = {0}};
    struct hall hall = {.members_count = 5};
    struct text out = text_over(text, sizeof text);
    (void)unused;
    metrics.values[METRICS_KEPT] = 77;
    metrics_write_plain(&metrics, &hall, &out);
    assert_non_null(strstr(text, "members                          5\n"));
    assert_non_null(strstr(text, "games kept                       77\n"));
    assert_non_null(strstr(text, "input to frame, median"));
    assert_false(out.cut);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantiles), cmocka_unit_test(test_odd_times),
        cmocka_unit_test(test_values),    cmocka_unit_test(test_form),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
