/* The top list of each game. */
#ifndef LOBBY_RANKING_H
#define LOBBY_RANKING_H

#include "lobby/lobby_private.h"

/* Opens the screen, and asks for the first list. */
void lobby_ranking_open(struct lobby *lobby);
/* Brings a list. */
void lobby_ranking_give(struct lobby_ranking *ranking, const char *game,
                        const struct lobby_rank *ranks, int count);

#endif
