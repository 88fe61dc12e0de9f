/* Boards of made-up scenes: what is shown where, and how marks look. */
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
static struct scene scene, after;
static struct board_marks marks;
static struct board board;
static struct board_layout layout;

static int begin(void **unused) {
    (void)unused;
    scene_begin(&scene, 20, 40, 3);
    marks.count = 0;
    board = (struct board){.scene = &scene, .marks = &marks, .seat = 0, .plain = true};
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

static void mark(int spot, enum board_mark what) {
    marks.at[marks.count].spot = (int16_t)spot;
    marks.at[marks.count++].mark = (uint8_t)what;
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

static const struct cells_cell *cell(int row, int col) {
    return &memory[row * cells.cols + col];
}

/* A board with a caption, tiles, labels and a text, as games have them. */
static void draw_usual(void) {
    struct scene_area *area = scene_area(&scene, "player", "Player 1", 1, 2, 4, 5);
    area->seat = 0;
    scene_value(area, "7 points");
    scene_area(&scene, "wall", "Player 1's wall", 2, 5, 2, 2);
    scene_text(&scene, 1, 2, 5, "Player 1: 7 points");
    scene_caption(&scene);
    put(2, 2, SCENE_TILE, SCENE_BLUE, "B", 1);
    put(2, 3, SCENE_EMPTY, SCENE_PLAIN, "", 1);
    put(3, 2, SCENE_EMPTY, SCENE_PLAIN, "", 2);
    put(3, 3, SCENE_EMPTY, SCENE_PLAIN, "", 2);
    scene_text(&scene, 2, 4, 1, " 1 ");
    scene_face(&scene.tiles[scene.count - 1], "1>");
    put(2, 5, SCENE_GHOST, SCENE_RED, "r", 3);
    put(3, 6, SCENE_MARK, SCENE_CYAN, "+5", 4);
    scene_text(&scene, 4, 2, 2, "words");
}

/* The same panel from large to tiny: columns of texts keep their width, captions are left out. */
static void test_sizes(void **unused) {
    (void)unused;
    draw_usual();
    paint(7, 22);
    expect("+- Player 1 ---------+\n"
           "|  B   .  1>  r      |\n"
           "|                    |\n"
           "|  .   .         +5  |\n"
           "|                    |\n"
           "| words              |\n"
           "+--------- 7 points -+\n");
    paint(6, 22);
    expect("+- Player 1 -----+\n"
           "| B  .  1> r     |\n"
           "| .  .        +5 |\n"
           "| words          |\n"
           "+----- 7 points -+\n"
           "\n");
    paint(5, 12);
    expect("+Player 1--+\n"
           "| B. 1> r  |\n"
           "| ..     + |\n"
           "| words    |\n"
           "+-7 points-+\n");
}

/* Names stand for titles; the frames of who moves, and the viewer's own, stand out. */
static void test_names(void **unused) {
    (void)unused;
    static const char *const names[] = {"Ada", "Bo"};
    board.names = names;
    for (int i = 0; i < 2; i++) {
        scene_area(&scene, "player", "Player", 2 * i, 0, 1, 4)->seat = (int8_t)i;
        put(2 * i, 0, SCENE_TILE, SCENE_BLUE, "B", i);
        put(2 * i, 3, SCENE_TILE, SCENE_BLUE, "B", i);
    }
    paint(3, 28);
    expect("+- Ada ---++- Bo ----+\n"
           "| B    B  || B    B  |\n"
           "+---------++---------+\n");
    assert_int_equal(cell(0, 0)->fore, THEME_TURN);
    assert_int_equal(cell(0, 11)->fore, THEME_FRAME);
    assert_int_equal(cell(0, 3)->fore, THEME_ACCENT);
    assert_int_equal(cell(0, 14)->style, CELLS_BOLD);
    board.movers = 2;
    paint(3, 28);
    assert_int_equal(cell(0, 11)->fore, THEME_TURN);
    board.names = NULL;
    paint(3, 28);
    expect("+- Player ++- Player +\n"
           "| B    B  || B    B  |\n"
           "+---------++---------+\n");
}

/* A large tile is one and a half rows of its colour. */
static void test_large_tile(void **unused) {
    (void)unused;
    board.plain = false;
    scene_area(&scene, "board", "Board", 0, 0, 1, 2);
    put(0, 0, SCENE_TILE, SCENE_RED, "R", 0);
    put(0, 1, SCENE_EMPTY, SCENE_PLAIN, "", 1);
    mark(1, BOARD_CURSOR);
    paint(4, 11);
    assert_int_equal(layout.panels[0].size, BOARD_LARGE);
    for (int col = 2; col < 5; col++) {
        assert_int_equal(cell(1, col)->back, theme_tile(SCENE_RED, THEME_FACE));
        assert_int_equal(cell(2, col)->glyph, 0x2580);
        assert_int_equal(cell(2, col)->fore, theme_tile(SCENE_RED, THEME_FACE));
        assert_int_equal(cell(2, col)->back, THEME_PAPER);
        assert_int_equal(cell(1, col + 4)->back, THEME_RECESS);
    }
    assert_int_equal(cell(1, 3)->glyph, 'R');
    assert_int_equal(cell(1, 5)->glyph, 0x2590);
    assert_int_equal(cell(1, 5)->fore, THEME_ACCENT);
    assert_int_equal(cell(2, 5)->glyph, 0x259D);
    assert_int_equal(cell(1, 9)->glyph, 0x258C);
    assert_int_equal(cell(2, 9)->glyph, 0x2598);
}

/* Every mark is seen without colour, in the gaps; neighbours share a gap. */
static void test_marks(void **unused) {
    (void)unused;
    scene_area(&scene, "board", "Board", 0, 0, 1, 13);
    for (int i = 0; i < 13; i++) put(0, i, SCENE_TILE, SCENE_BLUE, "B", i);
    for (int i = 1; i <= BOARD_CURSOR; i++) mark(2 * i - 1, (enum board_mark)i);
    paint(3, 43);
    expect("+- Board --------------------------------+\n"
           "| B  B +B :B :B {B }B <B >B (B )B [B ]B  |\n"
           "+----------------------------------------+\n");
    board.plain = false;
    paint(3, 43);
    expect("╭─ Board ────────────────────────────────╮\n"
           "│ B  B •B ▕B ▏B ╎B ╎B ►B ◄B ▐B ▌B ▐B ▌B  │\n"
           "╰────────────────────────────────────────╯\n");
    assert_int_equal(cell(1, 29)->style & CELLS_UNDERLINE, CELLS_UNDERLINE);
    assert_int_equal(cell(1, 35)->style & CELLS_UNDERLINE, 0);
}

static void draw_groups(bool backwards) {
    static const enum board_mark said[] = {BOARD_BEST,   BOARD_BEST,   BOARD_YOURS, BOARD_YOURS,
                                           BOARD_LAST,   BOARD_LAST,   BOARD_YOURS, BOARD_CURSOR,
                                           BOARD_CURSOR, BOARD_CHOSEN, BOARD_CHOSEN};
    scene_area(&scene, "board", "Board", 0, 0, 1, 11);
    for (int i = 0; i < 11; i++) {
        int col = backwards ? 10 - i : i;
        put(0, col, SCENE_TILE, SCENE_BLUE, "B", col);
        mark(i, said[i]);
    }
}

/* Tiles side by side are one group if the same is said of them; a gap between two groups shows the
 * stronger, whichever was drawn first. */
static void test_groups(void **unused) {
    (void)unused;
    for (int backwards = 0; backwards < 2; backwards++) {
        begin(NULL);
        draw_groups(backwards);
        paint(3, 37);
        expect("+- Board --------------------------+\n"
               "|<B  B >B  B }B  B {B [B  B ]B  B )|\n"
               "+----------------------------------+\n");
        board.plain = false;
        paint(3, 37);
        expect("╭─ Board ──────────────────────────╮\n"
               "│►B  B ◄B  B ╎B  B ╎B ▐B █B ▌B █B ▌│\n"
               "╰──────────────────────────────────╯\n");
    }
}

/* One dot for all tiles of a spot in a row; but each spot has its own. */
static void test_legal_groups(void **unused) {
    (void)unused;
    scene_area(&scene, "board", "Board", 0, 0, 1, 4);
    for (int i = 0; i < 4; i++) put(0, i, SCENE_TILE, SCENE_BLUE, "B", i / 2 + i / 3);
    for (int i = 0; i < 3; i++) mark(i, BOARD_LEGAL);
    paint(3, 16);
    expect("+- Board -----+\n| B  B +B +B +|\n+-------------+\n");
}

/* Of empty places with labels only the next to be filled has a dot. */
static void test_legal_labels(void **unused) {
    (void)unused;
    scene_area(&scene, "floor", "Floor", 0, 0, 1, 4);
    for (int i = 0; i < 4; i++) put(0, i, SCENE_EMPTY, SCENE_PLAIN, "-1", 5);
    mark(5, BOARD_LEGAL);
    paint(3, 16);
    expect("+- Floor -----+\n| -1+-1 -1 -1 |\n+-------------+\n");
    scene.tiles[0].kind = SCENE_TILE;
    paint(3, 16);
    expect("+- Floor -----+\n| -1 -1+-1 -1 |\n+-------------+\n");
}

static void draw_line(int filled) {
    scene_area(&scene, "line", "Line", 0, 0, 1, 4);
    for (int i = 0; i < 4; i++)
        put(0, i, i < filled ? SCENE_TILE : SCENE_EMPTY, SCENE_BLUE, i < filled ? "B" : "", 5);
}

/* Of several places of a spot those are marked that the act fills, else the next one to fill. */
static void test_shared_spot(void **unused) {
    (void)unused;
    draw_line(1);
    mark(5, BOARD_CURSOR);
    paint(3, 17);
    expect("+- Line ------+\n| B [. ].  .  |\n+-------------+\n");
    after = scene;
    for (int i = 1; i < 3; i++) {
        after.tiles[i].kind = SCENE_TILE;
        scene_label(&after.tiles[i], "B");
    }
    board.after = &after;
    paint(3, 17);
    expect("+- Line ------+\n| B [b  b ].  |\n+-------------+\n");
    assert_int_equal(cell(1, 5)->back, theme_tile(SCENE_BLUE, THEME_FAINT));
    marks.count = 0;
    paint(3, 17);
    expect("+- Line ------+\n| B  .  .  .  |\n+-------------+\n");
}

/* Where nothing is to be filled, all places are marked; those that can be picked if empty. */
static void test_whole_spot(void **unused) {
    (void)unused;
    draw_line(4);
    mark(5, BOARD_CHOSEN);
    paint(3, 17);
    expect("+- Line ------+\n|(B  B  B  B )|\n+-------------+\n");
    board.plain = false;
    paint(4, 20);
    expect("╭─ Line ──────────╮\n"
           "│▐ B █ B █ B █ B ▌│\n"
           "│▝▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘│\n"
           "╰─────────────────╯\n");
    begin(NULL);
    draw_line(2);
    mark(5, BOARD_LEGAL);
    paint(3, 17);
    expect("+- Line ------+\n| B  B  +  +  |\n+-------------+\n");
}

/* What is taken away stays as it is while it is chosen. */
static void test_taken(void **unused) {
    (void)unused;
    draw_line(4);
    mark(5, BOARD_CHOSEN);
    after = scene;
    for (int i = 0; i < 4; i++) after.tiles[i].kind = SCENE_EMPTY;
    board.after = &after;
    paint(3, 17);
    expect("+- Line ------+\n|(B  B  B  B )|\n+-------------+\n");
}

/* Points that the act promises are shown though nobody marked their place. */
static void test_promise(void **unused) {
    (void)unused;
    scene_area(&scene, "wall", "Wall", 0, 0, 1, 3);
    put(0, 0, SCENE_GHOST, SCENE_RED, "r", 0);
    put(0, 1, SCENE_GHOST, SCENE_BLUE, "b", 1);
    put(0, 2, SCENE_EMPTY, SCENE_PLAIN, "", 2);
    after = scene;
    for (int i = 1; i < 3; i++) after.tiles[i].kind = SCENE_MARK;
    scene_label(&after.tiles[1], "+5");
    board.after = &after;
    paint(3, 12);
    expect("+- Wall ---+\n| r  +5 .  |\n+----------+\n");
    assert_int_equal(cell(1, 5)->back, THEME_GOOD);
}

/* A bottle of three rows: captions around it, halves joined, a virus, a ghost. */
static void draw_bottle(int small) {
    static const uint8_t joins[] = {SCENE_JOIN_RIGHT, SCENE_JOIN_LEFT, SCENE_JOIN_DOWN};
    struct scene_area *area = scene_area(&scene, "bottle", "Bottle", 0, 0, 5, 4);
    area->dense = 1;
    area->small = (uint8_t)small;
    for (int row = 0; row < 5; row += 4) {
        scene_text(&scene, row, 0, 4, "words");
        scene_caption(&scene);
    }
    for (int i = 0; i < 3; i++) {
        struct scene_tile *tile = put(1, i, SCENE_TILE, SCENE_BLUE, "(B)", i);
        scene_face(tile, "B");
        tile->joins = joins[i];
    }
    struct scene_tile *below = put(2, 2, SCENE_TILE, SCENE_RED, "(R)", 7);
    below->joins = SCENE_JOIN_UP;
    scene_face(below, "R");
    scene_face(put(3, 0, SCENE_MARK, SCENE_RED, "*r*", 8), "><");
    put(2, 0, SCENE_GHOST, SCENE_YELLOW, "Y", 9);
    put(3, 3, SCENE_EMPTY, SCENE_PLAIN, ".", 10);
}

static void test_dense(void **unused) {
    (void)unused;
    draw_bottle(0);
    board.plain = false;
    paint(5, 10);
    expect("╭Bottle──╮\n"
           "│B╶╴BB╷  │\n"
           "│y   R╵  │\n"
           "│><    · │\n"
           "╰────────╯\n");
    assert_int_equal(cell(1, 1)->back, theme_tile(SCENE_BLUE, THEME_HALF));
    assert_int_equal(cell(1, 7)->back, THEME_GLASS);
    assert_int_equal(cell(0, 0)->fore, THEME_WALL);
    board.plain = true;
    paint(5, 10);
    expect("+Bottle--+\n"
           "|B--BB|  |\n"
           "|y   R|  |\n"
           "|><    . |\n"
           "+--------+\n");
    paint(8, 18);
    expect("+- Bottle -------+\n"
           "| B---B   B      |\n"
           "|         |      |\n"
           "| y       R      |\n"
           "|                |\n"
           "| ><          .  |\n"
           "|                |\n"
           "+----------------+\n");
}

/* Two rows in one, by colour; by shape where there is none. */
static void test_sketch(void **unused) {
    (void)unused;
    draw_bottle(1);
    board.plain = false;
    paint(4, 6);
    expect("╭Bot…╮\n│▀▀▀ │\n│▀   │\n╰────╯\n");
    assert_int_equal(cell(1, 1)->fore, theme_tile(SCENE_BLUE, THEME_HALF));
    assert_int_equal(cell(1, 3)->back, theme_tile(SCENE_RED, THEME_HALF));
    assert_int_equal(cell(2, 1)->fore, theme_tile(SCENE_RED, THEME_SPECK));
    board.bare = true;
    paint(4, 6);
    expect("╭Bot…╮\n│█▀█ │\n│▀   │\n╰────╯\n");
    board.plain = true;
    paint(4, 6);
    expect("+Bot~+\n|:': |\n|'   |\n+----+\n");
    paint(5, 6);
    expect("+Bot~+\n|BBB |\n|y R |\n|>  .|\n+----+\n");
}

/* The panel of an empty dense area is as large as a full one. */
static void test_empty_dense(void **unused) {
    (void)unused;
    scene_area(&scene, "next", "Next", 0, 0, 1, 4)->dense = 1;
    scene_text(&scene, 0, 0, 2, "next");
    scene_caption(&scene);
    paint(3, 10);
    expect("+Next+\n|    |\n+----+\n");
    assert_int_equal(cell(1, 1)->back, THEME_GLASS);
}

/* Where grounds do not show, empty places have dots and no half blocks are drawn. */
static void test_bare(void **unused) {
    (void)unused;
    draw_line(1);
    board.plain = false;
    board.bare = true;
    paint(4, 20);
    expect("╭─ Line ──────────╮\n"
           "│  B   ·   ·   ·  │\n"
           "│                 │\n"
           "╰─────────────────╯\n");
}

/* Where two rows would share a line, texts would, too. */
static void test_texts_in_dense(void **unused) {
    (void)unused;
    board.plain = false;
    scene_area(&scene, "count", "C", 0, 0, 3, 2)->dense = 1;
    for (int row = 0; row < 3; row++) {
        put(row, 0, SCENE_TILE, SCENE_BLUE, "B", row);
        scene_text(&scene, row, 1, 1, row == 0 ? " 7" : row == 1 ? " 8" : " 9");
    }
    paint(5, 7);
    expect("╭─ C ─╮\n│B  7 │\n│B  8 │\n│B  9 │\n╰─────╯\n");
    assert_false(board_lay(&board, 4, 30, &layout));
}

static void test_spots(void **unused) {
    (void)unused;
    draw_usual();
    for (int rows = 5; rows < 24; rows++) {
        paint(rows, 7 + 3 * rows);
        for (int spot = 1; spot <= 4; spot++) {
            int row, col;
            assert_true(board_find_spot(&board, &layout, spot, &row, &col));
            assert_int_equal(board_spot_at(&board, &layout, row, col), spot);
        }
        int row, col;
        assert_false(board_find_spot(&board, &layout, 9, &row, &col));
        assert_int_equal(board_spot_at(&board, &layout, 0, 0), SCENE_NO_SPOT);
        assert_int_equal(board_spot_at(&board, &layout, rows, 0), SCENE_NO_SPOT);
    }
}

static void test_status(void **unused) {
    (void)unused;
    char buffer[64];
    struct text text = text_over(buffer, sizeof buffer);
    scene_area(&scene, "status", "Status", 0, 0, 1, 10);
    scene_text(&scene, 0, 0, 4, "Round 2");
    scene_text(&scene, 0, 4, 3, "Player 1 to move");
    scene_caption(&scene);
    scene_text(&scene, 0, 7, 3, "tired");
    board_write_status(&scene, &text);
    assert_string_equal(buffer, "Round 2  tired");
    assert_true(board_lay(&board, 3, 3, &layout));
    assert_int_equal(layout.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_sizes, begin),
        cmocka_unit_test_setup(test_names, begin),
        cmocka_unit_test_setup(test_large_tile, begin),
        cmocka_unit_test_setup(test_marks, begin),
        cmocka_unit_test_setup(test_groups, begin),
        cmocka_unit_test_setup(test_legal_groups, begin),
        cmocka_unit_test_setup(test_legal_labels, begin),
        cmocka_unit_test_setup(test_shared_spot, begin),
        cmocka_unit_test_setup(test_whole_spot, begin),
        cmocka_unit_test_setup(test_taken, begin),
        cmocka_unit_test_setup(test_promise, begin),
        cmocka_unit_test_setup(test_dense, begin),
        cmocka_unit_test_setup(test_sketch, begin),
        cmocka_unit_test_setup(test_empty_dense, begin),
        cmocka_unit_test_setup(test_bare, begin),
        cmocka_unit_test_setup(test_texts_in_dense, begin),
        cmocka_unit_test_setup(test_spots, begin),
        cmocka_unit_test_setup(test_status, begin),
    };
    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
