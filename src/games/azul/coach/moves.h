/* The moves of a round that differ, and how good they look at a glance. */
#ifndef AZUL_MOVES_H
#define AZUL_MOVES_H

#include "games/azul/coach/round.h"

struct azul_move {
    int16_t looks; /* larger looks better */
    uint8_t source, colour, destination;
};

static inline int azul_move_act(const struct azul_move *move) {
    return (int)azul_act(move->source, move->colour, move->destination);
}

/* Lists the moves of the seat to move; of equal factories only the first counts. Without `all`,
 * moves are left out that are never better than another. Returns their number. */
int azul_moves_list(const struct azul_round_table *table, const struct azul_round *round, bool all,
                    struct azul_move *moves);
/* Brings the move that looks best to the front. */
void azul_moves_pick(struct azul_move *moves, int count);

#endif
