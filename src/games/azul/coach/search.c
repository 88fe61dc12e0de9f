#include "games/azul/coach/search.h"
#include <string.h>

/* A hash of all that decides the value, in two parts that have nothing in common: where to look,
 * and what to find there. */
struct signature {
    uint64_t place, check;
};

static uint64_t tiles_left(const struct azul_round_table *table, const struct azul_round *round) {
    uint64_t all = round->center;
    for (uint32_t left = round->factories; left; left &= left - 1)
        all += table->factory[bits_low(left)];
    return all;
}

static uint64_t pack_center(uint64_t center) {
    uint64_t packed = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        packed |= (uint64_t)azul_count(center, colour) << 5 * colour;
    return packed;
}

static uint64_t pack_board(const struct azul_round_board *board, uint64_t all) {
    uint32_t lines = board->lines;
    if (all) {
        for (int row = 0; row < AZUL_SIDE; row++) {
            uint32_t colours = board->open >> row * AZUL_SIDE & 31;
            if (azul_round_tiles(board, row) == row + 1) continue;
            uint64_t kinds = azul_kinds(all);
            uint32_t here = (uint32_t)(kinds * UINT64_C(0x0102040810) >> 32) & 31;
            /* reversed order */
            uint32_t map = (uint32_t)((kinds & 1) | (kinds >> 7 & 2) | (kinds >> 14 & 4) |
                                      (kinds >> 21 & 8) | (kinds >> 28 & 16));
            (void)here;
            if (!(colours & map)) lines |= UINT32_C(63) << 6 * row;
        }
    }
    return lines | (uint64_t)board->floor << 30;
}

static uint64_t mix(uint64_t word) {
    word ^= word >> 32;
    word *= UINT64_C(0xD6E8FEB86659FD93);
    word ^= word >> 32;
    word *= UINT64_C(0xD6E8FEB86659FD93);
    return word ^ word >> 32;
}

static struct signature sign(const struct azul_search *search, const struct azul_round *round) {
    const struct azul_round_table *table = search->table;
    uint64_t all = table->values ? 0 : tiles_left(table, round);
    bool taken = round->token != AZUL_TOKEN_IN_CENTER;
    uint64_t token = !taken ? 0 : table->values ? round->token + 1u : 1;
    uint64_t one = pack_board(&round->board[0], all) | (uint64_t)round->mover << 33 | token << 35 |
                   (uint64_t)round->factories << 38;
    uint64_t two = pack_board(&round->board[1], all) | pack_center(round->center) << 33;
    for (int seat = 2; seat < table->players; seat++) {
        uint64_t more = mix(pack_board(&round->board[seat], all) + (uint64_t)seat);
        one = mix(one + more);
        two = mix(two ^ (more << 32 | more >> 32));
    }
    uint64_t first = mix(one ^ search->salt), second = mix(two + search->salt);
    return (struct signature){mix(first + second * 3), first ^ (second << 29 | second >> 35)};
}

/* What is known of a position: bounds of its value, a move, and how deep it was searched. */
struct known {
    int lower, upper, depth;
    int move; /* as an act, or -1 */
    int left; /* tiles */
};

enum { BOUND_BITS = 20, MOVE_BITS = 9 };
enum { LEFT_SHIFT = 64 - 6, BUCKET = 4 };
#ifndef KEEP
#define KEEP 3
#endif

static uint64_t pack_known(const struct known *known) {
    return (uint64_t)(known->lower + AZUL_SEARCH_INFINITY) |
           (uint64_t)(known->upper + AZUL_SEARCH_INFINITY) << (BOUND_BITS + 1) |
           (uint64_t)(known->move + 1) << 2 * (BOUND_BITS + 1) |
           (uint64_t)known->depth << (2 * (BOUND_BITS + 1) + MOVE_BITS) |
           (uint64_t)known->left << LEFT_SHIFT;
}

static struct known unpack_known(uint64_t word) {
    uint64_t bound = (UINT64_C(1) << (BOUND_BITS + 1)) - 1;
    return (struct known){
        .lower = (int)(word & bound) - AZUL_SEARCH_INFINITY,
        .upper = (int)(word >> (BOUND_BITS + 1) & bound) - AZUL_SEARCH_INFINITY,
        .move = (int)(word >> 2 * (BOUND_BITS + 1) & ((1 << MOVE_BITS) - 1)) - 1,
        .depth = (int)(word >> (2 * (BOUND_BITS + 1) + MOVE_BITS) & 63),
        .left = (int)(word >> LEFT_SHIFT),
    };
}

static struct azul_search_entry *bucket(const struct azul_search *search,
                                        const struct signature *signature) {
    return &search->entries[(size_t)signature->place & search->mask & ~(size_t)(BUCKET - 1)];
}

static bool recall(const struct azul_search *search, const struct signature *signature,
                   struct known *known) {
    struct azul_search_entry *entry = bucket(search, signature);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t word = atomic_load_explicit(&entry[i].known, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry[i].check, memory_order_relaxed);
        if ((check ^ word) != signature->check) continue;
        *known = unpack_known(word);
        return true;
    }
    return false;
}

/* Writes over what was known of the position, or else of the one in its bucket that has the fewest
 * tiles left. */
static void remember(const struct azul_search *search, const struct signature *signature,
                     const struct known *known) {
    struct azul_search_entry *entry = bucket(search, signature), *worst = entry;
    uint64_t least = UINT64_MAX, word = pack_known(known);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t old = atomic_load_explicit(&entry[i].known, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry[i].check, memory_order_relaxed);
        uint64_t worth = (check ^ old) == signature->check ? 0 : 1 + (old >> LEFT_SHIFT);
        if (worth < least) least = worth, worst = &entry[i];
    }
    atomic_store_explicit(&worst->check, signature->check ^ word, memory_order_relaxed);
    atomic_store_explicit(&worst->known, word, memory_order_relaxed);
}

static int act_of(const struct azul_search_move *move) {
    return (int)azul_act(move->source, move->colour, move->destination);
}

int PRM[2][16] = {{4, 4, 1, 4, 3, 1, 1, 4, 0, 0, 0, 0, 0},
                  {4, 4, 5, 0, -1, 1, 1, 2, 0, -1, 5, -2, 1}};

/* A group of tiles of one colour on a source. */
struct group {
    int source, colour, count, rest; /* rest: tiles of the colour elsewhere */
};

/* Guesses what a move is worth to a seat, in quarters of a point. */
static int guess(const struct azul_search *search, const struct azul_round *round, int seat,
                 const struct group *group, int destination, int floor) {
    const struct azul_round_board *board = &round->board[seat];
    const struct azul_round_gain *gain = search->table->seat[seat].gain;
    static const uint16_t digit[AZUL_SIDE] = {1, 6, 36, 216, 1296};
    const int *prm = PRM[search->table->values != NULL];
    int cost = prm[3] * (azul_round_cost[floor < AZUL_FLOOR_PLACES ? floor : AZUL_FLOOR_PLACES] -
                         azul_round_cost[board->floor]);
    int count = group->count;
    if (destination == AZUL_FLOOR) return prm[9] * count - cost;
    int full = board->full + digit[destination] * (group->colour + 1);
    int free = destination + 1 - azul_round_tiles(board, destination);
    int points = gain[full].known ? gain[full].points - gain[board->full].points : 0;
    cost -= prm[8] * count;
    if (count >= free) return prm[0] * points + prm[1] + prm[2] * destination - cost;
    if (group->rest >= free - count)
        return prm[4] * points * count / (destination + 1) + prm[10] - prm[11] * (free - count) -
               cost;
    return prm[5] * count - prm[6] * destination - cost;
}

static int deny_of(const struct azul_search *search, const struct azul_round *round,
                   const struct group *group) {
    int next = round->mover + 1 < search->table->players ? round->mover + 1 : 0;
    const struct azul_round_board *board = &round->board[next];
    int best = 0;
    for (uint32_t rows = board->open & AZUL_DOWN << group->colour; rows; rows &= rows - 1) {
        int row = bits_low(rows) / AZUL_SIDE;
        int over = group->count - (row + 1 - azul_round_tiles(board, row));
        if (over < 0) continue;
        int worth = guess(search, round, next, group, row, board->floor + over);
        if (worth > best) best = worth;
    }
    return best * PRM[search->table->values != NULL][7] / 8;
}

static void add_moves(struct azul_search *search, const struct azul_round *round,
                      const struct group *group, bool dominated, struct azul_search_move *moves,
                      int *listed) {
    const struct azul_round_board *board = &round->board[round->mover];
    bool token = group->source == AZUL_CENTER && round->token == AZUL_TOKEN_IN_CENTER;
    int deny = deny_of(search, round, group) + (token ? PRM[search->table->values != NULL][12] : 0);
    bool started = false;
    for (uint32_t rows = board->open & AZUL_DOWN << group->colour; rows; rows &= rows - 1) {
        int row = bits_low(rows) / AZUL_SIDE, filled = azul_round_tiles(board, row);
        int over = group->count - (row + 1 - filled);
        int floor = board->floor + token + (over > 0 ? over : 0);
        started |= filled > 0;
        moves[(*listed)++] = (struct azul_search_move){
            (int16_t)(deny + guess(search, round, round->mover, group, row, floor)),
            (uint8_t)group->source, (uint8_t)group->colour, (uint8_t)row};
    }
    /* A line that has this colour already is never worse than the floor, unless it may end the
     * game: whatever comes later, no fewer lines are full and no more tiles on the floor. */
    if (started && !dominated && !search->table->values && !search->table->may_end) return;
    int floor = board->floor + token + group->count;
    moves[(*listed)++] = (struct azul_search_move){
        (int16_t)(deny + guess(search, round, round->mover, group, AZUL_FLOOR, floor)),
        (uint8_t)group->source, (uint8_t)group->colour, AZUL_FLOOR};
}

static int list_moves(struct azul_search *search, const struct azul_round *round, bool dominated,
                      struct azul_search_move *moves) {
    const struct azul_round_table *table = search->table;
    uint64_t all = tiles_left(table, round);
    int listed = 0;
    for (uint32_t left = round->factories | 1u; left; left &= left - 1) {
        int source = bits_low(left);
        if (source && table->same_before[source] & round->factories) continue;
        uint64_t pile = azul_round_pile(table, round, source);
        for (uint64_t kinds = azul_kinds(pile); kinds; kinds &= kinds - 1) {
            int colour = bits_low(kinds) / 8, count = azul_count(pile, colour);
            struct group group = {source, colour, count, azul_count(all, colour) - count};
            add_moves(search, round, &group, dominated, moves, &listed);
        }
    }
    return listed;
}

int azul_search_moves(struct azul_search *search, const struct azul_round *round, bool dominated,
                      struct azul_search_move *moves) {
    int count = list_moves(search, round, dominated, moves);
    for (int i = 1; i < count; i++) {
        struct azul_search_move move = moves[i];
        int at = i;
        for (; at > 0 && moves[at - 1].order < move.order; at--) moves[at] = moves[at - 1];
        moves[at] = move;
    }
    return count;
}

int azul_search_best(struct azul_search *search, const struct azul_round *round) {
    struct signature signature = sign(search, round);
    struct known known;
    return recall(search, &signature, &known) ? known.move : -1;
}

static int count_groups(const struct azul_round_table *table, const struct azul_round *round) {
    int groups = azul_total(azul_kinds(round->center));
    for (uint32_t left = round->factories; left; left &= left - 1)
        groups += table->kinds[bits_low(left)];
    return groups;
}

int azul_search_play(struct azul_search *search, struct azul_round *round) {
    struct azul_search_move moves[AZUL_ROUND_MOVES];
    int count = list_moves(search, round, false, moves), best = 0;
    for (int i = 1; i < count; i++)
        if (moves[i].order > moves[best].order) best = i;
    azul_round_take(search->table, round, moves[best].source, moves[best].colour,
                    moves[best].destination);
    search->nodes++;
    return act_of(&moves[best]);
}

/* Plays the round to its end by the looks of the moves. */
static int play_out(struct azul_search *search, const struct azul_round *from) {
    struct azul_round round = *from;
    while (round.left) azul_search_play(search, &round);
    return azul_round_value(search->table, &round, search->after);
}

/* Brings the best looking of the moves that are left to the front. */
static void pick(struct azul_search_move *moves, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (moves[i].order > moves[best].order) best = i;
    struct azul_search_move move = moves[best];
    moves[best] = moves[0];
    moves[0] = move;
}

static void prefer(struct azul_search_move *moves, int count, int act) {
    for (int i = 0; i < count; i++)
        if (act_of(&moves[i]) == act) moves[i].order = INT16_MAX;
}

/* The search of one position. */
struct visit {
    int alpha, beta, value, best, depth;
    bool mine;
};

/* Searches the children of a position. */
static void search_children(struct azul_search *search, const struct azul_round *round,
                            struct visit *visit) {
    struct azul_search_move moves[AZUL_ROUND_MOVES];
    int count = list_moves(search, round, false, moves);
    int alpha = visit->alpha, beta = visit->beta;
    prefer(moves, count, visit->best);
    visit->value = visit->mine ? -AZUL_SEARCH_INFINITY : AZUL_SEARCH_INFINITY;
    visit->best = -1;
    for (int i = 0; i < count; i++) {
        pick(moves + i, count - i);
        struct azul_round child = *round;
        azul_round_take(search->table, &child, moves[i].source, moves[i].colour,
                        moves[i].destination);
        int depth = visit->depth == AZUL_SEARCH_END ? AZUL_SEARCH_END : visit->depth - 1, value;
        if (i == 0 || beta - alpha <= 1) {
            value = azul_search_value(search, &child, alpha, beta, depth);
        } else if (visit->mine) {
            value = azul_search_value(search, &child, alpha, alpha + 1, depth);
            if (value > alpha && value < beta)
                value = azul_search_value(search, &child, value - 1, beta, depth);
        } else {
            value = azul_search_value(search, &child, beta - 1, beta, depth);
            if (value > alpha && value < beta)
                value = azul_search_value(search, &child, alpha, value + 1, depth);
        }
        if (atomic_load_explicit(search->over, memory_order_relaxed)) return;
        if (visit->mine ? value > visit->value : value < visit->value) {
            visit->value = value;
            visit->best = act_of(&moves[i]);
            if (visit->mine && value > alpha) alpha = value;
            if (!visit->mine && value < beta) beta = value;
            if (alpha >= beta) return;
        }
    }
}

int azul_search_value(struct azul_search *search, const struct azul_round *round, int alpha,
                      int beta, int depth) {
    const struct azul_round_table *table = search->table;
    if (round->left == 0) return azul_round_value(table, round, search->after);
    if (++search->nodes >= search->limit) search->watch(search);
    if (atomic_load_explicit(search->over, memory_order_relaxed)) return 0;
    if (!table->values) {
        int groups = count_groups(table, round);
        uint64_t all = tiles_left(table, round);
        int upper = azul_round_upper(table, round, groups, all);
        if (upper <= alpha) return upper;
        int lower = azul_round_lower(table, round, groups, all);
        if (lower >= beta) return lower;
    }
    if (depth == 0) return play_out(search, round);
    struct signature signature = {0, 0};
    bool kept = round->left > KEEP;
    if (kept) signature = sign(search, round);
    struct known known = {-AZUL_SEARCH_INFINITY, AZUL_SEARCH_INFINITY, depth, -1, round->left};
    struct known old;
    if (kept && recall(search, &signature, &old)) {
        known.move = old.move;
        if (old.depth == depth) {
            known = old;
            known.left = round->left;
            if (known.lower >= beta || known.lower == known.upper) return known.lower;
            if (known.upper <= alpha) return known.upper;
            if (known.lower > alpha) alpha = known.lower;
            if (known.upper < beta) beta = known.upper;
        }
    }
    struct visit visit = {alpha, beta, 0, known.move, depth, round->mover == table->me};
    search_children(search, round, &visit);
    if (atomic_load_explicit(search->over, memory_order_relaxed)) return 0;
    if (visit.value < beta) known.upper = visit.value;
    if (visit.value > alpha) known.lower = visit.value;
    if (visit.best >= 0) known.move = visit.best;
    known.depth = depth;
    if (kept) remember(search, &signature, &known);
    return visit.value;
}
