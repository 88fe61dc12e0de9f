/* A long text to scroll through, in the body of a page. */
#ifndef TERM_SHEET_H
#define TERM_SHEET_H

#include "term/page.h"

struct sheet {
    const char *text; /* as cells_paragraph takes it */
    int top;          /* the first line shown; what is too large means the end */
};

/* Draws the text; page_draw must come after it, since it covers what sticks out. */
void sheet_draw(struct sheet *sheet, struct cells *cells);
/* Returns whether what begins at a line of the text, with a heading, is further down than what is
 * shown. */
bool sheet_hides(const struct sheet *sheet, const struct cells *cells, const char *heading);
/* Writes the keys. */
void sheet_write_keys(const struct sheet *sheet, const struct term *term, struct text *out);
/* Takes a key or the wheel. Returns false if it is a key that does not scroll. */
bool sheet_event(struct sheet *sheet, const struct term *term, const struct input_event *event);

#endif
