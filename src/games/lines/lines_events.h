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

/* The four ways that runs go, as steps in bits from one cell to the next: all at once where the
 * processor can shift each by its own step, else one after the other. */
#ifdef __AVX2__
typedef uint64_t LINES_VECTOR lines_ways;
#else
typedef uint64_t lines_ways;
#endif
enum { LINES_WAYS = 4, LINES_WAYS_AT_ONCE = sizeof(lines_ways) / sizeof(uint64_t) };

#define LINES_WAYS_STEPS(stride)                                                                   \
    { 1, (uint64_t)(stride)-1, (uint64_t)(stride), (uint64_t)(stride) + 1 }

struct lines_ways_set {
    lines_ways at[LINES_LIMBS_MAX];
};

/* Shifts down by `step`, each way by its own: from 1 to 63. */
LINES_INLINE void lines_ways_down(struct lines_ways_set *to, const struct lines_ways_set *from,
                                  const lines_ways *step, int limbs) {
    for (int k = 0; k < limbs - 1; k++)
        to->at[k] = from->at[k] >> *step | from->at[k + 1] << (64 - *step);
    to->at[limbs - 1] = from->at[limbs - 1] >> *step;
}

/* From the cells that equal their next, keeps those from which match - 1 in a row do. At most 3
 * more at a time keep a shift below 64. */
LINES_INLINE void lines_ways_starts(struct lines_ways_set *equal, const lines_ways *step, int match,
                                    int limbs) {
    for (int have = 1, more; have < match - 1; have += more) {
        more = match - 1 - have;
        if (more > have) more = have;
        if (more > 3) more = 3;
        struct lines_ways_set further;
        lines_ways far = *step * (uint64_t)more;
        lines_ways_down(&further, equal, &far, limbs);
        for (int k = 0; k < limbs; k++) equal->at[k] &= further.at[k];
    }
}

/* Copies the ways out as sets; returns whether any of them has a member. */
LINES_INLINE bool lines_ways_store(struct lines_set *out, const struct lines_ways_set *set,
                                   int limbs) {
    uint64_t any = 0, at[LINES_WAYS_AT_ONCE];
    for (int k = 0; k < limbs; k++) {
        memcpy(at, &set->at[k], sizeof at);
        for (int i = 0; i < LINES_WAYS_AT_ONCE; i++) any |= out[i].at[k] = at[i];
    }
    return any != 0;
}

/* Finds the cells where a run of match_length of these cells starts, for each way; false if there
 * are none. */
LINES_INLINE bool lines_starts_within(const struct lines *lines, struct lines_set same,
                                      struct lines_set out[LINES_WAYS], int limbs, int stride) {
    const uint64_t steps[LINES_WAYS] = LINES_WAYS_STEPS(stride);
    bool any = false;
    for (int i = 0; i < LINES_WAYS; i += LINES_WAYS_AT_ONCE) {
        lines_ways step;
        struct lines_ways_set all, equal;
        memcpy(&step, steps + i, sizeof step);
        for (int k = 0; k < limbs; k++) all.at[k] = (lines_ways){0} + same.at[k];
        lines_ways_down(&equal, &all, &step, limbs);
        for (int k = 0; k < limbs; k++) equal.at[k] &= all.at[k];
        lines_ways_starts(&equal, &step, lines->match, limbs);
        any |= lines_ways_store(out + i, &equal, limbs);
    }
    return any;
}

/* The same for runs of any colour. */
LINES_INLINE bool lines_starts(const struct lines *lines, struct lines_set out[LINES_WAYS],
                               int limbs, int stride) {
    const uint64_t steps[LINES_WAYS] = LINES_WAYS_STEPS(stride);
    struct lines_set balls = lines_balls(lines, limbs);
    bool any = false;
    for (int i = 0; i < LINES_WAYS; i += LINES_WAYS_AT_ONCE) {
        lines_ways step;
        struct lines_ways_set digit, next, equal;
        memcpy(&step, steps + i, sizeof step);
        for (int k = 0; k < limbs; k++) equal.at[k] = (lines_ways){0} + balls.at[k];
        for (int plane = LINES_CODE; plane < LINES_PLANES; plane++) {
            struct lines_set bits = lines_load(lines, plane, limbs);
            for (int k = 0; k < limbs; k++) digit.at[k] = (lines_ways){0} + bits.at[k];
            lines_ways_down(&next, &digit, &step, limbs);
            for (int k = 0; k < limbs; k++) equal.at[k] &= ~(digit.at[k] ^ next.at[k]);
        }
        lines_ways_starts(&equal, &step, lines->match, limbs);
        any |= lines_ways_store(out + i, &equal, limbs);
    }
    return any;
}

/* Returns all balls of the long enough runs through the ball on a bit. */
LINES_INLINE struct lines_set lines_runs_through(const struct lines *lines, int bit, int limbs,
                                                 int stride) {
    static const signed char ways[LINES_WAYS][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    struct lines_set same = lines_of_code(lines, lines_code(lines, bit, limbs), limbs);
    struct lines_set gone = lines_set_none(), firsts[LINES_WAYS];
    if (LINES_WAYS_AT_ONCE == 1 && lines_set_count(same, limbs) < lines->match) return gone;
    if (!lines_starts_within(lines, same, firsts, limbs, stride)) return gone;
    for (int i = 0; i < LINES_WAYS; i++) {
        struct grid_span run = grid_run(same.at, lines->rows, stride, bit, ways[i][0], ways[i][1]);
        for (int k = 0; run.count >= lines->match && k < run.count; k++)
            bits_add(gone.at, run.first + k * run.step);
    }
    return gone;
}

/* Returns all balls of the long enough runs on the board. */
LINES_INLINE struct lines_set lines_all_runs(const struct lines *lines, int limbs, int stride) {
    const int steps[LINES_WAYS] = {1, stride - 1, stride, stride + 1};
    struct lines_set gone = lines_set_none(), firsts[LINES_WAYS];
    if (!lines_starts(lines, firsts, limbs, stride)) return gone;
    for (int i = 0; i < LINES_WAYS; i++)
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
