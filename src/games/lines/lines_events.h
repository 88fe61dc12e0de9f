/* The events of lines on the bitboards. lines.c builds `apply` from them, lines_random.c whole
 * games; both pass the limbs and the stride of the board, as constants for the usual boards. */
#ifndef LINES_EVENTS_H
#define LINES_EVENTS_H

#include "base/grid.h"
#include "lines.h"
#include <string.h>

/* Calls f with the limbs and the stride as last arguments, in three versions: 9 columns, small,
 * large. */
#define LINES_SIZED(f, lines, ...)                                                                 \
    (lines_limbs(lines) > 2      ? f(lines, __VA_ARGS__, LINES_LIMBS_MAX, lines_stride(lines))     \
     : lines_stride(lines) == 10 ? f(lines, __VA_ARGS__, 2, 10)                                    \
                                 : f(lines, __VA_ARGS__, 2, lines_stride(lines)))

/* Puts a ball of this code on an empty bit. Writes whole limbs, because narrow stores would stall
 * the wide loads that follow, and does not branch, because colours are unpredictable. */
LINES_INLINE void lines_put_sized(struct lines *lines, int bit, int code, int limbs) {
    struct lines_set one = lines_set_one(bit, limbs), empty = lines_load(lines, LINES_EMPTY, limbs);
    lines_set_store(lines_plane(lines, LINES_EMPTY, limbs), lines_set_minus(empty, one, limbs),
                    limbs);
    for (int i = 0; i < 3; i++) {
        uint64_t *digit = lines_plane(lines, LINES_CODE + i, limbs),
                 on = -(uint64_t)(code >> i & 1);
        for (int k = 0; k < limbs; k++) digit[k] |= one.at[k] & on;
    }
}

/* Removes the balls in the set. */
LINES_INLINE void lines_lift(struct lines *lines, struct lines_set gone, int limbs) {
    for (int plane = 0; plane < LINES_PLANES; plane++) {
        struct lines_set was = lines_load(lines, plane, limbs);
        lines_set_store(lines_plane(lines, plane, limbs),
                        plane == LINES_EMPTY ? lines_set_or(was, gone, limbs)
                                             : lines_set_minus(was, gone, limbs),
                        limbs);
    }
}

LINES_INLINE bool lines_is_full(const struct lines *lines, int limbs) {
    return !lines_set_any(lines_load(lines, LINES_EMPTY, limbs), limbs);
}

LINES_INLINE struct lines_set lines_reach_sized(const struct lines *lines, int bit, int limbs,
                                                int stride) {
    return lines_set_flood(lines_set_one(bit, limbs), lines_load(lines, LINES_EMPTY, limbs), stride,
                           limbs);
}

/* Returns all balls of the long enough runs through the ball on a bit. */
LINES_INLINE struct lines_set lines_runs_through(const struct lines *lines, int bit, int limbs,
                                                 int stride) {
    static const signed char ways[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    struct lines_set same = lines_of_code(lines, lines_code(lines, bit, limbs), limbs);
    struct lines_set gone = lines_set_none();
    if (lines_set_count(same, limbs) < lines->match) return gone;
    for (int i = 0; i < 4; i++) {
        struct grid_span run = grid_run(same.at, lines->rows, stride, bit, ways[i][0], ways[i][1]);
        for (int k = 0; run.count >= lines->match && k < run.count; k++)
            bits_add(gone.at, run.first + k * run.step);
    }
    return gone;
}

/* Returns the cells where a run of match_length balls starts; `step` is the distance in bits from
 * one cell of it to the next. */
LINES_INLINE struct lines_set lines_run_starts(const struct lines *lines, struct lines_set balls,
                                               int step, int limbs) {
    struct lines_set equal = balls; /* cells whose ball equals the one a step further */
    for (int i = 0; i < 3; i++) {
        struct lines_set digit = lines_load(lines, LINES_CODE + i, limbs);
        equal = lines_set_minus(
            equal, lines_set_xor(digit, lines_set_down(digit, step, limbs), limbs), limbs);
    }
    /* From these cells on, `have` cells in a row equal their next. At most 3 more at a time keep a
     * shift below 64. */
    for (int have = 1, more; have < lines->match - 1; have += more) {
        more = lines->match - 1 - have;
        if (more > have) more = have;
        if (more > 3) more = 3;
        equal = lines_set_and(equal, lines_set_down(equal, more * step, limbs), limbs);
    }
    return equal;
}

/* Returns all balls of the long enough runs on the board. */
LINES_INLINE struct lines_set lines_all_runs(const struct lines *lines, int limbs, int stride) {
    const int steps[4] = {1, stride - 1, stride, stride + 1};
    struct lines_set balls = lines_balls(lines, limbs), firsts[4], any = lines_set_none(),
                     gone = lines_set_none();
    for (int i = 0; i < 4; i++) {
        firsts[i] = lines_run_starts(lines, balls, steps[i], limbs);
        any = lines_set_or(any, firsts[i], limbs);
    }
    if (!lines_set_any(any, limbs)) return gone;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < lines->match; k++) {
            gone = lines_set_or(gone, firsts[i], limbs);
            firsts[i] = lines_set_up(firsts[i], steps[i], limbs);
        }
    return gone;
}

static inline uint32_t lines_capped_sum(uint32_t a, uint32_t b) {
    return a + b < LINES_COUNT_MAX ? a + b : LINES_COUNT_MAX;
}

/* n balls vanish: 2 points each; in lines98 n(n - 4), where 4 is match_length - 1. */
LINES_INLINE void lines_add_points(struct lines *lines, int n) {
    int points = lines->rules98 ? n * (n - lines->match + 1) : 2 * n;
    lines->score = lines_capped_sum(lines->score, (uint32_t)points);
}

LINES_INLINE void lines_begin_arrival(struct lines *lines) {
    lines->phase = LINES_ARRIVE;
    lines->arriving = lines->per_turn;
}

LINES_INLINE void lines_refill_sized(struct lines *lines, int limbs) {
    if (lines->phase == LINES_PLAY && !lines_set_any(lines_balls(lines, limbs), limbs))
        lines_begin_arrival(lines);
}

/* The seat moves a ball. After a match it moves again, otherwise balls arrive. */
LINES_INLINE void lines_event_move(struct lines *lines, int from, int to, int limbs, int stride) {
    int code = lines_code(lines, from, limbs);
    lines_lift(lines, lines_set_one(from, limbs), limbs);
    lines_put_sized(lines, to, code, limbs);
    lines->turn = lines_capped_sum(lines->turn, 1);
    struct lines_set gone = lines_runs_through(lines, to, limbs, stride);
    if (!lines_set_any(gone, limbs)) {
        lines_begin_arrival(lines);
        return;
    }
    lines_add_points(lines, lines_set_count(gone, limbs));
    lines_lift(lines, gone, limbs);
    lines_refill_sized(lines, limbs);
}

static inline void lines_shift_cells(struct lines *lines) {
    memmove(lines->cells, lines->cells + 1, LINES_NEXT_MAX - 1);
    lines->cells[LINES_NEXT_MAX - 1] = 0;
}

/* All balls have arrived, or the board is full. Lines vanish; they score only in lines98, and not
 * in the setup. */
LINES_INLINE void lines_end_arrival(struct lines *lines, int limbs, int stride) {
    struct lines_set gone = lines_all_runs(lines, limbs, stride);
    if (lines_set_any(gone, limbs)) {
        lines_lift(lines, gone, limbs);
        if (lines->rules98 && lines->turn > 0)
            lines_add_points(lines, lines_set_count(gone, limbs));
    }
    lines->arriving = lines->drawn = 0;
    lines->next = 0;
    if (lines->rules98) memset(lines->cells, 0, LINES_NEXT_MAX);
    lines->phase = lines_is_full(lines, limbs) ? LINES_PLAY : LINES_DRAW;
}

/* CHANCE places the next ball on a bit. */
LINES_INLINE void lines_event_ball(struct lines *lines, int bit, int limbs, int stride) {
    lines_put_sized(lines, bit, lines_next(lines, 0), limbs);
    lines->next >>= 4;
    lines->drawn--;
    lines->arriving--;
    if (lines->rules98) lines_shift_cells(lines);
    if (lines->arriving == 0 || lines_is_full(lines, limbs))
        lines_end_arrival(lines, limbs, stride);
}

/* CHANCE draws the colour of a ball to come. `cell` is the cell announced for it + 1, or 0. */
LINES_INLINE void lines_event_colour(struct lines *lines, int code, int cell, int limbs,
                                     int stride) {
    (void)stride;
    lines->next |= (uint64_t)code << 4 * lines->drawn;
    lines->cells[lines->drawn++] = (uint8_t)cell;
    if (lines->phase == LINES_DRAW && lines->drawn == lines->per_turn) {
        lines->phase = LINES_PLAY;
        lines_refill_sized(lines, limbs);
    }
}

#endif
