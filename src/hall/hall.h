/* Everybody on a server: who is there, the rooms, what is said and played. Time and calls come in,
 * messages go out. It knows no socket and no screen, and is used from one thread. */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/member.h"
#include "play/journal.h"
#include "play/table.h"

enum { HALL_TITLE_CHARS = 24, HALL_TITLE_BYTES = 4 * HALL_TITLE_CHARS + 1 };
enum { HALL_SAY_BYTES = 200, HALL_WRONG_BYTES = 160 };

struct hall_result;

enum hall_kind {
    HALL_LIST,  /* who is there or the list of rooms changed; to those who are in no room, by
                 * hall_run, and a few times a second at most */
    HALL_ROOM,  /* your room changed: seats, who is ready, phase, points, watchers */
    HALL_BEGIN, /* a round began; its setup luck is drawn, and no event told */
    HALL_EVENT, /* an event is about to happen in the round */
    HALL_END, /* the round is over; the room has its `record`, or its `trouble` if it is not kept */
    HALL_SAY, /* somebody said something in the room; or the game master to all: room is NULL */
    HALL_GONE /* you are out: kicked, back by another connection, the server ends. The member is
               * freed or belongs to the other connection; use it no more */
};

/* Valid only while it is told. */
struct hall_message {
    enum hall_kind kind;
    uint64_t serial; /* the same for all who are told it, so that it is encoded once */
    const struct room *room;
    int table;               /* of EVENT: an index of the room's tables */
    struct event event;      /* likewise */
    const void *state;       /* likewise: of that table, before the event */
    const char *name, *text; /* of SAY; of GONE, `text` says why */
};

struct hall_setup {
    int members_max, rooms_max;
    int tick_ms; /* of rooms that name none; 0: TABLE_TICK_MS */
    int viruses; /* of rooms that name none, for games with that param; 0: the game's standard */
    const struct host *host; /* for agents */
    struct pool *pool;
    void (*wake)(void *self); /* called from any thread: hall_run would have something to do */
    /* Fills bytes that nobody can guess. */
    void (*draw)(void *self, void *bytes, size_t count);
    /* A round in which somebody acted is over and must be kept; hall_kept answers, perhaps at once.
     * The result lasts until then. NULL: nothing is kept. */
    void (*keep)(void *self, struct hall_result *result);
    void *self;
};

struct hall {
    struct hall_setup setup;
    bool restricted; /* no new members */
    bool ending;     /* no new rounds */
    int members_count, rooms_count;
    int playing_count, watching_count; /* persons in rounds; persons in rooms without a seat */
    uint64_t rounds, games; /* finished so far: rounds, and those of them that were kept */
    uint64_t lists;         /* HALL_LIST was told so often */
    uint64_t late;          /* ticks that came late by more than half of one */
    struct member *members, *members_end; /* in the order they came */
    struct room *rooms;                   /* in the order they were opened */
    struct hall_private *private;
};

/* Returns NULL if out of memory. */
struct hall *hall_new(const struct hall_setup *setup);
/* Tells everybody GONE, and frees all. */
void hall_free(struct hall *hall);

/* These return NULL, or a sentence that says why not ("The name must ..."); it may be written into
 * the hall and lasts until the next call.
 *
 * A person comes in. The name is trimmed; it must have 1 to HALL_NAME_CHARS printable characters,
 * at least one of them no space, and nobody else may have it, in any case of letters. */
const char *hall_enter(struct hall *hall, const char *name,
                       void (*tell)(void *, const struct hall_message *), void *self, double now,
                       struct member **member);
/* Returns the member of that name if its connection is lost, and for how many seconds the seat is
 * kept; else NULL. */
const struct member *hall_find_lost(const struct hall *hall, const char *name, double now,
                                    int *seconds);
/* A member comes back by the code of its token, also while the old connection still seems to live:
 * that one is told GONE. Codes are compared in constant time. */
const char *hall_return(struct hall *hall, const char *code,
                        void (*tell)(void *, const struct hall_message *), void *self, double now,
                        struct member **member);
/* Writes the code of a member's token. */
void hall_write_code(const struct member *member, char code[HALL_CODE_BYTES]);
/* The connection is lost: the seat is kept for a while if there is one, else the member leaves. */
void hall_lose(struct member *member, double now);
/* The member leaves for good, and is freed. */
void hall_leave(struct member *member, double now);
/* Throws somebody out, by name, with a reason to tell. */
const char *hall_kick(struct hall *hall, const char *name, const char *why, double now);
/* The game master says something to all. */
void hall_announce(struct hall *hall, const char *text);
/* Begins no more rounds; with `now_too`, ends those that are played, as they stand. */
void hall_end(struct hall *hall, bool now_too, double now);
/* Set what rooms take that name nothing else, from their next round on. The sentence tells the
 * range. */
const char *hall_set_tick(struct hall *hall, int tick_ms);
const char *hall_set_viruses(struct hall *hall, int viruses);

/* Lets time pass and agents act. Returns whether anything happened. */
bool hall_run(struct hall *hall, double now);
/* Returns when hall_run is needed next; INFINITY if only a call or a wake matters. */
double hall_due(const struct hall *hall);
/* A result was kept, with its ratings and its record filled in; or not: then `wrong` says why.
 * Frees it. */
void hall_kept(struct hall *hall, struct hall_result *result, const char *wrong, double now);

#endif
