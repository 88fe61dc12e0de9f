/* Work that the host shares among threads: every part runs once, whatever threads there are. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/system.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { PARTS = 100 };

static struct host_system lent;
static int refuse_from; /* the number of the first thread that cannot be started; 0: all can */
static int started;

typedef int create_thread(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *self), void *self);

/* Stands in for the C library's. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *self),
                   void *self) {
    create_thread *real;
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    if (refuse_from && started + 1 >= refuse_from) return EAGAIN;
    started++;
    return real(thread, attributes, run, self);
}

struct job {
    atomic_int runs[PARTS];
    pthread_t caller;
    atomic_int led, beside, waits;
    atomic_int odd; /* parts that were told wrongly whether they lead */
    bool blocks;    /* parts beside the calling thread last until it waits */
};

static void run(void *self, int part, bool leads) {
    struct job *job = self;
    bool calling = pthread_equal(pthread_self(), job->caller);
    atomic_fetch_add(&job->runs[part], 1);
    atomic_fetch_add(&job->odd, leads != calling);
    atomic_fetch_add(leads ? &job->led : &job->beside, 1);
    while (job->blocks && !leads && atomic_load(&job->waits) == 0) continue;
    /* The calling thread leaves a part to another one. */
    while (job->blocks && leads && atomic_load(&job->beside) == 0) continue;
}

static void wait_for_others(void *self) {
    struct job *job = self;
    assert_true(pthread_equal(pthread_self(), job->caller));
    atomic_fetch_add(&job->waits, 1);
}

static void share(struct job *job, int threads, int parts, bool waits) {
    struct host_work work = {parts, run, waits ? wait_for_others : NULL, job};
    job->caller = pthread_self();
    lent.host.threads = threads;
    started = 0;
    host_share(&lent.host, &work);
    for (int part = 0; part < PARTS; part++)
        assert_int_equal(atomic_load(&job->runs[part]), part < parts);
    assert_int_equal(atomic_load(&job->odd), 0);
    assert_int_equal(atomic_load(&job->led) + atomic_load(&job->beside), parts);
}

static int begin(void **unused) {
    (void)unused;
    refuse_from = 0;
    host_system_init(&lent);
    return 0;
}

static int end(void **unused) {
    (void)unused;
    host_system_release(&lent);
    return 0;
}

static void test_every_part_runs_once(void **unused) {
    (void)unused;
    static const int threads[] = {1, 2, 3, 16, HOST_THREADS_MAX};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        for (int parts = 0; parts <= PARTS; parts += parts < 4 ? 1 : 32) {
            struct job job = {.blocks = false}, waiting = {.blocks = false};
            share(&job, threads[i], parts, false);
            share(&waiting, threads[i], parts, true);
            int most = threads[i] < parts ? threads[i] : parts;
            assert_int_equal(started, most > 1 ? most - 1 : 0);
        }
}

/* While others work, the calling thread is asked to wait, so that it can report and stop. */
static void test_the_caller_waits(void **unused) {
    (void)unused;
    for (int threads = 2; threads <= 4; threads++) {
        struct job job = {.blocks = true};
        share(&job, threads, threads, true);
        assert_true(atomic_load(&job.waits) > 0);
        assert_true(atomic_load(&job.beside) > 0);
    }
}

/* Threads that cannot be started are done without. */
static void test_no_threads(void **unused) {
    (void)unused;
    for (refuse_from = 1; refuse_from <= 4; refuse_from++) {
        struct job job = {.blocks = false};
        share(&job, 8, PARTS, true);
        assert_int_equal(started, refuse_from - 1);
        if (refuse_from == 1) assert_int_equal(atomic_load(&job.led), PARTS);
    }
}

/* A host without `share`, or with one thread, does all parts itself. */
static void test_alone(void **unused) {
    (void)unused;
    struct job job = {.blocks = false};
    lent.host.share = NULL;
    share(&job, 4, PARTS, true);
    assert_int_equal(atomic_load(&job.led), PARTS);
    assert_int_equal(started, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_part_runs_once, begin, end),
        cmocka_unit_test_setup_teardown(test_the_caller_waits, begin, end),
        cmocka_unit_test_setup_teardown(test_no_threads, begin, end),
        cmocka_unit_test_setup_teardown(test_alone, begin, end),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
