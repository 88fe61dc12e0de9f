/* Scenes, and their text for a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/ansi.h"
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LINE = 4096 };

/* A label is cut after the last whole character that fits 31 bytes, with zeros to its end. */
static void test_labels(void **unused) {
    (void)unused;
#define THIRTY "123456789012345678901234567890"
    static const struct {
        const char *text, *label;
    } list[] = {
        {"", ""},
        {THIRTY "1", THIRTY "1"},
        {THIRTY "12", THIRTY "1"},
        {THIRTY "\xC3\xA9", THIRTY},
        {THIRTY "\xE2\x82\xAC", THIRTY},
        {THIRTY "\xF0\x9F\x80\x84", THIRTY},
        {"x" THIRTY "\xC3\xA9", "x" THIRTY},
        {"\xC3\xA9"
         "12345678901234567890123456789"
         "\xC3\xA9",
         "\xC3\xA9"
         "12345678901234567890123456789"},
    };
    struct scene_tile tile;
    for (size_t i = 0; i < COUNT(list); i++) {
        char expected[SCENE_LABEL_MAX] = "";
        memcpy(expected, list[i].label, strlen(list[i].label));
        memset(&tile, 'x', sizeof tile);
        scene_label(&tile, list[i].text);
        assert_memory_equal(tile.label, expected, sizeof expected);
    }
}

static struct scene scene;

static struct scene_tile *put(int row, int col, enum scene_kind kind, enum scene_colour colour,
                              const char *label) {
    struct scene_tile *tile = scene_add(&scene, row, col, kind, colour);
    scene_label(tile, label);
    return tile;
}

static void expect_picture(bool colour, const char *expected) {
    char buffer[LINE];
    struct text text = text_over(buffer, sizeof buffer);
    ansi_render(&scene, colour, &text);
    assert_string_equal(buffer, expected);
}

static void test_plain_picture(void **unused) {
    (void)unused;
    scene_begin(&scene, 4, 5, 3);
    put(0, 0, SCENE_TILE, SCENE_RED, "7");
    put(0, 1, SCENE_EMPTY, SCENE_PLAIN, "");
    put(0, 2, SCENE_TILE, SCENE_PLAIN, "12");
    put(1, 1, SCENE_MARK, SCENE_BLUE, "*");
    put(1, 4, SCENE_GHOST, SCENE_CYAN, "o");
    scene_text(&scene, 3, 1, 3, "h\xC3\xA9llo");
    scene_text(&scene, 3, 4, 1, "!");
    expect_picture(false, " 7  ·  12\n"
                          "    *        o\n"
                          "\n"
                          "   h\xC3\xA9llo    !\n");
}

static void test_coloured_picture(void **unused) {
    (void)unused;
    scene_begin(&scene, 2, 3, 3);
    put(0, 0, SCENE_TILE, SCENE_RED, "7");
    put(0, 1, SCENE_EMPTY, SCENE_PLAIN, "");
    put(0, 2, SCENE_MARK, SCENE_BLUE, "*");
    put(1, 0, SCENE_GHOST, SCENE_YELLOW, "o");
    scene_text(&scene, 1, 1, 1, "to");
    put(1, 2, SCENE_TEXT, SCENE_GREEN, "go");
    expect_picture(true, "\033[4;48;5;160;38;5;231m 7\033[0m "
                         "\033[2m ·\033[0m "
                         "\033[1;38;5;33m *\033[0m\n"
                         "\033[2;38;5;178m o\033[0m "
                         "to "
                         "\033[38;5;71mgo\033[0m\n");
}

/* A column where only small areas lie, and between those, is one character wide. */
static void test_small_areas(void **unused) {
    (void)unused;
    scene_begin(&scene, 2, 8, 3);
    scene_area(&scene, "board", "Board", 0, 0, 2, 2);
    for (int i = 0; i < 2; i++)
        scene_area(&scene, "board", i ? "Third" : "Second", 0, 3 + 3 * i, 2, 2)->small = 1;
    put(0, 0, SCENE_TILE, SCENE_RED, "R");
    put(0, 1, SCENE_EMPTY, SCENE_PLAIN, "");
    put(0, 3, SCENE_TILE, SCENE_RED, "r");
    put(0, 4, SCENE_EMPTY, SCENE_PLAIN, ".");
    put(0, 6, SCENE_EMPTY, SCENE_PLAIN, ".");
    put(0, 7, SCENE_TILE, SCENE_BLUE, "b");
    scene_text(&scene, 1, 0, 2, "ab");
    scene_text(&scene, 1, 3, 2, "cde");
    scene_text(&scene, 1, 6, 2, ""); /* leaves no spaces at the end */
    expect_picture(false, " R  ·    r. .b\n"
                          "ab       cd\n");
    scene_area(&scene, "status", "Status", 1, 0, 1, 4); /* reaches into the second */
    expect_picture(false, " R  ·     r . .b\n"
                          "ab       cde\n");
}

static void expect_framed(const char *title, int row, int col, int rows, int cols) {
    for (int i = 0; i < scene.areas_count; i++) {
        if (strcmp(scene.areas[i].title, title) != 0) continue;
        struct scene_area part = scene_framed(&scene, &scene.areas[i]);
        assert_true(part.row == row && part.col == col && part.rows == rows && part.cols == cols);
        return;
    }
    fail();
}

/* A frame leaves out captions at the edges with their rows and columns, and nothing else. */
static void test_framed(void **unused) {
    (void)unused;
    scene_begin(&scene, 8, 12, 3);
    scene_area(&scene, "a", "beside", 0, 0, 1, 5);
    scene_text(&scene, 0, 0, 2, "two places");
    scene_caption(&scene);
    put(0, 3, SCENE_TILE, SCENE_RED, "R"); /* the empty place before it stays */
    expect_framed("beside", 0, 2, 1, 3);
    scene_area(&scene, "a", "around", 1, 0, 4, 3);
    scene_text(&scene, 1, 0, 3, "above");
    scene_caption(&scene);
    scene_text(&scene, 4, 0, 1, "below");
    scene_caption(&scene);
    scene_text(&scene, 2, 2, 1, "right");
    scene_caption(&scene);
    put(2, 0, SCENE_TILE, SCENE_RED, "R");
    expect_framed("around", 2, 0, 2, 2);
    scene_area(&scene, "a", "among", 5, 0, 1, 3);
    scene_text(&scene, 5, 0, 1, "caption");
    scene_caption(&scene);
    scene_area(&scene, "a", "in it", 5, 0, 1, 1);
    expect_framed("in it", 5, 0, 1, 1);
    expect_framed("among", 5, 1, 1, 2); /* where something may come */
    put(5, 0, SCENE_TEXT, SCENE_PLAIN, "text");
    expect_framed("among", 5, 0, 1, 3);
    scene_area(&scene, "a", "empty", 6, 0, 2, 3);
    expect_framed("empty", 6, 0, 2, 3);
    scene_area(&scene, "a", "crossed", 6, 4, 1, 2);
    scene_text(&scene, 6, 5, 3, "reaches out of it");
    scene_caption(&scene);
    expect_framed("crossed", 6, 4, 1, 2);
}

/* What does not fit is cut at a character; what is drawn later lies on top. */
static void test_crowded_picture(void **unused) {
    (void)unused;
    scene_begin(&scene, 5, 4, 2);
    put(0, 0, SCENE_TILE, SCENE_RED, "12345");
    put(0, 1, SCENE_TILE, SCENE_RED, "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x80\x84");
    put(1, 0, SCENE_TILE, SCENE_RED, "a");
    put(1, 0, SCENE_TILE, SCENE_RED, "b");
    scene_text(&scene, 2, 0, 4, "abcdefgh");
    put(2, 2, SCENE_TILE, SCENE_RED, "X");
    put(3, 1, SCENE_TILE, SCENE_RED, "X");
    scene_text(&scene, 3, 0, 3, "abcdefgh");
    scene_text(&scene, 4, 3, 5, "abcdefgh");
    expect_picture(false, "12\xC3\xA9\xE2\x82\xAC\n"
                          " b\n"
                          "abcd Xab\n"
                          "abcdef\n"
                          "      ab\n");
}

/* A picture that is too large for its text is cut, and `cut` is set. */
static void test_cut_picture(void **unused) {
    (void)unused;
    char buffer[8];
    struct text text = text_over(buffer, sizeof buffer);
    scene_begin(&scene, 2, 4, 3);
    for (int col = 0; col < 4; col++) put(0, col, SCENE_TILE, SCENE_RED, "7");
    ansi_render(&scene, false, &text);
    assert_true(text.cut);
    assert_true(strlen(buffer) < sizeof buffer);
}

static void expect_change(const struct scene_tile *change, int row, int col, int span, int kind,
                          const char *label) {
    assert_int_equal(change->row, row);
    assert_int_equal(change->col, col);
    assert_int_equal(change->span, span);
    assert_int_equal(change->kind, kind);
    assert_string_equal(change->label, label);
}

/* Removed tiles come first; unchanged ones are not listed; a shorter text frees places. */
static void test_changes(void **unused) {
    (void)unused;
    static struct scene before;
    static struct scene_tile changes[SCENE_CHANGES_MAX];
    scene_begin(&scene, 3, 6, 2);
    put(0, 0, SCENE_TILE, SCENE_RED, "stays");
    put(0, 1, SCENE_TILE, SCENE_RED, "goes");
    put(0, 2, SCENE_TILE, SCENE_RED, "other");
    scene_text(&scene, 2, 0, 6, "long");
    before = scene;
    scene_begin(&scene, 3, 6, 2);
    scene_text(&scene, 2, 0, 2, "long");
    put(1, 5, SCENE_MARK, SCENE_BLUE, "comes");
    put(0, 2, SCENE_TILE, SCENE_BLUE, "other");
    put(0, 0, SCENE_TILE, SCENE_RED, "stays");
    assert_int_equal(scene_changes(&before, &scene, changes), 5);
    expect_change(&changes[0], 0, 1, 1, SCENE_GONE, "goes");
    expect_change(&changes[1], 2, 0, 6, SCENE_GONE, "long");
    expect_change(&changes[2], 2, 0, 2, SCENE_TEXT, "long");
    expect_change(&changes[3], 1, 5, 1, SCENE_MARK, "comes");
    expect_change(&changes[4], 0, 2, 1, SCENE_TILE, "other");
    assert_int_equal(changes[4].colour, SCENE_BLUE);
    assert_int_equal(scene_changes(&scene, &scene, changes), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),           cmocka_unit_test(test_plain_picture),
        cmocka_unit_test(test_coloured_picture), cmocka_unit_test(test_crowded_picture),
        cmocka_unit_test(test_cut_picture),      cmocka_unit_test(test_changes),
        cmocka_unit_test(test_small_areas),      cmocka_unit_test(test_framed),
    };
    return cmocka_run_group_tests_name("show", tests, NULL, NULL);
}
