/* The games there are, by name and by rule set. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "game/game.h"

/* NULL-ended. */
extern const struct game *const games_list[];

/* NULL if there is none. */
const struct game *games_find(const char *name);
/* The game whose rule set a state names in `ruleset_id`. */
const struct game *games_of(struct json state);

#endif
