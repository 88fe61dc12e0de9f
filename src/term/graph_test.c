/* Graphs, in plain characters and half blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "term/graph.h"
#include <math.h>
#include <string.h>

enum { ROWS = 6, COLS = 26 };

static struct cells_cell at[ROWS * COLS];
static char shown[ROWS * (4 * COLS + 1) + 1];

static const char *draw(const struct graph *graph, int rows, int cols) {
    struct cells cells = {ROWS, COLS, at};
    struct text text = text_over(shown, sizeof shown);
    cells_clear(&cells);
    graph_draw(graph, &cells, (struct cells_box){0, 0, rows, cols});
    cells_write(&cells, &text);
    return shown;
}

static void test_both_sides(void **unused) {
    (void)unused;
    const double values[] = {1, 2, NAN, 0, -2, -1, 0, 4, 0, 0};
    const size_t marks[] = {3, 4};
    struct graph graph = {.values = values,
                          .count = 10,
                          .has_zero = true,
                          .plain = true,
                          .at = 7,
                          .marks = marks,
                          .marks_count = 2};
    assert_string_equal(draw(&graph, 6, 26), "   +6\n"
                                             "                    ##\n"
                                             "    0 ######________##____\n"
                                             "              ####\n"
                                             "   -4\n"
                                             "            x x     ^\n");
}

/* The least value has a dot, too; a half block is half a row. */
static void test_scores(void **unused) {
    (void)unused;
    const double values[] = {-10, -9, -8, -7};
    struct graph graph = {.values = values, .count = 4, .at = 0};
    assert_string_equal(draw(&graph, 3, 10), "   -7   ▄█\n"
                                             "  -10 ▄███\n"
                                             "      ▲\n\n\n\n");
    assert_true(at[6 + COLS].back == THEME_CHOSEN && at[7 + COLS].back == THEME_PAPER);
}

/* Where a span is set, a small change is no cliff, and the scale ends at 0. */
static void test_span(void **unused) {
    (void)unused;
    const double values[] = {98, 96, 98}, low[] = {8, 4};
    struct graph graph = {.values = values, .count = 3, .span = 20, .at = GRAPH_NONE};
    assert_string_equal(draw(&graph, 4, 9), "   98 ███\n"
                                            "      ███\n"
                                            "   78 ███\n\n\n\n");
    graph = (struct graph){.values = low, .count = 2, .span = 20, .at = GRAPH_NONE};
    assert_string_equal(draw(&graph, 4, 8), "    8 █\n"
                                            "      ██\n"
                                            "    0 ██\n\n\n\n");
}

/* What each answer lost: something that is lost is never nothing. */
static void test_apart(void **unused) {
    (void)unused;
    const double values[] = {0, 0.1, 8};
    struct graph graph = {.values = values,
                          .count = 3,
                          .has_zero = true,
                          .apart = true,
                          .plain = true,
                          .at = GRAPH_NONE};
    assert_string_equal(draw(&graph, 5, 26), "    8         ###\n"
                                             "              ###\n"
                                             "              ###\n"
                                             "    0 ____###_###_\n\n\n");
}

static void test_nothing_to_draw(void **unused) {
    (void)unused;
    const double values[] = {NAN, NAN}, one[] = {3};
    struct graph graph = {.values = values, .count = 2, .at = 1};
    assert_string_equal(draw(&graph, 6, 26), "\n\n\n\n\n\n");
    assert_true(graph_find(&graph, (struct cells_box){0, 0, 6, 26}, 8) == GRAPH_NONE);
    graph = (struct graph){.values = one, .count = 1, .at = 0};
    assert_string_equal(draw(&graph, 2, 26), "\n\n\n\n\n\n");
    assert_string_equal(draw(&graph, 6, GRAPH_LABEL), "\n\n\n\n\n\n");
}

/* More values than columns: each column stands for several, and the chosen one has one. */
static void test_many(void **unused) {
    (void)unused;
    enum { MANY = 1000 };
    static double values[MANY];
    struct graph graph = {.values = values, .count = MANY, .has_zero = true, .plain = true};
    struct cells_box box = {0, 0, ROWS, COLS};
    for (int i = 0; i < MANY; i++) values[i] = i;
    for (graph.at = 0; graph.at < MANY; graph.at += 37) {
        int chosen = 0;
        const char *last = draw(&graph, ROWS, COLS);
        for (int col = 0; col < COLS; col++) chosen += at[col].back == THEME_CHOSEN;
        assert_int_equal(chosen, 1);
        for (int row = 1; row < ROWS; row++) last = strchr(last, '\n') + 1;
        int64_t found = graph_find(&graph, box, (int)(strchr(last, '^') - last));
        assert_in_range(found, (uintmax_t)graph.at, (uintmax_t)graph.at + MANY / 20);
    }
    assert_true(graph_find(&graph, box, COLS - 1) == MANY - 1);
    assert_true(graph_find(&graph, box, COLS) == GRAPH_NONE);
    assert_true(graph_find(&graph, box, GRAPH_LABEL - 1) == GRAPH_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_sides),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_span),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_nothing_to_draw),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
