/* A row of numbers as a picture for the terminal: the area between them and a base is filled, with
 * quarters of blocks, or with plain characters. */
#ifndef CLI_CHART_H
#define CLI_CHART_H

#include <stdbool.h>
#include <stddef.h>

enum { CHART_CELLS = 70 };

struct chart {
    const double *values; /* NAN where it is not known: the one before stays */
    size_t count;
    bool has_zero; /* the base is 0, in a line of its own; else it is below the least value */
    bool ascii;
    int rows;            /* at least 3 */
    const size_t *marks; /* numbers of values to be marked below */
    int marks_count;
};

/* Returns whether a value is known: else there is nothing to draw. */
bool chart_has_values(const struct chart *chart);
/* Prints it, with its scale on the left and the numbers of the values, from 1, below; in 80
 * columns.
 */
void chart_put(const struct chart *chart);

#endif
