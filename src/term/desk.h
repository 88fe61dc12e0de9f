/* What the terms of one thread share, since only one of them draws at a time: the cells and the
 * scene to draw on, and what colours are in the terminals' own words. Nothing in the cells or the
 * scene lasts from one call of a term to the next. */
#ifndef TERM_DESK_H
#define TERM_DESK_H

#include "show/wire.h"
#include "term/config.h"

enum { DESK_LOOKS = (WIRE_TRUE + 1) * THEME_NAMES * 2 };

struct desk {
    struct cells_cell *cells;
    size_t cells_count;
    struct scene *scene;
    struct wire_inks *inks[DESK_LOOKS]; /* by depth of colours, theme and palette */
    void *more; /* what else screens share: made by one who knows it, and freed with the desk */
};

/* Nothing is allocated before it is needed. */
void desk_init(struct desk *desk);
void desk_release(struct desk *desk);

/* These return NULL if out of memory. */
struct cells_cell *desk_cells(struct desk *desk, int rows, int cols);
struct scene *desk_scene(struct desk *desk);
const struct wire_inks *desk_inks(struct desk *desk, const struct config *config);

#endif
