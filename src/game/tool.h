/* What a game can do besides being played: tools of its own, for programs through the engine and
 * for people as `tilewright GAME TOOL`. */
#ifndef GAME_TOOL_H
#define GAME_TOOL_H

#include "base/json.h"
#include "base/text.h"
#include "game/host.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOOL_FINE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 }; /* exit statuses */
enum { TOOL_OPTIONS_MAX = 16, TOOL_OPERANDS_MAX = 64 };

/* Why a request is refused: a code of the protocol, a message, and the place unless missing. */
struct tool_fault {
    const char *code, *message;
    struct json at;
};

struct tool_option {
    const char *name;  /* without the dashes */
    const char *value; /* a name for its value, in capitals; NULL if it takes none */
    const char *meaning;
};

/* A call from the command line. */
struct tool_call {
    const char *values[TOOL_OPTIONS_MAX]; /* by the option's index; NULL if not given */
    const char *operands[TOOL_OPERANDS_MAX];
    int count;
    const char *text; /* the contents of the operand's file, if the tool takes one */
    size_t length;
    void (*print)(void *self, const char *bytes, size_t length);
    void (*complain)(void *self, const char *message); /* prints one line */
    void *self;
};

/* What only the command line needs; the page's module does without. */
#ifdef __wasm__
#define TOOL_COMMAND(value) NULL
#else
#define TOOL_COMMAND(value) (value)
#endif

struct tool {
    const char *name, *arguments, *summary, *help;
    const struct tool_option *options; /* ended by a NULL name */
    bool takes_file;                   /* its operand is a file, or - */
    bool takes_text; /* or it is text, unless it is - or has a dot or a slash, as a file's name */
    int operands_max;
    /* Requests of the protocol that succeed, NULL-ended; NULL if `answer` is. Help shows the first,
     * which is answered at once; the second, if any, runs until its budget is spent. */
    const char *const *examples;
    /* The host must outlive the tool. Returns NULL if out of memory, or if weights that it needs
     * are not loaded yet. */
    void *(*init)(const struct host *host);
    void (*release)(void *self);
    /* Runs the protocol's command of the tool's name: writes fields into the open answer, or
     * returns false and why. NULL if there is no such command. */
    bool (*answer)(void *self, struct json request, struct text *out, struct tool_fault *fault);
    /* Runs a call; returns an exit status. */
    int (*run)(void *self, const struct tool_call *call);
};

#endif
