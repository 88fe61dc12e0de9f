/* Work in the background: progress, stopping, one piece after the other; on threads of its own and
 * on those of a pool. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "host/system.h"
#include "term/worker.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { TRIES = 30000, MANY = 40 };

struct job {
    struct worker *worker;
    int result; /* the worker's while it is busy */
    bool endless;
    atomic_bool begun, released;
};

static atomic_int wakes;
static struct host_system lent;

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
    const struct host *host = worker_host(job->worker);
    atomic_store(&job->begun, true);
    bool goes_on = host_go_on(host, 0.5, "half");
    while (job->endless && goes_on) {
        rest();
        goes_on = host_go_on(host, 0.75, "more");
    }
    job->result += goes_on ? 1 : 100;
}

static void wait_idle(struct worker *worker) {
    for (int i = 0; i < TRIES && worker_busy(worker); i++) rest();
    assert_false(worker_busy(worker));
}

static void wait_for(atomic_bool *flag) {
    for (int i = 0; i < TRIES && !atomic_load(flag); i++) rest();
    assert_true(atomic_load(flag));
}

static void release(void *self) {
    struct job *job = self;
    atomic_store(&job->released, true);
}

/* Each test is done without a pool and with one. */
static void with_and_without(void (*test)(struct pool *pool)) {
    host_system_init(&lent);
    lent.host.threads = 3;
    test(NULL);
    struct pool *pool = pool_new(&lent.host, 2);
    assert_non_null(pool);
    test(pool);
    pool_free(pool);
    host_system_release(&lent);
}

static void try_work(struct pool *pool) {
    char message[WORKER_MESSAGE_BYTES];
    struct job job = {.worker = worker_new(pool, &lent.host, wake, NULL)};
    assert_non_null(job.worker);
    assert_int_equal(worker_host(job.worker)->threads, pool ? 1 : 3);
    assert_false(worker_busy(job.worker));
    atomic_store(&wakes, 0);
    for (int i = 1; i <= 3; i++) {
        worker_start(job.worker, work, &job);
        wait_idle(job.worker);
        assert_int_equal(job.result, i);
    }
    assert_true(worker_progress(job.worker, message) == 0.5);
    assert_string_equal(message, "half");
    worker_end(job.worker, release, &job);
    assert_true(atomic_load(&job.released)); /* at once: nothing was under way */
    assert_in_range(atomic_load(&wakes), 3, 100);
}

static void test_work(void **unused) {
    (void)unused;
    with_and_without(try_work);
}

static void try_stop(struct pool *pool) {
    struct job job = {.worker = worker_new(pool, &lent.host, NULL, NULL), .endless = true};
    assert_non_null(job.worker);
    worker_start(job.worker, work, &job);
    worker_stop(job.worker);
    wait_idle(job.worker);
    assert_int_equal(job.result, 100);
    /* What was stopped before says nothing about the next. */
    atomic_store(&job.begun, false);
    worker_start(job.worker, work, &job);
    wait_for(&job.begun);
    assert_true(worker_busy(job.worker));
    worker_end(job.worker, release, &job);
    wait_for(&job.released);
    assert_int_equal(job.result, 200);
}

static void test_stop(void **unused) {
    (void)unused;
    with_and_without(try_stop);
}

static void free_job(void *self) {
    atomic_fetch_add(&wakes, 1);
    free(self);
}

/* Many that work and wait are ended: all is freed, nobody is woken, and nobody waits for what is
 * under way in the pool. */
static void test_ends(void **unused) {
    (void)unused;
    host_system_init(&lent);
    struct pool *pool = pool_new(&lent.host, 2);
    struct job *jobs[MANY];
    assert_non_null(pool);
    for (int i = 0; i < MANY; i++) {
        jobs[i] = calloc(1, sizeof *jobs[i]);
        assert_non_null(jobs[i]);
        jobs[i]->worker = worker_new(pool, &lent.host, NULL, NULL);
        jobs[i]->endless = true;
        assert_non_null(jobs[i]->worker);
        worker_start(jobs[i]->worker, work, jobs[i]);
    }
    for (int i = 0; i < 2; i++) wait_for(&jobs[i]->begun); /* FIFO, two at a time */
    assert_int_equal(pool_waiting(pool), MANY - 2);
    atomic_store(&wakes, 0);
    for (int i = MANY - 1; i >= 0; i--) worker_end(jobs[i]->worker, free_job, jobs[i]);
    pool_free(pool);
    assert_int_equal(atomic_load(&wakes), MANY);
    host_system_release(&lent);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_work), cmocka_unit_test(test_stop),
                                       cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
