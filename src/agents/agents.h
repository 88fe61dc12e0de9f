/* Agents for any game, and the list of those that can play a given game. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "game/agent.h"

/* Returns the i-th agent that can play a game: first those for any game, then the game's own. NULL
 * past the last. */
const struct agent *agents_of(const struct game *game, int i);
/* Returns the strongest of the agents for any game: rollout if one plays alone, mcts if several
 * do. */
const struct agent *agents_general(const struct game *game);

#endif
