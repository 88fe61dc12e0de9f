/* azul: every invariant of a state, recomputed. */
#include "azul.h"

int azul_on_table(const struct azul *azul) {
    int count = 0;
    for (int source = 0; source <= azul_factories(azul); source++)
        count += azul_total(azul->source[source]);
    return count;
}

/* No colour has more tiles than there are, and nothing lies beside the colours. */
static bool is_pile(uint64_t pile) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (azul_count(pile, colour) > AZUL_EACH) return false;
    return pile >> 8 * AZUL_COLOURS == 0;
}

static const char *check_head(const struct azul *azul) {
    if (azul->players < AZUL_SEATS_MIN || azul->players > AZUL_SEATS_MAX)
        return "there are 2 to 4 players";
    if (azul->phase > AZUL_OVER || azul->spare) return "the phase is unknown";
    if (azul->active >= azul->players) return "active_player_id is no player";
    if (azul->round < 1 || azul->round > azul->max_rounds) return "round_number is out of range";
    if (azul->token >= azul->players && azul->token != AZUL_TOKEN_IN_CENTER)
        return "the token is nowhere";
    return NULL;
}

static const char *check_piles(const struct azul *azul) {
    if (!is_pile(azul->bag) || !is_pile(azul->lid)) return "bag or lid is no pile";
    for (int source = 0; source < AZUL_SOURCES_MAX; source++) {
        uint64_t pile = azul->source[source];
        if (!is_pile(pile)) return "a source is no pile";
        if (source > azul_factories(azul) && pile) return "there are not so many factories";
        if (source != AZUL_CENTER && azul_total(pile) > AZUL_ON_FACTORY)
            return "a factory holds more than 4 tiles";
    }
    return NULL;
}

static const char *check_line(const struct azul_player *player, int row) {
    if (player->filled[row] > row + 1) return "a pattern line holds more than its capacity";
    if (player->colour[row] >= AZUL_COLOURS) return "a pattern line's colour is unknown";
    if (!player->filled[row]) return player->colour[row] ? "an empty line has a colour" : NULL;
    if (azul_on_wall(player, row, player->colour[row]))
        return "a pattern line holds a colour that its wall row has";
    return NULL;
}

static const char *check_floor(const struct azul_player *player) {
    if (player->floor_count > AZUL_LOOSE_MAX) return "a floor line is too long";
    for (int place = 0; place < AZUL_LOOSE_MAX; place++) {
        int tile = azul_floor_tile(player, place);
        if (place < player->floor_count ? tile >= AZUL_COLOURS : tile)
            return "a floor line's tile is unknown";
    }
    return NULL;
}

static const char *check_player(const struct azul_player *player) {
    const char *wrong = check_floor(player);
    uint32_t open = 0;
    if (player->score > AZUL_SCORE_MAX) return "a score is out of range";
    if (player->spare[0] || player->spare[1] || player->spare[2]) return "a spare byte is set";
    if (player->wall >> AZUL_SIDE * AZUL_SIDE) return "a wall has too many cells";
    for (int row = 0; !wrong && row < AZUL_SIDE; row++) {
        wrong = check_line(player, row);
        open |= azul_open_row(player, row) << AZUL_SIDE * row;
    }
    if (wrong) return wrong;
    return player->open == open ? NULL : "the open lines are wrong";
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
        if (count[colour] != AZUL_EACH) return "there are not 20 tiles of each colour";
    }
    return loose > AZUL_LOOSE_MAX ? "too many tiles lie on the table and the floors" : NULL;
}

/* Between rounds all lines are tiled, floors are empty, and the token is back. */
static const char *check_pause(const struct azul *azul) {
    if (azul->token != AZUL_TOKEN_IN_CENTER) return "the token is not in the center";
    if (azul->source[AZUL_CENTER]) return "tiles are in the center before the draft";
    for (int seat = 0; seat < azul->players; seat++) {
        if (azul->player[seat].floor_count) return "a floor is not empty before the draft";
        for (int row = 0; row < AZUL_SIDE; row++)
            if (azul_is_full(&azul->player[seat], row)) return "a full line is not tiled";
    }
    return NULL;
}

static const char *check_refill(const struct azul *azul) {
    int left = azul->dealt;
    if (left >= AZUL_ON_FACTORY * azul_factories(azul)) return "the factories are full";
    if (!azul->bag) return "there is no tile to deal";
    for (int seat = 0; seat < azul->players; seat++)
        if (azul_complete_rows(azul->player[seat].wall)) return "a wall row was complete before";
    for (int source = 1; source <= azul_factories(azul); source++) {
        int tiles = left < AZUL_ON_FACTORY ? left : AZUL_ON_FACTORY;
        if (azul_total(azul->source[source]) != tiles) return "factories are not filled in order";
        left -= tiles;
    }
    return NULL;
}

static const char *check_phase(const struct azul *azul) {
    const char *wrong;
    if (azul->phase != AZUL_REFILL && azul->dealt) return "tiles are dealt during the draft";
    if (azul->phase == AZUL_DRAFT) return azul_on_table(azul) ? NULL : "no tile is on the table";
    if ((wrong = check_pause(azul))) return wrong;
    if (azul->phase == AZUL_REFILL) return check_refill(azul);
    if (azul_on_table(azul)) return "the game is over, and tiles are on the table";
    return azul_is_last(azul) ? NULL : "the game is over for no reason";
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
