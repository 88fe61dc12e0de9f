/* Talk in a room: the panel, and the line that is typed. */
#ifndef LOBBY_TALKING_H
#define LOBBY_TALKING_H

#include "lobby/lobby_private.h"

/* The key that talks in every room; 't' does where the game leaves it free. */
enum { TALKING_KEY = '/' };

/* How large the panel should be at least, without its frame. */
enum { TALKING_ROWS = 4, TALKING_COLS = 18 };

/* Draws the panel in a box with its frame. */
void talking_draw(const struct lobby *lobby, struct cells_box box, struct cells *cells);
/* Begins a line. */
void talking_begin(struct lobby *lobby);
/* Takes a key if a line is being typed. Returns whether it did. */
bool talking_key(struct lobby *lobby, uint32_t key);
/* Writes the line that is being typed. */
void talking_write(const struct lobby *lobby, struct text *news, struct text *keys);

#endif
