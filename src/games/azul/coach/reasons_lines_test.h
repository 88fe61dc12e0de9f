/* For tests: lines of play to the end of a round, by players who look at few acts. */
#ifndef AZUL_REASONS_LINES_TEST_H
#define AZUL_REASONS_LINES_TEST_H

#include "games/azul/azul.h"

/* A player with an eye for lines that become full; `care` is how many acts it looks at. */
static inline action lines_draw(const struct azul *azul, int care, struct rng *rng) {
    action best = 0;
    int most = -1000;
    for (int i = 0; i < care; i++) {
        action act = azul_game.random_act(azul, azul->active, rng);
        int row = azul_act_destination(act);
        int count = azul_count(azul->source[azul_act_source(act)], azul_act_colour(act));
        int free = row == AZUL_FLOOR ? 0 : row + 1 - azul->player[azul->active].filled[row];
        int worth = (count < free ? count : free) * 2 + (count == free) * 5;
        if (count > free) worth -= 3 * (count - free);
        if (worth > most) most = worth, best = act;
    }
    return best;
}

static inline int lines_play_out(const struct azul *from, action first, int care, struct rng *rng,
                                 action *line) {
    struct azul azul = *from;
    int count = 0, round = azul.round;
    for (action act = first;; act = lines_draw(&azul, care, rng)) {
        line[count++] = act;
        azul_game.apply(&azul, azul.active, act);
        if (azul.phase != AZUL_DRAFT || azul.round != round) return count;
    }
}

static inline int lines_lead(const struct azul *from, const action *line, int count) {
    struct azul azul = *from;
    int who = azul.active, most = 0;
    for (int i = 0; i < count; i++) azul_game.apply(&azul, azul.active, line[i]);
    for (int seat = 0; seat < azul.players; seat++)
        if (seat != who && azul.player[seat].score > most) most = azul.player[seat].score;
    return azul.player[who].score - most;
}

#endif
