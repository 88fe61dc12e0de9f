/* All questions to the database, in one place. Values stand as $1, $2 and so on, in order, and the
 * words are those that SQLite and PostgreSQL share. */
#ifndef STORE_SQL_H
#define STORE_SQL_H

enum sql {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_MARK,    /* the work of one game begins */
    SQL_UNMARK,  /* it is done */
    SQL_TO_MARK, /* it is undone */
    SQL_ADD_PLAYER,
    SQL_ADD_GAME,
    SQL_ADD_SEAT,
    SQL_ADD_JOURNAL,
    SQL_FIND_RATING,
    SQL_SET_RATING,
    SQL_ADD_HISTORY,
    SQL_TOP,
    SQL_HISTORY,
    SQL_RECENT,
    SQL_RECENT_OF_GAME,
    SQL_FIND_GAME,
    SQL_FIND_SEATS,
    SQL_FIND_JOURNALS,
    SQL_COUNTS,
    SQL_COUNT
};

extern const char *const sql_text[SQL_COUNT];

#endif
