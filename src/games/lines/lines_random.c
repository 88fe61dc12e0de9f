/* Random play without listing the choices. */
#include "lines_luck.h"
#include "lines_regions.h"

struct move {
    int from, to;
};

LINES_INLINE struct move pick_lone(const struct lines_regions *regions, uint32_t nth, int limbs,
                                   int stride) {
    const int steps[4] = {1, -1, stride, -stride};
    int i = 0;
    for (uint32_t here; nth >= (here = (uint32_t)lines_set_count(regions->lone[i], limbs)); i++)
        nth -= here;
    int to = lines_set_nth(regions->lone[i], (int)nth, limbs);
    return (struct move){to + steps[i], to};
}

LINES_INLINE struct move pick_move(const struct lines *lines, struct rng *rng, int limbs,
                                   int stride) {
    struct lines_regions regions;
    lines_find_regions(&regions, lines, limbs, stride);
    uint32_t nth = rng_below(rng, regions.moves);
    for (int i = 0; i < regions.count; nth -= regions.at[i++].moves) {
        const struct lines_region *region = &regions.at[i];
        if (nth >= region->moves) continue;
        uint32_t cells = (uint32_t)lines_set_count(region->cells, limbs);
        return (struct move){lines_set_nth(region->around, (int)(nth / cells), limbs),
                             lines_set_nth(region->cells, (int)(nth % cells), limbs)};
    }
    return pick_lone(&regions, nth, limbs, stride);
}

action lines_random_act(const void *state, int who, struct rng *rng) {
    const struct lines *lines = state;
    if (who == CHANCE) {
        if (lines_draws(lines)) return lines_pick_next(lines, rng);
        return (action)lines_cell(lines, LINES_SIZED(lines_pick_ball, lines, rng));
    }
    struct move move = LINES_SIZED(pick_move, lines, rng);
    return (action)lines_cell(lines, move.from) * (action)lines_count(lines) +
           (action)lines_cell(lines, move.to);
}

LINES_INLINE uint32_t play_game(struct lines *lines, struct rng *rng, int limbs, int stride) {
    uint32_t moves = 0;
    for (lines_settle(lines, rng, limbs, stride); !lines_is_full(lines, limbs); moves++) {
        struct move move = pick_move(lines, rng, limbs, stride);
        lines_event_move(lines, move.from, move.to, limbs, stride);
        lines_settle(lines, rng, limbs, stride);
    }
    return moves;
}

uint32_t lines_random_game(struct lines *lines, struct rng *rng) {
    return LINES_SIZED(play_game, lines, rng);
}
