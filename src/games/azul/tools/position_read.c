/* Reads a position from text: translates it into the JSON of a state, which is then judged as any
 * state is. Small and capital letters are the same, and white space is skipped everywhere, since
 * messages and terminals break lines where they like. */
#include "games/azul/tools/position.h"
#include <assert.h>
#include <string.h>

enum { END = -1, TOKEN = AZUL_COLOURS, NUMBER_MAX = 9999, EXCERPT = 12 };

static const char letters[] = "byrkwt"; /* the colours, then the token */

static const char bad_tile[] = "a tile must be B, Y, R, K or W, or a number and one of these";
static const char bad_token[] = "the token T must be on a floor or in the center";
static const char two_tokens[] = "only one place may have the first-player token";
static const char bad_row[] = "a row must be its number, 1 to 5, and its tiles: B, Y, R, K or W";
static const char bad_head[] = "here must be r and the round, p and the player to move, refill, "
                               "over, or _ and the factories";

struct reader {
    struct azul_position *position;
    const char *begin, *at, *end;
    struct text json;
    int players;
    bool has_token; /* a T is in the text; without one the token is in the center */
    int in_bag;     /* the number of tiles that the bag is to hold, or -1 */
    const char *in_bag_at;
};

/* A row of pattern lines or of a wall. */
struct row {
    int count[AZUL_COLOURS];
    const char *at; /* NULL if the text does not have it */
};

/* Faults. */

/* Begins a message with the place, and shows what stands there. */
static struct text blame(const struct reader *reader, const char *at) {
    struct text message = text_over(reader->position->message, sizeof reader->position->message);
    size_t left = (size_t)(reader->end - at);
    text_string(&message, "column ");
    text_int(&message, at - reader->begin + 1);
    if (left) {
        text_string(&message, ", at '");
        text_printable(&message, at, left < EXCERPT ? left : EXCERPT);
        text_string(&message, left <= EXCERPT ? "': " : "...': ");
    } else {
        text_string(&message, ", at the end: ");
    }
    return message;
}

static bool fail(const struct reader *reader, const char *at, const char *wrong) {
    struct text message = blame(reader, at);
    text_string(&message, wrong);
    return false;
}

/* Characters. */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

/* Returns the next character in small letters, or END, and stops before it. */
static int peek(struct reader *reader) {
    while (reader->at < reader->end && is_space(*reader->at)) reader->at++;
    return reader->at < reader->end ? lower(*reader->at) : END;
}

static bool take(struct reader *reader, char c) {
    if (peek(reader) != c) return false;
    reader->at++;
    return true;
}

static bool take_word(struct reader *reader, const char *word) {
    const char *back = reader->at;
    while (*word && take(reader, *word)) word++;
    if (*word) reader->at = back;
    return !*word;
}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* Reads a number, up to NUMBER_MAX: all that is larger is NUMBER_MAX + 1. */
static bool take_number(struct reader *reader, int *number) {
    if (!is_digit(peek(reader))) return false;
    for (*number = 0; is_digit(peek(reader)); reader->at++)
        if (*number <= NUMBER_MAX) *number = *number * 10 + (*reader->at - '0');
    if (*number > NUMBER_MAX) *number = NUMBER_MAX + 1;
    return true;
}

/* Reads a letter of a tile, or of the token. Returns which, or -1. */
static int take_letter(struct reader *reader) {
    int c = peek(reader);
    const char *letter = c > 0 ? strchr(letters, c) : NULL;
    if (!letter) return -1;
    reader->at++;
    return (int)(letter - letters);
}

static bool is_end_of_part(struct reader *reader) {
    int c = peek(reader);
    return c == '_' || c == END;
}

static bool is_end_of_field(struct reader *reader) {
    return is_end_of_part(reader) || peek(reader) == '-';
}

/* Takes the _ before a part. Bag and lid are left to be read last. */
static bool begin_part(struct reader *reader) {
    const char *back = reader->at;
    if (!take(reader, '_')) return false;
    bool last = take_word(reader, "bag") || take_word(reader, "lid");
    if (last) reader->at = back;
    peek(reader);
    return !last;
}

/* Takes what is before the i-th field of a part: nothing, or a -. */
static bool begin_field(struct reader *reader, int i, bool in_part) {
    bool in_field = in_part && (i == 0 || take(reader, '-'));
    peek(reader);
    return in_field;
}

/* Writing JSON. */

/* Says where the JSON that comes next is from. Without room it counts as part of what is before. */
static void note(struct reader *reader, const char *at) {
    struct azul_position *position = reader->position;
    if (position->places_count == AZUL_POSITION_PLACES) return;
    position->places[position->places_count++] =
        (struct azul_position_place){(uint32_t)reader->json.length, at};
}

static void put_number(struct reader *reader, const char *at, const char *key, int number) {
    note(reader, at);
    json_field_int(&reader->json, key, number);
}

static void put_truth(struct reader *reader, const char *at, const char *key, bool truth) {
    note(reader, at);
    json_field_bool(&reader->json, key, truth);
}

static void put_pile(struct reader *reader, const int count[AZUL_COLOURS],
                     const char *const at[AZUL_COLOURS]) {
    json_open(&reader->json, '{');
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (count[colour]) put_number(reader, at[colour], azul_colour_names[colour], count[colour]);
    json_close(&reader->json, '}');
}

/* Tiles. */

/* Returns whether a field holds nothing, and takes the 0 that says so. */
static bool is_empty(struct reader *reader) {
    const char *back = reader->at;
    int number;
    if (take_number(reader, &number) && number == 0 && is_end_of_field(reader)) return true;
    reader->at = back;
    return is_end_of_field(reader);
}

/* Reads tiles of a colour, as "B" or "3B", or the token. */
static bool take_tiles(struct reader *reader, int *colour, int *count, const char **at) {
    *count = 1;
    peek(reader);
    *at = reader->at;
    take_number(reader, count);
    *colour = take_letter(reader);
    if (*colour < 0) return fail(reader, reader->at, bad_tile);
    if (*colour == TOKEN && *count != 1) return fail(reader, *at, two_tokens);
    return (*count >= 1 && *count <= AZUL_EACH) ||
           fail(reader, *at, "a number of tiles must be from 1 to 20");
}

/* Reads a pile. `token` is set where the token may be with it; else it is NULL. */
static bool read_pile(struct reader *reader, bool *token) {
    int count[AZUL_COLOURS] = {0}, colour, more;
    const char *places[AZUL_COLOURS] = {NULL}, *at;
    for (bool ends = is_empty(reader); !ends; ends = is_end_of_field(reader)) {
        if (!take_tiles(reader, &colour, &more, &at)) return false;
        if (colour == TOKEN && !token) return fail(reader, at, bad_token);
        if (colour == TOKEN) {
            *token = true;
            continue;
        }
        count[colour] += more;
        places[colour] = at;
    }
    put_pile(reader, count, places);
    return true;
}

/* Reads the tiles of a floor, in order. */
static bool read_floor_tiles(struct reader *reader, bool *token) {
    int floor = 0, colour, more;
    const char *at;
    for (bool ends = is_empty(reader); !ends; ends = is_end_of_field(reader)) {
        if (!take_tiles(reader, &colour, &more, &at)) return false;
        if (colour == TOKEN && *token) return fail(reader, at, two_tokens);
        if (colour == TOKEN) {
            *token = true;
            continue;
        }
        floor += more;
        if (floor > AZUL_LOOSE_MAX) return fail(reader, at, "a floor must hold at most 64 tiles");
        for (note(reader, at); more > 0; more--)
            json_put_string(&reader->json, azul_colour_names[colour]);
    }
    return true;
}

/* The table. */

static bool read_factories(struct reader *reader) {
    static const char *const too_many[] = {"2 players must have at most 5 factories",
                                           "3 players must have at most 7 factories",
                                           "4 players must have at most 9 factories"};
    bool in_part = begin_part(reader);
    note(reader, reader->at);
    json_put_key(&reader->json, "factories");
    json_open(&reader->json, '[');
    for (int i = 0; i < 2 * reader->players + 1; i++) {
        in_part = begin_field(reader, i, in_part);
        note(reader, reader->at);
        if (!in_part)
            put_pile(reader, (int[AZUL_COLOURS]){0}, NULL);
        else if (!read_pile(reader, NULL))
            return false;
    }
    json_close(&reader->json, ']');
    return is_end_of_part(reader) ||
           fail(reader, reader->at, too_many[reader->players - AZUL_SEATS_MIN]);
}

static bool read_center(struct reader *reader) {
    bool token = !reader->has_token, in_part = begin_part(reader);
    const char *at = reader->at;
    note(reader, at);
    json_put_key(&reader->json, "center");
    json_open(&reader->json, '{');
    json_put_key(&reader->json, "tiles");
    if (!in_part)
        put_pile(reader, (int[AZUL_COLOURS]){0}, NULL);
    else if (!read_pile(reader, &token))
        return false;
    put_truth(reader, at, "has_first_player_token", token);
    json_close(&reader->json, '}');
    return is_end_of_part(reader) ||
           fail(reader, reader->at, "after the tiles of the center must come _ and player 1");
}

/* Boards. */

static int row_total(const struct row *row) {
    int total = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) total += row->count[colour];
    return total;
}

static bool read_row(struct reader *reader, struct row rows[AZUL_SIDE]) {
    int digit = peek(reader) - '1', colour;
    const char *at = reader->at;
    if (digit < 0 || digit >= AZUL_SIDE) return fail(reader, at, bad_row);
    if (rows[digit].at) return fail(reader, at, "a row must be given only once");
    rows[digit].at = at;
    reader->at++;
    while ((colour = take_letter(reader)) >= 0) {
        if (colour == TOKEN) return fail(reader, reader->at - 1, bad_token);
        if (rows[digit].count[colour] <= AZUL_SIDE) rows[digit].count[colour]++;
    }
    return row_total(&rows[digit]) > 0 || fail(reader, reader->at, bad_row);
}

/* Reads rows, each as its number and its tiles. A row that is not there comes from `at`. */
static bool read_rows(struct reader *reader, bool in_part, struct row rows[AZUL_SIDE]) {
    const char *at = reader->at;
    memset(rows, 0, AZUL_SIDE * sizeof *rows);
    for (bool ends = !in_part || is_empty(reader); !ends; ends = is_end_of_field(reader))
        if (!read_row(reader, rows)) return false;
    for (int row = 0; row < AZUL_SIDE; row++)
        if (!rows[row].at) rows[row].at = at;
    return true;
}

static bool put_line(struct reader *reader, int seat, int row, const struct row *tiles) {
    int colour = 0, total = row_total(tiles);
    while (colour < AZUL_COLOURS - 1 && !tiles->count[colour]) colour++;
    if (tiles->count[colour] < total || total > row + 1) {
        struct text message = blame(reader, tiles->at);
        text_format(&message, "line %d of player %d must be of one colour, with at most %d tile%s",
                    row + 1, seat + 1, row + 1, row ? "s" : "");
        return false;
    }
    note(reader, tiles->at);
    json_open(&reader->json, '{');
    json_field_int(&reader->json, "capacity", row + 1);
    json_put_key(&reader->json, "color");
    if (total)
        json_put_string(&reader->json, azul_colour_names[colour]);
    else
        json_put_null(&reader->json);
    json_field_int(&reader->json, "count_filled", total);
    json_close(&reader->json, '}');
    return true;
}

static bool read_lines(struct reader *reader, int seat, bool in_part) {
    struct row rows[AZUL_SIDE];
    if (!read_rows(reader, in_part, rows)) return false;
    json_put_key(&reader->json, "pattern_lines");
    json_open(&reader->json, '[');
    for (int row = 0; row < AZUL_SIDE; row++)
        if (!put_line(reader, seat, row, &rows[row])) return false;
    json_close(&reader->json, ']');
    return true;
}

static bool put_wall_row(struct reader *reader, int seat, int row, const struct row *tiles) {
    note(reader, tiles->at);
    json_open(&reader->json, '[');
    for (int col = 0; col < AZUL_SIDE; col++) {
        int count = tiles->count[azul_wall_colour(row, col)];
        if (count > 1) {
            struct text message = blame(reader, tiles->at);
            text_format(&message, "row %d of the wall of player %d must have a colour only once",
                        row + 1, seat + 1);
            return false;
        }
        json_put_bool(&reader->json, count > 0);
    }
    json_close(&reader->json, ']');
    return true;
}

static bool read_wall(struct reader *reader, int seat, bool in_part) {
    struct row rows[AZUL_SIDE];
    if (!read_rows(reader, in_part, rows)) return false;
    json_put_key(&reader->json, "wall");
    json_open(&reader->json, '[');
    for (int row = 0; row < AZUL_SIDE; row++)
        if (!put_wall_row(reader, seat, row, &rows[row])) return false;
    json_close(&reader->json, ']');
    return true;
}

static bool read_floor(struct reader *reader, bool in_part) {
    bool token = false;
    const char *at = reader->at;
    note(reader, at);
    json_put_key(&reader->json, "floor_line");
    json_open(&reader->json, '{');
    json_put_key(&reader->json, "tiles");
    json_open(&reader->json, '[');
    if (in_part && !read_floor_tiles(reader, &token)) return false;
    json_close(&reader->json, ']');
    put_truth(reader, at, "has_first_player_token", token);
    json_close(&reader->json, '}');
    return true;
}

static bool read_score(struct reader *reader, bool in_part) {
    int score = 0;
    const char *at = reader->at;
    if (in_part && !is_end_of_field(reader) && !take_number(reader, &score))
        return fail(reader, reader->at, "a player must begin with the score, a number");
    if (!is_end_of_field(reader))
        return fail(reader, reader->at, "after the score must come - and the pattern lines");
    put_number(reader, at, "score", score);
    return true;
}

static bool read_player(struct reader *reader, int seat) {
    bool in_part = begin_part(reader);
    note(reader, reader->at);
    json_open(&reader->json, '{');
    if (!read_score(reader, in_part)) return false;
    in_part = begin_field(reader, 1, in_part);
    if (!read_lines(reader, seat, in_part)) return false;
    in_part = begin_field(reader, 2, in_part);
    if (!read_wall(reader, seat, in_part)) return false;
    in_part = begin_field(reader, 3, in_part);
    if (!read_floor(reader, in_part)) return false;
    json_close(&reader->json, '}');
    return is_end_of_part(reader) ||
           fail(reader, reader->at, "a player must have no more than score, lines, wall and floor");
}

static bool read_players(struct reader *reader) {
    json_put_key(&reader->json, "players");
    json_open(&reader->json, '[');
    for (int seat = 0; seat < reader->players; seat++)
        if (!read_player(reader, seat)) return false;
    json_close(&reader->json, ']');
    return true;
}

/* Bag and lid. */

/* Reads the number of tiles in the bag; false if there is no number alone. */
static bool take_in_bag(struct reader *reader) {
    peek(reader);
    reader->in_bag_at = reader->at;
    if (take_number(reader, &reader->in_bag) && is_end_of_part(reader)) return true;
    reader->in_bag = -1;
    reader->at = reader->in_bag_at;
    return false;
}

static bool read_stock(struct reader *reader, const char *key) {
    note(reader, reader->at);
    json_put_key(&reader->json, key);
    if (!read_pile(reader, NULL)) return false;
    return is_end_of_part(reader) ||
           fail(reader, reader->at, "the tiles of bag or lid must be one list, without -");
}

static bool read_stocks(struct reader *reader) {
    bool bag = false, lid = false;
    while (take(reader, '_')) {
        peek(reader);
        const char *at = reader->at;
        bool is_bag = take_word(reader, "bag"), is_lid = !is_bag && take_word(reader, "lid");
        if ((is_bag && bag) || (is_lid && lid))
            return fail(reader, at, "bag and lid must each be given only once");
        if (!is_bag && !is_lid && !is_end_of_part(reader))
            return fail(reader, at, "after the last player must come nothing, lid or bag");
        bag |= is_bag;
        lid |= is_lid;
        if (is_bag && take_in_bag(reader)) continue;
        if ((is_bag || is_lid) && !read_stock(reader, is_bag ? "bag" : "lid")) return false;
    }
    return true;
}

/* The head. */

struct head {
    const char *round_at, *player_at, *phase_at; /* NULL if not given */
    int round, max_rounds, player;
    bool refill, over;
};

static bool read_round(struct reader *reader, struct head *head) {
    if (head->round_at) return fail(reader, reader->at, "the round must be given only once");
    head->round_at = reader->at++;
    if (!take_number(reader, &head->round))
        return fail(reader, reader->at, "r must be followed by the number of the round, as r3");
    if (!take_word(reader, "of") || take_number(reader, &head->max_rounds)) return true;
    return fail(reader, reader->at, "of must be followed by the number of the last round");
}

static bool read_mover(struct reader *reader, struct head *head) {
    static const char *const bad[] = {"p must be followed by a player, 1 or 2",
                                      "p must be followed by a player, 1 to 3",
                                      "p must be followed by a player, 1 to 4"};
    if (head->player_at) return fail(reader, reader->at, "the player must be given only once");
    head->player_at = reader->at++;
    return (take_number(reader, &head->player) && head->player >= 1 &&
            head->player <= reader->players) ||
           fail(reader, head->player_at, bad[reader->players - AZUL_SEATS_MIN]);
}

static bool read_phase(struct reader *reader, struct head *head) {
    const char *at = reader->at;
    bool refill = take_word(reader, "refill"), over = !refill && take_word(reader, "over");
    if (!refill && !over) return fail(reader, at, bad_head);
    if (head->phase_at) return fail(reader, at, "refill or over must be given only once");
    head->phase_at = at;
    head->refill = refill;
    head->over = over;
    return true;
}

static bool read_head_field(struct reader *reader, struct head *head) {
    take(reader, '-');
    if (peek(reader) == 'p') return read_mover(reader, head);
    const char *at = reader->at;
    bool round = take(reader, 'r') && peek(reader) != 'e';
    reader->at = at;
    return round ? read_round(reader, head) : read_phase(reader, head);
}

static void put_head(struct reader *reader, const struct head *head) {
    static const char *const rulesets[] = {"azul_v1_2p", "azul_v1_3p", "azul_v1_4p"};
    const char *begin = reader->begin;
    json_field_int(&reader->json, "state_version", ENVELOPE_VERSION);
    json_field_string(&reader->json, "ruleset_id", rulesets[reader->players - AZUL_SEATS_MIN]);
    put_number(reader, head->player_at ? head->player_at : begin, "active_player_id",
               head->player - 1);
    put_number(reader, head->round_at ? head->round_at : begin, "round_number", head->round);
    put_number(reader, head->round_at ? head->round_at : begin, "max_rounds", head->max_rounds);
    if (head->refill) put_truth(reader, head->phase_at, "refilling", true);
    if (head->over) put_truth(reader, head->phase_at, "game_over", true);
}

static bool read_head(struct reader *reader) {
    struct head head = {.round = 1, .max_rounds = AZUL_ROUNDS, .player = 1};
    peek(reader);
    const char *at = reader->at;
    if (take_word(reader, "azul")) reader->players = peek(reader) - '0';
    if (reader->players < AZUL_SEATS_MIN || reader->players > AZUL_SEATS_MAX)
        return fail(reader, at, "a position must begin with azul2, azul3 or azul4");
    reader->at++;
    while (!is_end_of_part(reader))
        if (!read_head_field(reader, &head)) return false;
    note(reader, at);
    json_open(&reader->json, '{');
    put_head(reader, &head);
    return true;
}

/* The whole. */

static bool translate(struct reader *reader) {
    for (const char *at = reader->begin; at < reader->end; at++)
        reader->has_token |= lower(*at) == 't';
    if (!read_head(reader) || !read_factories(reader) || !read_center(reader) ||
        !read_players(reader) || !read_stocks(reader))
        return false;
    json_close(&reader->json, '}');
    assert(!reader->json.cut);
    return true;
}

/* Returns where in the text a value of the JSON came from. */
static const char *place_of(const struct reader *reader, struct json value) {
    const struct azul_position *position = reader->position;
    size_t length;
    const char *raw = json_raw(value, &length), *at = reader->begin;
    for (int i = 0; i < position->places_count; i++)
        if (json_kind(value) && position->json + position->places[i].json <= raw)
            at = position->places[i].text;
    return at;
}

static bool judge(struct reader *reader) {
    struct azul_position *position = reader->position;
    struct json at;
    const char *wrong = json_parse(&position->doc, position->json, reader->json.length,
                                   position->tokens, AZUL_POSITION_TOKENS);
    assert(!wrong);
    wrong = azul_position_read_json(position, json_root(&position->doc), &at);
    if (wrong) return fail(reader, place_of(reader, at), wrong);
    wrong = reader->in_bag < 0 ? NULL : azul_position_split(position, reader->in_bag);
    return !wrong || fail(reader, reader->in_bag_at, wrong);
}

const char *azul_position_read(struct azul_position *position, const char *text, size_t length) {
    struct reader reader = {
        .position = position, .begin = text, .at = text, .end = text + length, .in_bag = -1};
    reader.json = text_over(position->json, sizeof position->json);
    position->places_count = 0;
    return translate(&reader) && judge(&reader) ? NULL : position->message;
}
