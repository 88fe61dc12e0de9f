/* Who sits where, in the sentences that games tell: "Player 2 takes" becomes "coach takes", and
 * "Player 1 takes" becomes "You take". */
#ifndef TERM_NAMES_H
#define TERM_NAMES_H

#include "base/text.h"
#include "game/game.h"

/* Writes a sentence with the names of the seats; a seat that has none keeps its number. The name
 * "You" is the reader's. */
void names_write(const char *sentence, const char *const names[SEATS_MAX], struct text *out);

#endif
