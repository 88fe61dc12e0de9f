/* All WebSockets of the server: sockets that libmicrohttpd handed over after the upgrade. A message
 * is a request; it goes to the hall (rooms.h) or to the clerk. A connection that rests costs a
 * few hundred bytes: readers, clients of the clerk and of the hall are made when they are needed.
 */
#ifndef SERVE_WEBSOCKET_H
#define SERVE_WEBSOCKET_H

#include "serve/frames.h"
#include "serve/rooms.h"
#include "serve/server.h"

/* Bytes that may wait for a client to read them; seconds. */
enum { WEBSOCKET_QUEUE_MAX = 1 << 18 };
enum { WEBSOCKET_PING_SECONDS = 30, WEBSOCKET_SILENCE_SECONDS = 60, WEBSOCKET_GRACE_SECONDS = 10 };
enum { WEBSOCKET_CLOSE_SECONDS = 5, WEBSOCKET_MESSAGE_SECONDS = 30 }; /* for all of a message */
/* What a connection may send: messages and bytes a second, and at once. */
enum { WEBSOCKET_MESSAGES_RATE = 200, WEBSOCKET_MESSAGES_MOST = 1000 };
enum { WEBSOCKET_BYTES_RATE = 1 << 20, WEBSOCKET_BYTES_MOST = 1 << 22 };
/* Bytes of all frames, those of no message, too: more are read later. */
enum { WEBSOCKET_RAW_RATE = 1 << 21, WEBSOCKET_RAW_MOST = 1 << 23 };
/* How often it may be refused more than that; then it ends. */
enum { WEBSOCKET_REFUSALS_RATE = 10, WEBSOCKET_REFUSALS_MOST = 1000 };

enum { WEBSOCKET_READ_BYTES = 1 << 14, WEBSOCKET_FROM_BYTES = 48 };

/* A frame that waits to be sent. */
struct websocket_piece {
    struct websocket_piece *next;
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
    bool rests;   /* too much came: it is read again later */
    struct websocket_piece *first, *last;
    size_t queued, sent; /* bytes that wait; of the first frame, those sent */
    double heard, pinged;
    double moved;  /* when the client last took bytes, or the queue was empty */
    double parted; /* when it began to close */
    double opened; /* when the message that is half read began */
    struct limits_bucket messages, bytes, raw, refusals;
    struct frames_reader *reader; /* NULL at rest */
    struct clerk_client *clerk;   /* NULL until it asks the engine */
    struct rooms_client *rooms;   /* NULL until it asks the hall */
    struct limits_address address;
    char from[WEBSOCKET_FROM_BYTES];
};

struct websocket_set {
    struct server *server;
    struct rooms *rooms;
    struct websocket *sockets, *dirty;
    uv_prepare_t turn; /* the end of a turn of the loop: sends what is queued */
    uv_timer_t timer;
    uint8_t bytes[WEBSOCKET_READ_BYTES];
};

/* Returns NULL if out of memory. Until it is started, it may be freed at once. */
struct websocket_set *websocket_open(struct server *server);
void websocket_start(struct websocket_set *set);
/* Takes a socket, with bytes that came already, and a connection that is counted by limits_enter.
 */
void websocket_take(struct websocket_set *set, int socket, const void *bytes, size_t length,
                    const struct limits_address *address, const char *from);
/* Sends what waits, and buries those that have ended. */
void websocket_flush(struct websocket_set *set);
/* Finds the connection of a member, as http_find. */
bool websocket_find(const struct member *member, struct server_visit *visit);
/* Looks after all: pings, drops those that are silent or slow. The loop calls it every second. */
void websocket_tend(struct websocket_set *set, double now);
/* Closes all, and the set's own handles; what is left ends with the loop's next turns. */
void websocket_close(struct websocket_set *set, const char *why);
/* Frees it, when all handles have ended. */
void websocket_free(struct websocket_set *set);

#endif
