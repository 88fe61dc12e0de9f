/* The ratings of those who played a game. */
#ifndef STORE_RATE_H
#define STORE_RATE_H

#include "store/database.h"
#include "store/store.h"

/* Days without a game are periods of Glicko-2 in which nothing is learnt. */
enum { RATE_IDLE_SECONDS = 86400 };

/* Rates the seats of a game that is being kept, if it may be and two different players are in it:
 * each against every other by their ranks. Who has several seats is one player. Fills in the
 * ratings of the seats, and whether there are any. */
void rate_seats(struct database *database, struct store_game *game, const int64_t *players);

#endif
