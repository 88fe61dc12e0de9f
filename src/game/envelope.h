/* A state's JSON: the fields that all games share (`state_version`, `ruleset_id`, `scenario_seed`,
 * `game_over`) around the game's own. Equal states are equal text. */
#ifndef GAME_ENVELOPE_H
#define GAME_ENVELOPE_H

#include "game/game.h"

enum { ENVELOPE_VERSION = 1, ENVELOPE_SEED_MAX = 64 };

/* What travels with a state and is no part of it. */
struct envelope {
    int seed_length; /* of scenario_seed; -1 for null */
    char seed[ENVELOPE_SEED_MAX + 1];
};

/* Without a scenario_seed. */
struct envelope envelope_plain(void);

void envelope_write(const struct game *game, const void *state, const struct envelope *envelope,
                    struct text *out);

/* NULL, or what is wrong, with the place. On failure the bytes of state and envelope mean nothing.
 */
const char *envelope_read(const struct game *game, void *state, struct envelope *envelope,
                          struct json from, struct json *at);

#endif
