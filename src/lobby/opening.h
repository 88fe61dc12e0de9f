/* The options of a new room. */
#ifndef LOBBY_OPENING_H
#define LOBBY_OPENING_H

#include "lobby/lobby_private.h"

/* Opens the screen. When it closes, lobby->wanted is the room to open, or NULL. */
void opening_open(struct lobby *lobby);

#endif
