/* Random play without listing the choices.
 *
 * A ball can go to all of every empty region it touches. So there are, for each region, as many
 * moves as it has cells times the balls around it, and none is in two regions. */
#include "lines_rules.h"

/* The empty regions of a board alternate with balls: there are never more than half the cells. */
enum { REGIONS_MAX = (LINES_CELLS_MAX + 1) / 2 };

struct region {
    struct set cells, around;
    uint32_t moves; /* in it and in those before it */
};

struct bits {
    int from, to;
};

/* Every region; how many. */
SET_INLINE int find_regions(const struct lines *lines, struct region *regions, int words,
                            int stride) {
    struct set left = lines_load(lines, LINES_EMPTY, words), balls = lines_balls(lines, words);
    uint32_t moves = 0;
    int count = 0;
    while (set_any(left, words)) {
        struct region *region = &regions[count++];
        region->cells = set_flood(set_first(left, words), left, stride, words);
        region->around = set_and(set_spread(region->cells, stride, words), balls, words);
        moves += (uint32_t)(set_count(region->cells, words) * set_count(region->around, words));
        region->moves = moves;
        left = set_less(left, region->cells, words);
    }
    return count;
}

SET_INLINE struct bits pick_move(const struct lines *lines, struct rng *rng, int words,
                                 int stride) {
    struct region regions[REGIONS_MAX];
    int count = find_regions(lines, regions, words, stride), i = 0;
    uint32_t nth = rng_below(rng, regions[count - 1].moves);
    while (nth >= regions[i].moves) i++;
    if (i > 0) nth -= regions[i - 1].moves;
    uint32_t cells = (uint32_t)set_count(regions[i].cells, words);
    return (struct bits){set_nth(regions[i].around, (int)(nth / cells), words),
                         set_nth(regions[i].cells, (int)(nth % cells), words)};
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
