/* The help of each screen: its keys first, then what it shows, then the game. */
#ifndef TERM_HELP_H
#define TERM_HELP_H

#include "term/choosing.h"

enum help_screen {
    HELP_MENU,
    HELP_OPTIONS,
    HELP_PLAYING,
    HELP_PRACTICE,
    HELP_REPLAY,
    HELP_LIVE,
    HELP_REVIEW,
    HELP_RECORDS,
    HELP_LOBBY,
    HELP_OPENING,
    HELP_WAITING,
    HELP_ROUND,
    HELP_ENDING,
    HELP_SCREENS
};

/* Where a move is being chosen; in games in real time, and in others. */
enum help_when { HELP_ALWAYS, HELP_CHOOSING, HELP_TIMED, HELP_UNTIMED };
enum { HELP_KEY_COLS = 20, HELP_MEANING_COLS = 54 };

/* A line of a page. */
struct help_key {
    const char *keys;  /* NULL: those of the command; "": the line is a heading */
    const char *plain; /* the same in ASCII, if that differs */
    enum config_command command;
    enum help_when when;
    const char *meaning; /* NULL ends the page; at most HELP_MEANING_COLS wide */
};

struct help_page {
    const char *title;
    const struct help_key *keys;
    uint32_t marks; /* a bit for each board_mark that the screen may show */
    bool chooses;   /* where the game has no clock, a move can be chosen */
    bool played;    /* every move is recorded, and can be undone */
};

/* In help_pages.c: the pages, by their help_screen. */
extern const struct help_page help_pages[HELP_SCREENS];

/* Opens the help of a screen; the game is NULL where there is none. `choosing` is how a move is
 * chosen there: the keys that it takes are not listed as commands. NULL where a clock runs or
 * nothing is chosen. */
void help_open(struct term *term, enum help_screen screen, const struct game *game,
               const struct choosing *choosing);
/* The same with a paragraph below the keys; "" if there is none. */
void help_open_with(struct term *term, enum help_screen screen, const struct game *game,
                    const struct choosing *choosing, const char *note);

#endif
