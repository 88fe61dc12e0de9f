/* The file of the database: where it lies, its folder, and what is there already. */
#ifndef STORE_PLACE_H
#define STORE_PLACE_H

#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>

enum { PLACE_PATH_MAX = 4096, PLACE_ADDRESS_MAX = 3 * PLACE_PATH_MAX + 32 };

/* Makes the folder (0700) and an empty file (0600) where there is none. Return false after writing
 * what is wrong, here and below. */
bool place_make(const char *path, struct text *wrong);
/* Requires a plain file that is empty or a database of ours. What is not is not touched: no lock,
 * no recovery. */
bool place_check(const char *path, struct text *wrong);
/* Returns whether a file of this name with an ending is there, as "-wal". */
bool place_has(const char *path, const char *ending);
/* Writes the address of a file that nobody changes: for SQLite, to read it as it is. */
void place_address(const char *path, char address[PLACE_ADDRESS_MAX]);

#endif
