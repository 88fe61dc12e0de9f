/* The worth of fields against a slow twin that looks at cells one by one. */
#include "minds_test.h"
#include <stdlib.h>

static struct falls_worth worth;

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

static const struct falls_worth_stage *stage_of(const struct falls_field *field) {
    int high = 0;
    for (int col = 0; col < FALLS_COLS; col++)
        high += taken_at(field, 1, col) || taken_at(field, 2, col) || taken_at(field, 3, col);
    return &worth.stages[high >= FALLS_CROWD ? FALLS_CROWDED : FALLS_ROOMY];
}

static int32_t twin_cost(const struct falls_field *field) {
    const struct falls_worth_stage *stage = stage_of(field);
    int32_t sum = stage->left[falls_count(field->virus)];
    unsigned roof = 0;
    for (int col = 0; col < FALLS_COLS; col++) {
        bool upper = taken_at(field, 1, col), both = upper || taken_at(field, 2, col);
        roof |= (unsigned)upper << col | (unsigned)both << (FALLS_COLS + col);
    }
    sum += stage->roof[roof];
    for (int row = 0; row < FALLS_ROWS; row++)
        for (int col = 0; col + FALLS_ACROSS <= FALLS_COLS; col++)
            sum += stage->across[window_at(field, row, col, true)];
    for (int col = 0; col < FALLS_COLS; col++) {
        int top = 0;
        while (top < FALLS_ROWS && !taken_at(field, top, col)) top++;
        sum += stage->tall[col][top];
        for (int row = 0; row + FALLS_DOWN <= FALLS_ROWS; row++)
            sum += stage->down[window_at(field, row, col, false)];
    }
    return sum;
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
        assert_int_equal(cost_of(&field), twin_cost(&field));
        /* From the view of any other field the cost is the same. */
        falls_look(&worth, &other, &view);
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

/* Every number of a table is used, and fits where it goes. */
static void test_numbers(void **state) {
    static int32_t numbers[FALLS_WORTH_NUMBERS];
    static struct falls_worth_stage which;
    static uint8_t used[FALLS_WORTH_NUMBERS];
    (void)state;
    for (int i = 0; i < FALLS_WORTH_NUMBERS; i++) numbers[i] = i;
    falls_worth_fill(&which, numbers);
    for (int i = 0; i < FALLS_ACROSS_WINDOWS; i++) used[which.across[i]] = 1;
    for (int i = 0; i < FALLS_DOWN_WINDOWS; i++) used[which.down[i]] = 1;
    for (int i = 0; i < FALLS_ROOFS; i++) used[which.roof[i]] = 1;
    for (int i = 0; i < FALLS_COLS * (FALLS_ROWS + 1); i++)
        used[which.tall[i / (FALLS_ROWS + 1)][i % (FALLS_ROWS + 1)]] = 1;
    for (int i = 0; i <= FALLS_VIRUSES_MAX; i++) used[which.left[i]] = 1;
    for (int i = 0; i < FALLS_WORTH_NUMBERS; i++) assert_true(used[i]);
    for (int i = 0; i < FALLS_WORTH_NUMBERS - FALLS_VIRUSES_MAX - 1; i++) {
        assert_true(abs(falls_worth_roomy[i]) <= INT16_MAX);
        assert_true(abs(falls_worth_crowded[i]) <= INT16_MAX);
    }
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
    falls_worth_fill(&worth.stages[FALLS_ROOMY], falls_worth_roomy);
    falls_worth_fill(&worth.stages[FALLS_CROWDED], falls_worth_crowded);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin_agrees),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_fewer_viruses_cost_less),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
