/* Cells: widths, texts, paragraphs and frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "show/cells.h"
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HAN "\xE6\x9D\x8E"     /* two columns */
#define ACUTE "e\xCC\x81"      /* e and an accent that combines */
#define CAT "\xF0\x9F\x90\xB1" /* an emoji */
#define SIGN "\xEF\xBF\xBD"    /* U+FFFD */
#define ROW "\xE2\x94\x80"     /* box drawings */

enum { ROWS = 5, COLS = 20 };

static struct cells_cell memory[ROWS * COLS];
static struct cells cells = {ROWS, COLS, memory};
static const struct cells_cell ink = {' ', THEME_INK, THEME_PAPER, 0, 0};

static int clear(void **unused) {
    (void)unused;
    cells_clear(&cells);
    return 0;
}

static void expect(const char *expected) {
    char buffer[1024];
    struct text text = text_over(buffer, sizeof buffer);
    cells_write(&cells, &text);
    assert_string_equal(buffer, expected);
}

static void test_widths(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        int width;
    } list[] = {{"", 0},
                {"abc", 3},
                {"Tom\xC3\xA1s", 5},
                {ACUTE, 1},
                {HAN HAN, 4},
                {CAT, 2},
                {"\xE2\x96\x80", 1},
                {CELLS_STRONG "b" CELLS_INK "c\n", 2},
                {"\xFF", 1},
                {"\xE6\x9D", 2},         /* cut: two bytes that are no character */
                {"\xC0\xAF", 2},         /* an overlong slash */
                {"\xED\xA0\x80", 3},     /* a surrogate */
                {"\xF4\x90\x80\x80", 4}, /* past Unicode */
                {"\x7F\xC2\x9B", 2},     /* controls show as signs */
                {"\xE2\x80\x8B\xEF\xBB\xBF", 0}};
    for (size_t i = 0; i < COUNT(list); i++)
        if (cells_width(list[i].text) != list[i].width)
            fail_msg("%zu: %d, not %d", i, cells_width(list[i].text), list[i].width);
}

/* A text ends at its width, between characters; the rest of a cut line stays as it was. */
static void test_text(void **unused) {
    (void)unused;
    assert_int_equal(cells_text(&cells, 0, 1, 10, ink, "a" HAN "b"), 4);
    assert_int_equal(cells_text(&cells, 1, 0, 2, ink, "a" HAN), 1);
    assert_int_equal(cells_text(&cells, 2, 18, 10, ink, "abcdef"), 6);
    assert_int_equal(cells_text(&cells, 3, -2, 10, ink, "abcd"), 4);
    assert_int_equal(cells_text(&cells, 4, 0, 10, ink, "\xFFz"), 2);
    cells_text(&cells, -1, 0, 10, ink, "above");
    cells_text(&cells, ROWS, 0, 10, ink, "below");
    expect(" a" HAN "b\na\n                  ab\ncd\n" SIGN "z\n");
    assert_int_equal(memory[3].glyph, 0);
}

/* Nothing is left of a wide character of which a half is drawn over. */
static void test_halves_of_wide(void **unused) {
    (void)unused;
    cells_text(&cells, 0, 0, 10, ink, HAN HAN HAN);
    cells_text(&cells, 0, 1, 1, ink, "x");
    cells_fill(&cells, (struct cells_box){0, 3, 1, 2}, (struct cells_cell){'-', 0, 0, 0, 0});
    expect(" x --\n\n\n\n\n");
    cells_text(&cells, 1, COLS - 1, 10, ink, HAN);
    cells_text(&cells, 1, -1, 10, ink, HAN);
    expect(" x --\n\n\n\n\n");
}

static void test_colours(void **unused) {
    (void)unused;
    struct cells_cell quiet = {' ', THEME_QUIET, THEME_BAR, CELLS_UNDERLINE, 0};
    cells_text(&cells, 0, 0, 20, quiet, "a" CELLS_GOOD "b" CELLS_STRONG "c" CELLS_INK "d");
    static const struct {
        int fore, style;
    } expected[] = {{THEME_QUIET, CELLS_UNDERLINE},
                    {THEME_GOOD, CELLS_UNDERLINE},
                    {THEME_GOOD, CELLS_UNDERLINE | CELLS_BOLD},
                    {THEME_QUIET, CELLS_UNDERLINE}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(memory[i].fore, expected[i].fore);
        assert_int_equal(memory[i].style, expected[i].style);
        assert_int_equal(memory[i].back, THEME_BAR);
        assert_int_equal(memory[i].spare, 0);
    }
}

static void test_fill(void **unused) {
    (void)unused;
    struct cells_cell cell = {'#', 0, 0, 0, 0};
    cells_fill(&cells, (struct cells_box){-1, -1, 2, 3}, cell);
    cells_fill(&cells, (struct cells_box){4, 18, 9, 9}, cell);
    cells_fill(&cells, (struct cells_box){2, 2, -1, 5}, cell);
    cells_fill(&cells, (struct cells_box){2, 2, 5, -1}, cell);
    cells_fill(&cells, (struct cells_box){2, 40, 1, 1}, cell);
    expect("##\n\n\n\n                  ##\n");
}

static void expect_lines(int width, const char *text, int lines, const char *expected) {
    cells_clear(&cells);
    assert_int_equal(cells_count_lines(width, text), lines);
    assert_int_equal(cells_paragraph(&cells, (struct cells_box){0, 0, ROWS, width}, ink, text),
                     lines);
    expect(expected);
}

static void expect_passage(int rows, const char *text, bool plain, const char *expected) {
    cells_clear(&cells);
    cells_passage(&cells, (struct cells_box){0, 0, rows, 9}, ink, text, plain);
    expect(expected);
}

/* What does not fit is seen to go on. */
static void test_passages(void **unused) {
    (void)unused;
    expect_passage(2, "one two three", false, "one two\nthree\n\n\n\n");
    expect_passage(1, "one two three", false, "one two\xE2\x80\xA6\n\n\n\n\n");
    expect_passage(1, "one two three", true, "one tw...\n\n\n\n\n");
    expect_passage(1, "two sixes three", false, "two sixe\xE2\x80\xA6\n\n\n\n\n");
    expect_passage(1, "a " HAN HAN HAN " b", false, "a " HAN HAN HAN "\xE2\x80\xA6\n\n\n\n\n");
    expect_passage(1, "ab " HAN HAN HAN " b", false, "ab " HAN HAN " \xE2\x80\xA6\n\n\n\n\n");
    expect_passage(0, "one", false, "\n\n\n\n\n");
}

static void test_paragraphs(void **unused) {
    (void)unused;
    expect_lines(10, "", 0, "\n\n\n\n\n");
    expect_lines(10, "one two three", 2, "one two\nthree\n\n\n\n");
    expect_lines(7, "one two three", 2, "one two\nthree\n\n\n\n");
    expect_lines(6, "one two   three", 3, "one\ntwo\nthree\n\n\n");
    expect_lines(4, "abcdefghij k", 3, "abcd\nefgh\nij k\n\n\n");
    expect_lines(10, "a\n\n  b\n", 3, "a\n\n  b\n\n\n");
    expect_lines(3, HAN HAN " " HAN, 3, HAN "\n" HAN "\n" HAN "\n\n\n");
    expect_lines(1, HAN "a", 2, "\na\n\n\n\n");
    expect_lines(5, "a b c d e f g h i j k l m n o p", 6, "a b c\nd e f\ng h i\nj k l\nm n o\n");
    expect_lines(0, "ab", 2, "\n\n\n\n\n");
    expect_lines(6, "it is 97 % now", 3, "it is\n97 %\nnow\n\n\n");
    expect_lines(8, "it is 97 % now", 2, "it is\n97 % now\n\n\n\n");
}

/* Colours go on in the next line. */
static void test_colours_over_lines(void **unused) {
    (void)unused;
    cells_paragraph(&cells, (struct cells_box){0, 0, 2, 4}, ink, "ab " CELLS_MISS "cd ef");
    assert_int_equal(memory[0].fore, THEME_INK);
    assert_int_equal(memory[COLS].glyph, 'c');
    assert_int_equal(memory[COLS].fore, THEME_MISS);
}

static void expect_frame(int rows, int cols, const char *title, const char *value, bool plain,
                         const char *expected) {
    struct cells_cell line = {' ', THEME_FRAME, THEME_PAPER, 0, 0};
    cells_clear(&cells);
    cells_frame(&cells, (struct cells_box){0, 0, rows, cols}, line, title, value, plain);
    expect(expected);
}

static void test_frames(void **unused) {
    (void)unused;
    expect_frame(3, 20, "You", "8 points", true,
                 "+- You - 8 points -+\n"
                 "|                  |\n"
                 "+------------------+\n\n\n");
    expect_frame(3, 10, "Mira", "20", true, "+- Mira -+\n|        |\n+--- 20 -+\n\n\n");
    expect_frame(3, 8, "Steady", "20", true, "+Steady+\n|      |\n+- 20 -+\n\n\n");
    expect_frame(2, 8, "Alexander", NULL, true, "+Alexa~+\n+------+\n\n\n\n");
    expect_frame(2, 10, "Alexander the", NULL, true, "+Alexa...+\n+--------+\n\n\n\n");
    expect_frame(2, 10, "clearer 12", NULL, true, "+clea~ 12+\n+--------+\n\n\n\n");
    expect_frame(2, 8, "clearer 2b", NULL, true, "+clear~+\n+------+\n\n\n\n");
    expect_frame(2, 7, "clearer 99", NULL, true, "+clea~+\n+-----+\n\n\n\n");
    expect_frame(2, 8, NULL, "1234567", true, "+------+\n+12345~+\n\n\n\n");
    expect_frame(2, 6, HAN HAN HAN, "", true, "+" HAN "~-+\n+----+\n\n\n\n");
    expect_frame(2, 4, "", "x", false,
                 "\xE2\x95\xAD" ROW ROW "\xE2\x95\xAE\n\xE2\x95\xB0x" ROW "\xE2\x95\xAF\n\n\n\n");
    expect_frame(2, 2, "title", "value", true, "++\n++\n\n\n\n");
    expect_frame(1, 9, "title", "value", true, "\n\n\n\n\n");
    expect_frame(9, 40, "title", "value", true, "+- title -----------\n|\n|\n|\n|\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test_setup(test_text, clear),
        cmocka_unit_test_setup(test_halves_of_wide, clear),
        cmocka_unit_test_setup(test_colours, clear),
        cmocka_unit_test_setup(test_fill, clear),
        cmocka_unit_test_setup(test_passages, clear),
        cmocka_unit_test_setup(test_paragraphs, clear),
        cmocka_unit_test_setup(test_colours_over_lines, clear),
        cmocka_unit_test_setup(test_frames, clear),
    };
    return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
