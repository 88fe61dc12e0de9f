/* A terminal for tests: small and slow, it obeys the bytes, cell by cell. Where real terminals
 * disagree, this one breaks something, so that the wire must not rely on it. */
#ifndef SHOW_WIRE_TUBE_TEST_H
#define SHOW_WIRE_TUBE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/glyph.h"
#include "show/wire.h"

enum { JUNK = 'J', ROWS = 30, COLS = 60 };
enum { DEFAULT = -1, TRUE_COLOUR = 1 << 24, OF_256 = 1 << 25 };

struct pen {
    int fore, back;
    bool bold, underline;
};

struct place {
    uint32_t glyph; /* 0 behind a wide one */
    struct pen pen;
};

static struct {
    int rows, cols, row, col;
    bool sure, erases; /* where the cursor is; an erased cell has the ground of the pen */
    struct pen pen;
    struct place at[ROWS * COLS];
} tube;

static struct place *place_at(int row, int col) {
    return &tube.at[row * tube.cols + col];
}

static void junk(struct place *place) {
    *place = (struct place){JUNK, {77, 77, true, true}};
}

static void tube_begin(int rows, int cols) {
    tube.rows = rows;
    tube.cols = cols;
    tube.sure = false;
    tube.pen = (struct pen){77, 77, true, true};
    for (int i = 0; i < rows * cols; i++) junk(&tube.at[i]);
}

static void spoil_halves(int row, int col, int width) {
    if (place_at(row, col)->glyph == 0 && col > 0) junk(place_at(row, col - 1));
    if (col + width < tube.cols && place_at(row, col + width)->glyph == 0)
        junk(place_at(row, col + width));
}

static void tube_write(uint32_t glyph) {
    int width = glyph_is_wide(glyph) ? 2 : 1;
    assert_true(tube.sure && tube.col + width <= tube.cols);
    spoil_halves(tube.row, tube.col, width);
    *place_at(tube.row, tube.col) = (struct place){glyph, tube.pen};
    if (width == 2) *place_at(tube.row, tube.col + 1) = (struct place){0, tube.pen};
    tube.col += width;
    tube.sure = width == 1 && tube.col < tube.cols;
}

static void tube_erase(int row, int from) {
    struct pen pen = {DEFAULT, tube.erases ? tube.pen.back : DEFAULT, false, false};
    assert_false(tube.pen.underline); /* would it be underlined? */
    if (from > 0 && place_at(row, from)->glyph == 0) junk(place_at(row, from - 1));
    for (int col = from; col < tube.cols; col++) *place_at(row, col) = (struct place){' ', pen};
}

static void tube_move(int rows, int cols) {
    assert_true(tube.sure);
    tube.row += rows;
    tube.col += cols;
    assert_in_range(tube.row, 0, tube.rows - 1);
    assert_in_range(tube.col, 0, tube.cols - 1);
}

static const int *read_colour(const int *at, int *colour) {
    if (at[1] == 5) {
        assert_in_range(at[2], 16, 255);
        *colour = OF_256 | at[2];
        return at + 2;
    }
    assert_int_equal(at[1], 2);
    for (int i = 2; i < 5; i++) assert_in_range(at[i], 0, 255);
    *colour = TRUE_COLOUR | at[2] << 16 | at[3] << 8 | at[4];
    return at + 4;
}

static void tube_style(const int *params, int count) {
    struct pen *pen = &tube.pen;
    for (const int *at = params; at < params + count; at++) {
        if (*at == 0)
            *pen = (struct pen){DEFAULT, DEFAULT, false, false};
        else if (*at == 1 || *at == 22)
            pen->bold = *at == 1;
        else if (*at == 4 || *at == 24)
            pen->underline = *at == 4;
        else if (*at == 38)
            at = read_colour(at, &pen->fore);
        else if (*at == 48)
            at = read_colour(at, &pen->back);
        else if (*at >= 30 && *at < 38)
            pen->fore = *at - 30;
        else if (*at >= 40 && *at < 48)
            pen->back = *at - 40;
        else if (*at >= 90 && *at < 98)
            pen->fore = *at - 90 + 8;
        else if (*at >= 100 && *at < 108)
            pen->back = *at - 100 + 8;
        else
            fail_msg("SGR %d", *at);
    }
}

static const char *tube_sequence(const char *at) {
    int params[16] = {0}, count = 1;
    for (; (*at >= '0' && *at <= '9') || *at == ';'; at++) {
        if (*at == ';')
            assert_true(++count <= 16);
        else
            params[count - 1] = params[count - 1] * 10 + *at - '0';
    }
    int steps = params[0] ? params[0] : 1;
    switch (*at) {
    case 'A':
        tube_move(-steps, 0);
        break;
    case 'B':
        tube_move(steps, 0);
        break;
    case 'C':
        tube_move(0, steps);
        break;
    case 'D':
        tube_move(0, -steps);
        break;
    case 'H':
        tube.row = steps - 1;
        tube.col = count > 1 && params[1] ? params[1] - 1 : 0;
        tube.sure = true;
        tube_move(0, 0);
        break;
    case 'J':
        assert_int_equal(params[0], 2);
        for (int row = 0; row < tube.rows; row++) tube_erase(row, 0);
        break;
    case 'K':
        assert_true(tube.sure);
        tube_erase(tube.row, tube.col);
        break;
    case 'm':
        tube_style(params, count);
        break;
    default:
        fail_msg("CSI %c", *at);
    }
    return at;
}

static void tube_obey(const char *at, size_t length) {
    for (const char *end = at + length; at < end; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == 0x1B) {
            assert_int_equal(at[1], '[');
            at = tube_sequence(at + 2);
        } else if (c == '\b') {
            tube_move(0, -1);
        } else if (c == '\r') {
            assert_int_equal(*++at, '\n');
            tube_move(1, -tube.col);
        } else {
            assert_true(c >= 0x20 && c != 0x7F);
            int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
            uint32_t code = more ? c & (0x3Fu >> more) : c;
            for (; more > 0; more--) code = code << 6 | (*++at & 0x3F);
            tube_write(code);
        }
    }
}

#endif
