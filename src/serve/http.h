/* The page, its assets, /healthz, /metrics, and the way to WebSockets: libmicrohttpd inside the
 * loop. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/server.h"

struct http_door;

struct http_door *http_open(struct server *server, struct text *wrong);
/* Sends what waits for the WebSockets, after something happened in the hall. */
void http_flush(struct http_door *door);
/* Finds the connection of a member. Returns false if it is not one of this door's. */
bool http_find(const struct member *member, struct server_visit *visit);
/* Tells all WebSockets that the server ends, and closes them. */
void http_close(struct http_door *door, const char *why);
void http_free(struct http_door *door);

#endif
