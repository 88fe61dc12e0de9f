/* The worth of fields against a slow twin that looks at cells one by one. */
#include "minds_test.h"
#include "numbers.h"
#include <math.h>

static struct falls_worth worth;

enum { TABLES = 5 };

static bool taken_at(const struct falls_field *field, int row, int col) {
    return row >= FALLS_ROWS || (falls_taken(&field->settled) >> (FALLS_COLS * row + col) & 1);
}

/* What a window sees of a cell, as the bits of four planes. */
static unsigned planes_at(const struct falls_field *field, int row, int col) {
    int cell = FALLS_COLS * row + col;
    unsigned bits = (unsigned)falls_colour_at(&field->settled, cell);
    if (taken_at(field, row, col)) return bits | (unsigned)(field->virus >> cell & 1) << 2;
    for (int above = 0; above < row; above++)
        if (taken_at(field, above, col)) bits = 4;
    return bits | (unsigned)taken_at(field, row + 1, col) << 3;
}

static unsigned window_at(const struct falls_field *field, int row, int col, bool across) {
    int cells = across ? FALLS_ACROSS : FALLS_DOWN, planes = across ? 4 : 3;
    unsigned window = 0;
    for (int i = 0; i < cells; i++) {
        unsigned bits = planes_at(field, across ? row : row + i, across ? col + i : col);
        for (int plane = 0; plane < planes; plane++)
            window |= (bits >> plane & 1) << (plane * cells + i);
    }
    return window;
}

static int stage_of(const struct falls_field *field) {
    int high = 0;
    for (int col = 0; col < FALLS_COLS; col++)
        high += taken_at(field, 1, col) || taken_at(field, 2, col) || taken_at(field, 3, col);
    return high >= FALLS_CROWD ? FALLS_CROWDED : FALLS_ROOMY;
}

static int band_of(int row, bool across) {
    if (across) return row < 2 ? 0 : row == 2 ? 1 : row == 3 ? 2 : row < 6 ? 3 : 4;
    return row < 4 ? row : 4;
}

/* Returns the colours of some rows and columns, a plane after the other in each row. */
static unsigned block_at(const struct falls_field *field, int row, int col, int rows, int cols) {
    unsigned block = 0;
    for (int i = 0; i < rows * cols; i++) {
        int cell = FALLS_COLS * (row + i / cols) + col + i % cols;
        unsigned colour = (unsigned)falls_colour_at(&field->settled, cell);
        int at = i / cols * 2 * cols + i % cols;
        block |= (colour & 1) << at | colour >> 1 << (at + cols);
    }
    return block;
}

struct twin {
    const struct falls_number *numbers;
    int32_t capsules, danger;
    int count;
};

static void use(struct twin *twin, int feature) {
    twin->capsules += twin->numbers[feature].capsules;
    twin->danger += twin->numbers[feature].danger;
    twin->count++;
}

static void use_windows(struct twin *twin, const struct falls_field *field) {
    const struct falls_kinds *kinds = &worth.kinds;
    for (int row = 0; row < FALLS_ROWS; row++)
        for (int col = 0; col < FALLS_COLS; col++) {
            if (col + FALLS_ACROSS <= FALLS_COLS)
                use(twin, FALLS_ACROSS_KINDS * band_of(row, true) +
                              kinds->across[window_at(field, row, col, true)]);
            if (row + FALLS_DOWN <= FALLS_ROWS)
                use(twin, FALLS_AT_DOWN + FALLS_DOWN_KINDS * band_of(row, false) +
                              kinds->down[window_at(field, row, col, false)]);
        }
}

static void use_blocks(struct twin *twin, const struct falls_field *field) {
    for (int row = 1; row <= 3; row++)
        for (int col = 0; col < 5; col++)
            use(twin, FALLS_AT_WIDE + FALLS_BLOCK_KINDS * (row - 1) +
                          worth.kinds.wide[block_at(field, row, col, 2, 4)]);
    for (int row = 1; row <= 2; row++)
        for (int col = 0; col < 7; col++)
            use(twin, FALLS_AT_HIGH + FALLS_BLOCK_KINDS * (row - 1) +
                          worth.kinds.high[block_at(field, row, col, 4, 2)]);
}

static void use_columns(struct twin *twin, const struct falls_field *field) {
    unsigned roof = 0;
    for (int col = 0; col < FALLS_COLS; col++) {
        bool upper = taken_at(field, 1, col), both = upper || taken_at(field, 2, col);
        int top = 0;
        roof |= (unsigned)upper << col | (unsigned)both << (FALLS_COLS + col);
        while (!taken_at(field, top, col)) top++;
        use(twin, FALLS_AT_TALL + 17 * (col < 4 ? col : 7 - col) + top);
    }
    use(twin, FALLS_AT_ROOF + worth.kinds.roof[roof]);
}

static struct twin twin_of(const struct falls_field *field) {
    int stage = stage_of(field);
    struct twin twin = {.numbers = worth.numbers[stage]};
    use_windows(&twin, field);
    use_columns(&twin, field);
    if (stage == FALLS_CROWDED) use_blocks(&twin, field);
    use(&twin, FALLS_AT_LEFT + falls_count(field->virus));
    return twin;
}

static int32_t twin_cost(const struct falls_field *field) {
    struct twin twin = twin_of(field);
    double odds = fmin(fmax((double)twin.danger / FALLS_NUMBER_UNIT, -8), 8);
    return 4 * twin.capsules + (int32_t)(FALLS_DANGER / (1 + exp(-odds)));
}

static int32_t cost_of(const struct falls_field *field) {
    struct falls_view view;
    falls_look(&worth, field, &view);
    return falls_rate(&worth, &view, field);
}

static struct falls_field random_field(struct rng *rng) {
    struct falls falls;
    int seat = minds_position(&falls, rng, 1);
    return (struct falls_field){falls.player[seat].settled, falls.player[seat].virus};
}

static void test_twin_agrees(void **state) {
    struct rng rng = rng_new(1, 0);
    (void)state;
    for (int round = 0; round < 1500; round++) {
        struct falls_field field = random_field(&rng), other = random_field(&rng);
        struct falls_view view;
        struct twin twin = twin_of(&field);
        int features[FALLS_FEATURES_MAX], stage;
        assert_int_equal(cost_of(&field), twin_cost(&field));
        assert_int_equal(falls_features(&worth.kinds, &field, &stage, features), twin.count);
        assert_int_equal(stage, stage_of(&field));
        for (int i = 0; i < twin.count; i++) {
            twin.capsules -= worth.numbers[stage][features[i]].capsules;
            twin.danger -= worth.numbers[stage][features[i]].danger;
        }
        assert_true(twin.capsules == 0 && twin.danger == 0);
        /* From the view of any other field the cost is the same. */
        falls_look(&worth, &other, &view);
        assert_int_equal(falls_rate(&worth, &view, &field), twin_cost(&field));
        /* Also if only a cell differs. */
        falls_look(&worth, &field, &view);
        falls_put(&field.settled, (falls_set)1 << rng_below(&rng, FALLS_CELLS), FALLS_BLUE);
        assert_int_equal(falls_rate(&worth, &view, &field), twin_cost(&field));
    }
}

/* Exchanges colours by a table, and mirrors if asked. */
static struct falls_field alike(const struct falls_field *field, const int *colours, bool mirror) {
    struct falls_field out = {{0, 0, 0, 0}, 0};
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        int to = mirror ? cell ^ (FALLS_COLS - 1) : cell;
        falls_put(&out.settled, (falls_set)1 << to,
                  colours[falls_colour_at(&field->settled, cell)]);
        out.virus |= (field->virus >> cell & 1) << to;
    }
    return out;
}

static void test_symmetries(void **state) {
    static const int colours[][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                     {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    struct rng rng = rng_new(2, 0);
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct falls_field field = random_field(&rng);
        for (int i = 0; i < 12; i++) {
            struct falls_field other = alike(&field, colours[i % 6], i >= 6);
            assert_int_equal(cost_of(&other), cost_of(&field));
        }
    }
}

/* Every kind is there, and the free window and block are the first. */
static void test_kinds(void **state) {
    static uint8_t seen[TABLES][FALLS_BLOCKS];
    const struct falls_kinds *kinds = &worth.kinds;
    (void)state;
    for (int i = 0; i < FALLS_BLOCKS; i++) {
        seen[0][kinds->across[i]] = seen[1][kinds->down[i % FALLS_DOWN_WINDOWS]] = 1;
        seen[2][kinds->roof[i]] = seen[3][kinds->wide[i]] = seen[4][kinds->high[i]] = 1;
    }
    static const int counts[] = {FALLS_ACROSS_KINDS, FALLS_DOWN_KINDS, FALLS_ROOF_KINDS,
                                 FALLS_BLOCK_KINDS, FALLS_BLOCK_KINDS};
    for (int table = 0; table < TABLES; table++)
        for (int i = 0; i < FALLS_BLOCKS; i++) assert_true(seen[table][i] == (i < counts[table]));
    assert_true(kinds->across[0] == 0 && kinds->down[0] == 0 && kinds->wide[0] == 0);
}

static char digit(int value) {
    int c = '#' + value;
    c += c >= '?';
    return (char)(c + (c >= '\\'));
}

/* Numbers of all sizes, as text; a number may go on in the next line. */
static void test_numbers(void **state) {
    static char small[8], begin[8], end[8], zeros[2 * FALLS_NUMBERS];
    static int16_t numbers[FALLS_NUMBERS];
    const char *const lines[] = {small, begin, "", end, zeros, NULL};
    int large = FALLS_LARGE_MIDDLE - 32768, count = 0, at = 0;
    (void)state;
    for (int i = 0; i < 3; i++) small[i] = digit((int[]){0, FALLS_ZEROS - 1, FALLS_MIDDLE}[i]);
    begin[0] = digit(FALLS_LARGE), begin[1] = digit(large / 8100);
    end[0] = digit(large / 90 % 90), end[1] = digit(large % 90);
    for (int left = FALLS_NUMBERS - 5; left > 0; left -= count) {
        count = left < FALLS_DIGITS - 1 ? left : FALLS_DIGITS - 1;
        zeros[at++] = digit(FALLS_ZEROS), zeros[at++] = digit(count);
    }
    zeros[at] = digit(FALLS_MIDDLE + 1);
    falls_numbers_read(lines, numbers);
    assert_int_equal(numbers[0], -FALLS_MIDDLE);
    assert_int_equal(numbers[1], FALLS_ZEROS - 1 - FALLS_MIDDLE);
    assert_int_equal(numbers[2], 0);
    assert_int_equal(numbers[3], -32768);
    for (int i = 4; i < FALLS_NUMBERS - 1; i++) assert_int_equal(numbers[i], 0);
    assert_int_equal(numbers[FALLS_NUMBERS - 1], 1);
}

static void test_fewer_viruses_cost_less(void **state) {
    struct rng rng = rng_new(3, 0);
    struct falls many, few;
    (void)state;
    for (int round = 0; round < 50; round++) {
        minds_start(&many, &rng, 1, 60);
        minds_start(&few, &rng, 1, 20);
        struct falls_field more = {many.player[0].settled, many.player[0].virus};
        struct falls_field less = {few.player[0].settled, few.player[0].virus};
        assert_true(cost_of(&more) > cost_of(&less));
    }
}

static int setup(void **state) {
    (void)state;
    return falls_worth_fill(&worth, NULL) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin_agrees),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_fewer_viruses_cost_less),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
