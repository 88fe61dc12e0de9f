/* The parts of a hall, for the files of this folder only. */
#ifndef HALL_PRIVATE_H
#define HALL_PRIVATE_H

#include "hall/hall_heap.h"
#include "hall/hall_index.h"
#include <stdatomic.h>

/* A member as the index of names has it. */
struct hall_private_member {
    struct hall_index_link link;
    struct member member;
};

/* A result, from the beginning of its round until it is kept. */
struct hall_private_result {
    struct hall_result result;
    struct hall_private_result *next, *prior;
};

struct hall_private {
    struct hall_index names, ids; /* of members; of rooms */
    struct hall_heap heap;
    struct hall_private_result *results; /* those that are being kept */
    struct room *rooms_end;
    _Atomic(struct room *) woken; /* rooms where an agent may have an answer; from any thread */
    struct choice *scratch;       /* of all tables */
    uint64_t serial, member_ids;
    uint32_t room_ids;
    bool listed;      /* HALL_LIST is to be told */
    double list_told; /* when it last was */
    double now;       /* of the call that is under way */
    char wrong[HALL_WRONG_BYTES];
};

/* Tell a message to those in a room, or in the hall, who are connected. */
void hall_tell_room(struct room *room, struct hall_message *message);
void hall_tell_all(struct hall *hall, struct hall_message *message);
/* Tells a member that it is out, and forgets its connection. */
void hall_tell_gone(struct member *member, const char *why);
/* Tells the list to those in no room. */
void hall_tell_list(struct hall *hall);

void hall_free_result(struct hall *hall, struct hall_private_result *result);
/* Makes rooms due in which agents have answers. */
void hall_take_woken(struct hall *hall);

/* What may be done at once, and the seconds until one more may. */
struct hall_private_pace {
    double burst, seconds;
};
extern const struct hall_private_pace hall_pace_talk, hall_pace_stirs, hall_pace_acts;
/* Counts one. Returns NULL, or that it was too many. */
const char *hall_pace_take(struct hall_pace *pace, const struct hall_private_pace *limit,
                           double now);

/* Returns an empty text in the place for answers of calls. */
struct text hall_answer(struct hall *hall);
/* Returns NULL, or that a number is out of its range. */
const char *hall_answer_range(struct hall *hall, const char *name, int value, int min, int max);
extern const char hall_answer_no_memory[];

#endif
