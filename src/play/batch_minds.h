/* Minds for the lanes of a batch: the object of an agent for each thread, and room to ask it. */
#ifndef PLAY_BATCH_MINDS_H
#define PLAY_BATCH_MINDS_H

#include "play/batch.h"

struct batch_minds;

/* Of the host, only the clock is used; it outlives the minds. Returns NULL if out of memory. */
struct batch_minds *batch_minds_new(const struct game *game, const struct agent *agent,
                                    const struct host *host, int threads);
void batch_minds_free(struct batch_minds *minds);
/* Returns who thinks; NULL if there are no minds. */
const struct agent *batch_minds_agent(const struct batch_minds *minds);
/* Asks about a lane on one of the threads, and writes the answer of that lane. */
void batch_minds_ask(struct batch_minds *minds, const struct batch_question *question,
                     const struct lanes *lanes, int lane, int thread);

#endif
