/* A person at a terminal, whichever it is: bytes and time in, bytes out. What is shown is a stack
 * of screens; the top one draws and gets the keys. Nothing here knows where the terminal is: the
 * local one, telnet and tests use it the same way. */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "game/host.h"
#include "play/pool.h"
#include "play/session.h"
#include "play/thinker.h"
#include "show/input.h"
#include "show/wire.h"
#include "term/desk.h"

enum { TERM_SCREENS_MAX = 8, TERM_MESSAGE_BYTES = 256, TERM_BOXES_MAX = 16 };

struct term;

/* What a screen is. A screen frees itself in `release`. */
struct term_screen {
    const char *name;
    /* Draws all of it; the cells are cleared before. */
    void (*draw)(void *self, struct term *term, struct cells *cells);
    void (*event)(void *self, struct term *term, const struct input_event *event);
    /* Optional: when to be run next, in seconds; INFINITY if never. */
    double (*due)(const void *self);
    /* Optional: called when time has passed or an agent has answered. */
    void (*run)(void *self, struct term *term);
    /* Optional: the screen above it was closed; it may have left an answer in term->answer. */
    void (*resume)(void *self, struct term *term);
    /* Optional: returns whether a text is being typed that Enter ends, as a name; without it,
     * `writing` of the term says so. */
    bool (*typing)(const void *self);
    void (*release)(void *self);
    /* Optional: draws only what changed since it was last drawn, in boxes whose every cell it
     * draws; the cells outside of them are anybody's. Returns their number, at most TERM_BOXES_MAX,
     * or -1 if all must be drawn. Such a screen sets `dirty` or `touched` itself where an event
     * changed something. */
    int (*patch)(void *self, struct term *term, struct cells *cells, struct cells_box *boxes);
};

/* What the program around a terminal lends. */
struct term_setup {
    const struct config *config;
    const struct host *host; /* for agents */
    struct pool *pool;   /* whose threads agents and other work use; NULL: they have their own */
    struct desk *desk;   /* that all terms of this thread share; NULL: one of its own */
    const char *archive; /* the folder of recorded games, or NULL: nothing is recorded */
    /* Called from any thread when term_run would have something to do. */
    void (*wake)(void *self);
    void *self;
    /* Fills a seed for a game, drawn by the program. */
    void (*draw_seed)(void *self, char *seed, size_t capacity);
    int rows, cols;
    bool remote; /* the person sits at another machine: files of this one are not spoken of */
};

struct term {
    struct term_setup setup;
    struct config config; /* after a change of looks: term_set_looks */
    struct desk *desk;    /* the shared one or its own */
    struct cells cells;   /* of the desk: what lies there lasts only while a screen draws */
    struct wire wire;
    struct input input;
    struct {
        const struct term_screen *screen;
        void *self;
    } screens[TERM_SCREENS_MAX];
    int count;
    double now, typed; /* the time; when the last byte came */
    bool dirty;        /* the top screen must be drawn */
    bool touched;      /* it may be: its `patch` knows what changed */
    bool bell;         /* to ring */
    bool writing;      /* a text is being typed: what is pasted belongs to it, commands or not */
    int64_t answer;    /* what a screen that was closed leaves for the one below; -1 if nothing */
    char message[TERM_MESSAGE_BYTES]; /* for the line above the last, until the next key */
};

/* Returns NULL if out of memory. */
struct term *term_new(const struct term_setup *setup);
void term_free(struct term *term);

/* Opens a screen over the others; closes the top one. When none is left the person has left. The
 * screen is released if there is no room. */
void term_open(struct term *term, const struct term_screen *screen, void *self);
void term_close(struct term *term);
/* Makes the lowest screen another one with the same self; those above it stay. */
void term_turn(struct term *term, const struct term_screen *screen);
bool term_is_done(const struct term *term);

void term_input(struct term *term, const uint8_t *bytes, size_t count, double now);
/* Takes another size; without memory for it, as soon as there is. */
void term_resize(struct term *term, int rows, int cols);
/* Returns whether the top screen is typed a text that Enter ends: terminals that send whole lines
 * need to know what the end of a line means. */
bool term_is_typing(const struct term *term);
/* Lets time pass. */
void term_run(struct term *term, double now);
/* Returns when term_run is needed next; INFINITY if only input or a wake matters. */
double term_due(const struct term *term);
/* Writes what the terminal must get now; nothing if nothing changed. False if more is to come:
 * call again when that is sent. */
bool term_output(struct term *term, struct text *out);

/* Says something in the line above the last. */
void term_say(struct term *term, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes the screen look as term->config says. */
void term_set_looks(struct term *term);
/* Makes a thinker that wakes this terminal. Returns NULL if out of memory. */
struct thinker *term_new_thinker(const struct term *term, const struct game *game,
                                 const struct agent *agent);

/* Rings, if the person wants that. */
void term_ring(struct term *term);
/* Returns the command that a key means, or -1. */
int term_command(const struct term *term, uint32_t key);

#endif
