/* The table of agents for any game, one line each. */
#include "agents/agents.h"

extern const struct agent agents_random, agents_greedy, agents_rollout, agents_mcts;

static const struct agent *const general[] = {
    &agents_random, &agents_greedy, &agents_rollout, &agents_mcts, NULL,
};

/* Returns the *i-th agent of a list that suits the game, or NULL after reducing *i by those passed.
 */
static const struct agent *pick(const struct agent *const *list, const struct game *game, int *i) {
    for (; list && *list; list++)
        if ((*list)->suits(game) && (*i)-- == 0) return *list;
    return NULL;
}

const struct agent *agents_of(const struct game *game, int i) {
    const struct agent *found = pick(general, game, &i);
    return found ? found : pick(game->agents, game, &i);
}

/* Alone, luck between all moves leaves a tree little to grow on. */
const struct agent *agents_general(const struct game *game) {
    return game->seats_max == 1 ? &agents_rollout : &agents_mcts;
}
