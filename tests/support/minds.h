/* For tests of a game's own agents, which may not include the folder of those for any game: asks an
 * agent, or who stands in for it. */
#ifndef TESTS_SUPPORT_MINDS_H
#define TESTS_SUPPORT_MINDS_H

#include "agents/mind.h"

/* Fills the advice, whose candidates are the caller's. Returns the name of who thought, NULL if out
 * of memory. */
static inline const char *minds_ask(const struct agent *agent, const struct game *game,
                                    const struct host *host, const struct agent_question *question,
                                    struct advice *advice) {
    struct agents_mind *mind = mind_open(agent, game, host);
    if (!mind) return NULL;
    const char *name = mind_for(mind, question->state)->name;
    mind_think(mind, question, advice);
    mind_close(mind);
    return name;
}

#endif
