/* Pattern databases: every count against a search over all places of the tiles and the blank, in
 * which moves of other tiles are free; layouts against plain floods and arrays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/pdb.h"
#include "games/slide/optimal/watch_test.h"
#include "games/slide/slide.h"

struct pattern {
    int rows, cols, count;
    uint8_t tiles[SLIDE_PDB_TILES_MAX];
};

/* The cells of a pattern's tiles, and the blank's. */
struct places {
    int at[SLIDE_PDB_TILES_MAX], blank;
};

static uint32_t places_number(const struct pattern *pattern, const struct places *places) {
    uint32_t cells = (uint32_t)(pattern->rows * pattern->cols), number = (uint32_t)places->blank;
    for (int i = 0; i < pattern->count; i++) number = number * cells + (uint32_t)places->at[i];
    return number;
}

static struct places places_numbered(const struct pattern *pattern, uint32_t number) {
    uint32_t cells = (uint32_t)(pattern->rows * pattern->cols);
    struct places places = {{0}, 0};
    for (int i = pattern->count - 1; i >= 0; i--, number /= cells)
        places.at[i] = (int)(number % cells);
    places.blank = (int)number;
    return places;
}

/* Moves the blank. Returns 1 if a tile of the pattern moves, 0 if another does, -1 off the board.
 */
static int places_step(const struct pattern *pattern, struct places *places, int move) {
    int to = slide_neighbour(pattern->rows, pattern->cols, places->blank, move), cost = 0;
    if (to < 0) return -1;
    for (int i = 0; i < pattern->count; i++)
        if (places->at[i] == to) places->at[i] = places->blank, cost = 1;
    places->blank = to;
    return cost;
}

static struct places places_home(const struct pattern *pattern) {
    struct places places = {{0}, pattern->rows * pattern->cols - 1};
    for (int i = 0; i < pattern->count; i++) places.at[i] = pattern->tiles[i] - 1;
    return places;
}

static struct slide_group group_of(const struct pattern *pattern, const struct places *places) {
    struct slide_group group = {0, 0};
    for (int cell = 0, put = 0; cell < pattern->rows * pattern->cols; cell++)
        for (int i = 0; i < pattern->count; i++) {
            if (places->at[i] != cell) continue;
            group.mask |= UINT32_C(1) << cell;
            group.order |= (uint32_t)i << 3 * put++;
        }
    return group;
}

/* The counts, found by a search over all places. */
struct plain_counts {
    uint8_t *counts; /* by the number of the places */
    uint32_t size;
    uint32_t *now, *next; /* stacks of numbers, with this count and the next */
    uint32_t now_count, next_count;
};

static void plain_counts_visit(struct plain_counts *plain, uint32_t number, int count,
                               bool further) {
    if (plain->counts[number] <= count) return;
    plain->counts[number] = (uint8_t)count;
    if (further)
        plain->next[plain->next_count++] = number;
    else
        plain->now[plain->now_count++] = number;
}

static void plain_counts_init(struct plain_counts *plain, const struct pattern *pattern) {
    enum { CAPACITY = 1 << 20 };
    *plain = (struct plain_counts){.size = (uint32_t)(pattern->rows * pattern->cols)};
    for (int i = 0; i < pattern->count; i++)
        plain->size *= (uint32_t)(pattern->rows * pattern->cols);
    plain->counts = malloc(plain->size);
    plain->now = malloc(sizeof *plain->now * CAPACITY);
    plain->next = malloc(sizeof *plain->next * CAPACITY);
    memset(plain->counts, PLAIN_NEVER, plain->size);
    struct places home = places_home(pattern);
    plain_counts_visit(plain, places_number(pattern, &home), 0, false);
    for (int count = 0; plain->now_count; count++) {
        while (plain->now_count) {
            uint32_t number = plain->now[--plain->now_count];
            if (plain->counts[number] != count) continue;
            for (int move = 0; move < 4; move++) {
                struct places places = places_numbered(pattern, number);
                int cost = places_step(pattern, &places, move);
                if (cost < 0) continue;
                assert_true(plain->now_count < CAPACITY && plain->next_count < CAPACITY);
                plain_counts_visit(plain, places_number(pattern, &places), count + cost, cost);
            }
        }
        uint32_t *spare = plain->now;
        plain->now = plain->next, plain->next = spare;
        plain->now_count = plain->next_count, plain->next_count = 0;
    }
}

static void plain_counts_release(struct plain_counts *plain) {
    free(plain->counts);
    free(plain->now);
    free(plain->next);
}

struct database {
    struct slide_layout *layout;
    uint64_t *bits;
    struct slide_group home;
};

static void database_init(struct database *database, const struct pattern *pattern) {
    database->layout = slide_layout_new(pattern->rows, pattern->cols, pattern->count, NULL);
    assert_non_null(database->layout);
    database->bits = malloc(slide_layout_limbs(database->layout) * sizeof *database->bits);
    assert_int_equal(slide_pdb_build(database->layout, pattern->tiles, database->bits, NULL), 0);
    database->home = slide_group_home(pattern->tiles, pattern->count);
}

static void database_release(struct database *database) {
    slide_layout_free(database->layout);
    free(database->bits);
}

static const struct pattern patterns[] = {
    {2, 2, 1, {2}},
    {2, 2, 3, {1, 2, 3}},
    {2, 3, 2, {1, 5}},
    {3, 2, 4, {1, 2, 3, 5}},
    {3, 3, 1, {8}},
    {3, 3, 3, {1, 5, 6}},
    {3, 3, 4, {3, 6, 7, 8}},
    {2, 4, 6, {1, 2, 3, 4, 6, 7}},
    {4, 2, 7, {1, 2, 3, 4, 5, 6, 7}},
    {3, 4, 4, {1, 4, 5, 11}},
    {2, 6, 3, {2, 7, 10}},
    {2, 13, 2, {12, 25}},
    {4, 4, 2, {1, 15}},
    {4, 4, 3, {4, 8, 13}},
    {3, 3, 5, {1, 2, 4, 7, 8}},
    {2, 5, 5, {1, 2, 4, 6, 8}},
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

static void require_counts(const struct pattern *pattern) {
    struct plain_counts plain;
    struct database database;
    uint32_t seen = 0;
    plain_counts_init(&plain, pattern);
    database_init(&database, pattern);
    struct places home = places_home(pattern);
    struct slide_group group = group_of(pattern, &home);
    assert_int_equal(group.mask, database.home.mask);
    assert_int_equal(group.order, database.home.order);
    for (uint32_t number = 0; number < plain.size; number++) {
        if (plain.counts[number] == PLAIN_NEVER) continue;
        struct places places = places_numbered(pattern, number);
        group = group_of(pattern, &places);
        int count =
            slide_pdb_count(database.layout, database.bits, group, places.blank, database.home);
        assert_int_equal(count, plain.counts[number]);
        seen++;
    }
    uint32_t all = 1, cells = (uint32_t)(pattern->rows * pattern->cols);
    for (int i = 0; i <= pattern->count; i++) all *= cells - (uint32_t)i;
    /* With at most one other tile, the parity of the rest is settled. */
    assert_int_equal(seen, pattern->count >= (int)cells - 2 ? all / 2 : all);
    plain_counts_release(&plain);
    database_release(&database);
}

static void test_counts(void **unused) {
    (void)unused;
    for (int i = 0; i < PATTERNS; i++) require_counts(&patterns[i]);
}

/* Along a walk the bit after each move tells the count. */
static void test_steps(void **unused) {
    (void)unused;
    for (int i = 0; i < PATTERNS; i++) {
        const struct pattern *pattern = &patterns[i];
        struct rng rng = rng_new(1, (uint64_t)i);
        struct places places = places_home(pattern);
        struct database database;
        database_init(&database, pattern);
        struct slide_group group = database.home;
        int count = 0;
        for (int step = 0; step < 300; step++) {
            int blank = places.blank, cost = places_step(pattern, &places, (int)rng_below(&rng, 4));
            if (cost < 0) continue;
            if (cost) {
                group = slide_group_move(group, places.blank, blank);
                uint32_t number = slide_layout_number(database.layout, group.mask);
                size_t at = slide_layout_bit(database.layout, number, group.order, places.blank);
                count = slide_pdb_step(count, slide_pdb_bit(database.bits, at));
            }
            struct slide_group plain = group_of(pattern, &places);
            assert_true(group.mask == plain.mask && group.order == plain.order);
            assert_int_equal(count, slide_pdb_count(database.layout, database.bits, group,
                                                    places.blank, database.home));
        }
        database_release(&database);
    }
}

static uint32_t flooded(int rows, int cols, uint32_t free, int cell) {
    uint32_t region = UINT32_C(1) << cell;
    int stack[SLIDE_PDB_CELLS_MAX], top = 0;
    for (stack[top++] = cell; top;) {
        int at = stack[--top];
        for (int move = 0; move < 4; move++) {
            int to = slide_neighbour(rows, cols, at, move);
            if (to < 0 || !(free >> to & 1) || region >> to & 1) continue;
            region |= UINT32_C(1) << to;
            stack[top++] = to;
        }
    }
    return region;
}

/* Every set of cells has its number, every region in it its block. */
static void require_blocks(const struct slide_layout *layout) {
    uint32_t sets = 0, blocks = 0, all = (UINT32_C(1) << layout->cells) - 1;
    uint8_t *numbers = calloc(layout->masks, 1), *seen = calloc(layout->block_count, 1);
    for (uint32_t mask = 0; mask <= all; mask++) {
        if (bits_count(mask) != layout->tiles) continue;
        uint32_t number = slide_layout_number(layout, mask);
        assert_true(number < layout->masks && !numbers[number]);
        numbers[number] = 1;
        sets++;
        for (int cell = 0; cell < layout->cells; cell++) {
            if (mask >> cell & 1) continue;
            uint32_t region = flooded(layout->rows, layout->cols, all & ~mask, cell);
            uint32_t block = slide_layout_block(layout, number, cell);
            assert_true(block < layout->block_count);
            assert_int_equal(layout->blocks[block].mask, mask);
            assert_int_equal(layout->blocks[block].region, region);
            blocks += !seen[block];
            seen[block] = 1;
        }
    }
    assert_int_equal(sets, layout->masks);
    assert_int_equal(blocks, layout->block_count);
    free(numbers);
    free(seen);
}

static void test_blocks(void **unused) {
    static const int sizes[][3] = {{2, 2, 1}, {2, 2, 3}, {2, 3, 2}, {3, 2, 3},
                                   {3, 3, 4}, {3, 3, 8}, {4, 4, 5}, {4, 4, 8},
                                   {2, 8, 6}, {7, 2, 6}, {3, 5, 7}, {4, 3, 4}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_layout *layout = slide_layout_new(sizes[i][0], sizes[i][1], sizes[i][2], NULL);
        assert_non_null(layout);
        assert_int_equal(layout->cells, sizes[i][0] * sizes[i][1]);
        require_blocks(layout);
        slide_layout_free(layout);
    }
}

/* The same where a set of cells has two halves, and few bits. */
static void test_large_numbers(void **unused) {
    (void)unused;
    struct slide_layout *layout = slide_layout_new(2, 13, 3, NULL);
    uint8_t *seen = calloc(layout->masks, 1);
    assert_int_equal(layout->masks, 26 * 25 * 24 / 6);
    for (int a = 0; a < 26; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                uint32_t mask = UINT32_C(1) << a | UINT32_C(1) << b | UINT32_C(1) << c;
                uint32_t number = slide_layout_number(layout, mask);
                assert_true(number < layout->masks && !seen[number]);
                seen[number] = 1;
                for (int cell = 0; cell < 26; cell++) {
                    if (mask >> cell & 1) continue;
                    uint32_t block = slide_layout_block(layout, number, cell);
                    assert_int_equal(layout->blocks[block].mask, mask);
                    assert_int_equal(layout->blocks[block].region,
                                     flooded(2, 13, ~mask & ((UINT32_C(1) << 26) - 1), cell));
                }
            }
    free(seen);
    slide_layout_free(layout);
}

/* All orders of some tiles, by exchanges of the last ones. */
static void each_order(const struct slide_layout *layout, uint8_t *tiles, int fixed,
                       uint8_t *seen) {
    if (fixed == layout->tiles) {
        uint32_t order = 0;
        for (int i = 0; i < layout->tiles; i++) order |= (uint32_t)tiles[i] << 3 * i;
        uint32_t number = slide_layout_order(layout, order);
        assert_true(number < layout->orders && number < layout->limbs * 64 && !seen[number]);
        seen[number] = 1;
    }
    for (int i = fixed; i < layout->tiles; i++) {
        uint8_t tile = tiles[i];
        tiles[i] = tiles[fixed], tiles[fixed] = tile;
        each_order(layout, tiles, fixed + 1, seen);
        tiles[fixed] = tiles[i], tiles[i] = tile;
    }
}

static void test_orders(void **unused) {
    (void)unused;
    uint32_t orders = 1;
    for (int count = 1; count <= SLIDE_PDB_TILES_MAX; count++) {
        struct slide_layout *layout = slide_layout_new(3, 3, count, NULL);
        uint8_t tiles[] = {0, 1, 2, 3, 4, 5, 6, 7}, *seen = calloc(layout->orders, 1);
        orders *= (uint32_t)count;
        assert_int_equal(layout->orders, orders);
        each_order(layout, tiles, 0, seen);
        free(seen);
        slide_layout_free(layout);
    }
}

static void test_order_moves(void **unused) {
    struct rng rng = rng_new(7, 0);
    (void)unused;
    for (int trial = 0; trial < 20000; trial++) {
        int count = 1 + (int)rng_below(&rng, SLIDE_PDB_TILES_MAX);
        int i = (int)rng_below(&rng, (uint32_t)count), j = (int)rng_below(&rng, (uint32_t)count);
        uint32_t tiles[SLIDE_PDB_TILES_MAX], order = 0, moved = 0;
        for (int k = 0; k < count; k++) tiles[k] = rng_below(&rng, 8);
        for (int k = 0; k < count; k++) order |= tiles[k] << 3 * k;
        uint32_t tile = tiles[i];
        for (int k = i; k < j; k++) tiles[k] = tiles[k + 1];
        for (int k = i; k > j; k--) tiles[k] = tiles[k - 1];
        tiles[j] = tile;
        for (int k = 0; k < count; k++) moved |= tiles[k] << 3 * k;
        assert_int_equal(slide_order_move(order, i, j), moved);
    }
}

/* Tables of all tiles add up to no more than the moves that are needed, and come near. */
static void test_sums(void **unused) {
    static const struct pattern halves[] = {{3, 3, 4, {1, 2, 3, 4}}, {3, 3, 4, {5, 6, 7, 8}}};
    (void)unused;
    struct database databases[2];
    uint8_t *lengths = plain_lengths(3, 3);
    uint64_t sums = 0, needed = 0;
    for (int i = 0; i < 2; i++) database_init(&databases[i], &halves[i]);
    for (uint32_t rank = 0; rank < plain_ranks(3, 3); rank += 7) {
        if (lengths[rank] == PLAIN_NEVER) continue;
        struct plain plain = plain_ranked(3, 3, rank);
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            struct places places = {{0}, plain.blank};
            for (int cell = 0; cell < 9; cell++) {
                int tile = plain.tiles[cell] - 1 - 4 * i;
                if (tile >= 0 && tile < 4) places.at[tile] = cell;
            }
            sum += slide_pdb_count(databases[i].layout, databases[i].bits,
                                   group_of(&halves[i], &places), plain.blank, databases[i].home);
        }
        assert_true(sum <= lengths[rank] && sum >= plain_distance(&plain));
        assert_int_equal((lengths[rank] - sum) % 2, 0);
        sums += (uint64_t)sum, needed += lengths[rank];
    }
    assert_true(sums * 10 > needed * 7);
    for (int i = 0; i < 2; i++) database_release(&databases[i]);
    free(lengths);
}

/* A build can be stopped at any call; it does not depend on what the bits held before. */
static void test_watch(void **unused) {
    static const struct pattern pattern = {4, 4, 5, {1, 2, 5, 6, 9}};
    struct database database;
    (void)unused;
    database_init(&database, &pattern);
    size_t limbs = slide_layout_limbs(database.layout);
    uint64_t *bits = malloc(limbs * sizeof *bits);
    struct watch_test test;
    watch_test_init(&test, 0);
    memset(bits, 0xa5, limbs * sizeof *bits);
    assert_int_equal(slide_pdb_build(database.layout, pattern.tiles, bits, &test.watch), 0);
    assert_memory_equal(bits, database.bits, limbs * sizeof *bits);
    assert_true(test.calls > 10 && test.done > 0.9 && !test.backwards);
    for (int stop_at = 1, calls = test.calls; stop_at <= calls; stop_at += 1 + stop_at / 4) {
        watch_test_init(&test, stop_at);
        assert_int_equal(slide_pdb_build(database.layout, pattern.tiles, bits, &test.watch), -1);
        assert_int_equal(test.calls, stop_at);
        assert_false(test.backwards);
    }
    free(bits);
    database_release(&database);
}

static void test_watch_of_layout(void **unused) {
    struct watch_test test;
    (void)unused;
    watch_test_init(&test, 0);
    struct slide_layout *layout = slide_layout_new(4, 4, 8, &test.watch);
    assert_non_null(layout);
    slide_layout_free(layout);
    assert_true(test.calls > 50 && test.done > 0.9 && !test.backwards);
    for (int stop_at = 1, calls = test.calls; stop_at <= calls; stop_at += 1 + stop_at / 4) {
        watch_test_init(&test, stop_at);
        assert_null(slide_layout_new(4, 4, 8, &test.watch));
        assert_int_equal(test.calls, stop_at);
        assert_false(test.backwards);
    }
}

/* What the large tables of 4x4 take, without making them: under 200 MB. */
static void test_sizes(void **unused) {
    size_t bytes = 0;
    (void)unused;
    for (int count = 7; count <= 8; count++) {
        struct slide_layout *layout = slide_layout_new(4, 4, count, NULL);
        assert_non_null(layout);
        bytes += slide_layout_limbs(layout) * sizeof(uint64_t);
        slide_layout_free(layout);
    }
    assert_true(bytes > 50000000 && bytes < 200000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts), cmocka_unit_test(test_steps),
        cmocka_unit_test(test_blocks), cmocka_unit_test(test_large_numbers),
        cmocka_unit_test(test_orders), cmocka_unit_test(test_order_moves),
        cmocka_unit_test(test_sums),   cmocka_unit_test(test_watch),
        cmocka_unit_test(test_sizes),  cmocka_unit_test(test_watch_of_layout),
    };
    return cmocka_run_group_tests_name("slide pdb", tests, NULL, NULL);
}
