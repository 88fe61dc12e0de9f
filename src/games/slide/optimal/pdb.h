/* Pattern databases: how many moves of a few tiles it takes at least to bring them home.
 *
 * They are additive (moves of other tiles are free) and know where the blank is: what counts is the
 * region of cells, free of the pattern's tiles, that the blank roams. So a move of one of the tiles
 * changes the count by exactly one, and which way is one bit: the second lowest of the count, the
 * lowest being clear from the cells the tiles lie on.
 *
 * A layout numbers the arrangements of some tiles and the blank's region; it does not depend on
 * which tiles they are. The bits lie in blocks, one for each set of cells and region in it, and in
 * a block by the order of the tiles on the cells. */
#ifndef SLIDE_PDB_H
#define SLIDE_PDB_H

#include "base/bits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLIDE_PDB_TILES_MAX = 8, SLIDE_PDB_CELLS_MAX = 26, SLIDE_PDB_HALF = 13 };
enum { SLIDE_PDB_REGIONS_MAX = 8 };

/* The blocks of a set of cells: one for each region, lowest cell first. Which one a cell is in are
 * three bits, in a word each: half of the times the blank is not where one would guess, and a
 * branch would cost more. */
struct slide_regions {
    uint32_t block, bits[3];
};

struct slide_block {
    uint32_t mask, region; /* cells of the tiles; cells the blank roams */
};

struct slide_layout {
    int rows, cols, cells, tiles;
    uint32_t orders; /* tiles! */
    uint32_t words;  /* 64-bit words a block takes */
    /* Add up to an order's number: of its first four tiles, three bits each, and of the others. */
    uint16_t lead[4096];
    uint8_t rest[4096];
    /* Add up to a mask's number. */
    uint32_t high[1 << SLIDE_PDB_HALF];
    uint16_t low[1 << SLIDE_PDB_HALF];
    struct slide_regions *regions; /* by a mask's number */
    struct slide_block *blocks;
    uint32_t masks, block_count;
};

/* NULL if memory runs out. 1 to 8 tiles on up to 26 cells, at least one more than tiles. */
struct slide_layout *slide_layout_new(int rows, int cols, int tiles);
void slide_layout_free(struct slide_layout *layout);

static inline size_t slide_layout_words(const struct slide_layout *layout) {
    return (size_t)layout->block_count * layout->words;
}

/* The tiles on the cells of `mask` in the order of the cells: the place of tile number n of the
 * pattern is where its three bits are n. */
static inline uint32_t slide_layout_order(const struct slide_layout *layout, uint32_t order) {
    return (uint32_t)layout->lead[order & 4095] + layout->rest[order >> 12];
}

/* A set of cells, numbered. */
static inline uint32_t slide_layout_number(const struct slide_layout *layout, uint32_t mask) {
    return layout->high[mask >> SLIDE_PDB_HALF] + layout->low[mask & ((1 << SLIDE_PDB_HALF) - 1)];
}

/* The block of a numbered set with the blank on a cell. */
static inline uint32_t slide_layout_block(const struct slide_layout *layout, uint32_t number,
                                          int blank) {
    const struct slide_regions *regions = &layout->regions[number];
    return regions->block + (regions->bits[0] >> blank & 1) + 2 * (regions->bits[1] >> blank & 1) +
           4 * (regions->bits[2] >> blank & 1);
}

/* Some tiles of a board: where they lie and in which order. */
struct slide_group {
    uint32_t mask, order;
};

/* The tile at place i of an order goes to place j of the others'. */
static inline uint32_t slide_order_move(uint32_t order, int i, int j) {
    uint32_t tile = order >> 3 * i & 7, before = order & ((UINT32_C(1) << 3 * i) - 1);
    uint32_t others = before | order >> 3 * i >> 3 << 3 * i, after = others >> 3 * j << 3 * j;
    return (others ^ after) | tile << 3 * j | after << 3;
}

/* The tile on `from` goes to `to`, a free cell. */
static inline struct slide_group slide_group_move(struct slide_group group, int from, int to) {
    uint32_t others = group.mask & ~(UINT32_C(1) << from);
    int i = bits_count(others & ((UINT32_C(1) << from) - 1));
    int j = bits_count(others & ((UINT32_C(1) << to) - 1));
    return (struct slide_group){others | UINT32_C(1) << to, slide_order_move(group.order, i, j)};
}

/* Where its bit is, given the number of its mask, with the blank on a cell. */
static inline size_t slide_layout_bit(const struct slide_layout *layout, uint32_t number,
                                      uint32_t order, int blank) {
    return (size_t)slide_layout_block(layout, number, blank) * layout->words * 64 +
           slide_layout_order(layout, order);
}

static inline bool slide_pdb_bit(const uint64_t *bits, size_t at) {
    return bits[at / 64] >> at % 64 & 1;
}

/* The count after a move of one of the tiles, from the count before and the bit after. */
static inline int slide_pdb_step(int count, bool bit) {
    return count + 1 - 2 * (((count + 1) >> 1 & 1) ^ bit);
}

/* The tiles, ascending, at home on a board whose tile t belongs on cell t - 1. */
struct slide_group slide_group_home(const uint8_t *tiles, int count);

/* Long work reports how much is done, from 0 to 1, and goes on while told so. */
struct slide_watch {
    bool (*go_on)(void *self, double done);
    void *self;
};

/* Fills the bits, slide_layout_words of them, with the blank's home on the last cell. 0; -1 if
 * memory runs out or the watch says stop. */
int slide_pdb_build(const struct slide_layout *layout, const uint8_t *tiles, uint64_t *bits,
                    const struct slide_watch *watch);

/* The whole count, by walking home. */
int slide_pdb_count(const struct slide_layout *layout, const uint64_t *bits,
                    struct slide_group group, int blank, struct slide_group home);

#endif
