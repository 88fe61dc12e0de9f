/* Cells to bytes. The wire remembers what the terminal shows, where its cursor is and how it
 * writes, so that a frame costs only its difference to the last. Cells are compared by their look:
 * what the terminal would show the same is not sent. */
#include "show/wire.h"
#include "show/glyph.h"
#include "show/palette.h"
#include <assert.h>
#include <limits.h>
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

/* How a cell looks, and the roles that its colours come from. */
struct look {
    uint32_t glyph, fore, back;
    int style, width;
    uint8_t fore_role, back_role;
};

/* The row that is being painted: as it must be, and as it is shown. */
struct line {
    int row, from, cols; /* from this column up to that many */
    const struct cells_cell *wanted;
    struct cells_cell *shown;
    bool changed; /* what is shown is to be packed again */
};

/* Cells that changed, and the parts of rows that they are in. */
enum { CHANGES_MAX = 160, BLANK_WAITS = 40 };
/* A pen is worth keeping if it takes so many bytes to set. It has a score, which grows when it is
 * used and falls when another one is. */
struct changes {
    int count, rows_count;
    struct change {
        struct look look;
        int row, col;
    } at[CHANGES_MAX];
    struct cells_box rows[CHANGES_MAX];
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
                        .fore = wire->inks->codes[cell->fore],
                        .back = wire->inks->codes[cell->back],
                        .style = cell->style & (CELLS_BOLD | CELLS_UNDERLINE),
                        .width = 1,
                        .fore_role = cell->fore,
                        .back_role = cell->back};
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

/* Writes what the pen lacks; with `anew`, after taking away all that it has. */
static void put_change(const struct wire *wire, struct wire_pen *pen, const struct look *look,
                       bool anew, struct text *out) {
    const struct wire_inks *inks = wire->inks;
    text_string(out, "\033[");
    if (anew) {
        pen->style = 0;
        pen->fore = pen->back = inks->colours == WIRE_NONE ? 0 : UNSET;
        text_char(out, ';');
    }
    int style = is_blank(look) ? pen->style & CELLS_BOLD : look->style;
    int on = style & ~pen->style, off = pen->style & ~style;
    if (on & CELLS_BOLD) text_string(out, "1;");
    if (off & CELLS_BOLD) text_string(out, "22;");
    if (on & CELLS_UNDERLINE) text_string(out, "4;");
    if (off & CELLS_UNDERLINE) text_string(out, "24;");
    if (!is_blank(look) && pen->fore != look->fore) {
        text_bytes(out, inks->fores[look->fore_role].text, inks->fores[look->fore_role].length);
        pen->fore = look->fore;
    }
    if (pen->back != look->back) {
        text_bytes(out, inks->backs[look->back_role].text, inks->backs[look->back_role].length);
        pen->back = look->back;
    }
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
static bool put_gap(const struct wire *wire, const struct line *line, int col, struct text *out) {
    for (int at = wire->pen.col; at < col; at++) {
        struct look look = look_at(wire, line->shown, at, line->cols);
        if (line->shown[at].spare == LOST || look.width > 1 || !writes(&wire->pen, &look))
            return false;
        glyph_put(out, look.glyph);
    }
    return true;
}

/* Brings the cursor to a cell and the pen to its look. Unchanged cells are written again where that
 * is not longer than a move, with the pen as it was or as it will be. */
static void put_approach(struct wire *wire, const struct line *line, int col,
                         const struct look *look, struct text *out) {
    char buffers[3][WIRE_PIECE_MAX];
    struct text move = text_over(buffers[0], sizeof buffers[0]);
    struct text before = text_over(buffers[1], sizeof buffers[1]);
    struct text after = text_over(buffers[2], sizeof buffers[2]);
    int gap = wire->pen.row == line->row ? col - wire->pen.col : -1;
    bool near = gap > 0 && gap <= GAP_MAX && wire->pen.col >= line->from;
    if (gap != 0) put_move(&wire->pen, line->row, col, &move);
    if (near && put_gap(wire, line, col, &before) && before.length <= move.length) {
        text_bytes(out, before.at, before.length);
        put_pen(wire, look, out);
        return;
    }
    put_pen(wire, look, out);
    bool again = near && put_gap(wire, line, col, &after) && after.length <= move.length;
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

static bool put_cell(struct wire *wire, struct line *line, int col, const struct look *look,
                     struct text *out) {
    char buffer[WIRE_PIECE_MAX];
    struct text piece = text_over(buffer, sizeof buffer);
    struct wire_pen before = wire->pen;
    put_approach(wire, line, col, look, &piece);
    glyph_put(&piece, look->glyph);
    if (!commit(wire, &before, &piece, out)) return false;
    int end = col + look->width;
    /* Terminals disagree about the cursor at the right edge, and about what is wide. */
    bool sure = look->width == 1 && end < wire->shown.cols;
    wire->pen.row = sure ? line->row : -1;
    wire->pen.col = end;
    struct cells_cell *shown = line->shown;
    if (end < wire->shown.cols && shown[end].glyph == 0) shown[end].spare = LOST;
    memcpy(shown + col, line->wanted + col, (size_t)look->width * sizeof *shown);
    line->changed = true;
    return true;
}

/* Returns where the blank rest of a row begins that has one ground: it may be erased. What an
 * erased cell looks like is known only without colours: terminals disagree about its ground. */
static int find_tail(const struct wire *wire, const struct line *line) {
    int at = line->cols;
    if (wire->inks->colours != WIRE_NONE) return at;
    struct look last = look_at(wire, line->wanted, at - 1, line->cols);
    for (; at > line->from; at--) {
        struct look look = look_at(wire, line->wanted, at - 1, line->cols);
        if (!is_blank(&look) || look.back != last.back) break;
    }
    return at;
}

static bool is_shown(const struct wire *wire, const struct line *line, int col) {
    if (line->shown[col].spare == LOST) return false;
    struct look is = look_at(wire, line->shown, col, line->cols);
    struct look must = look_at(wire, line->wanted, col, line->cols);
    return looks_same(&is, &must);
}

/* Returns whether erasing the rest of a row is shorter than spaces. */
static bool is_worth_erasing(const struct wire *wire, const struct line *line, int col) {
    if (line->cols < wire->shown.cols) return false;
    int last = line->cols - 1;
    while (last - col >= ERASE_BYTES && is_shown(wire, line, last)) last--;
    return last - col >= ERASE_BYTES;
}

static bool erase(struct wire *wire, struct line *line, int col, const struct look *look,
                  struct text *out) {
    char buffer[WIRE_PIECE_MAX];
    struct text piece = text_over(buffer, sizeof buffer);
    struct wire_pen before = wire->pen;
    put_approach(wire, line, col, look, &piece);
    text_string(&piece, "\033[K");
    if (!commit(wire, &before, &piece, out)) return false;
    wire->pen.row = line->row;
    wire->pen.col = col;
    memcpy(line->shown + col, line->wanted + col, (size_t)(line->cols - col) * sizeof *line->shown);
    line->changed = true;
    return true;
}

/* Compares two cells whose look does not depend on their neighbours. */
static bool is_plainly_same(const struct cells_cell *a, const struct cells_cell *b) {
    return a->glyph != 0 && a->glyph < GLYPH_WIDE && memcmp(a, b, sizeof *a) == 0;
}

/* A cell of which nothing is known. */
static const struct cells_cell lost = {' ', THEME_INK, THEME_PAPER, 0, LOST};

static bool paint_line(struct wire *wire, struct line *line, struct text *out) {
    int tail = -1;
    for (int col = line->from, width; col < line->cols; col += width) {
        width = 1;
        if (is_plainly_same(&line->shown[col], &line->wanted[col])) continue;
        struct look look = look_at(wire, line->wanted, col, line->cols);
        size_t bytes = (size_t)(width = look.width) * sizeof *line->shown;
        if (is_shown(wire, line, col)) {
            line->changed |= memcmp(line->shown + col, line->wanted + col, bytes) != 0;
            memcpy(line->shown + col, line->wanted + col, bytes);
            continue;
        }
        if (tail < 0) tail = find_tail(wire, line);
        if (col >= tail && is_worth_erasing(wire, line, col))
            return erase(wire, line, col, &look, out);
        if (!put_cell(wire, line, col, &look, out)) return false;
    }
    return true;
}

/* One column behind the line is known, too: the half of a wide glyph may be there. */
static bool paint_row(struct wire *wire, const struct cells *cells, int row, int from, int end,
                      struct text *out) {
    struct cells_cell shown[CELLS_COLS_MAX];
    struct line line = {row, from, end, cells->at + row * cells->cols, shown, false};
    int count = (end < cells->cols ? end + 1 : end) - from;
    for (int col = from; !wire->known && col < from + count; col++) shown[col] = lost;
    if (wire->known) packed_read(&wire->shown, row, from, count, shown);
    if (memcmp(shown + from, line.wanted + from, (size_t)(end - from) * sizeof *shown) == 0)
        return true;
    bool done = paint_line(wire, &line, out);
    if (line.changed && wire->known)
        wire->known = packed_write(&wire->shown, row, from, count, shown);
    return done;
}

/* Begins with an empty screen, or with one of which nothing is known. */
static bool begin(struct wire *wire, int rows, int cols, struct text *out) {
    char buffer[WIRE_PIECE_MAX];
    struct text piece = text_over(buffer, sizeof buffer);
    struct wire_pen before = wire->pen;
    struct cells_cell blank = lost;
    blank.spare = wire->inks->colours == WIRE_NONE ? 0 : LOST;
    struct look look = look_at(wire, &blank, 0, 1);
    put_pen(wire, &look, &piece);
    if (blank.spare != LOST) text_string(&piece, "\033[2J");
    if (!commit(wire, &before, &piece, out)) return false;
    wire->known = packed_fill(&wire->shown, rows, cols, blank);
    wire->shown.cols = cols;
    return true;
}

/* Where there is no memory for what is shown, the rest of a frame that does not fit is left out. */
static bool paint(struct wire *wire, const struct cells *cells, struct cells_box box,
                  struct text *out) {
    bool done = true;
    for (int row = box.row; done && row < box.row + box.rows; row++)
        done = paint_row(wire, cells, row, box.col, box.col + box.cols, out);
    return done || !wire->known;
}

bool wire_paint(struct wire *wire, const struct cells *cells, struct text *out) {
    int rows = cells->rows, cols = cells->cols;
    assert(rows > 0 && rows <= CELLS_ROWS_MAX && cols > 0 && cols <= CELLS_COLS_MAX);
    assert(out->capacity > WIRE_PIECE_MAX);
    if (rows != wire->shown.rows || cols != wire->shown.cols) wire_forget(wire);
    if (!wire->known && !begin(wire, rows, cols, out)) return false;
    return paint(wire, cells, (struct cells_box){0, 0, rows, cols}, out);
}

/* A few cells, by pens: colours are most of the bytes, and each is set only once. */

/* Finds the cells of a row that look different. Returns false if they are not to be painted by
 * pens: too many, or wide. */
static bool find_changes(const struct wire *wire, const struct line *line,
                         struct changes *changes) {
    for (int col = line->from; col < line->cols; col++) {
        if (is_plainly_same(&line->shown[col], &line->wanted[col])) continue;
        struct look look = look_at(wire, line->wanted, col, line->cols);
        if (is_shown(wire, line, col)) continue;
        if (look.width > 1 || line->shown[col].glyph == 0 || changes->count == CHANGES_MAX ||
            glyph_is_wide(line->shown[col].glyph))
            return false;
        changes->at[changes->count++] = (struct change){look, line->row, col};
    }
    return true;
}

static bool find_all_changes(const struct wire *wire, const struct cells *cells,
                             const struct cells_box *box, struct changes *changes) {
    struct cells_cell shown[CELLS_COLS_MAX];
    for (int row = box->row; row < box->row + box->rows; row++) {
        const struct cells_cell *wanted = cells->at + row * cells->cols;
        struct line line = {row, box->col, box->col + box->cols, wanted, shown, false};
        packed_read(&wire->shown, row, box->col, box->cols, shown);
        if (memcmp(shown + box->col, wanted + box->col, (size_t)box->cols * sizeof *shown) == 0)
            continue;
        if (!find_changes(wire, &line, changes)) return false;
        changes->rows[changes->rows_count++] = (struct cells_box){row, box->col, 1, box->cols};
        if (changes->rows_count == CHANGES_MAX) return false;
    }
    return true;
}

/* Returns about how many bytes it takes to make the pen write a cell. A blank needs only a ground,
 * which others may need with a colour of glyphs: it waits for them. */
static int cost_of(const struct wire *wire, const struct look *look) {
    int cost = 0;
    if (wire->pen.back != look->back) cost += wire->inks->backs[look->back_role].length;
    if (is_blank(look)) return cost + BLANK_WAITS;
    if (wire->pen.fore != look->fore) cost += wire->inks->fores[look->fore_role].length;
    return cost + (wire->pen.style != look->style ? 2 : 0);
}

static void put_change_at(struct wire *wire, const struct change *change, struct text *out) {
    struct wire_pen *pen = &wire->pen;
    if (pen->row != change->row || pen->col != change->col)
        put_move(pen, change->row, change->col, out);
    glyph_put(out, change->look.glyph);
    pen->col = change->col + 1;
    pen->row = pen->col < wire->shown.cols ? change->row : -1;
}

/* Writes what the pen can write, in order; takes it off the list. */
static void put_writable(struct wire *wire, struct changes *changes, struct text *out) {
    int left = 0;
    for (int i = 0; i < changes->count; i++)
        if (writes(&wire->pen, &changes->at[i].look))
            put_change_at(wire, &changes->at[i], out);
        else
            changes->at[left++] = changes->at[i];
    changes->count = left;
}

static void put_changes(struct wire *wire, struct changes *changes, struct text *out) {
    for (put_writable(wire, changes, out); changes->count; put_writable(wire, changes, out)) {
        int best = 0, least = INT_MAX;
        for (int i = 0; i < changes->count; i++) {
            const struct look *look = &changes->at[i].look;
            int cost = cost_of(wire, look);
            if (cost < least) least = cost, best = i;
        }
        struct look look = changes->at[best].look;
        put_pen(wire, &look, out);
    }
}

/* Paints parts by pens. Returns false, and writes nothing, if they must be painted row by row. */
static bool paint_by_pens(struct wire *wire, const struct cells *cells,
                          const struct cells_box *boxes, int count, struct text *out) {
    struct changes changes = {.count = 0, .rows_count = 0};
    if (wire->inks->colours == WIRE_NONE) return false;
    for (int i = 0; i < count; i++)
        if (!find_all_changes(wire, cells, &boxes[i], &changes)) return false;
    if (out->cut || out->capacity - out->length <= (size_t)changes.count * WIRE_PIECE_MAX)
        return false;
    put_changes(wire, &changes, out);
    for (int i = 0; i < changes.rows_count && wire->known; i++) {
        const struct cells_box *row = &changes.rows[i];
        wire->known = packed_write(&wire->shown, row->row, row->col, row->cols,
                                   cells->at + row->row * cells->cols);
    }
    return true;
}

bool wire_paint_boxes(struct wire *wire, const struct cells *cells, const struct cells_box *boxes,
                      int count, struct text *out) {
    bool done = wire->known && cells->rows == wire->shown.rows && cells->cols == wire->shown.cols;
    assert(out->capacity > WIRE_PIECE_MAX);
    if (done && paint_by_pens(wire, cells, boxes, count, out)) return wire->known;
    for (int i = 0; done && i < count; i++) done = paint(wire, cells, boxes[i], out);
    return done && wire->known;
}

static uint8_t write_ink(enum wire_colours colours, uint32_t code, int base, char *ink) {
    struct text text = text_over(ink, WIRE_INK_BYTES);
    if (colours == WIRE_16)
        text_int(&text, base + (int)(code < 8 ? code : code - 8 + 60));
    else if (colours == WIRE_256)
        text_format(&text, "%d;5;%d", base + 8, (int)code);
    else
        text_format(&text, "%d;2;%d;%d;%d", base + 8, (int)(code >> 16), (int)(code >> 8 & 0xFF),
                    (int)(code & 0xFF));
    text_char(&text, ';');
    return (uint8_t)text.length;
}

static void fill_ink(struct wire_inks *inks, int role, const struct theme *theme, bool light) {
    uint32_t colour = theme->colours[role];
    enum wire_colours colours = inks->colours;
    inks->codes[role] = colours == WIRE_TRUE  ? colour & 0xFFFFFF
                        : colours == WIRE_256 ? (uint32_t)palette_256(colour, theme_is_mark(role))
                        : colours == WIRE_16  ? (uint32_t)palette_16(role, light)
                                              : 0;
    inks->fores[role].length = write_ink(colours, inks->codes[role], 30, inks->fores[role].text);
    inks->backs[role].length = write_ink(colours, inks->codes[role], 40, inks->backs[role].text);
}

void wire_inks_fill(struct wire_inks *inks, enum wire_colours colours, const struct theme *theme) {
    bool light = palette_is_light(theme->colours[THEME_PAPER]);
    inks->colours = colours;
    for (int role = 0; role < THEME_ROLES; role++) fill_ink(inks, role, theme, light);
}

void wire_init(struct wire *wire, const struct wire_inks *inks, bool plain) {
    wire->inks = inks;
    wire->plain = plain;
    wire_forget(wire);
}
