/* What the tables are, version by version. A database tells its version in `user_version`; an older
 * one is brought forward step by step, each in a transaction, so a step is done or not begun. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "base/text.h"
#include <sqlite3.h>
#include <stdbool.h>

enum { SCHEMA_APPLICATION = 0x54775374 }; /* "TwSt", in the file's header: the database is ours */

/* The steps: number i leads from version i to i + 1. NULL-ended. */
extern const char *const schema_steps[];

/* Reads the number that a statement gives. Returns SQLITE_OK, or a code of SQLite. */
int schema_read(sqlite3 *database, const char *words, int64_t *number);
/* Brings a database up to date, or with `reads_only` requires that it is. A new one is empty.
 * Returns false after writing what is wrong. */
bool schema_bring(sqlite3 *database, const char *const *steps, bool reads_only, struct text *wrong);

#endif
