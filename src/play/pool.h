/* Threads that think for many. A thinker or a worker that is made in a pool has no thread of its
 * own: what is asked waits in a queue until a thread is free. Each thread keeps the agents that it
 * used, so that memory goes by the threads, not by the number of players. */
#ifndef PLAY_POOL_H
#define PLAY_POOL_H

#include "game/agent.h"
#include <stdatomic.h>

struct pool;
struct pool_lane;
struct pool_thread;
struct advisor; /* play/advisor.h */

/* The host must outlive the pool; it is used from all its threads, but for threads of its own: a
 * question has one thread. Work that takes long has as many other threads, made when they are
 * first needed, so that questions need not wait for it. Returns NULL if there is not enough memory,
 * or no thread can be started. */
struct pool *pool_new(const struct host *host, int threads);
/* The same with one thread, for one thinker: its agent uses the threads of the host, too. */
struct pool *pool_new_alone(const struct host *host);
/* All that was made in it must be freed before. */
void pool_free(struct pool *pool);
/* Returns how many questions wait for a thread now. */
int pool_waiting(struct pool *pool);

/* What a thread is to do; it begins a struct of its user. All below is for thinkers and workers. */
struct pool_job {
    void (*run)(struct pool_job *job, struct pool_thread *thread);
    struct pool_job *next, *previous;
    struct pool_lane *lane; /* where it waits; NULL if it does not */
};

/* Puts a job behind those that wait; it must not wait or run. */
void pool_think(struct pool *pool, struct pool_job *job);
/* The same for work that takes long. */
void pool_work(struct pool *pool, struct pool_job *job);
/* Takes a job back that still waits. Returns false if there is none such: it runs, or ran. */
bool pool_take_back(struct pool *pool, struct pool_job *job);

/* Makes the agent's object on all threads, before the first question. Returns false if out of
 * memory. */
bool pool_prepare(struct pool *pool, const struct game *game, const struct agent *agent);
/* Returns the agent's object of this thread; NULL if out of memory. It thinks until `stop`. */
struct advisor *pool_advisor(struct pool_thread *thread, const struct game *game,
                             const struct agent *agent, const atomic_bool *stop);

#endif
