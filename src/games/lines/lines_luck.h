/* The events of CHANCE, drawn and played. */
#ifndef LINES_LUCK_H
#define LINES_LUCK_H

#include "base/rng_ahead.h"
#include "lines_events.h"

/* Returns the bit for the next ball. */
LINES_INLINE int lines_pick_ball(const struct lines *lines, struct rng *rng, int limbs,
                                 int stride) {
    (void)stride;
    struct lines_set open = lines_load(lines, LINES_EMPTY, limbs);
    if (lines->cells[0]) open = lines_open(lines);
    return lines_set_nth(open, (int)rng_below(rng, (uint32_t)lines_set_count(open, limbs)), limbs);
}

/* Returns the act that draws the next colour, and its announced cell if it has one. */
static action lines_pick_next(const struct lines *lines, struct rng *rng) {
    uint32_t colours = lines->colours;
    if (!lines_announces(lines)) return rng_below(rng, colours);
    struct lines_set open = lines_open(lines);
    uint32_t count = (uint32_t)lines_set_count(open, LINES_LIMBS_MAX);
    if (count == 0) return rng_below(rng, colours);
    uint32_t nth = rng_below(rng, colours * count);
    int bit = lines_set_nth(open, (int)(nth % count), LINES_LIMBS_MAX);
    return nth / count * (action)lines_count(lines) + (action)lines_cell(lines, bit);
}

LINES_INLINE void lines_play_chance(struct lines *lines, struct rng *rng, int limbs, int stride) {
    if (!lines_draws(lines))
        lines_event_ball(lines, lines_pick_ball(lines, rng, limbs, stride), limbs, stride);
    else if (lines_announces(lines))
        lines_apply(lines, CHANCE, lines_pick_next(lines, rng));
    else
        lines_event_colour(lines, (int)rng_below(rng, lines->colours) + 1, 0, limbs, stride);
}

/* Balls arrive, all of known colours and on any cells, and the next colours are drawn: the same as
 * event by event, but at once. Returns false, with nothing changed, if a number that was looked at
 * might be drawn again, which is very rare. */
LINES_INLINE bool lines_deal(struct lines *lines, struct rng *rng, int limbs, int stride) {
    struct rng_ahead ahead;
    struct lines_set empty = lines_load(lines, LINES_EMPTY, limbs), digits[3];
    uint32_t free = (uint32_t)lines_set_count(empty, limbs);
    uint32_t balls = lines->drawn < free ? lines->drawn : free, per_turn = lines->per_turn;
    uint64_t codes = 0;
    bool unsure = false;
    rng_ahead_look(&ahead, rng);
    for (int i = 0; i < 3; i++) digits[i] = lines_load(lines, LINES_CODE + i, limbs);
    for (uint32_t i = 0; i < balls; i++) {
        int nth = (int)rng_ahead_below(&ahead, i, free - i, &unsure);
        struct lines_set one = lines_set_one(lines_set_nth(empty, nth, limbs), limbs);
        uint64_t code = lines->next >> 4 * i;
        empty = lines_set_minus(empty, one, limbs);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < limbs; j++) digits[k].at[j] |= one.at[j] & -(code >> k & 1);
    }
    for (uint32_t i = 0; i < per_turn; i++)
        codes |= (uint64_t)(rng_ahead_below(&ahead, balls + i, lines->colours, &unsure) + 1)
                 << 4 * i;
    if (unsure) return false;
    lines_set_store(lines_plane(lines, LINES_EMPTY, limbs), empty, limbs);
    for (int i = 0; i < 3; i++)
        lines_set_store(lines_plane(lines, LINES_CODE + i, limbs), digits[i], limbs);
    lines_end_arrival(lines, limbs, stride);
    bool goes_on = lines->phase == LINES_DRAW;
    if (goes_on) {
        lines->next = codes;
        lines->drawn = lines->per_turn;
        lines->phase = LINES_PLAY;
        lines_refill_sized(lines, limbs);
    }
    rng_ahead_take(rng, &ahead, goes_on ? balls + per_turn : balls);
    return true;
}

/* Returns whether lines_deal can be called. */
static inline bool lines_can_deal(const struct lines *lines) {
    return lines->phase == LINES_ARRIVE && lines->drawn == lines->arriving &&
           lines->drawn == lines->per_turn && 2 * lines->drawn <= RNG_AHEAD &&
           !lines_announces(lines);
}

/* Plays CHANCE's events until the seat is to move or the game is over. */
LINES_INLINE void lines_settle(struct lines *lines, struct rng *rng, int limbs, int stride) {
    while (lines->phase != LINES_PLAY)
        if (!lines_can_deal(lines) || !lines_deal(lines, rng, limbs, stride))
            lines_play_chance(lines, rng, limbs, stride);
}

#endif
