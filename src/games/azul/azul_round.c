/* azul: the end of a round. Tiles go to the wall and score one by one, floors cost points; then the
 * factories are filled again or the game is over. */
#include "azul.h"
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

/* The colours that a row of the wall does not have: its cells, turned by the number of the row. */
static uint32_t open_colours(uint32_t wall, int row) {
    uint32_t cells = wall >> AZUL_SIDE * row & 31;
    return ~(cells >> row | cells << (AZUL_SIDE - row)) & 31;
}

uint32_t azul_open_row(const struct azul_player *player, int row) {
    if (azul_is_full(player, row)) return 0;
    if (player->filled[row]) return UINT32_C(1) << player->colour[row];
    return open_colours(player->wall, row);
}

/* Returns the length of the run of bits through bit `at`, which is set. */
static int run_of(uint32_t bits, int at) {
    return bits_low(~(bits >> at)) + __builtin_clz(~(bits << (31 - at))) - 1;
}

/* The lengths of the runs across and down, if longer than 1; a tile without a neighbour scores 1.
 * The multiplication moves the bits of a column side by side. */
int azul_tile_points(uint32_t wall, int row, int col) {
    wall |= azul_cell(row, col);
    uint32_t column = (uint32_t)((uint64_t)(wall >> col & AZUL_DOWN) * 0x11111 >> 16 & 31);
    int across = run_of(wall >> AZUL_SIDE * row & 31, col), down = run_of(column, row);
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
    player->open |= open_colours(player->wall, row) << AZUL_SIDE * row;
}

/* Returns a bit for each line that is full. */
static uint32_t full_lines(const struct azul_player *player) {
    uint32_t lines = 0;
    for (int row = 0; row < AZUL_SIDE; row++) lines |= (uint32_t)azul_is_full(player, row) << row;
    return lines;
}

void azul_resolve_pattern_lines(struct azul *azul) {
    for (int seat = 0; seat < azul->players; seat++)
        for (uint32_t full = full_lines(&azul->player[seat]); full; full &= full - 1)
            azul_tile_line(azul, seat, bits_low(full));
}

int azul_floor_penalty(const struct azul *azul, int seat) {
    static const uint8_t cost[AZUL_FLOOR_PLACES + 1] = {0, 1, 2, 4, 6, 8, 11, 14};
    int taken = azul->player[seat].floor_count + (azul->token == seat);
    return cost[taken < AZUL_FLOOR_PLACES ? taken : AZUL_FLOOR_PLACES];
}

void azul_empty_floor(struct azul *azul, int seat) {
    struct azul_player *player = &azul->player[seat];
    azul_gain(player, -azul_floor_penalty(azul, seat));
    azul->lid += azul_floor_pile(player);
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
    uint32_t two = wall & wall >> 1, five = two & two >> 2 & wall >> 4;
    return bits_count(five & AZUL_DOWN);
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
