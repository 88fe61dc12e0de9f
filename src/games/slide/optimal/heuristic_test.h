/* Schemes of the tests' own: a view is a letter a cell, and may be a mirror's. Nothing is pruned
 * but what leaves the board. To be included after cmocka.h. */
#ifndef SLIDE_OWN_H
#define SLIDE_OWN_H

#include "games/slide/optimal/batch.h"
#include <stdlib.h>

struct own {
    struct slide_heuristic scheme;
    struct slide_layout *layouts[SLIDE_TABLES_MAX];
    uint64_t *bits[SLIDE_TABLES_MAX];
    uint32_t next[SLIDE_PDB_CELLS_MAX + 1][4], start[SLIDE_PDB_CELLS_MAX];
};

static inline void own_init(struct own *own, int rows, int cols) {
    *own = (struct own){.scheme = {.rows = rows, .cols = cols}};
    own->scheme.next = (const uint32_t(*)[4])own->next;
    own->scheme.start = own->start;
    for (int cell = 0; cell < rows * cols; cell++) {
        own->start[cell] = (uint32_t)cell + 1;
        if (cell >= cols) own->next[cell + 1][0] = (uint32_t)(cell - cols + 1);
        if (cell < (rows - 1) * cols) own->next[cell + 1][1] = (uint32_t)(cell + cols + 1);
        if (cell % cols > 0) own->next[cell + 1][2] = (uint32_t)cell;
        if (cell % cols < cols - 1) own->next[cell + 1][3] = (uint32_t)cell + 2;
    }
}

static inline void own_release(struct own *own) {
    for (int i = 0; i < own->scheme.tables; i++) {
        slide_layout_free(own->layouts[i]);
        free(own->bits[i]);
    }
}

static inline void own_table(struct own *own, const uint8_t *tiles, int count) {
    int i = own->scheme.tables++;
    struct slide_layout *layout = slide_layout_new(own->scheme.rows, own->scheme.cols, count);
    assert_non_null(layout);
    uint64_t *bits = malloc(slide_layout_words(layout) * sizeof *bits);
    assert_non_null(bits);
    assert_int_equal(slide_pdb_build(layout, tiles, bits, NULL), 0);
    own->layouts[i] = layout;
    own->bits[i] = bits;
    own->scheme.table[i] = (struct slide_table){layout, bits, slide_group_home(tiles, count)};
}

/* The letters are those of the view; of a mirrored one, those of the mirrored (square) board. */
static inline void own_view(struct own *own, const char *letters, bool mirrored) {
    struct slide_view *view = &own->scheme.view[own->scheme.views++];
    int side = own->scheme.cols, cells = own->scheme.rows * side, table_of[26];
    uint8_t places[SLIDE_PDB_CELLS_MAX] = {0};
    view->first = own->scheme.tables;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        uint8_t tiles[SLIDE_PDB_CELLS_MAX];
        int count = 0;
        for (int cell = 0; cell < cells - 1; cell++)
            if (letters[cell] == letter) {
                places[cell] = (uint8_t)count;
                tiles[count++] = (uint8_t)(cell + 1);
            }
        table_of[letter - 'a'] = own->scheme.tables;
        if (count) own_table(own, tiles, count);
    }
    view->end = own->scheme.tables;
    for (int cell = 0; cell < cells; cell++) {
        int there = mirrored ? cell % side * side + cell / side : cell;
        view->cell[cell] = (uint8_t)there;
        if (cell == cells - 1) continue;
        view->place[cell + 1] = places[there];
        view->table_of[cell + 1] = (uint8_t)table_of[letters[there] - 'a'];
    }
}

#endif
