/* An agent that thinks in the background: ask, go on, and look now and then whether the answer is
 * there. A thread of its own does the work; it ends with the thinker. */
#ifndef PLAY_THINKER_H
#define PLAY_THINKER_H

#include "play/advisor.h"

struct thinker;

/* Makes the agent's object, which is not asked yet. The host must outlive the thinker; its clock,
 * its files and its number of threads are used. `wake`, if not NULL, is called on the thread of the
 * work whenever an answer is there. Returns NULL if out of memory. */
struct thinker *thinker_new(const struct game *game, const struct agent *agent,
                            const struct host *host, void (*wake)(void *self), void *self);
/* Stops what is under way, and frees all. Takes a moment at most. */
void thinker_free(struct thinker *thinker);

/* Asks about a state, which is copied. Of the query it takes who, budget, rng, act, acts_per_tick
 * and objective. An earlier question is stopped, and its answer dropped. */
void thinker_ask(struct thinker *thinker, const void *state, const struct advice_query *query);
/* Gives up the question, if there is one. */
void thinker_drop(struct thinker *thinker);
bool thinker_busy(const struct thinker *thinker);
/* Returns the answer if it is there, else NULL. It stays until the next question. Its query.state
 * is the state asked about. */
const struct advisor *thinker_answer(struct thinker *thinker);

#endif
