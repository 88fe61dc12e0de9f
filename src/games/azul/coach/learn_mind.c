/* A small alpha-beta search for self-play, which for some thousand positions a move plays better
 * than the solver in as much time. Where it stops, the round is taken to end there: the values know
 * what unfinished lines are worth, and order the acts. What a board would then be is remembered,
 * since most boards come up again and again. */
#include "games/azul/azul_draft.h"
#include "games/azul/coach/learn.h"
#include <stdlib.h>
#include <string.h>

enum { SIDES = 1 << 12, ACTS_MAX = 6 * AZUL_COLOURS * AZUL_DESTINATIONS, DEPTH_MAX = 24 };
enum { INFINITE = 1 << 28 };

/* A seat's board, if the round ended now. */
struct side {
    uint64_t key;
    int points, bonus;
    bool ends;
    struct azul_values_half half;
};

struct azul_learn_mind {
    struct side sides[2][SIDES]; /* of the second, and of the first to draft next */
    const struct azul_values *values;
    uint64_t nodes, limit;
    bool stopped;
};

struct azul_learn_mind *azul_learn_mind_new(void) {
    return malloc(sizeof(struct azul_learn_mind));
}

void azul_learn_mind_free(struct azul_learn_mind *mind) {
    free(mind);
}

static uint64_t key_of(const struct azul_player *player, int seat, int floor, bool first) {
    uint64_t key = 1;
    for (int row = 0; row < AZUL_SIDE; row++)
        key = key << 6 | (uint64_t)(player->filled[row] << 3 | player->colour[row]);
    key = key << 25 | player->wall;
    return key << 5 | (uint64_t)(floor << 2 | seat << 1 | first);
}

/* Pays what the round's end pays. */
static void settle(struct side *side, const struct azul *azul, int seat, bool first,
                   const struct azul_values *values) {
    struct azul_player player = azul->player[seat];
    for (int row = 0; row < AZUL_SIDE; row++) {
        int col = azul_wall_col(row, player.colour[row]);
        if (!azul_is_full(&player, row)) continue;
        player.wall |= azul_cell(row, col);
        player.filled[row] = player.colour[row] = 0;
        azul_gain(&player, azul_tile_points(player.wall, row, col));
    }
    azul_gain(&player, -azul_floor_penalty(azul, seat));
    side->points = player.score;
    side->bonus = azul_bonus(player.wall);
    side->ends = azul_complete_rows(player.wall) > 0;
    if (values && !side->ends) azul_values_half(values, &player, first, &side->half);
}

static const struct side *find_side(struct azul_learn_mind *mind, const struct azul *azul, int seat,
                                    bool first) {
    const struct azul_player *player = &azul->player[seat];
    int floor = player->floor_count + (azul->token == seat);
    uint64_t key =
        key_of(player, seat, floor < AZUL_FLOOR_PLACES ? floor : AZUL_FLOOR_PLACES, first);
    struct side *side = &mind->sides[first][key * UINT64_C(0x9e3779b97f4a7c15) >> 52];
    if (side->key != key) {
        settle(side, azul, seat, first, mind->values);
        side->key = key;
    }
    return side;
}

/* Returns the lead of the seat to draft, in units. */
static int evaluate(struct azul_learn_mind *mind, const struct azul *azul) {
    int begins = azul->token < AZUL_SEATS_MAX ? azul->token : azul->active;
    const struct side *first = find_side(mind, azul, begins, true);
    const struct side *second = find_side(mind, azul, !begins, false);
    int lead = (first->points - second->points) * AZUL_VALUES_UNIT;
    if (first->ends || second->ends)
        lead += (first->bonus - second->bonus) * AZUL_VALUES_UNIT;
    else if (mind->values)
        lead += azul_values_lead(mind->values, &first->half, &second->half);
    return begins == azul->active ? lead : -lead;
}

struct candidate_act {
    action act;
    int value, noise;
};

/* Lists the acts; a factory like an earlier one adds none. */
static int list_acts(const struct azul *azul, struct candidate_act *acts) {
    const struct azul_player *player = &azul->player[azul->active];
    int count = 0;
    for (int source = 0; source <= azul_factories(azul); source++) {
        bool again = false;
        for (int i = 1; i < source; i++) again |= azul->source[i] == azul->source[source];
        if (again) continue;
        for (uint64_t kinds = azul_kinds(azul->source[source]); kinds; kinds = bits_rest(kinds)) {
            int colour = bits_low(kinds) / 8;
            action act = azul_act(source, colour, 0);
            uint32_t rows = azul_open_rows(player, colour);
            for (; rows; rows &= rows - 1)
                acts[count++].act = act + (action)(bits_low(rows) / AZUL_SIDE);
            acts[count++].act = act + AZUL_FLOOR;
        }
    }
    return count;
}

static bool is_over(const struct azul *azul) {
    uint64_t any = 0;
    for (int source = 0; source <= azul_factories(azul); source++) any |= azul->source[source];
    return any == 0;
}

static struct azul after(const struct azul *azul, action act) {
    struct azul next;
    memcpy(&next, azul, azul_bytes(2));
    azul_draft(&next, act);
    return next;
}

/* Sorts acts, best first; equal ones stay in order. */
static void sort_acts(struct candidate_act *acts, int count) {
    for (int i = 1; i < count; i++) {
        struct candidate_act act = acts[i];
        int at = i;
        for (; at > 0 && acts[at - 1].value < act.value; at--) acts[at] = acts[at - 1];
        acts[at] = act;
    }
}

static int search(struct azul_learn_mind *mind, const struct azul *azul, int depth, int alpha,
                  int beta) {
    struct candidate_act acts[ACTS_MAX];
    if (++mind->nodes > mind->limit) mind->stopped = true;
    if (mind->stopped || depth == 0 || is_over(azul)) return evaluate(mind, azul);
    int count = list_acts(azul, acts), best = -INFINITE;
    if (depth > 1) {
        for (int i = 0; i < count; i++) {
            struct azul next = after(azul, acts[i].act);
            acts[i].value = -evaluate(mind, &next);
        }
        sort_acts(acts, count);
    }
    for (int i = 0; i < count && best < beta && !mind->stopped; i++) {
        struct azul next = after(azul, acts[i].act);
        int value = -search(mind, &next, depth - 1, -beta, -(alpha > best ? alpha : best));
        if (value > best) best = value;
    }
    return best;
}

/* Searches the acts to a depth and sorts them as far as they are known. */
static void search_acts(struct azul_learn_mind *mind, const struct azul *azul, int depth,
                        struct candidate_act *acts, int count) {
    int best = -INFINITE;
    for (int i = 0; i < count; i++) {
        struct azul next = after(azul, acts[i].act);
        int noise = acts[i].noise;
        int value = noise - search(mind, &next, depth - 1, -INFINITE, -(best - noise));
        if (mind->stopped) value = -INFINITE;
        acts[i].value = value;
        if (value > best) best = value;
    }
    if (best > -INFINITE) sort_acts(acts, count);
}

action azul_learn_choose(struct azul_learn_mind *mind, const struct azul_learn_skill *skill,
                         const struct azul *azul, struct rng *rng) {
    struct candidate_act acts[ACTS_MAX];
    int count = list_acts(azul, acts), span = 2 * skill->noise + 1;
    if ((int)rng_below(rng, 1024) < skill->random) return acts[rng_below(rng, (uint32_t)count)].act;
    for (int i = 0; i < count; i++)
        acts[i].noise = (int)rng_below(rng, (uint32_t)span) - skill->noise;
    for (int i = 0; i < 2 * SIDES; i++) mind->sides[i / SIDES][i % SIDES].key = 0;
    mind->values = skill->values;
    mind->nodes = 0;
    mind->limit = UINT64_MAX;
    mind->stopped = false;
    for (int depth = 1; depth <= DEPTH_MAX && !mind->stopped; depth++) {
        search_acts(mind, azul, depth, acts, count);
        mind->limit = skill->nodes;
        if (mind->nodes >= mind->limit) break;
    }
    return acts[0].act;
}
