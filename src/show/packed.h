/* Rows of cells in little memory: a row of 80 takes some 20 to 50 bytes. Each row is packed by
 * itself, so that one can be read or replaced alone. */
#ifndef SHOW_PACKED_H
#define SHOW_PACKED_H

#include "show/cells.h"
#include <stddef.h>

struct packed {
    int rows, cols;
    /* The rows, one after the other; each begins with its length. The memory is the caller's. */
    uint8_t *at;
    size_t length, capacity;
    /* Makes `at` hold at least so many bytes, with what is there; may set `capacity` to more. False
     * if it cannot. NULL: it never can. */
    bool (*grow)(struct packed *packed, size_t capacity);
};

/* Makes all rows of one cell. The size must be one that cells may have. Returns false if there is
 * no memory: then there are no rows. */
bool packed_fill(struct packed *packed, int rows, int cols, struct cells_cell cell);
/* Reads the first `count` cells of a row; there must be room for CELLS_COLS_MAX. */
void packed_read(const struct packed *packed, int row, int count, struct cells_cell *out);
/* Replaces a row. Returns false if there is no memory: then there are no rows any more. */
bool packed_write(struct packed *packed, int row, const struct cells_cell *cells);

#endif
