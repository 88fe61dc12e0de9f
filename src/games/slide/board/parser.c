/* An empty line or a comment ends a board. Adjacent lines are one board if they make one, else a
 * board each if most of them do. */
#include "games/slide/board/parser.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

int slide_parser_init(struct slide_parser *parser, const char *bytes, size_t length) {
    memset(parser, 0, offsetof(struct slide_parser, tiles));
    parser->end = bytes + length;
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) bytes += 3;
    parser->at = parser->lines_end = bytes;
    parser->line = 1;
    if (!memchr(bytes, '{', (size_t)(parser->end - bytes))) return 0;
    parser->tokens_capacity = json_tokens_max(length);
    parser->tokens = malloc(parser->tokens_capacity * sizeof *parser->tokens);
    return parser->tokens ? 0 : -1;
}

void slide_parser_release(struct slide_parser *parser) {
    free(parser->tokens);
    parser->tokens = NULL;
}

static int refuse(struct slide_parser *parser, const char *format, int number) {
    struct text message = text_over(parser->message, sizeof parser->message);
    text_format(&message, format, number);
    return -1;
}

/* Returns the place of the first number that is too large or a duplicate, or -1. Sets tiles[] to
 * the place of each number. */
static int find_bad_number(struct slide_parser *parser, const int *numbers, int cells) {
    for (int i = 0; i < cells; i++) parser->tiles[i] = UINT16_MAX;
    for (int i = 0; i < cells; i++) {
        if (numbers[i] >= cells || parser->tiles[numbers[i]] != UINT16_MAX) return i;
        parser->tiles[numbers[i]] = (uint16_t)i;
    }
    return -1;
}

static int refuse_number(struct slide_parser *parser, const int *numbers, int cells) {
    int number = numbers[parser->bad_number], zeros = 0;
    for (int i = 0; i < cells; i++) zeros += numbers[i] == 0;
    if (zeros > 1) return refuse(parser, "a board must have one blank, not %d", zeros);
    if (zeros == 0) return refuse(parser, "a board must have a blank, written as 0 or _", 0);
    return refuse(parser,
                  number < cells ? "tile %d must be there only once"
                                 : "tile %d must be less than the number of cells",
                  number);
}

static int make_board(struct slide_parser *parser, const int *numbers, int rows, int cols) {
    int cells = rows * cols;
    parser->bad_number = -1;
    if (rows < 2 || cols < 2)
        return refuse(parser, "a board must have at least 2 rows and 2 columns", 0);
    if (rows > SLIDE_BOARD_SIDE_MAX || cols > SLIDE_BOARD_SIDE_MAX)
        return refuse(parser, "a board must have at most %d rows and columns",
                      SLIDE_BOARD_SIDE_MAX);
    parser->bad_number = find_bad_number(parser, numbers, cells);
    if (parser->bad_number >= 0) return refuse_number(parser, numbers, cells);
    parser->board = (struct slide_board){rows, cols, parser->tiles[0], parser->tiles};
    for (int i = 0; i < cells; i++) parser->tiles[i] = (uint16_t)numbers[i];
    return 1;
}

static int side_of(int cells) {
    int side = 0;
    while (side * side < cells) side++;
    return side * side == cells ? side : 0;
}

/* Makes the grid a board: its rows as they are, or a single row or column as a square. */
static int make_grid(struct slide_parser *parser) {
    const struct slide_grid *grid = &parser->grid;
    int side = side_of(grid->count);
    if (grid->count == 0)
        return refuse(parser, "a board must be numbers and one blank, written as 0 or _", 0);
    if (grid->ragged) return refuse(parser, "row %d must be as long as the first", grid->ragged);
    if (grid->rows > 1 && grid->cols > 1)
        return make_board(parser, grid->numbers, grid->rows, grid->cols);
    if (side) return make_board(parser, grid->numbers, side, side);
    return refuse(parser, "%d numbers make no square: each row must be on a line of its own",
                  grid->count);
}

/* Reads a line of a benchmark list: an index before the board, the length of its shortest solution
 * after it, or both. */
static bool make_listed(struct slide_parser *parser) {
    const struct slide_grid *grid = &parser->grid;
    for (int extra = 1; grid->rows == 1 && extra <= 2; extra++) {
        int side = side_of(grid->count - extra);
        for (int first = 1; side > 1 && first >= extra - 1; first--) {
            if (make_board(parser, grid->numbers + first, side, side) < 0) continue;
            if (first < extra) parser->expected_length = grid->numbers[grid->count - 1];
            return true;
        }
    }
    return false;
}

static const char *end_of_line(struct slide_parser *parser, const char *at) {
    for (int i = 0; i < 2; i++)
        if (parser->line_ends[i].from && parser->line_ends[i].from <= at &&
            at <= parser->line_ends[i].to)
            return parser->line_ends[i].to;
    const char *newline = memchr(at, '\n', (size_t)(parser->end - at));
    parser->line_ends[parser->line_end].from = at;
    parser->line_ends[parser->line_end].to = newline ? newline : parser->end;
    parser->line_end = 1 - parser->line_end;
    return newline ? newline : parser->end;
}

static const char *skip_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
    return at;
}

static bool is_empty(const char *at, const char *end) {
    at = skip_space(at, end);
    return at == end || *at == '#';
}

static void advance(struct slide_parser *parser, const char *to) {
    for (; parser->at < to; parser->at++) parser->line += *parser->at == '\n';
}

static void next_line(struct slide_parser *parser) {
    const char *end = end_of_line(parser, parser->at);
    advance(parser, end < parser->end ? end + 1 : end);
}

/* Skips white space and what separates the states of a list. */
static const char *skip_list(const char *at, const char *end, const char *separators) {
    while (at < end && *at && (strchr(separators, *at) || strchr(" \t\r\n", *at))) at++;
    return at;
}

/* Returns the start of the next state, a brace and a key, or NULL if something else comes next. */
static const char *find_state(const char *at, const char *end) {
    at = skip_list(at, end, "[,");
    if (at == end || *at != '{') return NULL;
    const char *key = skip_list(at + 1, end, "");
    return key == end || *key == '"' || *key == '}' ? at : NULL;
}

/* Returns the end of the state that begins here, past its closing brace, or NULL. */
static const char *end_of_state(const char *at, const char *end) {
    int depth = 0;
    bool quoted = false;
    for (; at < end; at++) {
        if (quoted && *at == '\\' && at + 1 < end)
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted && *at == '{')
            depth++;
        else if (!quoted && *at == '}' && --depth == 0)
            return at + 1;
    }
    return NULL;
}

/* Reads 4x5: before a board, the width first, as in game ids. Returns its end, or NULL. */
static const char *read_size(const char *at, const char *end, int *cols, int *rows) {
    int *sides[] = {cols, rows};
    for (int i = 0; i < 2; i++) {
        const char *digits = at;
        for (*sides[i] = 0; at < end && *at >= '0' && *at <= '9' && at - digits < 3; at++)
            *sides[i] = 10 * *sides[i] + *at - '0';
        if (at == digits || at == end || *at++ != (i ? ':' : 'x')) return NULL;
    }
    return at;
}

static int read_sized(struct slide_parser *parser, const char *at, const char *end, int rows,
                      int cols) {
    slide_grid_clear(&parser->grid);
    const char *wrong = slide_grid_numbers(&parser->grid, at, end);
    if (wrong) return refuse(parser, wrong, 0);
    if (parser->grid.count != rows * cols)
        return refuse(parser, "a board of this size must have %d numbers", rows * cols);
    return make_board(parser, parser->grid.numbers, rows, cols);
}

/* Reads a board where each symbol is a cell. Sets no message if there is none. */
static bool make_symbols(struct slide_parser *parser, const char *at, const char *end) {
    struct slide_grid *grid = &parser->grid;
    slide_grid_clear(grid);
    for (const char *stop; at < end; at = stop + 1)
        if (!slide_grid_symbols(grid, at, stop = end_of_line(parser, at))) return false;
    int side = side_of(grid->count), rows = grid->rows == 1 ? side : grid->rows;
    int cols = grid->rows == 1 ? side : grid->cols;
    if (grid->ragged || rows < 2 || cols < 2) return false;
    return find_bad_number(parser, grid->numbers, rows * cols) < 0 &&
           make_board(parser, grid->numbers, rows, cols) > 0;
}

/* Reads all lines up to `end`, the first of them parser->line, as one board. */
static int read_lines(struct slide_parser *parser, const char *at, const char *end) {
    const char *stop, *wrong = NULL;
    int line = parser->line, made = -1;
    slide_grid_clear(&parser->grid);
    for (const char *from = at; !wrong && from < end; from = stop + 1, line++)
        wrong = slide_grid_numbers(&parser->grid, from, stop = end_of_line(parser, from));
    if (wrong)
        refuse(parser, wrong, 0);
    else
        made = make_grid(parser);
    if (made < 0 && make_symbols(parser, at, end)) made = 1;
    if (made < 0 && wrong) parser->board_line = line - 1;
    return made;
}

static int read_one_line(struct slide_parser *parser, const char *at, const char *end) {
    int rows, cols;
    const char *board = read_size(skip_space(at, end), end, &cols, &rows);
    parser->expected_length = -1;
    if (board) return read_sized(parser, board, end, rows, cols);
    slide_grid_clear(&parser->grid);
    if (!slide_grid_numbers(&parser->grid, at, end) && make_listed(parser)) return 1;
    return read_lines(parser, at, end);
}

static int take_line(struct slide_parser *parser) {
    const char *at = parser->at;
    int made = read_one_line(parser, at, end_of_line(parser, at));
    next_line(parser);
    return made;
}

/* Whether lines that are not one board are meant as a board each: at least half of them are boards,
 * or no number is too large for that. */
static bool is_board_a_line(struct slide_parser *parser, const char *at, const char *end) {
    const struct slide_grid *grid = &parser->grid;
    int lines = 0, boards = 0, largest = 0, cols = -1;
    for (const char *stop; at < end; at = stop + 1, lines++) {
        stop = end_of_line(parser, at);
        boards += read_one_line(parser, at, stop) > 0;
        for (int i = 0; i < grid->count; i++)
            if (grid->numbers[i] > largest) largest = grid->numbers[i];
        cols = cols < 0 || cols == grid->count ? grid->count : 0;
    }
    parser->expected_length = -1;
    return 2 * boards >= lines || (largest < cols && side_of(cols));
}

/* Whether the line is the number or the size of the board below it, not a row. */
static bool is_heading(struct slide_parser *parser, const char *at, const char *stop,
                       const char *end) {
    struct slide_grid *grid = &parser->grid;
    char size[8] = "";
    int rows = 0, cols = 0;
    size_t length = 0;
    at = skip_space(at, stop);
    while (at + length < stop && length < sizeof size - 1 && at[length] > ' ') length++;
    memcpy(size, at, length);
    size[length] = ':';
    slide_grid_clear(grid);
    if (read_size(size, size + length + 1, &cols, &rows) == size + length + 1) return true;
    if (slide_grid_numbers(grid, at, stop) || grid->count > 3) return false;
    if (grid->count < 2) return grid->count == 1 && read_one_line(parser, at, stop) < 0;
    rows = grid->numbers[0], cols = grid->numbers[grid->count - 1];
    read_lines(parser, stop + 1, end);
    return !grid->ragged && grid->rows == rows && grid->cols == cols;
}

/* Reads the lines up to `end` as one board, or the first of them as a board. */
static int take_lines(struct slide_parser *parser, const char *end) {
    const char *stop = end_of_line(parser, parser->at);
    if (stop == end) return take_line(parser);
    int made = read_lines(parser, parser->at, end);
    if (made < 0 && is_heading(parser, parser->at, stop, end)) {
        next_line(parser);
        made = read_lines(parser, parser->at, end);
    }
    if (made < 0 && is_board_a_line(parser, parser->at, end)) {
        parser->lines_end = end;
        parser->board_line = parser->line;
        return take_line(parser);
    }
    if (made < 0) {
        parser->board_line = parser->line;
        made = read_lines(parser, parser->at, end);
    }
    advance(parser, end);
    next_line(parser);
    return made;
}

/* Points to the bad number, if there is one. */
static const char *refuse_tiles(struct slide_parser *parser, struct json tiles, struct json *at) {
    if (parser->bad_number < 0) return parser->message;
    *at = json_first(tiles);
    for (int i = 0; i < parser->bad_number; i++) *at = json_after(tiles, *at);
    return parser->message;
}

const char *slide_parser_state(struct slide_parser *parser, struct json state, struct json *at) {
    int64_t rows, cols, number;
    struct json tiles = json_get(state, "tiles"), goal = json_get(state, "goal");
    *at = json_get(state, "rows");
    if (!json_int(*at, 2, SLIDE_BOARD_SIDE_MAX, &rows))
        return "rows must be a number from 2 to 255";
    *at = json_get(state, "cols");
    if (!json_int(*at, 2, SLIDE_BOARD_SIDE_MAX, &cols))
        return "cols must be a number from 2 to 255";
    *at = goal;
    parser->blank_first = json_equals(goal, "blank_first");
    if (json_given(goal) && !parser->blank_first && !json_equals(goal, "blank_last"))
        return "goal must be \"blank_last\" or \"blank_first\"";
    *at = tiles;
    if (!json_is(tiles, JSON_ARRAY) || json_count(tiles) != rows * cols)
        return "tiles must be an array with a number for each cell";
    slide_grid_clear(&parser->grid);
    for (struct json tile = json_first(tiles); json_kind(tile); tile = json_after(tiles, tile)) {
        *at = tile;
        if (!json_int(tile, 0, rows * cols - 1, &number))
            return "a tile must be a number from 0 to one less than the cells";
        parser->grid.numbers[parser->grid.count++] = (int)number;
    }
    *at = tiles;
    if (make_board(parser, parser->grid.numbers, (int)rows, (int)cols) > 0) return NULL;
    return refuse_tiles(parser, tiles, at);
}

/* Reads a state, or an answer of the engine with a state in it. */
static int take_state(struct slide_parser *parser, const char *at) {
    struct json_doc doc;
    struct json where;
    const char *end = end_of_state(at, parser->end);
    advance(parser, at);
    parser->board_line = parser->line;
    advance(parser, skip_list(end ? end : parser->end, parser->end, ",]"));
    if (!end) return refuse(parser, "a state must end with a closing brace", 0);
    const char *wrong =
        json_parse(&doc, at, (size_t)(end - at), parser->tokens, parser->tokens_capacity);
    struct json root = json_root(&doc), state = json_get(root, "state");
    if (!wrong) wrong = slide_parser_state(parser, json_given(state) ? state : root, &where);
    if (wrong && wrong != parser->message) refuse(parser, wrong, 0);
    return wrong ? -1 : 1;
}

int slide_parser_next(struct slide_parser *parser) {
    while (parser->at < parser->end && is_empty(parser->at, end_of_line(parser, parser->at)))
        next_line(parser);
    parser->board_line = parser->line;
    parser->blank_first = false;
    parser->expected_length = -1;
    if (parser->at == parser->end) return 0;
    const char *end = end_of_line(parser, parser->at), *next = end;
    if (end < parser->end) next = end_of_line(parser, end + 1);
    const char *state = find_state(parser->at, next);
    if (state) return take_state(parser, state);
    if (parser->at < parser->lines_end) return take_line(parser);
    while (end < parser->end && !is_empty(end + 1, next = end_of_line(parser, end + 1)) &&
           !find_state(end + 1, next))
        end = next;
    return take_lines(parser, end);
}
