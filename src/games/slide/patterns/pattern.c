/* Runs, turns, compares and draws patterns. */
#include "games/slide/patterns/pattern.h"
#include "base/grid.h"
#include "games/slide/optimal/duplicates.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <string.h>

static int smaller(int one, int two) {
    return one < two ? one : two;
}

static int larger(int one, int two) {
    return one > two ? one : two;
}

/* Sets the box of a walk: its size, and the cell where the walk begins. */
static bool find_box(struct slide_pattern *pattern, const uint8_t *moves, int count) {
    int row = 0, col = 0, top = 0, bottom = 0, first = 0, last = 0;
    for (int i = 0; i < count; i++) {
        row += slide_down[moves[i]], col += slide_right[moves[i]];
        top = smaller(top, row), bottom = larger(bottom, row);
        first = smaller(first, col), last = larger(last, col);
    }
    int rows = bottom - top + 1, cols = last - first + 1;
    if (rows * cols > SLIDE_PATTERN_CELLS_MAX) return false;
    pattern->rows = (uint8_t)rows;
    pattern->cols = (uint8_t)cols;
    pattern->start = (uint8_t)(-top * cols - first);
    return true;
}

bool slide_pattern_run(struct slide_pattern *pattern, const uint8_t *moves, int count) {
    uint8_t from[SLIDE_PATTERN_CELLS_MAX]; /* the cell where each cell's tile began */
    *pattern = (struct slide_pattern){0};
    if (count < 0 || count > SLIDE_PATTERN_MOVES_MAX || !find_box(pattern, moves, count))
        return false;
    int cells = pattern->rows * pattern->cols, blank = pattern->start;
    for (int cell = 0; cell < cells; cell++) from[cell] = (uint8_t)cell;
    for (int i = 0; i < count; i++) {
        int to = blank + slide_step(pattern->cols, moves[i]);
        from[blank] = from[to];
        from[to] = pattern->start;
        blank = to;
    }
    for (int cell = 0; cell < cells; cell++) pattern->effect[from[cell]] = (uint8_t)cell;
    pattern->cost = (uint8_t)count;
    memcpy(pattern->moves, moves, (size_t)count);
    return true;
}

int slide_pattern_turn_move(int symmetry, int move) {
    const signed char *m = grid_symmetry[symmetry];
    int down = m[0] * slide_down[move] + m[1] * slide_right[move];
    int right = m[2] * slide_down[move] + m[3] * slide_right[move];
    if (down) return down < 0 ? SLIDE_UP : SLIDE_DOWN;
    return right < 0 ? SLIDE_LEFT : SLIDE_RIGHT;
}

void slide_pattern_turn(const struct slide_pattern *pattern, int symmetry,
                        struct slide_pattern *out) {
    int rows = pattern->rows, cols = pattern->cols;
    *out =
        (struct slide_pattern){.rows = pattern->rows, .cols = pattern->cols, .cost = pattern->cost};
    if (symmetry & 1) out->rows = pattern->cols, out->cols = pattern->rows;
    out->start = (uint8_t)grid_turn(symmetry, rows, cols, pattern->start);
    for (int i = 0; i < pattern->cost; i++)
        out->moves[i] = (uint8_t)slide_pattern_turn_move(symmetry, pattern->moves[i]);
    for (int cell = 0; cell < rows * cols; cell++)
        out->effect[grid_turn(symmetry, rows, cols, cell)] =
            (uint8_t)grid_turn(symmetry, rows, cols, pattern->effect[cell]);
}

int slide_pattern_compare(const struct slide_pattern *one, const struct slide_pattern *two) {
    if (one->rows != two->rows) return one->rows - two->rows;
    if (one->cols != two->cols) return one->cols - two->cols;
    if (one->start != two->start) return one->start - two->start;
    return memcmp(one->effect, two->effect, sizeof one->effect);
}

static int compare_moves(const struct slide_pattern *one, const struct slide_pattern *two) {
    if (one->cost != two->cost) return one->cost - two->cost;
    for (int i = 0; i < one->cost; i++) {
        int by = slide_move_rank(one->moves[i]) - slide_move_rank(two->moves[i]);
        if (by) return by;
    }
    return 0;
}

int slide_pattern_canonical(const struct slide_pattern *pattern, struct slide_pattern *out) {
    int best = 0;
    *out = *pattern;
    for (int symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        struct slide_pattern image;
        slide_pattern_turn(pattern, symmetry, &image);
        int by = slide_pattern_compare(&image, out);
        if (by < 0 || (by == 0 && compare_moves(&image, out) < 0)) *out = image, best = symmetry;
    }
    return best;
}

unsigned slide_pattern_images(const struct slide_pattern *pattern) {
    struct slide_pattern images[GRID_SYMMETRIES];
    unsigned different = 0;
    for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        bool fresh = true;
        slide_pattern_turn(pattern, symmetry, &images[symmetry]);
        for (int other = 0; other < symmetry; other++)
            if (slide_pattern_compare(&images[symmetry], &images[other]) == 0) fresh = false;
        if (fresh) different |= 1u << symmetry;
    }
    return different;
}

static char letter(const struct slide_pattern *pattern, int cell) {
    if (cell == pattern->start) return '.';
    return (char)('A' + cell - (cell > pattern->start));
}

void slide_pattern_draw(const struct slide_pattern *pattern, struct text *out) {
    int cols = pattern->cols;
    char after[SLIDE_PATTERN_CELLS_MAX];
    for (int cell = 0; cell < pattern->rows * cols; cell++)
        after[pattern->effect[cell]] = letter(pattern, cell);
    for (int row = 0; row < pattern->rows; row++) {
        for (int col = 0; col < cols; col++)
            text_format(out, "%c ", letter(pattern, row * cols + col));
        text_string(out, row ? "    " : " -> ");
        for (int col = 0; col < cols; col++) text_format(out, " %c", after[row * cols + col]);
        text_char(out, '\n');
    }
}

void slide_pattern_spell(const struct slide_pattern *pattern, struct text *out) {
    for (int i = 0; i < pattern->cost; i++)
        text_format(out, "%s%s", i ? " " : "", slide_move_names[pattern->moves[i]]);
}
