/* What the game master can say. */
#ifndef SERVE_CONSOLE_COMMANDS_H
#define SERVE_CONSOLE_COMMANDS_H

#include "serve/server.h"

/* A command: its name, what follows it, what it does. NULL-ended. */
struct console_commands_row {
    const char *name, *arguments, *meaning;
    /* Writes lines; returns NULL, or why it was not done. */
    const char *(*run)(struct server *server, char *rest, struct text *out);
};
extern const struct console_commands_row console_commands_rows[];

/* Returns how large an answer may be now. */
size_t console_commands_room(const struct server *server);

#endif
