/* What a field is worth: the capsules that it still takes, as a sum over all windows of four cells
 * in rows and columns, what is in the way of new capsules, the heights of the columns and the
 * number of viruses. A window's worth is looked up by the contents of its cells; worth_table.c says
 * how the numbers were learned. */
#include "minds.h"
#include <assert.h>

/* Returns a window with its colours exchanged, or mirrored. */
static unsigned alike(unsigned window, int cells, int planes, const uint8_t *colours, bool mirror) {
    unsigned out = 0;
    for (int i = 0; i < cells; i++) {
        int to = mirror ? cells - 1 - i : i;
        unsigned colour = colours[(window >> i & 1) | (window >> (cells + i) & 1) << 1];
        out |= (colour & 1) << to | colour >> 1 << (cells + to);
        for (int plane = 2; plane < planes; plane++)
            out |= (window >> (plane * cells + i) & 1) << (plane * cells + to);
    }
    return out;
}

/* Returns whether a window can be: no tile is a ledge, and in a column all below the first tile is
 * a tile or covered. */
static bool possible(unsigned window, int cells, bool across) {
    unsigned all = (1u << cells) - 1, taken = (window | window >> cells) & all;
    unsigned other = window >> 2 * cells & all, ledge = window >> 3 * cells;
    if (across) return !(taken & ledge);
    unsigned shade = taken | other;
    return shade == (all & ~((shade & -shade) - 1));
}

static const int32_t *fill_windows(int16_t *table, const int32_t *numbers, bool across) {
    static const uint8_t colours[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                          {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    int cells = across ? FALLS_ACROSS : FALLS_DOWN, planes = across ? 4 : 3;
    uint8_t seen[FALLS_ACROSS_WINDOWS / 8] = {0};
    for (unsigned window = 0; window < 1u << cells * planes; window++) {
        if (seen[window / 8] >> window % 8 & 1 || !possible(window, cells, across)) continue;
        for (int i = 0; i < (across ? 12 : 6); i++) {
            unsigned other = alike(window, cells, planes, colours[i % 6], i >= 6);
            seen[other / 8] = (uint8_t)(seen[other / 8] | 1 << other % 8);
            table[other] = (int16_t)*numbers;
        }
        numbers++;
    }
    return numbers;
}

static unsigned mirrored(unsigned byte) {
    unsigned out = 0;
    for (int i = 0; i < FALLS_COLS; i++) out |= (byte >> i & 1) << (FALLS_COLS - 1 - i);
    return out;
}

static const int32_t *fill_roofs(int16_t *table, const int32_t *numbers) {
    for (unsigned roof = 0; roof < FALLS_ROOFS; roof++) {
        unsigned upper = roof & 0xFF, both = roof >> FALLS_COLS;
        unsigned other = mirrored(upper) | mirrored(both) << FALLS_COLS;
        if (upper & ~both) continue;
        table[roof] = other < roof ? table[other] : (int16_t)*numbers++;
    }
    return numbers;
}

void falls_worth_fill(struct falls_worth_stage *worth, const int32_t *numbers) {
    const int32_t *at = fill_windows(worth->across, numbers, true);
    at = fill_windows(worth->down, at, false);
    at = fill_roofs(worth->roof, at);
    for (int col = 0; col < FALLS_COLS / 2; col++)
        for (int row = 0; row <= FALLS_ROWS; row++, at++)
            worth->tall[col][row] = worth->tall[FALLS_COLS - 1 - col][row] = (int16_t)*at;
    for (int viruses = 0; viruses <= FALLS_VIRUSES_MAX; viruses++) worth->left[viruses] = *at++;
    assert(at == numbers + FALLS_WORTH_NUMBERS);
}

static falls_set covered(falls_set taken) {
    falls_set shade = taken;
    for (int rows = 1; rows < FALLS_ROWS; rows *= 2) shade |= shade << rows * FALLS_COLS;
    return shade & ~taken;
}

static int32_t row_worth(const struct falls_worth_stage *worth, const struct falls_view *view,
                         int row) {
    unsigned one = falls_byte(view->one, row), two = falls_byte(view->two, row);
    unsigned other = falls_byte(view->other, row), ledge = falls_byte(view->ledge, row);
    int32_t sum = 0;
    for (int col = 0; col <= FALLS_COLS - FALLS_ACROSS; col++)
        sum += worth->across[(one >> col & 15) | (two >> col & 15) << 4 | (other >> col & 15) << 8 |
                             (ledge >> col & 15) << 12];
    return sum;
}

/* Returns a column of a set as 16 bits, the top row lowest. */
static unsigned column(falls_set set, int col) {
    const uint64_t first = UINT64_C(0x0101010101010101), gather = UINT64_C(0x0102040810204080);
    uint64_t upper = (uint64_t)set >> col & first, lower = (uint64_t)(set >> 64) >> col & first;
    return (unsigned)(upper * gather >> 56) | (unsigned)(lower * gather >> 56) << 8;
}

static int32_t col_worth(const struct falls_worth_stage *worth, const struct falls_view *view,
                         int col) {
    unsigned one = column(view->one, col), two = column(view->two, col);
    unsigned other = column(view->other, col);
    int32_t sum = worth->tall[col][__builtin_ctz(one | two | 1u << FALLS_ROWS)];
    for (int row = 0; row <= FALLS_ROWS - FALLS_DOWN; row++)
        sum += worth->down[(one >> row & 31) | (two >> row & 31) << 5 | (other >> row & 31) << 10];
    return sum;
}

static void see(const struct falls_field *field, struct falls_view *view) {
    falls_set taken = falls_taken(&field->settled);
    view->one = field->settled.one, view->two = field->settled.two;
    view->other = field->virus | covered(taken);
    view->ledge = (taken >> FALLS_COLS | falls_row(FALLS_ROWS - 1)) & ~taken;
    unsigned top = falls_byte(taken, 1) | falls_byte(taken, 2) | falls_byte(taken, 3);
    view->stage = __builtin_popcount(top) >= FALLS_CROWD ? FALLS_CROWDED : FALLS_ROOMY;
}

static void add_up(const struct falls_worth *worth, struct falls_view *view) {
    const struct falls_worth_stage *stage = &worth->stages[view->stage];
    view->sum = 0;
    for (int row = 0; row < FALLS_ROWS; row++)
        view->sum += view->rows[row] = row_worth(stage, view, row);
    for (int col = 0; col < FALLS_COLS; col++)
        view->sum += view->cols[col] = col_worth(stage, view, col);
}

void falls_look(const struct falls_worth *worth, const struct falls_field *field,
                struct falls_view *view) {
    see(field, view);
    add_up(worth, view);
}

static unsigned roof_of(falls_set taken) {
    unsigned upper = falls_byte(taken, 1);
    return upper | (upper | falls_byte(taken, 2)) << FALLS_COLS;
}

/* Only rows and columns that differ are looked at again. */
static int32_t sum_near(const struct falls_worth_stage *stage, const struct falls_view *near,
                        const struct falls_view *view) {
    falls_set changed = (view->one ^ near->one) | (view->two ^ near->two) |
                        (view->other ^ near->other) | (view->ledge ^ near->ledge);
    int32_t sum = near->sum;
    unsigned cols = 0;
    while (changed) {
        int row = falls_first(changed) / FALLS_COLS;
        cols |= falls_byte(changed, row);
        changed &= ~falls_row(row);
        sum += row_worth(stage, view, row) - near->rows[row];
    }
    for (; cols; cols &= cols - 1) {
        int col = __builtin_ctz(cols);
        sum += col_worth(stage, view, col) - near->cols[col];
    }
    return sum;
}

int32_t falls_rate(const struct falls_worth *worth, const struct falls_view *near,
                   const struct falls_field *field) {
    struct falls_view view;
    see(field, &view);
    const struct falls_worth_stage *stage = &worth->stages[view.stage];
    if (view.stage != near->stage)
        add_up(worth, &view);
    else
        view.sum = sum_near(stage, near, &view);
    return view.sum + stage->left[falls_count(field->virus)] +
           stage->roof[roof_of(falls_taken(&field->settled))];
}
