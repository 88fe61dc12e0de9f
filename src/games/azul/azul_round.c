/* azul: the end of a round. Tiles go to the wall and score one by one, floors cost points; then the
 * factories are filled again or the game is over. */
#include "azul.h"
#include "base/grid.h"
#include <string.h>

const uint8_t azul_set_points[] = {[AZUL_ROWS] = 2, [AZUL_COLUMNS] = 7, [AZUL_COLOUR_SETS] = 10};

void azul_add_to_floor(struct azul_player *player, int colour, int count) {
    int at = player->floor_count;
    player->floor_count = (uint8_t)(at + count);
    while (count > 0) {
        int left = 16 - (at & 15), put = count < left ? count : left;
        uint64_t tiles = UINT64_C(0x1111111111111111) * (unsigned)colour >> (64 - 4 * put);
        player->floor[at >> 4] |= tiles << 4 * (at & 15);
        at += put;
        count -= put;
    }
}

uint32_t azul_open_row(const struct azul_player *player, int row) {
    uint32_t open = 0;
    if (azul_is_full(player, row)) return 0;
    if (player->filled[row]) return UINT32_C(1) << player->colour[row];
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (!azul_on_wall(player, row, colour)) open |= UINT32_C(1) << colour;
    return open;
}

/* The lengths of the runs across and down, if longer than 1; a tile without a neighbour scores 1.
 */
int azul_tile_points(uint32_t wall, int row, int col) {
    uint64_t mask = wall;
    int cell = row * AZUL_SIDE + col;
    int across = grid_run(&mask, AZUL_SIDE, AZUL_SIDE, cell, 0, 1).count;
    int down = grid_run(&mask, AZUL_SIDE, AZUL_SIDE, cell, 1, 0).count;
    int points = (across > 1 ? across : 0) + (down > 1 ? down : 0);
    return points ? points : 1;
}

void azul_gain(struct azul_player *player, int points) {
    int score = player->score + points;
    if (score < 0) score = 0;
    player->score = (uint16_t)(score < AZUL_SCORE_MAX ? score : AZUL_SCORE_MAX);
}

/* A tile scores before the next row is tiled, so tiles laid later do not add to its points. */
void azul_tile_line(struct azul *azul, int seat, int row) {
    struct azul_player *player = &azul->player[seat];
    int colour = player->colour[row], col = azul_wall_col(row, colour);
    player->wall |= azul_cell(row, col);
    azul_gain(player, azul_tile_points(player->wall, row, col));
    azul->lid += azul_tiles(colour, row);
    player->filled[row] = player->colour[row] = 0;
    player->open |= azul_open_row(player, row) << AZUL_SIDE * row;
}

void azul_resolve_pattern_lines(struct azul *azul) {
    for (int seat = 0; seat < azul->players; seat++)
        for (int row = 0; row < AZUL_SIDE; row++)
            if (azul_is_full(&azul->player[seat], row)) azul_tile_line(azul, seat, row);
}

int azul_floor_penalty(const struct azul *azul, int seat) {
    static const uint8_t cost[AZUL_FLOOR_PLACES + 1] = {0, 1, 2, 4, 6, 8, 11, 14};
    int taken = azul->player[seat].floor_count + (azul->token == seat);
    return cost[taken < AZUL_FLOOR_PLACES ? taken : AZUL_FLOOR_PLACES];
}

void azul_empty_floor(struct azul *azul, int seat) {
    struct azul_player *player = &azul->player[seat];
    azul_gain(player, -azul_floor_penalty(azul, seat));
    for (int i = 0; i < player->floor_count; i++)
        azul->lid += azul_tiles(azul_floor_tile(player, i), 1);
    memset(player->floor, 0, sizeof player->floor);
    player->floor_count = 0;
}

uint32_t azul_set_cells(enum azul_set set, int i) {
    uint32_t cells = 0;
    if (set == AZUL_ROWS) return UINT32_C(31) << AZUL_SIDE * i;
    if (set == AZUL_COLUMNS) return AZUL_DOWN << i;
    for (int row = 0; row < AZUL_SIDE; row++) cells |= azul_cell(row, azul_wall_col(row, i));
    return cells;
}

uint32_t azul_complete(uint32_t wall, enum azul_set set) {
    uint32_t complete = 0;
    for (int i = 0; i < AZUL_SIDE; i++)
        complete |= (uint32_t)((~wall & azul_set_cells(set, i)) == 0) << i;
    return complete;
}

int azul_complete_rows(uint32_t wall) {
    return bits_count(azul_complete(wall, AZUL_ROWS));
}

int azul_bonus(uint32_t wall) {
    int points = 0;
    for (int set = 0; set < AZUL_SETS; set++)
        points += bits_count(azul_complete(wall, (enum azul_set)set)) * azul_set_points[set];
    return points;
}

bool azul_is_last(const struct azul *azul) {
    if (azul->round == azul->max_rounds || (azul->bag | azul->lid) == 0) return true;
    for (int seat = 0; seat < azul->players; seat++)
        if (azul_complete_rows(azul->player[seat].wall)) return true;
    return false;
}

void azul_end_round(struct azul *azul) {
    azul_resolve_pattern_lines(azul);
    for (int seat = 0; seat < azul->players; seat++) azul_empty_floor(azul, seat);
    if (azul->token != AZUL_TOKEN_IN_CENTER) azul->active = azul->token;
    azul->token = AZUL_TOKEN_IN_CENTER;
    if (azul_is_last(azul)) {
        azul->phase = AZUL_OVER;
        for (int seat = 0; seat < azul->players; seat++)
            azul_gain(&azul->player[seat], azul_bonus(azul->player[seat].wall));
    } else {
        azul->phase = AZUL_REFILL;
        azul->round++;
        azul_supply(azul);
    }
}

/* Most points win; if equal, most complete rows; if equal again, the win is shared. */
uint32_t azul_winners(const void *state) {
    const struct azul *azul = state;
    uint32_t winners = 0;
    int best = -1;
    if (azul->phase != AZUL_OVER) return 0;
    for (int seat = 0; seat < azul->players; seat++) {
        const struct azul_player *player = &azul->player[seat];
        int worth = player->score * (AZUL_SIDE + 1) + azul_complete_rows(player->wall);
        if (worth > best) winners = 0;
        if (worth >= best) winners |= UINT32_C(1) << seat;
        if (worth > best) best = worth;
    }
    return winners;
}
