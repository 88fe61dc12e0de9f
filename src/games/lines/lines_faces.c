/* lines: words and JSON. For people a cell is a letter for its column and the number of its row,
 * "e4"; in JSON it is [row, col] from 0. */
#include "lines.h"
#include <string.h>

const char *const lines_colour_names[] = {"Red",     "Green",  "Blue", "Brown",
                                          "Magenta", "Yellow", "Cyan"};
const char lines_letters[] = "RGBNMYC";

const char *const lines_fields[] = {"config", "board", "next_balls", "next_cells",
                                    "score",  "turn",  "arriving",   NULL};

/* The config fields and their places in the state, in the order of the params and the output. */
static const struct {
    const char *key, *wrong;
    size_t at;
    uint8_t standard, min, max;
} config[] = {
    {"rows", "rows must be a whole number from 5 to 15", offsetof(struct lines, rows), 9,
     LINES_SIDE_MIN, LINES_SIDE_MAX},
    {"cols", "cols must be a whole number from 5 to 15", offsetof(struct lines, cols), 9,
     LINES_SIDE_MIN, LINES_SIDE_MAX},
    {"colors_count", "colors_count must be a whole number from 2 to 7",
     offsetof(struct lines, colours), 7, LINES_COLOURS_MIN, LINES_COLOURS_MAX},
    {"match_length", "match_length must be a whole number from 3 to 15",
     offsetof(struct lines, match), 5, LINES_MATCH_MIN, LINES_SIDE_MAX},
    {"balls_per_turn", "balls_per_turn must be a whole number from 1 to 10",
     offsetof(struct lines, per_turn), 3, 1, LINES_NEXT_MAX},
    {"initial_balls", "initial_balls must be a whole number from 0 to 24",
     offsetof(struct lines, initial), 5, 0, LINES_INITIAL_MAX},
};

enum { NUMBERS = sizeof config / sizeof *config };

void lines_name_cell(const struct lines *lines, int cell, struct text *out) {
    text_format(out, "%c%d", 'a' + cell % lines->cols, cell / lines->cols + 1);
}

static bool has_cell(const struct lines *lines) {
    return lines_set_any(lines_open(lines), LINES_LIMBS_MAX);
}

void lines_name_act(const void *state, int who, action act, struct text *out) {
    const struct lines *lines = state;
    int cells = lines_count(lines), high = (int)act / cells, low = (int)act % cells;
    if (who != CHANCE) {
        lines_name_cell(lines, high, out);
        text_string(out, " to ");
        lines_name_cell(lines, low, out);
    } else if (!lines_draws(lines)) {
        text_string(out, "ball to ");
        lines_name_cell(lines, low, out);
    } else if (has_cell(lines)) {
        text_format(out, "next %s at ", lines_colour_names[high]);
        lines_name_cell(lines, low, out);
    } else {
        text_format(out, "next %s", lines_colour_names[act]);
    }
}

static void put_cell(const struct lines *lines, int cell, struct text *out) {
    json_open(out, '[');
    json_put_int(out, cell / lines->cols);
    json_put_int(out, cell % lines->cols);
    json_close(out, ']');
}

static void field_cell(const struct lines *lines, const char *key, int cell, struct text *out) {
    json_put_key(out, key);
    put_cell(lines, cell, out);
}

void lines_write_act(const void *state, int who, action act, struct text *out) {
    const struct lines *lines = state;
    int cells = lines_count(lines), high = (int)act / cells, low = (int)act % cells;
    json_open(out, '{');
    if (who != CHANCE) {
        field_cell(lines, "from", high, out);
        field_cell(lines, "to", low, out);
    } else if (!lines_draws(lines)) {
        field_cell(lines, "ball", low, out);
    } else if (has_cell(lines)) {
        json_field_string(out, "next", lines_colour_names[high]);
        field_cell(lines, "cell", low, out);
    } else {
        json_field_string(out, "next", lines_colour_names[act]);
    }
    json_close(out, '}');
}

static int find_colour(struct json from) {
    for (int colour = 0; colour < LINES_COLOURS_MAX; colour++)
        if (json_equals(from, lines_colour_names[colour])) return colour;
    return -1;
}

/* Reads [row, col], which must be on the board. */
static bool read_cell(const struct lines *lines, struct json from, int *cell) {
    int64_t row, col;
    struct json first = json_first(from);
    if (!json_is(from, JSON_ARRAY) || json_count(from) != 2) return false;
    if (!json_int(first, 0, lines->rows - 1, &row)) return false;
    if (!json_int(json_after(from, first), 0, lines->cols - 1, &col)) return false;
    *cell = (int)row * lines->cols + (int)col;
    return true;
}

static const char *read_next(const struct lines *lines, struct json from, action *act) {
    int colour = find_colour(json_get(from, "next")), cell;
    if (has_cell(lines)) {
        if (json_count(from) != 2 || colour < 0 || !read_cell(lines, json_get(from, "cell"), &cell))
            return "the action of chance must be {\"next\": colour, \"cell\": [row, col]} now";
        *act = (action)(colour * lines_count(lines) + cell);
    } else {
        if (json_count(from) != 1 || colour < 0)
            return "the action of chance must be {\"next\": colour} now";
        *act = (action)colour;
    }
    return NULL;
}

const char *lines_read_act(const void *state, int who, struct json from, action *act) {
    const struct lines *lines = state;
    int source, target;
    if (!json_is(from, JSON_OBJECT)) return "an action must be an object";
    if (who == CHANCE && lines_draws(lines)) return read_next(lines, from, act);
    if (who == CHANCE) {
        if (json_count(from) != 1 || !read_cell(lines, json_get(from, "ball"), &target))
            return "the action of chance must be {\"ball\": [row, col]} now";
        *act = (action)target;
        return NULL;
    }
    if (json_count(from) != 2 || !read_cell(lines, json_get(from, "from"), &source) ||
        !read_cell(lines, json_get(from, "to"), &target))
        return "an action must be {\"from\": [row, col], \"to\": [row, col]}, on the board";
    *act = (action)(source * lines_count(lines) + target);
    return NULL;
}

static void write_config(const struct lines *lines, struct text *out) {
    json_put_key(out, "config");
    json_open(out, '{');
    for (int i = 0; i < NUMBERS; i++)
        json_field_int(out, config[i].key, ((const uint8_t *)lines)[config[i].at]);
    json_field_bool(out, "show_next_balls", lines->show);
    json_close(out, '}');
}

static void write_board(const struct lines *lines, struct text *out) {
    json_put_key(out, "board");
    json_open(out, '[');
    for (int row = 0; row < lines->rows; row++) {
        char letters[LINES_SIDE_MAX];
        for (int col = 0; col < lines->cols; col++) {
            int code = lines_code(lines, row * lines_stride(lines) + col, lines_limbs(lines));
            letters[col] = code ? lines_letters[code - 1] : '.';
        }
        json_put_bytes(out, letters, lines->cols);
    }
    json_close(out, ']');
}

/* Null if no colour is drawn. Without the preview null means that the colours are hidden, and an
 * empty array that CHANCE draws them now. */
static void write_next(const struct lines *lines, struct text *out) {
    json_put_key(out, "next_balls");
    if (lines->drawn == 0 && (lines->show || lines->phase != LINES_DRAW)) {
        json_put_null(out);
        return;
    }
    json_open(out, '[');
    for (int i = 0; i < lines->drawn; i++)
        json_put_string(out, lines_colour_names[lines_next(lines, i) - 1]);
    json_close(out, ']');
    if (!lines_announces(lines)) return;
    json_put_key(out, "next_cells");
    json_open(out, '[');
    for (int i = 0; i < lines->drawn; i++) {
        if (lines->cells[i])
            put_cell(lines, lines->cells[i] - 1, out);
        else
            json_put_null(out);
    }
    json_close(out, ']');
}

void lines_write(const void *state, struct text *out) {
    const struct lines *lines = state;
    write_config(lines, out);
    write_board(lines, out);
    write_next(lines, out);
    json_field_int(out, "score", lines->score);
    json_field_int(out, "turn", lines->turn);
    if (lines->phase == LINES_ARRIVE) json_field_int(out, "arriving", lines->arriving);
}

/* Reads a number that may be left out or null. */
static bool read_number(struct json from, int64_t standard, int64_t min, int64_t max,
                        int64_t *out) {
    *out = standard;
    return !json_given(from) || json_int(from, min, max, out);
}

static const char *read_config(struct lines *lines, struct json from, struct json *at) {
    static const char *const keys[] = {
        "rows",           "cols",          "colors_count",    "match_length",
        "balls_per_turn", "initial_balls", "show_next_balls", NULL};
    int64_t value;
    bool show = true;
    *at = from;
    if (json_given(from) && !json_is(from, JSON_OBJECT)) return "config must be an object";
    *at = json_find_unknown(from, keys);
    if (json_kind(*at)) return "config must not have this field";
    for (int i = 0; i < NUMBERS; i++) {
        *at = json_get(from, config[i].key);
        if (!read_number(*at, config[i].standard, config[i].min, config[i].max, &value))
            return config[i].wrong;
        ((uint8_t *)lines)[config[i].at] = (uint8_t)value;
    }
    *at = json_get(from, "show_next_balls");
    if (json_given(*at) && !json_bool(*at, &show)) return "show_next_balls must be true or false";
    lines->show = show;
    return NULL;
}

static const char *read_row(struct lines *lines, int row, struct json from) {
    char letters[LINES_SIDE_MAX + 1];
    if (json_string(from, letters, sizeof letters) != lines->cols)
        return "a row of the board must be a string of cols letters";
    for (int col = 0; col < lines->cols; col++) {
        if (letters[col] == '.') continue;
        const char *letter = letters[col] ? strchr(lines_letters, letters[col]) : NULL;
        if (!letter) return "a cell of the board must be . or one of R G B N M Y C";
        int code = (int)(letter - lines_letters) + 1;
        if (code > lines->colours) return "a ball must have one of the first colors_count colours";
        lines_put(lines, row * lines_stride(lines) + col, code);
    }
    return NULL;
}

static const char *read_board(struct lines *lines, struct json from, struct json *at) {
    const char *wrong;
    int row = 0;
    lines_clear(lines);
    *at = from;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != lines->rows)
        return "board must be an array of as many strings as rows says";
    for (*at = json_first(from); json_kind(*at); *at = json_after(from, *at))
        if ((wrong = read_row(lines, row++, *at))) return wrong;
    return NULL;
}

static const char *read_colours(struct lines *lines, struct json from, struct json *at) {
    *at = from;
    if (!json_given(from)) return NULL;
    if (!json_is(from, JSON_ARRAY) || json_count(from) > lines->per_turn)
        return "next_balls must be null or an array of at most balls_per_turn colours";
    for (*at = json_first(from); json_kind(*at); *at = json_after(from, *at)) {
        int colour = find_colour(*at);
        if (colour < 0 || colour >= lines->colours)
            return "next_balls must hold colours of this game";
        lines->next |= (uint64_t)(colour + 1) << 4 * lines->drawn++;
    }
    return NULL;
}

static const char *read_cells(struct lines *lines, struct json from, struct json *at) {
    int i = 0, cell;
    *at = from;
    if (!json_given(from)) return NULL;
    if (!lines_announces(lines))
        return "next_cells is allowed only in lines98 with show_next_balls";
    if (!json_is(from, JSON_ARRAY) || json_count(from) != lines->drawn)
        return "next_cells must be an array with a cell, or null, for each of next_balls";
    for (*at = json_first(from); json_kind(*at); *at = json_after(from, *at), i++) {
        if (json_is(*at, JSON_NULL)) continue;
        if (!read_cell(lines, *at, &cell)) return "a cell must be [row, col], on the board";
        lines->cells[i] = (uint8_t)(cell + 1);
    }
    return NULL;
}

static const char *read_counts(struct lines *lines, struct json from, struct json *at) {
    int64_t score, turn;
    *at = json_get(from, "score");
    if (!read_number(*at, 0, 0, LINES_COUNT_MAX, &score))
        return "score must be a whole number from 0 to 1000000000";
    *at = json_get(from, "turn");
    if (!read_number(*at, 0, 0, LINES_COUNT_MAX, &turn))
        return "turn must be a whole number from 0 to 1000000000";
    lines->score = (uint32_t)score;
    lines->turn = (uint32_t)turn;
    return NULL;
}

/* The phase follows from the fields. */
static const char *read_phase(struct lines *lines, struct json from, struct json *at) {
    bool full = !lines_set_any(lines_load(lines, LINES_EMPTY, lines_limbs(lines)), LINES_LIMBS_MAX);
    bool hidden = !lines->show && !json_is(json_get(from, "next_balls"), JSON_ARRAY);
    int64_t arriving;
    *at = json_get(from, "arriving");
    if (json_given(*at)) {
        if (!json_int(*at, 1, LINES_INITIAL_MAX, &arriving))
            return "arriving must be a whole number from 1 to 24";
        if (full) return "no ball can arrive on a full board";
        lines->phase = LINES_ARRIVE;
        lines->arriving = (uint8_t)arriving;
    } else {
        bool ready = full || hidden || lines->drawn == lines->per_turn;
        lines->phase = ready ? LINES_PLAY : LINES_DRAW;
        lines_refill(lines);
    }
    return NULL;
}

const char *lines_read(void *state, int ruleset, struct json from, struct json *at) {
    struct lines *lines = state;
    const char *wrong;
    memset(lines, 0, offsetof(struct lines, bits));
    lines->rules98 = (uint8_t)ruleset;
    if ((wrong = read_config(lines, json_get(from, "config"), at))) return wrong;
    if ((wrong = read_board(lines, json_get(from, "board"), at))) return wrong;
    if ((wrong = read_colours(lines, json_get(from, "next_balls"), at))) return wrong;
    if ((wrong = read_cells(lines, json_get(from, "next_cells"), at))) return wrong;
    if ((wrong = read_counts(lines, from, at))) return wrong;
    return read_phase(lines, from, at);
}
