/* Keeps finished games: results, seats, journals, ratings and their history. */
#ifndef STORE_KEEP_H
#define STORE_KEEP_H

#include "store/database.h"
#include "store/store.h"

/* Keeps the games of a list of answers, by `next`, in one transaction. Each gets its number and its
 * ratings; or `wrong`, and then nothing of it is kept. Those that could not be kept together are
 * tried one by one. A failure of the database itself is left in its `code`. */
void keep_games(struct database *database, struct store_answer *first);

#endif
