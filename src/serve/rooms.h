/* The hall for programs: requests whose `cmd` begins with "hall." or "room.", and what is pushed to
 * those who are there (docs/protocol.md, "Rooms"). It knows no socket: frames go out through a
 * call. */
#ifndef SERVE_ROOMS_H
#define SERVE_ROOMS_H

#include "base/json.h"
#include "serve/frames.h"
#include "serve/server.h"

enum { ROOMS_REQUEST_MAX = 4096 }; /* bytes of a request that is looked at here */
enum { ROOMS_TEXT_BYTES = 1 << 20, ROOMS_CHAINS = 256 };

/* Somebody who is there, perhaps as a member. */
struct rooms_client {
    struct rooms *rooms;
    void (*send)(void *self, struct frames_buffer *frame);
    void *self;
    struct member *member;
    bool follows;                /* the list of rooms */
    uint64_t list;               /* a hash of the one it was sent last */
    struct limits_bucket enters; /* names taken */
    double acted;                /* when the act came that is not shown yet; 0 if there is none */
    struct rooms_client *next, *prior; /* of all */
    struct rooms_private_stream *stream;
    struct rooms_client *stream_next, *stream_prior;
    struct rooms_private_question *questions;
};

/* A frame that several get, by what it is about. */
struct rooms_shared {
    int key;
    struct frames_buffer *frame;
};

/* All of them. */
struct rooms {
    struct server *server;
    struct rooms_client *clients;
    struct rooms_private_stream *streams[ROOMS_CHAINS]; /* by the room's number */
    struct rooms_private_stream *dirty;
    char *scratch;    /* ROOMS_TEXT_BYTES */
    char *piece;      /* likewise: an event, while another text is being written */
    void *view;       /* a state as somebody sees it */
    double list_next; /* when the list of rooms may be pushed again */
    uint64_t serial;
    int shared_count;
    struct rooms_shared shared[SEATS_MAX * (SEATS_MAX + 1)];
};

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
/* Returns as how many messages a request counts: some are more work than others. */
int rooms_cost(struct json request);
/* Answers a request. */
void rooms_ask(struct rooms_client *client, struct json request, double now);
/* Sends the events that came together since the last time. */
void rooms_push_flush(struct rooms *rooms);
/* Sends the list of rooms to those who follow it, if it changed. */
void rooms_hall_push(struct rooms *rooms);
/* The `self` of the client that a member is; NULL if it is none of these. */
void *rooms_visitor(const struct member *member);
/* Makes the answer that a request failed: a frame, NULL if out of memory. */
struct frames_buffer *rooms_error(struct json id, const char *code, const char *message);

#endif
