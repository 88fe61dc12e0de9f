/* How the screen looks: theme, colours, characters. */
#ifndef LOBBY_LOOKING_H
#define LOBBY_LOOKING_H

#include "lobby/lobby_private.h"

/* Opens the screen. What is changed there is seen at once. */
void looking_open(struct lobby *lobby);

#endif
