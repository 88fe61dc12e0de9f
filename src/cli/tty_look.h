/* What a terminal can do: from the environment, and by asking it whether it is dark. */
#ifndef CLI_TTY_LOOK_H
#define CLI_TTY_LOOK_H

#include "term/config.h"

/* Fills what the config leaves open. `file` is the terminal, in raw mode. */
void tty_look_around(struct config *config, int file);

#endif
