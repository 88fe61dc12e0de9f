/* The lobby's order of games, and how a room stands in words. */
#ifndef LOBBY_LISTING_H
#define LOBBY_LISTING_H

#include "hall/room.h"

/* Returns the number of games. */
int listing_count(void);
/* Returns a game by its place in the lobby, those in real time first; NULL past the last. */
const struct game *listing_game(int index);
/* Writes "waiting", "round 2 of 3". */
void listing_write_phase(const struct room *room, struct text *out);

#endif
