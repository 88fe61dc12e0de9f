/* What tests of the tables of a size require: a partition of the tiles, and shortest solutions of
 * walked boards. Include after cmocka.h. */
#ifndef SLIDE_TABLES_TEST_H
#define SLIDE_TABLES_TEST_H

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/tables.h"

/* Each view holds each tile once, in a table that has its home. */
static inline void tables_test_require_partition(const struct slide_tables *tables, int rows,
                                                 int cols) {
    const struct slide_heuristic *heuristic = slide_tables_heuristic(tables);
    assert_int_equal(heuristic->rows, rows);
    assert_int_equal(heuristic->cols, cols);
    assert_in_range(heuristic->tables, 1, SLIDE_TABLES_MAX);
    assert_in_range(heuristic->views, 1, SLIDE_VIEWS_MAX);
    for (int v = 0; v < heuristic->views; v++) {
        const struct slide_view *view = &heuristic->view[v];
        uint32_t homes = 0;
        for (int tile = 1; tile < rows * cols; tile++) {
            int t = view->table_of[tile], home = view->cell[tile - 1];
            uint32_t mask = heuristic->table[t].home.mask;
            assert_true(t >= view->first && t < view->end && t < heuristic->tables);
            assert_true(mask >> home & 1);
            assert_int_equal(view->index[tile], bits_count(mask & ((UINT32_C(1) << home) - 1)));
            assert_false(homes >> home & 1);
            homes |= UINT32_C(1) << home;
        }
    }
}

static inline int tables_test_solve(const struct slide_tables *tables, const struct plain *plain) {
    static const struct slide_ida_limits alone = {.threads = 1};
    struct slide_ida_result result;
    assert_int_equal(slide_ida_solve(slide_tables_heuristic(tables), plain->tiles, &alone, &result),
                     0);
    plain_require_solved(*plain, result.moves, (size_t)result.length);
    assert_int_equal(result.lower_bound, result.length);
    return result.length;
}

/* Boards made by walks of up to moves_max moves. No solution is longer than its walk; where that is
 * short, a plain search finds the length. */
static inline void tables_test_require_walks(const struct slide_tables *tables, int boards,
                                             int moves_max) {
    enum { SHORT = 22 };
    const struct slide_heuristic *heuristic = slide_tables_heuristic(tables);
    for (int i = 0; i < boards; i++) {
        int moves = i % 2 ? i * 7 % (SHORT + 1) : i * 13 % (moves_max + 1);
        struct plain plain = plain_walked(heuristic->rows, heuristic->cols, moves, (uint64_t)i);
        int length = tables_test_solve(tables, &plain);
        assert_true(length <= moves && length % 2 == moves % 2);
        if (moves <= SHORT) assert_int_equal(length, plain_length(plain, SHORT));
    }
}

#endif
