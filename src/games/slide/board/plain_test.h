/* What the tests of the solvers compare with: boards as plain arrays, a search breadth first over
 * whole boards, and iterative deepening by the distance alone. Slow and obvious; the goal has the
 * blank last. To be included after cmocka.h. */
#ifndef SLIDE_PLAIN_H
#define SLIDE_PLAIN_H

#include "base/rng.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_CELLS_MAX = 100, PLAIN_RANKED_MAX = 10, PLAIN_NEVER = 255 };

struct plain {
    int rows, cols, blank;
    uint16_t tiles[PLAIN_CELLS_MAX];
};

static inline struct plain plain_goal(int rows, int cols) {
    struct plain plain = {rows, cols, rows * cols - 1, {0}};
    assert_true(rows * cols <= PLAIN_CELLS_MAX);
    for (int cell = 0; cell < rows * cols - 1; cell++) plain.tiles[cell] = (uint16_t)(cell + 1);
    return plain;
}

/* Moves the blank: 0 up, 1 down, 2 left, 3 right; false off the board. */
static inline bool plain_step(struct plain *plain, int move) {
    int row = plain->blank / plain->cols + (move == 1) - (move == 0);
    int col = plain->blank % plain->cols + (move == 3) - (move == 2);
    if (row < 0 || row >= plain->rows || col < 0 || col >= plain->cols) return false;
    int to = row * plain->cols + col;
    plain->tiles[plain->blank] = plain->tiles[to];
    plain->tiles[to] = 0;
    plain->blank = to;
    return true;
}

static inline bool plain_is_goal(const struct plain *plain) {
    int cells = plain->rows * plain->cols;
    for (int cell = 0; cell < cells; cell++)
        if (plain->tiles[cell] != (cell + 1) % cells) return false;
    return true;
}

static inline void plain_require_solved(struct plain plain, const uint8_t *moves, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_true(moves[i] < 4);
        assert_true(plain_step(&plain, moves[i]));
    }
    assert_true(plain_is_goal(&plain));
}

/* So many random moves, none of which takes the last one back. */
static inline void plain_walk(struct plain *plain, int moves, struct rng *rng) {
    for (int last = -1; moves;) {
        int move = (int)rng_below(rng, 4);
        if (move == (last ^ 1) || !plain_step(plain, move)) continue;
        last = move;
        moves--;
    }
}

static inline struct plain plain_walked(int rows, int cols, int moves, uint64_t seed) {
    struct plain plain = plain_goal(rows, cols);
    struct rng rng = rng_new(seed, (uint64_t)(rows * 100 + cols));
    plain_walk(&plain, moves, &rng);
    return plain;
}

/* Any solvable board. With the blank at home, an even number of swaps can be undone by moves. */
static inline struct plain plain_dealt(int rows, int cols, uint64_t seed) {
    struct plain plain = plain_goal(rows, cols);
    struct rng rng = rng_new(seed, (uint64_t)(rows * 100 + cols));
    int tiles = rows * cols - 1, swaps = 0;
    for (int i = tiles - 1; i > 0; i--) {
        int k = (int)rng_below(&rng, (uint32_t)i + 1);
        uint16_t tile = plain.tiles[i];
        plain.tiles[i] = plain.tiles[k], plain.tiles[k] = tile;
        swaps += i != k;
    }
    if (swaps % 2) {
        uint16_t tile = plain.tiles[0];
        plain.tiles[0] = plain.tiles[1], plain.tiles[1] = tile;
    }
    plain_walk(&plain, rows + cols, &rng);
    return plain;
}

static inline int plain_distance(const struct plain *plain) {
    int sum = 0;
    for (int cell = 0; cell < plain->rows * plain->cols; cell++) {
        int home = plain->tiles[cell] - 1, cols = plain->cols;
        if (home >= 0) sum += abs(home / cols - cell / cols) + abs(home % cols - cell % cols);
    }
    return sum;
}

static inline bool plain_dive(struct plain *plain, int left, int far, int last) {
    if (far == 0) return true;
    for (int move = 0; move < 4; move++) {
        int blank = plain->blank, cols = plain->cols;
        if (move == (last ^ 1) || !plain_step(plain, move)) continue;
        int home = plain->tiles[blank] - 1, from = plain->blank;
        int near = abs(home / cols - blank / cols) + abs(home % cols - blank % cols);
        int was = abs(home / cols - from / cols) + abs(home % cols - from % cols);
        int now = far + near - was;
        bool found = now < left && plain_dive(plain, left - 1, now, move);
        plain_step(plain, move ^ 1);
        if (found) return true;
    }
    return false;
}

/* Of the shortest solutions, or -1 if they are longer than most. */
static inline int plain_length(struct plain plain, int most) {
    int far = plain_distance(&plain);
    for (int length = far; length <= most; length += 2)
        if (plain_dive(&plain, length, far, -1)) return length;
    return -1;
}

/* Boards of few cells, numbered: the blank is a tile like any other. */
static inline uint32_t plain_rank(const struct plain *plain) {
    int cells = plain->rows * plain->cols;
    uint32_t rank = 0;
    for (int i = 0; i < cells; i++) {
        uint32_t smaller = 0;
        for (int k = i + 1; k < cells; k++) smaller += plain->tiles[k] < plain->tiles[i];
        rank = rank * (uint32_t)(cells - i) + smaller;
    }
    return rank;
}

static inline struct plain plain_ranked(int rows, int cols, uint32_t rank) {
    int cells = rows * cols, digits[PLAIN_RANKED_MAX];
    struct plain plain = {rows, cols, 0, {0}};
    uint32_t used = 0;
    for (int i = cells - 1; i >= 0; i--) {
        digits[i] = (int)(rank % (uint32_t)(cells - i));
        rank /= (uint32_t)(cells - i);
    }
    for (int i = 0; i < cells; i++) {
        int tile = 0;
        for (int free = -1;; tile++)
            if (!(used >> tile & 1) && ++free == digits[i]) break;
        used |= UINT32_C(1) << tile;
        plain.tiles[i] = (uint16_t)tile;
        if (!tile) plain.blank = i;
    }
    return plain;
}

static inline uint32_t plain_ranks(int rows, int cols) {
    uint32_t ranks = 1;
    assert_true(rows * cols <= PLAIN_RANKED_MAX);
    for (int i = 2; i <= rows * cols; i++) ranks *= (uint32_t)i;
    return ranks;
}

/* The lengths of the shortest solutions of all boards of a size, PLAIN_NEVER where there is none;
 * to be freed. */
static inline uint8_t *plain_lengths(int rows, int cols) {
    uint32_t ranks = plain_ranks(rows, cols), count = 1;
    uint8_t *lengths = malloc(ranks);
    uint32_t *queue = malloc(sizeof *queue * ranks);
    struct plain goal = plain_goal(rows, cols);
    assert_true(lengths && queue);
    memset(lengths, PLAIN_NEVER, ranks);
    queue[0] = plain_rank(&goal);
    lengths[queue[0]] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int move = 0; move < 4; move++) {
            struct plain plain = plain_ranked(rows, cols, queue[i]);
            if (!plain_step(&plain, move)) continue;
            uint32_t rank = plain_rank(&plain);
            if (lengths[rank] != PLAIN_NEVER) continue;
            lengths[rank] = (uint8_t)(lengths[queue[i]] + 1);
            queue[count++] = rank;
        }
    free(queue);
    return lengths;
}

#endif
