/* In a pool, work waits for a thread of it. Otherwise each piece of work has a thread; it is joined
 * when the next begins. */
#include "term/worker.h"
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static const double tell_seconds = 0.1; /* from one wake for progress to the next */

struct worker {
    struct host_part part; /* first: the host of the work */
    struct pool_job job;
    struct pool *pool;
    void (*wake)(void *self);
    void *self;
    void (*work)(void *self);
    void *work_self;
    pthread_t thread;
    bool joinable;
    double told;          /* when progress was last told; the thread's */
    pthread_mutex_t lock; /* of all below */
    bool busy, stop;
    double done;
    char message[WORKER_MESSAGE_BYTES];
    bool ends; /* nobody listens; in a pool the thread frees it, after this: */
    void (*release)(void *self);
    void *release_self;
};

/* Under the lock, so that nobody is woken who has ended the worker. */
static void call(const struct worker *worker) {
    if (worker->wake && !worker->ends) worker->wake(worker->self);
}

static bool go_on(void *self, double done, const char *message) {
    struct worker *worker = self;
    double now = host_seconds(worker->part.whole);
    pthread_mutex_lock(&worker->lock);
    bool goes_on = !worker->stop;
    worker->done = done;
    snprintf(worker->message, sizeof worker->message, "%s", message);
    if (now - worker->told > tell_seconds) {
        worker->told = now;
        call(worker);
    }
    pthread_mutex_unlock(&worker->lock);
    return goes_on;
}

/* Does the work, unless the worker was ended before. Returns whether it was ended meanwhile. */
static bool do_work(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    bool begins = !worker->ends;
    pthread_mutex_unlock(&worker->lock);
    if (begins) worker->work(worker->work_self);
    pthread_mutex_lock(&worker->lock);
    bool ends = worker->ends;
    worker->busy = false;
    call(worker);
    pthread_mutex_unlock(&worker->lock);
    return ends;
}

static void give_back(struct worker *worker) {
    if (worker->release) worker->release(worker->release_self);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

static void *run(void *self) {
    do_work(self);
    return NULL;
}

static void run_job(struct pool_job *job, struct pool_thread *thread) {
    struct worker *worker = (struct worker *)((char *)job - offsetof(struct worker, job));
    (void)thread;
    if (do_work(worker)) give_back(worker);
}

struct worker *worker_new(struct pool *pool, const struct host *whole, void (*wake)(void *self),
                          void *self) {
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    host_part_init(&worker->part, whole, go_on);
    worker->part.host.warn = NULL;
    if (pool) worker->part.host.threads = 1;
    worker->job.run = run_job;
    worker->pool = pool;
    worker->wake = wake;
    worker->self = self;
    pthread_mutex_init(&worker->lock, NULL);
    return worker;
}

const struct host *worker_host(const struct worker *worker) {
    return &worker->part.host;
}

static void join(struct worker *worker) {
    if (worker->joinable) pthread_join(worker->thread, NULL);
    worker->joinable = false;
}

void worker_end(struct worker *worker, void (*release)(void *self), void *self) {
    pthread_mutex_lock(&worker->lock);
    worker->stop = worker->ends = true;
    worker->release = release;
    worker->release_self = self;
    if (worker->pool && worker->busy && pool_take_back(worker->pool, &worker->job))
        worker->busy = false;
    bool left = worker->pool && worker->busy;
    pthread_mutex_unlock(&worker->lock);
    if (left) return;
    join(worker);
    give_back(worker);
}

/* Signals are the business of the program's own thread. */
static bool begin_thread(struct worker *worker) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&worker->thread, NULL, run, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !error;
}

void worker_start(struct worker *worker, void (*work)(void *self), void *self) {
    assert(!worker_busy(worker));
    join(worker);
    worker->work = work;
    worker->work_self = self;
    worker->done = 0;
    worker->message[0] = '\0';
    worker->stop = false;
    worker->busy = true;
    if (worker->pool) {
        pool_work(worker->pool, &worker->job);
        return;
    }
    worker->joinable = begin_thread(worker);
    if (!worker->joinable) run(worker);
}

bool worker_busy(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    bool busy = worker->busy;
    pthread_mutex_unlock(&worker->lock);
    return busy;
}

void worker_stop(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    worker->stop = true;
    pthread_mutex_unlock(&worker->lock);
}

double worker_progress(struct worker *worker, char message[WORKER_MESSAGE_BYTES]) {
    pthread_mutex_lock(&worker->lock);
    double done = worker->done;
    snprintf(message, WORKER_MESSAGE_BYTES, "%s", worker->message);
    pthread_mutex_unlock(&worker->lock);
    return done < 0 ? 0 : done < 1 ? done : 1;
}
