/* The protocol: takes a request, returns an answer, keeps no state between requests. Also what the
 * files of this folder share. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/json.h"
#include "game/envelope.h"
#include "game/game.h"
#include "game/record.h"
#include "game/tool.h"
#include "host/system.h"

enum { ENGINE_PICTURE_MAX = 1 << 18, ENGINE_MESSAGE_BYTES = 256, ENGINE_AT_BYTES = 256 };

/* A tool that has been used. What it keeps between requests only makes it faster. */
struct engine_tool {
    const struct tool *tool;
    void *self;
};

/* What requests work with. All memory but that of tools is allocated by engine_new. */
struct engine {
    struct host_system system; /* first: its address is the engine's */
    struct engine_tool *tools; /* those in use; ends at a NULL tool */
    /* Receives the progress lines that precede an answer; each is written in `line`. */
    void (*send)(void *self, const char *line, size_t length);
    void *send_self;
    char *line;
    struct json_doc doc;
    struct json_token *tokens;
    size_t tokens_capacity;
    char *answer;
    struct text out;
    void *state;
    struct choice *choices;
    struct scene *scene;
    char *picture;
    /* Of the current request: */
    struct json id;
    bool progress; /* it asks for progress lines */
    double told;   /* when the last line was sent, in the host's seconds */
    const struct game *game;
    struct envelope envelope;
    bool lucky; /* it has a generator: CHANCE's events are played */
    struct rng rng;
    struct engine_error {
        const char *code, *reason;
        char message[ENGINE_MESSAGE_BYTES];
        char at[ENGINE_AT_BYTES]; /* where, if `placed` */
        size_t at_length;
        bool placed;
    } error;
};

/* Returns NULL if out of memory. */
struct engine *engine_new(void);
void engine_free(struct engine *engine);

/* Returns the answer to one line, without newline; it lasts until the next call. */
const char *engine_answer(struct engine *engine, const char *line, size_t length,
                          size_t *answer_length);

/* A command writes its fields into the open answer. Returns false after engine_fail. */
struct engine_command {
    const char *name;
    bool (*run)(struct engine *engine, struct json request);
};
extern const struct engine_command engine_commands[]; /* ended by a NULL name */

/* Runs a command that is a game's tool, or fails if there is none. In tools.c, like the next two.
 */
bool engine_run_tool(struct engine *engine, struct json request);
bool engine_init_tools(struct engine *engine);
void engine_release_tools(struct engine *engine);

/* Sets the error, copying the message. Always returns false. */
bool engine_fail(struct engine *engine, const char *code, const char *message);
/* The same, with the place as the JSON Pointer from one value to another. */
bool engine_fail_at(struct engine *engine, const char *code, const char *message, struct json from,
                    struct json to);

#endif
