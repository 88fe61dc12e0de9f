/* Packing a round, taking tiles, and what its end is worth. What a seat gains is looked up by its
 * set of full lines; the bounds come from the same table. */
#include "games/azul/coach/round.h"
#include <string.h>

const uint8_t azul_round_cost[] = {0, 1, 2, 4, 6, 8, 11, 14};
const uint16_t azul_round_digit[] = {1, 6, 36, 216, 1296};

static uint32_t pack_lines(const struct azul_player *player) {
    uint32_t lines = 0;
    for (int row = 0; row < AZUL_SIDE; row++)
        if (player->filled[row])
            lines |= (uint32_t)((player->colour[row] + 1) << 3 | player->filled[row]) << 6 * row;
    return lines;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static void open_board(struct azul_round_board *board, const struct azul *azul, int seat) {
    const struct azul_player *player = &azul->player[seat];
    int places = player->floor_count + (azul->token == seat);
    *board = (struct azul_round_board){
        .lines = pack_lines(player),
        .open = player->open,
        .floor = (uint8_t)least(places, AZUL_FLOOR_PLACES),
    };
    for (int row = 0; row < AZUL_SIDE; row++)
        if (azul_is_full(player, row))
            board->full =
                (uint16_t)(board->full + azul_round_digit[row] * (player->colour[row] + 1));
}

/* Finds the colours with which each line may become full. */
static uint32_t find_colours(const struct azul_player *player, uint64_t on_table) {
    uint32_t colours = 0;
    for (int row = 0; row < AZUL_SIDE; row++)
        for (int colour = 0; colour < AZUL_COLOURS; colour++) {
            int bit = row * AZUL_SIDE + colour, needed = row + 1 - player->filled[row];
            if (player->open >> bit & 1 && azul_count(on_table, colour) >= needed)
                colours |= UINT32_C(1) << bit;
        }
    return colours;
}

/* Works out the gains of all sets whose rows from `row` on are not chosen yet. */
static void find_gains(struct azul_round_seat *seat, int row, int full, uint32_t wall, int points) {
    if (row == AZUL_SIDE) {
        seat->gain[full] = (struct azul_round_gain){
            .points = (int16_t)points,
            .bonus = (int16_t)azul_bonus(wall),
            .known = true,
            .ends = azul_complete_rows(wall) > 0,
        };
        return;
    }
    uint32_t colours = seat->colours >> row * AZUL_SIDE & 31;
    bool is_full = azul_is_full(&seat->player, row);
    if (is_full) colours = UINT32_C(1) << seat->player.colour[row];
    if (!is_full) find_gains(seat, row + 1, full, wall, points);
    for (; colours; colours &= colours - 1) {
        int colour = bits_low(colours), col = azul_wall_col(row, colour);
        uint32_t with = wall | azul_cell(row, col);
        find_gains(seat, row + 1, full + azul_round_digit[row] * (colour + 1), with,
                   points + azul_tile_points(with, row, col));
    }
}

/* Sets `most` for a set of full lines from those with one line more. */
static void find_most(struct azul_round_seat *seat, int full, bool may_end) {
    const struct azul_round_gain *gain = &seat->gain[full];
    int16_t own = (int16_t)(gain->points + (may_end ? gain->bonus : 0));
    for (int turns = 0; turns <= AZUL_ROUND_TURNS; turns++) seat->most[turns][full] = own;
    for (int row = 0; row < AZUL_SIDE; row++) {
        if (full / azul_round_digit[row] % 6) continue;
        for (uint32_t colours = seat->colours >> row * AZUL_SIDE & 31; colours;
             colours &= colours - 1) {
            int more = full + azul_round_digit[row] * (bits_low(colours) + 1);
            for (int turns = 1; turns <= AZUL_ROUND_TURNS; turns++)
                if (seat->most[turns - 1][more] > seat->most[turns][full])
                    seat->most[turns][full] = seat->most[turns - 1][more];
        }
    }
}

static bool can_end(const struct azul_round_seat *seat) {
    for (int full = 0; full < AZUL_ROUND_FULL; full++)
        if (seat->gain[full].known && seat->gain[full].ends) return true;
    return false;
}

/* Sets the bounds of a seat. A score that has fallen to 0 still gets the bonus. */
static void find_bounds(struct azul_round_seat *seat, bool may_end) {
    seat->bonus = 0;
    for (int full = AZUL_ROUND_FULL - 1; full >= 0; full--) {
        if (!seat->gain[full].known) continue;
        find_most(seat, full, may_end);
        if (may_end && seat->gain[full].bonus > seat->bonus) seat->bonus = seat->gain[full].bonus;
    }
}

static void open_seats(struct azul_round_table *table, const struct azul *azul) {
    uint64_t on_table = 0;
    for (int source = 0; source <= azul_factories(azul); source++) on_table += azul->source[source];
    for (int i = 0; i < table->players; i++) {
        struct azul_round_seat *seat = &table->seat[i];
        seat->player = azul->player[i];
        seat->colours = find_colours(&seat->player, on_table);
        for (int full = 0; full < AZUL_ROUND_FULL; full++) seat->gain[full].known = false;
        find_gains(seat, 0, 0, seat->player.wall, 0);
        table->may_end |= can_end(seat);
    }
    for (int i = 0; i < table->players && !table->values; i++)
        find_bounds(&table->seat[i], table->may_end);
}

static void open_factories(struct azul_round_table *table, struct azul_round *round,
                           const struct azul *azul) {
    for (int source = 1; source <= azul_factories(azul); source++) {
        table->factory[source] = azul->source[source];
        table->kinds[source] = (uint8_t)azul_total(azul_kinds(azul->source[source]));
        table->same_before[source] = 0;
        if (!azul->source[source]) continue;
        round->factories |= (uint16_t)(1 << source);
        for (int before = 1; before < source; before++)
            if (azul->source[before] == azul->source[source])
                table->same_before[source] |= (uint16_t)(1 << before);
    }
}

void azul_round_open(struct azul_round_table *table, struct azul_round *round,
                     const struct azul *azul, const struct azul_values *values) {
    table->values = values;
    table->unit = values ? AZUL_VALUES_UNIT : 1;
    table->players = azul->players;
    table->me = azul->active;
    table->is_last = azul->round == azul->max_rounds;
    table->crowded = (azul->bag | azul->lid) == 0;
    table->may_end = table->is_last || table->crowded;
    open_seats(table, azul);
    *round = (struct azul_round){.center = azul->source[AZUL_CENTER],
                                 .mover = azul->active,
                                 .left = (uint8_t)azul_on_table(azul),
                                 .token = azul->token};
    open_factories(table, round, azul);
    for (int seat = 0; seat < azul->players; seat++) open_board(&round->board[seat], azul, seat);
}

static void put_on_floor(struct azul_round_board *board, int tiles) {
    board->floor = (uint8_t)least(board->floor + tiles, AZUL_FLOOR_PLACES);
}

static void put_on_line(struct azul_round_board *board, int row, int colour, int count) {
    int shift = 6 * row, filled = azul_round_tiles(board, row);
    int free = row + 1 - filled, put = least(count, free);
    uint32_t line = (uint32_t)((colour + 1) << 3 | (filled + put));
    uint32_t takes = put < free ? UINT32_C(1) << colour : 0;
    board->lines = (board->lines & ~(UINT32_C(63) << shift)) | line << shift;
    board->open = (board->open & ~(UINT32_C(31) << AZUL_SIDE * row)) | takes << AZUL_SIDE * row;
    if (put == free) board->full = (uint16_t)(board->full + azul_round_digit[row] * (colour + 1));
    if (count > put) put_on_floor(board, count - put);
}

void azul_round_take(const struct azul_round_table *table, struct azul_round *round, int source,
                     int colour, int destination) {
    struct azul_round_board *board = &round->board[round->mover];
    uint64_t pile = azul_round_pile(table, round, source);
    int count = azul_count(pile, colour);
    if (source == AZUL_CENTER) {
        round->center = azul_without(pile, colour);
        if (round->token == AZUL_TOKEN_IN_CENTER) {
            round->token = round->mover;
            put_on_floor(board, 1);
        }
    } else {
        round->factories &= (uint16_t) ~(1 << source);
        round->center += azul_without(pile, colour);
    }
    round->left = (uint8_t)(round->left - count);
    if (destination == AZUL_FLOOR)
        put_on_floor(board, count);
    else
        put_on_line(board, destination, colour, count);
    round->mover = (uint8_t)(round->mover + 1 < table->players ? round->mover + 1 : 0);
}

/* Whether a tile has come to the lid at the end of the round. */
static bool fills_lid(const struct azul_round_table *table, const struct azul_round *round) {
    for (int seat = 0; seat < table->players; seat++) {
        const struct azul_round_board *board = &round->board[seat];
        if (board->full >= azul_round_digit[1] || board->floor > (round->token == seat))
            return true;
    }
    return false;
}

bool azul_round_ends(const struct azul_round_table *table, const struct azul_round *round) {
    if (table->is_last || (table->crowded && !fills_lid(table, round))) return true;
    if (!table->may_end) return false;
    for (int seat = 0; seat < table->players; seat++)
        if (table->seat[seat].gain[round->board[seat].full].ends) return true;
    return false;
}

static int score_with(const struct azul_round_seat *seat, int points, int floor) {
    int score = least(seat->player.score + points, AZUL_SCORE_MAX) - azul_round_cost[floor];
    return score > 0 ? score : 0;
}

/* The score at the end of the round, or of the game. */
static int score_of(const struct azul_round_table *table, const struct azul_round *round, int seat,
                    bool ends) {
    const struct azul_round_board *board = &round->board[seat];
    const struct azul_round_gain *gain = &table->seat[seat].gain[board->full];
    int score = score_with(&table->seat[seat], gain->points, board->floor);
    return ends ? least(score + gain->bonus, AZUL_SCORE_MAX) : score;
}

/* Computes what the values see of a board. */
static void see_board(const struct azul_round_table *table, int seat,
                      const struct azul_round_board *board, struct azul_round_after *after) {
    struct azul_player player = table->seat[seat].player;
    for (int row = 0; row < AZUL_SIDE; row++) {
        int colour = (int)(board->lines >> (6 * row + 3) & 7) - 1;
        int filled = azul_round_tiles(board, row);
        if (filled == row + 1) {
            player.wall |= azul_cell(row, azul_wall_col(row, colour));
            filled = 0;
        }
        player.filled[row] = (uint8_t)filled;
        player.colour[row] = (uint8_t)(filled ? colour : 0);
    }
    for (int first = 0; first < 2; first++)
        azul_values_half(table->values, &player, first, &after->half[first]);
    after->lines = board->lines;
}

static const struct azul_round_after *after_of(const struct azul_round_table *table,
                                               const struct azul_round *round, int seat,
                                               struct azul_round_after *after) {
    const struct azul_round_board *board = &round->board[seat];
    uint32_t at = board->lines * UINT32_C(0x9E3779B1) >> 20;
    struct azul_round_after *found = &after[seat * AZUL_ROUND_BOARDS + (int)at];
    if (found->lines != board->lines) see_board(table, seat, board, found);
    return found;
}

/* By how much `me` is expected to gain more than a seat after this round. */
static int later_lead(const struct azul_round_table *table, const struct azul_round *round,
                      int other, struct azul_round_after *after) {
    int starter = round->token == AZUL_TOKEN_IN_CENTER ? round->mover : round->token;
    int players = table->players, me = table->me;
    bool first = (me - starter + players) % players < (other - starter + players) % players;
    const struct azul_round_after *mine = after_of(table, round, me, after);
    const struct azul_round_after *its = after_of(table, round, other, after);
    if (first) return azul_values_lead(table->values, &mine->half[1], &its->half[0]);
    return -azul_values_lead(table->values, &its->half[1], &mine->half[0]);
}

int azul_round_value(const struct azul_round_table *table, const struct azul_round *round,
                     struct azul_round_after *after) {
    bool ends = azul_round_ends(table, round);
    int mine = score_of(table, round, table->me, ends), least_lead = 1 << 20;
    for (int seat = 0; seat < table->players; seat++) {
        if (seat == table->me) continue;
        int lead = (mine - score_of(table, round, seat, ends)) * table->unit;
        if (table->values && !ends) lead += later_lead(table, round, seat, after);
        if (lead < least_lead) least_lead = lead;
    }
    return least_lead;
}

/* What is left on the table, for bounds. */
struct rest {
    uint64_t tiles;
    uint32_t fits; /* bit row * 5 + colour: there are tiles enough for an empty line */
    int groups;    /* colours on each source, so at least as many as there will be turns */
};

static struct rest rest_of(const struct azul_round_table *table, const struct azul_round *round) {
    static const uint32_t rows[] = {0, 0x1, 0x21, 0x421, 0x8421, 0x108421};
    struct rest rest = {azul_round_left(table, round), 0, azul_total(azul_kinds(round->center))};
    for (uint32_t left = round->factories; left; left &= left - 1)
        rest.groups += table->kinds[bits_low(left)];
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        rest.fits |= rows[least(azul_count(rest.tiles, colour), AZUL_SIDE)] << colour;
    return rest;
}

/* Counts the lines that can still become full. */
static int count_fillable(const struct azul_round_board *board, const struct rest *rest) {
    int count = 0;
    uint32_t open = board->open;
    for (int row = 0; row < AZUL_SIDE && open; row++, open >>= AZUL_SIDE) {
        uint32_t colours = open & 31;
        int filled = azul_round_tiles(board, row);
        if (!colours) continue;
        count += filled ? azul_count(rest->tiles, bits_low(colours)) >= row + 1 - filled
                        : (colours & rest->fits >> row * AZUL_SIDE) != 0;
    }
    return count;
}

/* The most points that a seat can have at the end of the round. */
static int most_of(const struct azul_round_table *table, const struct azul_round *round, int seat,
                   const struct rest *rest) {
    const struct azul_round_board *board = &round->board[seat];
    int players = table->players, behind = seat - round->mover;
    if (behind < 0) behind += players;
    int lines = count_fillable(board, rest);
    int turns = rest->groups > behind ? (rest->groups - behind + players - 1) / players : 0;
    int most = table->seat[seat].most[least(turns, lines)][board->full];
    int score = table->seat[seat].player.score + most - azul_round_cost[board->floor];
    return score > table->seat[seat].bonus ? score : table->seat[seat].bonus;
}

/* The least: all tiles that are left fall to its floor. */
static int least_of(const struct azul_round_table *table, const struct azul_round *round,
                    int seat) {
    const struct azul_round_board *board = &round->board[seat];
    int floor = least(board->floor + round->left + (round->token == AZUL_TOKEN_IN_CENTER),
                      AZUL_FLOOR_PLACES);
    return score_with(&table->seat[seat], table->seat[seat].gain[board->full].points, floor);
}

bool azul_round_at_most(const struct azul_round_table *table, const struct azul_round *round,
                        int value, int *bound) {
    struct rest rest = rest_of(table, round);
    int others = 0;
    for (int seat = 0; seat < table->players; seat++) {
        int score = seat == table->me ? 0 : least_of(table, round, seat);
        if (score > others) others = score;
    }
    *bound = most_of(table, round, table->me, &rest) - others;
    return *bound <= value;
}

bool azul_round_at_least(const struct azul_round_table *table, const struct azul_round *round,
                         int value, int *bound) {
    struct rest rest = rest_of(table, round);
    int mine = least_of(table, round, table->me), others = 0;
    if (mine < value) return false;
    for (int seat = 0; seat < table->players; seat++) {
        int score = seat == table->me ? 0 : most_of(table, round, seat, &rest);
        if (score > others) others = score;
    }
    *bound = mine - others;
    return *bound >= value;
}
