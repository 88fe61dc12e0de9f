/* The game master's console: a Unix socket for its owner only. A command is a line; its answer is
 * some lines, then "ok" or "error: REASON". */
#ifndef SERVE_CONSOLE_H
#define SERVE_CONSOLE_H

#include "serve/server.h"

struct console_door;

/* Listens. Returns NULL after writing what is wrong. */
struct console_door *console_open(struct server *server, struct text *wrong);
/* Takes no more commands, and removes the socket; the handles end with the loop's next turns. */
void console_close(struct console_door *door);
/* Frees it, when all handles have ended. */
void console_free(struct console_door *door);
/* Runs a command and writes its answer, as above. */
void console_command(struct server *server, const char *line, struct text *out);

#endif
