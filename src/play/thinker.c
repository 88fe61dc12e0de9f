/* A question waits in a pool until one of its threads takes it; a thinker without one has a pool of
 * its own. An answer counts only if nobody said stop meanwhile. Whoever frees a thinker at work
 * leaves it to the thread, which frees it when it is done. */
#include "play/thinker.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a question takes of a query; its state lies beside it. */
struct question {
    int who, acts_per_tick, objective;
    struct budget budget;
    struct rng rng;
    int64_t act;
};

struct thinker {
    struct pool_job job; /* first */
    struct pool *pool;
    bool alone; /* the pool is its own */
    const struct game *game;
    const struct agent *agent;
    void (*wake)(void *self);
    void *self;
    pthread_mutex_t lock; /* of all below */
    struct question next;
    void *next_state;
    bool waiting;          /* `next` is a question that nobody has taken yet */
    bool working;          /* a thread thinks */
    bool posted;           /* a thread has the job, or will have it */
    bool answered;         /* `answer` is of the last question */
    bool ends;             /* the thread must free it */
    struct advisor answer; /* its candidates and states are the thinker's, the rest is not there */
    atomic_bool stop;      /* what the thread thinks about is not wanted any more */
};

/* Moves the question that waits to the agent. */
static void take(struct thinker *thinker, struct advice_query *query) {
    const struct question *next = &thinker->next;
    game_copy(thinker->game, query->state, thinker->next_state);
    query->who = next->who;
    query->budget = next->budget;
    query->budget.milliseconds = pool_share(thinker->pool, next->budget.milliseconds);
    query->rng = next->rng;
    query->act = next->act;
    query->acts_per_tick = next->acts_per_tick;
    query->objective = next->objective;
    thinker->waiting = false;
    thinker->working = true;
    atomic_store(&thinker->stop, false);
}

/* Copies what the agent found. Returns false if out of memory. */
static bool keep(struct thinker *thinker, const struct advisor *found) {
    struct advisor *answer = &thinker->answer;
    struct advice_query query = answer->query;
    const struct advice *advice = &found->verdict.advice;
    size_t bytes = (size_t)advice->count * sizeof *query.candidates;
    struct candidate *candidates = realloc(query.candidates, bytes);
    if (!candidates) return false;
    memcpy(candidates, advice->candidates, bytes);
    game_copy(thinker->game, query.state, found->query.state);
    *answer = *found;
    answer->query.mind = NULL;
    answer->query.choices = NULL;
    answer->query.other = NULL;
    answer->query.state = query.state;
    answer->query.spare = query.spare;
    answer->query.candidates = answer->verdict.advice.candidates = candidates;
    if (found->verdict.user)
        answer->verdict.user = candidates + (found->verdict.user - advice->candidates);
    return true;
}

static void release(struct thinker *thinker) {
    pthread_mutex_destroy(&thinker->lock);
    free(thinker->answer.query.candidates);
    free(thinker->answer.query.state);
    free(thinker->answer.query.spare);
    free(thinker->next_state);
    free(thinker);
}

/* Goes on with the question that came meanwhile. Short of memory, a question waits for better
 * times. */
static void post(struct thinker *thinker) {
    thinker->posted = thinker->waiting;
    if (thinker->posted) pool_think(thinker->pool, &thinker->job);
}

static void starve(struct thinker *thinker) {
    const struct timespec pause = {.tv_nsec = 10000000};
    nanosleep(&pause, NULL);
    pthread_mutex_lock(&thinker->lock);
    bool ends = thinker->ends;
    if (!ends) post(thinker);
    pthread_mutex_unlock(&thinker->lock);
    if (ends) release(thinker);
}

/* Returns whether there is something to think about. */
static bool begin(struct thinker *thinker, struct advisor *advisor) {
    pthread_mutex_lock(&thinker->lock);
    bool ends = thinker->ends, begins = !ends && thinker->waiting;
    if (begins)
        take(thinker, &advisor->query);
    else
        thinker->posted = false;
    pthread_mutex_unlock(&thinker->lock);
    if (ends) release(thinker);
    return begins;
}

/* It wakes under the lock, so that nobody is woken who has freed the thinker. */
static void finish(struct thinker *thinker, const struct advisor *advisor) {
    pthread_mutex_lock(&thinker->lock);
    bool ends = thinker->ends, wanted = !atomic_load(&thinker->stop);
    thinker->working = false;
    thinker->answered = wanted && keep(thinker, advisor);
    thinker->waiting |= wanted && !thinker->answered;
    if (!ends) post(thinker);
    if (thinker->answered && thinker->wake) thinker->wake(thinker->self);
    pthread_mutex_unlock(&thinker->lock);
    if (ends) release(thinker);
}

static void run(struct pool_job *job, struct pool_thread *thread) {
    struct thinker *thinker = (struct thinker *)job;
    struct advisor *advisor = pool_advisor(thread, thinker->game, thinker->agent, &thinker->stop);
    if (!advisor) {
        starve(thinker);
    } else if (begin(thinker, advisor)) {
        advice_ask(&advisor->query, &advisor->verdict);
        finish(thinker, advisor);
    }
}

struct thinker *thinker_new_in(struct pool *pool, const struct game *game,
                               const struct agent *agent, void (*wake)(void *self), void *self) {
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) return NULL;
    thinker->job.run = run;
    thinker->pool = pool;
    thinker->game = game;
    thinker->agent = agent;
    thinker->wake = wake;
    thinker->self = self;
    atomic_init(&thinker->stop, false);
    pthread_mutex_init(&thinker->lock, NULL);
    thinker->next_state = malloc(game->state_max);
    thinker->answer.query.state = malloc(game->state_max);
    thinker->answer.query.spare = malloc(game->state_max);
    if (thinker->next_state && thinker->answer.query.state && thinker->answer.query.spare)
        return thinker;
    release(thinker);
    return NULL;
}

struct thinker *thinker_new(const struct game *game, const struct agent *agent,
                            const struct host *host, void (*wake)(void *self), void *self) {
    struct pool *pool = pool_new_alone(host);
    struct thinker *thinker = NULL;
    if (pool && pool_prepare(pool, game, agent))
        thinker = thinker_new_in(pool, game, agent, wake, self);
    if (thinker)
        thinker->alone = true;
    else
        pool_free(pool);
    return thinker;
}

/* Takes the question back, and stops the thread if that has it already. */
static void withdraw(struct thinker *thinker) {
    thinker->waiting = thinker->answered = false;
    atomic_store(&thinker->stop, true);
    if (thinker->posted && pool_take_back(thinker->pool, &thinker->job)) thinker->posted = false;
}

void thinker_free(struct thinker *thinker) {
    if (!thinker) return;
    struct pool *own = thinker->alone ? thinker->pool : NULL;
    pthread_mutex_lock(&thinker->lock);
    withdraw(thinker);
    bool ends = thinker->ends = thinker->posted;
    pthread_mutex_unlock(&thinker->lock);
    if (!ends) release(thinker);
    pool_free(own);
}

void thinker_ask(struct thinker *thinker, const void *state, const struct advice_query *query) {
    const struct game *game = thinker->game;
    assert(query->who >= 0 && query->who < SEATS_MAX && game->movers(state) >> query->who & 1);
    pthread_mutex_lock(&thinker->lock);
    game_copy(game, thinker->next_state, state);
    thinker->next = (struct question){
        .who = query->who,
        .acts_per_tick = query->acts_per_tick,
        .objective = query->objective,
        .budget = query->budget,
        .rng = query->rng,
        .act = query->act,
    };
    thinker->waiting = true;
    thinker->answered = false;
    atomic_store(&thinker->stop, true);
    if (!thinker->posted) post(thinker);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_drop(struct thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    withdraw(thinker);
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_busy(struct thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    bool busy = thinker->waiting || (thinker->working && !atomic_load(&thinker->stop));
    pthread_mutex_unlock(&thinker->lock);
    return busy;
}

const struct advisor *thinker_answer(struct thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    bool answered = thinker->answered;
    pthread_mutex_unlock(&thinker->lock);
    return answered ? &thinker->answer : NULL;
}
