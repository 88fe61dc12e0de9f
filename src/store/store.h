/* What lasts on a server: the results of games, their records, ratings and top lists. All work is
 * done on a thread of its own; only opening, closing and store_wait take time. The calls speak of
 * games and players, not of tables and rows, so that another database can stand behind them.
 *
 * A game that store_take tells as kept is on the disk: neither kill -9 nor a power cut loses it. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "game/game.h"

enum { STORE_NAME_BYTES = 80, STORE_GAME_BYTES = 16, STORE_WRONG_BYTES = 200 };
enum { STORE_TOP_MAX = 50, STORE_HISTORY_MAX = 100, STORE_RECENT_MAX = 50 };

struct store;

/* How a seat did. */
struct store_seat {
    char name[STORE_NAME_BYTES]; /* of a person; of an agent as "coach:200ms" */
    bool agent;
    int points;
    int rank; /* 1 is the best; equal ranks are a draw */
    bool won; /* alone; for store_keep, which counts it. Not set in answers */
    /* Filled by the store: the rating before and after, and its deviation after; 0 if the game is
     * not rated. */
    double before, after, deviation;
};

/* A game that is over. In a race each seat played a game of its own. */
struct store_game {
    int64_t id; /* filled by the store */
    char game[STORE_GAME_BYTES];
    int params[PARAMS_MAX];
    int64_t ended;  /* seconds since 1970 */
    double seconds; /* it took */
    bool race;
    bool rated; /* in store_keep: it may change ratings; in an answer: it did */
    int seats_count;
    struct store_seat seats[SEATS_MAX];
    /* The events, as journals of play/journal.h: one, or one a seat in a race. In store_keep they
     * are the caller's and are copied; in an answer they are the answer's. */
    int journals_count;
    struct {
        const uint8_t *bytes;
        size_t length;
    } journals[SEATS_MAX];
};

/* A line of a top list, or of a player's history. */
struct store_rating {
    char name[STORE_NAME_BYTES];
    char game[STORE_GAME_BYTES];
    bool agent;
    double rating, deviation;
    int games, wins;
    int64_t when; /* of the last game, or of this one */
};

enum store_kind { STORE_KEPT, STORE_TOP, STORE_HISTORY, STORE_RECENT, STORE_RECORD, STORE_COUNTS };

/* What the store answers; freed by store_drop. */
struct store_answer {
    enum store_kind kind;
    uint64_t tag;                  /* of the caller's question */
    char wrong[STORE_WRONG_BYTES]; /* "" if all is well, else what went wrong: for KEPT, the game is
                                    * not kept */
    struct store_game game;        /* KEPT, RECORD (id 0 if there is none) */
    int count;
    struct store_rating *ratings; /* TOP, HISTORY */
    struct store_game *games;     /* RECENT, the newest first, without journals */
    int64_t counts[2];            /* COUNTS: games, and persons who played */
    struct store_answer *next;    /* private */
};

/* Opens or makes the database, ":memory:" for one that does not last, and brings an older schema
 * up to date. `wake` is called on the store's thread when an answer is there. Returns NULL after
 * writing what is wrong. */
struct store *store_open(const char *path, void (*wake)(void *self), void *self,
                         struct text *wrong);
/* Opens one that is there, and changes nothing in it; a server may go on writing to it. */
struct store *store_open_to_read(const char *path, struct text *wrong);
/* Keeps the games that wait, then closes. Answers nobody took are dropped. NULL is fine. */
void store_close(struct store *store);
/* Writes the standard path: $XDG_DATA_HOME/tilewright/tilewright.db, or below ~/.local/share. False
 * if neither variable is set. */
bool store_path(char *path, size_t capacity);

/* Questions. Each gets one answer with its tag. They return false if too much waits already, or
 * out of memory; then no answer comes. What is asked after a game was given to keep knows of it.
 *
 * `count` is brought within 1 and the maximum above. A player is known by name and by whether it is
 * an agent; names are compared without case, as text_small makes them. A game that is `rated` and
 * has two different players or more changes their ratings, each seat against every other player's,
 * and counts as a game, and a win, of theirs. Any other game is kept, and no more. */
bool store_keep(struct store *store, uint64_t tag, const struct store_game *game);
/* The best first, by what is sure: the rating less two deviations. */
bool store_ask_top(struct store *store, uint64_t tag, const char *game, int count);
/* The rated games of a person and of an agent of this name, the newest first. */
bool store_ask_history(struct store *store, uint64_t tag, const char *name, int count);
/* Of all games if that is NULL or "". */
bool store_ask_recent(struct store *store, uint64_t tag, const char *game, int count);
bool store_ask_record(struct store *store, uint64_t tag, int64_t id);
bool store_ask_counts(struct store *store, uint64_t tag);

/* Returns the next answer, or NULL if there is none yet. */
struct store_answer *store_take(struct store *store);
/* Waits for the next answer; NULL if nothing is asked. For programs that have nothing else to do.
 */
struct store_answer *store_wait(struct store *store);
void store_drop(struct store_answer *answer);

#endif
