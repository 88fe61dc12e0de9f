/* What happens in a room, in words, as its reader is told it. */
#ifndef LOBBY_TELLING_H
#define LOBBY_TELLING_H

#include "lobby/lobby_private.h"

/* Names by the seats of a table: the reader is "You". */
struct telling_names {
    const char *at[SEATS_MAX];
};

/* Fills the names for a table that a seat of the room plays at. */
void telling_name(const struct lobby *lobby, const struct room *room, int seat,
                  struct telling_names *names);
/* Returns the seat of the room whose board the person sees: the own one if it plays; -1 if nobody
 * plays. */
int telling_viewed(const struct lobby *lobby);
/* Returns whether the person plays in this round. */
bool telling_plays(const struct lobby *lobby);
/* Returns a hash of what a frame of a round shows besides boards, points, news and the time. */
uint64_t telling_sign(const struct lobby *lobby);
/* Take what the hall tells. The first returns whether it must be drawn now; the second whether
 * nothing but points changed. */
bool telling_event(struct lobby *lobby, const struct hall_message *message);
bool telling_room(struct lobby *lobby);
void telling_say(struct lobby *lobby, const struct hall_message *message);

#endif
