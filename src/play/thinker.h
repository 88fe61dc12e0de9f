/* An agent that thinks in the background: ask, go on, and look now and then whether the answer is
 * there. A thread of a pool does the work, or one of its own that ends with the thinker. */
#ifndef PLAY_THINKER_H
#define PLAY_THINKER_H

#include "play/advisor.h"
#include "play/pool.h"

struct thinker;

/* Makes the agent's object, which is not asked yet. The host must outlive the thinker; its clock,
 * its threads and its files are used, all of them from the thread of the work, and by several
 * thinkers at once: agents may load files whenever they think, so `load` must be made for that, as
 * host/system.c's is. Progress is not reported, nor are the agent's warnings. `wake`, if not NULL,
 * is called on the thread of the work whenever an answer is there; it must be quick, and not use
 * the thinker. Returns NULL if there is not enough memory, or no thread
 * can be started. */
struct thinker *thinker_new(const struct game *game, const struct agent *agent,
                            const struct host *host, void (*wake)(void *self), void *self);
/* The same on the threads of a pool, with the pool's host. The agent's object is made by the thread
 * that first needs it; a question that lacks the memory for that waits until there is some. */
struct thinker *thinker_new_in(struct pool *pool, const struct game *game,
                               const struct agent *agent, void (*wake)(void *self), void *self);
/* Stops what is under way, and frees all. In a pool nobody waits for that; otherwise it takes a
 * moment at most. */
void thinker_free(struct thinker *thinker);

/* Asks about a state, which is copied; who must have a choice in it. Of the query it takes who,
 * budget, rng, act, acts_per_tick and objective. An earlier question is stopped, and its answer
 * dropped. */
void thinker_ask(struct thinker *thinker, const void *state, const struct advice_query *query);
/* Gives up the question, if there is one. */
void thinker_drop(struct thinker *thinker);
/* Returns whether an answer is to be expected. */
bool thinker_busy(struct thinker *thinker);
/* Returns the answer if it is there, else NULL. It stays until the next question or drop. Its
 * query.state is the state asked about, without what `who` may not see; there is room in its
 * `spare`, but neither mind, choices nor `other`. */
const struct advisor *thinker_answer(struct thinker *thinker);

#endif
