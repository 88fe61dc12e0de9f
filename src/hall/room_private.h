/* The parts of a room, for the files of this folder only. A call changes what it must and ends with
 * room_settle, which lets the phase follow, tells the change once, and sets when the room is due.
 */
#ifndef ROOM_PRIVATE_H
#define ROOM_PRIVATE_H

#include "hall/hall_private.h"

/* How long a clock may stand in a round, in all; and how long a person may think about a move. */
enum { ROOM_PRIVATE_STOP_SECONDS = 300, ROOM_PRIVATE_TURN_SECONDS = 300 };

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
    int before;                       /* points of the earlier rounds of the game */
    int rounds;                       /* of the game that it was in */
    uint32_t order;                   /* in which agents were seated, from 1 */
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
    double some_ready, all_ready; /* since when; INFINITY if not */
    double moved;                 /* when the state last changed */
    int tick_ms;                  /* of this round */
    int playing;                  /* persons of this room that the hall counts as playing */
    uint32_t agents;              /* seated so far */
    struct hall_private_result *result;
    struct room_private_seat seats[SEATS_MAX];
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
void room_seats_sit(struct room *room, struct member *member, int seat);
void room_seats_clear(struct room *room, int seat);
/* The member goes; in a round the seat stays until the card is over. */
void room_seats_leave(struct room *room, int seat, double now);
/* Whether a person sits there and is connected. */
bool room_seats_has_person(const struct room *room, int seat);
/* Returns a param's index, -1 if the game has none of that name. */
int room_seats_param(const struct game *game, const char *name);
/* Returns how many must play; and the answer if there are fewer. */
int room_seats_needed(const struct room *room);
const char *room_seats_too_few(const struct room *room);

/* room_phase.c: what follows when. */
/* Lets the phase follow from time and who is ready. */
void room_phase_follow(struct room *room, double now);
/* Shows the card; returns to waiting. */
void room_phase_card(struct room *room, double now);
void room_phase_wait(struct room *room);
/* Begins a round with those who are ready, or with all. Returns NULL, or why not. */
const char *room_phase_begin(struct room *room, bool all, double now);

/* room_round.c: the tables of a round. */
const char *room_round_begin(struct room *room, int places, double now);
void room_round_run(struct room *room, double now);
double room_round_due(const struct room *room, double now);
/* Whether nothing more can happen, and then why that is so; "" if the game itself is over. */
const char *room_round_over(const struct room *room, double now);
void room_round_end(struct room *room, const char *why, double now);
void room_round_release(struct room *room);
/* Brings points up to date. */
void room_round_count(struct room *room);
/* Stops and starts the clock of a seat in the round. */
void room_round_stop(struct room *room, int seat, bool stopped, double now);
bool room_round_may_stop(const struct room *room, int seat);
/* The seat plays no more: in real time its clock stands, in turns an agent takes over. */
void room_round_give_up(struct room *room, int seat, double now);
bool room_round_has(const struct room *room, int seat); /* it is in the round, and did not leave */

/* room_result.c: points, ranks and the card. */
/* Adds the points of the round to those before. */
void room_result_add_up(struct room *room);
/* Fills in the result and writes the card, which begins with `why`. */
void room_result_make(struct room *room, const char *why, double now);

#endif
