/* A WebSocket, for the files of this folder only. */
#ifndef WEBSOCKET_PRIVATE_H
#define WEBSOCKET_PRIVATE_H

#include "serve/frames.h"
#include "serve/rooms.h"
#include "serve/websocket.h"

enum { WEBSOCKET_PRIVATE_READ_BYTES = 1 << 14, WEBSOCKET_PRIVATE_FROM_BYTES = 48 };

/* A frame that waits to be sent. */
struct websocket_private_piece {
    struct websocket_private_piece *next;
    struct frames_buffer *frame;
};

struct websocket {
    struct websocket_set *set;
    uv_poll_t poll;
    int socket, polled; /* what the poll waits for, as UV_READABLE */
    struct websocket *next, *prior;
    struct websocket *dirty_next;
    bool dirty;   /* something is to be sent, or it is to end */
    bool closing; /* a close frame was queued: nothing more goes out */
    bool closed;  /* nothing more is read: it ends when the client does */
    bool dead;    /* it ends now */
    struct websocket_private_piece *first, *last;
    size_t queued, sent; /* bytes that wait; of the first frame, those sent */
    double heard, pinged;
    double moved;  /* when the client last took bytes, or the queue was empty */
    double parted; /* when it began to close */
    struct limits_bucket messages, bytes;
    int refusals;
    struct frames_reader *reader; /* NULL at rest */
    struct clerk_client *clerk;   /* NULL until it asks the engine */
    struct rooms_client *rooms;   /* NULL until it asks the hall */
    struct limits_address address;
    char from[WEBSOCKET_PRIVATE_FROM_BYTES];
};

struct websocket_set {
    struct server *server;
    struct rooms *rooms;
    struct websocket *sockets, *dirty;
    uv_prepare_t turn; /* the end of a turn of the loop: sends what is queued */
    uv_timer_t timer;
    uint8_t bytes[WEBSOCKET_PRIVATE_READ_BYTES];
};

/* websocket_send.c: what goes out. */
/* Queues a frame, which is held once more; NULL, or too much that waits, ends the connection. */
void websocket_queue(struct websocket *websocket, struct frames_buffer *frame);
/* Says why and closes; the client has a moment to do the same. */
void websocket_part(struct websocket *websocket, int code, const char *why);
/* Ends without a word. */
void websocket_drop(struct websocket *websocket, const char *why);
/* Sends what is queued, as far as the socket takes it. */
void websocket_send(struct websocket *websocket);
void websocket_release_queue(struct websocket *websocket);
/* Lets the end of the turn look at it. */
void websocket_touch(struct websocket *websocket);
/* Waits for what it needs now. */
void websocket_wait(struct websocket *websocket);

/* websocket_receive.c: what comes in. */
void websocket_receive(struct websocket *websocket);
void websocket_receive_bytes(struct websocket *websocket, const uint8_t *bytes, size_t length);

#endif
