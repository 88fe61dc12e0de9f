/* Knows what separates numbers, what frames them and how people write the blank. */
#include "games/slide/board/grid.h"
#include <string.h>

static const char not_a_number[] = "a board must be numbers and one blank, written as 0 or _";
static const char *const blanks[] = {
    "_",        "-",    ".",    "*",     "x",    "X", "\xE2\x96\xA1", "\xE2\x96\xA0",
    "\xC2\xB7", "None", "null", "blank", "empty"};
static const char spaces[] = " \t\r,:'\"[({", ends[] = "])}/;";
enum { LETTER_X = 33 };

void slide_grid_clear(struct slide_grid *grid) {
    grid->rows = grid->cols = grid->ragged = grid->row = grid->count = 0;
}

static bool is_in(char c, const char *set) {
    return c && strchr(set, c);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static size_t starts_with(const char *at, const char *end, const char *prefix) {
    if (*at != *prefix) return 0;
    size_t length = strlen(prefix);
    return (size_t)(end - at) >= length && memcmp(at, prefix, length) == 0 ? length : 0;
}

/* Returns the length of a box drawing character, U+2500 to U+257F, or of + - = |; else 0. */
static size_t frame_at(const char *at, const char *end) {
    size_t drawn = starts_with(at, end, "\xE2\x94") | starts_with(at, end, "\xE2\x95");
    if (drawn && end - at > 2) return 3;
    return is_in(*at, "+-=|") ? 1 : 0;
}

/* A bar between the cells of a table. */
static size_t bar_at(const char *at, const char *end) {
    static const char *const drawn[] = {"|", "\xE2\x94\x82", "\xE2\x94\x83", "\xE2\x95\x91"};
    size_t length = 0;
    for (size_t i = 0; !length && i < sizeof drawn / sizeof *drawn; i++)
        length = starts_with(at, end, drawn[i]);
    return length;
}

static size_t space_at(const char *at, const char *end) {
    return is_in(*at, spaces) ? 1 : starts_with(at, end, "\xC2\xA0");
}

static size_t blank_at(const char *at, const char *end) {
    size_t length = 0;
    for (size_t i = 0; !length && i < sizeof blanks / sizeof *blanks; i++)
        length = starts_with(at, end, blanks[i]);
    return length;
}

/* Whether a line belongs to a drawn frame: nothing but frame characters, and not just one dash,
 * which would be a blank. */
static bool is_frame(const char *at, const char *end) {
    int count = 0;
    for (size_t length; at < end; at += length) {
        length = frame_at(at, end);
        count += length > 0;
        if (!length) length = space_at(at, end);
        if (!length) return false;
    }
    return count > 1;
}

static const char *put(struct slide_grid *grid, int number) {
    if (grid->count == SLIDE_GRID_MAX) return "a board must have at most 255 rows and columns";
    grid->numbers[grid->count++] = number;
    grid->row++;
    return NULL;
}

static void end_row(struct slide_grid *grid) {
    if (grid->row == 0) return;
    if (grid->rows++ == 0) grid->cols = grid->row;
    if (grid->cols != grid->row && !grid->ragged) grid->ragged = grid->rows;
    grid->row = 0;
}

/* Reads a number. A very long one becomes a number that is too large for any board. */
static const char *read_number(const char *at, const char *end, int *number) {
    for (*number = 0; at < end && is_digit(*at); at++)
        if (*number < SLIDE_GRID_MAX) *number = *number * 10 + (*at - '0');
    return at;
}

/* Reads a number or a blank, which a separator must follow. */
static const char *read_cell(struct slide_grid *grid, const char **at, const char *end) {
    int number = 0;
    size_t blank = blank_at(*at, end);
    if (!blank && !is_digit(**at)) return not_a_number;
    const char *next = blank ? *at + blank : read_number(*at, end, &number);
    if (next < end && !space_at(next, end) && !bar_at(next, end) && *next != '#' &&
        !is_in(*next, ends))
        return not_a_number;
    *at = next;
    return put(grid, number);
}

const char *slide_grid_numbers(struct slide_grid *grid, const char *at, const char *end) {
    const char *wrong = NULL, *bar = NULL; /* the end of a bar that no cell has followed yet */
    if (is_frame(at, end)) return NULL;
    while (!wrong && at < end && *at != '#') {
        size_t length = bar_at(at, end);
        if (length) {
            if (bar && bar < at) wrong = put(grid, 0);
            bar = at += length;
        } else if (is_in(*at, ends)) {
            end_row(grid);
            at++;
        } else if (blank_at(at, end) || !(length = space_at(at, end))) {
            wrong = read_cell(grid, &at, end);
            bar = NULL;
        } else {
            at += length;
        }
    }
    end_row(grid);
    return wrong;
}

/* The tile that a symbol stands for: digits, then letters. -1 for other symbols. */
static int symbol_value(char c) {
    static const char lower[] = "abcdefghijklmnopqrstuvwxyz",
                      upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (is_digit(c)) return c - '0';
    if (is_in(c, lower)) return 10 + (int)(strchr(lower, c) - lower);
    return is_in(c, upper) ? 10 + (int)(strchr(upper, c) - upper) : -1;
}

bool slide_grid_symbols(struct slide_grid *grid, const char *at, const char *end) {
    if (is_frame(at, end)) return true;
    for (; at < end && *at != '#'; at++) {
        int value = symbol_value(*at);
        size_t blank = value < 0 ? blank_at(at, end) : 0;
        bool between = space_at(at, end) || bar_at(at, end) || is_in(*at, ends);
        if (value < 0 && !blank && !between) return false;
        if (value < 0 && !blank) {
            end_row(grid);
        } else {
            /* x is a blank on boards too small for that many tiles. */
            if (put(grid, value > 0 && value != LETTER_X ? value : 0)) return false;
            if (blank) at += blank - 1;
        }
        if (grid->count > LETTER_X) return false;
    }
    end_row(grid);
    return true;
}
