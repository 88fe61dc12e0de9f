/* How a game stands and ended, in words, for any game. */
#ifndef PLAY_OUTCOME_H
#define PLAY_OUTCOME_H

#include "game/game.h"

/* Writes "player 1", "players 1, 2 and 4" for a bit a seat; with names, one for each seat, these
 * instead. "You" may be one. */
void outcome_write_players(uint32_t seats, const char *const *names, struct text *out);
/* Writes how a finished game ended: one or two sentences. `names` may be NULL. */
void outcome_write(const struct game *game, const void *state, const char *const *names,
                   struct text *out);

#endif
