/* Tables that hold anything at all, as a forged file might: no search crashes or runs for ever, and
 * what is called a solution is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"
#include <stdlib.h>

enum damage { ZEROS, ONES, INVERTED, NOISE, STRIPES, FLAWS, RARE_FLAWS, ONE_FLAWED, DAMAGES };

static uint64_t draw_limb(struct rng *rng) {
    uint64_t high = rng_next(rng);
    return high << 32 | rng_next(rng);
}

static uint64_t damage_limb(uint64_t limb, enum damage damage, size_t i, struct rng *rng) {
    switch (damage) {
    case ZEROS:
        return 0;
    case ONES:
        return UINT64_MAX;
    case INVERTED:
        return ~limb;
    case NOISE:
        return draw_limb(rng);
    case STRIPES:
        return i / 8 % 2 ? UINT64_MAX : 0;
    case FLAWS:
        return limb ^ (draw_limb(rng) & draw_limb(rng) & draw_limb(rng));
    default:
        return rng_below(rng, 50) ? limb : limb ^ draw_limb(rng);
    }
}

/* Forges every table, or only the last. */
static void forge(struct slide_heuristic *heuristic, enum damage damage, uint64_t seed) {
    struct rng rng = rng_new(seed, (uint64_t)damage);
    for (int t = 0; t < heuristic->tables; t++) {
        struct slide_table *table = &heuristic->table[t];
        size_t limbs = slide_layout_limbs(table->layout);
        bool kept = damage == ONE_FLAWED && t < heuristic->tables - 1;
        uint64_t *bits = malloc(limbs * sizeof *bits);
        assert_non_null(bits);
        for (size_t i = 0; i < limbs; i++)
            bits[i] = kept ? table->bits[i] : damage_limb(table->bits[i], damage, i, &rng);
        table->bits = bits;
    }
}

static void release(struct slide_heuristic *heuristic) {
    for (int t = 0; t < heuristic->tables; t++) free((uint64_t *)heuristic->table[t].bits);
}

/* Returns whether a solution was found. */
static bool try(const struct slide_heuristic *heuristic, const struct plain *plain, int threads,
                uint64_t nodes) {
    struct slide_ida_limits limits = {.threads = threads, .nodes = nodes};
    struct slide_ida_result result;
    if (slide_ida_solve(heuristic, plain->tiles, &limits, &result) < 0) {
        assert_int_equal(result.length, -1);
        return false;
    }
    plain_require_solved(*plain, result.moves, (size_t)result.length);
    return true;
}

static int try_boards(const struct slide_heuristic *heuristic, uint64_t nodes) {
    int solved = 0, rows = heuristic->rows, cols = heuristic->cols;
    for (int i = 0; i < 12; i++) {
        struct plain plain = i < 8 ? plain_walked(rows, cols, i * i, (uint64_t)i)
                                   : plain_dealt(rows, cols, (uint64_t)i);
        solved += try(heuristic, &plain, 1 + i % 2, i == 11 ? 60 * nodes : nodes);
    }
    return solved;
}

static void test_forged(void **unused) {
    static const int sizes[][2] = {{2, 2}, {3, 3}, {3, 4}, {4, 4}, {3, 6}};
    static const struct host quiet = {.threads = 1};
    int solved = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide_tables *tables = slide_tables_new(sizes[i][0], sizes[i][1], &quiet);
        assert_non_null(tables);
        for (int damage = 0; damage < DAMAGES; damage++) {
            struct slide_heuristic heuristic = *slide_tables_heuristic(tables);
            forge(&heuristic, (enum damage)damage, i);
            solved += try_boards(&heuristic, 20000);
            release(&heuristic);
        }
        slide_tables_free(tables);
    }
    assert_true(solved > 40);
}

/* A walk home by wild bits ends, and says that it does not lead there. */
static void test_walks(void **unused) {
    static const uint8_t tiles[] = {1, 2, 3, 4, 5, 6};
    struct slide_layout *layout = slide_layout_new(4, 4, 6, NULL);
    struct slide_group home = slide_group_home(tiles, 6), away = slide_group_move(home, 5, 9);
    (void)unused;
    assert_non_null(layout);
    size_t limbs = slide_layout_limbs(layout);
    uint64_t *bits = malloc(limbs * sizeof *bits);
    assert_non_null(bits);
    struct rng rng = rng_new(1, 2);
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < limbs; i++) bits[i] = round < 2 ? (uint64_t)-round : draw_limb(&rng);
        int count = slide_pdb_count(layout, bits, away, 5, home);
        assert_true(count == -1 || (count > 0 && count <= SLIDE_PDB_COUNT_MAX && count % 2));
        assert_int_equal(slide_pdb_count(layout, bits, home, 15, home), 0);
    }
    free(bits);
    slide_layout_free(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_forged),
    };
    return cmocka_run_group_tests_name("slide forged tables", tests, NULL, NULL);
}
