/* Packed rows against plain ones: random cells, also in patterns, come back as they were; and
 * memory that ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "show/packed.h"
#include <stdlib.h>

enum { ROWS = 12, COLS = 97 };

static struct cells_cell plain[ROWS][COLS];
static struct packed packed;
static size_t most; /* what `grow` gives */

static bool grow(struct packed *of, size_t capacity) {
    if (capacity > most) return false;
    uint8_t *larger = realloc(of->at, capacity);
    if (!larger) return false;
    of->at = larger;
    of->capacity = capacity; /* exactly: AddressSanitizer then finds what goes beyond */
    return true;
}

static int begin(void **unused) {
    (void)unused;
    most = SIZE_MAX;
    packed = (struct packed){.grow = grow};
    return 0;
}

static int end(void **unused) {
    (void)unused;
    free(packed.at);
    return 0;
}

static struct cells_cell draw_cell(struct rng *rng) {
    static const uint32_t glyphs[] = {' ',     'a', 0x7F,       0xB7,   0x2580,
                                      0x1F600, 0,   UINT32_MAX, 0x1100, '~'};
    return (struct cells_cell){.glyph = glyphs[rng_below(rng, rng_below(rng, 2) ? 10 : 2)],
                               .fore = (uint8_t)rng_below(rng, rng_below(rng, 2) ? 2 : 256),
                               .back = (uint8_t)rng_below(rng, rng_below(rng, 2) ? 2 : 256),
                               .style = (uint8_t)(rng_below(rng, 4) ? 0 : rng_below(rng, 256)),
                               .spare = (uint8_t)(rng_below(rng, 8) ? 0 : 1)};
}

/* Draws cells anew in a part of a row: each by itself, or a few again and again. Returns the first.
 */
static int change(struct rng *rng, struct cells_cell *row) {
    uint32_t period = rng_below(rng, 6), from = rng_below(rng, COLS);
    uint32_t end = from + rng_below(rng, COLS - from + 1);
    for (uint32_t col = from; col < end; col++)
        row[col] = period && col >= from + period ? row[col - period] : draw_cell(rng);
    return (int)from;
}

static void require_part(int row, int col, int count) {
    struct cells_cell read[COLS];
    packed_read(&packed, row, col, count, read);
    assert_memory_equal(read + col, plain[row] + col, (size_t)count * sizeof *read);
}

static void require_row(int row) {
    require_part(row, 0, COLS);
}

static void test_random_rows(void **unused) {
    (void)unused;
    struct rng rng = rng_new(16, 1);
    struct cells_cell cell = draw_cell(&rng);
    assert_true(packed_fill(&packed, ROWS, COLS, cell));
    for (int i = 0; i < ROWS * COLS; i++) plain[i / COLS][i % COLS] = cell;
    for (int i = 0; i < 20000; i++) {
        int row = (int)rng_below(&rng, ROWS);
        int from = change(&rng, plain[row]), other = (int)rng_below(&rng, COLS);
        assert_true(packed_write(&packed, row, from, COLS - from, plain[row]));
        require_part((int)rng_below(&rng, ROWS), other,
                     (int)rng_below(&rng, (uint32_t)(COLS - other)));
        for (int k = 0; i % 100 == 0 && k < ROWS; k++) require_row(k);
    }
}

/* From few different cells to more than can be listed, and memory that ends anywhere. */
static void write_various(int different, bool *fine) {
    for (int i = 0; i < 3 * ROWS && *fine; i++) {
        int row = i % ROWS;
        for (int col = 0; col < COLS; col++)
            plain[row][col] = (struct cells_cell){(uint32_t)((row * COLS + col + i) % different),
                                                  THEME_INK, THEME_PAPER, 0, 0};
        *fine = packed_write(&packed, row, 0, COLS, plain[row]);
        for (int k = 0; *fine && k < ROWS; k++) require_row(k);
    }
}

static void test_memory_ends(void **unused) {
    (void)unused;
    static const int different[] = {1, 100, 255, 256, 257, 900, 1023, 1025, ROWS * COLS};
    for (most = 0; most < ROWS * COLS * 10; most += 61)
        for (size_t i = 0; i < sizeof different / sizeof *different; i++) {
            struct cells_cell blank = {' ', THEME_INK, THEME_PAPER, 0, 0};
            free(packed.at);
            packed = (struct packed){.grow = grow};
            bool fine = packed_fill(&packed, ROWS, COLS, blank);
            for (int k = 0; k < ROWS * COLS; k++) plain[k / COLS][k % COLS] = blank;
            write_various(different[i], &fine);
            assert_int_equal(packed.rows, fine ? ROWS : 0);
            if (different[i] == 1 && most > ROWS * COLS + 24) assert_true(fine);
            if (most > ROWS * COLS * 2 + 8 * 1100) assert_true(fine);
        }
}

/* The list is cleaned before places become larger. */
static void test_little_memory(void **unused) {
    (void)unused;
    struct cells_cell blank = {' ', THEME_INK, THEME_PAPER, 0, 0};
    bool fine = packed_fill(&packed, ROWS, COLS, blank);
    for (int k = 0; k < ROWS * COLS; k++) plain[k / COLS][k % COLS] = blank;
    for (int i = 0; i < 5000; i++) {
        plain[i % ROWS][i % 8].glyph = (uint32_t)i;
        fine &= packed_write(&packed, i % ROWS, 0, COLS, plain[i % ROWS]);
    }
    assert_true(fine);
    for (int k = 0; k < ROWS; k++) require_row(k);
    assert_int_equal(packed.bytes, 1);
    assert_in_range(packed.capacity, ROWS * COLS, ROWS * COLS + 8 * 257);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random_rows, begin, end),
        cmocka_unit_test_setup_teardown(test_memory_ends, begin, end),
        cmocka_unit_test_setup_teardown(test_little_memory, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
