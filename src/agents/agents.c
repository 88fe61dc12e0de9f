/* Every agent that is not one game's own, one line each. */
#include "agents/agents.h"

extern const struct agent agents_random;

const struct agent *const agents_list[] = {
    &agents_random,
    NULL,
};
