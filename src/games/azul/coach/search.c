/* Alpha-beta with null windows. The first move of a position is searched with the whole window, the
 * others only to show that they are not better. What is known of a position, bounds of its value
 * and a move, is kept in a table; positions with few tiles are cheaper to search again. */
#include "games/azul/coach/search.h"
#include <string.h>

/* A hash of all that decides the value, in two parts: where to look, and what to find there. */
struct signature {
    uint64_t place, check;
};

static uint64_t pack_center(uint64_t center) {
    uint64_t packed = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        packed |= (uint64_t)azul_count(center, colour) << 5 * colour;
    return packed;
}

/* Returns a bit for each colour in a pile. */
static uint32_t colours_in(uint64_t pile) {
    uint64_t kinds = azul_kinds(pile);
    return (uint32_t)((kinds | kinds >> 7 | kinds >> 14 | kinds >> 21 | kinds >> 28) & 31);
}

/* Packs a board. Lines that are not full and can take none of these colours are all the same. */
static uint64_t pack_board(const struct azul_round_board *board, uint32_t colours) {
    uint32_t lines = board->lines;
    for (int row = 0; row < AZUL_SIDE; row++)
        if (!(board->open >> row * AZUL_SIDE & colours) && azul_round_tiles(board, row) != row + 1)
            lines |= UINT32_C(63) << 6 * row;
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
    /* Values also see what is on a line that stays open. */
    uint32_t all = table->values ? 31 : colours_in(azul_round_left(table, round));
    bool taken = round->token != AZUL_TOKEN_IN_CENTER, matters = table->values || table->crowded;
    uint64_t token = !taken ? 0 : matters ? round->token + 1u : 1;
    uint64_t one = pack_board(&round->board[0], all) | (uint64_t)round->mover << 33 | token << 35 |
                   (uint64_t)round->factories << 38;
    uint64_t two = pack_board(&round->board[1], all) | pack_center(round->center) << 33;
    for (int seat = 2; seat < table->players; seat++) {
        uint64_t more = mix(pack_board(&round->board[seat], all) + (uint64_t)seat);
        one = mix(one + more);
        two = mix(two ^ (more << 32 | more >> 32));
    }
    uint64_t first = mix(one), second = mix(~two);
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
enum { FEW = 5 }; /* tiles, with which it is faster to search again than to remember */

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

/* Plays the round to its end by the looks of the moves. */
static int play_out(struct azul_search *search, const struct azul_round *from) {
    struct azul_round round = *from;
    while (round.left) azul_search_play(search, &round);
    return azul_round_value(search->table, &round, search->after);
}

int azul_search_play(struct azul_search *search, struct azul_round *round) {
    struct azul_move moves[AZUL_ROUND_MOVES];
    azul_moves_pick(moves, azul_moves_list(search->table, round, false, moves));
    azul_round_take(search->table, round, moves->source, moves->colour, moves->destination);
    search->nodes++;
    return azul_move_act(moves);
}

/* The search of one position. */
struct visit {
    const struct azul_round *round;
    int alpha, beta, depth;
    bool mine; /* `me` is to move */
    int value, best;
};

static bool is_over(const struct azul_search *search) {
    return atomic_load_explicit(search->over, memory_order_relaxed);
}

/* Searches the position after a move. The first is searched with the whole window; others only to
 * show that they are not better, and again if they are. */
static int search_child(struct azul_search *search, const struct visit *visit,
                        const struct azul_move *move, bool first) {
    struct azul_round child = *visit->round;
    int alpha = visit->alpha, beta = visit->beta;
    int depth = visit->depth == AZUL_SEARCH_END ? AZUL_SEARCH_END : visit->depth - 1;
    azul_round_take(search->table, &child, move->source, move->colour, move->destination);
    if (first || beta - alpha <= 1) return azul_search_value(search, &child, alpha, beta, depth);
    int low = visit->mine ? alpha : beta - 1;
    int value = azul_search_value(search, &child, low, low + 1, depth);
    if (value <= alpha || value >= beta) return value;
    if (visit->mine) return azul_search_value(search, &child, value - 1, beta, depth);
    return azul_search_value(search, &child, alpha, value + 1, depth);
}

/* Takes in the value of a move. Returns whether no other move matters any more. */
static bool improve(struct visit *visit, const struct azul_move *move, int value) {
    if (visit->mine ? value <= visit->value : value >= visit->value) return false;
    visit->value = value;
    visit->best = azul_move_act(move);
    if (visit->mine && value > visit->alpha) visit->alpha = value;
    if (!visit->mine && value < visit->beta) visit->beta = value;
    return visit->alpha >= visit->beta;
}

static void search_children(struct azul_search *search, struct visit *visit) {
    struct azul_move moves[AZUL_ROUND_MOVES];
    int count = azul_moves_list(search->table, visit->round, false, moves);
    for (int i = 0; i < count; i++)
        if (azul_move_act(&moves[i]) == visit->best) moves[i].looks = INT16_MAX;
    visit->value = visit->mine ? -AZUL_SEARCH_INFINITY : AZUL_SEARCH_INFINITY;
    for (int i = 0; i < count; i++) {
        azul_moves_pick(moves + i, count - i);
        int value = search_child(search, visit, &moves[i], i == 0);
        if (is_over(search) || improve(visit, &moves[i], value)) return;
    }
}

/* Narrows the window by what is known. Returns whether that is enough. */
static bool is_enough(struct visit *visit, const struct known *known) {
    if (known->lower > visit->alpha) visit->alpha = known->lower;
    if (known->upper < visit->beta) visit->beta = known->upper;
    if (visit->alpha < visit->beta) return false;
    visit->value = known->lower >= visit->beta ? known->lower : known->upper;
    visit->best = known->move;
    return true;
}

static void search_position(struct azul_search *search, struct visit *visit) {
    struct signature signature = sign(search, visit->round);
    struct known known = {.depth = -1, .move = -1}, found;
    if (recall(search, &signature, &found)) known = found;
    if (known.depth != visit->depth)
        known.lower = -AZUL_SEARCH_INFINITY, known.upper = AZUL_SEARCH_INFINITY;
    if (is_enough(visit, &known)) return;
    int alpha = visit->alpha, beta = visit->beta;
    visit->best = known.move;
    search_children(search, visit);
    if (is_over(search)) return;
    if (visit->value < beta) known.upper = visit->value;
    if (visit->value > alpha) known.lower = visit->value;
    /* A move is kept for the bound that it proves: not if no move reaches the window. */
    bool proves = visit->mine ? visit->value > alpha : visit->value < beta;
    if (proves || known.move < 0) known.move = visit->best;
    known.depth = visit->depth;
    known.left = visit->round->left;
    remember(search, &signature, &known);
}

int azul_search_value(struct azul_search *search, const struct azul_round *round, int alpha,
                      int beta, int depth) {
    const struct azul_round_table *table = search->table;
    if (round->left == 0) return azul_round_value(table, round, search->after);
    if (++search->nodes >= search->limit) search->watch(search);
    if (is_over(search)) return 0;
    int bound;
    if (!table->values && (azul_round_at_most(table, round, alpha, &bound) ||
                           azul_round_at_least(table, round, beta, &bound)))
        return bound;
    if (depth == 0) return play_out(search, round);
    struct visit visit = {round, alpha, beta, depth, round->mover == table->me, 0, -1};
    if (round->left > FEW)
        search_position(search, &visit);
    else
        search_children(search, &visit);
    search->best = visit.best;
    return visit.value;
}
