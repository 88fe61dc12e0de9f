/* Random play without listing the choices.
 *
 * A ball can go to all of every empty region it touches. So there are, for each region, as many
 * moves as it has cells times the balls around it, and none is in two regions. */
#include "lines_events.h"

/* A region of two cells or more has at least six sides, each against the edge or a ball, which has
 * four: with its cells it takes up 14 of the four sides that each cell and the edges have. */
enum { REGIONS_MAX = (4 * LINES_CELLS_MAX + 4 * LINES_SIDE_MAX) / 14 };

struct region {
    struct set cells, around;
    uint32_t moves;
};

struct regions {
    struct region at[REGIONS_MAX];
    int count;
    struct set lone[4]; /* regions of one cell, with a ball right, left, below, above of it */
    uint32_t moves;
};

struct bits {
    int from, to;
};

/* Regions of one cell are many on a crowded board: they are taken together, side by side. */
SET_INLINE void find_lone(struct regions *regions, struct set lone, struct set balls, int words,
                          int stride) {
    regions->lone[0] = set_and(lone, set_down(balls, 1, words), words);
    regions->lone[1] = set_and(lone, set_up(balls, 1, words), words);
    regions->lone[2] = set_and(lone, set_down(balls, stride, words), words);
    regions->lone[3] = set_and(lone, set_up(balls, stride, words), words);
    for (int i = 0; i < 4; i++) regions->moves += (uint32_t)set_count(regions->lone[i], words);
}

SET_INLINE void find_regions(struct regions *regions, const struct lines *lines, int words,
                             int stride) {
    struct set left = lines_load(lines, LINES_EMPTY, words), balls = lines_balls(lines, words);
    struct set lone = set_less(left, set_around(left, stride, words), words);
    regions->count = 0;
    regions->moves = 0;
    find_lone(regions, lone, balls, words, stride);
    left = set_less(left, lone, words);
    while (set_any(left, words)) {
        struct region *region = &regions->at[regions->count++];
        region->cells = set_flood(set_first(left, words), left, stride, words);
        region->around = set_and(set_around(region->cells, stride, words), balls, words);
        region->moves =
            (uint32_t)(set_count(region->cells, words) * set_count(region->around, words));
        regions->moves += region->moves;
        left = set_less(left, region->cells, words);
    }
}

SET_INLINE struct bits pick_lone(const struct regions *regions, uint32_t nth, int words,
                                 int stride) {
    const int steps[4] = {1, -1, stride, -stride};
    int i = 0;
    for (uint32_t here; nth >= (here = (uint32_t)set_count(regions->lone[i], words)); i++)
        nth -= here;
    int to = set_nth(regions->lone[i], (int)nth, words);
    return (struct bits){to + steps[i], to};
}

SET_INLINE struct bits pick_move(const struct lines *lines, struct rng *rng, int words,
                                 int stride) {
    struct regions regions;
    find_regions(&regions, lines, words, stride);
    uint32_t nth = rng_below(rng, regions.moves);
    for (int i = 0; i < regions.count; nth -= regions.at[i++].moves) {
        const struct region *region = &regions.at[i];
        if (nth >= region->moves) continue;
        uint32_t cells = (uint32_t)set_count(region->cells, words);
        return (struct bits){set_nth(region->around, (int)(nth / cells), words),
                             set_nth(region->cells, (int)(nth % cells), words)};
    }
    return pick_lone(&regions, nth, words, stride);
}

/* The bit where the next ball goes. */
SET_INLINE int pick_ball(const struct lines *lines, struct rng *rng, int words, int stride) {
    (void)stride;
    struct set open = lines_load(lines, LINES_EMPTY, words);
    if (lines->cells[0]) open = lines_open(lines);
    return set_nth(open, (int)rng_below(rng, (uint32_t)set_count(open, words)), words);
}

/* Colour and announced cell as one act. */
static action pick_next(const struct lines *lines, struct rng *rng) {
    uint32_t colours = lines->colours;
    if (!lines_announces(lines)) return rng_below(rng, colours);
    struct set open = lines_open(lines);
    uint32_t count = (uint32_t)set_count(open, SET_WORDS_MAX);
    if (count == 0) return rng_below(rng, colours);
    uint32_t nth = rng_below(rng, colours * count);
    int bit = set_nth(open, (int)(nth % count), SET_WORDS_MAX);
    return nth / count * (action)lines_count(lines) + (action)lines_cell(lines, bit);
}

action lines_random_act(const void *state, int who, struct rng *rng) {
    const struct lines *lines = state;
    if (who == CHANCE) {
        if (lines_draws(lines)) return pick_next(lines, rng);
        return (action)lines_cell(lines, LINES_SIZED(pick_ball, lines, rng));
    }
    struct bits move = LINES_SIZED(pick_move, lines, rng);
    return (action)lines_cell(lines, move.from) * (action)lines_count(lines) +
           (action)lines_cell(lines, move.to);
}

SET_INLINE void play_chance(struct lines *lines, struct rng *rng, int words, int stride) {
    if (!lines_draws(lines))
        rules_ball(lines, pick_ball(lines, rng, words, stride), words, stride);
    else if (lines_announces(lines))
        lines_apply(lines, CHANCE, pick_next(lines, rng));
    else
        rules_next(lines, (int)rng_below(rng, lines->colours) + 1, 0, words, stride);
}

SET_INLINE uint32_t play_game(struct lines *lines, struct rng *rng, int words, int stride) {
    uint32_t moves = 0;
    while (!(lines->phase == LINES_PLAY && rules_full(lines, words))) {
        if (lines->phase == LINES_PLAY) {
            struct bits move = pick_move(lines, rng, words, stride);
            rules_move(lines, move.from, move.to, words, stride);
            moves++;
        } else {
            play_chance(lines, rng, words, stride);
        }
    }
    return moves;
}

uint32_t lines_random_game(struct lines *lines, struct rng *rng) {
    return LINES_SIZED(play_game, lines, rng);
}
