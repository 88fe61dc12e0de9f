/* Cells of a rectangle, numbered row by row: runs of cells in a line, and the eight symmetries. */
#ifndef BASE_GRID_H
#define BASE_GRID_H

#include "base/bits.h"
#include <stdint.h>

/* The cells first, first + step, ... of a run. */
struct grid_span {
    int first, step, count;
};

/* Returns the number of cells of the mask that follow `cell` without a gap; each step goes
 * (down, right). */
static inline int grid_reach(const uint64_t *mask, int rows, int cols, int cell, int down,
                             int right) {
    int row = cell / cols + down, col = cell % cols + right, count = 0;
    while (row >= 0 && row < rows && col >= 0 && col < cols && bits_has(mask, row * cols + col))
        row += down, col += right, count++;
    return count;
}

/* Returns the run of the mask's cells through its member `cell`, both ways along (down, right). */
static inline struct grid_span grid_run(const uint64_t *mask, int rows, int cols, int cell,
                                        int down, int right) {
    int step = down * cols + right;
    int before = grid_reach(mask, rows, cols, cell, -down, -right);
    int after = grid_reach(mask, rows, cols, cell, down, right);
    return (struct grid_span){cell - before * step, step, before + 1 + after};
}

/* Symmetries 0 to 3 rotate clockwise by 0 to 3 quarter turns; 4 to 7 first mirror left and right.
 * A vector (down, right) becomes (m[0] * down + m[1] * right, m[2] * down + m[3] * right). */
enum { GRID_SYMMETRIES = 8 };

static const signed char grid_symmetry[GRID_SYMMETRIES][4] = {
    {1, 0, 0, 1},  {0, 1, -1, 0},  {-1, 0, 0, -1}, {0, -1, 1, 0},
    {1, 0, 0, -1}, {0, -1, -1, 0}, {-1, 0, 0, 1},  {0, 1, 1, 0},
};

/* grid_then[a][b] is the symmetry that does a, then b. */
static const unsigned char grid_then[GRID_SYMMETRIES][GRID_SYMMETRIES] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {1, 2, 3, 0, 7, 4, 5, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
    {3, 0, 1, 2, 5, 6, 7, 4}, {4, 5, 6, 7, 0, 1, 2, 3}, {5, 6, 7, 4, 3, 0, 1, 2},
    {6, 7, 4, 5, 2, 3, 0, 1}, {7, 4, 5, 6, 1, 2, 3, 0},
};

/* grid_undo[a] is the inverse of a. */
static const unsigned char grid_undo[GRID_SYMMETRIES] = {0, 3, 2, 1, 4, 5, 6, 7};

/* Returns where a symmetry moves a cell of the rows x cols rectangle; after an odd symmetry the
 * rectangle is cols x rows. */
static inline int grid_turn(int symmetry, int rows, int cols, int cell) {
    const signed char *m = grid_symmetry[symmetry];
    int swap = symmetry & 1, row = cell / cols, col = cell % cols;
    int high = swap ? cols : rows, wide = swap ? rows : cols;
    int down = m[0] * row + m[1] * col, right = m[2] * row + m[3] * col;
    if (m[0] + m[1] < 0) down += high - 1;
    if (m[2] + m[3] < 0) right += wide - 1;
    return down * wide + right;
}

#endif
