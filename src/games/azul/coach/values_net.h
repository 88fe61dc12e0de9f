/* The net of values.h: its weights, and the features that it sees of a board.
 *
 * Each feature has a row of weights: for the player whose board it is, and for the other one. The
 * lead is what the net says of the first player less what it says of the second, so a pair of equal
 * boards differs by the order of play alone. */
#ifndef AZUL_VALUES_NET_H
#define AZUL_VALUES_NET_H

#include "games/azul/coach/values.h"

enum {
    AZUL_VALUES_PATTERNS = 1 << AZUL_SIDE,
    AZUL_VALUES_SLOTS = AZUL_SIDE * (AZUL_SIDE - 1) / 2, /* a row and the tiles on its line */
};

/* Where the features of a kind begin. */
enum {
    AZUL_VALUES_ROW, /* the pattern of each row, column and colour of the wall */
    AZUL_VALUES_COLUMN = AZUL_VALUES_ROW + AZUL_SIDE * AZUL_VALUES_PATTERNS,
    AZUL_VALUES_SET = AZUL_VALUES_COLUMN + AZUL_SIDE * AZUL_VALUES_PATTERNS,
    /* Of each line that is begun: its colour; the tile that it promises makes a run across and
     * down; tiles that lie in its row, column and colour. */
    AZUL_VALUES_LINE = AZUL_VALUES_SET + AZUL_SIDE * AZUL_VALUES_PATTERNS,
    AZUL_VALUES_ACROSS = AZUL_VALUES_LINE + AZUL_VALUES_SLOTS * AZUL_SIDE,
    AZUL_VALUES_DOWN = AZUL_VALUES_ACROSS + AZUL_VALUES_SLOTS * AZUL_SIDE,
    AZUL_VALUES_IN_ROW = AZUL_VALUES_DOWN + AZUL_VALUES_SLOTS * AZUL_SIDE,
    AZUL_VALUES_IN_COLUMN = AZUL_VALUES_IN_ROW + AZUL_VALUES_SLOTS * AZUL_SIDE,
    AZUL_VALUES_IN_SET = AZUL_VALUES_IN_COLUMN + AZUL_VALUES_SLOTS * AZUL_SIDE,
    AZUL_VALUES_ORDER = AZUL_VALUES_IN_SET + AZUL_VALUES_SLOTS * AZUL_SIDE, /* second, first */
    AZUL_VALUES_FEATURES = AZUL_VALUES_ORDER + 2,
};

/* The most features of a board. */
enum { AZUL_VALUES_ACTIVE = 3 * AZUL_SIDE + 6 * (AZUL_SIDE - 1) + 1 };

/* A sum of the first layer is AZUL_VALUES_ONE where its unit is fully on. No sum of a board exceeds
 * AZUL_VALUES_SUM_MAX, so that the sum of two fits. The second layer is in 1 / AZUL_VALUES_FINE
 * units. */
enum { AZUL_VALUES_ONE = 512, AZUL_VALUES_SUM_MAX = 16383, AZUL_VALUES_FINE = 16 };
enum { AZUL_VALUES_HALF = AZUL_VALUES_HIDDEN / 2, AZUL_VALUES_FULLEST = AZUL_SIDE };

struct azul_values {
    int16_t in[AZUL_VALUES_FEATURES][AZUL_VALUES_HIDDEN]; /* for the owner, then for the other */
    int16_t out[AZUL_VALUES_HALF];
    /* By the fullest row: the lead in units at which the odds are e to 1. */
    int16_t spread[AZUL_VALUES_FULLEST];
};

/* Lists the features of a board. Returns their number, at most AZUL_VALUES_ACTIVE. */
int azul_values_features(const struct azul_player *player, bool first, uint16_t *out);
/* Returns NULL if sums of these weights stay in bounds, else what is wrong. */
const char *azul_values_check(const struct azul_values *values);

#endif
