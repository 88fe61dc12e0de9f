/* The agents that can sit down in a room. */
#ifndef LOBBY_SEATING_H
#define LOBBY_SEATING_H

#include "lobby/lobby_private.h"

/* Opens the list. Who is chosen sits down, and the list closes. */
void seating_open(struct lobby *lobby);

#endif
