/* The rest of a round, packed for the search.
 *
 * Factories are taken whole, so a bit tells whether one is left. What a seat gains at the end of
 * the round depends only on which lines are full and with which colour: a number with five digits
 * of base 6, for which everything is worked out beforehand. */
#ifndef AZUL_ROUND_H
#define AZUL_ROUND_H

#include "games/azul/coach/values.h"

enum { AZUL_ROUND_FULL = 6 * 6 * 6 * 6 * 6, AZUL_ROUND_TURNS = AZUL_SIDE };
enum { AZUL_ROUND_BOARDS = 1 << 12 };
enum { AZUL_ROUND_MOVES = AZUL_SOURCES_MAX * AZUL_COLOURS * AZUL_DESTINATIONS };

struct azul_round_board {
    uint32_t lines; /* six bits for each row: colour + 1, tiles */
    uint32_t open;  /* as in struct azul_player */
    uint16_t full;  /* the full lines: for each row, 0 or colour + 1 */
    uint8_t floor;  /* places taken, the token's included; at most 7 */
};

struct azul_round {
    uint64_t center;    /* a pile */
    uint16_t factories; /* a bit for each one left */
    uint8_t mover, left /* tiles */;
    uint8_t token; /* the seat that has it, or AZUL_TOKEN_IN_CENTER */
    struct azul_round_board board[AZUL_SEATS_MAX];
};

/* What a full set of lines gives a seat. */
struct azul_round_gain {
    int16_t points;
    int16_t bonus; /* if the game ends */
    bool known;    /* it can be reached */
    bool ends;     /* a row of the wall is complete */
};

/* A board after the tiling, for the values. */
struct azul_round_after {
    uint32_t lines; /* of which board; ~0 if none */
    struct azul_values_half half[2];
};

struct azul_round_seat {
    struct azul_player player;
    struct azul_round_gain gain[AZUL_ROUND_FULL];
    /* The most points that so many more lines can bring, the bonus included if the game may end. */
    int16_t most[AZUL_ROUND_TURNS + 1][AZUL_ROUND_FULL];
    int bonus;        /* the most of it, if the game may end */
    uint32_t colours; /* bit row * 5 + colour: the line may become full with it */
};

/* All that stays the same during a search. Values are from the side of `me`. */
struct azul_round_table {
    const struct azul_values *values; /* or NULL */
    int unit, players, me;
    uint64_t factory[AZUL_SOURCES_MAX];
    uint16_t same_before[AZUL_SOURCES_MAX]; /* factories of the same tiles with a lower number */
    uint8_t kinds[AZUL_SOURCES_MAX];        /* colours on each factory */
    bool may_end, is_last, crowded;         /* crowded: bag and lid are empty */
    struct azul_round_seat seat[AZUL_SEATS_MAX];
};

extern const uint8_t azul_round_cost[AZUL_FLOOR_PLACES + 1];
extern const uint16_t azul_round_digit[AZUL_SIDE]; /* of base 6 */

/* Prepares the table and the round for a state in the draft. */
void azul_round_open(struct azul_round_table *table, struct azul_round *round,
                     const struct azul *azul, const struct azul_values *values);
/* Takes tiles. The act is legal. */
void azul_round_take(const struct azul_round_table *table, struct azul_round *round, int source,
                     int colour, int destination);
/* Returns the value when no tile is left, in units. `after` holds AZUL_ROUND_BOARDS for each seat,
 * if the table has values. */
int azul_round_value(const struct azul_round_table *table, const struct azul_round *round,
                     struct azul_round_after *after);
bool azul_round_ends(const struct azul_round_table *table, const struct azul_round *round);
/* Whether the value is at most, or at least, a number, by what can still be scored alone. If so, it
 * sets the bound that says so. Only if the table has no values. */
bool azul_round_at_most(const struct azul_round_table *table, const struct azul_round *round,
                        int value, int *bound);
bool azul_round_at_least(const struct azul_round_table *table, const struct azul_round *round,
                         int value, int *bound);

static inline int azul_round_tiles(const struct azul_round_board *board, int row) {
    return (int)(board->lines >> 6 * row & 7);
}

static inline uint64_t azul_round_pile(const struct azul_round_table *table,
                                       const struct azul_round *round, int source) {
    return source == AZUL_CENTER ? round->center : table->factory[source];
}

/* Returns all tiles on the table, as a pile. */
static inline uint64_t azul_round_left(const struct azul_round_table *table,
                                       const struct azul_round *round) {
    uint64_t all = round->center;
    for (uint32_t left = round->factories; left; left &= left - 1)
        all += table->factory[bits_low(left)];
    return all;
}

#endif
