/* falls: writes and reads the state as JSON. What is missing says what CHANCE does next: viruses
 * before the first capsule, columns that are null, a sequence too short for the fastest player. */
#include "falls.h"
#include <string.h>

const char *const falls_fields[] = {"config", "players", "sequence", "first", NULL};
const char *const falls_colour_names[FALLS_COLOURS] = {"", "Red", "Yellow", "Blue"};
const char *const falls_colour_words[FALLS_COLOURS] = {"", "red", "yellow", "blue"};
const char falls_letters[] = ".RYB";

static const char *const status_names[] = {"playing", "defeated", "cleared"};
static const char *const board_names[] = {"standard", "nes"};
enum { ROW_BYTES = 3 * FALLS_COLS - 1 };

/* Returns the second character of a cell. */
static char sign_of(const struct falls_tiles *tiles, falls_set virus, falls_set cell) {
    if (virus & cell) return '*';
    if (tiles->right & cell) return '>';
    if (tiles->right << 1 & cell) return '<';
    if (tiles->down & cell) return 'v';
    return tiles->down << FALLS_COLS & cell ? '^' : 'o';
}

static void write_field(const char *key, const struct falls_tiles *tiles, falls_set virus,
                        struct text *out) {
    json_put_key(out, key);
    json_open(out, '[');
    for (int row = 0; row < FALLS_ROWS; row++) {
        char chars[ROW_BYTES + 1];
        for (int col = 0; col < FALLS_COLS; col++) {
            int colour = falls_colour_at(tiles, FALLS_COLS * row + col);
            chars[3 * col] = falls_letters[colour];
            chars[3 * col + 1] = colour ? sign_of(tiles, virus, falls_cell(row, col)) : '.';
            chars[3 * col + 2] = ' ';
        }
        json_put_bytes(out, chars, ROW_BYTES);
    }
    json_close(out, ']');
}

static void write_capsule(const struct falls_player *player, struct text *out) {
    json_put_key(out, "capsule");
    if (!player->controlled) {
        json_put_null(out);
        return;
    }
    json_open(out, '[');
    json_put_int(out, player->low);
    json_put_int(out, __builtin_ctz(falls_byte(falls_taken(&player->moving), FALLS_ROWS - 1)));
    json_close(out, ']');
}

static void write_chain(uint64_t chain, struct text *out) {
    json_put_key(out, "chain");
    json_open(out, '[');
    for (; chain; chain >>= 2) json_put_string(out, falls_colour_names[chain & 3]);
    json_close(out, ']');
}

static void write_unit(const uint8_t *unit, struct text *out) {
    json_open(out, '[');
    for (int i = 0; i < FALLS_UNIT_MAX && unit[i]; i++) {
        json_open(out, '{');
        json_put_key(out, "col");
        if (unit[i] >= 4)
            json_put_int(out, (unit[i] >> 2) - 1);
        else
            json_put_null(out);
        json_field_string(out, "color", falls_colour_names[unit[i] & 3]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_player(const struct falls_player *player, struct text *out) {
    struct falls_tiles moving = falls_placed_tiles(player);
    json_open(out, '{');
    json_field_string(out, "status", status_names[player->status]);
    json_field_int(out, "viruses", falls_count(player->virus));
    write_field("settled", &player->settled, player->virus, out);
    write_field("moving", &moving, 0, out);
    write_capsule(player, out);
    json_field_int(out, "drawn", player->drawn);
    json_put_key(out, "incoming");
    json_open(out, '[');
    for (int unit = 0; unit < player->units; unit++) write_unit(player->incoming[unit], out);
    json_close(out, ']');
    write_chain(player->chain, out);
    json_close(out, '}');
}

static void write_sequence(const struct falls *falls, struct text *out) {
    json_put_key(out, "sequence");
    json_open(out, '[');
    for (int i = 0; i < falls->kept; i++) {
        int capsule = falls->capsules[i];
        char letters[2] = {falls_letters[capsule / 3 + 1], falls_letters[capsule % 3 + 1]};
        json_put_bytes(out, letters, sizeof letters);
    }
    json_close(out, ']');
    json_field_int(out, "first", falls->first);
}

void falls_write(const void *state, struct text *out) {
    const struct falls *falls = state;
    json_put_key(out, "config");
    json_open(out, '{');
    json_field_int(out, "players", falls->players);
    json_field_int(out, "viruses", falls->viruses);
    json_field_string(out, "boards", board_names[falls->nes]);
    json_close(out, '}');
    json_put_key(out, "players");
    json_open(out, '[');
    for (int seat = 0; seat < falls->players; seat++) write_player(&falls->player[seat], out);
    json_close(out, ']');
    write_sequence(falls, out);
}

static int find_name(struct json from, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (json_equals(from, names[i])) return i;
    return -1;
}

static int find_colour(struct json from) {
    return find_name(from, falls_colour_names + 1, FALLS_COLOURS - 1) + 1;
}

/* Returns the colour of a letter, or 0. */
static int letter_colour(char letter) {
    const char *at = letter ? strchr(falls_letters, letter) : NULL;
    return at ? (int)(at - falls_letters) : 0;
}

/* A field while it is read: bindings are noted from both sides. */
struct reading {
    struct falls_tiles tiles;
    falls_set virus, left, up;
};

static bool read_cell(struct reading *reading, const char *chars, falls_set cell, bool settled) {
    int colour = letter_colour(chars[0]);
    if (memcmp(chars, "..", 2) == 0) return true;
    if (!colour) return false;
    falls_put(&reading->tiles, cell, colour);
    switch (chars[1]) {
    case 'o':
        return true;
    case '*':
        reading->virus |= cell;
        return settled;
    case '>':
        reading->tiles.right |= cell;
        return true;
    case '<':
        reading->left |= cell;
        return true;
    case 'v':
        reading->tiles.down |= cell;
        return true;
    case '^':
        reading->up |= cell;
        return true;
    default:
        return false;
    }
}

static const char *read_row(struct reading *reading, struct json from, int row, bool settled) {
    char chars[ROW_BYTES + 2];
    if (json_string(from, chars, sizeof chars) != ROW_BYTES)
        return "a row must be a string of 8 cells of two characters, with a space between them";
    for (int col = 0; col < FALLS_COLS; col++) {
        if (col > 0 && chars[3 * col - 1] != ' ') return "a space must stand between cells";
        if (!read_cell(reading, chars + 3 * col, falls_cell(row, col), settled))
            return "a cell must be .. or a color R, Y, B and one of o < > ^ v or, settled, *";
    }
    return NULL;
}

/* Returns the bindings that only one side has. */
static falls_set one_sided(const struct reading *reading) {
    falls_set edge = falls_each_row(0x80), right = reading->tiles.right, down = reading->tiles.down;
    return (right & edge) | (down & falls_row(FALLS_ROWS - 1)) | (right & ~(reading->left >> 1)) |
           (reading->left & ~((right & ~edge) << 1)) | (down & ~(reading->up >> FALLS_COLS)) |
           (reading->up & ~(down << FALLS_COLS));
}

static const char *read_field(struct reading *reading, struct json from, bool settled,
                              struct json *at) {
    int row = 0;
    *at = from;
    memset(reading, 0, sizeof *reading);
    if (json_count(from) != FALLS_ROWS || !json_is(from, JSON_ARRAY))
        return "settled and moving must be arrays of 16 strings";
    for (*at = json_first(from); json_kind(*at); *at = json_after(from, *at)) {
        const char *wrong = read_row(reading, *at, row++, settled);
        if (wrong) return wrong;
    }
    falls_set alone = one_sided(reading);
    *at = json_first(from);
    if (!alone) return NULL;
    for (row = falls_first(alone) / FALLS_COLS; row > 0; row--) *at = json_after(from, *at);
    return "two bound elements must both say so";
}

static bool read_place(struct json from, int64_t *row, int64_t *col) {
    struct json first = json_first(from);
    return json_is(from, JSON_ARRAY) && json_count(from) == 2 &&
           json_int(first, 0, FALLS_ROWS - 1, row) &&
           json_int(json_after(from, first), 0, FALLS_COLS - 1, col);
}

/* Reads the moving field at its real place, and shifts it down to row 15. */
static const char *read_moving(struct falls_player *player, struct json from, struct json *at) {
    struct reading reading;
    int64_t row, col;
    const char *wrong = read_field(&reading, json_get(from, "moving"), false, at);
    if (wrong) return wrong;
    falls_set taken = falls_taken(&reading.tiles);
    player->low = (uint8_t)(taken ? falls_lowest(taken) : 0);
    int shift = taken ? FALLS_COLS * (FALLS_ROWS - 1 - player->low) : 0;
    player->moving.one = reading.tiles.one << shift;
    player->moving.two = reading.tiles.two << shift;
    player->moving.right = reading.tiles.right << shift;
    player->moving.down = reading.tiles.down << shift;

    *at = json_get(from, "capsule");
    if (json_is(*at, JSON_NULL)) return NULL;
    if (!read_place(*at, &row, &col))
        return "capsule must be null, or [row, col] of one of its elements";
    if (!(taken & falls_cell((int)row, (int)col)))
        return "capsule must be the place of a moving element";
    player->controlled = 1;
    return NULL;
}

static const char *read_element(struct json from, uint8_t *element, struct json *at) {
    static const char *const keys[] = {"col", "color", NULL};
    struct json stranger = json_find_unknown(from, keys);
    int64_t col = -1;
    *at = json_kind(stranger) ? stranger : from;
    if (!json_is(from, JSON_OBJECT) || json_kind(stranger))
        return "an element of a unit must be {\"col\": number or null, \"color\": a color}";
    *at = json_get(from, "col");
    if (!json_is(*at, JSON_NULL) && !json_int(*at, 0, FALLS_COLS - 1, &col))
        return "col must be a whole number from 0 to 7, or null while it is not drawn";
    *at = json_get(from, "color");
    int colour = find_colour(*at);
    if (!colour) return "color must be \"Red\", \"Yellow\" or \"Blue\"";
    *element = (uint8_t)(colour | (int)(col + 1) << 2);
    return NULL;
}

static const char *read_unit(struct json from, uint8_t *unit, struct json *at) {
    *at = from;
    if (!json_is(from, JSON_ARRAY) || json_count(from) < 1 || json_count(from) > FALLS_UNIT_MAX)
        return "a unit must be an array of 1 to 4 elements";
    struct json element = json_first(from);
    for (int i = 0; json_kind(element); element = json_after(from, element), i++) {
        const char *wrong = read_element(element, &unit[i], at);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_incoming(struct falls_player *player, struct json from, struct json *at) {
    *at = from;
    if (!json_given(from)) return NULL;
    if (!json_is(from, JSON_ARRAY) || json_count(from) > FALLS_UNITS_MAX)
        return "incoming must be an array of at most 16 units";
    for (struct json unit = json_first(from); json_kind(unit); unit = json_after(from, unit)) {
        const char *wrong = read_unit(unit, player->incoming[player->units++], at);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_chain(struct falls_player *player, struct json from, struct json *at) {
    int runs = 0;
    *at = from;
    if (!json_given(from)) return NULL;
    if (!json_is(from, JSON_ARRAY) || json_count(from) > FALLS_CHAIN_MAX)
        return "chain must be an array of at most 28 colors";
    for (*at = json_first(from); json_kind(*at); *at = json_after(from, *at)) {
        int colour = find_colour(*at);
        if (!colour) return "a run's color must be \"Red\", \"Yellow\" or \"Blue\"";
        player->chain |= (uint64_t)colour << 2 * runs++;
    }
    return NULL;
}

static const char *read_numbers(struct falls_player *player, struct json from, struct json *at) {
    int64_t drawn, viruses, count = falls_count(player->virus);
    *at = json_get(from, "drawn");
    if (!json_int(*at, 0, FALLS_DRAWN_MAX, &drawn))
        return "drawn must be a whole number from 0 to 1000000000";
    player->drawn = (uint32_t)drawn;
    *at = json_get(from, "viruses");
    if (json_given(*at) && (!json_int(*at, 0, FALLS_CELLS, &viruses) || viruses != count))
        return "viruses must be the number of viruses in settled";
    return NULL;
}

static const char *read_player(struct falls_player *player, struct json from, struct json *at) {
    static const char *const keys[] = {"status", "viruses",  "settled", "moving", "capsule",
                                       "drawn",  "incoming", "chain",   NULL};
    struct reading reading;
    struct json stranger = json_find_unknown(from, keys);
    const char *wrong;
    *at = json_kind(stranger) ? stranger : from;
    if (!json_is(from, JSON_OBJECT)) return "a player must be an object";
    if (json_kind(stranger)) return "a player must not have this field";
    *at = json_get(from, "status");
    int status = find_name(*at, status_names, 3);
    if (status < 0) return "status must be \"playing\", \"defeated\" or \"cleared\"";
    player->status = (uint8_t)status;
    if ((wrong = read_field(&reading, json_get(from, "settled"), true, at))) return wrong;
    player->settled = reading.tiles;
    player->virus = reading.virus;
    if ((wrong = read_moving(player, from, at))) return wrong;
    if ((wrong = read_numbers(player, from, at))) return wrong;
    if ((wrong = read_incoming(player, json_get(from, "incoming"), at))) return wrong;
    if ((wrong = read_chain(player, json_get(from, "chain"), at))) return wrong;
    *at = from;
    return player->drawn ? falls_check_player(player) : NULL;
}

static const char *read_config(struct falls *falls, struct json from, struct json *at) {
    static const char *const keys[] = {"players", "viruses", "boards", NULL};
    struct json stranger = json_find_unknown(from, keys), boards = json_get(from, "boards");
    int64_t players, viruses;
    *at = json_kind(stranger) ? stranger : from;
    if (!json_is(from, JSON_OBJECT) || json_kind(stranger))
        return "config must be an object of players, viruses and boards";
    *at = json_get(from, "players");
    if (!json_int(*at, 1, SEATS_MAX, &players)) return "players must be a whole number from 1 to 8";
    *at = json_get(from, "viruses");
    if (!json_int(*at, 1, FALLS_VIRUSES_MAX, &viruses))
        return "viruses must be a whole number from 1 to 84";
    *at = boards;
    if (json_given(boards) && find_name(boards, board_names, 2) < 0)
        return "boards must be \"standard\" or \"nes\"";
    falls->players = (uint8_t)players;
    falls->viruses = (uint8_t)viruses;
    falls->nes = json_equals(boards, board_names[1]);
    return NULL;
}

static bool read_capsule(struct json from, uint8_t *capsule) {
    char letters[4];
    if (json_string(from, letters, sizeof letters) != 2) return false;
    int left = letter_colour(letters[0]), right = letter_colour(letters[1]);
    *capsule = (uint8_t)(3 * (left - 1) + right - 1);
    return left && right;
}

static const char *read_sequence(struct falls *falls, struct json from, struct json *at) {
    struct json sequence = json_get(from, "sequence");
    int64_t first = 0;
    *at = sequence;
    if (!json_is(sequence, JSON_ARRAY) || json_count(sequence) > FALLS_KEPT_MAX)
        return "sequence must be an array of at most 128 capsules";
    for (*at = json_first(sequence); json_kind(*at); *at = json_after(sequence, *at))
        if (!read_capsule(*at, &falls->capsules[falls->kept++]))
            return "a capsule must be two of the letters R, Y, B";
    *at = json_get(from, "first");
    if (!json_int(*at, 0, FALLS_DRAWN_MAX, &first))
        return "first must be a whole number from 0 to 1000000000";
    falls->first = (uint32_t)first;
    return NULL;
}

const char *falls_read(void *state, int ruleset, struct json from, struct json *at) {
    (void)ruleset;
    struct falls *falls = state;
    struct json players = json_get(from, "players");
    const char *wrong;
    int seat = 0;
    memset(falls, 0, offsetof(struct falls, player));
    if ((wrong = read_config(falls, json_get(from, "config"), at))) return wrong;
    memset(falls->player, 0, falls->players * sizeof *falls->player);
    *at = players;
    if (!json_is(players, JSON_ARRAY) || json_count(players) != falls->players)
        return "players must be an array of as many players as config says";
    struct json player = json_first(players);
    for (; json_kind(player); player = json_after(players, player))
        if ((wrong = read_player(&falls->player[seat++], player, at))) return wrong;
    if ((wrong = read_sequence(falls, from, at))) return wrong;
    falls_tell(falls);
    return NULL;
}
