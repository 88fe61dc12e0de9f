/* The parts of a table, for its own files only. */
#ifndef PLAY_TABLE_PRIVATE_H
#define PLAY_TABLE_PRIVATE_H

#include "play/table.h"

enum { TABLE_PRIVATE_TROUBLE_BYTES = 160 };

struct table_private {
    struct table_setup setup;
    char *record;                        /* the name of its file */
    bool clock;                          /* time passes in this game */
    struct thinker *thinkers[SEATS_MAX]; /* NULL where a person sits */
    struct rng rngs[SEATS_MAX];          /* of the agents */
    double acted[SEATS_MAX];             /* when an agent last acted */
    double changed;                      /* when the state last changed */
    double ticked, paused_at; /* when the last tick was due; when the clock was stopped */
    uint64_t ticks;           /* rounds of them so far */
    bool stale;               /* in real time: the next line of news begins them anew */
    size_t told;              /* events that the news went through */
    void *before;             /* the state after these; none at a light table */
    uint64_t happened;        /* events so far */
    char trouble[TABLE_PRIVATE_TROUBLE_BYTES];
};

/* Plays a legal act. Returns false if there is not enough memory: then the table is paused. */
bool table_play(struct table *table, int who, action act, double now);
/* Returns the seconds from tick to tick now. */
double table_period(const struct table *table);
/* Returns the act of this seat that was undone and comes next, or -1. */
int64_t table_undone(const struct table *table, int seat);

/* Makes the agents. Returns false if there is not enough memory. */
bool table_agents_make(struct table *table);
/* Makes the agent of a seat in place of the one before. Returns false, with nothing changed, if
 * there is not enough memory. */
bool table_agents_seat(struct table *table, int seat, struct player player);
void table_agents_free(struct table *table);
/* Forgets what agents were asked. */
void table_agents_drop(struct table *table);
/* Lets agents act that are due, and asks them. Returns whether one acted. */
bool table_agents_run(struct table *table, double now);
double table_agents_due(const struct table *table);

/* Tells the events that happened since the last call; at a light table nothing is left to tell. */
void table_news_tell(struct table *table);
/* Tells an event of a light table, before it happens. */
void table_news_tell_next(struct table *table, struct event event);
/* Tells the last act of a game that went back or was loaded. */
void table_news_renew(struct table *table);

#endif
