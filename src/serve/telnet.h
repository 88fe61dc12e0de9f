/* Terminals: telnet, nc, socat. Each connection is a struct term with the lobby's screens. */
#ifndef SERVE_TELNET_H
#define SERVE_TELNET_H

#include "serve/server.h"

struct telnet_door;

/* Listens. Returns NULL after writing what is wrong. */
struct telnet_door *telnet_open(struct server *server, struct text *wrong);
/* Sends what changed to everybody, after something happened in the hall. */
void telnet_flush(struct telnet_door *door);
/* Finds the connection of a member. Returns false if it is not one of this door's. */
bool telnet_find(const struct member *member, struct server_visit *visit);
/* Says a last line to all, and closes; the handles end with the loop's next turns. */
void telnet_close(struct telnet_door *door, const char *why);
/* Frees it, when all handles have ended. libtelnet has the shorter name. */
void telnet_door_free(struct telnet_door *door);

#endif
