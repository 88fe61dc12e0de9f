/* Rows of cells in little memory. Most screens have few different cells: those are listed, and each
 * place has the number of its cell, in a byte. Where there are too many for that, it takes two
 * bytes, or the whole cell. */
#ifndef SHOW_PACKED_H
#define SHOW_PACKED_H

#include "show/cells.h"
#include <stddef.h>

struct packed {
    int rows, cols;
    int bytes;         /* of a place: 1, 2, or the size of a cell */
    int count;         /* different cells in the list */
    uint8_t hints[32]; /* where in the list a cell may be, by a hash of it */
    uint8_t *at; /* the places, then the list; the memory is the caller's, aligned for any object */
    size_t capacity;
    /* Makes `at` hold at least so many bytes, with what is there; may set `capacity` to more. False
     * if it cannot. NULL: it never can. */
    bool (*grow)(struct packed *packed, size_t capacity);
};

/* Makes all rows of one cell. The size must be one that cells may have. Returns false if there is
 * no memory: then there are no rows. */
bool packed_fill(struct packed *packed, int rows, int cols, struct cells_cell cell);
/* Reads cells of a row from a column on, to the same columns of `out`. */
void packed_read(const struct packed *packed, int row, int col, int count, struct cells_cell *out);
/* Replaces them. Returns false if there is no memory: then there are no rows any more. */
bool packed_write(struct packed *packed, int row, int col, int count,
                  const struct cells_cell *cells);

#endif
