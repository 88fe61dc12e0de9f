/* Packing rows of cells. A byte is one of four things: a cell seen before in this row, by its place
 * in a small table; an ASCII character in the colours of the cell before; a copy of what lies 1 to
 * 4 cells before; or what differs from the cell before, which follows. */
#include "show/packed.h"
#include <assert.h>
#include <string.h>

enum { SEEN = 32, COPY = 0x80, COPY_MAX = 16, OTHER = 0xC0, LENGTH_BYTES = 2 };
/* Of OTHER: the bytes of the glyph, 0 if it is the same, and what else differs. */
enum { GLYPH_SHIFT = 4, GLYPH_WHOLE = 3, HAS_FORE = 8, HAS_BACK = 4, HAS_STYLE = 2 };
enum { CELL_BYTES_MAX = 1 + 4 + 1 + 1 + 2, ROW_BYTES_MAX = CELLS_COLS_MAX * CELL_BYTES_MAX };

static const struct cells_cell before_first = {.glyph = ' ', .fore = THEME_INK};

static unsigned slot_of(struct cells_cell cell) {
    return (cell.glyph * 3 + cell.fore * 5u + cell.back * 7u + cell.style) % SEEN;
}

static bool is_same(const struct cells_cell *a, const struct cells_cell *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool has_pen_of(const struct cells_cell *a, const struct cells_cell *b) {
    return a->fore == b->fore && a->back == b->back && a->style == b->style && a->spare == b->spare;
}

/* Writes how a cell differs from the one before. Returns the end. */
static uint8_t *put_other(uint8_t *to, const struct cells_cell *cell,
                          const struct cells_cell *prior) {
    int bytes = cell->glyph == prior->glyph ? 0
                : cell->glyph < 0x100       ? 1
                : cell->glyph >> 16         ? 4
                                            : 2;
    uint8_t *head = to++;
    *head = (uint8_t)(OTHER | (bytes == 4 ? GLYPH_WHOLE : bytes) << GLYPH_SHIFT);
    memcpy(to, &cell->glyph, (size_t)bytes);
    to += bytes;
    if (cell->fore != prior->fore) *head |= HAS_FORE, *to++ = cell->fore;
    if (cell->back != prior->back) *head |= HAS_BACK, *to++ = cell->back;
    if (cell->style != prior->style || cell->spare != prior->spare) {
        *head |= HAS_STYLE;
        *to++ = cell->style;
        *to++ = cell->spare;
    }
    return to;
}

static const uint8_t *take_other(const uint8_t *from, struct cells_cell *cell) {
    int head = *from++, bytes = head >> GLYPH_SHIFT & GLYPH_WHOLE;
    if (bytes == GLYPH_WHOLE) bytes = 4;
    if (bytes) cell->glyph = 0;
    memcpy(&cell->glyph, from, (size_t)bytes);
    from += bytes;
    if (head & HAS_FORE) cell->fore = *from++;
    if (head & HAS_BACK) cell->back = *from++;
    if (head & HAS_STYLE) {
        cell->style = *from++;
        cell->spare = *from++;
    }
    return from;
}

/* Returns how many cells from `at` on are as those that lie so many cells before. */
static int count_copied(const struct cells_cell *cells, int at, int end, int distance) {
    int count = 0;
    if (distance > at) return 0;
    if (end - at > COPY_MAX) end = at + COPY_MAX;
    while (at + count < end && is_same(&cells[at + count], &cells[at + count - distance])) count++;
    return count;
}

/* Finds the longest copy. */
static int find_copy(const struct cells_cell *cells, int at, int end, int *distance) {
    int best = 0;
    for (int tried = 1; tried <= 4; tried++) {
        int count = count_copied(cells, at, end, tried);
        if (count <= best) continue;
        best = count;
        *distance = tried;
    }
    return best;
}

/* Packs a row. Returns its bytes. */
static size_t pack(const struct cells_cell *cells, int cols, uint8_t *out) {
    struct cells_cell seen[SEEN] = {{0}};
    const struct cells_cell *prior = &before_first;
    uint8_t *to = out;
    for (int at = 0, distance = 1; at < cols;) {
        const struct cells_cell *cell = &cells[at];
        unsigned slot = slot_of(*cell);
        int copied = find_copy(cells, at, cols, &distance);
        if (copied > 1) {
            *to++ = (uint8_t)(COPY | (distance - 1) * COPY_MAX | (copied - 1));
            prior = &cells[(at += copied) - 1];
            continue;
        }
        if (is_same(cell, &seen[slot]))
            *to++ = (uint8_t)slot;
        else if (cell->glyph >= ' ' && cell->glyph < 0x7F && has_pen_of(cell, prior))
            *to++ = (uint8_t)cell->glyph;
        else
            to = put_other(to, cell, prior);
        seen[slot] = *cell;
        prior = cell;
        at++;
    }
    return (size_t)(to - out);
}

static void unpack(const uint8_t *from, int count, struct cells_cell *out) {
    struct cells_cell seen[SEEN] = {{0}}, cell = before_first;
    for (int at = 0; at < count;) {
        int code = *from;
        if (code >= COPY && code < OTHER) {
            int distance = (code - COPY) / COPY_MAX + 1, end = at + code % COPY_MAX + 1;
            for (from++; at < end; at++) out[at] = out[at - distance];
            cell = out[at - 1];
            continue;
        }
        if (code >= OTHER)
            from = take_other(from, &cell);
        else if (from++, code < SEEN)
            cell = seen[code];
        else
            cell.glyph = (uint32_t)code;
        seen[slot_of(cell)] = cell;
        out[at++] = cell;
    }
}

static size_t length_at(const uint8_t *at) {
    return (size_t)at[0] | (size_t)at[1] << 8;
}

static void set_length(uint8_t *at, size_t length) {
    at[0] = (uint8_t)length;
    at[1] = (uint8_t)(length >> 8);
}

static size_t find_row(const struct packed *packed, int row) {
    size_t offset = 0;
    assert(row >= 0 && row < packed->rows);
    while (row-- > 0) offset += LENGTH_BYTES + length_at(packed->at + offset);
    return offset;
}

static bool make_room(struct packed *packed, size_t capacity) {
    if (capacity <= packed->capacity) return true;
    if (packed->grow && packed->grow(packed, capacity)) return true;
    packed->rows = packed->cols = 0;
    packed->length = 0;
    return false;
}

bool packed_fill(struct packed *packed, int rows, int cols, struct cells_cell cell) {
    struct cells_cell cells[CELLS_COLS_MAX];
    uint8_t row[ROW_BYTES_MAX];
    for (int i = 0; i < cols; i++) cells[i] = cell;
    size_t length = pack(cells, cols, row);
    if (!make_room(packed, (size_t)rows * (LENGTH_BYTES + length))) return false;
    packed->rows = rows;
    packed->cols = cols;
    packed->length = 0;
    for (int i = 0; i < rows; i++) {
        set_length(packed->at + packed->length, length);
        memcpy(packed->at + packed->length + LENGTH_BYTES, row, length);
        packed->length += LENGTH_BYTES + length;
    }
    return true;
}

/* A copy may go on past `count`, but not past the row. */
void packed_read(const struct packed *packed, int row, int count, struct cells_cell *out) {
    assert(count <= packed->cols);
    unpack(packed->at + find_row(packed, row) + LENGTH_BYTES, count, out);
}

bool packed_write(struct packed *packed, int row, const struct cells_cell *cells) {
    uint8_t bytes[ROW_BYTES_MAX];
    size_t length = pack(cells, packed->cols, bytes), at = find_row(packed, row) + LENGTH_BYTES;
    size_t old = length_at(packed->at + at - LENGTH_BYTES), rest = packed->length - at - old;
    if (!make_room(packed, packed->length - old + length)) return false;
    memmove(packed->at + at + length, packed->at + at + old, rest);
    memcpy(packed->at + at, bytes, length);
    set_length(packed->at + at - LENGTH_BYTES, length);
    packed->length = packed->length - old + length;
    return true;
}
