/* The options of a new room. */
#ifndef LOBBY_OPENING_H
#define LOBBY_OPENING_H

#include "lobby/lobby_private.h"

/* Opens the screen, which stays until the room is open or not wanted. */
void opening_open(struct lobby *lobby);

#endif
