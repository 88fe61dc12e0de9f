/* A row of numbers as a picture in a box: bars from a base line, with half blocks, or with plain
 * characters. The last row of the box points to some of them. */
#ifndef TERM_GRAPH_H
#define TERM_GRAPH_H

#include "show/cells.h"
#include <stddef.h>

enum { GRAPH_ROWS_MIN = 3, GRAPH_LABEL = 6, GRAPH_NONE = -1 };

struct graph {
    const double *values; /* NAN where it is not known: the one before stays */
    size_t count;
    bool has_zero; /* the base is 0; else it lies below the least value */
    double span;   /* above 0: the base lies so far below the highest value, too, but not below 0 */
    bool apart;    /* with a space between two values, where there is room */
    bool plain;
    uint8_t above, below; /* the colours on either side of the base */
    int64_t at;           /* the chosen value, or GRAPH_NONE */
    const size_t *marks;  /* values to be marked */
    int marks_count;
};

/* Draws it. Nothing if no value is known, or the box is too small. */
void graph_draw(const struct graph *graph, struct cells *cells, struct cells_box box);
/* Returns the value at a column of the box, or GRAPH_NONE. */
int64_t graph_find(const struct graph *graph, struct cells_box box, int col);

#endif
