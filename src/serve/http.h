/* The page, its assets, /healthz, /metrics, and the way to WebSockets: libmicrohttpd inside the
 * loop. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/server.h"

struct http_door;

/* Listens. Returns NULL after writing what is wrong. */
struct http_door *http_open(struct server *server, struct text *wrong);
/* Sends what waits for the WebSockets, after something happened in the hall. */
void http_flush(struct http_door *door);
/* Finds the connection of a member. Returns false if it is not one of this door's. */
bool http_find(const struct member *member, struct server_visit *visit);
/* Tells all WebSockets why, and closes; the handles end with the loop's next turns. */
void http_close(struct http_door *door, const char *why);
/* Frees it, when all handles have ended. NULL is fine. */
void http_free(struct http_door *door);

#endif
