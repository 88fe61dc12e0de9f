/* What a field is worth: the capsules that it still takes if all goes well, and the danger that it
 * is lost. Each is a sum over what is seen of the field; docs/measurements.md says how the numbers
 * were learned. */
#include "minds.h"
#include <math.h>

enum { WINDOWS_DOWN = FALLS_ROWS - FALLS_DOWN + 1, WINDOWS_ACROSS = FALLS_COLS - FALLS_ACROSS + 1 };

/* The band of a row is that of the windows that begin there. */
static const uint8_t across_band[FALLS_ROWS] = {0, 0, 1, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
static const uint8_t down_band[WINDOWS_DOWN] = {0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4};

bool falls_worth_fill(struct falls_worth *worth, const struct host *host) {
    if (!falls_numbers_fill(worth->numbers, host)) return false;
    falls_kinds_fill(&worth->kinds);
    for (int odds = -FALLS_ODDS_MAX; odds <= FALLS_ODDS_MAX; odds++)
        worth->cost_of_odds[odds + FALLS_ODDS_MAX] =
            (int32_t)(FALLS_DANGER / (1 + exp(-(double)odds / FALLS_NUMBER_UNIT)));
    return true;
}

static falls_set covered(falls_set taken) {
    falls_set shade = taken;
    for (int rows = 1; rows < FALLS_ROWS; rows *= 2) shade |= shade << rows * FALLS_COLS;
    return shade & ~taken;
}

/* Returns a column of a set as 16 bits, the top row lowest. */
static unsigned column(falls_set set, int col) {
    const uint64_t first = UINT64_C(0x0101010101010101), gather = UINT64_C(0x0102040810204080);
    uint64_t upper = (uint64_t)set >> col & first, lower = (uint64_t)(set >> 64) >> col & first;
    return (unsigned)(upper * gather >> 56) | (unsigned)(lower * gather >> 56) << 8;
}

static void see(const struct falls_field *field, struct falls_view *view) {
    falls_set taken = falls_taken(&field->settled);
    view->one = field->settled.one, view->two = field->settled.two;
    view->other = field->virus | covered(taken);
    view->ledge = (taken >> FALLS_COLS | falls_row(FALLS_ROWS - 1)) & ~taken;
    view->stage = falls_is_crowded(taken) ? FALLS_CROWDED : FALLS_ROOMY;
}

static inline void add(struct falls_sum *sum, struct falls_number number) {
    sum->capsules += number.capsules, sum->danger += number.danger;
}

static inline void add_sum(struct falls_sum *sum, struct falls_sum other) {
    sum->capsules += other.capsules, sum->danger += other.danger;
}

static inline void subtract_sum(struct falls_sum *sum, struct falls_sum other) {
    sum->capsules -= other.capsules, sum->danger -= other.danger;
}

/* Lists the features of a row, and below those of a column and of blocks. They return how many. */
static inline int list_row(const struct falls_kinds *kinds, const struct falls_view *view, int row,
                           int *features) {
    unsigned one = falls_byte(view->one, row), two = falls_byte(view->two, row);
    unsigned other = falls_byte(view->other, row), ledge = falls_byte(view->ledge, row);
    int first = FALLS_ACROSS_KINDS * across_band[row];
    for (int col = 0; col < WINDOWS_ACROSS; col++)
        features[col] = first + kinds->across[(one >> col & 15) | (two >> col & 15) << 4 |
                                              (other >> col & 15) << 8 | (ledge >> col & 15) << 12];
    return WINDOWS_ACROSS;
}

static inline int list_col(const struct falls_kinds *kinds, const struct falls_view *view, int col,
                           int *features) {
    unsigned one = column(view->one, col), two = column(view->two, col);
    unsigned other = column(view->other, col);
    int side = col < FALLS_COLS / 2 ? col : FALLS_COLS - 1 - col;
    for (int row = 0; row < WINDOWS_DOWN; row++)
        features[row] =
            FALLS_AT_DOWN + FALLS_DOWN_KINDS * down_band[row] +
            kinds->down[(one >> row & 31) | (two >> row & 31) << 5 | (other >> row & 31) << 10];
    features[WINDOWS_DOWN] =
        FALLS_AT_TALL + (FALLS_ROWS + 1) * side + __builtin_ctz(one | two | 1u << FALLS_ROWS);
    return WINDOWS_DOWN + 1;
}

/* Returns the colours of a row from a column on, in both planes. */
static inline unsigned colours_at(const struct falls_view *view, int row, int col, int cols) {
    unsigned cells = (1u << cols) - 1;
    return (falls_byte(view->one, row) >> col & cells) | (falls_byte(view->two, row) >> col & cells)
                                                             << cols;
}

enum { WIDE = WINDOWS_ACROSS * FALLS_WIDE_ROWS, HIGH = (FALLS_COLS - 1) * FALLS_HIGH_ROWS };
enum { BLOCKS = WIDE + HIGH, BLOCKS_BELOW = 6 }; /* blocks end above this row */

static inline int list_blocks(const struct falls_kinds *kinds, const struct falls_view *view,
                              int *features) {
    int count = 0;
    for (int i = 0; i < FALLS_WIDE_ROWS; i++)
        for (int col = 0; col < WINDOWS_ACROSS; col++)
            features[count++] =
                FALLS_AT_WIDE + FALLS_BLOCK_KINDS * i +
                kinds->wide[colours_at(view, i + 1, col, 4) | colours_at(view, i + 2, col, 4) << 8];
    for (int i = 0; i < FALLS_HIGH_ROWS; i++)
        for (int col = 0; col < FALLS_COLS - 1; col++)
            features[count++] =
                FALLS_AT_HIGH + FALLS_BLOCK_KINDS * i +
                kinds->high[colours_at(view, i + 1, col, 2) | colours_at(view, i + 2, col, 2) << 4 |
                            colours_at(view, i + 3, col, 2) << 8 |
                            colours_at(view, i + 4, col, 2) << 12];
    return count;
}

static inline struct falls_sum sum_of(const struct falls_number *numbers, const int *features,
                                      int count) {
    struct falls_sum sum = {0, 0};
    for (int i = 0; i < count; i++) add(&sum, numbers[features[i]]);
    return sum;
}

static struct falls_sum row_worth(const struct falls_worth *worth, const struct falls_view *view,
                                  int row) {
    int features[WINDOWS_ACROSS], count = list_row(&worth->kinds, view, row, features);
    return sum_of(worth->numbers[view->stage], features, count);
}

static struct falls_sum col_worth(const struct falls_worth *worth, const struct falls_view *view,
                                  int col) {
    int features[WINDOWS_DOWN + 1], count = list_col(&worth->kinds, view, col, features);
    return sum_of(worth->numbers[view->stage], features, count);
}

static struct falls_sum blocks_worth(const struct falls_worth *worth,
                                     const struct falls_view *view) {
    int features[BLOCKS], count = list_blocks(&worth->kinds, view, features);
    return sum_of(worth->numbers[view->stage], features, count);
}

static void add_up(const struct falls_worth *worth, struct falls_view *view) {
    view->blocks = (struct falls_sum){0, 0};
    if (view->stage == FALLS_CROWDED) view->blocks = blocks_worth(worth, view);
    view->sum = view->blocks;
    for (int row = 0; row < FALLS_ROWS; row++)
        add_sum(&view->sum, view->rows[row] = row_worth(worth, view, row));
    for (int col = 0; col < FALLS_COLS; col++)
        add_sum(&view->sum, view->cols[col] = col_worth(worth, view, col));
}

void falls_look(const struct falls_worth *worth, const struct falls_field *field,
                struct falls_view *view) {
    see(field, view);
    add_up(worth, view);
}

/* Only what differs is looked at again. */
static struct falls_sum sum_near(const struct falls_worth *worth, const struct falls_view *near,
                                 const struct falls_view *view) {
    falls_set changed = (view->one ^ near->one) | (view->two ^ near->two) |
                        (view->other ^ near->other) | (view->ledge ^ near->ledge);
    struct falls_sum sum = near->sum;
    unsigned cols = 0;
    if (view->stage == FALLS_CROWDED && changed << FALLS_COLS * (FALLS_ROWS - BLOCKS_BELOW)) {
        add_sum(&sum, blocks_worth(worth, view));
        subtract_sum(&sum, near->blocks);
    }
    while (changed) {
        int row = falls_first(changed) / FALLS_COLS;
        cols |= falls_byte(changed, row);
        changed &= ~falls_row(row);
        add_sum(&sum, row_worth(worth, view, row));
        subtract_sum(&sum, near->rows[row]);
    }
    for (; cols; cols &= cols - 1) {
        int col = __builtin_ctz(cols);
        add_sum(&sum, col_worth(worth, view, col));
        subtract_sum(&sum, near->cols[col]);
    }
    return sum;
}

static int roof_feature(const struct falls_kinds *kinds, const struct falls_field *field) {
    falls_set taken = falls_taken(&field->settled);
    unsigned upper = falls_byte(taken, 1), both = upper | falls_byte(taken, 2);
    return FALLS_AT_ROOF + kinds->roof[upper | both << FALLS_COLS];
}

static int left_feature(const struct falls_field *field) {
    return FALLS_AT_LEFT + falls_count(field->virus);
}

static int32_t cost_of(const struct falls_worth *worth, struct falls_sum sum) {
    int32_t odds = sum.danger;
    if (odds < -FALLS_ODDS_MAX) odds = -FALLS_ODDS_MAX;
    if (odds > FALLS_ODDS_MAX) odds = FALLS_ODDS_MAX;
    return sum.capsules * (FALLS_WORTH_UNIT / FALLS_NUMBER_UNIT) +
           worth->cost_of_odds[odds + FALLS_ODDS_MAX];
}

int32_t falls_rate(const struct falls_worth *worth, const struct falls_view *near,
                   const struct falls_field *field) {
    struct falls_view view;
    see(field, &view);
    if (view.stage != near->stage)
        add_up(worth, &view);
    else
        view.sum = sum_near(worth, near, &view);
    add(&view.sum, worth->numbers[view.stage][left_feature(field)]);
    add(&view.sum, worth->numbers[view.stage][roof_feature(&worth->kinds, field)]);
    return cost_of(worth, view.sum);
}

int falls_features(const struct falls_kinds *kinds, const struct falls_field *field, int *stage,
                   int *features) {
    struct falls_view view;
    int count = 0;
    see(field, &view);
    for (int row = 0; row < FALLS_ROWS; row++)
        count += list_row(kinds, &view, row, features + count);
    for (int col = 0; col < FALLS_COLS; col++)
        count += list_col(kinds, &view, col, features + count);
    if (view.stage == FALLS_CROWDED) count += list_blocks(kinds, &view, features + count);
    features[count++] = roof_feature(kinds, field);
    features[count++] = left_feature(field);
    *stage = view.stage;
    return count;
}
