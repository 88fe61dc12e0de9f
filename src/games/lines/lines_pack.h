/* Sets of cells without the guard column, where a cell's bit is its number; and as bytes. */
#ifndef LINES_PACK_H
#define LINES_PACK_H

#include "base/bits_spread.h"
#include "lines.h"
#include <string.h>

/* Bytes for all cells, and some more, so that all can be written in wide steps. */
enum {
    LINES_WIDE = 32,
    LINES_BYTES_MAX = (LINES_CELLS_MAX + LINES_WIDE - 1) / LINES_WIDE * LINES_WIDE
};

typedef uint8_t LINES_VECTOR lines_wide;

LINES_INLINE int lines_pack_round(int cells) {
    return (cells + LINES_WIDE - 1) / LINES_WIDE * LINES_WIDE;
}

/* Returns all cells of the board. */
LINES_INLINE struct lines_set lines_board(int rows, int cols, int limbs) {
    struct lines_set board = lines_set_none();
    for (int row = 0; row < rows; row++) {
        board = lines_set_up(board, cols + 1, limbs);
        board.at[0] |= (UINT64_C(1) << cols) - 1;
    }
    return board;
}

/* Adds the low bits of `more`, and 0 above them, to a packed set that has `count` bits. */
LINES_INLINE void lines_pack_add(struct lines_set *packed, int count, uint64_t more, int limbs) {
    int i = count >> 6, by = count & 63;
    if (i >= limbs) return;
    packed->at[i] |= more << by;
    if (by && i + 1 < limbs) packed->at[i + 1] |= more >> (64 - by);
}

/* Packs a set. */
LINES_INLINE struct lines_set lines_pack(struct lines_set set, int rows, int cols, int limbs) {
    struct lines_set packed = lines_set_none();
#ifdef __BMI2__
    struct lines_set board = lines_board(rows, cols, limbs);
    for (int i = 0, count = 0; i < limbs; count += bits_count(board.at[i++]))
        lines_pack_add(&packed, count, __builtin_ia32_pext_di(set.at[i], board.at[i]), limbs);
#else
    for (int row = 0; row < rows; row++) {
        int at = row * (cols + 1), i = at >> 6, by = at & 63;
        uint64_t bits = set.at[i] >> by;
        if (by && i + 1 < limbs) bits |= set.at[i + 1] << (64 - by);
        lines_pack_add(&packed, row * cols, bits & ((UINT64_C(1) << cols) - 1), limbs);
    }
#endif
    return packed;
}

/* Writes the members of a packed set as bytes of 0 or 1, rounded up to LINES_WIDE. */
LINES_INLINE void lines_pack_bytes(struct lines_set packed, uint8_t *bytes, int cells) {
    for (int i = 0; i < lines_pack_round(cells); i += 8) {
        uint64_t eight = bits_spread_8((unsigned)(packed.at[i >> 6] >> (i & 63) & 255));
        memcpy(bytes + i, &eight, sizeof eight);
    }
}

/* Writes the code of each cell's ball, or 0, likewise. */
LINES_INLINE void lines_pack_codes(const struct lines *lines, uint8_t *bytes, int rows, int cols,
                                   int limbs) {
    struct lines_set digits[3];
    for (int i = 0; i < 3; i++)
        digits[i] = lines_pack(lines_load(lines, LINES_CODE + i, limbs), rows, cols, limbs);
    for (int i = 0; i < lines_pack_round(rows * cols); i += 8) {
        uint64_t eight = 0;
        for (int k = 0; k < 3; k++)
            eight |= bits_spread_8((unsigned)(digits[k].at[i >> 6] >> (i & 63) & 255)) << k;
        memcpy(bytes + i, &eight, sizeof eight);
    }
}

#endif
