/* Numbers what is seen of a field. What is alike gets the same number, so that all that was learned
 * about it is learned together. */
#include "minds.h"
#include <assert.h>

static const uint8_t recolourings[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                           {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};

/* Returns a window with its colours exchanged, or mirrored. */
static unsigned window_alike(unsigned window, int cells, int planes, const uint8_t *colours,
                             bool mirror) {
    unsigned out = 0;
    for (int i = 0; i < cells; i++) {
        int to = mirror ? cells - 1 - i : i;
        unsigned colour = colours[(window >> i & 1) | (window >> (cells + i) & 1) << 1];
        out |= (colour & 1) << to | colour >> 1 << (cells + to);
        for (int plane = 2; plane < planes; plane++)
            out |= (window >> (plane * cells + i) & 1) << (plane * cells + to);
    }
    return out;
}

/* Returns whether a window can be: no tile is a ledge, and in a column all below the first tile is
 * a tile or covered. */
static bool possible(unsigned window, int cells, bool across) {
    unsigned all = (1u << cells) - 1, taken = (window | window >> cells) & all;
    unsigned other = window >> 2 * cells & all, ledge = window >> 3 * cells;
    if (across) return !(taken & ledge);
    unsigned shade = taken | other;
    return shade == (all & ~((shade & -shade) - 1));
}

enum { UNSEEN = UINT16_MAX };

static void forget(uint16_t *table, int count) {
    for (int i = 0; i < count; i++) table[i] = UNSEEN;
}

/* Windows that cannot be are of kind 0, as the free window is. */
static int number_windows(uint16_t *table, bool across) {
    int cells = across ? FALLS_ACROSS : FALLS_DOWN, planes = across ? 4 : 3, kinds = 0;
    int windows = across ? FALLS_ACROSS_WINDOWS : FALLS_DOWN_WINDOWS;
    forget(table, windows);
    for (int window = 0; window < windows; window++) {
        if (table[window] != UNSEEN) continue;
        int kind = possible((unsigned)window, cells, across) ? kinds++ : 0;
        for (int i = 0; i < (across ? 12 : 6); i++)
            table[window_alike((unsigned)window, cells, planes, recolourings[i % 6], i >= 6)] =
                (uint16_t)kind;
    }
    return kinds;
}

static unsigned block_alike(unsigned block, int cols, const uint8_t *colours, bool mirror) {
    unsigned out = 0;
    for (int row = 0; row < 16; row += 2 * cols)
        out |= window_alike(block >> row & ((1u << 2 * cols) - 1), cols, 2, colours, mirror) << row;
    return out;
}

static int number_blocks(uint16_t *table, int cols) {
    int kinds = 0;
    forget(table, FALLS_BLOCKS);
    for (unsigned block = 0; block < FALLS_BLOCKS; block++) {
        if (table[block] != UNSEEN) continue;
        for (int i = 0; i < 12; i++)
            table[block_alike(block, cols, recolourings[i % 6], i >= 6)] = (uint16_t)kinds;
        kinds++;
    }
    return kinds;
}

static unsigned mirrored(unsigned byte) {
    unsigned out = 0;
    for (int i = 0; i < FALLS_COLS; i++) out |= (byte >> i & 1) << (FALLS_COLS - 1 - i);
    return out;
}

static int number_roofs(uint16_t *table) {
    int kinds = 0;
    for (unsigned roof = 0; roof < FALLS_ROOFS; roof++) {
        unsigned upper = roof & 0xFF, both = roof >> FALLS_COLS;
        unsigned other = mirrored(upper) | mirrored(both) << FALLS_COLS;
        if (upper & ~both) continue;
        table[roof] = other < roof ? table[other] : (uint16_t)kinds++;
    }
    return kinds;
}

void falls_kinds_fill(struct falls_kinds *kinds) {
    int across = number_windows(kinds->across, true), down = number_windows(kinds->down, false);
    int roofs = number_roofs(kinds->roof);
    int wide = number_blocks(kinds->wide, 4), high = number_blocks(kinds->high, 2);
    assert(across == FALLS_ACROSS_KINDS && down == FALLS_DOWN_KINDS);
    assert(roofs == FALLS_ROOF_KINDS && wide == FALLS_BLOCK_KINDS && high == FALLS_BLOCK_KINDS);
}
