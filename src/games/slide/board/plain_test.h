/* What the tests compare with: boards as plain arrays, a breadth-first search over whole boards,
 * and iterative deepening with the Manhattan distance. Slow and obvious. The goal has the blank
 * last. Include it after cmocka.h. */
#ifndef SLIDE_PLAIN_H
#define SLIDE_PLAIN_H

#include "base/rng.h"
#include "games/slide/board/board.h"
#include "games/slide/slide.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_CELLS_MAX = SLIDE_CELLS_MAX, PLAIN_RANKED_MAX = 10, PLAIN_NEVER = 255 };

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

/* The board turned by 180 degrees and renumbered: it ends blank first where this one ends blank
 * last. Moves become opposite moves. */
static inline struct plain plain_turned(const struct plain *plain) {
    int cells = plain->rows * plain->cols;
    struct plain turned = {plain->rows, plain->cols, cells - 1 - plain->blank, {0}};
    for (int cell = 0; cell < cells; cell++)
        if (plain->tiles[cell])
            turned.tiles[cells - 1 - cell] = (uint16_t)(cells - plain->tiles[cell]);
    return turned;
}

/* The board of a state, turned if it is to end blank first. */
static inline struct plain plain_of_slide(const struct slide *slide) {
    struct plain plain = {slide->rows, slide->cols, slide->blank, {0}};
    for (int cell = 0; cell < slide_count(slide); cell++) plain.tiles[cell] = slide->cells[cell];
    return slide->blank_first ? plain_turned(&plain) : plain;
}

/* A board of the solvers with the same tiles, not a copy of them. */
static inline struct slide_board plain_board(struct plain *plain) {
    return (struct slide_board){plain->rows, plain->cols, plain->blank, plain->tiles};
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

/* Makes random moves, none of which takes the last one back. */
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

/* A random solvable board. With the blank at home, moves can undo an even number of swaps. */
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

/* Returns the length of the shortest solutions, or -1 if it is more than max. */
static inline int plain_length(struct plain plain, int max) {
    int far = plain_distance(&plain);
    for (int length = far; length <= max; length += 2)
        if (plain_dive(&plain, length, far, -1)) return length;
    return -1;
}

/* Numbers the boards of few cells; the blank counts as a tile. */
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

/* The number of moves from a board to each board of its size, by rank; PLAIN_NEVER if no moves lead
 * there or if they are more than max. The caller frees the array. */
static inline uint8_t *plain_lengths_from(const struct plain *start, int max) {
    uint32_t ranks = plain_ranks(start->rows, start->cols), count = 1;
    uint8_t *lengths = malloc(ranks);
    uint32_t *queue = malloc(sizeof *queue * ranks);
    assert_true(lengths && queue);
    memset(lengths, PLAIN_NEVER, ranks);
    queue[0] = plain_rank(start);
    lengths[queue[0]] = 0;
    for (uint32_t i = 0; i < count && lengths[queue[i]] < max; i++) {
        struct plain plain = plain_ranked(start->rows, start->cols, queue[i]);
        for (int move = 0; move < 4; move++) {
            if (!plain_step(&plain, move)) continue;
            uint32_t rank = plain_rank(&plain);
            plain_step(&plain, move ^ 1);
            if (lengths[rank] != PLAIN_NEVER) continue;
            lengths[rank] = (uint8_t)(lengths[queue[i]] + 1);
            queue[count++] = rank;
        }
    }
    free(queue);
    return lengths;
}

/* The length of the shortest solutions of each board of a size, likewise. */
static inline uint8_t *plain_lengths(int rows, int cols) {
    struct plain goal = plain_goal(rows, cols);
    return plain_lengths_from(&goal, PLAIN_NEVER);
}

#endif
