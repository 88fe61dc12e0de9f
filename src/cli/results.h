/* What 'tilewright results' prints: tables for people, lines of JSON for programs, records. */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "store/store.h"

/* Prints a top list or a history. */
void results_show_ratings(const struct store_answer *answer, bool json);
/* Prints games, the newest first. */
void results_show_games(const struct store_answer *answer, bool json);
/* Prints the record of a game as a file of 'play --record' has it: of a race, that of a seat.
 * Returns the exit status. */
int results_record_put(const struct store_game *kept, int seat);

#endif
