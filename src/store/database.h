/* A connection to SQLite with its prepared statements. A failure sticks: what follows does nothing
 * until database_clear, so that a piece of work needs one look at `code`, at its end. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include "base/text.h"
#include "store/sql.h"
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { DATABASE_BUSY_MS = 2000 }; /* how long to wait for another program that writes */

struct database {
    sqlite3 *handle; /* NULL if it is not open */
    sqlite3_stmt *statements[SQL_COUNT];
    sqlite3_stmt *running; /* the question whose rows are being read */
    int code;              /* SQLITE_OK, or what failed first */
};

/* Opens a file, or ":memory:", and brings the schema up to date. With `reads_only` it must be there
 * and is not changed, but may be by others meanwhile. Returns false after writing what is wrong;
 * then it is not open. */
bool database_open(struct database *database, const char *path, bool reads_only,
                   struct text *wrong);
void database_close(struct database *database);
/* Returns whether the file was moved or removed since it was opened. If so, all that was kept is
 * brought from the log into it: the log does not move with the file. */
bool database_lost(struct database *database);

/* Asks a question. `format` tells the values, in order: i int64_t, d double, t text, b bytes and
 * their number (size_t). They must stay until the last row. */
void database_ask(struct database *database, enum sql sql, const char *format, ...);
/* Goes to the next row. False after the last one, and if something failed. */
bool database_next(struct database *database);
/* Asks and goes through all rows. */
void database_do(struct database *database, enum sql sql, const char *format, ...);

/* The values of the row. A text is cut to what fits. */
int64_t database_int(const struct database *database, int column);
double database_double(const struct database *database, int column);
void database_text(const struct database *database, int column, char *out, size_t capacity);
const void *database_bytes(const struct database *database, int column, size_t *length);

/* Takes a failure that is not SQLite's, as SQLITE_NOMEM. */
void database_fail(struct database *database, int code);
/* Returns what failed, for people; SQLite's own word for what need not happen. */
const char *database_describe(int code);
/* Forgets a failure. */
void database_clear(struct database *database);
/* Returns whether a transaction is open. */
bool database_within(const struct database *database);

#endif
