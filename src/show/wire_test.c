/* The wire against a terminal of its own. */
#include "show/wire_tube_test.h"

#include "base/rng.h"
#include "show/palette.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct theme theme;
static struct cells_cell wanted[ROWS * COLS];
static struct cells frame = {.at = wanted};
static struct wire_inks inks;
static uint8_t memory[1 << 16];
static struct wire wire = {.shown = {.at = memory, .capacity = sizeof memory}};

static int codes[THEME_ROLES]; /* of the roles among 256 colours */

static void set_inks(enum wire_colours colours) {
    wire_inks_fill(&inks, colours, &theme);
    for (int role = 0; role < THEME_ROLES && colours == WIRE_256; role++)
        codes[role] = palette_256(theme.colours[role], theme_is_mark(role));
    wire_init(&wire, &inks, wire.plain);
}

/* What a cell should look like on the tube. */
static int expected_colour(int role) {
    uint32_t colour = theme.colours[role];
    return inks.colours == WIRE_TRUE  ? TRUE_COLOUR | (int)colour
           : inks.colours == WIRE_256 ? OF_256 | codes[role]
           : inks.colours == WIRE_16  ? palette_16(role, palette_is_light(theme.colours[0]))
                                      : DEFAULT;
}

static uint32_t expected_glyph(int row, int col) {
    const struct cells_cell *cell = &wanted[row * frame.cols + col];
    bool first = col + 1 < frame.cols && cell[1].glyph == 0;
    bool wide = glyph_is_wide(cell->glyph) && first;
    bool second = cell->glyph == 0 && col > 0 && glyph_is_wide(cell[-1].glyph);
    if (cell->glyph == 0) return second && !wire.plain ? 0 : ' ';
    if (glyph_is_obeyed(cell->glyph) || (glyph_is_wide(cell->glyph) && !wide)) return '?';
    return wire.plain ? (uint32_t)glyph_plain(cell->glyph) : cell->glyph;
}

static void require_cell(int row, int col) {
    const struct cells_cell *cell = &wanted[row * frame.cols + col];
    const struct place *place = place_at(row, col);
    uint32_t glyph = expected_glyph(row, col);
    assert_int_equal(place->glyph, glyph);
    if (glyph == 0) return; /* has the look of the first half */
    assert_int_equal(place->pen.back, expected_colour(cell->back));
    assert_int_equal(place->pen.underline, (cell->style & CELLS_UNDERLINE) != 0);
    if (glyph == ' ' && !place->pen.underline) return;
    assert_int_equal(place->pen.fore, expected_colour(cell->fore));
    assert_int_equal(place->pen.bold, (cell->style & CELLS_BOLD) != 0);
}

static void require_shown(void) {
    for (int row = 0; row < frame.rows; row++)
        for (int col = 0; col < frame.cols; col++) require_cell(row, col);
}

/* Paints, with so many bytes at a time. Returns whether all is painted. */
static bool paint(size_t capacity, size_t *total) {
    char *exact = malloc(capacity); /* a byte too many is found */
    struct text out = text_over(exact, capacity);
    bool done = wire_paint(&wire, &frame, &out);
    assert_false(out.cut);
    assert_true(done || out.length > 0);
    tube_obey(out.at, out.length);
    *total += out.length;
    free(exact);
    return done;
}

static void begin(enum wire_colours colours, bool plain, int rows, int cols) {
    struct rng rng = rng_new(5, 0);
    for (int i = 0; i < THEME_ROLES; i++) theme.colours[i] = rng_next(&rng) & 0xFFFFFF;
    wire.plain = plain;
    set_inks(colours);
    tube.erases = true;
    tube_begin(frame.rows = rows, frame.cols = cols);
    for (int i = 0; i < rows * cols; i++)
        wanted[i] = (struct cells_cell){.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
}

static struct cells_cell *at(int row, int col) {
    return &wanted[row * frame.cols + col];
}

/* Random frames */

static uint32_t draw_glyph(struct rng *rng) {
    static const uint32_t odd[] = {0x2500, 0x2580, 0xB7,   0x4E16,   0x1F600, 0,          0,
                                   7,      0x1B,   0x200B, 0x110000, 0xD800,  UINT32_MAX, 0xE9};
    if (rng_below(rng, 4) > 0) return (uint32_t) "   abR"[rng_below(rng, 6)];
    return odd[rng_below(rng, sizeof odd / sizeof *odd)];
}

static struct cells_cell draw_cell(struct rng *rng) {
    return (struct cells_cell){.glyph = draw_glyph(rng),
                               .fore = (uint8_t)rng_below(rng, rng_below(rng, 2) ? 3 : THEME_ROLES),
                               .back = (uint8_t)rng_below(rng, rng_below(rng, 2) ? 2 : THEME_ROLES),
                               .style = (uint8_t)(rng_below(rng, 3) ? 0 : rng_below(rng, 4))};
}

/* Draws the same into a box, a character at a time into cells, or a text with its wide glyphs. */
static void change(struct rng *rng) {
    int row = (int)rng_below(rng, (uint32_t)frame.rows),
        col = (int)rng_below(rng, (uint32_t)frame.cols);
    int rows = 1 + (int)rng_below(rng, 4), cols = 1 + (int)rng_below(rng, (uint32_t)frame.cols);
    struct cells_cell cell = draw_cell(rng);
    bool various = rng_below(rng, 2);
    for (int r = row; r < row + rows && r < frame.rows; r++)
        for (int c = col; c < col + cols && c < frame.cols; c++) {
            wanted[r * frame.cols + c] = cell;
            if (various)
                cell = draw_cell(rng);
            else if (glyph_is_wide(cell.glyph) && c + 1 < frame.cols)
                wanted[r * frame.cols + ++c] = (struct cells_cell){.fore = cell.fore};
        }
}

static void resize(struct rng *rng) {
    int rows = frame.rows;
    frame.rows = 1 + (int)rng_below(rng, ROWS);
    if (frame.rows == rows) wire_forget(&wire); /* else it sees the new size itself */
    frame.cols = 1 + (int)rng_below(rng, COLS);
    tube_begin(frame.rows, frame.cols);
    for (int i = 0; i < frame.rows * frame.cols; i++) wanted[i] = draw_cell(rng);
}

static void try_frames(enum wire_colours colours, bool plain, bool erases) {
    struct rng rng = rng_new(15, (uint64_t)(colours * 4 + plain * 2 + erases));
    size_t total = 0;
    begin(colours, plain, ROWS, COLS);
    tube.erases = erases;
    for (int i = 0; i < 400; i++) {
        uint32_t event = rng_below(&rng, 40);
        if (event == 0) resize(&rng);
        if (event == 1) wire_forget(&wire), tube_begin(frame.rows, frame.cols);
        for (uint32_t k = rng_below(&rng, 4); k > 0; k--) change(&rng);
        size_t capacity = WIRE_PIECE_MAX + 1 + rng_below(&rng, rng_below(&rng, 2) ? 100 : 20000);
        if (!paint(capacity, &total)) continue; /* the next frame comes before this one is shown */
        require_shown();
        size_t none = 0;
        assert_true(paint(capacity, &none));
        assert_int_equal(none, 0);
    }
    while (!paint(WIRE_PIECE_MAX + 1, &total)) continue;
    require_shown();
}

static void test_random_frames(void **unused) {
    (void)unused;
    for (int colours = WIRE_NONE; colours <= WIRE_TRUE; colours++)
        for (int plain = 0; plain < 2; plain++)
            for (int erases = 0; erases < 2; erases++)
                try_frames((enum wire_colours)colours, plain, erases);
}

/* Parts and want of memory */

/* A part is painted alone; the cells outside of it are another frame's, and nothing of them is
 * sent.
 */
static void try_boxes(enum wire_colours colours) {
    static struct cells_cell others[ROWS * COLS];
    struct cells part = {.at = others};
    struct rng rng = rng_new(16, 7);
    size_t total = 0;
    begin(colours, false, ROWS, COLS);
    while (!paint(20000, &total)) continue;
    part.rows = frame.rows, part.cols = frame.cols;
    for (int i = 0; i < 300; i++) {
        char buffer[100000];
        struct text out = text_over(buffer, sizeof buffer);
        struct cells_box box = {(int)rng_below(&rng, ROWS), (int)rng_below(&rng, COLS), 0, 0};
        box.rows = 1 + (int)rng_below(&rng, (uint32_t)(ROWS - box.row));
        box.cols = 1 + (int)rng_below(&rng, (uint32_t)(COLS - box.col));
        for (int k = 0; k < ROWS * COLS; k++) others[k] = draw_cell(&rng);
        for (int row = box.row; row < box.row + box.rows; row++)
            for (int col = box.col; col < box.col + box.cols; col++) {
                struct cells_cell *cell = at(row, col);
                *cell = draw_cell(&rng);
                if (cell->glyph == 0 || glyph_is_wide(cell->glyph)) cell->glyph = 'w';
                others[row * COLS + col] = *cell;
            }
        assert_true(wire_paint_boxes(&wire, &part, &box, 1, &out));
        tube_obey(out.at, out.length);
        require_shown();
    }
}

static void test_boxes(void **unused) {
    (void)unused;
    for (int colours = WIRE_NONE; colours <= WIRE_TRUE; colours++)
        try_boxes((enum wire_colours)colours);
}

/* Where not all of a part fits, or the frame before is not known, all must be painted. */
static void test_boxes_that_fail(void **unused) {
    (void)unused;
    char buffer[20000];
    struct text out = text_over(buffer, sizeof buffer);
    size_t total = 0;
    begin(WIRE_256, false, 5, 20);
    assert_false(wire_paint_boxes(&wire, &frame, &(struct cells_box){0, 0, 1, 1}, 1, &out));
    assert_int_equal(out.length, 0);
    while (!paint(20000, &total)) continue;
    for (int i = 0; i < 100; i++)
        wanted[i].glyph = 'a' + (uint32_t)i % 3, wanted[i].fore = (uint8_t)(i % 7);
    out = text_over(buffer, WIRE_PIECE_MAX + 1);
    assert_false(wire_paint_boxes(&wire, &frame, &(struct cells_box){0, 0, 5, 20}, 1, &out));
    tube_obey(out.at, out.length);
    while (!paint(20000, &total)) continue;
    require_shown();
}

/* Without memory to keep what is shown every frame is painted whole. */
static void test_no_memory(void **unused) {
    (void)unused;
    static const size_t capacities[] = {0, 10, 100, 120, 200, 300};
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        struct rng rng = rng_new(16, 8);
        size_t total = 0;
        begin(WIRE_256, false, 12, 40);
        wire.shown.capacity = capacities[i];
        for (int k = 0; k < 50; k++) {
            change(&rng);
            assert_true(paint(40000, &total));
            require_shown();
            if (!wire.known) paint(WIRE_PIECE_MAX + 1, &total); /* ends all the same */
        }
        wire.shown.capacity = sizeof memory;
        assert_true(paint(40000, &total));
        require_shown();
        assert_true(wire.known);
    }
}

/* Bytes */

static void require_bytes(const char *expected) {
    char buffer[4096], readable[4096];
    struct text out = text_over(buffer, sizeof buffer),
                shown = text_over(readable, sizeof readable);
    assert_true(wire_paint(&wire, &frame, &out));
    tube_obey(out.at, out.length);
    require_shown();
    for (size_t i = 0; i < out.length; i++) text_char(&shown, buffer[i] == 0x1B ? '^' : buffer[i]);
    assert_string_equal(readable, expected);
}

static void write_at(int row, int col, const char *text) {
    for (; *text; text++, col++) at(row, col)->glyph = (uint32_t)*text;
}

static void test_moves(void **unused) {
    (void)unused;
    begin(WIRE_NONE, false, 24, 60);
    require_bytes("^[m^[2J");
    write_at(0, 0, "a");
    require_bytes("^[Ha");
    write_at(0, 1, "b");
    require_bytes("b");
    write_at(0, 4, "e"); /* two spaces are as short as a move */
    require_bytes("  e");
    write_at(0, 12, "m");
    require_bytes("^[7Cm");
    write_at(0, 11, "l");
    require_bytes("\b\bl");
    write_at(0, 2, "c");
    require_bytes("^[;3Hc");
    write_at(1, 0, "A");
    require_bytes("\r\nA");
    write_at(2, 2, "C");
    require_bytes("^[3;3HC");
    write_at(3, 0, "A"), write_at(3, 3, "D");
    require_bytes("\r\nA  D");
    write_at(11, 11, "x");
    require_bytes("^[12;12Hx");
    write_at(12, 12, "y");
    require_bytes("^[By");
    write_at(11, 13, "z");
    require_bytes("^[Az");
    write_at(11, 0, "A");
    require_bytes("^[12HA");
    write_at(5, 59, "e"); /* after the right edge nothing relative is safe */
    require_bytes("^[6;60He");
    write_at(6, 59, "e");
    require_bytes("^[7;60He");
}

/* With colours, an empty screen is painted space by space, after the pen is set. */
static void require_blank(const char *pen) {
    char expected[256];
    snprintf(expected, sizeof expected, "%s^[H%20s^[2H%20s^[3H%20s^[4H%20s^[5H%20s", pen, "", "",
             "", "", "");
    require_bytes(expected);
}

static void test_styles(void **unused) {
    (void)unused;
    begin(WIRE_16, false, 5, 20);
    for (int i = 0; i < THEME_ROLES; i++) theme.colours[i] = 0;
    set_inks(WIRE_16);
    require_blank("^[;40m");
    write_at(0, 0, "ab");
    require_bytes("^[97m^[Hab");
    at(0, 2)->glyph = 'c', at(0, 2)->style = CELLS_BOLD;
    require_bytes("^[1mc");
    at(0, 3)->glyph = 'd', at(0, 3)->style = CELLS_UNDERLINE, at(0, 3)->fore = THEME_QUIET;
    require_bytes("^[22;4;37md");
    at(0, 4)->glyph = 'e', at(0, 4)->fore = THEME_ON_ACCENT, at(0, 4)->back = THEME_ACCENT;
    require_bytes("^[;30;106me");
    at(0, 5)->back = THEME_ACCENT, at(0, 5)->fore = THEME_MISS; /* a space has no fore */
    require_bytes(" ");
    at(0, 5)->fore = THEME_GOOD, at(0, 6)->style = CELLS_BOLD;
    require_bytes("");
    at(0, 6)->style = CELLS_UNDERLINE; /* but its line has */
    require_bytes("^[4;97;40m ");
}

static void test_grounds(void **unused) {
    (void)unused;
    begin(WIRE_TRUE, false, 5, 20);
    theme.colours[THEME_PAPER] = 0x0F141A, theme.colours[THEME_INK] = 0xD9E0E7;
    set_inks(WIRE_TRUE);
    require_blank("^[;48;2;15;20;26m");
    write_at(1, 1, "a");
    require_bytes("^[38;2;217;224;231m^[2;2Ha");
    begin(WIRE_256, false, 5, 20);
    theme.colours[THEME_PAPER] = 0, theme.colours[THEME_INK] = 0xFFFFFF;
    set_inks(WIRE_256);
    require_blank("^[;48;5;16m");
    write_at(1, 1, "a");
    require_bytes("^[38;5;231m^[2;2Ha");
}

static void test_erasing(void **unused) {
    (void)unused;
    begin(WIRE_NONE, false, 5, 20);
    write_at(2, 2, "abcdefgh");
    require_bytes("^[m^[2J^[3;3Habcdefgh");
    write_at(2, 7, "   ");
    require_bytes("\b\b\b   ");
    write_at(2, 4, "   ");
    require_bytes("^[6D   ");
    write_at(2, 2, "abcdefgh");
    require_bytes("\b\b\bcdefgh");
    write_at(2, 3, "       ");
    require_bytes("^[7D^[K");
    write_at(2, 19, "z");
    require_bytes("^[16Cz");
    write_at(2, 0, "                   ");
    require_bytes("^[3;3H ");
}

static void test_plain_glyphs(void **unused) {
    (void)unused;
    static const uint32_t known[] = {0x256D, 0x2500, 0x256E, 0x2502, 0x2570, 0x256F, 0x251C, 0x2524,
                                     0x2576, 0x2574, 0x2577, 0x2575, 0xB7,   0x2022, 0x25CF, 0x2190,
                                     0x2191, 0x2192, 0x2193, 0x2580, 0x2584, 0x2588, 0x2590, 0x258C,
                                     0x259D, 0x2598, 0x203A, 0x2026, 0x2013, 0x2212, 0xD7,   0xE1};
    static const char expected[] = "+-+|++++--||.*o<^>v=.#[]  >.--xa";
    for (int i = 0; expected[i]; i++) assert_int_equal(glyph_plain(known[i]), expected[i]);
    for (uint32_t code = 0; code < 0x120000; code++) assert_in_range(glyph_plain(code), ' ', '~');
    for (uint32_t code = ' '; code <= '~'; code++) assert_int_equal(glyph_plain(code), code);
    assert_int_equal(glyph_plain(0x4E16), '?');
}

/* All that is switched on is switched off again, or the other way round. */
static void test_begin_and_end(void **unused) {
    (void)unused;
    for (const char *mode = wire_begin; (mode = strstr(mode, "\033[?")); mode++) {
        char undone[16];
        size_t length = strcspn(mode, "hl");
        assert_true(length + 2 < sizeof undone);
        memcpy(undone, mode, length);
        undone[length] = mode[length] == 'h' ? 'l' : 'h';
        undone[length + 1] = '\0';
        assert_non_null(strstr(wire_end, undone));
    }
    assert_int_equal(wire_end[0], 0x1B); /* ends a sequence that was cut */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_frames),   cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_boxes_that_fail), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_moves),           cmocka_unit_test(test_styles),
        cmocka_unit_test(test_grounds),         cmocka_unit_test(test_erasing),
        cmocka_unit_test(test_plain_glyphs),    cmocka_unit_test(test_begin_and_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
