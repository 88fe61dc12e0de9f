/* Cells to bytes for a terminal: only what changed since the last frame. */
#ifndef SHOW_WIRE_H
#define SHOW_WIRE_H

#include "base/text.h"
#include "show/packed.h"

enum wire_colours { WIRE_NONE, WIRE_16, WIRE_256, WIRE_TRUE };
/* A text to paint into must have room for WIRE_PIECE_MAX bytes, so that a cell always fits. */
enum { WIRE_PIECE_MAX = 128, WIRE_INK_BYTES = 18 };

/* Where the terminal's cursor is and how it writes. */
struct wire_pen {
    int row, col;        /* row is -1 if it is not known */
    uint32_t fore, back; /* in the terminal's colours */
    int style;           /* -1 if it is not known */
};

/* What the roles are in the colours of a terminal: the same for all terminals that have them. */
struct wire_inks {
    enum wire_colours colours;
    uint32_t codes[THEME_ROLES];
    /* How to set each as the colour of glyphs, and of the ground: "38;5;17;". */
    struct {
        uint8_t length;
        char text[WIRE_INK_BYTES];
    } fores[THEME_ROLES], backs[THEME_ROLES];
};

struct wire {
    const struct wire_inks *inks;
    bool plain; /* the terminal may not know Unicode: glyphs past ASCII become what is alike */
    bool known; /* `shown` is what the terminal shows: else all is painted */
    struct packed shown;
    struct wire_pen pen;
};

void wire_inks_fill(struct wire_inks *inks, enum wire_colours colours, const struct theme *theme);

/* The memory of `shown` is set by the caller. The inks must last as long as the wire. */
void wire_init(struct wire *wire, const struct wire_inks *inks, bool plain);
/* Forgets what the terminal shows, after a resize or when something else wrote to it. */
void wire_forget(struct wire *wire);
/* Writes what turns the last frame into this one. Text is cut at whole cells: if it does not fit,
 * the rest is written by the next call. Returns whether all was written. If there is no memory to
 * keep what is shown, the next frame is painted whole. */
bool wire_paint(struct wire *wire, const struct cells *cells, struct text *out);
/* The same for some parts of the frame, which must lie within it; what is outside stays as it is
 * shown, and no wide glyph may reach over an edge. There must be a last frame of the same size:
 * else nothing is written, and all must be painted. */
bool wire_paint_boxes(struct wire *wire, const struct cells *cells, const struct cells_box *boxes,
                      int count, struct text *out);

/* What to send first and last: the alternate screen, no cursor, mouse, bracketed paste; and all
 * that undone. The last needs no wire, so that a signal handler can write it. */
extern const char wire_begin[], wire_end[];
/* To send after wire_begin where a person wants no mouse: the terminal then selects text as usual.
 */
extern const char wire_no_mouse[];

#endif
