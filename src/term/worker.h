/* Work that takes a while, on a thread of its own or of a pool, so that the screen goes on
 * meanwhile. */
#ifndef TERM_WORKER_H
#define TERM_WORKER_H

#include "game/host.h"
#include "play/pool.h"

enum { WORKER_MESSAGE_BYTES = 64 };

struct worker;

/* Makes a worker that does nothing yet. `wake`, which may be NULL, is called on the thread of the
 * work whenever there is progress to show, and when the work is done; it must be quick, and not use
 * the worker. The whole host must outlive it. Without a pool, which may be NULL, each piece of work
 * has a thread of its own. Returns NULL if out of memory. */
struct worker *worker_new(struct pool *pool, const struct host *whole, void (*wake)(void *self),
                          void *self);
/* Stops the work. When that has ended calls `release`, which frees what the work used, and frees
 * the worker: at once where nothing is under way, else on the thread of the work. Only without a
 * pool is the end waited for. Nobody is woken any more. */
void worker_end(struct worker *worker, void (*release)(void *self), void *self);
/* Returns the host to work with: it hears when to stop. In a pool it lends one thread. */
const struct host *worker_host(const struct worker *worker);

/* Runs some work; none may be under way. Without a thread it is done at once. */
void worker_start(struct worker *worker, void (*work)(void *self), void *self);
bool worker_busy(struct worker *worker);
/* Asks the work to end soon. */
void worker_stop(struct worker *worker);
/* Returns the share of the work that is done, and copies what was last told of it. */
double worker_progress(struct worker *worker, char message[WORKER_MESSAGE_BYTES]);

#endif
