/* One thread a thinker. The caller leaves a question beside the one under way; the thread takes it
 * when it is free. An answer counts only if nobody said stop meanwhile. */
#include "play/thinker.h"
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What a question takes of a query; its state lies beside it. */
struct question {
    int who, acts_per_tick, objective;
    struct budget budget;
    struct rng rng;
    int64_t act;
};

struct thinker {
    struct host_part part;  /* first: the agent's host */
    struct advisor advisor; /* the thread's while it works, the caller's otherwise */
    void (*wake)(void *self);
    void *self;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t turn;
    struct question next;
    void *next_state;
    bool waiting;     /* `next` is a question that nobody has taken yet */
    bool working;     /* the thread thinks */
    bool answered;    /* the advisor holds the answer to the last question */
    bool ends;        /* the thread must end */
    atomic_bool stop; /* what the thread thinks about is not wanted any more */
};

static bool go_on(void *self, double done, const char *message) {
    struct thinker *thinker = self;
    (void)done, (void)message;
    return !atomic_load(&thinker->stop);
}

/* Moves the question that waits to the advisor. */
static void take(struct thinker *thinker) {
    struct advice_query *query = &thinker->advisor.query;
    const struct question *next = &thinker->next;
    game_copy(query->game, query->state, thinker->next_state);
    query->who = next->who;
    query->budget = next->budget;
    query->rng = next->rng;
    query->act = next->act;
    query->acts_per_tick = next->acts_per_tick;
    query->objective = next->objective;
    thinker->waiting = false;
    thinker->working = true;
    atomic_store(&thinker->stop, false);
}

/* Waits for a question and thinks about it. Returns false when the thread must end. */
static bool work(struct thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->waiting && !thinker->ends) pthread_cond_wait(&thinker->turn, &thinker->lock);
    bool ends = thinker->ends;
    if (!ends) take(thinker);
    pthread_mutex_unlock(&thinker->lock);
    if (ends) return false;

    advice_ask(&thinker->advisor.query, &thinker->advisor.verdict);
    pthread_mutex_lock(&thinker->lock);
    thinker->working = false;
    bool answered = thinker->answered = !atomic_load(&thinker->stop);
    pthread_mutex_unlock(&thinker->lock);
    if (answered && thinker->wake) thinker->wake(thinker->self);
    return true;
}

static void *run(void *self) {
    while (work(self)) {
    }
    return NULL;
}

/* Signals are the business of the program's own thread. */
static int start(struct thinker *thinker) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thinker->thread, NULL, run, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error ? -1 : 0;
}

static void release(struct thinker *thinker) {
    advisor_release(&thinker->advisor);
    pthread_mutex_destroy(&thinker->lock);
    pthread_cond_destroy(&thinker->turn);
    free(thinker->next_state);
    free(thinker);
}

struct thinker *thinker_new(const struct game *game, const struct agent *agent,
                            const struct host *host, void (*wake)(void *self), void *self) {
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) return NULL;
    host_part_init(&thinker->part, host, go_on);
    thinker->part.host.warn = NULL;
    thinker->wake = wake;
    thinker->self = self;
    atomic_init(&thinker->stop, false);
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->turn, NULL);
    thinker->next_state = malloc(game->state_max);
    if (advisor_init(&thinker->advisor, game, agent, &thinker->part.host) == 0 &&
        thinker->next_state && start(thinker) == 0)
        return thinker;
    release(thinker);
    return NULL;
}

void thinker_free(struct thinker *thinker) {
    if (!thinker) return;
    pthread_mutex_lock(&thinker->lock);
    thinker->ends = true;
    atomic_store(&thinker->stop, true);
    pthread_cond_signal(&thinker->turn);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    release(thinker);
}

void thinker_ask(struct thinker *thinker, const void *state, const struct advice_query *query) {
    const struct game *game = thinker->advisor.query.game;
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
    pthread_cond_signal(&thinker->turn);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_drop(struct thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    thinker->waiting = thinker->answered = false;
    atomic_store(&thinker->stop, true);
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
    return answered ? &thinker->advisor : NULL;
}
