/* Heuristics for tests, of any partition and without pruning. Include after cmocka.h. */
#ifndef SLIDE_HEURISTIC_TEST_H
#define SLIDE_HEURISTIC_TEST_H

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/batch.h"
#include "games/slide/slide.h"
#include <stdlib.h>

struct heuristic_test {
    struct slide_heuristic heuristic;
    struct slide_layout *layouts[SLIDE_TABLES_MAX];
    uint64_t *bits[SLIDE_TABLES_MAX];
    uint32_t next[SLIDE_PDB_CELLS_MAX + 1][4], start[SLIDE_PDB_CELLS_MAX];
};

/* Begins without views. The automaton's states are the blank's cells, from 1. */
static inline void heuristic_test_init(struct heuristic_test *test, int rows, int cols) {
    *test = (struct heuristic_test){.heuristic = {.rows = rows, .cols = cols}};
    test->heuristic.next = (const uint32_t(*)[4])test->next;
    test->heuristic.start = test->start;
    for (int cell = 0; cell < rows * cols; cell++) {
        test->start[cell] = (uint32_t)cell + 1;
        for (int move = 0; move < 4; move++)
            test->next[cell + 1][move] = (uint32_t)(slide_neighbour(rows, cols, cell, move) + 1);
    }
}

static inline void heuristic_test_release(struct heuristic_test *test) {
    for (int i = 0; i < test->heuristic.tables; i++) {
        slide_layout_free(test->layouts[i]);
        free(test->bits[i]);
    }
}

static inline void heuristic_test_add_table(struct heuristic_test *test, const uint8_t *tiles,
                                            int count) {
    struct slide_heuristic *heuristic = &test->heuristic;
    int i = heuristic->tables++;
    struct slide_layout *layout = slide_layout_new(heuristic->rows, heuristic->cols, count, NULL);
    assert_non_null(layout);
    uint64_t *bits = malloc(slide_layout_limbs(layout) * sizeof *bits);
    assert_non_null(bits);
    assert_int_equal(slide_pdb_build(layout, tiles, bits, NULL), 0);
    test->layouts[i] = layout;
    test->bits[i] = bits;
    heuristic->table[i] = (struct slide_table){layout, bits, slide_group_home(tiles, count)};
}

/* A letter for each cell: the tiles at home on cells of one letter share a table. If mirrored,
 * these are the cells of the board (a square) mirrored at its diagonal. */
static inline void heuristic_test_add_view(struct heuristic_test *test, const char *letters,
                                           bool mirrored) {
    struct slide_heuristic *heuristic = &test->heuristic;
    struct slide_view *view = &heuristic->view[heuristic->views++];
    int side = heuristic->cols, cells = heuristic->rows * side, table_of[26];
    uint8_t indices[SLIDE_PDB_CELLS_MAX] = {0};
    view->first = heuristic->tables;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        uint8_t tiles[SLIDE_PDB_CELLS_MAX];
        int count = 0;
        for (int cell = 0; cell < cells - 1; cell++)
            if (letters[cell] == letter) {
                indices[cell] = (uint8_t)count;
                tiles[count++] = (uint8_t)(cell + 1);
            }
        table_of[letter - 'a'] = heuristic->tables;
        if (count) heuristic_test_add_table(test, tiles, count);
    }
    view->end = heuristic->tables;
    for (int cell = 0; cell < cells; cell++) {
        int there = mirrored ? cell % side * side + cell / side : cell;
        view->cell[cell] = (uint8_t)there;
        if (cell == cells - 1) continue;
        view->index[cell + 1] = indices[there];
        view->table_of[cell + 1] = (uint8_t)table_of[letters[there] - 'a'];
    }
}

/* Whether the moves that an automaton allows hold a shortest solution. `skip` has a bit for each
 * move not to be made first; `lengths` come from plain_lengths. */
static inline bool heuristic_test_keeps_solution(const uint32_t (*next)[4], uint32_t state,
                                                 int skip, struct plain plain,
                                                 const uint8_t *lengths) {
    int length = lengths[plain_rank(&plain)];
    for (int move = 0; length && move < 4; move++) {
        struct plain after = plain;
        if (skip >> move & 1 || !next[state][move] || !plain_step(&after, move)) continue;
        if (lengths[plain_rank(&after)] > length) continue;
        if (heuristic_test_keeps_solution(next, next[state][move], 0, after, lengths)) return true;
    }
    return length == 0;
}

#endif
