/* Messages to members, and answers to calls. Who is told must not call the hall, so that lists stay
 * as they are meanwhile. */
#include "hall/hall_private.h"

const char hall_answer_no_memory[] = "There is not enough memory.";

static void tell(struct member *member, const struct hall_message *message) {
    if (member->tell) member->tell(member->self, message);
}

void hall_tell_room(struct room *room, struct hall_message *message) {
    message->serial = ++room->hall->private->serial;
    message->room = room;
    for (struct member *member = room->members; member; member = member->room_next)
        tell(member, message);
}

void hall_tell_all(struct hall *hall, struct hall_message *message) {
    message->serial = ++hall->private->serial;
    for (struct member *member = hall->members; member; member = member->next)
        tell(member, message);
}

void hall_tell_list(struct hall *hall) {
    struct hall_message message = {.kind = HALL_LIST, .serial = ++hall->private->serial};
    hall->lists++;
    for (struct member *member = hall->members; member; member = member->next)
        if (!member->room) tell(member, &message);
}

void hall_tell_gone(struct member *member, const char *why) {
    struct hall_message message = {.kind = HALL_GONE, .text = why};
    message.serial = ++member->hall->private->serial;
    tell(member, &message);
    member->tell = NULL;
}

struct text hall_answer(struct hall *hall) {
    return text_over(hall->private->wrong, sizeof hall->private->wrong);
}

const char *hall_answer_range(struct hall *hall, const char *name, int value, int min, int max) {
    if (value >= min && value <= max) return NULL;
    struct text answer = hall_answer(hall);
    text_format(&answer, "%s must be from %d to %d.", name, min, max);
    return answer.at;
}
