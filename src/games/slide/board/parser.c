/* A blank line or a comment ends a board. Lines that stand together are one board if they make one,
 * else a board each if most of them do. */
#include "games/slide/board/parser.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

int slide_parser_init(struct slide_parser *text, const char *bytes, size_t length) {
    memset(text, 0, offsetof(struct slide_parser, tiles));
    text->end = bytes + length;
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) bytes += 3;
    text->at = text->one_by_one = bytes;
    text->line = 1;
    if (!memchr(bytes, '{', (size_t)(text->end - bytes))) return 0;
    text->tokens_capacity = json_tokens_max(length);
    text->tokens = malloc(text->tokens_capacity * sizeof *text->tokens);
    return text->tokens ? 0 : -1;
}

void slide_parser_release(struct slide_parser *text) {
    free(text->tokens);
    text->tokens = NULL;
}

static int refuse(struct slide_parser *text, const char *words, int number) {
    struct text wrong = text_over(text->wrong, sizeof text->wrong);
    text_format(&wrong, words, number);
    return -1;
}

/* The first number that keeps them from being a board's, -1 if there is none. tiles[] tells on the
 * way where each number is. */
static int find_fault(struct slide_parser *text, const int *numbers, int cells) {
    for (int i = 0; i < cells; i++) text->tiles[i] = UINT16_MAX;
    for (int i = 0; i < cells; i++) {
        if (numbers[i] >= cells || text->tiles[numbers[i]] != UINT16_MAX) return i;
        text->tiles[numbers[i]] = (uint16_t)i;
    }
    return -1;
}

static int refuse_number(struct slide_parser *text, const int *numbers, int cells) {
    int number = numbers[text->fault], zeros = 0;
    for (int i = 0; i < cells; i++) zeros += numbers[i] == 0;
    if (zeros > 1) return refuse(text, "there are %d blanks", zeros);
    if (zeros == 0) return refuse(text, "there is no blank: write it as 0 or _", 0);
    return refuse(text,
                  number < cells ? "tile %d is there twice"
                                 : "tile %d is too large for a board of this size",
                  number);
}

static int make_board(struct slide_parser *text, const int *numbers, int rows, int cols) {
    int cells = rows * cols;
    text->fault = -1;
    if (rows < 2 || cols < 2) return refuse(text, "a board has at least 2 rows and 2 columns", 0);
    if (rows > SLIDE_BOARD_SIDE_MAX || cols > SLIDE_BOARD_SIDE_MAX)
        return refuse(text, "a board has at most %d rows and columns", SLIDE_BOARD_SIDE_MAX);
    text->fault = find_fault(text, numbers, cells);
    if (text->fault >= 0) return refuse_number(text, numbers, cells);
    text->board = (struct slide_board){rows, cols, text->tiles[0], text->tiles};
    for (int i = 0; i < cells; i++) text->tiles[i] = (uint16_t)numbers[i];
    return 1;
}

static int side_of(int cells) {
    int side = 0;
    while (side * side < cells) side++;
    return side * side == cells ? side : 0;
}

/* The grid as a board: its rows, or all in one row or column of a square. */
static int make_grid(struct slide_parser *text) {
    const struct slide_grid *grid = &text->grid;
    int side = side_of(grid->count);
    if (grid->count == 0) return refuse(text, "numbers are expected, and one blank: 0 or _", 0);
    if (grid->ragged) return refuse(text, "row %d is not as long as the first", grid->ragged);
    if (grid->rows > 1 && grid->cols > 1)
        return make_board(text, grid->numbers, grid->rows, grid->cols);
    if (side) return make_board(text, grid->numbers, side, side);
    return refuse(text, "%d numbers make no square; put each row on a line", grid->count);
}

/* A line of numbers with an index before its board, the length of a shortest solution after it, or
 * both. */
static bool make_listed(struct slide_parser *text) {
    const struct slide_grid *grid = &text->grid;
    for (int extra = 1; grid->rows == 1 && extra <= 2; extra++) {
        int side = side_of(grid->count - extra);
        for (int first = 1; side > 1 && first >= extra - 1; first--) {
            if (make_board(text, grid->numbers + first, side, side) < 0) continue;
            if (first < extra) text->expected = grid->numbers[grid->count - 1];
            return true;
        }
    }
    return false;
}

static const char *end_of_line(const struct slide_parser *text, const char *at) {
    const char *newline = memchr(at, '\n', (size_t)(text->end - at));
    return newline ? newline : text->end;
}

static const char *skip_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
    return at;
}

static bool is_empty(const char *at, const char *end) {
    at = skip_space(at, end);
    return at == end || *at == '#';
}

static void advance(struct slide_parser *text, const char *to) {
    for (; text->at < to; text->at++) text->line += *text->at == '\n';
}

static void next_line(struct slide_parser *text) {
    const char *end = end_of_line(text, text->at);
    advance(text, end < text->end ? end + 1 : end);
}

/* The states of a list may stand in brackets, with commas between. */
static const char *skip_list(const char *at, const char *end, const char *signs) {
    while (at < end && *at && (strchr(signs, *at) || strchr(" \t\r\n", *at))) at++;
    return at;
}

/* Where the state begins that comes next, or NULL: a brace with a key in it. */
static const char *find_state(const char *at, const char *end) {
    at = skip_list(at, end, "[,");
    if (at == end || *at != '{') return NULL;
    const char *key = skip_list(at + 1, end, "");
    return key == end || *key == '"' || *key == '}' ? at : NULL;
}

/* Past the brace that closes the one here, or NULL. */
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

/* 4x5: before a board, the width first, as in game ids. Past it, or NULL. */
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

static int read_sized(struct slide_parser *text, const char *at, const char *end, int rows,
                      int cols) {
    slide_grid_clear(&text->grid);
    const char *wrong = slide_grid_numbers(&text->grid, at, end);
    if (wrong) return refuse(text, wrong, 0);
    if (text->grid.count != rows * cols)
        return refuse(text, "the size before it asks for %d numbers", rows * cols);
    return make_board(text, text->grid.numbers, rows, cols);
}

/* The grid as a board if each sign is a cell; says nothing if not. */
static bool make_signs(struct slide_parser *text, const char *at, const char *end) {
    struct slide_grid *grid = &text->grid;
    slide_grid_clear(grid);
    for (const char *stop; at < end; at = stop + 1)
        if (!slide_grid_signs(grid, at, stop = end_of_line(text, at))) return false;
    int side = side_of(grid->count), rows = grid->rows == 1 ? side : grid->rows;
    int cols = grid->rows == 1 ? side : grid->cols;
    if (grid->ragged || rows < 2 || cols < 2) return false;
    return find_fault(text, grid->numbers, rows * cols) < 0 &&
           make_board(text, grid->numbers, rows, cols) > 0;
}

/* All lines up to `end`, the first of them text->line, as one board. */
static int read_lines(struct slide_parser *text, const char *at, const char *end) {
    const char *stop, *wrong = NULL;
    int line = text->line, made = -1;
    slide_grid_clear(&text->grid);
    for (const char *from = at; !wrong && from < end; from = stop + 1, line++)
        wrong = slide_grid_numbers(&text->grid, from, stop = end_of_line(text, from));
    if (wrong)
        refuse(text, wrong, 0);
    else
        made = make_grid(text);
    if (made < 0 && make_signs(text, at, end)) made = 1;
    if (made < 0 && wrong) text->begins = line - 1;
    return made;
}

static int read_one_line(struct slide_parser *text, const char *at, const char *end) {
    int rows, cols;
    const char *board = read_size(skip_space(at, end), end, &cols, &rows);
    text->expected = -1;
    if (board) return read_sized(text, board, end, rows, cols);
    slide_grid_clear(&text->grid);
    if (!slide_grid_numbers(&text->grid, at, end) && make_listed(text)) return 1;
    return read_lines(text, at, end);
}

static int take_line(struct slide_parser *text) {
    const char *at = text->at;
    int made = read_one_line(text, at, end_of_line(text, at));
    next_line(text);
    return made;
}

/* Whether the lines, which are not one board, are meant as a board each: half of them are, or no
 * number is too large for that. */
static bool is_one_by_one(struct slide_parser *text, const char *at, const char *end) {
    const struct slide_grid *grid = &text->grid;
    int lines = 0, boards = 0, largest = 0, cols = -1;
    for (const char *stop; at < end; at = stop + 1, lines++) {
        stop = end_of_line(text, at);
        boards += read_one_line(text, at, stop) > 0;
        for (int i = 0; i < grid->count; i++)
            if (grid->numbers[i] > largest) largest = grid->numbers[i];
        cols = cols < 0 || cols == grid->count ? grid->count : 0;
    }
    text->expected = -1;
    return 2 * boards >= lines || (largest < cols && side_of(cols));
}

/* Whether the line is no row of the board below it but its number, or its size. */
static bool is_heading(struct slide_parser *text, const char *at, const char *stop,
                       const char *end) {
    struct slide_grid *grid = &text->grid;
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
    if (grid->count < 2) return grid->count == 1 && read_one_line(text, at, stop) < 0;
    rows = grid->numbers[0], cols = grid->numbers[grid->count - 1];
    read_lines(text, stop + 1, end);
    return !grid->ragged && grid->rows == rows && grid->cols == cols;
}

/* The lines up to `end`: one board, or the first of a board a line. */
static int take_lines(struct slide_parser *text, const char *end) {
    const char *stop = end_of_line(text, text->at);
    if (stop == end) return take_line(text);
    int made = read_lines(text, text->at, end);
    if (made < 0 && is_heading(text, text->at, stop, end)) {
        next_line(text);
        made = read_lines(text, text->at, end);
    }
    if (made < 0 && is_one_by_one(text, text->at, end)) {
        text->one_by_one = end;
        text->begins = text->line;
        return take_line(text);
    }
    if (made < 0) {
        text->begins = text->line;
        made = read_lines(text, text->at, end);
    }
    advance(text, end);
    next_line(text);
    return made;
}

/* Points to the number that is wrong, if one is. */
static const char *refuse_tiles(struct slide_parser *text, struct json tiles, struct json *at) {
    if (text->fault < 0) return text->wrong;
    *at = json_first(tiles);
    for (int i = 0; i < text->fault; i++) *at = json_after(tiles, *at);
    return text->wrong;
}

const char *slide_parser_state(struct slide_parser *text, struct json state, struct json *at) {
    int64_t rows, cols, number;
    struct json tiles = json_get(state, "tiles"), goal = json_get(state, "goal");
    *at = json_get(state, "rows");
    if (!json_int(*at, 2, SLIDE_BOARD_SIDE_MAX, &rows)) return "rows is a number from 2 to 255";
    *at = json_get(state, "cols");
    if (!json_int(*at, 2, SLIDE_BOARD_SIDE_MAX, &cols)) return "cols is a number from 2 to 255";
    *at = goal;
    text->blank_first = json_equals(goal, "blank_first");
    if (json_kind(goal) && !text->blank_first && !json_equals(goal, "blank_last"))
        return "goal is \"blank_last\" or \"blank_first\"";
    *at = tiles;
    if (!json_is(tiles, JSON_ARRAY) || json_count(tiles) != rows * cols)
        return "tiles is an array with a number for each cell";
    slide_grid_clear(&text->grid);
    for (struct json tile = json_first(tiles); json_kind(tile); tile = json_after(tiles, tile)) {
        *at = tile;
        if (!json_int(tile, 0, rows * cols - 1, &number))
            return "tiles are numbers from 0 to one less than the cells";
        text->grid.numbers[text->grid.count++] = (int)number;
    }
    *at = tiles;
    if (make_board(text, text->grid.numbers, (int)rows, (int)cols) > 0) return NULL;
    return refuse_tiles(text, tiles, at);
}

/* A state, or an answer of the engine with a state in it. */
static int take_state(struct slide_parser *text, const char *at) {
    struct json_doc doc;
    struct json where;
    const char *end = end_of_state(at, text->end);
    advance(text, at);
    text->begins = text->line;
    advance(text, skip_list(end ? end : text->end, text->end, ",]"));
    if (!end) return refuse(text, "this state does not end", 0);
    const char *wrong =
        json_parse(&doc, at, (size_t)(end - at), text->tokens, text->tokens_capacity);
    struct json root = json_root(&doc), state = json_get(root, "state");
    if (!wrong) wrong = slide_parser_state(text, json_kind(state) ? state : root, &where);
    if (wrong && wrong != text->wrong) refuse(text, wrong, 0);
    return wrong ? -1 : 1;
}

int slide_parser_next(struct slide_parser *text) {
    while (text->at < text->end && is_empty(text->at, end_of_line(text, text->at))) next_line(text);
    text->begins = text->line;
    text->blank_first = false;
    text->expected = -1;
    if (text->at == text->end) return 0;
    const char *end = end_of_line(text, text->at), *next = end;
    if (end < text->end) next = end_of_line(text, end + 1);
    const char *state = find_state(text->at, next);
    if (state) return take_state(text, state);
    if (text->at < text->one_by_one) return take_line(text);
    while (end < text->end && !is_empty(end + 1, next = end_of_line(text, end + 1)) &&
           !find_state(end + 1, next))
        end = next;
    return take_lines(text, end);
}
