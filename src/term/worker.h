/* Work that takes a while, on a thread of its own, so that the screen goes on meanwhile. */
#ifndef TERM_WORKER_H
#define TERM_WORKER_H

#include "game/host.h"

enum { WORKER_MESSAGE_BYTES = 64 };

struct worker;

/* Makes a worker that does nothing yet. `wake`, which may be NULL, is called on the thread of the
 * work whenever there is progress to show, and when the work is done. The whole host must outlive
 * it. Returns NULL if out of memory. */
struct worker *worker_new(const struct host *whole, void (*wake)(void *self), void *self);
/* Stops the work, waits for its end, and frees the worker. */
void worker_free(struct worker *worker);
/* Returns the host to work with: it hears when to stop. */
const struct host *worker_host(const struct worker *worker);

/* Runs some work; none may be under way. Without a thread it is done at once. */
void worker_start(struct worker *worker, void (*work)(void *self), void *self);
bool worker_busy(struct worker *worker);
/* Asks the work to end soon. */
void worker_stop(struct worker *worker);
/* Returns the share of the work that is done, and copies what was last told of it. */
double worker_progress(struct worker *worker, char message[WORKER_MESSAGE_BYTES]);

#endif
