/* What a game can do besides being played: tools of its own, for programs through the engine and
 * for people as `tilewright GAME TOOL`. */
#ifndef GAME_TOOL_H
#define GAME_TOOL_H

#include "base/json.h"
#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOOL_FINE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 }; /* exit statuses */
enum { TOOL_OPTIONS_MAX = 8, TOOL_WORDS_MAX = 64 };

/* What the caller lends: threads, a clock, an ear, and files that last. */
struct host {
    int threads; /* at least 1 */
    double (*seconds)(void *self);
    /* How much is done, from 0 to 1, and a few words; false: stop. */
    bool (*go_on)(void *self, double done, const char *words);
    /* Something worth knowing, in a sentence. */
    void (*warn)(void *self, const char *words);
    /* A file kept earlier, of this version and size, whole; it stays until the host is gone. NULL
     * if there is none; a damaged one is warned of. */
    const void *(*load)(void *self, const char *name, uint32_t version, size_t size);
    /* Keeps one, whole or not at all. NULL, or why not. */
    const char *(*keep)(void *self, const char *name, uint32_t version, const void *bytes,
                        size_t size);
    void *self;
};

/* Why a request is refused: a code of the protocol, words, and the place if it has a kind. */
struct tool_fault {
    const char *code, *words;
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
    const char *words[TOOL_WORDS_MAX];
    int count;
    const char *text; /* the content of the file that `words` names, if the tool takes one */
    size_t length;
    void (*print)(void *self, const char *bytes, size_t length);
    void (*complain)(void *self, const char *words); /* one line about what is wrong */
    void *self;
};

struct tool {
    const char *name, *arguments, *summary, *help;
    const struct tool_option *options; /* ended by a NULL name */
    bool takes_file;                   /* its only word is a file, or - */
    int words_max;
    void *(*init)(const struct host *host); /* NULL if memory ran out */
    void (*release)(void *self);
    /* The protocol's command of the tool's name: fields into the open answer, or false and why.
     * NULL if it has none. */
    bool (*answer)(void *self, struct json request, struct text *out, struct tool_fault *fault);
    /* An exit status. */
    int (*run)(void *self, const struct tool_call *call);
};

#endif
