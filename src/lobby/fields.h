/* The picture of a round in real time, drawn for thousands of players a few times a second. */
#ifndef LOBBY_FIELDS_H
#define LOBBY_FIELDS_H

#include "lobby/lobby_private.h"

/* Draws the board of a seat with scores and talk into the body of a page. */
void fields_draw(struct lobby *lobby, int seat, struct cells *cells, struct cells_box body);
/* Draws only what changed since then, as term_screen.patch does. Returns the number of boxes, or -1
 * if all must be drawn. */
int fields_patch(struct lobby *lobby, int seat, struct cells *cells, struct cells_box *boxes);

#endif
