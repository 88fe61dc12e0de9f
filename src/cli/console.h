/* The host of long work that a person called: a progress bar on a terminal, and signals that stop
 * the work. A program has one console at a time. */
#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

#include "host/system.h"

struct console {
    struct host_system system; /* first: its address is the console's */
    bool shows, shown;         /* there is a terminal; it shows the bar now */
    double told;               /* when the bar was last drawn */
    const char *stopped;       /* what is said if a signal stopped the work; "stopped" at first */
};

/* Makes the host, and catches signals: the first of each kind makes go_on return false, the second
 * kills the program. */
void console_init(struct console *console);
/* Clears the bar and releases the host. Returns the status; or, if a signal stopped the work, says
 * so and returns CLI_SIGNAL and its number. */
int console_release(struct console *console, int status);
/* Returns whether a signal or a closed output asks to stop. */
bool console_stopped(void);

/* Clears the bar, so that something else can be printed. */
void console_clear(struct console *console);
/* Prints on standard output, and flushes whole lines: the next may take long. The self is the
 * console, as a tool's call takes it, here and below. */
void console_print(void *self, const char *bytes, size_t length);
/* Prints one line on standard error, unless the work was stopped: then nothing else is to be
 * complained of. */
void console_complain(void *self, const char *message);

#endif
