/* Layouts, and databases filled breadth first, a whole block at a time: a move of the tile on one
 * cell takes all arrangements of a block to one other block, all in the same way. */
#include "games/slide/optimal/pdb.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint32_t flood(const struct slide_layout *layout, uint32_t free, uint32_t seed) {
    uint32_t left = 0, grown = seed;
    for (int row = 0; row < layout->rows; row++) left |= UINT32_C(1) << row * layout->cols;
    do {
        seed = grown;
        grown |= seed << layout->cols | seed >> layout->cols;
        grown |= (seed << 1 & ~left) | (seed & ~left) >> 1;
        grown &= free;
    } while (grown != seed);
    return grown;
}

static uint32_t all_cells(const struct slide_layout *layout) {
    return (UINT32_C(1) << layout->cells) - 1;
}

/* Returns the next larger mask with as many bits. */
static uint32_t next_mask(uint32_t mask) {
    uint32_t low = mask & -mask, ripple = mask + low;
    return ripple | (mask ^ ripple) / low >> 2;
}

static void number_masks(struct slide_layout *layout) {
    uint32_t count[SLIDE_PDB_HALF + 1] = {0}, offset = 0;
    int low = layout->cells < SLIDE_PDB_HALF ? layout->cells : SLIDE_PDB_HALF;
    for (uint32_t mask = 0; mask < UINT32_C(1) << low; mask++)
        layout->low[mask] = (uint16_t)count[bits_count(mask)]++;
    for (uint32_t mask = 0; mask < UINT32_C(1) << (layout->cells - low); mask++) {
        int left = layout->tiles - bits_count(mask);
        layout->high[mask] = offset;
        if (left >= 0 && left <= low) offset += count[left];
    }
    layout->masks = offset;
}

static void number_orders(struct slide_layout *layout) {
    int lead = layout->tiles < 4 ? layout->tiles : 4;
    uint32_t number = 0, tail = 1;
    layout->orders = 1;
    for (int i = 2; i <= layout->tiles; i++) layout->orders *= (uint32_t)i;
    for (int i = 2; i <= layout->tiles - 4; i++) tail *= (uint32_t)i;
    for (uint32_t order = 0; order < UINT32_C(1) << 3 * lead; order++) {
        uint32_t seen = 0;
        bool fits = true;
        for (int i = 0; i < lead; i++) {
            uint32_t tile = order >> 3 * i & 7;
            fits = fits && tile < (uint32_t)layout->tiles && !(seen >> tile & 1);
            seen |= UINT32_C(1) << tile;
        }
        if (fits) layout->lead[order] = (uint16_t)(number++ * tail);
    }
    for (uint32_t order = 0; order < 4096; order++) {
        uint32_t rank = 0;
        for (int i = 0; i < layout->tiles - 4; i++) {
            uint32_t smaller = 0;
            for (int k = i + 1; k < layout->tiles - 4; k++)
                smaller += (order >> 3 * k & 7) < (order >> 3 * i & 7);
            rank = rank * (uint32_t)(layout->tiles - 4 - i) + smaller;
        }
        layout->rest[order] = (uint8_t)rank;
    }
}

/* Adds the blocks of a mask. Before the arrays are allocated, only counts them. */
static void add_mask(struct slide_layout *layout, uint32_t number, uint32_t mask) {
    uint32_t free = all_cells(layout) & ~mask, rest = free, count = 0;
    struct slide_regions regions = {.block = layout->block_count};
    for (uint32_t region; rest; rest &= ~region, count++) {
        region = flood(layout, free, rest & -rest);
        for (int i = 0; i < 3; i++)
            if (count >> i & 1) regions.bits[i] |= region;
        if (layout->blocks)
            layout->blocks[layout->block_count] = (struct slide_block){mask, region};
        layout->block_count++;
    }
    assert(count <= SLIDE_PDB_REGIONS_MAX);
    if (layout->regions) layout->regions[number] = regions;
}

/* Makes one of two passes; `from` is the share done before it. */
static bool add_masks(struct slide_layout *layout, const struct slide_watch *watch, double from) {
    enum { UNITS_A_MASK = 1 << 8 };
    uint32_t mask = (UINT32_C(1) << layout->tiles) - 1;
    struct slide_watch_pace pace = {.watch = watch};
    layout->block_count = 0;
    for (uint32_t number = 0; number < layout->masks; number++, mask = next_mask(mask)) {
        pace.done = from + 0.5 * number / layout->masks;
        if (!slide_watch_count(&pace, UNITS_A_MASK)) return false;
        add_mask(layout, number, mask);
    }
    return true;
}

static bool add_blocks(struct slide_layout *layout, const struct slide_watch *watch) {
    if (!slide_watch_go_on(watch, 0) || !add_masks(layout, watch, 0)) return false;
    layout->regions = malloc(sizeof *layout->regions * layout->masks);
    layout->blocks = malloc(sizeof *layout->blocks * layout->block_count);
    return layout->regions && layout->blocks && add_masks(layout, watch, 0.5);
}

struct slide_layout *slide_layout_new(int rows, int cols, int tiles,
                                      const struct slide_watch *watch) {
    assert(tiles >= 1 && tiles <= SLIDE_PDB_TILES_MAX && tiles < rows * cols);
    assert(rows * cols <= SLIDE_PDB_CELLS_MAX);
    struct slide_layout *layout = calloc(1, sizeof *layout);
    if (!layout) return NULL;
    layout->rows = rows, layout->cols = cols, layout->cells = rows * cols, layout->tiles = tiles;
    number_masks(layout);
    number_orders(layout);
    layout->limbs = (layout->orders + 63) / 64;
    if (add_blocks(layout, watch)) return layout;
    slide_layout_free(layout);
    return NULL;
}

void slide_layout_free(struct slide_layout *layout) {
    if (!layout) return;
    free(layout->regions);
    free(layout->blocks);
    free(layout);
}

struct slide_group slide_group_home(const uint8_t *tiles, int count) {
    struct slide_group home = {0, 0};
    for (int i = 0; i < count; i++) {
        home.mask |= UINT32_C(1) << (tiles[i] - 1);
        home.order |= (uint32_t)i << 3 * i;
    }
    return home;
}

static uint32_t block_of(const struct slide_layout *layout, uint32_t mask, int blank) {
    return slide_layout_block(layout, slide_layout_number(layout, mask), blank);
}

static size_t bit_of(const struct slide_layout *layout, struct slide_group group, int blank) {
    return slide_layout_bit(layout, slide_layout_number(layout, group.mask), group.order, blank);
}

/* Returns the cells of a region next to a cell. */
static uint32_t exits(const struct slide_layout *layout, uint32_t region, int cell) {
    int col = cell % layout->cols;
    uint32_t at = UINT32_C(1) << cell, near = at << layout->cols | at >> layout->cols;
    if (col > 0) near |= at >> 1;
    if (col + 1 < layout->cols) near |= at << 1;
    return near & region;
}

struct build {
    const struct slide_layout *layout;
    struct slide_watch_pace pace;
    uint64_t *frontier, *seen, *value; /* bits, as in the database; frontier: found at this depth */
    uint16_t *maps[SLIDE_PDB_TILES_MAX][SLIDE_PDB_TILES_MAX]; /* slide_order_move by i and j */
    uint32_t *now, *next; /* the blocks with a frontier, at this depth and the next */
    uint32_t now_count, next_count;
    uint8_t *listed; /* whether a block is in `next` */
    int depth;
};

/* Makes the next permutation in lexical order. Returns false after the last. */
static bool next_permutation(uint8_t *tiles, int count) {
    int i = count - 2, k = count - 1;
    while (i >= 0 && tiles[i] > tiles[i + 1]) i--;
    if (i < 0) return false;
    while (tiles[k] < tiles[i]) k--;
    for (int a = i, b = k, swaps = 0; swaps == 0 || a < b; swaps++) {
        uint8_t tile = tiles[a];
        tiles[a] = tiles[b], tiles[b] = tile;
        if (swaps == 0) a = i, b = count;
        a++, b--;
    }
    return true;
}

static void fill_map(const struct slide_layout *layout, uint16_t *map, int i, int j) {
    uint8_t tiles[SLIDE_PDB_TILES_MAX];
    for (int k = 0; k < layout->tiles; k++) tiles[k] = (uint8_t)k;
    do {
        uint32_t order = 0;
        for (int k = 0; k < layout->tiles; k++) order |= (uint32_t)tiles[k] << 3 * k;
        map[slide_layout_order(layout, order)] =
            (uint16_t)slide_layout_order(layout, slide_order_move(order, i, j));
    } while (next_permutation(tiles, layout->tiles));
}

static bool make_maps(struct build *build) {
    enum { UNITS_AN_ORDER = 1 << 4 };
    int tiles = build->layout->tiles;
    for (int i = 0; i < tiles; i++)
        for (int j = 0; j < tiles; j++) {
            if (i == j) continue;
            if (!slide_watch_count(&build->pace, UNITS_AN_ORDER * build->layout->orders))
                return false;
            uint16_t *map = malloc(sizeof *map * build->layout->orders);
            if (!map) return false;
            build->maps[i][j] = map;
            fill_map(build->layout, map, i, j);
        }
    return true;
}

/* Returns the number of bits set. */
static uint64_t scatter(const uint64_t *from, uint64_t *to, uint32_t limbs, const uint16_t *map) {
    uint64_t count = 0;
    for (uint32_t w = 0; w < limbs; w++) {
        count += (uint64_t)bits_count(from[w]);
        for (uint64_t set = from[w]; set; set = bits_rest(set)) {
            uint32_t order = map[w * 64 + (uint32_t)bits_low(set)];
            to[order / 64] |= UINT64_C(1) << order % 64;
        }
    }
    return count;
}

/* Moves the tile on `cell` to `to` in all arrangements of a block's frontier. Returns false to
 * stop.
 */
static bool push(struct build *build, uint32_t from, int cell, int to) {
    const struct slide_layout *layout = build->layout;
    uint32_t others = layout->blocks[from].mask & ~(UINT32_C(1) << cell);
    uint32_t block = block_of(layout, others | UINT32_C(1) << to, cell);
    int i = bits_count(others & ((UINT32_C(1) << cell) - 1));
    int j = bits_count(others & ((UINT32_C(1) << to) - 1));
    const uint64_t *source = build->frontier + (size_t)from * layout->limbs;
    uint64_t *target = build->frontier + (size_t)block * layout->limbs;
    if (!build->listed[block]) build->next[build->next_count++] = block;
    build->listed[block] = 1;
    uint64_t units = layout->limbs;
    if (i == j)
        for (uint32_t w = 0; w < layout->limbs; w++) target[w] |= source[w];
    else
        units += scatter(source, target, layout->limbs, build->maps[i][j]);
    return slide_watch_count(&build->pace, units);
}

static bool expand(struct build *build, uint32_t block) {
    struct slide_block at = build->layout->blocks[block];
    for (uint32_t cells = at.mask; cells; cells &= cells - 1) {
        int cell = bits_low(cells);
        uint32_t to = exits(build->layout, at.region, cell);
        for (; to; to &= to - 1)
            if (!push(build, block, cell, bits_low(to))) return false;
    }
    memset(build->frontier + (size_t)block * build->layout->limbs, 0,
           sizeof(uint64_t) * build->layout->limbs);
    return true;
}

/* Removes from a block's frontier what was seen before. Returns the number of arrangements left. */
static uint64_t keep_unseen(struct build *build, uint32_t block) {
    size_t at = (size_t)block * build->layout->limbs;
    uint64_t found = 0;
    for (uint32_t w = 0; w < build->layout->limbs; w++) {
        uint64_t fresh = build->frontier[at + w] & ~build->seen[at + w];
        build->frontier[at + w] = fresh;
        build->seen[at + w] |= fresh;
        if (build->depth >> 1 & 1) build->value[at + w] |= fresh;
        found += (uint64_t)bits_count(fresh);
    }
    return found;
}

/* Goes one move further and counts the new arrangements. Returns false to stop. A block's depths
 * are all odd or all even, so the frontiers of two depths never share a block. */
static bool deepen(struct build *build, uint64_t *found) {
    *found = 0;
    build->depth++;
    for (uint32_t i = 0; i < build->now_count; i++)
        if (!expand(build, build->now[i])) return false;
    build->now_count = 0;
    for (uint32_t i = 0; i < build->next_count; i++) {
        uint32_t block = build->next[i];
        uint64_t fresh = keep_unseen(build, block);
        build->listed[block] = 0;
        if (fresh) build->now[build->now_count++] = block;
        *found += fresh;
        if (!slide_watch_count(&build->pace, build->layout->limbs)) return false;
    }
    build->next_count = 0;
    return true;
}

static void begin(struct build *build, const uint8_t *tiles) {
    const struct slide_layout *layout = build->layout;
    struct slide_group home = slide_group_home(tiles, layout->tiles);
    size_t at = bit_of(layout, home, layout->cells - 1);
    build->frontier[at / 64] = build->seen[at / 64] = UINT64_C(1) << at % 64;
    build->now[build->now_count++] = block_of(layout, home.mask, layout->cells - 1);
}

static bool allocate(struct build *build) {
    size_t limbs = slide_layout_limbs(build->layout), blocks = build->layout->block_count;
    build->frontier = calloc(limbs, sizeof *build->frontier);
    build->seen = calloc(limbs, sizeof *build->seen);
    build->now = malloc(sizeof *build->now * blocks);
    build->next = malloc(sizeof *build->next * blocks);
    build->listed = calloc(blocks, 1);
    return build->frontier && build->seen && build->now && build->next && build->listed &&
           make_maps(build);
}

static bool clear_bits(struct build *build) {
    uint32_t limbs = build->layout->limbs;
    for (uint32_t block = 0; block < build->layout->block_count; block++) {
        memset(build->value + (size_t)block * limbs, 0, limbs * sizeof *build->value);
        if (!slide_watch_count(&build->pace, limbs)) return false;
    }
    return true;
}

static void release(struct build *build) {
    free(build->frontier);
    free(build->seen);
    free(build->now);
    free(build->next);
    free(build->listed);
    for (int i = 0; i < SLIDE_PDB_TILES_MAX; i++)
        for (int j = 0; j < SLIDE_PDB_TILES_MAX; j++) free(build->maps[i][j]);
}

int slide_pdb_build(const struct slide_layout *layout, const uint8_t *tiles, uint64_t *bits,
                    const struct slide_watch *watch) {
    struct build build = {.layout = layout, .pace = {.watch = watch}, .value = bits};
    double all = (double)layout->block_count * layout->orders;
    uint64_t found = 1, done = 0;
    bool fine = slide_watch_go_on(watch, 0) && allocate(&build) && clear_bits(&build);
    if (fine) begin(&build, tiles);
    while (fine && found) {
        done += found;
        build.pace.done = (double)done / all;
        fine = deepen(&build, &found);
    }
    release(&build);
    return fine ? 0 : -1;
}

/* Returns the count modulo 4. */
static int count_modulo_4(const struct slide_layout *layout, const uint64_t *bits,
                          struct slide_group group, int blank, struct slide_group home) {
    int odd = 0;
    for (uint32_t cells = group.mask ^ home.mask; cells; cells &= cells - 1) {
        int cell = bits_low(cells);
        odd ^= (cell / layout->cols + cell % layout->cols) & 1;
    }
    return 2 * slide_pdb_bit(bits, bit_of(layout, group, blank)) + odd;
}

/* Makes a move that lowers the count; the blank goes where the tile was. Returns false if there is
 * none. All bits are prefetched before the first is read. */
static bool step_home(const struct slide_layout *layout, const uint64_t *bits,
                      struct slide_group *group, int *blank, struct slide_group home) {
    struct slide_block at = layout->blocks[block_of(layout, group->mask, *blank)];
    struct slide_group moved[4 * SLIDE_PDB_TILES_MAX];
    uint8_t from[4 * SLIDE_PDB_TILES_MAX];
    int wanted = (count_modulo_4(layout, bits, *group, *blank, home) + 3) % 4, count = 0;
    for (uint32_t cells = group->mask; cells; cells &= cells - 1) {
        int cell = bits_low(cells);
        for (uint32_t to = exits(layout, at.region, cell); to; to &= to - 1) {
            from[count] = (uint8_t)cell;
            moved[count] = slide_group_move(*group, cell, bits_low(to));
            __builtin_prefetch(&bits[bit_of(layout, moved[count++], cell) / 64]);
        }
    }
    for (int i = 0; i < count; i++) {
        if (count_modulo_4(layout, bits, moved[i], from[i], home) != wanted) continue;
        *blank = from[i];
        *group = moved[i];
        return true;
    }
    return false;
}

int slide_pdb_count(const struct slide_layout *layout, const uint64_t *bits,
                    struct slide_group group, int blank, struct slide_group home) {
    size_t end = bit_of(layout, home, layout->cells - 1);
    int count = 0;
    for (; bit_of(layout, group, blank) != end; count++) {
        bool fine = count < SLIDE_PDB_COUNT_MAX;
        if (!fine || !step_home(layout, bits, &group, &blank, home)) return -1;
    }
    return count;
}
