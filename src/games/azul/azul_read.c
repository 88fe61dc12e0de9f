/* azul: reads a state from JSON. First each field by itself, counting tiles on the way; then what
 * must hold for all fields together. Every fault is reported with its place. */
#include "azul.h"
#include <string.h>

struct reader {
    struct azul *azul;
    struct json whole, *at;
    int tally[AZUL_COLOURS]; /* tiles read so far */
    int tokens;
    bool infers; /* what bag and lid hold, where they are absent */
};

/* Returns a field, and sets the place to blame: the field, or the object that lacks it. */
static struct json field(struct reader *reader, struct json from, const char *key) {
    struct json member = json_get(from, key);
    *reader->at = json_kind(member) ? member : from;
    return member;
}

static const char *blame(struct reader *reader, struct json at, const char *wrong) {
    *reader->at = at;
    return wrong;
}

static struct json nth(struct json array, int n) {
    struct json member = json_first(array);
    while (n-- > 0) member = json_after(array, member);
    return member;
}

/* Requires an object with no other fields than these. */
static const char *read_object(struct reader *reader, struct json from, const char *const *keys) {
    if (!json_is(from, JSON_OBJECT)) return "this must be an object";
    struct json stranger = json_find_unknown(from, keys);
    return json_kind(stranger) ? blame(reader, stranger, "this field is unknown here") : NULL;
}

static const char *read_number(struct reader *reader, const char *key, int min, int max,
                               const char *wrong, uint8_t *value) {
    int64_t number;
    if (!json_int(field(reader, reader->whole, key), min, max, &number)) return wrong;
    *value = (uint8_t)number;
    return NULL;
}

/* Counts tiles as they are read; the place that brings too many is to blame. */
static const char *tally(struct reader *reader, int colour, int count, struct json at) {
    static const char *const wrong[] = {"there must be 20 Blue tiles; with these there are more",
                                        "there must be 20 Yellow tiles; with these there are more",
                                        "there must be 20 Red tiles; with these there are more",
                                        "there must be 20 Black tiles; with these there are more",
                                        "there must be 20 White tiles; with these there are more"};
    reader->tally[colour] += count;
    return reader->tally[colour] > AZUL_EACH ? blame(reader, at, wrong[colour]) : NULL;
}

static const char *read_pile(struct reader *reader, struct json from, uint64_t *pile) {
    if (!json_is(from, JSON_OBJECT)) return "tiles must be an object of colours and counts";
    *pile = 0;
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at)) {
        int64_t count;
        int colour = 0;
        const char *wrong;
        while (colour < AZUL_COLOURS && !json_has_key(at, azul_colour_names[colour])) colour++;
        if (colour == AZUL_COLOURS)
            return blame(reader, at, "a colour must be Blue, Yellow, Red, Black or White");
        if (!json_int(at, 0, AZUL_EACH, &count))
            return blame(reader, at, "a count of tiles must be a whole number from 0 to 20");
        if ((wrong = tally(reader, colour, (int)count, at))) return wrong;
        *pile += azul_tiles(colour, (int)count);
    }
    return NULL;
}

static const char *read_token(struct reader *reader, struct json from, int holder) {
    bool here;
    if (!json_bool(field(reader, from, "has_first_player_token"), &here))
        return "has_first_player_token must be true or false";
    if (!here) return NULL;
    reader->azul->token = (uint8_t)holder;
    return reader->tokens++ ? "only one place may have the first-player token" : NULL;
}

static const char *read_factories(struct reader *reader) {
    struct azul *azul = reader->azul;
    struct json from = field(reader, reader->whole, "factories");
    int source = 0;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != azul_factories(azul))
        return "factories must be an array of 5, 7 or 9 for 2, 3 or 4 players";
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at)) {
        *reader->at = at;
        const char *wrong = read_pile(reader, at, &azul->source[++source]);
        if (wrong) return wrong;
        if (azul_total(azul->source[source]) > AZUL_ON_FACTORY)
            return blame(reader, at, "a factory must hold at most 4 tiles");
    }
    return NULL;
}

static const char *read_center(struct reader *reader) {
    static const char *const keys[] = {"tiles", "has_first_player_token", NULL};
    struct json from = field(reader, reader->whole, "center");
    const char *wrong = read_object(reader, from, keys);
    if (wrong) return wrong;
    wrong = read_pile(reader, field(reader, from, "tiles"), &reader->azul->source[AZUL_CENTER]);
    return wrong ? wrong : read_token(reader, from, AZUL_TOKEN_IN_CENTER);
}

static const char *read_line(struct reader *reader, struct azul_player *player, int row,
                             struct json from) {
    static const char *const keys[] = {"capacity", "color", "count_filled", NULL};
    int64_t number;
    const char *wrong = read_object(reader, from, keys);
    if (wrong) return wrong;
    if (!json_int(field(reader, from, "capacity"), row + 1, row + 1, &number))
        return "the capacities must be 1, 2, 3, 4 and 5";
    struct json name = field(reader, from, "color");
    int colour = azul_find_colour(name);
    if (colour < 0 && !json_is(name, JSON_NULL))
        return "color must be the name of a colour or null";
    struct json count = field(reader, from, "count_filled");
    if (!json_int(count, 0, row + 1, &number))
        return "count_filled must be a whole number from 0 to the capacity";
    if ((colour < 0) != (number == 0))
        return blame(reader, name, "color must be null if the line is empty, and only then");
    player->filled[row] = (uint8_t)number;
    player->colour[row] = (uint8_t)(colour < 0 ? 0 : colour);
    return number ? tally(reader, colour, (int)number, count) : NULL;
}

static const char *read_lines(struct reader *reader, struct azul_player *player, struct json from) {
    int row = 0;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != AZUL_SIDE)
        return "pattern_lines must be an array of 5";
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at), row++) {
        *reader->at = at;
        const char *wrong = read_line(reader, player, row, at);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_wall_row(struct reader *reader, struct azul_player *player, int row,
                                 struct json from) {
    int col = 0;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != AZUL_SIDE)
        return blame(reader, from, "a row of the wall must be an array of 5");
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at), col++) {
        bool there;
        if (!json_bool(at, &there))
            return blame(reader, at, "a cell of the wall must be true or false");
        if (!there) continue;
        player->wall |= azul_cell(row, col);
        const char *wrong = tally(reader, azul_wall_colour(row, col), 1, at);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_wall(struct reader *reader, struct azul_player *player, struct json from) {
    int row = 0;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != AZUL_SIDE)
        return "wall must be an array of 5 rows";
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at), row++) {
        const char *wrong = read_wall_row(reader, player, row, at);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_floor(struct reader *reader, int seat, struct json from) {
    static const char *const keys[] = {"tiles", "has_first_player_token", NULL};
    struct azul_player *player = &reader->azul->player[seat];
    const char *wrong = read_object(reader, from, keys);
    if (wrong) return wrong;
    struct json tiles = field(reader, from, "tiles");
    if (!json_is(tiles, JSON_ARRAY) || json_count(tiles) > AZUL_LOOSE_MAX)
        return "the tiles of a floor must be an array of at most 64 colours";
    for (struct json at = json_first(tiles); json_kind(at); at = json_after(tiles, at)) {
        int colour = azul_find_colour(at);
        if (colour < 0)
            return blame(reader, at, "a tile must be Blue, Yellow, Red, Black or White");
        if ((wrong = tally(reader, colour, 1, at))) return wrong;
        azul_add_to_floor(player, colour, 1);
    }
    return read_token(reader, from, seat);
}

static const char *read_player(struct reader *reader, int seat, struct json from) {
    static const char *const keys[] = {"score", "pattern_lines", "wall", "floor_line", NULL};
    struct azul_player *player = &reader->azul->player[seat];
    int64_t score;
    const char *wrong = read_object(reader, from, keys);
    if (wrong) return wrong;
    if (!json_int(field(reader, from, "score"), 0, AZUL_SCORE_MAX, &score))
        return "score must be a whole number from 0 to 9999";
    player->score = (uint16_t)score;
    if ((wrong = read_lines(reader, player, field(reader, from, "pattern_lines")))) return wrong;
    if ((wrong = read_wall(reader, player, field(reader, from, "wall")))) return wrong;
    if ((wrong = read_floor(reader, seat, field(reader, from, "floor_line")))) return wrong;
    for (int row = 0; row < AZUL_SIDE; row++)
        player->open |= azul_open_row(player, row) << AZUL_SIDE * row;
    return NULL;
}

static const char *read_players(struct reader *reader) {
    struct json from = field(reader, reader->whole, "players");
    int seat = 0;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != reader->azul->players)
        return "players must be an array of as many as ruleset_id says";
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at), seat++) {
        *reader->at = at;
        const char *wrong = read_player(reader, seat, at);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_numbers(struct reader *reader) {
    struct azul *azul = reader->azul;
    const char *wrong =
        read_number(reader, "active_player_id", 0, azul->players - 1,
                    "active_player_id must be the number of a player, from 0", &azul->active);
    if (wrong) return wrong;
    azul->max_rounds = AZUL_ROUNDS;
    if (json_kind(json_get(reader->whole, "max_rounds")) &&
        (wrong = read_number(reader, "max_rounds", 1, AZUL_ROUNDS_MAX,
                             "max_rounds must be a whole number from 1 to 255", &azul->max_rounds)))
        return wrong;
    return read_number(
        reader, "round_number", 1, azul->max_rounds,
        "round_number must be a whole number from 1 to max_rounds, which is 50 if absent",
        &azul->round);
}

static bool is_inferred(const struct reader *reader, const char *key) {
    return reader->infers && !json_given(json_get(reader->whole, key));
}

static const char *read_stock(struct reader *reader, const char *key, uint64_t *pile) {
    if (is_inferred(reader, key)) return NULL;
    return read_pile(reader, field(reader, reader->whole, key), pile);
}

static const char *read_piles(struct reader *reader) {
    struct azul *azul = reader->azul;
    const char *wrong = read_stock(reader, "bag", &azul->bag);
    if (wrong) return wrong;
    if ((wrong = read_stock(reader, "lid", &azul->lid))) return wrong;
    if ((wrong = read_factories(reader))) return wrong;
    return read_center(reader);
}

/* Puts the tiles that were not read into the one of bag and lid that is absent; if both are, into
 * the bag. */
static void infer_stock(struct reader *reader) {
    bool bag = is_inferred(reader, "bag");
    uint64_t *stock = bag ? &reader->azul->bag : &reader->azul->lid;
    if (!bag && !is_inferred(reader, "lid")) return;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        *stock += azul_tiles(colour, AZUL_EACH - reader->tally[colour]);
        reader->tally[colour] = AZUL_EACH;
    }
}

/* If tiles are missing, the bag is to blame. */
static const char *judge_tiles(struct reader *reader) {
    static const char *const wrong[] = {"there must be 20 Blue tiles; some are missing",
                                        "there must be 20 Yellow tiles; some are missing",
                                        "there must be 20 Red tiles; some are missing",
                                        "there must be 20 Black tiles; some are missing",
                                        "there must be 20 White tiles; some are missing"};
    int loose = azul_on_table(reader->azul);
    field(reader, reader->whole, "bag");
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (reader->tally[colour] < AZUL_EACH) return wrong[colour];
    for (int seat = 0; seat < reader->azul->players; seat++)
        loose += reader->azul->player[seat].floor_count;
    field(reader, reader->whole, "factories");
    return loose > AZUL_LOOSE_MAX
               ? "factories, center and floors together must hold at most 64 tiles"
               : NULL;
}

static struct json line_of(struct reader *reader, int seat, int row) {
    struct json player = nth(json_get(reader->whole, "players"), seat);
    return nth(json_get(player, "pattern_lines"), row);
}

static const char *judge_lines(struct reader *reader) {
    for (int seat = 0; seat < reader->azul->players; seat++)
        for (int row = 0; row < AZUL_SIDE; row++) {
            const struct azul_player *player = &reader->azul->player[seat];
            if (player->filled[row] && azul_on_wall(player, row, player->colour[row]))
                return blame(reader, line_of(reader, seat, row),
                             "the color of a line must not be in its row of the wall already");
        }
    return NULL;
}

/* Between rounds all full lines are tiled, floors are empty, and the token is in the center. */
static const char *judge_pause(struct reader *reader) {
    const struct azul *azul = reader->azul;
    for (int seat = 0; seat < azul->players; seat++) {
        struct json player = nth(json_get(reader->whole, "players"), seat);
        for (int row = 0; row < AZUL_SIDE; row++)
            if (azul_is_full(&azul->player[seat], row))
                return blame(reader, line_of(reader, seat, row),
                             "the draft is over: this full line must be tiled");
        if (azul->token == seat || azul->player[seat].floor_count)
            return blame(reader, json_get(player, "floor_line"),
                         "the draft is over: this floor must be empty");
    }
    field(reader, reader->whole, "center");
    return azul->source[AZUL_CENTER] ? "the center must be empty while factories are filled" : NULL;
}

static const char *judge_refill(struct reader *reader) {
    struct azul *azul = reader->azul;
    const char *wrong = judge_pause(reader);
    int tiles = azul_on_table(azul), left = tiles;
    if (wrong) return wrong;
    azul->phase = AZUL_REFILL;
    azul->dealt = (uint8_t)tiles;
    azul_supply(azul);
    field(reader, reader->whole, "refilling");
    if (tiles == AZUL_ON_FACTORY * azul_factories(azul))
        return "refilling must be false when the factories are full";
    if (!azul->bag) return "refilling needs a tile in bag or lid";
    for (int seat = 0; seat < azul->players; seat++)
        if (azul_complete_rows(azul->player[seat].wall))
            return "a row of a wall is complete: there is no further round";
    for (int source = 1; source <= azul_factories(azul); source++) {
        int due = left < AZUL_ON_FACTORY ? left : AZUL_ON_FACTORY;
        if (azul_total(azul->source[source]) != due)
            return blame(reader, nth(json_get(reader->whole, "factories"), source - 1),
                         "factories must be filled in order, each with 4 tiles");
        left -= due;
    }
    return NULL;
}

/* With tiles on the table and without "refilling" it is a draft. With no tiles the game is over if
 * no round can follow; otherwise a refill begins. */
static const char *judge_phase(struct reader *reader) {
    struct azul *azul = reader->azul;
    struct json from = json_get(reader->whole, "refilling");
    bool refilling = false;
    if (json_kind(from) && !json_bool(from, &refilling))
        return blame(reader, from, "refilling must be true or false");
    azul->phase = AZUL_DRAFT;
    if (refilling) return judge_refill(reader);
    if (azul_on_table(azul)) return NULL;
    if (!azul_is_last(azul)) return judge_refill(reader);
    azul->phase = AZUL_OVER;
    return judge_pause(reader);
}

static const char *judge_progress(struct reader *reader) {
    struct json from = json_get(reader->whole, "draft_phase_progress");
    if (!json_kind(from) || json_equals(from, azul_progress(reader->azul))) return NULL;
    return blame(reader, from,
                 "draft_phase_progress must be EARLY, MID or LATE by the tiles left to draft");
}

static const char *read_all(struct reader *reader, int players) {
    struct azul *azul = reader->azul;
    const char *wrong;
    memset(azul, 0, azul_bytes(players));
    azul->players = (uint8_t)players;
    if ((wrong = read_numbers(reader))) return wrong;
    if ((wrong = read_piles(reader))) return wrong;
    if ((wrong = read_players(reader))) return wrong;
    infer_stock(reader);
    if ((wrong = judge_tiles(reader))) return wrong;
    if (!reader->tokens)
        return blame(reader, json_get(json_get(reader->whole, "center"), "has_first_player_token"),
                     "a player or the center must have the first-player token");
    if ((wrong = judge_lines(reader))) return wrong;
    if ((wrong = judge_phase(reader))) return wrong;
    return judge_progress(reader);
}

const char *azul_read(void *state, int ruleset, struct json from, struct json *at) {
    struct reader reader = {.azul = state, .whole = from, .at = at};
    return read_all(&reader, AZUL_SEATS_MIN + ruleset);
}

const char *azul_read_table(void *state, int ruleset, struct json from, struct json *at) {
    struct reader reader = {.azul = state, .whole = from, .at = at, .infers = true};
    return read_all(&reader, AZUL_SEATS_MIN + ruleset);
}
