/* The game master's socket in the file system: only its owner may open it. */
#ifndef SERVE_CONSOLE_SOCKET_H
#define SERVE_CONSOLE_SOCKET_H

#include "base/text.h"

/* Makes and binds it, with its folder, where there is none. A socket that a dead server left is
 * replaced. Returns -1 after writing what is wrong. */
int console_socket_bind(const char *path, struct text *wrong);
/* Connects to it. Returns -1 with errno. */
int console_socket_connect(const char *path);

#endif
