/* The games there are, by name and by rule set. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "game/game.h"

/* NULL-ended. */
extern const struct game *const games_list[];

/* NULL if there is none, here and below. */
const struct game *games_find(const char *name);
/* The game that a JSON string names. */
const struct game *games_named(struct json name);
/* The game whose rule set a state names in `ruleset_id`. */
const struct game *games_of(struct json state);

/* Enough for a state, and for the choices, of any of them. */
size_t games_state_max(void);
size_t games_choices_max(void);

#endif
