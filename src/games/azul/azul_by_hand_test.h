/* For tests: positions by hand. They begin as a draft with all tiles in the bag; every function
 * takes tiles from there, so that there are always 100. */
#ifndef AZUL_BY_HAND_TEST_H
#define AZUL_BY_HAND_TEST_H

#include "azul.h"
#include <assert.h>

enum { B = AZUL_BLUE, Y = AZUL_YELLOW, R = AZUL_RED, K = AZUL_BLACK, W = AZUL_WHITE };

/* A draft, though no tile is on the table yet. */
static inline struct azul hand_start(int players) {
    struct azul azul = {.players = 0};
    azul_game.start(&azul, (int[]){players, AZUL_ROUNDS});
    azul.phase = AZUL_DRAFT;
    return azul;
}

static inline void hand_draw(struct azul *azul, int colour, int count) {
    assert(azul_count(azul->bag, colour) >= count);
    azul->bag -= azul_tiles(colour, count);
}

static inline void hand_source(struct azul *azul, int source, int colour, int count) {
    hand_draw(azul, colour, count);
    azul->source[source] += azul_tiles(colour, count);
}

static inline void hand_lid(struct azul *azul, int colour, int count) {
    hand_draw(azul, colour, count);
    azul->lid += azul_tiles(colour, count);
}

static inline void hand_floor(struct azul *azul, int seat, int colour, int count) {
    hand_draw(azul, colour, count);
    azul_add_to_floor(&azul->player[seat], colour, count);
}

static inline void hand_open(struct azul_player *player, int row) {
    player->open &= ~(UINT32_C(31) << AZUL_SIDE * row);
    player->open |= azul_open_row(player, row) << AZUL_SIDE * row;
}

static inline void hand_line(struct azul *azul, int seat, int row, int colour, int count) {
    struct azul_player *player = &azul->player[seat];
    hand_draw(azul, colour, count);
    player->filled[row] = (uint8_t)count;
    player->colour[row] = (uint8_t)(count ? colour : 0);
    hand_open(player, row);
}

static inline void hand_wall(struct azul *azul, int seat, int row, int col) {
    struct azul_player *player = &azul->player[seat];
    hand_draw(azul, azul_wall_colour(row, col), 1);
    player->wall |= azul_cell(row, col);
    hand_open(player, row);
}

/* Lays the tiles of a wall, given as five rows of "x.x..". */
static inline void hand_walls(struct azul *azul, int seat, const char *const rows[AZUL_SIDE]) {
    for (int row = 0; row < AZUL_SIDE; row++)
        for (int col = 0; col < AZUL_SIDE; col++)
            if (rows[row][col] == 'x') hand_wall(azul, seat, row, col);
}

#endif
