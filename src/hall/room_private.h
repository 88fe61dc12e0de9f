/* The parts of a room, for the files of this folder only. A call changes what it must and ends with
 * room_settle, which lets the phase follow, tells the change once, and sets when the room is due.
 */
#ifndef ROOM_PRIVATE_H
#define ROOM_PRIVATE_H

#include "hall/hall_private.h"

enum { ROOM_PRIVATE_TURN_SECONDS = 300 }; /* how long a person may think about a move */
enum { ROOM_PRIVATE_LEAVERS_MAX = 16 };   /* of a game that are remembered */

enum { ROOM_PRIVATE_JOURNALS_MAX = 1 << 20 }; /* bytes of a round, in all */

/* The most that an agent may think about a move, in real time and in turns. */
enum { ROOM_PRIVATE_CLOCK_MS = 200, ROOM_PRIVATE_TURN_MS = 2000 };

/* A table of a round. */
struct room_private_table {
    struct table table; /* first: its address is this one's */
    struct room *room;
    int at;
    size_t events; /* so far, the setup's included */
};

struct room_private_seat {
    double stopped_from, stopped_for; /* since when the clock stands, and how long it did before */
    bool stop_told;                   /* all know that the clock may stand, and how long */
    bool gave_up;                     /* left the round while it could still do something */
    int before;                       /* points of the earlier rounds of the game */
    int rounds;                       /* of the game that it was in */
    uint32_t order;                   /* in which agents were seated, from 1 */
};

/* Somebody who played rounds of the game and sits here no more. */
struct room_private_leaver {
    char name[HALL_NAME_BYTES];
    bool agent;
    int before, rounds, won; /* as of a seat */
};

struct room_private {
    struct hall_index_link link;
    struct room *room;
    int heap_at;
    double due;
    double tick_due; /* when the clock should have been served; INFINITY if there is none */
    _Atomic bool woken;
    struct room *woken_next;
    bool changed, listed; /* HALL_ROOM is to be told; the list of rooms changes, too */
    bool told;            /* events are: the setup is over */
    bool acted;           /* a seat did something in this round */
    bool short_of_memory; /* the journal lacks events */
    bool closing;
    bool skips;                   /* room_can_skip, as it was told */
    double some_ready, all_ready; /* since when; INFINITY if not */
    double moved;                 /* when the state last changed */
    int tick_ms;                  /* of this round */
    int playing;                  /* persons of this room that the hall counts as playing */
    uint32_t agents;              /* seated so far */
    struct hall_private_result *result;
    struct room_private_seat seats[SEATS_MAX];
    int absent;        /* points of who was in no round of the game */
    int leavers_count; /* the oldest first */
    struct room_private_leaver leavers[ROOM_PRIVATE_LEAVERS_MAX];
};

/* room.c */
void room_settle(struct room *room, double now);
/* Adds a line that the room tells: a name and what it does; no name if it is "". */
void room_note(struct room *room, const char *name, const char *text);
/* Keeps a line of what was said, without telling it. */
void room_keep_line(struct room *room, const char *name, const char *text);
/* Takes a member out; the last one closes the room. */
void room_part(struct member *member, double now);
/* Ends what is played, and frees the room. */
void room_close(struct room *room, double now);

/* room_seats.c: who sits where. */
int room_seats_free(const struct room *room); /* -1 if none */
/* Returns the seat that the member left in this round, else a free one; -1 if there is none. */
int room_seats_for(const struct room *room, const struct member *member);
void room_seats_sit(struct room *room, struct member *member, int seat);
void room_seats_clear(struct room *room, int seat);
/* The member goes; in a round the seat stays until the card is over. */
void room_seats_leave(struct room *room, int seat, double now);
/* Whether a person sits there and is connected. */
bool room_seats_has_person(const struct room *room, int seat);
/* Returns how many must play; and the answer if there are fewer. */
int room_seats_needed(const struct room *room);
const char *room_seats_too_few(const struct room *room);

/* room_phase.c: what follows when. */
/* Lets the phase follow from time and who is ready. */
void room_phase_follow(struct room *room, double now);
/* Shows the card; returns to waiting. */
void room_phase_card(struct room *room, double now);
void room_phase_wait(struct room *room);
/* Begins a round with those who are ready, or with all. Returns NULL, or why not; here and below.
 */
const char *room_phase_begin(struct room *room, bool all, double now);

/* room_round.c: the tables of a round. */
const char *room_round_begin(struct room *room, int places, double now);
void room_round_run(struct room *room, double now);
double room_round_due(const struct room *room, double now);
/* Returns NULL while something can still happen, else why not; "" if the game itself is over. Sets
 * whether the round may be rated. */
const char *room_round_over(const struct room *room, double now, bool *rated);
void room_round_end(struct room *room, const char *why, bool rated, double now);
void room_round_release(struct room *room);
/* Brings points up to date. */
void room_round_count(struct room *room);
/* Stops and starts the clock of a seat in the round. */
void room_round_stop(struct room *room, int seat, bool stopped, double now);
/* Whether the seat has time left for that. */
bool room_round_may_stop(const struct room *room, int seat);
/* The seat plays no more: in real time its clock stands, in turns an agent takes over. */
void room_round_give_up(struct room *room, int seat, double now);
bool room_round_has(const struct room *room, int seat); /* it is in the round, and did not leave */

/* room_result.c: points, ranks and the card. */
/* Fills in the result and writes the card, which begins with `why`. */
void room_result_make(struct room *room, const char *why, bool rated, double now);

/* room_ledger.c: the points of a game. */
/* Begins another game; whether nobody is left of those who played this one. */
void room_ledger_forget(struct room *room);
bool room_ledger_is_new(const struct room *room);
/* Remembers a seat before it is cleared; gives a new one what it had, or what who was not there
 * has. */
void room_ledger_leave(struct room *room, int seat);
void room_ledger_sit(struct room *room, int seat);
/* Adds the points of the round to those before; for good, when it is over. */
void room_ledger_add_up(struct room *room);
void room_ledger_end_round(struct room *room);
/* Returns those with the most points in the game, as a bit a seat. */
uint32_t room_ledger_first(const struct room *room);

#endif
