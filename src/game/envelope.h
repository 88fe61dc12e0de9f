/* A state as JSON: the fields that all games share (`state_version`, `ruleset_id`, `scenario_seed`,
 * `game_over`) and the game's own. Equal states give equal text. */
#ifndef GAME_ENVELOPE_H
#define GAME_ENVELOPE_H

#include "game/game.h"

enum { ENVELOPE_VERSION = 1, ENVELOPE_SEED_MAX = 64 };

/* What a state's JSON holds besides the state. */
struct envelope {
    int seed_length; /* of scenario_seed; -1 for null */
    char seed[ENVELOPE_SEED_MAX + 1];
};

/* Returns one without a scenario_seed. */
struct envelope envelope_plain(void);

void envelope_write(const struct game *game, const void *state, const struct envelope *envelope,
                    struct text *out);

/* Returns NULL, or what is wrong and in *at where; then state and envelope are undefined. */
const char *envelope_read(const struct game *game, void *state, struct envelope *envelope,
                          struct json from, struct json *at);

#endif
