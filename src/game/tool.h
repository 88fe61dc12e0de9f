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
enum { TOOL_OPTIONS_MAX = 8, TOOL_OPERANDS_MAX = 64 };

/* Why a request is refused: a code of the protocol, a message, and the place if it has a kind. */
struct tool_fault {
    const char *code, *message;
    struct json at;
};

struct tool_option {
    const char *name;  /* without the dashes */
    const char *value; /* what it takes, in capitals; NULL for a switch */
    const char *meaning;
};

/* A call by a person. */
struct tool_call {
    const char
        *values[TOOL_OPTIONS_MAX]; /* by the option's place in its table; NULL if not given */
    const char *operands[TOOL_OPERANDS_MAX];
    int count;
    const char *text; /* the content of the file that the operand names, if the tool takes one */
    size_t length;
    void (*print)(void *self, const char *bytes, size_t length);
    void (*complain)(void *self, const char *message); /* one line about what is wrong */
    void *self;
};

struct tool {
    const char *name, *arguments, *summary, *help;
    const struct tool_option *options; /* ended by a NULL name */
    bool takes_file;                   /* its only word is a file, or - */
    int operands_max;
    /* Requests of the protocol that succeed, NULL-ended; NULL if `answer` is. Help shows the first,
     * which is answered at once; the second, if any, runs until its budget ends. */
    const char *const *examples;
    void *(*init)(const struct host *host); /* NULL if memory ran out */
    void (*release)(void *self);
    /* The protocol's command of the tool's name: fields into the open answer, or false and why.
     * NULL if it has none. */
    bool (*answer)(void *self, struct json request, struct text *out, struct tool_fault *fault);
    /* An exit status. */
    int (*run)(void *self, const struct tool_call *call);
};

#endif
