/* Who sits in a room and how they stand. */
#ifndef LOBBY_SCORES_H
#define LOBBY_SCORES_H

#include "lobby/lobby_private.h"

enum scores_kind { SCORES_ROUND, SCORES_WAITING, SCORES_CARD };

/* How large the panel of a round should be at least, without its frame. */
enum { SCORES_COLS = 18 };
int scores_rows(const struct room *room);
/* Draws the panel in a box with its frame. What has no room is left out: columns, then rows, but
 * not the own one. */
void scores_draw(const struct lobby *lobby, enum scores_kind kind, struct cells_box box,
                 struct cells *cells);

#endif
