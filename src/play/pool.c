/* Two queues, of questions and of work that takes long, each with threads of its own: a thread
 * takes what waits longest. */
#include "play/pool.h"
#include "play/advisor.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { FAIR_WAITING = 4 }; /* questions a thread that may wait before all take less time */
enum { GIVES_WAY = 10 };   /* as for nice */

struct mind {
    struct advisor advisor;
    struct mind *next;
};

struct pool_thread {
    struct host_part part; /* first: the host of its agents */
    const atomic_bool *stop;
    struct mind *minds; /* that it used */
    struct pool_lane *lane;
    pthread_t thread;
};

/* A queue, and who takes from it. */
struct pool_lane {
    struct pool *pool;
    struct pool_job *first, *last;
    int waiting, idle, started; /* started: threads */
    pthread_cond_t turn;
    struct pool_thread *threads;
};

struct pool {
    const struct host *host;
    int threads;      /* of a lane, at most */
    int host_threads; /* that an agent may use */
    bool polite;      /* its threads give way to others */
    pthread_mutex_t lock;
    bool ends;
    struct pool_lane questions, works;
};

static bool go_on(void *self, double done, const char *message) {
    const struct pool_thread *thread = self;
    (void)done, (void)message;
    return !thread->stop || !atomic_load(thread->stop);
}

/* Takes the job that waits longest, or NULL when the thread must end. */
static struct pool_job *take(struct pool_lane *lane) {
    struct pool *pool = lane->pool;
    pthread_mutex_lock(&pool->lock);
    lane->idle++;
    while (!lane->first && !pool->ends) pthread_cond_wait(&lane->turn, &pool->lock);
    lane->idle--;
    struct pool_job *job = lane->first;
    if (job) {
        lane->first = job->next;
        *(job->next ? &job->next->previous : &lane->last) = NULL;
        job->lane = NULL;
        lane->waiting--;
    }
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *run(void *self) {
    struct pool_thread *thread = self;
    if (thread->lane->pool->polite) setpriority(PRIO_PROCESS, 0, GIVES_WAY); /* of this thread */
    for (struct pool_job *job; (job = take(thread->lane)); thread->stop = NULL)
        job->run(job, thread);
    return NULL;
}

/* Signals are the business of the program's own thread. */
static bool start_thread(struct pool_lane *lane) {
    struct pool *pool = lane->pool;
    struct pool_thread *thread = &lane->threads[lane->started];
    sigset_t all, before;
    host_part_init(&thread->part, pool->host, go_on);
    thread->part.host.warn = NULL;
    thread->part.host.threads = pool->host_threads;
    thread->lane = lane;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread->thread, NULL, run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    lane->started += !error;
    return !error;
}

static bool make_lane(struct pool *pool, struct pool_lane *lane) {
    lane->pool = pool;
    pthread_cond_init(&lane->turn, NULL);
    lane->threads = calloc((size_t)pool->threads, sizeof *lane->threads);
    return lane->threads;
}

static void free_minds(struct pool_thread *thread) {
    while (thread->minds) {
        struct mind *mind = thread->minds;
        thread->minds = mind->next;
        advisor_release(&mind->advisor);
        free(mind);
    }
}

static void release_lane(struct pool_lane *lane) {
    for (int i = 0; i < lane->started; i++) pthread_join(lane->threads[i].thread, NULL);
    for (int i = 0; i < lane->started; i++) free_minds(&lane->threads[i]);
    pthread_cond_destroy(&lane->turn);
    free(lane->threads);
}

static struct pool *make(const struct host *host, int threads, int host_threads, bool polite) {
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->host = host;
    pool->threads = threads < 1 ? 1 : threads;
    pool->host_threads = host_threads;
    pool->polite = polite;
    pthread_mutex_init(&pool->lock, NULL);
    bool thinks = make_lane(pool, &pool->questions), works = make_lane(pool, &pool->works);
    while (thinks && works && pool->questions.started < pool->threads &&
           start_thread(&pool->questions)) {
    }
    if (pool->questions.started > 0) return pool;
    pool_free(pool);
    return NULL;
}

struct pool *pool_new(const struct host *host, int threads) {
    return make(host, threads, 1, true);
}

struct pool *pool_new_alone(const struct host *host) {
    return make(host, 1, host->threads, false);
}

void pool_free(struct pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->ends = true;
    pthread_cond_broadcast(&pool->questions.turn);
    pthread_cond_broadcast(&pool->works.turn);
    pthread_mutex_unlock(&pool->lock);
    release_lane(&pool->questions);
    release_lane(&pool->works);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int pool_waiting(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int waiting = pool->questions.waiting + pool->works.waiting;
    pthread_mutex_unlock(&pool->lock);
    return waiting;
}

uint32_t pool_share(struct pool *pool, uint32_t milliseconds) {
    pthread_mutex_lock(&pool->lock);
    int waiting = pool->questions.waiting, fair = FAIR_WAITING * pool->questions.started;
    pthread_mutex_unlock(&pool->lock);
    if (waiting <= fair || !milliseconds) return milliseconds;
    uint32_t share = (uint32_t)((uint64_t)milliseconds * (unsigned)fair / (unsigned)waiting);
    return share ? share : 1;
}

static void add(struct pool_lane *lane, struct pool_job *job) {
    job->next = NULL;
    job->previous = lane->last;
    *(lane->last ? &lane->last->next : &lane->first) = job;
    lane->last = job;
    job->lane = lane;
    lane->waiting++;
    pthread_cond_signal(&lane->turn);
}

void pool_think(struct pool *pool, struct pool_job *job) {
    pthread_mutex_lock(&pool->lock);
    add(&pool->questions, job);
    pthread_mutex_unlock(&pool->lock);
}

/* Without a thread for long work, those that think do it. */
void pool_work(struct pool *pool, struct pool_job *job) {
    struct pool_lane *lane = &pool->works;
    pthread_mutex_lock(&pool->lock);
    if (lane->idle <= lane->waiting && lane->started < pool->threads) start_thread(lane);
    add(lane->started ? lane : &pool->questions, job);
    pthread_mutex_unlock(&pool->lock);
}

bool pool_take_back(struct pool *pool, struct pool_job *job) {
    pthread_mutex_lock(&pool->lock);
    struct pool_lane *lane = job->lane;
    if (lane) {
        *(job->previous ? &job->previous->next : &lane->first) = job->next;
        *(job->next ? &job->next->previous : &lane->last) = job->previous;
        job->lane = NULL;
        lane->waiting--;
    }
    pthread_mutex_unlock(&pool->lock);
    return lane;
}

/* What the threads keep */

static struct advisor *find(struct pool_thread *thread, const struct game *game,
                            const struct agent *agent) {
    for (struct mind *mind = thread->minds; mind; mind = mind->next)
        if (mind->advisor.query.game == game && mind->advisor.agent == agent) return &mind->advisor;
    struct mind *mind = malloc(sizeof *mind);
    if (!mind) return NULL;
    if (advisor_init(&mind->advisor, game, agent, &thread->part.host) < 0) {
        advisor_release(&mind->advisor);
        free(mind);
        return NULL;
    }
    mind->next = thread->minds;
    thread->minds = mind;
    return &mind->advisor;
}

bool pool_prepare(struct pool *pool, const struct game *game, const struct agent *agent) {
    for (int i = 0; i < pool->questions.started; i++)
        if (!find(&pool->questions.threads[i], game, agent)) return false;
    return true;
}

struct advisor *pool_advisor(struct pool_thread *thread, const struct game *game,
                             const struct agent *agent, const atomic_bool *stop) {
    thread->stop = stop;
    return find(thread, game, agent);
}
