/* azul: recomputes every cache and checks every invariant of a state. */
#include "azul.h"

int azul_on_table(const struct azul *azul) {
    int count = 0;
    for (int source = 0; source <= azul_factories(azul); source++)
        count += azul_total(azul->source[source]);
    return count;
}

/* At most 20 tiles of each colour, and 0 in the bytes past the colours. */
static bool is_pile(uint64_t pile) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (azul_count(pile, colour) > AZUL_EACH) return false;
    return pile >> 8 * AZUL_COLOURS == 0;
}

static const char *check_head(const struct azul *azul) {
    if (azul->players < AZUL_SEATS_MIN || azul->players > AZUL_SEATS_MAX)
        return "there must be 2 to 4 players";
    if (azul->phase > AZUL_OVER || azul->spare)
        return "the phase is unknown, or a spare byte is not 0";
    if (azul->active >= azul->players) return "active_player_id must be the number of a player";
    if (azul->round < 1 || azul->round > azul->max_rounds)
        return "round_number must be from 1 to max_rounds";
    if (azul->token >= azul->players && azul->token != AZUL_TOKEN_IN_CENTER)
        return "a player or the center must have the first-player token";
    return NULL;
}

static const char *check_piles(const struct azul *azul) {
    if (!is_pile(azul->bag) || !is_pile(azul->lid))
        return "bag and lid must each hold at most 20 tiles of a colour";
    for (int source = 0; source < AZUL_SOURCES_MAX; source++) {
        uint64_t pile = azul->source[source];
        if (!is_pile(pile)) return "a source must hold at most 20 tiles of a colour";
        if (source > azul_factories(azul) && pile)
            return "a factory that is not in the game holds tiles";
        if (source != AZUL_CENTER && azul_total(pile) > AZUL_ON_FACTORY)
            return "a factory must hold at most 4 tiles";
    }
    return NULL;
}

static const char *check_line(const struct azul_player *player, int row) {
    if (player->filled[row] > row + 1) return "a pattern line must not hold more than its capacity";
    if (player->colour[row] >= AZUL_COLOURS) return "the colour of a pattern line is unknown";
    if (!player->filled[row])
        return player->colour[row] ? "an empty pattern line must not have a colour" : NULL;
    if (azul_on_wall(player, row, player->colour[row]))
        return "a pattern line must not hold a colour that its row of the wall has";
    return NULL;
}

static const char *check_floor(const struct azul_player *player) {
    if (player->floor_count > AZUL_LOOSE_MAX) return "a floor line must hold at most 64 tiles";
    for (int place = 0; place < AZUL_LOOSE_MAX; place++) {
        int tile = azul_floor_tile(player, place);
        if (place < player->floor_count ? tile >= AZUL_COLOURS : tile)
            return "the colour of a tile on a floor line is unknown";
    }
    return NULL;
}

static const char *check_player(const struct azul_player *player) {
    const char *wrong = check_floor(player);
    uint32_t open = 0;
    if (player->score > AZUL_SCORE_MAX) return "a score must be from 0 to 9999";
    if (player->spare[0] || player->spare[1] || player->spare[2]) return "a spare byte is not 0";
    if (player->wall >> AZUL_SIDE * AZUL_SIDE) return "a wall has a tile outside its 25 cells";
    for (int row = 0; !wrong && row < AZUL_SIDE; row++) {
        wrong = check_line(player, row);
        if (!wrong) open |= azul_open_row(player, row) << AZUL_SIDE * row;
    }
    if (wrong) return wrong;
    return player->open == open ? NULL : "the cache of open lines is wrong";
}

static void count_player(const struct azul_player *player, int count[AZUL_COLOURS]) {
    for (int row = 0; row < AZUL_SIDE; row++) {
        count[player->colour[row]] += player->filled[row];
        for (int colour = 0; colour < AZUL_COLOURS; colour++)
            count[colour] += azul_on_wall(player, row, colour);
    }
    for (int i = 0; i < player->floor_count; i++) count[azul_floor_tile(player, i)]++;
}

static const char *check_tiles(const struct azul *azul) {
    int count[AZUL_COLOURS] = {0}, loose = azul_on_table(azul);
    for (int seat = 0; seat < azul->players; seat++) {
        count_player(&azul->player[seat], count);
        loose += azul->player[seat].floor_count;
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        count[colour] += azul_count(azul->bag, colour) + azul_count(azul->lid, colour);
        for (int source = 0; source < AZUL_SOURCES_MAX; source++)
            count[colour] += azul_count(azul->source[source], colour);
        if (count[colour] != AZUL_EACH) return "there must be 20 tiles of each colour";
    }
    return loose > AZUL_LOOSE_MAX
               ? "factories, center and floors together must hold at most 64 tiles"
               : NULL;
}

/* Between rounds all full lines are tiled, floors are empty, and the token is in the center. */
static const char *check_pause(const struct azul *azul) {
    if (azul->token != AZUL_TOKEN_IN_CENTER)
        return "between rounds the token must be in the center";
    if (azul->source[AZUL_CENTER]) return "between rounds the center must be empty";
    for (int seat = 0; seat < azul->players; seat++) {
        if (azul->player[seat].floor_count) return "between rounds the floors must be empty";
        for (int row = 0; row < AZUL_SIDE; row++)
            if (azul_is_full(&azul->player[seat], row))
                return "between rounds full lines must be tiled";
    }
    return NULL;
}

static const char *check_refill(const struct azul *azul) {
    int left = azul->dealt;
    if (left >= AZUL_ON_FACTORY * azul_factories(azul))
        return "the refill is not over though the factories are full";
    if (!azul->bag) return "the refill needs a tile in the bag";
    for (int seat = 0; seat < azul->players; seat++)
        if (azul_complete_rows(azul->player[seat].wall))
            return "no round follows a complete row of a wall";
    for (int source = 1; source <= azul_factories(azul); source++) {
        int tiles = left < AZUL_ON_FACTORY ? left : AZUL_ON_FACTORY;
        if (azul_total(azul->source[source]) != tiles)
            return "factories must be filled in order, each with 4 tiles";
        left -= tiles;
    }
    return NULL;
}

static const char *check_phase(const struct azul *azul) {
    const char *wrong;
    if (azul->phase != AZUL_REFILL && azul->dealt) return "tiles are dealt outside the refill";
    if (azul->phase == AZUL_DRAFT)
        return azul_on_table(azul) ? NULL : "a draft needs tiles on the factories or in the center";
    if ((wrong = check_pause(azul))) return wrong;
    if (azul->phase == AZUL_REFILL) return check_refill(azul);
    if (azul_on_table(azul)) return "when the game is over no tile may lie on factories and center";
    return azul_is_last(azul) ? NULL : "the game is over without a reason";
}

const char *azul_check(const void *state) {
    const struct azul *azul = state;
    const char *wrong = check_head(azul);
    if (!wrong) wrong = check_piles(azul);
    for (int seat = 0; !wrong && seat < azul->players; seat++)
        wrong = check_player(&azul->player[seat]);
    if (!wrong) wrong = check_tiles(azul);
    return wrong ? wrong : check_phase(azul);
}
