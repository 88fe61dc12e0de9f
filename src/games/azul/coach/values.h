/* What the rest of a game is worth, from the end of a round on: learned by play, small, in whole
 * numbers, so that it is the same everywhere.
 *
 * A net of two layers looks at two players. The sums of the first layer for a board do not depend
 * on the other board, so that a search may keep them; the second layer joins two of them. With more
 * than two players, each pair is looked at. */
#ifndef AZUL_VALUES_H
#define AZUL_VALUES_H

#include "game/host.h"
#include "game/weights.h"
#include "games/azul/azul.h"

enum { AZUL_VALUES_UNIT = 32 }; /* values are in units of 1/32 point */
enum { AZUL_VALUES_HIDDEN = 64 };

struct azul_values; /* the weights */
#ifdef __wasm__
extern struct azul_values azul_values_learned;
#else
extern const struct azul_values azul_values_learned;
#endif
extern const struct weights azul_values_weights;
/* To be called before the weights are used. Returns false if they must be loaded first. */
bool azul_values_ready(const struct host *host);

/* A player's part of the first layer. */
struct azul_values_half {
    int16_t at[AZUL_VALUES_HIDDEN];
};

/* Computes it for a wall and lines after the tiling, when floors are empty. `first` is whether this
 * player is to draft before the other one of the pair in the next round. */
void azul_values_half(const struct azul_values *values, const struct azul_player *player,
                      bool first, struct azul_values_half *half);
/* Returns by how many units the first of a pair is expected to gain more than the second until the
 * end of the game, bonuses included. Another round follows. */
int azul_values_lead(const struct azul_values *values, const struct azul_values_half *first,
                     const struct azul_values_half *second);
/* Returns the chance of winning, from 0 to 1, of a player who is expected to end with this lead in
 * units, when the fullest row of all walls has this many tiles. */
double azul_values_chance(const struct azul_values *values, int lead, int fullest);

#endif
