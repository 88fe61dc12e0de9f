/* Players for any game. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "game/agent.h"

/* NULL-ended. */
extern const struct agent *const agents_list[];

#endif
