/* How the panels of made-up scenes share the room, and where the texts go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/board.h"
#include <string.h>

enum { ROWS = 24, COLS = 80 };

static struct cells_cell memory[ROWS * COLS];
static struct cells cells = {ROWS, COLS, memory};
static struct scene scene;
static struct board board;
static struct board_layout layout;

static int begin(void **unused) {
    (void)unused;
    scene_begin(&scene, 20, 40, 3);
    board = (struct board){.scene = &scene, .seat = 0, .plain = true};
    cells.rows = ROWS;
    cells.cols = COLS;
    return 0;
}

static struct scene_tile *put(int row, int col, enum scene_kind kind, enum scene_colour colour,
                              const char *label, int spot) {
    struct scene_tile *tile = scene_add(&scene, row, col, kind, colour);
    scene_label(tile, label);
    tile->spot = (int16_t)spot;
    return tile;
}

static void paint(int rows, int cols) {
    cells.rows = rows;
    cells.cols = cols;
    assert_true(board_lay(&board, rows, cols, &layout));
    cells_clear(&cells);
    board_paint(&board, &layout, &cells, 0, 0);
}

static void expect(const char *expected) {
    static char buffer[ROWS * COLS * 4];
    struct text text = text_over(buffer, sizeof buffer);
    cells_write(&cells, &text);
    assert_string_equal(buffer, expected);
}

static void draw_line(void) {
    scene_area(&scene, "line", "Line", 0, 0, 1, 4);
    put(0, 0, SCENE_TILE, SCENE_BLUE, "B", 5);
    for (int i = 1; i < 4; i++) put(0, i, SCENE_EMPTY, SCENE_PLAIN, "", 5);
}

/* Texts come into what is left, and are left out where that is too small. */
static void test_texts(void **unused) {
    (void)unused;
    draw_line();
    board.texts_count = 2;
    board.texts[0] = (struct board_text){"One", NULL, "first words", 2, 8};
    board.texts[1] = (struct board_text){"Two", "2", "second words", 1, 8};
    paint(8, 31);
    assert_int_equal(layout.count, 3);
    expect("+- Line ----------++- Two  2 -+\n"
           "|  B   .   .   .  || second   |\n"
           "|                 || words    |\n"
           "+-----------------++----------+\n"
           "+- One -----------------------+\n"
           "| first words                 |\n"
           "|                             |\n"
           "+-----------------------------+\n");
    paint(4, 31);
    assert_int_equal(layout.count, 2);
    paint(4, 24);
    assert_int_equal(layout.count, 1);
    assert_int_equal(layout.panels[0].size, BOARD_LARGE);
    board.scant_cols = 1;
    paint(4, 24);
    assert_int_equal(layout.count, 2);
    expect("+- Line ----------++One+\n"
           "|  B   .   .   .  || f |\n"
           "|                 || ~ |\n"
           "+-----------------++---+\n");
}

static void require_grid(int first, int count) {
    const struct cells_box *from = &layout.panels[first].box;
    for (int i = 1; i < count; i++) {
        const struct cells_box *box = &layout.panels[first + i].box;
        assert_true(box->row >= from->row && (box->row - from->row) % from->rows == 0);
        assert_true(box->col >= from->col && (box->col - from->col) % from->cols == 0);
    }
}

/* Side views of one kind stand in rows, though there is room for some of them elsewhere. */
static void test_side_views(void **unused) {
    (void)unused;
    scene_area(&scene, "field", "Field", 0, 0, 12, 3);
    put(0, 0, SCENE_TILE, SCENE_BLUE, "B", 0);
    put(10, 2, SCENE_TILE, SCENE_BLUE, "B", 0);
    scene_area(&scene, "next", "Aside", 0, 5, 1, 5)->dense = 1;
    for (int i = 0; i < 3; i++) {
        struct scene_area *area = scene_area(&scene, "side", "Side", 0, 12 + 5 * i, 4, 4);
        area->small = area->dense = 1;
    }
    for (int rows = 13; rows <= ROWS; rows++)
        for (int cols = 26; cols <= COLS; cols++) {
            paint(rows, cols);
            require_grid(2, 3);
        }
}

static void test_too_small(void **unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) {
        scene_area(&scene, "part", "Part", 0, 4 * i, 3, 3);
        put(0, 4 * i, SCENE_TILE, SCENE_BLUE, "B", i);
        put(2, 4 * i + 2, SCENE_TILE, SCENE_BLUE, "B", i);
    }
    assert_false(board_lay(&board, 14, 5, &layout));
    assert_true(layout.rows == 15 && layout.cols == 6);
    assert_false(board_lay(&board, 4, 40, &layout));
    assert_true(layout.rows == 5 && layout.cols == 18);
}

static uint32_t some(uint32_t *seed, uint32_t below) {
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

/* Adds areas side by side, each with a few tiles. */
static void draw_some(uint32_t *seed) {
    int count = 1 + (int)some(seed, 9), col = 0;
    for (int i = 0; i < count; i++) {
        int rows = 1 + (int)some(seed, 6), cols = 1 + (int)some(seed, 6);
        struct scene_area *area = scene_area(&scene, "part", "Part", 0, col, rows, cols);
        area->seat = (int8_t)((int)some(seed, 4) - 1);
        area->dense = (uint8_t)some(seed, 2);
        area->small = (uint8_t)some(seed, 2);
        for (int place = 0; place < rows * cols; place++)
            put(place / cols, col + place % cols, (enum scene_kind)(1 + some(seed, 4)),
                (enum scene_colour)some(seed, SCENE_COLOURS), some(seed, 2) ? "B" : "12", place);
        col += cols;
    }
}

static void require_apart(int rows, int cols) {
    for (int i = 0; i < layout.count; i++) {
        struct cells_box a = layout.panels[i].box;
        assert_true(a.row >= 0 && a.col >= 0 && a.rows >= 2 && a.cols >= 2);
        assert_true(a.row + a.rows <= rows && a.col + a.cols <= cols);
        for (int j = 0; j < i; j++) {
            struct cells_box b = layout.panels[j].box;
            assert_true(a.row >= b.row + b.rows || b.row >= a.row + a.rows ||
                        a.col >= b.col + b.cols || b.col >= a.col + a.cols);
        }
    }
}

/* Whatever the panels are: if they fit, all are there, inside, and none covers another. */
static void test_packing(void **unused) {
    (void)unused;
    uint32_t seed = 1;
    int fits = 0;
    for (int round = 0; round < 3000; round++) {
        begin(NULL);
        draw_some(&seed);
        int rows = 3 + (int)some(&seed, ROWS - 2), cols = 8 + (int)some(&seed, COLS - 7);
        board.plain = some(&seed, 2);
        board.texts_count = (int)some(&seed, 3);
        for (int i = 0; i < board.texts_count; i++)
            board.texts[i] = (struct board_text){"T", "v", "some words", 1 + i, 6};
        if (!board_lay(&board, rows, cols, &layout)) {
            assert_true(layout.rows > rows || layout.cols > cols);
            assert_true(board_lay(&board, layout.rows, layout.cols, &layout));
            continue;
        }
        fits++;
        require_apart(rows, cols);
        int areas = 0;
        for (int i = 0; i < layout.count; i++) areas += layout.panels[i].area >= 0;
        assert_int_equal(areas, scene.areas_count);
        paint(rows, cols);
    }
    assert_true(fits > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_texts, begin),
        cmocka_unit_test_setup(test_side_views, begin),
        cmocka_unit_test_setup(test_too_small, begin),
        cmocka_unit_test(test_packing),
    };
    return cmocka_run_group_tests_name("board_pack", tests, NULL, NULL);
}
