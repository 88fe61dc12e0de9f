/* A quick player for 2 to 4: a small alpha-beta search over the packed round of the coach. Where it
 * stops, the round is taken to end there: the values know what unfinished lines are worth.
 *
 * It wants points of its own besides the lead. So it builds more than it hinders, and its games
 * score as strong players' games do; docs/coach-azul.md has the figures.
 * Among moves that are nearly as good as the best it draws one, so that games differ. */
#include "games/azul/coach/moves.h"
#include "games/azul/tools/scenario.h"
#include <stdlib.h>
#include <string.h>

enum { NODES = 700, DEPTH_MAX = 24, INFINITE = 1 << 28 };
enum { OWN = AZUL_VALUES_UNIT * 3 / 4 }; /* in units */
/* A move this much worse than the best is not played; each STEP halves its chance. In units. */
enum { NEAR = AZUL_VALUES_UNIT, STEP = 7, WEIGHT = 256 };

struct azul_scenario_player {
    struct azul_round_table table;
    struct azul_round_after after[AZUL_ROUND_BOARDS * AZUL_SEATS_MAX];
    struct azul_round round;
    int own; /* what an own point counts besides the lead, in units */
    uint64_t nodes, limit;
    bool over; /* the search is cut off, its value is void */
};

/* A move and its value for who thinks. */
struct option {
    struct azul_move move;
    int value;
};

struct azul_scenario_player *azul_scenario_player_new(void) {
    return malloc(sizeof(struct azul_scenario_player));
}

void azul_scenario_player_free(struct azul_scenario_player *player) {
    free(player);
}

void azul_scenario_open(struct azul_scenario_player *player, const struct azul *azul) {
    azul_round_open(&player->table, &player->round, azul, &azul_values_learned);
    for (int i = 0; i < AZUL_ROUND_BOARDS * azul->players; i++) player->after[i].lines = UINT32_MAX;
}

void azul_scenario_follow(struct azul_scenario_player *player, action act) {
    azul_round_take(&player->table, &player->round, azul_act_source(act), azul_act_colour(act),
                    azul_act_destination(act));
}

static struct azul_round after_move(const struct azul_scenario_player *player,
                                    const struct azul_round *round, const struct azul_move *move) {
    struct azul_round next = *round;
    azul_round_take(&player->table, &next, move->source, move->colour, move->destination);
    return next;
}

/* Returns the lead of who thinks, in units, if the round ended here. */
static int lead_of(struct azul_scenario_player *player, const struct azul_round *round) {
    return azul_round_value(&player->table, round, player->after);
}

static int evaluate(struct azul_scenario_player *player, const struct azul_round *round) {
    const struct azul_round_seat *seat = &player->table.seat[player->table.me];
    const struct azul_round_board *board = &round->board[player->table.me];
    int points = seat->gain[board->full].points - azul_round_cost[board->floor];
    if (points < -seat->player.score) points = -seat->player.score;
    return lead_of(player, round) + player->own * points;
}

/* Adds the moves of a colour on a source: to each line that takes it, and to the floor. */
static int add_options(const struct azul_round *round, int source, int colour,
                       struct option *options, int count) {
    uint8_t from = (uint8_t)source, what = (uint8_t)colour;
    uint32_t rows = round->board[round->mover].open & AZUL_DOWN << colour;
    for (; rows; rows &= rows - 1) {
        uint8_t row = (uint8_t)(bits_low(rows) / AZUL_SIDE);
        options[count++] = (struct option){{0, from, what, row}, 0};
    }
    options[count++] = (struct option){{0, from, what, AZUL_FLOOR}, 0};
    return count;
}

/* Lists the moves that differ: a factory like an earlier one adds none. Returns their number. */
static int list_options(const struct azul_scenario_player *player, const struct azul_round *round,
                        struct option *options) {
    int count = 0;
    for (uint32_t left = round->factories | 1u; left; left &= left - 1) {
        int source = bits_low(left);
        if (source && player->table.same_before[source] & round->factories) continue;
        uint64_t kinds = azul_kinds(azul_round_pile(&player->table, round, source));
        for (; kinds; kinds &= kinds - 1)
            count = add_options(round, source, bits_low(kinds) / 8, options, count);
    }
    return count;
}

/* Sorts, highest value first; equal ones stay in order. */
static void sort_options(struct option *options, int count) {
    for (int i = 1; i < count; i++) {
        struct option option = options[i];
        int at = i;
        for (; at > 0 && options[at - 1].value < option.value; at--) options[at] = options[at - 1];
        options[at] = option;
    }
}

/* Sorts by how good the moves look at once to who is to move. */
static void sort_by_looks(struct azul_scenario_player *player, const struct azul_round *round,
                          struct option *options, int count) {
    int sign = round->mover == player->table.me ? 1 : -1;
    for (int i = 0; i < count; i++) {
        struct azul_round next = after_move(player, round, &options[i].move);
        options[i].value = sign * evaluate(player, &next);
    }
    sort_options(options, count);
}

static int search(struct azul_scenario_player *player, const struct azul_round *round, int alpha,
                  int beta, int depth) {
    struct option options[AZUL_ROUND_MOVES];
    if (++player->nodes > player->limit) player->over = true;
    if (player->over || depth == 0 || round->left == 0) return evaluate(player, round);
    int count = list_options(player, round, options);
    bool mine = round->mover == player->table.me;
    int best = mine ? -INFINITE : INFINITE;
    if (depth > 1) sort_by_looks(player, round, options, count);
    for (int i = 0; i < count && alpha < beta && !player->over; i++) {
        struct azul_round next = after_move(player, round, &options[i].move);
        int value = search(player, &next, alpha, beta, depth - 1);
        if (mine ? value > best : value < best) best = value;
        if (mine && best > alpha) alpha = best;
        if (!mine && best < beta) beta = best;
    }
    return best;
}

/* Values the options to a depth, exactly those near the best, and sorts them. What was cut off
 * comes last. */
static void search_options(struct azul_scenario_player *player, struct option *options, int count,
                           int depth) {
    int best = -INFINITE;
    for (int i = 0; i < count; i++) {
        struct azul_round next = after_move(player, &player->round, &options[i].move);
        int value = search(player, &next, best - NEAR, INFINITE, depth - 1);
        options[i].value = player->over ? -INFINITE : value;
        if (options[i].value > best) best = options[i].value;
    }
    sort_options(options, count);
}

static action act_of(const struct option *option) {
    return azul_act(option->move.source, option->move.colour, option->move.destination);
}

static uint32_t weight_of(const struct option *option, const struct option *best) {
    int worse = best->value - option->value;
    return worse < NEAR ? (uint32_t)(WEIGHT >> worse / STEP) : 0;
}

static action draw_option(const struct option *options, int count, struct rng *rng) {
    uint32_t sum = 0;
    for (int i = 0; i < count; i++) sum += weight_of(&options[i], &options[0]);
    uint32_t at = rng_below(rng, sum);
    int drawn = 0;
    for (; at >= weight_of(&options[drawn], &options[0]); drawn++)
        at -= weight_of(&options[drawn], &options[0]);
    return act_of(&options[drawn]);
}

/* Searches deeper and deeper. Returns the number of options, best first. */
static int think(struct azul_scenario_player *player, int own, struct option *options) {
    struct option deeper[AZUL_ROUND_MOVES];
    int count = list_options(player, &player->round, options);
    player->table.me = player->round.mover;
    player->own = own;
    player->nodes = 0;
    player->limit = UINT64_MAX; /* the first depth is searched in any case */
    player->over = false;
    for (int depth = 1; depth <= DEPTH_MAX && player->nodes < NODES; depth++) {
        memcpy(deeper, options, sizeof *options * (size_t)count);
        search_options(player, deeper, count, depth);
        if (deeper[0].value == -INFINITE) break;
        memcpy(options, deeper, sizeof *options * (size_t)count);
        player->limit = NODES;
    }
    return count;
}

action azul_scenario_choose(struct azul_scenario_player *player, struct rng *rng) {
    struct option options[AZUL_ROUND_MOVES];
    int count = think(player, OWN, options);
    return draw_option(options, count, rng);
}

action azul_scenario_prefer(struct azul_scenario_player *player) {
    struct option options[AZUL_ROUND_MOVES];
    think(player, 0, options);
    return act_of(&options[0]);
}

static bool is_clean(const struct azul_scenario_player *player, const struct azul_move *move) {
    const struct azul_round *round = &player->round;
    const struct azul_round_board *board = &round->board[round->mover];
    int count = azul_count(azul_round_pile(&player->table, round, move->source), move->colour);
    if (move->destination == AZUL_FLOOR) return false;
    return count <= move->destination + 1 - azul_round_tiles(board, move->destination);
}

/* Returns the number of sources with the same tiles. */
static int sources_like(const struct azul_scenario_player *player, int source) {
    const struct azul_round *round = &player->round;
    int count = 0;
    if (source == AZUL_CENTER) return 1;
    for (uint32_t left = round->factories; left; left &= left - 1)
        count += player->table.factory[bits_low(left)] == player->table.factory[source];
    return count;
}

void azul_scenario_look(struct azul_scenario_player *player, struct azul_scenario_view *view) {
    struct option options[AZUL_ROUND_MOVES];
    int count = list_options(player, &player->round, options), best = -INFINITE;
    *view = (struct azul_scenario_view){.moves = count};
    player->table.me = player->round.mover;
    for (int i = 0; i < count; i++) {
        struct azul_round next = after_move(player, &player->round, &options[i].move);
        int lead = lead_of(player, &next);
        view->legal += sources_like(player, options[i].move.source);
        view->clean += is_clean(player, &options[i].move);
        if (lead <= best) continue;
        best = lead;
        view->obvious = act_of(&options[i]);
    }
}
