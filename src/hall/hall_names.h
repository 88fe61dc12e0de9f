/* Names, titles and what people say: which characters they may have. */
#ifndef HALL_NAMES_H
#define HALL_NAMES_H

#include "hall/hall.h"

/* Reads a name or a title of at most `chars` characters into 4 * chars + 1 bytes: without spaces
 * around it, and with one for each row of them within. Returns the number of characters; -1 if
 * there are too many, or one that is not to be seen or stands on another. */
int hall_names_read(const char *from, int chars, char *out);
/* Whether two names are the same, in any case of letters. */
bool hall_names_equal(const char *one, const char *other);

#endif
