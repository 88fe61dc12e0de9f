/* Work in the background: progress, stopping, one piece after the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "host/system.h"
#include "term/worker.h"
#include <stdatomic.h>

enum { TRIES = 30000 };

struct job {
    struct worker *worker;
    int result; /* the worker's while it is busy */
    bool endless;
    atomic_bool begun;
};

static atomic_int wakes;

static void wake(void *self) {
    (void)self;
    atomic_fetch_add(&wakes, 1);
}

static void rest(void) {
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static void work(void *self) {
    struct job *job = self;
    const struct host *lent = worker_host(job->worker);
    atomic_store(&job->begun, true);
    bool goes_on = host_go_on(lent, 0.5, "half");
    while (job->endless && goes_on) {
        rest();
        goes_on = host_go_on(lent, 0.75, "more");
    }
    job->result += goes_on ? 1 : 100;
}

static void wait_idle(struct worker *worker) {
    for (int i = 0; i < TRIES && worker_busy(worker); i++) rest();
    assert_false(worker_busy(worker));
}

static void test_work(void **unused) {
    (void)unused;
    struct host_system system;
    char message[WORKER_MESSAGE_BYTES];
    host_system_init(&system);
    struct job job = {.worker = worker_new(&system.host, wake, NULL)};
    assert_non_null(job.worker);
    assert_false(worker_busy(job.worker));
    atomic_store(&wakes, 0);
    for (int i = 1; i <= 3; i++) {
        worker_start(job.worker, work, &job);
        wait_idle(job.worker);
        assert_int_equal(job.result, i);
    }
    assert_true(worker_progress(job.worker, message) == 0.5);
    assert_string_equal(message, "half");
    worker_free(job.worker);
    assert_in_range(atomic_load(&wakes), 3, 100);
    host_system_release(&system);
}

static void test_stop(void **unused) {
    (void)unused;
    struct host_system system;
    host_system_init(&system);
    struct job job = {.worker = worker_new(&system.host, NULL, NULL), .endless = true};
    worker_start(job.worker, work, &job);
    worker_stop(job.worker);
    wait_idle(job.worker);
    assert_int_equal(job.result, 100);
    /* What was stopped before says nothing about the next. */
    atomic_store(&job.begun, false);
    worker_start(job.worker, work, &job);
    for (int i = 0; i < TRIES && !atomic_load(&job.begun); i++) rest();
    assert_true(worker_busy(job.worker));
    worker_free(job.worker); /* stops and waits */
    assert_int_equal(job.result, 200);
    worker_free(NULL);
    host_system_release(&system);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_work), cmocka_unit_test(test_stop)};
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
