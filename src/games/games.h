/* All games, found by name or by rule set. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "game/game.h"

/* NULL-ended. */
extern const struct game *const games_list[];

/* Finds a game by name. Returns NULL if there is none, here and below. */
const struct game *games_find(const char *name);
/* Finds the game that a JSON string names. */
const struct game *games_named(struct json name);
/* Finds the game of a state by its `ruleset_id`. */
const struct game *games_of(struct json state);

/* Return the largest state_max and choices_max of all games. */
size_t games_state_max(void);
size_t games_choices_max(void);

#endif
