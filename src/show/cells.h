/* The screen as an array of cells: what screens draw on, and what the wire compares. */
#ifndef SHOW_CELLS_H
#define SHOW_CELLS_H

#include "show/theme.h"

enum { CELLS_ROWS_MAX = 200, CELLS_COLS_MAX = 400 };
enum { CELLS_BOLD = 1, CELLS_UNDERLINE = 2 };

/* 8 bytes without padding, so that rows are compared as bytes. */
struct cells_cell {
    uint32_t glyph;       /* a code point; 0 in the cell behind one that is two columns wide */
    uint8_t fore, back;   /* roles of theme.h */
    uint8_t style, spare; /* `spare` is 0 */
};

/* The memory is the caller's: rows * cols cells. */
struct cells {
    int rows, cols;
    struct cells_cell *at;
};

struct cells_box {
    int row, col, rows, cols;
};

/* These characters in a text change the colour of what follows; CELLS_INK is what the text began
 * with. What comes from outside has none of them: it goes through text_printable. */
#define CELLS_INK "\1"
#define CELLS_QUIET "\2"
#define CELLS_ACCENT "\3"
#define CELLS_GOOD "\4"
#define CELLS_OKAY "\5"
#define CELLS_MISS "\6"
#define CELLS_STRONG "\7" /* bold, until the next of these */

/* All drawing outside of the cells is left out. */
void cells_clear(struct cells *cells);
static inline void cells_put(struct cells *cells, int row, int col, struct cells_cell cell) {
    if (row >= 0 && row < cells->rows && col >= 0 && col < cells->cols)
        cells->at[row * cells->cols + col] = cell;
}
void cells_fill(struct cells *cells, struct cells_box box, struct cells_cell cell);
/* Writes text into at most `width` columns of a row and returns how many it took. `ink` tells
 * colours and style; a back of THEME_PAPER and such is painted, too. */
int cells_text(struct cells *cells, int row, int col, int width, struct cells_cell ink,
               const char *text);
/* Returns the columns that a text takes: none for what combines, two for what is wide. */
int cells_width(const char *text);
/* Takes the next character of a text, U+FFFD for a byte that is not UTF-8. Returns its columns. */
int cells_next(const char **text, uint32_t *glyph);
/* Writes a name into at most `width` columns. If it is cut, it ends with an ellipsis, and with the
 * number that it had at its end: "clear… 2". `plain` uses ASCII alone. */
void cells_name(struct cells *cells, int row, int col, int width, struct cells_cell ink,
                const char *name, bool plain);
/* Writes text in a box, in lines broken at spaces; a newline begins a line. Returns the number of
 * lines it takes, written or not. */
int cells_paragraph(struct cells *cells, struct cells_box box, struct cells_cell ink,
                    const char *text);
/* The same; if the text does not fit, its last line there ends with an ellipsis. `plain` uses ASCII
 * alone. */
int cells_passage(struct cells *cells, struct cells_box box, struct cells_cell ink,
                  const char *text, bool plain);
/* The same as cells_paragraph, but only counts the lines. */
int cells_count_lines(int width, const char *text);
/* Draws a frame with a title and a value in its upper edge; either may be NULL. A value that has no
 * room there goes into the lower edge. What is cut ends with an ellipsis. `plain` uses ASCII alone.
 */
void cells_frame(struct cells *cells, struct cells_box box, struct cells_cell ink,
                 const char *title, const char *value, bool plain);
/* The same with the value in the lower edge. */
void cells_frame_low(struct cells *cells, struct cells_box box, struct cells_cell ink,
                     const char *title, const char *value, bool plain);
/* Returns whether the upper edge of a frame has room for a title and a value of so many columns. */
bool cells_frame_holds(int cols, const char *title, int value);

/* Writes the rows as plain text, without spaces at line ends: for tests and logs. */
struct text;
void cells_write(const struct cells *cells, struct text *out);

#endif
