/* Cells to bytes for a terminal: only what changed since the last frame. */
#ifndef SHOW_WIRE_H
#define SHOW_WIRE_H

#include "base/text.h"
#include "show/cells.h"

enum wire_colours { WIRE_NONE, WIRE_16, WIRE_256, WIRE_TRUE };
/* A text to paint into must have room for WIRE_PIECE_MAX bytes, so that a cell always fits. */
enum { WIRE_PIECE_MAX = 128 };

/* Where the terminal's cursor is and how it writes. */
struct wire_pen {
    int row, col;        /* row is -1 if it is not known */
    uint32_t fore, back; /* in the terminal's colours */
    int style;           /* -1 if it is not known */
};

struct wire {
    enum wire_colours colours;
    bool plain; /* the terminal may not know Unicode: glyphs past ASCII become what is alike */
    struct theme theme;
    struct cells shown;          /* what the terminal shows; its memory is the caller's */
    bool known;                  /* it does: else all is painted */
    uint32_t codes[THEME_ROLES]; /* what the roles are in the terminal's colours */
    struct wire_pen pen;
};

/* `cells` is room for what is shown: CELLS_ROWS_MAX * CELLS_COLS_MAX at most. */
void wire_init(struct wire *wire, enum wire_colours colours, const struct theme *theme,
               struct cells_cell *cells);
/* Forgets what the terminal shows, after a resize or when something else wrote to it. */
void wire_forget(struct wire *wire);
/* Writes what turns the last frame into this one. Text is cut at whole cells: if it does not fit,
 * the rest is written by the next call. Returns whether all was written. */
bool wire_paint(struct wire *wire, const struct cells *cells, struct text *out);

/* What to send first and last: the alternate screen, no cursor, mouse, bracketed paste; and all
 * that undone. The last needs no wire, so that a signal handler can write it. */
extern const char wire_begin[], wire_end[];
/* To send after wire_begin where a person wants no mouse: the terminal then selects text as usual.
 */
extern const char wire_no_mouse[];

#endif
