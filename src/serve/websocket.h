/* All WebSockets of the server: sockets that libmicrohttpd handed over after the upgrade. A message
 * is a request; it goes to the hall (rooms.h) or to the clerk. A connection that rests costs a
 * few hundred bytes: readers, clients of the clerk and of the hall are made when they are needed.
 */
#ifndef SERVE_WEBSOCKET_H
#define SERVE_WEBSOCKET_H

#include "serve/server.h"

/* Bytes that may wait for a client to read them; seconds. */
enum { WEBSOCKET_QUEUE_MAX = 1 << 18 };
enum { WEBSOCKET_PING_SECONDS = 30, WEBSOCKET_SILENCE_SECONDS = 60, WEBSOCKET_GRACE_SECONDS = 10 };
enum { WEBSOCKET_CLOSE_SECONDS = 5 };
/* What a connection may send: messages and bytes a second, and at once. */
enum { WEBSOCKET_MESSAGES_RATE = 200, WEBSOCKET_MESSAGES_MOST = 1000 };
enum { WEBSOCKET_BYTES_RATE = 1 << 20, WEBSOCKET_BYTES_MOST = 1 << 22 };
enum { WEBSOCKET_REFUSALS_MAX = 1000 }; /* in a row, then the connection ends */

struct websocket_set;

/* Returns NULL if out of memory. Until it is started, it may be freed at once. */
struct websocket_set *websocket_open(struct server *server);
void websocket_start(struct websocket_set *set);
/* Takes a socket, with bytes that came already, and a connection that is counted by limits_enter.
 */
void websocket_take(struct websocket_set *set, int socket, const void *bytes, size_t length,
                    const struct limits_address *address, const char *from);
void websocket_flush(struct websocket_set *set);
bool websocket_find(const struct websocket_set *set, const struct member *member,
                    struct server_visit *visit);
/* Looks after all: pings, drops those that are silent or slow. The loop calls it every second. */
void websocket_tend(struct websocket_set *set, double now);
/* Closes all, and the set's own handles; what is left ends with the loop's next turns. */
void websocket_close(struct websocket_set *set, const char *why);
/* Frees it, when all handles have ended. */
void websocket_free(struct websocket_set *set);

#endif
