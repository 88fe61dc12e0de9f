/* Drawing on cells. All text goes through one loop, `draw_run`, which knows the columns that a
 * character takes and the marks that change the colour of what follows. */
#include "show/cells.h"
#include "base/text.h"
#include <string.h>

struct range {
    uint32_t first, last;
};

/* Of the Unicode standard: what combines with the character before it, or shows nothing; and what
 * is as wide as two letters. */
static const struct range combining[] = {
    {0x0300, 0x036F},  {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05C7}, {0x0610, 0x061A},
    {0x064B, 0x065F},  {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4}, {0x0900, 0x0902},
    {0x093A, 0x093A},  {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A},  {0x0E47, 0x0E4E}, {0x1160, 0x11FF}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F},  {0x2028, 0x202E}, {0x2060, 0x206F}, {0x20D0, 0x20F0}, {0x302A, 0x302D},
    {0x3099, 0x309A},  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF},
    {0xE0000, 0xE0FFF}};
static const struct range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D7}, {0x1F6DC, 0x1F6DF},
    {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0},
    {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF},
    {0x20000, 0x3FFFD}};

static bool is_in(const struct range *ranges, size_t count, uint32_t code) {
    size_t low = 0;
    while (low < count) {
        size_t middle = (low + count) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else if (code < ranges[middle].first)
            count = middle;
        else
            return true;
    }
    return false;
}

static int columns_of(uint32_t code) {
    if (code < 0x300) return code >= 0x20;
    if (is_in(combining, sizeof combining / sizeof *combining, code)) return 0;
    return 1 + is_in(wide, sizeof wide / sizeof *wide, code);
}

/* Returns the bytes of a UTF-8 character of more than one byte, or 0 if it is none. */
static int decode(const unsigned char *at, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = *at < 0xC2 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : *at < 0xF5 ? 4 : 0;
    *code = length ? *at & (0x7Fu >> length) : 0;
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3F);
    }
    bool fits = *code >= least[length] && *code <= 0x10FFFF && *code >> 11 != 0x1B;
    return fits ? length : 0;
}

int cells_next(const char **text, uint32_t *glyph) {
    const unsigned char *at = (const unsigned char *)*text;
    if (*at < 0x7F) {
        *text += *at != 0;
        *glyph = *at;
        return *at >= 0x20;
    }
    int length = *at == 0x7F ? 0 : decode(at, glyph);
    *text += length ? length : 1;
    if (!length || *glyph < 0xA0) *glyph = 0xFFFD;
    return columns_of(*glyph);
}

int cells_width(const char *text) {
    int width = 0;
    for (uint32_t glyph; *text;) width += cells_next(&text, &glyph);
    return width;
}

void cells_clear(struct cells *cells) {
    cells_fill(cells, (struct cells_box){0, 0, cells->rows, cells->cols},
               (struct cells_cell){' ', THEME_INK, THEME_PAPER, 0, 0});
}

/* Half a wide character cannot be shown: where drawing from `col` up to `end` would cut one at
 * either side, the half outside becomes a space. */
static void mend(struct cells *cells, int row, int col, int end) {
    struct cells_cell *line = cells->at + row * cells->cols;
    if (col > 0 && col < cells->cols && line[col].glyph == 0) line[col - 1].glyph = ' ';
    if (end > 0 && end < cells->cols && line[end].glyph == 0) line[end].glyph = ' ';
}

static struct cells_box clip(const struct cells *cells, struct cells_box box) {
    int bottom = box.row + box.rows, right = box.col + box.cols;
    if (box.row < 0) box.row = 0;
    if (box.col < 0) box.col = 0;
    if (bottom > cells->rows) bottom = cells->rows;
    if (right > cells->cols) right = cells->cols;
    box.rows = bottom - box.row;
    box.cols = right - box.col;
    return box;
}

void cells_fill(struct cells *cells, struct cells_box box, struct cells_cell cell) {
    box = clip(cells, box);
    if (box.cols <= 0) return;
    for (int row = box.row; row < box.row + box.rows; row++) {
        struct cells_cell *at = cells->at + row * cells->cols + box.col;
        mend(cells, row, box.col, box.col + box.cols);
        for (int i = 0; i < box.cols; i++) at[i] = cell;
    }
}

/* The colours of the text that is being written: as it began, and as they are now. */
struct pen {
    struct cells_cell first, now;
};

static void change(struct pen *pen, uint32_t mark) {
    static const uint8_t fores[] = {
        [2] = THEME_QUIET, THEME_ACCENT, THEME_GOOD, THEME_OKAY, THEME_MISS};
    pen->now.style = pen->first.style;
    if (mark == 1) pen->now.fore = pen->first.fore;
    if (mark >= 2 && mark <= 6) pen->now.fore = fores[mark];
    if (mark == 7) pen->now.style |= CELLS_BOLD;
}

static void draw_wide(struct cells *cells, int row, int col, struct cells_cell cell, int columns) {
    cells_put(cells, row, col, cell);
    if (columns < 2) return;
    cell.glyph = 0;
    cells_put(cells, row, col + 1, cell);
}

/* Writes from `text` up to `end`, into at most `width` columns. What does not lie wholly within the
 * cells is left out. Returns the columns it took. */
static int draw_run(struct cells *cells, int row, int col, int width, struct pen *pen,
                    const char *text, const char *end) {
    int taken = 0;
    bool inside = row >= 0 && row < cells->rows;
    while (text < end) {
        uint32_t glyph;
        int columns = cells_next(&text, &glyph), at = col + taken;
        if (glyph < 0x20) change(pen, glyph);
        if (columns == 0) continue;
        if (taken + columns > width) break;
        pen->now.glyph = glyph;
        if (inside && at >= 0 && at + columns <= cells->cols) {
            mend(cells, row, at, at + columns);
            draw_wide(cells, row, at, pen->now, columns);
        }
        taken += columns;
    }
    return taken;
}

int cells_text(struct cells *cells, int row, int col, int width, struct cells_cell ink,
               const char *text) {
    struct pen pen = {ink, ink};
    return draw_run(cells, row, col, width, &pen, text, text + strlen(text));
}

/* Finds where a line of at most `width` columns ends: not between a number and its %. Returns where
 * the next one begins. */
static const char *break_line(const char *text, int width, const char **end) {
    const char *space = NULL, *begin = text;
    for (int columns = 0;;) {
        const char *at = text;
        uint32_t glyph;
        if (*at == '\0' || *at == '\n') {
            *end = at;
            return *at ? at + 1 : at;
        }
        columns += cells_next(&text, &glyph);
        if (columns > width && glyph != ' ') {
            bool first = at == begin; /* even one character is too wide: it has its own line */
            *end = space ? space : first ? text : at;
            for (text = *end; *text == ' ' && space; text++) {
            }
            return text;
        }
        if (glyph == ' ' && *text != '%' && (space == NULL || at[-1] != ' ')) space = at;
    }
}

/* Writes a paragraph. Sets how many columns its last line in the box takes. */
static int write_lines(struct cells *cells, struct cells_box box, struct pen *pen, const char *text,
                       int *taken) {
    int count = 0;
    for (const char *end, *next; *text; text = next, count++) {
        next = break_line(text, box.cols, &end);
        if (count < box.rows)
            *taken = draw_run(cells, box.row + count, box.col, box.cols, pen, text, end);
    }
    return count;
}

int cells_paragraph(struct cells *cells, struct cells_box box, struct cells_cell ink,
                    const char *text) {
    struct pen pen = {ink, ink};
    int taken = 0;
    return write_lines(cells, box, &pen, text, &taken);
}

/* Writes an ellipsis behind what was written, or over its end. It is short where there is little
 * room. */
static void write_ellipsis(struct cells *cells, int row, int col, int taken, int width,
                           struct cells_cell ink, bool plain) {
    const char *dots = !plain ? "\xE2\x80\xA6" : width < 8 ? "~" : "...";
    int most = width - cells_width(dots);
    cells_text(cells, row, col + (taken < most ? taken : most), width, ink, dots);
}

int cells_passage(struct cells *cells, struct cells_box box, struct cells_cell ink,
                  const char *text, bool plain) {
    struct pen pen = {ink, ink};
    int taken = 0, count = write_lines(cells, box, &pen, text, &taken);
    if (count > box.rows && box.rows > 0 && box.cols > 0)
        write_ellipsis(cells, box.row + box.rows - 1, box.col, taken, box.cols, ink, plain);
    return count;
}

int cells_count_lines(int width, const char *text) {
    struct cells none = {0, 0, NULL};
    struct cells_cell ink = {0, 0, 0, 0, 0};
    return cells_paragraph(&none, (struct cells_box){0, 0, 0, width}, ink, text);
}

enum { NAME_COLS_LEAST = 4 }; /* of a name with a number */

enum { ACROSS, DOWN, UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT };
static const uint32_t lines[2][6] = {{0x2500, 0x2502, 0x256D, 0x256E, 0x2570, 0x256F},
                                     {'-', '|', '+', '+', '+', '+'}};

static void draw_edges(struct cells *cells, struct cells_box box, struct cells_cell ink,
                       const uint32_t *line) {
    int right = box.col + box.cols - 1, bottom = box.row + box.rows - 1;
    ink.glyph = line[ACROSS];
    cells_fill(cells, (struct cells_box){box.row, box.col, 1, box.cols}, ink);
    cells_fill(cells, (struct cells_box){bottom, box.col, 1, box.cols}, ink);
    ink.glyph = line[DOWN];
    cells_fill(cells, (struct cells_box){box.row + 1, box.col, box.rows - 2, 1}, ink);
    cells_fill(cells, (struct cells_box){box.row + 1, right, box.rows - 2, 1}, ink);
    for (int corner = 0; corner < 4; corner++) {
        ink.glyph = line[UPPER_LEFT + corner];
        cells_put(cells, corner < 2 ? box.row : bottom, corner % 2 ? right : box.col, ink);
    }
}

/* Returns the number that ends a name, with the space before it; "" if there is none. */
static const char *number_of(const char *name) {
    const char *space = strrchr(name, ' ');
    if (!space || !space[1] || space[1 + strspn(space + 1, "0123456789")]) return "";
    return space;
}

void cells_name(struct cells *cells, int row, int col, int width, struct cells_cell ink,
                const char *name, bool plain) {
    const char *number = number_of(name);
    int room = width - cells_width(number);
    if (cells_width(name) <= width) {
        cells_text(cells, row, col, width, ink, name);
        return;
    }
    if (room < NAME_COLS_LEAST) number = "", room = width;
    int taken = cells_text(cells, row, col, room - 1, ink, name);
    write_ellipsis(cells, row, col, taken, room, ink, plain);
    cells_text(cells, row, col + room, width - room, ink, number);
}

/* Writes a text into an edge, between spaces if there is room for them, and cut if it is too long.
 */
static void write_in_edge(struct cells *cells, int row, int col, int width, bool spaced,
                          struct cells_cell ink, const char *text, bool plain) {
    int needed = cells_width(text);
    struct cells_cell gap = {' ', ink.fore, ink.back, 0, 0};
    if (spaced) {
        cells_put(cells, row, col, gap);
        cells_put(cells, row, col + needed + 1, gap);
        col++;
    }
    cells_name(cells, row, col, width, ink, text, plain);
}

static void write_title(struct cells *cells, struct cells_box box, struct cells_cell ink,
                        const char *title, bool plain) {
    int inside = box.cols - 2, needed = cells_width(title);
    bool spaced = needed + 3 <= inside;
    ink.style |= CELLS_BOLD;
    ink.fore = ink.fore == THEME_TURN ? THEME_ACCENT : THEME_INK;
    write_in_edge(cells, box.row, box.col + 1 + spaced, inside, spaced, ink, title, plain);
}

bool cells_frame_holds(int cols, const char *title, int value) {
    return (title ? cells_width(title) : 0) + value + 6 <= cols - 2;
}

static void write_value(struct cells *cells, struct cells_box box, struct cells_cell ink,
                        bool above, const char *value, bool plain) {
    int inside = box.cols - 2, needed = cells_width(value);
    bool spaced = above || needed + 3 <= inside;
    int width = needed < inside ? needed : inside;
    int col = box.col + 1 + inside - width - 2 * spaced - (needed + 2 * spaced < inside);
    ink.fore = ink.fore == THEME_TURN ? THEME_INK : THEME_QUIET;
    write_in_edge(cells, above ? box.row : box.row + box.rows - 1, col, inside, spaced, ink, value,
                  plain);
}

static void draw_frame(struct cells *cells, struct cells_box box, struct cells_cell ink,
                       const char *title, const char *value, bool above, bool plain) {
    if (box.rows < 2 || box.cols < 2) return;
    draw_edges(cells, box, ink, lines[plain]);
    if (title && *title && box.cols > 2) write_title(cells, box, ink, title, plain);
    if (value && *value && box.cols > 2) write_value(cells, box, ink, above, value, plain);
}

void cells_frame(struct cells *cells, struct cells_box box, struct cells_cell ink,
                 const char *title, const char *value, bool plain) {
    bool above = value && cells_frame_holds(box.cols, title, cells_width(value));
    draw_frame(cells, box, ink, title, value, above, plain);
}

void cells_frame_low(struct cells *cells, struct cells_box box, struct cells_cell ink,
                     const char *title, const char *value, bool plain) {
    draw_frame(cells, box, ink, title, value, false, plain);
}

static void write_glyph(uint32_t glyph, struct text *out) {
    if (glyph < 0x80) {
        text_char(out, (char)glyph);
        return;
    }
    static const uint32_t leads[] = {[1] = 0xC0, 0xE0, 0xF0};
    int more = glyph < 0x800 ? 1 : glyph < 0x10000 ? 2 : 3;
    char bytes[4] = {(char)(leads[more] | glyph >> 6 * more)};
    for (int i = 1; i <= more; i++) bytes[i] = (char)(0x80 | (glyph >> 6 * (more - i) & 0x3F));
    text_bytes(out, bytes, (size_t)more + 1);
}

void cells_write(const struct cells *cells, struct text *out) {
    for (int row = 0; row < cells->rows; row++) {
        const struct cells_cell *line = cells->at + row * cells->cols;
        int end = cells->cols;
        while (end > 0 && line[end - 1].glyph == ' ') end--;
        for (int col = 0; col < end; col++)
            if (line[col].glyph) write_glyph(line[col].glyph, out);
        text_char(out, '\n');
    }
}
