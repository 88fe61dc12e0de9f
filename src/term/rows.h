/* A list of rows, each a name and a value that can be changed: options. */
#ifndef TERM_ROWS_H
#define TERM_ROWS_H

#include "term/page.h"

enum {
    ROWS_LEFT = 3,
    ROWS_NAME_COLS = 18,
    ROWS_VALUE_COLS = 14,
    ROWS_VALUE_BYTES = 160,
    ROWS_TOP = PAGE_ABOVE + 1
};

struct rows_row {
    char name[ROWS_VALUE_BYTES], value[ROWS_VALUE_BYTES];
    const char *meaning; /* for the line that tells it */
    bool starts;         /* it begins something, and has no value */
    bool steps;          /* arrows change the value */
    bool told;           /* the meaning stands beside the value, too, if there is room */
};

/* Draws the rows that there is room for, and writes the meaning of the chosen one. `describe` fills
 * a row, which is empty before. */
void rows_draw(struct page_list *list,
               void (*describe)(void *self, int index, struct rows_row *row), void *self,
               struct term *term, struct cells *cells, struct text *meaning);
/* Writes the keys that all such lists have. */
void rows_write_keys(const struct term *term, const char *enter, struct text *out);
/* Returns the row at a click, or -1. */
int rows_at(const struct page_list *list, const struct input_event *event);

#endif
