/* Threads that think for many. A thinker or a worker that is made in a pool has no thread of its
 * own: what is asked waits in a queue until a thread is free. Each thread keeps the agents that it
 * used, so that memory goes by the threads, not by the number of players. */
#ifndef PLAY_POOL_H
#define PLAY_POOL_H

#include "game/agent.h"

struct pool;

/* The host must outlive the pool; it is used from all its threads. Returns NULL if there is not
 * enough memory, or no thread to be had. */
struct pool *pool_new(const struct host *host, int threads);
/* All that was made in it must be freed before. */
void pool_free(struct pool *pool);
/* Returns how many questions wait for a thread now. */
int pool_waiting(struct pool *pool);

#endif
