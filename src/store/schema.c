/* A step that was released is never changed: what a database has been through is what its version
 * says. The first step makes the tables. */
#include "store/schema.h"
#include "store/database.h"

enum { TEXT_BYTES = 80 };

const char *const schema_steps[] = {
    "CREATE TABLE players ("
    "    id INTEGER PRIMARY KEY,"
    "    small_name TEXT NOT NULL,"
    "    name TEXT NOT NULL,"
    "    agent INTEGER NOT NULL CHECK (agent IN (0, 1)),"
    "    UNIQUE (small_name, agent)"
    ") STRICT;"
    "CREATE TABLE games ("
    "    id INTEGER PRIMARY KEY,"
    "    game TEXT NOT NULL,"
    "    params TEXT NOT NULL,"
    "    ended INTEGER NOT NULL,"
    "    seconds REAL NOT NULL,"
    "    race INTEGER NOT NULL CHECK (race IN (0, 1))"
    ") STRICT;"
    "CREATE INDEX games_recent ON games (game, id);"
    "CREATE TABLE seats ("
    "    game_id INTEGER NOT NULL REFERENCES games (id),"
    "    seat INTEGER NOT NULL,"
    "    player_id INTEGER NOT NULL REFERENCES players (id),"
    "    points INTEGER NOT NULL,"
    "    place INTEGER NOT NULL CHECK (place >= 1),"
    "    PRIMARY KEY (game_id, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE journals ("
    "    game_id INTEGER NOT NULL REFERENCES games (id),"
    "    seat INTEGER NOT NULL,"
    "    events BLOB NOT NULL,"
    "    PRIMARY KEY (game_id, seat)"
    ") STRICT;"
    "CREATE TABLE ratings ("
    "    player_id INTEGER NOT NULL REFERENCES players (id),"
    "    game TEXT NOT NULL,"
    "    rating REAL NOT NULL,"
    "    deviation REAL NOT NULL,"
    "    volatility REAL NOT NULL,"
    "    games INTEGER NOT NULL,"
    "    wins INTEGER NOT NULL,"
    "    played INTEGER NOT NULL,"
    "    PRIMARY KEY (player_id, game)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_top ON ratings (game, rating - 2 * deviation);"
    "CREATE TABLE history ("
    "    player_id INTEGER NOT NULL REFERENCES players (id),"
    "    game_id INTEGER NOT NULL REFERENCES games (id),"
    "    rating_before REAL NOT NULL,"
    "    rating REAL NOT NULL,"
    "    deviation REAL NOT NULL,"
    "    games INTEGER NOT NULL,"
    "    wins INTEGER NOT NULL,"
    "    PRIMARY KEY (player_id, game_id)"
    ") STRICT, WITHOUT ROWID;",
    NULL,
};

static bool fail(sqlite3 *database, struct text *wrong) {
    int code = sqlite3_errcode(database);
    text_string(wrong, code == SQLITE_ERROR ? sqlite3_errmsg(database) : database_describe(code));
    return false;
}

static bool run(sqlite3 *database, const char *words, struct text *wrong) {
    return sqlite3_exec(database, words, NULL, NULL, NULL) == SQLITE_OK || fail(database, wrong);
}

static bool run_with(sqlite3 *database, const char *words, int64_t number, struct text *wrong) {
    struct text text = text_over((char[TEXT_BYTES]){0}, TEXT_BYTES);
    text_string(&text, words);
    text_int(&text, number);
    return run(database, text.at, wrong);
}

int schema_read(sqlite3 *database, const char *words, int64_t *number) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, words, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static bool read(sqlite3 *database, const char *words, int64_t *number, struct text *wrong) {
    return schema_read(database, words, number) == SQLITE_OK || fail(database, wrong);
}

/* What a database says of itself. */
struct label {
    int64_t application, version, tables;
};

/* In a transaction, so that all is of one moment. */
static bool read_label(sqlite3 *database, struct label *label, struct text *wrong) {
    return read(database, "PRAGMA application_id", &label->application, wrong) &&
           read(database, "PRAGMA user_version", &label->version, wrong) &&
           read(database, "SELECT count(*) FROM sqlite_schema", &label->tables, wrong);
}

static bool check(const struct label *label, int64_t newest, bool reads_only, struct text *wrong) {
    bool ours = label->application == SCHEMA_APPLICATION;
    bool empty = !ours && !label->application && !label->version && !label->tables;
    if (empty && reads_only) {
        text_string(wrong, "it is empty");
    } else if (!empty && (!ours || label->version < 1)) {
        text_string(wrong, "it is not a database of Tilewright");
    } else if (label->version > newest) {
        text_string(wrong, "a newer Tilewright wrote it: its version is ");
        text_int(wrong, label->version);
        text_string(wrong, ", and this one knows those up to ");
        text_int(wrong, newest);
    } else if (reads_only && label->version < newest) {
        text_string(wrong, "an older Tilewright wrote it: it must be opened by a server first, "
                           "which brings it up to date");
    } else {
        return true;
    }
    return false;
}

/* Ends a transaction. */
static bool finish(sqlite3 *database, bool fine, struct text *wrong) {
    if (fine) fine = run(database, "COMMIT", wrong);
    if (!fine && !sqlite3_get_autocommit(database))
        sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    return fine;
}

static bool step(sqlite3 *database, const char *const *steps, int64_t version, struct text *wrong) {
    return run(database, steps[version], wrong) &&
           run_with(database, "PRAGMA application_id = ", SCHEMA_APPLICATION, wrong) &&
           run_with(database, "PRAGMA user_version = ", version + 1, wrong);
}

/* Looks again and makes a step if one is to be made: another program may have been faster. */
static bool advance(sqlite3 *database, const char *const *steps, int64_t newest, bool *done,
                    struct text *wrong) {
    struct label label;
    if (!run(database, "BEGIN IMMEDIATE", wrong)) return false;
    bool fine = read_label(database, &label, wrong) && check(&label, newest, false, wrong);
    *done = fine && label.version == newest;
    if (fine && !*done) fine = step(database, steps, label.version, wrong);
    return finish(database, fine, wrong);
}

bool schema_bring(sqlite3 *database, const char *const *steps, bool reads_only,
                  struct text *wrong) {
    struct label label;
    int64_t newest = 0;
    while (steps[newest]) newest++;
    if (!run(database, "BEGIN", wrong)) return false;
    bool fine = read_label(database, &label, wrong) && check(&label, newest, reads_only, wrong);
    if (!finish(database, fine, wrong)) return false;
    bool done = label.version == newest;
    while (!done)
        if (!advance(database, steps, newest, &done, wrong)) return false;
    return true;
}
