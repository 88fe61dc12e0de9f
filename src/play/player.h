/* Who plays: an agent and its budget, written "NAME" or "NAME:BUDGET" as in "mcts:200n". */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "game/agent.h"

enum { PLAYER_MILLISECONDS_MAX = 3600000 };
#define PLAYER_COUNT_MAX UINT64_C(1000000000000)

struct player {
    const struct agent *agent;
    struct budget budget; /* all 0 if none is named */
};

/* Finds the agent of a name that can play the game. Returns false after writing what is wrong, here
 * and below; the message lists the agents that can. */
bool player_find(const struct game *game, const char *name, size_t length,
                 const struct agent **agent, struct text *wrong);
/* Returns who is asked if nobody is named: the first of the game's own agents, which is its
 * strongest; without these rollout if one plays alone, and mcts if several do. */
const struct agent *player_standard(const struct game *game);
/* Finds what an agent's values are to measure, by name; the message lists what it knows. */
bool player_find_objective(const struct agent *agent, const char *name, size_t length,
                           int *objective, struct text *wrong);
/* Returns the name of an objective. */
const char *player_objective(const struct agent *agent, int objective);
/* Return what its numbers are, and what the chances are of; NULL if that is not told. */
const char *player_meaning(const struct agent *agent, int objective);
const char *player_chance(const struct agent *agent, int objective);
/* Reads a budget: "200n" is nodes, "50r" rollouts, "1ms" milliseconds, "2s" seconds. */
bool player_read_budget(const char *from, size_t length, struct budget *budget, struct text *wrong);
bool player_read(const struct game *game, const char *from, size_t length, struct player *player,
                 struct text *wrong);
/* Write a budget, and an agent with its budget, as they are read. */
void player_put_budget(struct budget budget, struct text *out);
void player_put(const struct player *player, struct text *out);

#endif
