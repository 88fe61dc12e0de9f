/* The hall for programs: requests whose `cmd` begins with "hall." or "room.", and what is pushed to
 * those who are there (docs/protocol.md, "Rooms"). It knows no socket: frames go out through a
 * call. */
#ifndef SERVE_ROOMS_H
#define SERVE_ROOMS_H

#include "base/json.h"
#include "serve/frames.h"
#include "serve/server.h"

enum { ROOMS_REQUEST_MAX = 4096 }; /* bytes of a request that is looked at here */

struct rooms;
struct rooms_client;

/* Return NULL if out of memory. */
struct rooms *rooms_new(struct server *server);
/* All clients must have left, and the store must ask no more. */
void rooms_free(struct rooms *rooms);
/* Somebody is there who has no name yet. `send` gets each frame, and holds those it keeps; NULL
 * stands for one that could not be made: the connection must end, since it lacks something. It must
 * call nothing of the hall. */
struct rooms_client *rooms_enter(struct rooms *rooms,
                                 void (*send)(void *self, struct frames_buffer *frame), void *self);
/* The connection is gone: a member's seat is kept for a while. */
void rooms_leave(struct rooms_client *client, double now);

/* Returns whether a request is answered here. */
bool rooms_takes(struct json request);
/* Answers a request. */
void rooms_ask(struct rooms_client *client, struct json request, double now);
/* Sends the events that came together since the last time. */
void rooms_flush(struct rooms *rooms, double now);
/* Sends the list of rooms to those who follow it, if it changed. */
void rooms_list(struct rooms *rooms);
/* The member, NULL if there is none. */
const struct member *rooms_member(const struct rooms_client *client);
/* Makes the answer that a request failed: a frame, NULL if out of memory. */
struct frames_buffer *rooms_error(struct json id, const char *code, const char *message);

#endif
