/* Players for any game, and which can play a given one. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "game/agent.h"

/* The i-th agent that can play a game, those for any game first, then the game's own; NULL past the
 * last. */
const struct agent *agents_of(const struct game *game, int i);

#endif
