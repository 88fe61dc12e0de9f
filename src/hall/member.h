/* A person on the server. */
#ifndef HALL_MEMBER_H
#define HALL_MEMBER_H

#include <stdint.h>

enum { HALL_NAME_CHARS = 16, HALL_NAME_BYTES = 4 * HALL_NAME_CHARS + 1 };
enum { HALL_TOKEN_BYTES = 16, HALL_CODE_BYTES = 33 }; /* a token, and as hexadecimal digits */
enum { HALL_AWAY_SECONDS = 60 };                      /* how long a lost member's seat is kept */
enum { HALL_NO_SEAT = -1 };

struct hall;
struct room;
struct hall_message; /* hall/hall.h */

/* How much of something a member did lately. */
struct hall_pace {
    double at, used;
};

/* The connection tells what the person wants by calls of the hall and of rooms, and is told by
 * `tell`, which must not call the hall. */
struct member {
    struct hall *hall;
    uint64_t id;
    char name[HALL_NAME_BYTES];
    uint8_t token[HALL_TOKEN_BYTES]; /* brings the member back after a lost connection */
    void (*tell)(void *self, const struct hall_message *message); /* NULL while that is lost */
    void *self;
    struct room *room;                     /* NULL in the lobby */
    int seat;                              /* HALL_NO_SEAT if watching or in the lobby */
    double lost;                           /* when the connection was lost */
    struct hall_pace talk, stirs, acts;    /* what is told to a whole room is limited */
    struct member *next, *prior;           /* of the hall, in the order they came */
    struct member *room_next, *room_prior; /* of the room */
};

#endif
