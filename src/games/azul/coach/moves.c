/* How good a move looks is what it scores for the mover, less what it costs, and what it takes away
 * from the next seat. */
#include "games/azul/coach/moves.h"

/* What makes a move look good, in about fifths of a point. The numbers make games that are played
 * on by looks end as close as possible to what best play gives. */
enum { POINT = 5, FULL = 7, FULL_ROW = 3 }; /* a line that it fills */
enum { PART = 4, MISSING = 2 };             /* a line that can still be filled */
enum { SUNK = 3, SUNK_ROW = 5 };            /* a line that cannot be filled */
enum { COST = 7, FLOOR = 2, TOKEN = -14 };  /* the floor */

/* A group of tiles of one colour on a source. */
struct group {
    int source, colour, count, rest; /* rest: tiles of the colour elsewhere */
};

static int cost_of(int places) {
    return azul_round_cost[places < AZUL_FLOOR_PLACES ? places : AZUL_FLOOR_PLACES];
}

/* How good it looks for a seat to put a group on a line. */
static int looks_on_line(const struct azul_round_seat *seat, const struct azul_round_board *board,
                         const struct group *group, int row) {
    int full = board->full + azul_round_digit[row] * (group->colour + 1);
    int free = row + 1 - azul_round_tiles(board, row), count = group->count;
    int points =
        seat->gain[full].known ? seat->gain[full].points - seat->gain[board->full].points : 0;
    if (count >= free) return POINT * points + FULL + FULL_ROW * row;
    if (group->rest >= free - count)
        return PART * points * count / (row + 1) - MISSING * (free - count);
    return SUNK * count - SUNK_ROW * row;
}

static int overflow(const struct azul_round_board *board, int row, int count) {
    int over = count - (row + 1 - azul_round_tiles(board, row));
    return over > 0 ? over : 0;
}

/* What a group is worth to the next seat, if it fills a line there. */
static int looks_of_denial(const struct azul_round_table *table, const struct azul_round *round,
                           const struct group *group) {
    int next = round->mover + 1 < table->players ? round->mover + 1 : 0, best = 0;
    const struct azul_round_board *board = &round->board[next];
    for (uint32_t rows = board->open & AZUL_DOWN << group->colour; rows; rows &= rows - 1) {
        int row = bits_low(rows) / AZUL_SIDE;
        if (group->count < row + 1 - azul_round_tiles(board, row)) continue;
        int over = overflow(board, row, group->count);
        int worth = looks_on_line(&table->seat[next], board, group, row) -
                    COST * (cost_of(board->floor + over) - cost_of(board->floor));
        if (worth > best) best = worth;
    }
    return best;
}

static int list_group(const struct azul_round_table *table, const struct azul_round *round,
                      const struct group *group, bool all, struct azul_move *moves) {
    const struct azul_round_board *board = &round->board[round->mover];
    bool token = group->source == AZUL_CENTER && round->token == AZUL_TOKEN_IN_CENTER;
    int taken = board->floor + token, listed = 0;
    int looks =
        looks_of_denial(table, round, group) + (token ? TOKEN : 0) + COST * cost_of(board->floor);
    bool started = false;
    struct azul_move move = {0, (uint8_t)group->source, (uint8_t)group->colour, AZUL_FLOOR};
    for (uint32_t rows = board->open & AZUL_DOWN << group->colour; rows; rows &= rows - 1) {
        int row = bits_low(rows) / AZUL_SIDE;
        int cost = cost_of(taken + overflow(board, row, group->count));
        started |= azul_round_tiles(board, row) > 0;
        move.destination = (uint8_t)row;
        move.looks = (int16_t)(looks - COST * cost +
                               looks_on_line(&table->seat[round->mover], board, group, row));
        moves[listed++] = move;
    }
    /* A line that has this colour already is never worse than the floor, unless it may end the
     * game: whatever comes later, no fewer lines are full and no more tiles on the floor. */
    if (started && !all && !table->values && !table->may_end) return listed;
    move.destination = AZUL_FLOOR;
    move.looks = (int16_t)(looks + FLOOR * group->count - COST * cost_of(taken + group->count));
    moves[listed++] = move;
    return listed;
}

int azul_moves_list(const struct azul_round_table *table, const struct azul_round *round, bool all,
                    struct azul_move *moves) {
    uint64_t tiles = azul_round_left(table, round);
    int listed = 0;
    for (uint32_t left = round->factories | 1u; left; left &= left - 1) {
        int source = bits_low(left);
        if (source && table->same_before[source] & round->factories) continue;
        uint64_t pile = azul_round_pile(table, round, source);
        for (uint64_t kinds = azul_kinds(pile); kinds; kinds &= kinds - 1) {
            int colour = bits_low(kinds) / 8, count = azul_count(pile, colour);
            struct group group = {source, colour, count, azul_count(tiles, colour) - count};
            listed += list_group(table, round, &group, all, moves + listed);
        }
    }
    return listed;
}

void azul_moves_pick(struct azul_move *moves, int count) {
    int best = 0, most = moves[0].looks;
    for (int i = 1; i < count; i++) {
        int looks = moves[i].looks;
        best = looks > most ? i : best;
        most = looks > most ? looks : most;
    }
    struct azul_move move = moves[best];
    moves[best] = moves[0];
    moves[0] = move;
}
