/* What happens in lines, event by event, on the bits. lines.c makes the waist's `apply` of it and
 * lines_random.c whole games; both say the words and the stride of the board, as constants
 * for the usual boards. */
#ifndef LINES_RULES_H
#define LINES_RULES_H

#include "base/grid.h"
#include "lines.h"
#include <string.h>

/* Calls f with the size of this board at its end, in three versions: 9 columns, small, large. */
#define LINES_SIZED(f, lines, ...)                                                                 \
    (lines_words(lines) > 2      ? f(lines, __VA_ARGS__, SET_WORDS_MAX, lines_stride(lines))       \
     : lines_stride(lines) == 10 ? f(lines, __VA_ARGS__, 2, 10)                                    \
                                 : f(lines, __VA_ARGS__, 2, lines_stride(lines)))

/* Whole words are written, since narrow stores would hold up the wide loads that follow; and
 * without branches, since nobody can foresee a colour. */
SET_INLINE void rules_put(struct lines *lines, int bit, int code, int words) {
    struct set one = set_one(bit, words), empty = lines_load(lines, LINES_EMPTY, words);
    set_store(lines_plane(lines, LINES_EMPTY, words), set_less(empty, one, words), words);
    for (int i = 0; i < 3; i++) {
        uint64_t *digit = lines_plane(lines, LINES_CODE + i, words),
                 on = -(uint64_t)(code >> i & 1);
        for (int k = 0; k < words; k++) digit[k] |= one.at[k] & on;
    }
}

/* Takes the balls in the set off the board. */
SET_INLINE void rules_lift(struct lines *lines, struct set gone, int words) {
    for (int plane = 0; plane < LINES_PLANES; plane++) {
        struct set was = lines_load(lines, plane, words);
        set_store(lines_plane(lines, plane, words),
                  plane == LINES_EMPTY ? set_or(was, gone, words) : set_less(was, gone, words),
                  words);
    }
}

SET_INLINE bool rules_full(const struct lines *lines, int words) {
    return !set_any(lines_load(lines, LINES_EMPTY, words), words);
}

/* All that a ball, or a cell, on this bit can reach over empty cells. */
SET_INLINE struct set rules_reach(const struct lines *lines, int bit, int words, int stride) {
    return set_flood(set_one(bit, words), lines_load(lines, LINES_EMPTY, words), stride, words);
}

/* All long runs of equal balls through the ball on a bit. */
SET_INLINE struct set rules_through(const struct lines *lines, int bit, int words, int stride) {
    static const signed char ways[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    struct set same = lines_of_code(lines, lines_code(lines, bit, words), words);
    struct set gone = set_none();
    if (set_count(same, words) < lines->match) return gone;
    for (int i = 0; i < 4; i++) {
        struct grid_span run = grid_run(same.at, lines->rows, stride, bit, ways[i][0], ways[i][1]);
        for (int k = 0; run.count >= lines->match && k < run.count; k++)
            bits_add(gone.at, run.first + k * run.step);
    }
    return gone;
}

/* The first cells of the long runs that go `step` bits up a cell, whatever their colour. */
SET_INLINE struct set rules_firsts(const struct lines *lines, struct set balls, int step,
                                   int words) {
    struct set equal = balls; /* to the cell a step on */
    for (int i = 0; i < 3; i++) {
        struct set digit = lines_load(lines, LINES_CODE + i, words);
        equal = set_less(equal, set_differ(digit, set_down(digit, step, words), words), words);
    }
    /* `have` cells in a row are equal to the next; steps of at most 3 keep a shift within a word.
     */
    for (int have = 1, more; have < lines->match - 1; have += more) {
        more = lines->match - 1 - have;
        if (more > have) more = have;
        if (more > 3) more = 3;
        equal = set_and(equal, set_down(equal, more * step, words), words);
    }
    return equal;
}

/* All long runs on the board. */
SET_INLINE struct set rules_lines(const struct lines *lines, int words, int stride) {
    const int steps[4] = {1, stride - 1, stride, stride + 1};
    struct set balls = lines_balls(lines, words), firsts[4], any = set_none(), gone = set_none();
    for (int i = 0; i < 4; i++) {
        firsts[i] = rules_firsts(lines, balls, steps[i], words);
        any = set_or(any, firsts[i], words);
    }
    if (!set_any(any, words)) return gone;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < lines->match; k++) {
            gone = set_or(gone, firsts[i], words);
            firsts[i] = set_up(firsts[i], steps[i], words);
        }
    return gone;
}

static inline uint32_t rules_sum(uint32_t a, uint32_t b) {
    return a + b < LINES_COUNT_MAX ? a + b : LINES_COUNT_MAX;
}

/* n balls go: 2 points each; in lines98 n(n - 4), or what becomes of the 4 for other lengths. */
SET_INLINE void rules_score(struct lines *lines, int n) {
    int points = lines->rules98 ? n * (n - lines->match + 1) : 2 * n;
    lines->score = rules_sum(lines->score, (uint32_t)points);
}

SET_INLINE void rules_arrive(struct lines *lines) {
    lines->phase = LINES_ARRIVE;
    lines->arriving = lines->per_turn;
}

SET_INLINE void rules_wake(struct lines *lines, int words) {
    if (lines->phase == LINES_PLAY && !set_any(lines_balls(lines, words), words))
        rules_arrive(lines);
}

/* The seat moves a ball: a match clears the way for another move, else balls arrive. */
SET_INLINE void rules_move(struct lines *lines, int from, int to, int words, int stride) {
    int code = lines_code(lines, from, words);
    rules_lift(lines, set_one(from, words), words);
    rules_put(lines, to, code, words);
    lines->turn = rules_sum(lines->turn, 1);
    struct set gone = rules_through(lines, to, words, stride);
    if (!set_any(gone, words)) {
        rules_arrive(lines);
        return;
    }
    rules_score(lines, set_count(gone, words));
    rules_lift(lines, gone, words);
    rules_wake(lines, words);
}

static inline void rules_drop_cell(struct lines *lines) {
    memmove(lines->cells, lines->cells + 1, LINES_NEXT_MAX - 1);
    lines->cells[LINES_NEXT_MAX - 1] = 0;
}

/* All have arrived, or as many as fit: lines vanish, and score only in lines98, after a move. */
SET_INLINE void rules_settle(struct lines *lines, int words, int stride) {
    struct set gone = rules_lines(lines, words, stride);
    if (set_any(gone, words)) {
        rules_lift(lines, gone, words);
        if (lines->rules98 && lines->turn > 0) rules_score(lines, set_count(gone, words));
    }
    lines->arriving = lines->drawn = 0;
    lines->next = 0;
    if (lines->rules98) memset(lines->cells, 0, LINES_NEXT_MAX);
    lines->phase = rules_full(lines, words) ? LINES_PLAY : LINES_DRAW;
}

/* The next ball comes to a bit. */
SET_INLINE void rules_ball(struct lines *lines, int bit, int words, int stride) {
    rules_put(lines, bit, lines_next(lines, 0), words);
    lines->next >>= 4;
    lines->drawn--;
    lines->arriving--;
    if (lines->rules98) rules_drop_cell(lines);
    if (lines->arriving == 0 || rules_full(lines, words)) rules_settle(lines, words, stride);
}

/* A colour is drawn; the cell + 1 is where lines98 announces it. */
SET_INLINE void rules_next(struct lines *lines, int code, int cell, int words, int stride) {
    (void)stride;
    lines->next |= (uint64_t)code << 4 * lines->drawn;
    lines->cells[lines->drawn++] = (uint8_t)cell;
    if (lines->phase == LINES_DRAW && lines->drawn == lines->per_turn) {
        lines->phase = LINES_PLAY;
        rules_wake(lines, words);
    }
}

#endif
