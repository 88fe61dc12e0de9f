/* A cell has two dots, one above the other. Rows of dots are counted from the base: 0 and up above
 * it, -1 and down below it. */
#include "term/graph.h"
#include "play/advisor.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DOTS = 2, APART_MAX = 4, UNKNOWN = INT32_MIN };
enum { UPPER = 0x2580, LOWER = 0x2584, FULL = 0x2588, BASE = 0x2581, POINTER = 0x25B2 };

struct plot {
    const struct graph *graph;
    struct cells_box box; /* of the bars */
    int above, below;     /* rows of cells */
    double low, high;     /* at the ends of the scale */
};

/* Returns false if no value is known. */
static bool find_range(struct plot *plot) {
    const struct graph *graph = plot->graph;
    plot->low = INFINITY, plot->high = -INFINITY;
    for (size_t i = 0; i < graph->count; i++) {
        if (isnan(graph->values[i])) continue;
        plot->low = fmin(plot->low, graph->values[i]);
        plot->high = fmax(plot->high, graph->values[i]);
    }
    if (plot->low > plot->high) return false;
    if (graph->span > 0) plot->low = fmin(plot->low, fmax(plot->high - graph->span, 0));
    return true;
}

/* Shares the rows between both sides of 0, which have the same scale. */
static void share_rows(struct plot *plot) {
    double high = fmax(1, plot->high), low = fmax(0, -plot->low);
    int rows = plot->box.rows;
    plot->below = low > 0 ? (int)lround(rows * low / (high + low)) : 0;
    if (low > 0 && plot->below < 1) plot->below = 1;
    if (plot->below > rows - 1) plot->below = rows - 1;
    plot->above = rows - plot->below;
    double each = fmax(high / plot->above, plot->below ? low / plot->below : 0);
    if (each > 1) each = ceil(each);
    plot->high = each * plot->above;
    plot->low = -each * plot->below;
}

static bool prepare(struct plot *plot, struct cells_box box) {
    plot->box =
        (struct cells_box){box.row, box.col + GRAPH_LABEL, box.rows - 1, box.cols - GRAPH_LABEL};
    plot->above = plot->box.rows;
    plot->below = 0;
    int widest = (int)plot->graph->count * APART_MAX;
    if (plot->graph->apart && plot->graph->count < CELLS_COLS_MAX && plot->box.cols > widest)
        plot->box.cols = widest;
    if (box.rows < GRAPH_ROWS_MIN || plot->box.cols < 1 || !find_range(plot)) return false;
    if (plot->graph->has_zero) share_rows(plot);
    return true;
}

/* Returns the height of a value in dots. */
static int height_of(const struct plot *plot, double value) {
    int most = plot->above * DOTS;
    if (isnan(value)) return UNKNOWN;
    if (plot->graph->has_zero) {
        int height = (int)lround(value / plot->high * most);
        return height ? height : value > 0;
    }
    double range = fmax(plot->high - plot->low, 1);
    return 1 + (int)lround((value - plot->low) / range * (most - 1));
}

/* Returns the value at a column of the bars: the last one that begins there or before. */
static size_t value_at(const struct plot *plot, int column) {
    size_t width = (size_t)plot->box.cols, count = plot->graph->count;
    return count <= width ? (size_t)column * count / width
                          : ((size_t)column * count + count - 1) / width;
}

/* The last value that is known, up to this one. */
static double known_at(const struct graph *graph, size_t i) {
    while (i > 0 && isnan(graph->values[i])) i--;
    return graph->values[i];
}

static bool is_gap(const struct plot *plot, int column) {
    bool room = (size_t)plot->box.cols >= 2 * plot->graph->count;
    bool last =
        column + 1 == plot->box.cols || value_at(plot, column + 1) != value_at(plot, column);
    return plot->graph->apart && room && last;
}

static bool has_dot(int height, int row) {
    if (height == UNKNOWN) return false;
    return height > 0 ? row >= 0 && row < height : row < 0 && row >= height;
}

static uint32_t glyph_of(const struct plot *plot, bool upper, bool lower, bool base) {
    bool plain = plot->graph->plain;
    if (plain) return upper || lower ? '#' : base ? '_' : ' ';
    if (upper && lower) return FULL;
    return upper ? UPPER : lower ? LOWER : base ? BASE : ' ';
}

/* A column may stand for several values, or the chosen one have several columns. */
static bool is_chosen(const struct plot *plot, int column) {
    int64_t at = plot->graph->at, value = (int64_t)value_at(plot, column);
    bool first = column == 0 || at > (int64_t)value_at(plot, column - 1);
    return at == value || (at >= 0 && at < value && first);
}

static void draw_column(const struct plot *plot, struct cells *cells, int column) {
    const struct graph *graph = plot->graph;
    size_t value = value_at(plot, column);
    bool chosen = is_chosen(plot, column);
    int height = height_of(plot, known_at(graph, value));
    if (is_gap(plot, column)) height = 0;
    for (int row = 0; row < plot->box.rows; row++) {
        int dot = (plot->above - row) * DOTS - 1;
        bool upper = has_dot(height, dot), lower = has_dot(height, dot - 1);
        bool filled = upper || lower, base = row == plot->above - 1;
        struct cells_cell cell = {
            .glyph = glyph_of(plot, upper, lower, base),
            .fore = !filled   ? THEME_FRAME
                    : dot > 0 ? graph->above
                              : graph->below,
            .back = chosen ? THEME_CHOSEN : THEME_PAPER,
        };
        cells_put(cells, plot->box.row + row, plot->box.col + column, cell);
    }
}

static void draw_label(const struct plot *plot, struct cells *cells, int row, double value) {
    char digits[ADVISOR_VALUE_BYTES], label[ADVISOR_VALUE_BYTES + 1];
    struct cells_cell ink = {.fore = THEME_QUIET, .back = THEME_PAPER};
    advisor_put_value(value, digits);
    bool plus = plot->graph->has_zero && plot->below && value > 0;
    snprintf(label, sizeof label, "%s%s", plus ? "+" : "", digits);
    int width = cells_width(label), room = GRAPH_LABEL - 1;
    cells_text(cells, plot->box.row + row, plot->box.col - 1 - (width < room ? width : room), room,
               ink, label);
}

static void draw_labels(const struct plot *plot, struct cells *cells) {
    draw_label(plot, cells, 0, plot->high);
    if (!plot->graph->has_zero) {
        draw_label(plot, cells, plot->box.rows - 1, plot->low);
        return;
    }
    if (plot->above > 1) draw_label(plot, cells, plot->above - 1, 0);
    if (plot->below) draw_label(plot, cells, plot->box.rows - 1, plot->low);
}

/* Points to a value from below. */
static void point(const struct plot *plot, struct cells *cells, size_t value,
                  struct cells_cell ink) {
    int first = 0, last;
    while (first + 1 < plot->box.cols && value_at(plot, first) < value) first++;
    for (last = first; last + 1 < plot->box.cols && value_at(plot, last + 1) == value; last++) {
    }
    cells_put(cells, plot->box.row + plot->box.rows, plot->box.col + (first + last) / 2, ink);
}

void graph_draw(const struct graph *graph, struct cells *cells, struct cells_box box) {
    struct plot plot = {.graph = graph};
    if (!prepare(&plot, box)) return;
    draw_labels(&plot, cells);
    for (int column = 0; column < plot.box.cols; column++) draw_column(&plot, cells, column);
    struct cells_cell mark = {.glyph = graph->plain ? 'x' : 0xD7, THEME_MISS, THEME_PAPER, 0, 0};
    for (int i = 0; i < graph->marks_count; i++) point(&plot, cells, graph->marks[i], mark);
    struct cells_cell arrow = {graph->plain ? '^' : POINTER, THEME_ACCENT, THEME_PAPER, 0, 0};
    if (graph->at != GRAPH_NONE) point(&plot, cells, (size_t)graph->at, arrow);
}

int64_t graph_find(const struct graph *graph, struct cells_box box, int col) {
    struct plot plot = {.graph = graph};
    if (!prepare(&plot, box)) return GRAPH_NONE;
    int column = col - plot.box.col;
    return column >= 0 && column < plot.box.cols ? (int64_t)value_at(&plot, column) : GRAPH_NONE;
}
