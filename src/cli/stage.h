/* Screens on the local terminal: all that a command needs to show them. */
#ifndef CLI_STAGE_H
#define CLI_STAGE_H

#include "term/term.h"

/* Reads the config file, takes the terminal, has `open` open the first screen, and runs until the
 * person leaves. Games are recorded in the archive if `records`. Returns the exit status; if no
 * screen was opened, complains of what was said instead. */
int stage_run(bool records, void (*open)(struct term *term, void *self), void *self);

#endif
