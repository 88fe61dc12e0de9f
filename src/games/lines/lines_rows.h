/* Masks of bits for a board of 9x9: a row of 81 bits for each cell that a ball may leave.
 *
 * Eight rows are 81 bytes: row j begins at bit j of byte 10 j. So the rows of eight balls that
 * reach the same cells are a pattern that is computed once, and eight cells with balls on some of
 * them take the pattern where the rows of these are. A byte at the border of two rows has bits of
 * both, so the pattern has two parts: `lower` are the last bits of each row, `upper` all before
 * them. */
#ifndef LINES_ROWS_H
#define LINES_ROWS_H

#include "lines_pack.h"

enum {
    LINES_ROWS_CELLS = 81,
    LINES_ROWS_BYTES = (LINES_ROWS_CELLS * LINES_ROWS_CELLS + 7) / 8,
    LINES_ROWS_PARTS = 3 /* 32 bytes each, the last two overlap */
};

/* Balls around a region, and the pattern of rows that reach its cells. */
struct lines_rows {
    lines_wide upper[LINES_ROWS_PARTS], lower[LINES_ROWS_PARTS];
    uint64_t to[2], balls[2]; /* packed */
};

#define LINES_ROWS_TEN(others, first)                                                              \
    first, others, others, others, others, others, others, others, others, others
/* Of each byte, the bit of its row among eight. */
static const uint8_t lines_rows_upper[LINES_ROWS_CELLS] = {
    LINES_ROWS_TEN(1, 1),   LINES_ROWS_TEN(2, 2),    LINES_ROWS_TEN(4, 4),
    LINES_ROWS_TEN(8, 8),   LINES_ROWS_TEN(16, 16),  LINES_ROWS_TEN(32, 32),
    LINES_ROWS_TEN(64, 64), LINES_ROWS_TEN(128, 128)};
static const uint8_t lines_rows_lower[LINES_ROWS_CELLS] = {
    LINES_ROWS_TEN(0, 0),  LINES_ROWS_TEN(0, 1),  LINES_ROWS_TEN(0, 2),
    LINES_ROWS_TEN(0, 4),  LINES_ROWS_TEN(0, 8),  LINES_ROWS_TEN(0, 16),
    LINES_ROWS_TEN(0, 32), LINES_ROWS_TEN(0, 64), 128};

LINES_INLINE int lines_rows_part(int i) {
    return i < 2 ? LINES_WIDE * i : LINES_ROWS_CELLS - LINES_WIDE;
}

/* Both sets are packed. */
LINES_INLINE void lines_rows_init(struct lines_rows *rows, struct lines_set balls,
                                  struct lines_set to) {
    uint8_t upper[LINES_ROWS_CELLS] = {0}, lower[LINES_ROWS_CELLS] = {0};
    for (int j = 0; j < 8; j++) {
        uint64_t low = to.at[0] << j, high = to.at[1] << j | to.at[0] >> 1 >> (63 - j);
        uint16_t next = (uint16_t)high;
        memcpy(upper + 10 * j, &low, sizeof low);
        memcpy(upper + 10 * j + 8, &next, sizeof next);
        lower[10 * j + 10] = (uint8_t)(high >> 16);
    }
    for (int i = 0; i < LINES_ROWS_PARTS; i++) {
        memcpy(&rows->upper[i], upper + lines_rows_part(i), LINES_WIDE);
        memcpy(&rows->lower[i], lower + lines_rows_part(i), LINES_WIDE);
    }
    lines_set_store(rows->to, to, 2);
    lines_set_store(rows->balls, balls, 2);
}

/* Writes the i-th eight rows. */
LINES_INLINE void lines_rows_eight(const struct lines_rows *rows, int count, int i, uint8_t *out) {
    lines_wide bits[LINES_ROWS_PARTS] = {{0}};
    for (const struct lines_rows *each = rows; each < rows + count; each++) {
        uint8_t balls = (uint8_t)(each->balls[i >> 3] >> 8 * (i & 7));
        for (int k = 0; k < LINES_ROWS_PARTS; k++) {
            lines_wide upper, lower;
            memcpy(&upper, lines_rows_upper + lines_rows_part(k), LINES_WIDE);
            memcpy(&lower, lines_rows_lower + lines_rows_part(k), LINES_WIDE);
            bits[k] |= (each->upper[k] & (lines_wide)((upper & balls) == upper)) |
                       (each->lower[k] & (lines_wide)((lower & balls) == lower));
        }
    }
    for (int k = 0; k < LINES_ROWS_PARTS; k++)
        memcpy(out + lines_rows_part(k), &bits[k], LINES_WIDE);
}

/* Writes the whole mask: the balls around each of these regions may go there. */
LINES_INLINE void lines_rows_write(const struct lines_rows *rows, int count, uint8_t *out) {
    uint64_t low = 0, high = 0; /* of the last row */
    for (int i = 0; i < LINES_ROWS_CELLS / 8; i++)
        lines_rows_eight(rows, count, i, out + LINES_ROWS_CELLS * i);
    for (int i = 0; i < count; i++) {
        uint64_t is_ball = -(rows[i].balls[1] >> 16 & 1);
        low |= rows[i].to[0] & is_ball;
        high |= (rows[i].to[0] >> 24 | rows[i].to[1] << 40) & is_ball;
    }
    memcpy(out + LINES_ROWS_BYTES - 11, &low, sizeof low);
    memcpy(out + LINES_ROWS_BYTES - 8, &high, sizeof high);
}

#endif
