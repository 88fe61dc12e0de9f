/* Random play without listing the choices.
 *
 * A ball can go to every cell of each empty region that it touches. So each region has as many
 * moves as its cells times the balls around it, and every move belongs to one region. */
#include "lines_events.h"

/* A bound by counting the sides of cells. A region of two or more cells has at least 8 sides of its
 * own cells, and at least 6 sides of balls or of the edge face it: 14 in all. The board has 4 for
 * each cell and the edge 4 * LINES_SIDE_MAX. */
enum { REGIONS_MAX = (4 * LINES_CELLS_MAX + 4 * LINES_SIDE_MAX) / 14 };

struct region {
    struct lines_set cells, around;
    uint32_t moves;
};

struct regions {
    struct region at[REGIONS_MAX];
    int count;
    struct lines_set lone[4]; /* one-cell regions with a ball to the right, left, below, above */
    uint32_t moves;
};

struct move {
    int from, to;
};

/* A crowded board has many regions of one cell: they are handled together, one side at a time. */
LINES_INLINE void find_lone(struct regions *regions, struct lines_set lone, struct lines_set balls,
                            int limbs, int stride) {
    regions->lone[0] = lines_set_and(lone, lines_set_down(balls, 1, limbs), limbs);
    regions->lone[1] = lines_set_and(lone, lines_set_up(balls, 1, limbs), limbs);
    regions->lone[2] = lines_set_and(lone, lines_set_down(balls, stride, limbs), limbs);
    regions->lone[3] = lines_set_and(lone, lines_set_up(balls, stride, limbs), limbs);
    for (int i = 0; i < 4; i++)
        regions->moves += (uint32_t)lines_set_count(regions->lone[i], limbs);
}

LINES_INLINE void find_regions(struct regions *regions, const struct lines *lines, int limbs,
                               int stride) {
    struct lines_set left = lines_load(lines, LINES_EMPTY, limbs),
                     balls = lines_balls(lines, limbs);
    struct lines_set lone = lines_set_minus(left, lines_set_neighbours(left, stride, limbs), limbs);
    regions->count = 0;
    regions->moves = 0;
    find_lone(regions, lone, balls, limbs, stride);
    left = lines_set_minus(left, lone, limbs);
    while (lines_set_any(left, limbs)) {
        struct region *region = &regions->at[regions->count++];
        region->cells = lines_set_flood(lines_set_first(left, limbs), left, stride, limbs);
        region->around =
            lines_set_and(lines_set_neighbours(region->cells, stride, limbs), balls, limbs);
        region->moves = (uint32_t)(lines_set_count(region->cells, limbs) *
                                   lines_set_count(region->around, limbs));
        regions->moves += region->moves;
        left = lines_set_minus(left, region->cells, limbs);
    }
}

LINES_INLINE struct move pick_lone(const struct regions *regions, uint32_t nth, int limbs,
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
    struct regions regions;
    find_regions(&regions, lines, limbs, stride);
    uint32_t nth = rng_below(rng, regions.moves);
    for (int i = 0; i < regions.count; nth -= regions.at[i++].moves) {
        const struct region *region = &regions.at[i];
        if (nth >= region->moves) continue;
        uint32_t cells = (uint32_t)lines_set_count(region->cells, limbs);
        return (struct move){lines_set_nth(region->around, (int)(nth / cells), limbs),
                             lines_set_nth(region->cells, (int)(nth % cells), limbs)};
    }
    return pick_lone(&regions, nth, limbs, stride);
}

/* Returns the bit for the next ball. */
LINES_INLINE int pick_ball(const struct lines *lines, struct rng *rng, int limbs, int stride) {
    (void)stride;
    struct lines_set open = lines_load(lines, LINES_EMPTY, limbs);
    if (lines->cells[0]) open = lines_open(lines);
    return lines_set_nth(open, (int)rng_below(rng, (uint32_t)lines_set_count(open, limbs)), limbs);
}

/* Returns the act that draws the next colour, and its announced cell if it has one. */
static action pick_next(const struct lines *lines, struct rng *rng) {
    uint32_t colours = lines->colours;
    if (!lines_announces(lines)) return rng_below(rng, colours);
    struct lines_set open = lines_open(lines);
    uint32_t count = (uint32_t)lines_set_count(open, LINES_LIMBS_MAX);
    if (count == 0) return rng_below(rng, colours);
    uint32_t nth = rng_below(rng, colours * count);
    int bit = lines_set_nth(open, (int)(nth % count), LINES_LIMBS_MAX);
    return nth / count * (action)lines_count(lines) + (action)lines_cell(lines, bit);
}

action lines_random_act(const void *state, int who, struct rng *rng) {
    const struct lines *lines = state;
    if (who == CHANCE) {
        if (lines_draws(lines)) return pick_next(lines, rng);
        return (action)lines_cell(lines, LINES_SIZED(pick_ball, lines, rng));
    }
    struct move move = LINES_SIZED(pick_move, lines, rng);
    return (action)lines_cell(lines, move.from) * (action)lines_count(lines) +
           (action)lines_cell(lines, move.to);
}

LINES_INLINE void play_chance(struct lines *lines, struct rng *rng, int limbs, int stride) {
    if (!lines_draws(lines))
        lines_event_ball(lines, pick_ball(lines, rng, limbs, stride), limbs, stride);
    else if (lines_announces(lines))
        lines_apply(lines, CHANCE, pick_next(lines, rng));
    else
        lines_event_colour(lines, (int)rng_below(rng, lines->colours) + 1, 0, limbs, stride);
}

LINES_INLINE uint32_t play_game(struct lines *lines, struct rng *rng, int limbs, int stride) {
    uint32_t moves = 0;
    while (!(lines->phase == LINES_PLAY && lines_is_full(lines, limbs))) {
        if (lines->phase == LINES_PLAY) {
            struct move move = pick_move(lines, rng, limbs, stride);
            lines_event_move(lines, move.from, move.to, limbs, stride);
            moves++;
        } else {
            play_chance(lines, rng, limbs, stride);
        }
    }
    return moves;
}

uint32_t lines_random_game(struct lines *lines, struct rng *rng) {
    return LINES_SIZED(play_game, lines, rng);
}
