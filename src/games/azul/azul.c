/* azul: setup, drafting and dealing for 2 to 4 players, and the game's table of functions.
 *
 * The end of a round is in azul_round.c. */
#include "azul.h"
#include "azul_draft.h"
#include <string.h>

static const char source_empty[] = "SOURCE_EMPTY", color_mismatch[] = "COLOR_MISMATCH",
                  wall_conflict[] = "WALL_CONFLICT", line_complete[] = "PATTERN_LINE_COMPLETE";

static size_t azul_size(const void *state) {
    return azul_bytes(((const struct azul *)state)->players);
}

static void azul_start(void *state, const int *params) {
    struct azul *azul = state;
    memset(azul, 0, azul_bytes(params[AZUL_PLAYERS]));
    azul->players = (uint8_t)params[AZUL_PLAYERS];
    azul->max_rounds = (uint8_t)params[AZUL_MAX_ROUNDS];
    azul->phase = AZUL_REFILL;
    azul->round = 1;
    azul->token = AZUL_TOKEN_IN_CENTER;
    azul->bag = AZUL_EACH * AZUL_ONES;
    for (int seat = 0; seat < azul->players; seat++)
        azul->player[seat].open = (UINT32_C(1) << AZUL_SIDE * AZUL_SIDE) - 1;
}

static int azul_ruleset(const void *state) {
    return ((const struct azul *)state)->players - AZUL_SEATS_MIN;
}

static uint32_t azul_movers(const void *state) {
    const struct azul *azul = state;
    if (azul->phase == AZUL_DRAFT) return UINT32_C(1) << azul->active;
    return azul->phase == AZUL_REFILL ? UINT32_C(1) << CHANCE : 0;
}

static int chance_choices(const struct azul *azul, struct choice *out) {
    int count = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        uint32_t tiles = (uint32_t)azul_count(azul->bag, colour);
        if (tiles) out[count++] = (struct choice){(action)colour, tiles};
    }
    return count;
}

static int azul_choices(const void *state, int who, struct choice *out) {
    const struct azul *azul = state;
    const struct azul_player *player = &azul->player[azul->active];
    int count = 0;
    if (!(azul_movers(state) >> who & 1)) return 0;
    if (who == CHANCE) return chance_choices(azul, out);
    for (int source = 0; source <= azul_factories(azul); source++)
        for (uint64_t kinds = azul_kinds(azul->source[source]); kinds; kinds &= kinds - 1) {
            int colour = bits_low(kinds) / 8;
            action act = azul_act(source, colour, 0);
            for (uint32_t rows = azul_open_rows(player, colour); rows; rows &= rows - 1)
                out[count++] = (struct choice){act + (action)bits_low(rows) / AZUL_SIDE, 1};
            out[count++] = (struct choice){act + AZUL_FLOOR, 1};
        }
    return count;
}

static const char *refuse_line(const struct azul_player *player, int row, int colour) {
    if (azul_is_full(player, row)) return line_complete;
    if (player->filled[row] && player->colour[row] != colour) return color_mismatch;
    return azul_on_wall(player, row, colour) ? wall_conflict : NULL;
}

static const char *azul_refuse(const void *state, int who, action act) {
    const struct azul *azul = state;
    if (!(azul_movers(state) >> who & 1)) return game_not_your_turn;
    if (who == CHANCE)
        return act < AZUL_COLOURS && azul_count(azul->bag, (int)act) ? NULL : game_no_such_act;
    if (act >= azul_acts(azul)) return game_no_such_act;
    int colour = azul_act_colour(act), destination = azul_act_destination(act);
    if (!azul_count(azul->source[azul_act_source(act)], colour)) return source_empty;
    if (destination == AZUL_FLOOR) return NULL;
    return refuse_line(&azul->player[who], destination, colour);
}

void azul_take(struct azul *azul, action act) {
    azul_draft(azul, act);
    if (azul_is_table_empty(azul)) azul_end_round(azul);
}

/* Deals four tiles to each factory in turn, or until bag and lid are empty. */
void azul_deal(struct azul *azul, int colour) {
    azul->bag -= azul_tiles(colour, 1);
    azul->source[1 + azul->dealt / AZUL_ON_FACTORY] += azul_tiles(colour, 1);
    azul->dealt++;
    if (azul->dealt < AZUL_ON_FACTORY * azul_factories(azul)) {
        azul_supply(azul);
        if (azul->bag) return;
    }
    azul->phase = AZUL_DRAFT;
    azul->dealt = 0;
}

static void azul_apply(void *state, int who, action act) {
    if (who == CHANCE)
        azul_deal(state, (int)act);
    else
        azul_take(state, act);
}

/* Returns the n-th act of a colour: by source, then by row, the floor last. Each source that has
 * the colour has `each` acts. */
static action nth_take(const struct azul *azul, int colour, int n, int each) {
    uint32_t rows = azul_open_rows(&azul->player[azul->active], colour), sources = 0;
    for (int source = 0; source < AZUL_SOURCES_MAX; source++)
        sources |= (uint32_t)(azul_count(azul->source[source], colour) > 0) << source;
    int nth = n / each, source = bits_nth(sources, nth);
    rows |= azul_cell(AZUL_FLOOR, colour);
    return azul_act(source, colour, bits_nth(rows, n - nth * each) / AZUL_SIDE);
}

/* Without branches, as luck would decide them. */
action azul_random_take(const struct azul *azul, struct rng *rng) {
    const struct azul_player *player = &azul->player[azul->active];
    int each[AZUL_COLOURS], first[AZUL_COLOURS + 1] = {0}, colour = 0;
    uint64_t sources = 0;
    for (int source = 0; source < AZUL_SOURCES_MAX; source++)
        sources += azul_kinds(azul->source[source]);
    for (int i = 0; i < AZUL_COLOURS; i++) {
        each[i] = bits_count(azul_open_rows(player, i)) + 1;
        first[i + 1] = first[i] + each[i] * azul_count(sources, i);
    }
    int n = (int)rng_below(rng, (uint32_t)first[AZUL_COLOURS]);
    for (int i = 1; i < AZUL_COLOURS; i++) colour += n >= first[i];
    return nth_take(azul, colour, n - first[colour], each[colour]);
}

/* The bag's tiles in order of colour: the n-th one's colour is the number of colours that end at or
 * before it. All sums stay below 128, so the top bit of each byte is free to tell. */
int azul_random_colour(const struct azul *azul, struct rng *rng) {
    uint64_t ends = azul->bag * AZUL_ONES & 0xFF * AZUL_ONES, top = 0x80 * AZUL_ONES;
    uint64_t n = rng_below(rng, (uint32_t)(ends >> 32));
    return bits_count(((n * AZUL_ONES | top) - ends) & top);
}

static action azul_random_act(const void *state, int who, struct rng *rng) {
    if (who == CHANCE) return (action)azul_random_colour(state, rng);
    return azul_random_take(state, rng);
}

static int azul_score(const void *state, int seat) {
    return ((const struct azul *)state)->player[seat].score;
}

static void sort_piles(uint64_t *piles, int count) {
    for (int i = 1; i < count; i++) {
        uint64_t pile = piles[i];
        int at = i;
        for (; at > 0 && piles[at - 1] < pile; at--) piles[at] = piles[at - 1];
        piles[at] = pile;
    }
}

/* The order of the factories and of the tiles on a floor has no meaning in the rules. During the
 * refill only the full factories may change places. */
static void azul_canonical(void *state) {
    struct azul *azul = state;
    bool filling = azul->phase == AZUL_REFILL;
    sort_piles(azul->source + 1, filling ? azul->dealt / AZUL_ON_FACTORY : azul_factories(azul));
    for (int seat = 0; seat < azul->players; seat++) {
        struct azul_player *player = &azul->player[seat];
        int count = player->floor_count;
        uint64_t tiles = 0;
        for (int i = 0; i < count; i++) tiles += azul_tiles(azul_floor_tile(player, i), 1);
        memset(player->floor, 0, sizeof player->floor);
        player->floor_count = 0;
        for (int colour = 0; colour < AZUL_COLOURS; colour++)
            azul_add_to_floor(player, colour, azul_count(tiles, colour));
    }
}

static const struct param params[] = {
    {"players", 2, AZUL_SEATS_MIN, AZUL_SEATS_MAX, "how many play"},
    {"max_rounds", AZUL_ROUNDS, 1, AZUL_ROUNDS_MAX, "the last round, if no wall row is complete"},
    {NULL, 0, 0, 0, NULL},
};

static const struct reason reasons[] = {
    {source_empty, "the source has no tile of that colour"},
    {line_complete, "that pattern line is full"},
    {color_mismatch, "that pattern line holds another colour"},
    {wall_conflict, "that row of the wall has that colour already"},
    {NULL, NULL},
};

static const struct game_example examples[] = {
    {"blue 3 4", "take all Blue tiles from factory 3 to your line 4"},
    {"k f2 1", "take all Black tiles (K) from factory 2 (F2) to your line 1"},
    {"w c f", "take all White tiles from the center to your floor"},
    {NULL, NULL},
};

/* As the picture says it: the letters of the tiles, and F4 for factory 4. */
static const struct game_alias aliases[] = {
    {"b", "Blue"},       {"y", "Yellow"},     {"r", "Red"},        {"k", "Black"},
    {"w", "White"},      {"f1", "factory 1"}, {"f2", "factory 2"}, {"f3", "factory 3"},
    {"f4", "factory 4"}, {"f5", "factory 5"}, {"f6", "factory 6"}, {"f7", "factory 7"},
    {"f8", "factory 8"}, {"f9", "factory 9"}, {"l1", "line 1"},    {"l2", "line 2"},
    {"l3", "line 3"},    {"l4", "line 4"},    {"l5", "line 5"},    {"centre", "center"},
    {NULL, NULL},
};

static const char *const rulesets[] = {"azul_v1_2p", "azul_v1_3p", "azul_v1_4p", NULL};

const struct game azul_game = {
    .name = "azul",
    .summary = "draft tiles from factories and lay them on your wall",
    .goal =
        "Take tiles of one colour to fill your pattern lines: each full line puts a tile on your "
        "wall, and tiles side by side score more. Once somebody completes a row of a wall, the "
        "most points win.",
    .rules =
        "In your turn take all tiles of one colour from a factory, or from the center. The other "
        "tiles of that factory go to the center. Who is first to take from the center also takes "
        "the first-player token: it lies on their floor, and they begin the next round.\n"
        "Put all the tiles on one of your lines. Line 1 holds one tile, line 5 holds five, all of "
        "one colour; a line does not take a colour that its row of the wall has already. Tiles "
        "that do not fit fall to your floor. You may also put all of them there.\n"
        "A round is over when the factories and the center are empty. Then each full line puts one "
        "tile on the wall, in the place of its colour, and is emptied; other lines keep their "
        "tiles. The tile scores 1 point if it has no neighbour on the wall. Else it scores the "
        "length of the unbroken row through it, and the length of the column, each only if longer "
        "than 1. The places of the floor cost 1, 1, 2, 2, 2, 3 and 3 points, and it is emptied; a "
        "score never falls below 0.\n"
        "The game is over after the round in which somebody completes a row of the wall. Then each "
        "complete row scores 2 points more, each complete column 7, and each colour with all five "
        "tiles on the wall 10. The most points win; of equals, who has more complete rows.",
    .legend =
        "Letters are colours: B Blue, Y Yellow, R Red, K Black, W White. The factories are "
        "numbered; the 1 that lies in the center is the first-player token. Of a board, the "
        "numbers 1 to 5 are your lines, with the wall on their right: capital letters lie there, "
        "small ones are missing, and +2 is what a full line will score there. The row below is the "
        "floor and what its places cost.",
    .examples = examples,
    .rulesets = rulesets,
    .fields = azul_fields,
    .params = params,
    .reasons = reasons,
    .effect_kinds = azul_effect_kinds,
    .aliases = aliases,
    .agents = azul_agents,
    .tools = azul_tools,
    .seats_min = AZUL_SEATS_MIN,
    .seats_max = AZUL_SEATS_MAX,
    .state_max = sizeof(struct azul),
    .choices_max = AZUL_SOURCES_MAX * AZUL_COLOURS * AZUL_DESTINATIONS,
    .start = azul_start,
    .size = azul_size,
    .ruleset = azul_ruleset,
    .movers = azul_movers,
    .choices = azul_choices,
    .refuse = azul_refuse,
    .apply = azul_apply,
    .effects = azul_effects,
    .score = azul_score,
    .winners = azul_winners,
    .check = azul_check,
    .name_act = azul_name_act,
    .write_act = azul_write_act,
    .read_act = azul_read_act,
    .write = azul_write,
    .read = azul_read,
    .draw = azul_draw,
    .picks = azul_picks,
    .shape = azul_shape,
    .observe = azul_observe,
    .random_act = azul_random_act,
    .canonical = azul_canonical,
    .levels = azul_levels,
};
