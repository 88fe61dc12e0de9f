/* What is said on standard error while the screen is full: it would be painted over and lost, so it
 * is kept and told when the terminal is given back. */
#ifndef CLI_TTY_ERRORS_H
#define CLI_TTY_ERRORS_H

/* Begins to keep it, if standard error is a terminal. */
void tty_errors_keep(void);
/* Tells what was kept, and keeps no more. Safe in a handler of signals. */
void tty_errors_tell(void);

#endif
