/* The local terminal: it lends a struct term bytes and time, and is put back as it was whatever
 * happens: a signal, a crash, the end. A program has one. */
#ifndef CLI_TTY_H
#define CLI_TTY_H

#include "term/term.h"

/* Returns whether there is a terminal to draw on: standard output is one, and so is standard input
 * unless something else is read from it; and TERM names one that can do it. */
bool tty_fits(bool reads_input);
/* Takes the terminal: raw keys, the alternate screen. Returns 0, or -1 with errno. */
int tty_open(bool mouse);
/* Finds out what the terminal can do, and fills what the config leaves open: colours, characters,
 * dark or light. */
void tty_look(struct config *config);
void tty_size(int *rows, int *cols);
/* Runs until the person leaves. Returns the exit status: CLI_SIGNAL and the number of the signal
 * that ended it, SIGHUP if the terminal is gone. */
int tty_run(struct term *term);
/* Gives the terminal back. */
void tty_close(void);

/* For term_setup: has the loop look again. Any thread may call it. */
void tty_wake(void *self);
/* Seconds on the loop's clock. */
double tty_now(void);

#endif
