/* A game at a table: who sits where, persons and agents, the clock, and the record. It knows no
 * screen. The caller tells the time and calls table_run when something is due; agents think in the
 * background. */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include "play/player.h"
#include "play/pool.h"
#include "play/recorder.h"
#include "play/thinker.h"

enum { TABLE_NAME_BYTES = 48, TABLE_NEWS_MAX = 64, TABLE_LAST_MAX = 128 };
enum { TABLE_LIGHT_NEWS_MAX = 16 }; /* at a light table */
enum { TABLE_TICK_MS = 400, TABLE_TICK_MIN_MS = 20, TABLE_TICK_MAX_MS = 10000 };

struct table_seat {
    struct player player;        /* its agent is NULL if a person sits here */
    char name[TABLE_NAME_BYTES]; /* "You", "Player 2", "coach" */
};

/* What a table is for. */
struct table_setup {
    const struct game *game;
    int params[PARAMS_MAX];
    struct rng rng;
    struct table_seat seats[SEATS_MAX]; /* for all seats of the game */
    const struct host *host;            /* for the agents; must outlive the table */
    void (*wake)(void *self);           /* as in thinker.h; may be NULL */
    void *self;
    int tick_ms;    /* of the clock, where there is one; 0 for TABLE_TICK_MS */
    bool speeds_up; /* the clock gets faster: by a fifth whenever it has ticked ten times the height
                     * of the board, down to a fifth of tick_ms */
    int slow_ms;    /* how long an agent's move is shown before the next; 0 for at once */
    const char *record; /* a new file, or one to go on with; NULL for none */
    bool goes_on;       /* the latter */
    struct pool *pool;  /* whose threads the agents use; NULL: each has its own */
    /* For tables by the hundred: events are not kept, nothing can be undone or recorded, and the
     * table takes little memory. */
    bool light;
    /* Optional: room for choices_max, which tables of one thread may share; it must outlive them.
     */
    struct choice *scratch;
    /* Optional: told of each event before it happens, with the state as it is before. It must not
     * use the table. */
    void (*tell)(void *tell_self, const void *state, struct event event);
    void *tell_self;
};

/* Something that happened, for the line that tells it. */
struct table_news {
    char text[EFFECT_TEXT_BYTES];
    int seat;     /* whom it concerns, or EFFECT_ALL */
    bool routine; /* as in effect.h */
    bool begins;  /* it is the first that an act of a seat did */
    bool ends;    /* it says how the game ended */
    int points;
};

/* A table stays where it was made. */
struct table {
    const struct game *game;
    struct session session;
    struct table_seat seats[SEATS_MAX];
    int seats_count;
    struct recorder recorder;
    const char *trouble; /* why the record could not be written, or the game stands still for want
                          * of memory; the reader sets it to NULL */
    bool paused;         /* the clock stands and agents wait */
    uint32_t stopped;    /* seats whose own clock stands, as a bit each */
    /* What the last act of a person and all that followed did, the oldest first; where only agents
     * play, an act of theirs. In real time, what happened last. */
    struct table_news *news;
    int news_count, news_max;
    int16_t last[TABLE_LAST_MAX]; /* the spots of the last act and its luck; none in real time */
    int last_count;
    size_t news_from;              /* the first event that the news tell of; 0 if light */
    uint64_t version;              /* grows with every change of the state */
    struct table_private *private; /* thinkers, times; in table_private.h */
};

/* Begins a game and its record; or goes on with a session, which the table then owns: the caller's
 * is empty. Returns NULL, or what went wrong; table_release is needed in any case. A record that
 * cannot be written is `trouble`, and play goes on. */
const char *table_init(struct table *table, const struct table_setup *setup, double now);
const char *table_init_with(struct table *table, const struct table_setup *setup,
                            struct session *session, double now);
void table_release(struct table *table);

/* Plays an act of a person's seat. Returns NULL, or the sentence that says why not. */
const char *table_act(struct table *table, int seat, action act, double now);
/* Lets the clock and the agents act as far as they are due. Returns whether anything changed. */
bool table_run(struct table *table, double now);
/* Returns when table_run is next needed without an agent's answer; INFINITY if never. */
double table_due(const struct table *table);
/* Returns whether agents are thinking now, as a bit a seat. */
uint32_t table_thinking(const struct table *table);

/* Takes back the last act of a person with all that followed; plays again what was taken back.
 * The same act meets the same luck, and agents then move as they did. In real time, undoing stops
 * the clock. Return false if there is none. */
bool table_undo(struct table *table, double now);
bool table_redo(struct table *table, double now);
bool table_can_undo(const struct table *table);
bool table_can_redo(const struct table *table);
/* Goes back to the beginning, with the same luck; the moves can be redone. */
bool table_restart(struct table *table, double now);
/* Begins another game, with other luck, in a new file if one is given. */
const char *table_renew(struct table *table, struct rng rng, const char *record, double now);
/* Stops and starts the clock. */
void table_pause(struct table *table, bool paused, double now);
/* Stops and starts the clock of one seat; the others play on. Its acts are refused meanwhile, and
 * its agent waits. Without a clock this does nothing. */
void table_stop(struct table *table, int seat, bool stopped);

/* Lets an agent take over a seat, or a person, in the middle of a game. Returns NULL, or what went
 * wrong: then all is as before. An agent's seat has its name; a name of NULL is the one before. */
const char *table_seat_agent(struct table *table, int seat, struct player player);
void table_seat_person(struct table *table, int seat, const char *name);

/* Who of the persons is to move now, as a bit a seat; whether there is a clock in this game;
 * whether it is over. */
uint32_t table_persons(const struct table *table);
bool table_has_clock(const struct table *table);
bool table_over(const struct table *table);

#endif
