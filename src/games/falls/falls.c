/* falls: the game's functions for game.h. Seats move their capsules at any time, CLOCK's acts are
 * "tick seat s", and CHANCE acts between ticks. The rules are in falls_field.c and falls_round.c.
 */
#include "falls.h"
#include "base/bits.h"
#include <string.h>

static const char blocked[] = "BLOCKED", no_capsule[] = "NO_CAPSULE", not_playing[] = "NOT_PLAYING";

static size_t falls_size(const void *state) {
    const struct falls *falls = state;
    return offsetof(struct falls, player) + falls->players * sizeof *falls->player;
}

static void falls_start(void *state, const int *params) {
    struct falls *falls = state;
    falls->players = (uint8_t)params[FALLS_PLAYERS];
    memset(falls, 0, falls_size(falls));
    falls->players = (uint8_t)params[FALLS_PLAYERS];
    falls->nes = params[FALLS_NES_LEVEL] >= 0;
    falls->viruses = (uint8_t)(falls->nes ? falls_level_viruses(params[FALLS_NES_LEVEL])
                                          : params[FALLS_VIRUSES]);
    falls_tell(falls);
}

static int falls_ruleset(const void *state) {
    (void)state;
    return 0;
}

static uint32_t falls_movers(const void *state) {
    const struct falls *falls = state;
    if (falls->phase < FALLS_PLAY) return UINT32_C(1) << CHANCE;
    return falls->phase == FALLS_PLAY ? UINT32_C(1) << CLOCK | falls->playing : 0;
}

/* All cells where a virus fits have the same odds, and all colours that fit the cell. */
static int virus_choices(const struct falls *falls, struct choice *out) {
    int count = 0;
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        unsigned colours = falls_fitting(falls, cell);
        for (unsigned left = colours; left; left &= left - 1)
            out[count++] = (struct choice){(action)(3 * cell + bits_low(left) - 1),
                                           6 / (uint32_t)bits_count(colours)};
    }
    return count;
}

static int list_bits(unsigned set, struct choice *out) {
    int count = 0;
    for (; set; set &= set - 1) out[count++] = (struct choice){(action)bits_low(set), 1};
    return count;
}

static unsigned seat_acts(const struct falls_player *player) {
    unsigned acts = 0;
    if (!player->controlled) return 0;
    for (int move = FALLS_LEFT; move < FALLS_DROP; move++)
        acts |= (unsigned)falls_may_move(player, move) << move;
    return acts | 1u << FALLS_DROP;
}

/* Returns as bits the acts of a mover, except in the setup. */
static unsigned acts_of(const struct falls *falls, int who) {
    if (who == CLOCK) return falls->playing;
    if (who != CHANCE) return seat_acts(&falls->player[who]);
    return falls->phase == FALLS_DRAW ? (1u << FALLS_CAPSULES) - 1 : falls_columns(falls);
}

static int falls_choices(const void *state, int who, struct choice *out) {
    const struct falls *falls = state;
    if (!(falls_movers(state) >> who & 1)) return 0;
    if (falls->phase == FALLS_SETUP) return virus_choices(falls, out);
    return list_bits(acts_of(falls, who), out);
}

static bool chance_may(const struct falls *falls, action act) {
    if (falls->phase != FALLS_SETUP) return act < 32 && (acts_of(falls, CHANCE) >> act & 1);
    return act < 3 * FALLS_CELLS && (falls_fitting(falls, (int)act / 3) >> (act % 3 + 1) & 1);
}

static const char *falls_refuse(const void *state, int who, action act) {
    const struct falls *falls = state;
    bool seat = who < falls->players;
    if (seat && falls->phase == FALLS_PLAY && !(falls->playing >> who & 1)) return not_playing;
    if (!(falls_movers(state) >> who & 1)) return game_not_your_turn;
    if (who == CHANCE) return chance_may(falls, act) ? NULL : game_no_such_act;
    if (act >= (action)(who == CLOCK ? falls->players : FALLS_ACTS)) return game_no_such_act;
    if (who == CLOCK) return falls->playing >> act & 1 ? NULL : not_playing;
    if (!falls->player[who].controlled) return no_capsule;
    return act >= FALLS_DROP || falls_may_move(&falls->player[who], (int)act) ? NULL : blocked;
}

static void apply_chance(struct falls *falls, int act) {
    if (falls->phase == FALLS_SETUP)
        falls_place(falls, act / 3, act % 3 + 1);
    else if (falls->phase == FALLS_DRAW)
        falls_draw_capsule(falls, act);
    else
        falls_draw_column(falls, act);
}

/* Until the capsule settles nothing but its row changes. Not inlined, so that `falls_apply` stays
 * short. */
__attribute__((noinline)) static void fall(struct falls *falls, int seat) {
    falls->player[seat].low = (uint8_t)falls_landing(&falls->player[seat]);
    falls_tick(falls, seat);
}

static void falls_apply(void *state, int who, action act) {
    struct falls *falls = state;
    if (who == CHANCE)
        apply_chance(falls, (int)act);
    else if (who == CLOCK)
        falls_tick(falls, (int)act);
    else if (act < FALLS_DROP)
        falls_move(&falls->player[who], (int)act);
    else if (act == FALLS_DROP)
        falls_tick(falls, who);
    else
        fall(falls, who);
}

static int falls_score(const void *state, int seat) {
    return -falls_count(((const struct falls *)state)->player[seat].virus);
}

static uint32_t falls_winners(const void *state) {
    const struct falls *falls = state;
    for (int seat = 0; seat < falls->players; seat++)
        if (falls->player[seat].status == FALLS_CLEARED) return UINT32_C(1) << seat;
    return 0;
}

/* Draws a cell, and another one if no colour fits there. */
static action random_virus(const struct falls *falls, struct rng *rng) {
    uint32_t first = (uint32_t)(FALLS_COLS * falls_top(falls));
    for (;;) {
        int cell = (int)(first + rng_below(rng, FALLS_CELLS - first));
        unsigned colours = falls_fitting(falls, cell);
        if (!colours) continue;
        int colour = bits_nth(colours, (int)rng_below(rng, (uint32_t)bits_count(colours)));
        return (action)(3 * cell + colour - 1);
    }
}

static action falls_random_act(const void *state, int who, struct rng *rng) {
    const struct falls *falls = state;
    if (falls->phase == FALLS_SETUP) return random_virus(falls, rng);
    unsigned acts = acts_of(falls, who);
    return (action)bits_nth(acts, (int)rng_below(rng, (uint32_t)bits_count(acts)));
}

/* In the setup all boards are the same, and hold nothing but viruses that fit. */
static const char *check_setup(const struct falls *falls) {
    const struct falls_player *one = &falls->player[0];
    struct falls less = {.viruses = falls->viruses, .nes = falls->nes};
    struct falls_player plain = {.settled = one->settled, .virus = one->virus};
    if (falls_taken(&one->settled) != one->virus)
        return "in the setup fields must hold viruses only";
    for (int seat = 0; seat < falls->players; seat++)
        if (memcmp(&falls->player[seat], &plain, sizeof plain) != 0)
            return "in the setup all fields must be the same and hold viruses only";
    for (falls_set left = one->virus; left; left &= left - 1) {
        int cell = falls_first(left), colour = falls_colour_at(&one->settled, cell);
        falls_set rest = ~falls_at(cell);
        less.player[0].settled = one->settled;
        less.player[0].settled.one &= rest, less.player[0].settled.two &= rest;
        if (!(falls_fitting(&less, cell) >> colour & 1)) return "a virus does not fit its cell";
    }
    return NULL;
}

static const char *check_sequence(const struct falls *falls) {
    uint32_t end = falls->first + falls->kept, slowest = end;
    if (falls->kept > FALLS_KEPT_MAX || falls->first > FALLS_DRAWN_MAX || end > FALLS_DRAWN_MAX)
        return "the sequence must hold at most 128 capsules and end by 1000000000";
    for (int i = 0; i < FALLS_KEPT_MAX; i++)
        if (falls->capsules[i] >= (i < falls->kept ? FALLS_CAPSULES : 1))
            return "a capsule is unknown";
    for (int seat = 0; seat < falls->players; seat++) {
        const struct falls_player *player = &falls->player[seat];
        if (player->drawn < 1 || player->drawn > end)
            return "drawn must be from 1 to the end of the sequence";
        if (player->status == FALLS_PLAYING && player->drawn < slowest) slowest = player->drawn;
    }
    return slowest == falls->first ? NULL
                                   : "first must be the drawn of the slowest player who plays";
}

/* Only the newest unit of a playing seat may lack columns, and only at its end. */
static const char *check_columns(const struct falls *falls, int seat) {
    const struct falls_player *player = &falls->player[seat];
    for (int unit = 0; unit < player->units; unit++)
        for (int i = 0; i < FALLS_UNIT_MAX && player->incoming[unit][i]; i++) {
            bool drawn = player->incoming[unit][i] >= 4;
            if (!drawn && (unit < player->units - 1 || falls->phase != FALLS_COLUMN ||
                           player->status != FALLS_PLAYING))
                return "only the newest unit of a player who plays may lack columns";
            if (drawn && i > 0 && player->incoming[unit][i - 1] < 4)
                return "the columns of a unit must be drawn in order";
        }
    return NULL;
}

static const char *check_players(const struct falls *falls) {
    int cleared = 0;
    for (int seat = 0; seat < falls->players; seat++) {
        const struct falls_player *player = &falls->player[seat];
        const char *wrong = falls_check_player(player);
        if (!wrong) wrong = check_columns(falls, seat);
        if (wrong) return wrong;
        if (falls_count(player->virus) > falls->viruses)
            return "a field must not hold more viruses than config says";
        cleared += player->status == FALLS_CLEARED;
    }
    return cleared > 1 ? "at most one player can have cleared" : NULL;
}

static const char *falls_check(const void *state) {
    const struct falls *falls = state;
    static const uint8_t zeros[4];
    if (falls->players < 1 || falls->players > SEATS_MAX) return "players must be from 1 to 8";
    if (falls->nes > 1 || falls->viruses < 1 || falls->viruses > FALLS_VIRUSES_MAX)
        return "viruses must be from 1 to 84";
    if (falls->nes && falls->viruses % 4)
        return "viruses must be a multiple of 4 with the boards nes";
    if (memcmp(falls->spare, zeros, 2) || memcmp(falls->spare_too, zeros, 4))
        return "a spare byte is not 0";
    for (int seat = 0; seat < falls->players; seat++) /* falls_tell reads so many */
        if (falls->player[seat].units > FALLS_UNITS_MAX) return "at most 16 units may wait";
    struct falls told;
    memcpy(&told, falls, falls_size(falls));
    falls_tell(&told);
    if (told.phase != falls->phase || told.playing != falls->playing)
        return "the cached phase is wrong";
    if (falls->first + falls->kept == 0 && falls->player[0].drawn == 0) {
        if (falls_count(falls->player[0].virus) > falls->viruses)
            return "a field must not hold more viruses than config says";
        return check_setup(falls);
    }
    const char *wrong = check_sequence(falls);
    return wrong ? wrong : check_players(falls);
}

static const struct param params[] = {
    {"players", 1, 1, SEATS_MAX, "how many play, each on a field of their own"},
    {"viruses", 28, 1, FALLS_VIRUSES_MAX, "viruses on each field"},
    {"nes_level", -1, -1, FALLS_LEVEL_MAX,
     "-1: as many viruses as said; 0 to 20: the boards of the console game's levels"},
    {NULL, 0, 0, 0, NULL},
};

static const struct reason reasons[] = {
    {blocked, "a settled tile or the edge of the field is in the way"},
    {no_capsule, "there is no capsule to move at the moment"},
    {not_playing, "this player is out of the round"},
    {NULL, NULL},
};

static const struct key keys[] = {
    {GAME_KEY_LEFT, FALLS_LEFT, "left"}, {GAME_KEY_RIGHT, FALLS_RIGHT, "right"},
    {GAME_KEY_UP, FALLS_CW, "turn"},     {GAME_KEY_DOWN, FALLS_DROP, "down"},
    {'s', FALLS_LEFT, "left"},           {'d', FALLS_RIGHT, "right"},
    {'k', FALLS_CCW, "turn back"},       {'l', FALLS_CW, "turn"},
    {'f', FALLS_FALL, "fall"},           {' ', FALLS_DROP, "down"},
    {'p', GAME_KEY_PAUSE, "pause"},      {0, 0, NULL},
};

static const struct game_alias aliases[] = {
    {"turn", "Clockwise"}, {"cw", "Clockwise"}, {"ccw", "Counterclockwise"},
    {"down", "Drop"},      {"land", "Fall"},    {NULL, NULL},
};

static const struct game_example examples[] = {
    {"turn", "turn the capsule clockwise; in the top row it cannot turn"},
    {"fall", "let it fall until it lands"},
    {"ssf", "keys, one after the other: left, left, fall"},
    {NULL, NULL},
};

static const char *const rulesets[] = {"falls_v1", NULL};

const struct game falls_game = {
    .name = "falls",
    .summary = "falling capsules: line up four of a colour to clear your field of viruses",
    .goal = "Remove all viruses from your field: four or more tiles of a colour in a row or a "
            "column vanish. Of several players, the first without viruses wins.",
    .rules =
        "Capsules of two coloured halves fall into your field one after the other. Shift and turn "
        "each until it lands on the floor, a virus or another half. Four or more of a colour in a "
        "row or a column vanish, viruses and halves alike. Halves that nothing holds then fall "
        "further, and may make others vanish: a chain. Viruses never fall.\n"
        "A chain of two or more rows sends as many halves into the fields of other players, first "
        "to who has fewest viruses. If a capsule comes to rest in the top row, you are out. The "
        "first to remove all viruses wins.",
    .legend =
        "R is red, Y yellow, B blue. At the prompt *r* is a virus, (R==B) a capsule and (R) a "
        "single half; on the screen >< is a red virus, oo a yellow and ^^ a blue one. Letters "
        "alone show where the capsule would land. Beside or below the field are the viruses left "
        "of each colour and the next capsule; at the prompt, small letters in the fields of "
        "others are viruses.",
    .examples = examples,
    .rulesets = rulesets,
    .fields = falls_fields,
    .params = params,
    .reasons = reasons,
    .effect_kinds = falls_effect_kinds,
    .keys = keys,
    .aliases = aliases,
    .agents = falls_agents,
    .seats_min = 1,
    .seats_max = SEATS_MAX,
    .state_max = sizeof(struct falls),
    .choices_max = 3 * FALLS_CELLS,
    .start = falls_start,
    .size = falls_size,
    .ruleset = falls_ruleset,
    .movers = falls_movers,
    .choices = falls_choices,
    .refuse = falls_refuse,
    .apply = falls_apply,
    .effects = falls_effects,
    .score = falls_score,
    .winners = falls_winners,
    .check = falls_check,
    .name_act = falls_name_act,
    .write_act = falls_write_act,
    .read_act = falls_read_act,
    .write = falls_write,
    .read = falls_read,
    .draw = falls_draw,
    .draw_seats = falls_draw_seats,
    .picks = falls_picks,
    .shape = falls_shape,
    .observe = falls_observe,
    .random_act = falls_random_act,
    .views = falls_views,
    .levels = falls_levels,
};
