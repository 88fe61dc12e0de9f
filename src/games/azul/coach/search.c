#include "games/azul/coach/search.h"
#include <string.h>

/* A key tells all that decides the value. */
struct signature {
    uint64_t word[2];
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

/* For two players the key is the position itself. For more, two of the words are hashed in. */
static struct signature key_of(const struct azul_search *search, const struct azul_round *round) {
    const struct azul_round_table *table = search->table;
    uint64_t all = table->values ? 0 : tiles_left(table, round);
    bool taken = round->token != AZUL_TOKEN_IN_CENTER;
    uint64_t token = !taken ? 0 : table->values ? round->token + 1u : 1;
    struct signature key = {{
        pack_board(&round->board[0], all) | (uint64_t)round->mover << 33 | token << 35 |
            (uint64_t)round->factories << 38,
        pack_board(&round->board[1], all) | pack_center(round->center) << 33,
    }};
    for (int seat = 2; seat < table->players; seat++) {
        uint64_t word = mix(pack_board(&round->board[seat], all) + (uint64_t)seat);
        key.word[0] = mix(key.word[0] + word);
        key.word[1] = mix(key.word[1] ^ (word << 32 | word >> 32));
    }
    for (int i = 0; i < 2; i++) key.word[i] ^= search->salt[i];
    return key;
}

/* What is known of a position: bounds of its value, a move, and how deep it was searched. */
struct known {
    int lower, upper, depth;
    int move; /* as an act, or -1 */
};

enum { BOUND_BITS = 20, MOVE_BITS = 10 };

static uint64_t pack_known(const struct known *known) {
    return (uint64_t)(known->lower + AZUL_SEARCH_INFINITY) |
           (uint64_t)(known->upper + AZUL_SEARCH_INFINITY) << (BOUND_BITS + 1) |
           (uint64_t)(known->move + 1) << 2 * (BOUND_BITS + 1) |
           (uint64_t)known->depth << (2 * (BOUND_BITS + 1) + MOVE_BITS);
}

static struct known unpack_known(uint64_t word) {
    uint64_t bound = (UINT64_C(1) << (BOUND_BITS + 1)) - 1;
    return (struct known){
        .lower = (int)(word & bound) - AZUL_SEARCH_INFINITY,
        .upper = (int)(word >> (BOUND_BITS + 1) & bound) - AZUL_SEARCH_INFINITY,
        .move = (int)(word >> 2 * (BOUND_BITS + 1) & ((1 << MOVE_BITS) - 1)) - 1,
        .depth = (int)(word >> (2 * (BOUND_BITS + 1) + MOVE_BITS) & 63),
    };
}

/* The place does not depend on the salt: which positions share one, and so what is forgotten, must
 * not depend on earlier searches. */
static struct azul_search_entry *slot(const struct azul_search *search,
                                      const struct signature *key) {
    uint64_t one = key->word[0] ^ search->salt[0], two = key->word[1] ^ search->salt[1];
    return &search->entries[(size_t)mix(one + mix(two)) & search->mask];
}

static bool recall(const struct azul_search_entry *entry, const struct signature *key,
                   struct known *known) {
    uint64_t word = atomic_load_explicit(&entry->known, memory_order_relaxed);
    if ((atomic_load_explicit(&entry->key[0], memory_order_relaxed) ^ word) != key->word[0] ||
        (atomic_load_explicit(&entry->key[1], memory_order_relaxed) ^ word) != key->word[1])
        return false;
    *known = unpack_known(word);
    return true;
}

static void remember(struct azul_search_entry *entry, const struct signature *key,
                     const struct known *known) {
    uint64_t word = pack_known(known);
    atomic_store_explicit(&entry->key[0], key->word[0] ^ word, memory_order_relaxed);
    atomic_store_explicit(&entry->key[1], key->word[1] ^ word, memory_order_relaxed);
    atomic_store_explicit(&entry->known, word, memory_order_relaxed);
}

static int act_of(const struct azul_search_move *move) {
    return (int)azul_act(move->source, move->colour, move->destination);
}

/* Guesses what a move is worth to the mover, in quarters of a point. */
static int guess(const struct azul_search *search, const struct azul_round *round, int count,
                 int colour, int destination, int floor, int rest) {
    const struct azul_round_board *board = &round->board[round->mover];
    const struct azul_round_gain *gain = search->table->seat[round->mover].gain;
    static const uint16_t digit[AZUL_SIDE] = {1, 6, 36, 216, 1296};
    int cost = azul_round_cost[floor < AZUL_FLOOR_PLACES ? floor : AZUL_FLOOR_PLACES];
    if (destination == AZUL_FLOOR) return -4 * cost;
    int full = board->full + digit[destination] * (colour + 1);
    int free = destination + 1 - azul_round_tiles(board, destination);
    int points = gain[full].known ? gain[full].points - gain[board->full].points : 0;
    if (count >= free) return 4 * points + 4 + destination - 4 * cost;
    if (rest >= free - count) return 3 * points * count / (destination + 1) - 4 * cost;
    return count - destination - 4 * cost;
}

/* A group of tiles of one colour on a source. */
struct group {
    int source, colour, count, rest; /* rest: tiles of the colour elsewhere */
};

static void add_moves(struct azul_search *search, const struct azul_round *round,
                      const struct group *group, bool dominated, struct azul_search_move *moves,
                      int *listed) {
    const struct azul_round_board *board = &round->board[round->mover];
    bool token = group->source == AZUL_CENTER && round->token == AZUL_TOKEN_IN_CENTER;
    bool started = false;
    for (uint32_t rows = board->open & AZUL_DOWN << group->colour; rows; rows &= rows - 1) {
        int row = bits_low(rows) / AZUL_SIDE, filled = azul_round_tiles(board, row);
        int over = group->count - (row + 1 - filled);
        int floor = board->floor + token + (over > 0 ? over : 0);
        started |= filled > 0;
        moves[(*listed)++] = (struct azul_search_move){
            (int16_t)(guess(search, round, group->count, group->colour, row, floor, group->rest)),
            (uint8_t)group->source, (uint8_t)group->colour, (uint8_t)row};
    }
    /* A line that has this colour already is never worse than the floor, unless it may end the
     * game: whatever comes later, no fewer lines are full and no more tiles on the floor. */
    if (started && !dominated && !search->table->values && !search->table->may_end) return;
    int floor = board->floor + token + group->count;
    moves[(*listed)++] = (struct azul_search_move){
        (int16_t)guess(search, round, group->count, group->colour, AZUL_FLOOR, floor, 0),
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
    struct signature key = key_of(search, round);
    struct known known;
    return recall(slot(search, &key), &key, &known) ? known.move : -1;
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
    struct signature key = key_of(search, round);
    struct azul_search_entry *entry = slot(search, &key);
    struct known known = {-AZUL_SEARCH_INFINITY, AZUL_SEARCH_INFINITY, depth, -1};
    struct known old;
    if (recall(entry, &key, &old)) {
        known.move = old.move;
        if (old.depth == depth) {
            known = old;
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
    remember(entry, &key, &known);
    return visit.value;
}
