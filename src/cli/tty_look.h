/* What a terminal can do. */
#ifndef CLI_TTY_LOOK_H
#define CLI_TTY_LOOK_H

#include "term/config.h"

enum { TTY_LOOK_TYPED_MAX = 1024 };

/* What came while the terminal was asked: keys, and its answers. */
struct tty_look_typed {
    size_t count;
    uint8_t bytes[TTY_LOOK_TYPED_MAX];
};

/* Fills what the config leaves open. `file` is the terminal, or -1 if it must not be asked. */
void tty_look_around(struct config *config, int file, struct tty_look_typed *typed);

#endif
