/* Work is offered to each thread. A thread that takes it up must be waited for; from one that has
 * not done so by the end, the offer is withdrawn. */
#include "play/batch_team.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { LOOKS = 4000 }; /* before a thread sleeps: some tens of microseconds */
enum { IDLE, OFFERED, WORKING, ENDED };

struct member {
    atomic_int state;
    atomic_int next; /* of its parts, the next to do; any thread takes it */
    int end;         /* of its parts */
    struct batch_team *team;
    int number;
    pthread_t thread;
    char apart[64]; /* so that no two are in one cache line */
};

struct batch_team {
    int threads, started;
    pid_t process; /* that the threads are in */
    batch_part *part;
    void *self;
    atomic_int asleep; /* threads that wait for an offer, and the caller if it waits for them */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct member *members; /* the first is the caller, which has no thread here */
};

static void pause_briefly(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* Waits until a state is no longer what it was; returns it. */
static int wait_for_change(struct batch_team *team, atomic_int *state, int was) {
    for (int i = 0, now; i < LOOKS; i++, pause_briefly())
        if ((now = atomic_load(state)) != was) return now;
    pthread_mutex_lock(&team->lock);
    atomic_fetch_add(&team->asleep, 1);
    while (atomic_load(state) == was) pthread_cond_wait(&team->changed, &team->lock);
    atomic_fetch_sub(&team->asleep, 1);
    pthread_mutex_unlock(&team->lock);
    return atomic_load(state);
}

/* After states have changed: whoever sleeps looks again. */
static void wake(struct batch_team *team) {
    if (atomic_load(&team->asleep) == 0) return;
    pthread_mutex_lock(&team->lock);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

static void do_parts(struct batch_team *team, int number) {
    for (int i = 0; i < team->threads; i++) {
        struct member *member = &team->members[(number + i) % team->threads];
        for (int part; (part = atomic_fetch_add(&member->next, 1)) < member->end;)
            team->part(team->self, part, number);
    }
}

static void *work(void *self) {
    struct member *member = self;
    for (;;) {
        int offered = OFFERED;
        if (wait_for_change(member->team, &member->state, IDLE) == ENDED) return NULL;
        if (!atomic_compare_exchange_strong(&member->state, &offered, WORKING)) continue;
        do_parts(member->team, member->number);
        atomic_store(&member->state, IDLE);
        wake(member->team);
    }
}

/* Signals are the business of the program's own threads. */
static bool start(struct batch_team *team) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < team->threads; i++) {
        struct member *member = &team->members[i];
        member->team = team;
        member->number = i;
        if (i > 0 && pthread_create(&member->thread, NULL, work, member) != 0) break;
        team->started = i + 1;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return team->started == team->threads;
}

struct batch_team *batch_team_new(int threads) {
    struct batch_team *team = calloc(1, sizeof *team);
    if (!team) return NULL;
    team->threads = threads;
    team->process = getpid();
    team->members = calloc((size_t)threads, sizeof *team->members);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    if (team->members && start(team)) return team;
    batch_team_free(team);
    return NULL;
}

/* Returns whether this is a child process after fork. There the threads are missing, though the
 * lock may look as if they waited: nothing may touch it. */
static bool is_forked(const struct batch_team *team) {
    return team->process != getpid();
}

static void end_threads(struct batch_team *team) {
    for (int i = 1; i < team->started; i++) atomic_store(&team->members[i].state, ENDED);
    wake(team);
    for (int i = 1; i < team->started; i++) pthread_join(team->members[i].thread, NULL);
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->lock);
}

void batch_team_free(struct batch_team *team) {
    if (!team) return;
    if (!is_forked(team)) end_threads(team);
    free(team->members);
    free(team);
}

static void offer(struct batch_team *team, int parts) {
    for (int i = 0; i < team->threads; i++) {
        struct member *member = &team->members[i];
        atomic_store(&member->next, (int)((long long)parts * i / team->threads));
        member->end = (int)((long long)parts * (i + 1) / team->threads);
    }
    for (int i = 1; i < team->threads; i++) atomic_store(&team->members[i].state, OFFERED);
    wake(team);
}

void batch_team_run(struct batch_team *team, int parts, batch_part *part, void *self) {
    team->part = part;
    team->self = self;
    if (team->threads == 1 || is_forked(team)) {
        for (int i = 0; i < parts; i++) part(self, i, 0);
        return;
    }
    offer(team, parts);
    do_parts(team, 0);
    for (int i = 1; i < team->threads; i++) {
        struct member *member = &team->members[i];
        int offered = OFFERED;
        if (!atomic_compare_exchange_strong(&member->state, &offered, IDLE))
            wait_for_change(team, &member->state, WORKING);
    }
}
