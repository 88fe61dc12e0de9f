/* Who sits at a table: how many seats a game has, who plays if nobody is named, and what they are
 * called. */
#ifndef TERM_SEATS_H
#define TERM_SEATS_H

#include "play/table.h"

/* Returns the number of seats with these params; -1 if out of memory. */
int seats_count(const struct game *game, const int *params);
/* Returns the opponent if none is named: the middle one of the game's own agents, which is neither
 * the strongest nor the weakest; else the standard agent. */
const struct agent *seats_opponent(const struct game *game);
/* Names the seats: "You" if one person plays, else "Player 2"; agents by their names, with their
 * numbers if two have the same. */
void seats_name(struct table_setup *setup, int count);

#endif
