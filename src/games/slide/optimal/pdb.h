/* Pattern databases: a lower bound on the moves that bring a few tiles, the pattern, home.
 *
 * They are additive: only moves of the pattern's tiles count. They know where the blank is, or
 * rather in which region: the cells it can reach without moving a tile of the pattern. So a move of
 * one of the tiles changes the count by exactly one, and one bit tells which way: the second lowest
 * bit of the count. The lowest follows from the cells that the tiles lie on.
 *
 * A layout numbers the arrangements of some tiles and the blank's region, whichever tiles they are.
 * The bits lie in blocks, one for each set of cells and region, and within a block by the order of
 * the tiles on these cells. */
#ifndef SLIDE_PDB_H
#define SLIDE_PDB_H

#include "base/bits.h"
#include "games/slide/optimal/watch.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLIDE_PDB_TILES_MAX = 8, SLIDE_PDB_CELLS_MAX = 26, SLIDE_PDB_HALF = 13 };
enum { SLIDE_PDB_REGIONS_MAX = 8, SLIDE_PDB_COUNT_MAX = 255 };

/* The blocks of a set of cells, one for each region, in the order of their lowest cells. Bit c of
 * the three `bits` makes the index of the region of cell c: a lookup without branches, which would
 * often be mispredicted. */
struct slide_regions {
    uint32_t block, bits[3];
};

struct slide_block {
    uint32_t mask, region; /* the cells of the tiles; those the blank can reach */
};

struct slide_layout {
    int rows, cols, cells, tiles;
    uint32_t orders; /* tiles! */
    uint32_t limbs;  /* 64-bit limbs of a block */
    /* An order's number is the sum of two entries: for its first four tiles, three bits each, and
     * for the others. */
    uint16_t lead[4096];
    uint8_t rest[4096];
    /* A mask's number is the sum of two entries: for its high half and its low half. */
    uint32_t high[1 << SLIDE_PDB_HALF];
    uint16_t low[1 << SLIDE_PDB_HALF];
    struct slide_regions *regions; /* by a mask's number */
    struct slide_block *blocks;
    uint32_t masks, block_count;
};

/* For 1 to 8 tiles on up to 26 cells, of which at least one is free. The watch may be NULL. Returns
 * NULL if memory runs out or the watch says stop. */
struct slide_layout *slide_layout_new(int rows, int cols, int tiles,
                                      const struct slide_watch *watch);
void slide_layout_free(struct slide_layout *layout);

/* Returns the number of limbs of a database. */
static inline size_t slide_layout_limbs(const struct slide_layout *layout) {
    return (size_t)layout->block_count * layout->limbs;
}

/* Returns the number of an order: the pattern's tiles from the lowest cell to the highest, as
 * indices of three bits each, the first lowest. */
static inline uint32_t slide_layout_order(const struct slide_layout *layout, uint32_t order) {
    return (uint32_t)layout->lead[order & 4095] + layout->rest[order >> 12];
}

/* Returns the number of a set of cells. */
static inline uint32_t slide_layout_number(const struct slide_layout *layout, uint32_t mask) {
    return layout->high[mask >> SLIDE_PDB_HALF] + layout->low[mask & ((1 << SLIDE_PDB_HALF) - 1)];
}

/* Returns the block of a numbered set with the blank on a cell. */
static inline uint32_t slide_layout_block(const struct slide_layout *layout, uint32_t number,
                                          int blank) {
    const struct slide_regions *regions = &layout->regions[number];
    return regions->block + (regions->bits[0] >> blank & 1) + 2 * (regions->bits[1] >> blank & 1) +
           4 * (regions->bits[2] >> blank & 1);
}

/* The tiles of a pattern: the cells they lie on and their order. */
struct slide_group {
    uint32_t mask, order;
};

/* Removes the i-th tile of an order and inserts it as the j-th. */
static inline uint32_t slide_order_move(uint32_t order, int i, int j) {
    uint32_t tile = order >> 3 * i & 7, before_i = (UINT32_C(1) << 3 * i) - 1;
    uint32_t others = (order & before_i) | (order >> 3 & ~before_i);
    uint32_t before_j = (UINT32_C(1) << 3 * j) - 1;
    return (others & before_j) | tile << 3 * j | (others & ~before_j) << 3;
}

/* Moves the tile on `from` to `to`, a free cell. */
static inline struct slide_group slide_group_move(struct slide_group group, int from, int to) {
    uint32_t others = group.mask & ~(UINT32_C(1) << from);
    int i = bits_count(others & ((UINT32_C(1) << from) - 1));
    int j = bits_count(others & ((UINT32_C(1) << to) - 1));
    return (struct slide_group){others | UINT32_C(1) << to, slide_order_move(group.order, i, j)};
}

/* Returns the index of a group's bit, given the number of its mask and the blank's cell. */
static inline size_t slide_layout_bit(const struct slide_layout *layout, uint32_t number,
                                      uint32_t order, int blank) {
    return (size_t)slide_layout_block(layout, number, blank) * layout->limbs * 64 +
           slide_layout_order(layout, order);
}

static inline bool slide_pdb_bit(const uint64_t *bits, size_t at) {
    return bits[at / 64] >> at % 64 & 1;
}

/* Returns the count after a move of one of the tiles, from the count before and the bit after. */
static inline int slide_pdb_step(int count, bool bit) {
    return count + 1 - 2 * (((count + 1) >> 1 & 1) ^ bit);
}

/* Returns the tiles, given ascending, at home: tile t on cell t - 1. */
struct slide_group slide_group_home(const uint8_t *tiles, int count);

/* Fills a database of slide_layout_limbs limbs; the blank's home is the last cell. The watch may be
 * NULL. Returns 0, or -1 if memory runs out or the watch says stop. */
int slide_pdb_build(const struct slide_layout *layout, const uint8_t *tiles, uint64_t *bits,
                    const struct slide_watch *watch);

/* Returns the count, found by walking home; -1 if the bits are not a database's and do not lead
 * there. */
int slide_pdb_count(const struct slide_layout *layout, const uint64_t *bits,
                    struct slide_group group, int blank, struct slide_group home);

#endif
