/* Who sits where, in the sentences that games tell: "Player 2 takes" becomes "coach takes", and
 * "Player 1 takes" becomes "You take". */
#ifndef TERM_NAMES_H
#define TERM_NAMES_H

#include "base/text.h"
#include "play/table.h"

/* Writes a sentence with the names of the seats; a seat that has none keeps its number. The name
 * "You" is the reader's. */
void names_write(const char *sentence, const char *const names[SEATS_MAX], struct text *out);
/* Writes so many news, without those of routine, joined to a line; nothing if there are none. */
void names_write_news(const struct table_news *news, int count, const char *const names[SEATS_MAX],
                      struct text *out);

#endif
