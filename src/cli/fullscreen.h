/* Runs screens on the local terminal: the config file, the archive, the host for agents. */
#ifndef CLI_FULLSCREEN_H
#define CLI_FULLSCREEN_H

#include "term/term.h"

/* What the command line says about it. */
struct fullscreen {
    bool reads_input; /* standard input is something else than the keyboard */
    bool no_record;   /* nothing goes to the archive */
    const char *tick; /* --tick and others as texts, or NULL */
    bool speedup;
    /* Opens the first screen. */
    void (*open)(struct term *term, void *self);
    void *self;
};

/* Returns whether a screen can be had; else the caller talks in lines. */
bool fullscreen_fits(bool reads_input);
/* Runs it. Returns the exit status. */
int fullscreen_run(const struct fullscreen *how);

#endif
