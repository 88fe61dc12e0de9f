/* Cells to bytes. The wire remembers what the terminal shows, where its cursor is and how it
 * writes, so that a frame costs only its difference to the last. Cells are compared by their look:
 * what the terminal would show the same is not sent. */
#include "show/wire.h"
#include "show/glyph.h"
#include "show/palette.h"
#include <assert.h>
#include <string.h>

#define UNSET UINT32_MAX /* a colour that no role has */
/* In `spare` of a shown cell: what the terminal shows is not known. */
enum { LOST = 1 };
enum { ERASE_BYTES = 3, GAP_MAX = 9 };

/* The alternate screen, no wrapping at the right edge, no cursor, mouse clicks, marked pastes. */
const char wire_begin[] = "\033[?1049h\033[?7l\033[?25l\033[?1000h\033[?1006h\033[?2004h";
const char wire_no_mouse[] = "\033[?1006l\033[?1000l";
/* The screen is emptied, too: some terminals have no other one to go back to. */
const char wire_end[] = "\033[?2004l\033[?1006l\033[?1000l\033[m\033[2J\033[H\033[?7h\033[?25h\033"
                        "[?1049l";

/* How a cell looks. */
struct look {
    uint32_t glyph, fore, back;
    int style, width;
};

static void forget_pen(struct wire *wire) {
    wire->pen = (struct wire_pen){.row = -1, .style = -1, .fore = UNSET, .back = UNSET};
}

void wire_forget(struct wire *wire) {
    wire->known = false;
    forget_pen(wire);
}

/* Returns how a cell of a row looks. What no terminal shows in just these columns is a '?'. */
static struct look look_at(const struct wire *wire, const struct cells_cell *row, int col,
                           int cols) {
    const struct cells_cell *cell = &row[col];
    assert(cell->fore < THEME_ROLES && cell->back < THEME_ROLES);
    struct look look = {.glyph = cell->glyph,
                        .fore = wire->codes[cell->fore],
                        .back = wire->codes[cell->back],
                        .style = cell->style & (CELLS_BOLD | CELLS_UNDERLINE),
                        .width = 1};
    if (look.glyph == 0) look.glyph = ' ';
    bool pair = col + 1 < cols && row[col + 1].glyph == 0;
    if (glyph_is_obeyed(look.glyph) || (glyph_is_wide(look.glyph) && !pair)) look.glyph = '?';
    if (wire->plain) look.glyph = (uint32_t)glyph_plain(look.glyph);
    if (glyph_is_wide(look.glyph)) look.width = 2;
    return look;
}

static bool is_blank(const struct look *look) {
    return look->glyph == ' ' && !(look->style & CELLS_UNDERLINE);
}

static bool looks_same(const struct look *a, const struct look *b) {
    return a->glyph == b->glyph && a->back == b->back &&
           (is_blank(a) ? is_blank(b) : a->fore == b->fore && a->style == b->style);
}

/* Returns whether a pen writes a cell as it should look. */
static bool writes(const struct wire_pen *pen, const struct look *look) {
    if (pen->style < 0 || pen->back != look->back) return false;
    if (is_blank(look)) return !(pen->style & CELLS_UNDERLINE);
    return pen->fore == look->fore && pen->style == look->style;
}

/* Colours and style */

static void put_colour(struct text *out, enum wire_colours colours, uint32_t code, int base) {
    if (colours == WIRE_16) {
        text_int(out, base + (int)(code < 8 ? code : code - 8 + 60));
    } else if (colours == WIRE_256) {
        text_format(out, "%d;5;%d", base + 8, (int)code);
    } else {
        text_format(out, "%d;2;%d;%d;%d", base + 8, (int)(code >> 16), (int)(code >> 8 & 0xFF),
                    (int)(code & 0xFF));
    }
    text_char(out, ';');
}

/* Writes what the pen lacks; with `anew`, after taking away all that it has. */
static void put_change(const struct wire *wire, struct wire_pen *pen, const struct look *look,
                       bool anew, struct text *out) {
    text_string(out, "\033[");
    if (anew) {
        pen->style = 0;
        pen->fore = pen->back = wire->colours == WIRE_NONE ? 0 : UNSET;
        text_char(out, ';');
    }
    int style = is_blank(look) ? pen->style & CELLS_BOLD : look->style;
    int on = style & ~pen->style, off = pen->style & ~style;
    if (on & CELLS_BOLD) text_string(out, "1;");
    if (off & CELLS_BOLD) text_string(out, "22;");
    if (on & CELLS_UNDERLINE) text_string(out, "4;");
    if (off & CELLS_UNDERLINE) text_string(out, "24;");
    if (!is_blank(look) && pen->fore != look->fore)
        put_colour(out, wire->colours, pen->fore = look->fore, 30);
    if (pen->back != look->back) put_colour(out, wire->colours, pen->back = look->back, 40);
    pen->style = style;
    out->at[out->length - 1] = 'm'; /* in place of the last ';' */
}

/* Makes the pen write as a cell should look, in the shorter of two ways. */
static void put_pen(struct wire *wire, const struct look *look, struct text *out) {
    char buffers[2][WIRE_PIECE_MAX];
    struct text ways[2];
    struct wire_pen pens[2] = {wire->pen, wire->pen};
    if (writes(&wire->pen, look)) return;
    bool known = wire->pen.style >= 0;
    for (int anew = known ? 0 : 1; anew < 2; anew++) {
        ways[anew] = text_over(buffers[anew], sizeof buffers[anew]);
        put_change(wire, &pens[anew], look, anew, &ways[anew]);
    }
    int way = known && ways[0].length <= ways[1].length ? 0 : 1;
    text_bytes(out, ways[way].at, ways[way].length);
    wire->pen = pens[way];
}

/* The cursor */

static void put_steps(struct text *out, int steps, char forward, char back) {
    int count = steps < 0 ? -steps : steps;
    if (count == 0) return;
    text_string(out, "\033[");
    if (count > 1) text_int(out, count);
    text_char(out, steps > 0 ? forward : back);
}

static void put_relative(const struct wire_pen *pen, int row, int col, struct text *out) {
    int from = pen->col;
    if (row == pen->row + 1 && col < from) {
        text_string(out, "\r\n"); /* both, since some line drivers add the one to the other */
        from = 0;
    } else {
        put_steps(out, row - pen->row, 'B', 'A');
    }
    if (col < from && from - col <= 3)
        text_bytes(out, "\b\b\b", (size_t)(from - col));
    else
        put_steps(out, col - from, 'C', 'D');
}

static void put_absolute(int row, int col, struct text *out) {
    text_string(out, "\033[");
    if (row > 0) text_int(out, row + 1);
    if (col > 0) text_format(out, ";%d", col + 1);
    text_char(out, 'H');
}

/* Writes the shortest move of the cursor. */
static void put_move(const struct wire_pen *pen, int row, int col, struct text *out) {
    char buffers[2][32];
    struct text absolute = text_over(buffers[0], sizeof buffers[0]);
    struct text relative = text_over(buffers[1], sizeof buffers[1]);
    put_absolute(row, col, &absolute);
    if (pen->row >= 0) put_relative(pen, row, col, &relative);
    bool shorter = pen->row >= 0 && relative.length < absolute.length;
    const struct text *way = shorter ? &relative : &absolute;
    text_bytes(out, way->at, way->length);
}

/* Writes the unchanged cells up to a column again, if the pen writes them as they look. */
static bool put_gap(const struct wire *wire, int col, struct text *out) {
    const struct cells *shown = &wire->shown;
    const struct cells_cell *row = shown->at + wire->pen.row * shown->cols;
    for (int at = wire->pen.col; at < col; at++) {
        struct look look = look_at(wire, row, at, shown->cols);
        if (row[at].spare == LOST || look.width > 1 || !writes(&wire->pen, &look)) return false;
        glyph_put(out, look.glyph);
    }
    return true;
}

/* Brings the cursor to a cell and the pen to its look. Unchanged cells are written again where that
 * is not longer than a move, with the pen as it was or as it will be. */
static void put_approach(struct wire *wire, int row, int col, const struct look *look,
                         struct text *out) {
    char buffers[3][WIRE_PIECE_MAX];
    struct text move = text_over(buffers[0], sizeof buffers[0]);
    struct text before = text_over(buffers[1], sizeof buffers[1]);
    struct text after = text_over(buffers[2], sizeof buffers[2]);
    int gap = wire->pen.row == row ? col - wire->pen.col : -1;
    bool near = gap > 0 && gap <= GAP_MAX;
    if (gap != 0) put_move(&wire->pen, row, col, &move);
    if (near && put_gap(wire, col, &before) && before.length <= move.length) {
        text_bytes(out, before.at, before.length);
        put_pen(wire, look, out);
        return;
    }
    put_pen(wire, look, out);
    bool again = near && put_gap(wire, col, &after) && after.length <= move.length;
    const struct text *way = again ? &after : &move;
    text_bytes(out, way->at, way->length);
}

/* Frames */

/* Writes a piece whole, or gives the pen back as it was. */
static bool commit(struct wire *wire, const struct wire_pen *before, const struct text *piece,
                   struct text *out) {
    assert(!piece->cut);
    if (out->cut || piece->length >= out->capacity - out->length) {
        wire->pen = *before;
        return false;
    }
    text_bytes(out, piece->at, piece->length);
    return true;
}

static bool put_cell(struct wire *wire, const struct cells *cells, int row, int col,
                     const struct look *look, struct text *out) {
    char buffer[WIRE_PIECE_MAX];
    struct text piece = text_over(buffer, sizeof buffer);
    struct wire_pen before = wire->pen;
    put_approach(wire, row, col, look, &piece);
    glyph_put(&piece, look->glyph);
    if (!commit(wire, &before, &piece, out)) return false;
    int end = col + look->width;
    /* Terminals disagree about the cursor at the right edge, and about what is wide. */
    bool sure = look->width == 1 && end < cells->cols;
    wire->pen.row = sure ? row : -1;
    wire->pen.col = end;
    struct cells_cell *shown = wire->shown.at + row * cells->cols;
    if (end < cells->cols && shown[end].glyph == 0) shown[end].spare = LOST;
    memcpy(shown + col, cells->at + row * cells->cols + col, (size_t)look->width * sizeof *shown);
    return true;
}

/* Returns where the blank rest of a row begins that has one ground. */
static int find_tail(const struct wire *wire, const struct cells_cell *row, int cols) {
    int at = cols;
    struct look last = look_at(wire, row, cols - 1, cols);
    for (; at > 0; at--) {
        struct look look = look_at(wire, row, at - 1, cols);
        if (!is_blank(&look) || look.back != last.back) break;
    }
    return at;
}

static bool is_shown(const struct wire *wire, const struct cells_cell *shown,
                     const struct cells_cell *row, int col, int cols) {
    if (shown[col].spare == LOST) return false;
    struct look is = look_at(wire, shown, col, cols), must = look_at(wire, row, col, cols);
    return looks_same(&is, &must);
}

/* Returns whether erasing the rest of a row is shorter than spaces. What an erased cell looks like
 * is known only without colours: terminals disagree about its ground. */
static bool is_worth_erasing(const struct wire *wire, const struct cells_cell *shown,
                             const struct cells_cell *row, int col, int cols) {
    if (wire->colours != WIRE_NONE) return false;
    int last = cols - 1;
    while (last - col >= ERASE_BYTES && is_shown(wire, shown, row, last, cols)) last--;
    return last - col >= ERASE_BYTES;
}

static bool erase(struct wire *wire, const struct cells *cells, int row, int col,
                  const struct look *look, struct text *out) {
    char buffer[WIRE_PIECE_MAX];
    struct text piece = text_over(buffer, sizeof buffer);
    struct wire_pen before = wire->pen;
    size_t at = (size_t)(row * cells->cols + col);
    put_approach(wire, row, col, look, &piece);
    text_string(&piece, "\033[K");
    if (!commit(wire, &before, &piece, out)) return false;
    wire->pen.row = row;
    wire->pen.col = col;
    memcpy(wire->shown.at + at, cells->at + at, (size_t)(cells->cols - col) * sizeof *cells->at);
    return true;
}

/* Compares two cells whose look does not depend on their neighbours. */
static bool is_plainly_same(const struct cells_cell *a, const struct cells_cell *b) {
    return a->glyph != 0 && a->glyph < GLYPH_WIDE && memcmp(a, b, sizeof *a) == 0;
}

static bool paint_row(struct wire *wire, const struct cells *cells, int number, struct text *out) {
    int cols = cells->cols, tail = -1;
    const struct cells_cell *row = cells->at + number * cols;
    struct cells_cell *shown = wire->shown.at + number * cols;
    for (int col = 0, width; col < cols; col += width) {
        width = 1;
        if (is_plainly_same(&shown[col], &row[col])) continue;
        struct look look = look_at(wire, row, col, cols);
        size_t bytes = (size_t)(width = look.width) * sizeof *row;
        if (is_shown(wire, shown, row, col, cols)) {
            memcpy(shown + col, row + col, bytes);
            continue;
        }
        if (tail < 0) tail = find_tail(wire, row, cols);
        if (col >= tail && is_worth_erasing(wire, shown, row, col, cols))
            return erase(wire, cells, number, col, &look, out);
        if (!put_cell(wire, cells, number, col, &look, out)) return false;
    }
    return true;
}

/* Begins with an empty screen, or with one of which nothing is known. */
static bool begin(struct wire *wire, int rows, int cols, struct text *out) {
    char buffer[WIRE_PIECE_MAX];
    struct text piece = text_over(buffer, sizeof buffer);
    struct wire_pen before = wire->pen;
    struct cells_cell blank = {.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
    struct look look = look_at(wire, &blank, 0, 1);
    bool erases = wire->colours == WIRE_NONE;
    put_pen(wire, &look, &piece);
    if (erases) text_string(&piece, "\033[2J");
    if (!commit(wire, &before, &piece, out)) return false;
    if (!erases) blank.spare = LOST;
    wire->shown.rows = rows;
    wire->shown.cols = cols;
    for (int i = 0; i < rows * cols; i++) wire->shown.at[i] = blank;
    wire->known = true;
    return true;
}

bool wire_paint(struct wire *wire, const struct cells *cells, struct text *out) {
    int rows = cells->rows, cols = cells->cols;
    assert(rows > 0 && rows <= CELLS_ROWS_MAX && cols > 0 && cols <= CELLS_COLS_MAX);
    assert(out->capacity > WIRE_PIECE_MAX);
    if (rows != wire->shown.rows || cols != wire->shown.cols) wire_forget(wire);
    if (!wire->known && !begin(wire, rows, cols, out)) return false;
    for (int row = 0; row < rows; row++) {
        size_t at = (size_t)(row * cols), bytes = (size_t)cols * sizeof *cells->at;
        if (memcmp(wire->shown.at + at, cells->at + at, bytes) != 0 &&
            !paint_row(wire, cells, row, out))
            return false;
    }
    return true;
}

void wire_init(struct wire *wire, enum wire_colours colours, const struct theme *theme,
               struct cells_cell *cells) {
    bool light = palette_is_light(theme->colours[THEME_PAPER]);
    *wire = (struct wire){.colours = colours, .theme = *theme, .shown = {.at = cells}};
    for (int role = 0; role < THEME_ROLES; role++) {
        uint32_t colour = theme->colours[role];
        wire->codes[role] = colours == WIRE_TRUE  ? colour & 0xFFFFFF
                            : colours == WIRE_256 ? (uint32_t)palette_256(colour)
                            : colours == WIRE_16  ? (uint32_t)palette_16(role, light)
                                                  : 0;
    }
    wire_forget(wire);
}
