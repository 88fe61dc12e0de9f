/* An agent's object, and one who thinks in its place about states that it does not know, or if its
 * weights are lost. */
#ifndef AGENTS_MIND_H
#define AGENTS_MIND_H

#include "game/agent.h"

struct agents_mind;

/* The host outlives the mind. Returns NULL if out of memory, or if the agent's weights are not
 * loaded yet. */
struct agents_mind *mind_open(const struct agent *agent, const struct game *game,
                              const struct host *host);
void mind_close(struct agents_mind *mind);
/* Returns whether the agent's weights are lost: another one may have them. */
bool mind_is_lost(const struct agents_mind *mind);
/* Returns who thinks about a state: the agent, or else the best of those for any game. */
const struct agent *mind_for(const struct agents_mind *mind, const void *state);
void mind_think(struct agents_mind *mind, const struct agent_question *question,
                struct advice *advice);

#endif
