/* azul: what an event does, step by step. The steps are the rules' own, taken on a copy. */
#include "azul_draft.h"
#include <string.h>

enum {
    DEAL,
    BAG,
    SHORT,
    TAKE,
    TOKEN,
    REST,
    FALL,
    WALL,
    FLOOR,
    FIRST_BONUS, /* one kind for each set */
    ROUND = FIRST_BONUS + AZUL_SETS,
    OVER
};

const char *const azul_effect_kinds[] = {"DEAL",   "BAG",   "SHORT", "TAKE",  "TOKEN",
                                         "REST",   "FALL",  "WALL",  "FLOOR", "ROW",
                                         "COLUMN", "COLOR", "ROUND", "OVER",  NULL};

_Static_assert(sizeof azul_effect_kinds / sizeof *azul_effect_kinds == OVER + 2, "a name a kind");

/* The longest list ends a round: the take, the token, the fall (a rest would leave something to
 * draft); each player's five lines, floor and three bonuses; the next round, and the bag filled.
 * With an effect for each row, column and colour it would be 68 when all four walls become full:
 * the take, the token, four tiles, a floor, 60 bonuses and the end. */
_Static_assert(3 + AZUL_SEATS_MAX * (AZUL_SIDE + 1 + AZUL_SETS) + 2 <= EFFECT_MAX,
               "all effects fit");

/* Adds an effect that leads from a spot to another. Returns its text, empty, to write to. */
static struct text tell(struct effect_list *out, int kind, int seat, int points, int from, int to) {
    struct effect *effect = effect_add(out, kind, seat, points);
    effect_spot(effect, from);
    effect_spot(effect, to);
    return effect_text(effect);
}

/* Writes what is in a set, by its names or else its numbers from 1: "1, 2 and 4". */
static void put_set(uint32_t set, const char *const *names, struct text *out) {
    for (; set; set &= set - 1) {
        if (names)
            text_string(out, names[bits_low(set)]);
        else
            text_int(out, bits_low(set) + 1);
        if (bits_count(set) > 1) text_string(out, bits_count(set) == 2 ? " and " : ", ");
    }
}

/* Writes the points gained of those that were due. */
static void put_points(int gained, int due, struct text *out) {
    text_format(out, "%d %s", gained, gained == 1 ? "point" : "points");
    if (gained < due) text_format(out, " (%d is the most)", AZUL_SCORE_MAX);
}

/* Writes the tiles of a pile: "2 Blue, 1 Red and 1 White". */
static void put_pile(uint64_t pile, struct text *out) {
    for (uint64_t kinds = azul_kinds(pile); kinds; kinds &= kinds - 1) {
        int colour = bits_low(kinds) / 8, left = azul_total(kinds);
        text_format(out, "%d %s%s", azul_count(pile, colour), azul_colour_names[colour],
                    left > 2    ? ", "
                    : left == 2 ? " and "
                                : "");
    }
}

static void tell_rest(uint64_t rest, int source, struct effect_list *out) {
    struct effect *effect = effect_add(out, REST, EFFECT_ALL, 0);
    struct text text = effect_text(effect);
    put_pile(rest, &text);
    text_string(&text, azul_total(rest) == 1 ? " goes to the center" : " go to the center");
    for (uint64_t kinds = azul_kinds(rest); kinds; kinds &= kinds - 1) {
        effect_spot(effect, azul_source_spot(source, bits_low(kinds) / 8));
        effect_spot(effect, azul_source_spot(AZUL_CENTER, bits_low(kinds) / 8));
    }
}

static void tell_draft(const struct azul *before, const struct azul *after, int who, action act,
                       struct effect_list *out) {
    int source = azul_act_source(act), colour = azul_act_colour(act);
    int destination = azul_act_destination(act), from = azul_source_spot(source, colour);
    int floor = azul_destination_spot(who, AZUL_FLOOR);
    int fallen = after->player[who].floor_count - before->player[who].floor_count;
    uint64_t rest = azul_without(before->source[source], colour);

    struct text text = tell(out, TAKE, who, 0, from, azul_destination_spot(who, destination));
    text_format(&text, "Player %d takes ", who + 1);
    azul_name_act(before, who, act, &text);
    if (after->token != before->token) {
        text = tell(out, TOKEN, who, 0, AZUL_TOKEN_SPOT, floor);
        text_format(&text, "Player %d takes the first-player token", who + 1);
    }
    if (source != AZUL_CENTER && rest) tell_rest(rest, source, out);
    if (destination != AZUL_FLOOR && fallen) {
        text = tell(out, FALL, who, 0, from, floor);
        text_format(&text, "%d %s %s to the floor", fallen, azul_colour_names[colour],
                    fallen == 1 ? "falls" : "fall");
    }
}

static void tell_line(struct azul *azul, int seat, int row, struct effect_list *out) {
    struct azul_player *player = &azul->player[seat];
    int colour = player->colour[row], col = azul_wall_col(row, colour), score = player->score;
    azul_tile_line(azul, seat, row);
    int gained = player->score - score;
    struct text text = tell(out, WALL, seat, gained, azul_destination_spot(seat, row),
                            azul_cell_spot(seat, row * AZUL_SIDE + col));
    text_format(&text, "Player %d: %s goes to the wall from line %d: ", seat + 1,
                azul_colour_names[colour], row + 1);
    put_points(gained, azul_tile_points(player->wall, row, col), &text);
}

static void tell_floor(struct azul *azul, int seat, struct effect_list *out) {
    int cost = azul_floor_penalty(azul, seat), score = azul->player[seat].score;
    azul_empty_floor(azul, seat);
    if (!cost) return;
    int change = azul->player[seat].score - score;
    struct effect *effect = effect_add(out, FLOOR, seat, change);
    struct text text = effect_text(effect);
    effect_spot(effect, azul_destination_spot(seat, AZUL_FLOOR));
    text_format(&text, "Player %d: floor %d", seat + 1, change);
    if (change > -cost) text_format(&text, ", not -%d: a score never falls below 0", cost);
}

static void tell_bonus(struct azul *azul, int seat, enum azul_set set, struct effect_list *out) {
    static const char *const nouns[] = {"row", "column", "colour"};
    struct azul_player *player = &azul->player[seat];
    uint32_t complete = azul_complete(player->wall, set);
    int count = bits_count(complete), due = count * azul_set_points[set], score = player->score;
    if (!count) return;
    azul_gain(player, due);
    struct effect *effect = effect_add(out, FIRST_BONUS + (int)set, seat, player->score - score);
    struct text text = effect_text(effect);
    text_format(&text, "Player %d: %s%s ", seat + 1, nouns[set], count > 1 ? "s" : "");
    put_set(complete, set == AZUL_COLOUR_SETS ? azul_colour_names : NULL, &text);
    text_string(&text, " complete: ");
    put_points(effect->points, due, &text);
    for (; complete; complete &= complete - 1) {
        uint32_t cells = azul_set_cells(set, bits_low(complete));
        for (; cells; cells &= cells - 1)
            effect_spot(effect, azul_cell_spot(seat, bits_low(cells)));
    }
}

/* Equal points that complete rows decide are worth a word. */
static void tell_winners(const struct azul *after, struct effect_list *out) {
    uint32_t winners = azul_winners(after), equal = 0;
    int best = after->player[bits_low(winners)].score;
    struct text text = effect_text(effect_add(out, OVER, EFFECT_ALL, 0));
    for (int seat = 0; seat < after->players; seat++)
        if (after->player[seat].score == best) equal |= UINT32_C(1) << seat;
    bool shared = bits_count(winners) > 1;
    text_format(&text, "The game is over: player%s ", shared ? "s" : "");
    put_set(winners, NULL, &text);
    text_string(&text, shared ? " share the win with " : " wins with ");
    put_points(best, best, &text);
    if (equal != winners) text_string(&text, " and more complete rows");
}

/* Tells that the bag was filled, if the lid had tiles and has none any more. */
static void tell_bag(uint64_t lid, const struct azul *after, struct effect_list *out) {
    if (!lid || after->lid) return;
    int count = azul_total(lid);
    struct text text = tell(out, BAG, EFFECT_ALL, 0, AZUL_LID_SPOT, AZUL_BAG_SPOT);
    text_format(&text, "The bag is empty: %d %s from the lid into it", count,
                count == 1 ? "tile goes" : "tiles go");
}

/* From the end of the draft to the state after the round. */
static void tell_round(struct azul *azul, const struct azul *after, struct effect_list *out) {
    for (int seat = 0; seat < azul->players; seat++) {
        for (int row = 0; row < AZUL_SIDE; row++)
            if (azul_is_full(&azul->player[seat], row)) tell_line(azul, seat, row, out);
        tell_floor(azul, seat, out);
    }
    if (after->phase == AZUL_OVER) {
        for (int seat = 0; seat < azul->players; seat++)
            for (int set = 0; set < AZUL_SETS; set++)
                tell_bonus(azul, seat, (enum azul_set)set, out);
        tell_winners(after, out);
        return;
    }
    struct text text = effect_text(effect_add(out, ROUND, EFFECT_ALL, 0));
    text_format(&text, "Round %d begins, player %d starts", after->round, after->active + 1);
    tell_bag(azul->lid, after, out);
}

/* Tells the tiles of a factory when its last one is dealt. */
static void tell_factory(const struct azul *after, int factory, struct effect_list *out) {
    uint64_t pile = after->source[factory];
    struct effect *effect = effect_add(out, DEAL, EFFECT_ALL, 0);
    struct text text = effect_text(effect);
    effect->routine = true;
    text_format(&text, "Factory %d: ", factory);
    put_pile(pile, &text);
    effect_spot(effect, AZUL_BAG_SPOT);
    for (uint64_t kinds = azul_kinds(pile); kinds; kinds &= kinds - 1)
        effect_spot(effect, azul_source_spot(factory, bits_low(kinds) / 8));
}

static void tell_deal(const struct azul *before, const struct azul *after,
                      struct effect_list *out) {
    int places = AZUL_ON_FACTORY * azul_factories(before), dealt = before->dealt + 1;
    bool ends = after->phase != AZUL_REFILL;
    if (ends || dealt % AZUL_ON_FACTORY == 0)
        tell_factory(after, before->dealt / AZUL_ON_FACTORY + 1, out);
    tell_bag(before->lid, after, out);
    if (!ends || dealt == places) return;
    struct text text = tell(out, SHORT, EFFECT_ALL, 0, AZUL_BAG_SPOT, AZUL_LID_SPOT);
    text_format(&text, "Bag and lid are empty: %d %s on the factories", places - dealt,
                places - dealt == 1 ? "place stays free" : "places stay free");
}

void azul_effects(const void *before, int who, action act, struct effect_list *out) {
    struct azul steps, after;
    size_t size = azul_bytes(((const struct azul *)before)->players);
    memcpy(&steps, before, size);
    memcpy(&after, before, size);
    if (who == CHANCE) {
        azul_deal(&after, (int)act);
        tell_deal(before, &after, out);
        return;
    }
    azul_take(&after, act);
    azul_draft(&steps, act);
    tell_draft(before, &steps, who, act, out);
    if (azul_on_table(&steps) == 0) tell_round(&steps, &after, out);
}
