/* Steps of learning: the same on any number of threads, stopped without a trace, and unmoved by
 * what a kept file may hold. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/learn.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 1, PARTS_MAX = 4 };

/* Of a step. */
static int count_games(void) {
    return often(16, 40);
}

struct part {
    const struct host_work *work;
    int number;
};

static void *run_part(void *self) {
    struct part *part = self;
    part->work->run(part->work->self, part->number, false);
    return NULL;
}

/* Runs each part on a thread of its own. */
static void share(void *self, const struct host_work *work) {
    struct part parts[PARTS_MAX];
    pthread_t threads[PARTS_MAX];
    (void)self;
    assert_true(work->parts <= PARTS_MAX);
    for (int i = 1; i < work->parts; i++) {
        parts[i] = (struct part){work, i};
        assert_int_equal(pthread_create(&threads[i], NULL, run_part, &parts[i]), 0);
    }
    work->run(work->self, 0, true);
    for (int i = 1; i < work->parts; i++) pthread_join(threads[i], NULL);
    work->wait(work->self);
}

static struct listener listener;

static struct azul_learn *begin(int threads) {
    listener_init(&listener, threads, 1e-3);
    listener.host.share = share;
    struct azul_learn *learn = azul_learn_new(&listener.host, threads, 5, NODES);
    assert_non_null(learn);
    learn->games = count_games();
    learn->batches = 1;
    return learn;
}

static void step(struct azul_learn *learn) {
    listener_restart(&listener, 0);
    assert_true(azul_learn_step(learn, 0, 1, "learning"));
    assert_false(listener.backwards);
}

/* What two steps on one thread learn, and what was known between them. */
static struct azul_learn *one;
static struct azul_learn_past *between;

static int learn_two_steps(void **unused) {
    (void)unused;
    one = begin(1);
    between = malloc(sizeof *between);
    assert_non_null(between);
    step(one);
    memcpy(between, &one->past, sizeof *between);
    step(one);
    return 0;
}

static int forget(void **unused) {
    (void)unused;
    azul_learn_free(one);
    free(between);
    return 0;
}

static void test_any_number_of_threads(void **unused) {
    struct azul_learn *three = begin(3);
    (void)unused;
    step(three);
    assert_memory_equal(&three->past, between, sizeof *between);
    step(three);
    assert_memory_equal(&three->past, &one->past, sizeof one->past);
    assert_memory_equal(&three->values, &one->values, sizeof one->values);
    assert_true(one->report.missed == three->report.missed && one->report.missed > 0);
    assert_true(one->report.points > 5 && one->report.rounds >= 5);
    azul_learn_free(three);
}

static void stop(struct azul_learn *learn, int stop_at) {
    listener_restart(&listener, stop_at);
    assert_false(azul_learn_step(learn, 0, 1, "learning"));
    assert_int_equal(listener.calls, stop_at);
    assert_memory_equal(&learn->past, between, sizeof *between);
}

/* What was kept goes on as if it had not stopped; what is stopped leaves no trace. */
static void test_stops_and_goes_on(void **unused) {
    (void)unused;
    for (int threads = 1; threads <= 2; threads++) {
        struct azul_learn *learn = begin(threads);
        assert_null(azul_learn_restore(learn, between));
        stop(learn, 1);
        if (threads == 1) stop(learn, count_games() / 2);
        step(learn);
        assert_memory_equal(&learn->past, &one->past, sizeof one->past);
        azul_learn_free(learn);
    }
}

/* Damages a past in one place, which must be seen. */
static void test_refuses_damage(void **unused) {
    struct azul_learn *learn = begin(1);
    struct azul_learn_past *past = malloc(sizeof *past);
    struct azul_learn_sample *sample;
    (void)unused;
    assert_non_null(past);
    for (int i = 0; i < 15; i++) {
        memcpy(past, between, sizeof *past);
        sample = &past->kept[past->samples - 1];
        if (i == 0) past->nodes = 0;
        if (i == 1) past->steps = UINT64_MAX;
        if (i == 2) past->samples = 0;
        if (i == 3) past->net.now.in[3][3] = NAN;
        if (i == 4) past->net.mean.out[1] = INFINITY;
        if (i == 5) past->net.square.steep[1] = -1;
        if (i == 6) sample->fullest = AZUL_VALUES_FULLEST;
        if (i == 7) sample->wins = 3;
        if (i == 8) sample->target = NAN;
        if (i == 9) sample->first.wall = UINT32_C(1) << 25;
        if (i == 10) sample->second.wall = 31;        /* a complete row */
        if (i == 11) sample->second.line[1] = 3 << 3; /* row 2 would be full */
        if (i == 12) sample->second.line[3] = 1 << 3 | 5;
        if (i == 14) past->nodes = AZUL_LEARN_NODES_MAX + 1;
        if (i == 13) sample->first = (struct azul_learn_board){.wall = 1 << 6, .line = {1 << 3}};
        assert_non_null(azul_learn_restore(learn, past));
    }
    assert_null(azul_learn_restore(learn, between));
    free(past);
    azul_learn_free(learn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_threads),
        cmocka_unit_test(test_stops_and_goes_on),
        cmocka_unit_test(test_refuses_damage),
    };
    return cmocka_run_group_tests(tests, learn_two_steps, forget);
}
