/* A cell has two columns of two dots, as quarters of a block; in plain characters it is one dot.
 * Rows of dots are counted from the base: 0 and up above it, -1 and down below it. */
#include "cli/chart.h"
#include "play/advisor.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DOTS = 2, COLUMNS = CHART_CELLS * DOTS, LABEL = 7, AXIS_BYTES = CHART_CELLS + 1 };
enum { UNKNOWN = INT_MIN, TICKS = 7 };

struct plot {
    const struct chart *chart;
    double low, high;     /* at the ends of the scale */
    int dots;             /* of a cell, in both directions */
    int above, below;     /* rows of cells */
    int heights[COLUMNS]; /* of each column of dots, or UNKNOWN */
};

bool chart_has_values(const struct chart *chart) {
    size_t i = 0;
    while (i < chart->count && isnan(chart->values[i])) i++;
    return i < chart->count;
}

static void find_range(struct plot *plot) {
    const struct chart *chart = plot->chart;
    plot->low = INFINITY, plot->high = -INFINITY;
    for (size_t i = 0; i < chart->count; i++) {
        if (isnan(chart->values[i])) continue;
        plot->low = fmin(plot->low, chart->values[i]);
        plot->high = fmax(plot->high, chart->values[i]);
    }
}

/* Shares the rows between both sides of 0, which have the same scale. */
static void share_rows(struct plot *plot) {
    double high = fmax(1, plot->high), low = fmax(1, -plot->low);
    int rows = plot->chart->rows - 1;
    plot->above = (int)lround(rows * high / (high + low));
    plot->above = plot->above < 1 ? 1 : plot->above < rows ? plot->above : rows - 1;
    plot->below = rows - plot->above;
    double each = fmax(high / plot->above, low / plot->below); /* points in a row */
    if (each > 1) each = ceil(each);
    plot->high = each * plot->above;
    plot->low = -each * plot->below;
}

static int height_of(const struct plot *plot, double value) {
    int most = plot->above * plot->dots;
    if (plot->chart->has_zero) return (int)lround(value / plot->high * most);
    double range = fmax(plot->high - plot->low, 1);
    return 1 + (int)lround((value - plot->low) / range * (most - 1));
}

/* The last value that is known up to the end of each column's share of them. */
static void find_heights(struct plot *plot) {
    const struct chart *chart = plot->chart;
    size_t next = 0, columns = (size_t)(CHART_CELLS * plot->dots);
    int height = UNKNOWN;
    for (size_t column = 0; column < columns; column++) {
        size_t end = (column * chart->count + chart->count - 1) / columns + 1;
        for (; next < end && next < chart->count; next++)
            if (!isnan(chart->values[next])) height = height_of(plot, chart->values[next]);
        plot->heights[column] = height;
    }
}

static bool has_dot(const struct plot *plot, int row, int column) {
    int height = plot->heights[column];
    if (height == UNKNOWN) return false;
    return height > 0 ? row >= 0 && row < height : row < 0 && row >= height;
}

/* Returns a bit for each dot of a cell, whose upper dots are in this row. */
static int dots_of(const struct plot *plot, int row, int cell) {
    int set = 0;
    for (int i = 0; i < plot->dots * plot->dots; i++)
        if (has_dot(plot, row - i / plot->dots, cell * plot->dots + i % plot->dots)) set |= 1 << i;
    return set;
}

static void put_label(const struct plot *plot, double value, bool shown, const char *line) {
    char digits[ADVISOR_VALUE_BYTES] = "", label[ADVISOR_VALUE_BYTES + 1];
    if (shown) advisor_put_value(value, digits);
    bool plus = shown && plot->chart->has_zero && value > 0;
    snprintf(label, sizeof label, "%s%s", plus ? "+" : "", digits);
    printf("%*s %s", LABEL, label, line);
}

static void put_row(const struct plot *plot, int upper) {
    static const char *const blocks[] = {" ",      "\u2598", "\u259D", "\u2580", "\u2596", "\u258C",
                                         "\u259E", "\u259B", "\u2597", "\u259A", "\u2590", "\u259C",
                                         "\u2584", "\u2599", "\u259F", "\u2588"};
    static const char *const plain[] = {" ", "#"};
    int end = CHART_CELLS;
    while (end > 0 && !dots_of(plot, upper, end - 1)) end--;
    for (int cell = 0; cell < end; cell++)
        fputs((plot->chart->ascii ? plain : blocks)[dots_of(plot, upper, cell)], stdout);
    puts("");
}

static void put_rows(const struct plot *plot) {
    const char *line = plot->chart->ascii ? "|" : "\u2502";
    int rows = plot->above + plot->below;
    for (int row = 0; row < rows; row++) {
        bool edge = row == 0 || row == rows - 1;
        if (row == plot->above) {
            put_label(plot, 0, true, plot->chart->ascii ? "+" : "\u253C");
            for (int i = 0; i < CHART_CELLS; i++)
                fputs(plot->chart->ascii ? "-" : "\u2500", stdout);
            puts("");
        }
        put_label(plot, row ? plot->low : plot->high, edge, line);
        put_row(plot, (plot->above - row) * plot->dots - 1);
    }
}

static int cell_of(const struct chart *chart, size_t i) {
    return (int)(i * CHART_CELLS / chart->count);
}

static void put_marks(const struct chart *chart) {
    bool marked[CHART_CELLS] = {false};
    int last = -1;
    for (int i = 0; i < chart->marks_count; i++) {
        int cell = cell_of(chart, chart->marks[i]);
        marked[cell] = true;
        if (cell > last) last = cell;
    }
    if (last < 0) return;
    printf("%*s", LABEL + 2, "");
    for (int cell = 0; cell <= last; cell++)
        fputs(!marked[cell] ? " " : chart->ascii ? "^" : "\u25B2", stdout);
    puts("");
}

/* Writes a number at the place of a value, if there is room for it. */
static void write_number(char axis[AXIS_BYTES], const struct chart *chart, size_t i) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%zu", i + 1), at = cell_of(chart, i);
    if (at + length > CHART_CELLS) at = CHART_CELLS - length;
    for (int k = at ? at - 1 : 0; k <= at + length && k < CHART_CELLS; k++)
        if (axis[k] != ' ') return;
    memcpy(axis + at, digits, (size_t)length);
}

/* Prints the numbers of the first value, the last, and round ones between them. */
static void put_axis(const struct chart *chart) {
    char axis[AXIS_BYTES];
    size_t step = 1;
    memset(axis, ' ', CHART_CELLS);
    axis[CHART_CELLS] = '\0';
    for (int i = 0; chart->count / step > TICKS; i++) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    write_number(axis, chart, 0);
    write_number(axis, chart, chart->count - 1);
    for (size_t i = step; i <= chart->count; i += step) write_number(axis, chart, i - 1);
    int end = CHART_CELLS;
    while (end > 0 && axis[end - 1] == ' ') end--;
    printf("%*s%.*s\n", LABEL + 2, "", end, axis);
}

void chart_put(const struct chart *chart) {
    struct plot plot = {.chart = chart, .dots = chart->ascii ? 1 : DOTS, .above = chart->rows};
    find_range(&plot);
    if (chart->has_zero) share_rows(&plot);
    find_heights(&plot);
    put_rows(&plot);
    put_marks(chart);
    put_axis(chart);
}
