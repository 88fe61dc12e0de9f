/* Settings: the write-ahead log lets others read while a server writes; it is brought to the disk
 * at each commit (synchronous=FULL), so that a power cut loses nothing that was answered. The
 * schema is made before that log is switched on: the file itself then tells whose it is. */
#include "store/database.h"
#include "store/place.h"
#include "store/schema.h"
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WAIT_MS = 20 };

static const char settings[] = "PRAGMA trusted_schema = OFF;"
                               "PRAGMA foreign_keys = ON;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA journal_size_limit = 16777216;";

const char *database_describe(int code) {
    switch (code & 0xFF) {
    case SQLITE_FULL:
        return "the disk is full";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program has locked the database";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "the database may not be written";
    case SQLITE_CANTOPEN:
        return "the database cannot be opened";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return "the database is damaged";
    case SQLITE_IOERR:
        return "the disk cannot be read or written";
    case SQLITE_NOMEM:
        return "there is not enough memory";
    case SQLITE_TOOBIG:
        return "it is too long for the database";
    default:
        return sqlite3_errstr(code);
    }
}

void database_clear(struct database *database) {
    database->code = SQLITE_OK;
}

void database_fail(struct database *database, int code) {
    if (database->code == SQLITE_OK) database->code = code;
}

bool database_within(const struct database *database) {
    return !sqlite3_get_autocommit(database->handle);
}

/* Switches the log on. SQLite does not wait by itself for a lock here. */
static int set_log(sqlite3 *handle) {
    int code = SQLITE_BUSY;
    for (int waited = 0; code == SQLITE_BUSY && waited <= DATABASE_BUSY_MS; waited += WAIT_MS) {
        code = sqlite3_exec(handle, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (code == SQLITE_BUSY) nanosleep(&(struct timespec){0, WAIT_MS * 1000000L}, NULL);
    }
    return code;
}

/* Opens the file to read it. Where the log cannot be made because the folder may not be written,
 * and there is none, nobody writes: the file is then read as it is. */
static int open_to_read(struct database *database, const char *path) {
    char address[PLACE_ADDRESS_MAX];
    int code = sqlite3_open_v2(path, &database->handle, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(database->handle, DATABASE_BUSY_MS);
    if (code == SQLITE_OK)
        code = sqlite3_exec(database->handle, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
    if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || place_has(path, "-wal"))
        return code;
    sqlite3_close(database->handle);
    place_address(path, address);
    return sqlite3_open_v2(address, &database->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                           NULL);
}

static int open_to_write(struct database *database, const char *path) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(path, &database->handle, flags, NULL);
    if (code == SQLITE_OK && sqlite3_db_readonly(database->handle, "main")) code = SQLITE_READONLY;
    return code;
}

static bool set_up(struct database *database, const char *path, bool reads_only,
                   struct text *wrong) {
    int code = reads_only ? open_to_read(database, path) : open_to_write(database, path);
    if (code == SQLITE_OK) code = sqlite3_extended_result_codes(database->handle, 1);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(database->handle, DATABASE_BUSY_MS);
    if (code == SQLITE_OK) code = sqlite3_exec(database->handle, settings, NULL, NULL, NULL);
    if (code == SQLITE_OK && !schema_bring(database->handle, schema_steps, reads_only, wrong))
        return false;
    if (code == SQLITE_OK && !reads_only) code = set_log(database->handle);
    if (code != SQLITE_OK) text_string(wrong, database_describe(code));
    return code == SQLITE_OK;
}

bool database_open(struct database *database, const char *path, bool reads_only,
                   struct text *wrong) {
    bool memory = strcmp(path, ":memory:") == 0;
    *database = (struct database){.handle = NULL};
    if (!memory && !reads_only && !place_make(path, wrong)) return false;
    if (!memory && !place_check(path, wrong)) return false;
    bool fine = set_up(database, path, reads_only, wrong);
    if (!fine) database_close(database);
    return fine;
}

void database_close(struct database *database) {
    for (int i = 0; i < SQL_COUNT; i++) sqlite3_finalize(database->statements[i]);
    sqlite3_close(database->handle);
    *database = (struct database){.handle = NULL};
}

bool database_lost(struct database *database) {
    int moved = 0;
    sqlite3_file_control(database->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved) sqlite3_wal_checkpoint_v2(database->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, 0, 0);
    return moved != 0;
}

static void stop(struct database *database) {
    sqlite3_reset(database->running);
    database->running = NULL;
}

static int bind(sqlite3_stmt *statement, const char *format, va_list list) {
    int code = SQLITE_OK;
    for (int i = 0; format[i] && code == SQLITE_OK; i++) {
        if (format[i] == 'i') {
            code = sqlite3_bind_int64(statement, i + 1, va_arg(list, int64_t));
        } else if (format[i] == 'd') {
            code = sqlite3_bind_double(statement, i + 1, va_arg(list, double));
        } else if (format[i] == 't') {
            code = sqlite3_bind_text(statement, i + 1, va_arg(list, const char *), -1, NULL);
        } else {
            assert(format[i] == 'b');
            const void *bytes = va_arg(list, const void *);
            code = sqlite3_bind_blob64(statement, i + 1, bytes, va_arg(list, size_t), NULL);
        }
    }
    return code;
}

static void begin(struct database *database, enum sql sql, const char *format, va_list list) {
    sqlite3_stmt **statement = &database->statements[sql];
    assert(!database->running);
    if (database->code == SQLITE_OK && !*statement)
        database->code = sqlite3_prepare_v3(database->handle, sql_text[sql], -1,
                                            SQLITE_PREPARE_PERSISTENT, statement, NULL);
    if (database->code == SQLITE_OK) database->code = bind(*statement, format, list);
    if (database->code == SQLITE_OK) database->running = *statement;
}

void database_ask(struct database *database, enum sql sql, const char *format, ...) {
    va_list list;
    va_start(list, format);
    begin(database, sql, format, list);
    va_end(list);
}

bool database_next(struct database *database) {
    if (!database->running) return false;
    if (database->code == SQLITE_OK) {
        int code = sqlite3_step(database->running);
        if (code == SQLITE_ROW) return true;
        if (code != SQLITE_DONE) database->code = code;
    }
    stop(database);
    return false;
}

void database_do(struct database *database, enum sql sql, const char *format, ...) {
    va_list list;
    va_start(list, format);
    begin(database, sql, format, list);
    va_end(list);
    while (database_next(database)) continue;
}

int64_t database_int(const struct database *database, int column) {
    return sqlite3_column_int64(database->running, column);
}

double database_double(const struct database *database, int column) {
    return sqlite3_column_double(database->running, column);
}

void database_text(const struct database *database, int column, char *out, size_t capacity) {
    const unsigned char *text = sqlite3_column_text(database->running, column);
    snprintf(out, capacity, "%s", text ? (const char *)text : "");
}

const void *database_bytes(const struct database *database, int column, size_t *length) {
    const void *bytes = sqlite3_column_blob(database->running, column);
    *length = (size_t)sqlite3_column_bytes(database->running, column);
    return bytes;
}
