/* A room: up to eight seats, any number of watchers, one game, round by round. Its phases are
 * waiting, round, end card, and again. In a game for one the seats race: each has a table of its
 * own, with the same luck. */
#ifndef HALL_ROOM_H
#define HALL_ROOM_H

#include "hall/hall.h"

enum { ROOM_ROUNDS_MAX = 99, ROOM_MINUTES_MAX = 120, ROOM_SAID_MAX = 8, ROOM_CARD_BYTES = 256 };
/* Seconds: until the round begins when all, and when only some are ready; of the end card. */
enum { ROOM_START_SECONDS = 3, ROOM_WAIT_SECONDS = 20, ROOM_CARD_SECONDS = 12 };
enum { ROOM_STOP_SECONDS = 60 }; /* how long a clock may stand in a round, in all */

/* ENDING: the result is being kept; nothing is announced yet. */
enum room_phase { ROOM_WAITING, ROOM_ROUND, ROOM_ENDING, ROOM_CARD };

struct room_setup {
    const struct game *game;
    int params[PARAMS_MAX];       /* without `players`: that goes by who plays */
    bool viruses_set;             /* the param was named: the hall's is not taken */
    char title[HALL_TITLE_BYTES]; /* "": made of the game and a number */
    int seats;                    /* at most this many; 0: as many as the game has, 8 in a race */
    int rounds;                   /* of a game; 0: the standard, 3 in real time and 1 else */
    int tick_ms;                  /* 0: the hall's */
    int minutes;                  /* after which a race ends; 0: the standard, 5 */
};

struct room_seat {
    struct member *member;      /* NULL: an agent, nobody, or one who left this round */
    struct player player;       /* its agent is NULL unless one sits here */
    char name[HALL_NAME_BYTES]; /* "" if the seat is free; one that was left is so again when the
                                 * card is over */
    bool ready;                 /* to begin; an agent always is */
    bool stopped;               /* the own clock stands */
    bool away;                  /* the connection is lost */
    bool left;                  /* gave the round up, or did not move for too long: in turns, an
                                 * agent plays on for it */
    int place; /* in the round: a seat of its table, or in a race the table; -1: not in it */
    /* Of this round; of all rounds of the game so far with this one, where a round that the seat
     * was not in counts as it did for the worst who was; rounds won. */
    int points, total, won;
    int rank;            /* in the round that is over, from 1; 0: not in it */
    double rating, gain; /* after the round that is over; 0 if it was not rated */
};

struct room_line {
    char name[HALL_NAME_BYTES]; /* "" for what the room itself tells */
    char text[HALL_SAY_BYTES];
};

struct room {
    struct hall *hall;
    uint32_t id;             /* from 1 */
    struct room_setup setup; /* filled: nothing is 0 any more but tick_ms */
    bool race;               /* a game for one: each seat has a table */
    bool clock;              /* the game is in real time */
    enum room_phase phase;
    double until;    /* when the phase ends by itself; INFINITY if it waits for persons */
    double began;    /* the round that is played or was last */
    int round;       /* the one that is played or was last, from 1; 0: none yet */
    int seats_count; /* setup.seats */
    struct room_seat seats[SEATS_MAX];
    int tables_count; /* 0 unless a round is played or its card is shown */
    struct table *tables[SEATS_MAX];
    uint64_t version; /* grows with each change that HALL_ROOM tells */
    int watchers;
    struct member *members;               /* those in it, by room_next */
    struct room_line said[ROOM_SAID_MAX]; /* the oldest first */
    int said_count;
    char card[ROOM_CARD_BYTES]; /* how the round ended, in words; and the game, if it is the last */
    char trouble[HALL_WRONG_BYTES]; /* why the round could not be kept; "" */
    int64_t record;                 /* the number of the kept game, 0 if none */
    bool rated;                     /* the round that is over changed ratings */
    struct room *next, *prior;
    struct room_private *private;
};

/* A round to keep. */
struct hall_result {
    struct room *room; /* NULL if the room is gone meanwhile */
    uint32_t room_id;
    int round;
    const struct game *game;
    int params[PARAMS_MAX];
    bool race;
    bool rated; /* it came to its end, and two different players or more were in it */
    double seconds;
    int seats_count; /* those that played, in the order of their places */
    struct {
        char name[HALL_NAME_BYTES]; /* an agent as "coach:200ms" */
        bool agent;
        int seat; /* of the room */
        int points, rank;
        bool won;            /* alone */
        double rating, gain; /* for the keeper to fill in */
    } seats[SEATS_MAX];
    int journals_count;
    struct journal journals[SEATS_MAX];
    int64_t record; /* for the keeper to fill in */
};

/* Fills in what is 0 in a setup that has a game, but for tick_ms. */
void room_fill(struct room_setup *setup);
/* Returns how many seats have somebody, or somebody's name until the card is over. */
int room_taken(const struct room *room);
/* Finds a room by its number; NULL if there is none. */
struct room *room_find(const struct hall *hall, uint32_t id);
/* Returns a room of the game where a seat is free and the next round is near, or NULL: for those
 * who want to play at once. */
struct room *room_quick(const struct hall *hall, const struct game *game);

/* Like the calls of hall.h, these return NULL, or why not.
 *
 * Opens a room and sits down in it. The title must be printable. */
const char *room_open(struct member *member, const struct room_setup *setup, double now);
/* Sits down on a free seat, also from watching; the round that is played goes on without. Who comes
 * back during a game has the total of before. */
const char *room_join(struct member *member, struct room *room, double now);
const char *room_watch(struct member *member, struct room *room, double now);
/* Goes back to the lobby. In a round the seat plays no more: see `left`. A room that no person is
 * in is closed, and the round kept as it stands. Who gave a round up ranks below who did not. */
const char *room_leave(struct member *member, double now);
/* Is ready for the next round, or not. Where room_can_skip, the round ends as it stands when all
 * persons of it who are connected are ready. */
const char *room_ready(struct member *member, bool ready, double now);
/* Plays an act of the own seat. */
const char *room_act(struct member *member, action act, double now);
/* Whether all persons of the round are out of it, and only agents play on. */
bool room_can_skip(const struct room *room);
/* Stops and starts the own clock, for ROOM_STOP_SECONDS a round at most; an act starts it, too. */
const char *room_stop(struct member *member, bool stopped, double now);
/* Returns for how many seconds the clock of a seat may still stand in this round. */
int room_stop_left(const struct room *room, int seat, double now);
const char *room_say(struct member *member, const char *text, double now);
/* Seats an agent, as "coach:200ms" or "" for the standard one; unseats the last one that was
 * seated. Members who sit in the room may. */
const char *room_seat_agent(struct member *member, const char *player, double now);
const char *room_unseat_agent(struct member *member, double now);
/* Begins the round now, with whoever sits there and is not away; ends it as it stands, and then it
 * is not rated. For the game master. */
const char *room_start(struct room *room, double now);
const char *room_stop_round(struct room *room, double now);

/* Returns how many events a table had so far, its setup included: the index that the next one will
 * have in its record. */
size_t room_events(const struct room *room, int table);

/* Returns the table that a seat of the room plays at, and its seat there; NULL if it is not in the
 * round. */
const struct table *room_table(const struct room *room, int seat, int *table_seat);

#endif
