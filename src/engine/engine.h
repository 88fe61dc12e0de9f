/* The protocol: a request in, an answer out; no sockets, no state between requests. Inside the
 * engine's own folder this is all that its files share. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/json.h"
#include "game/envelope.h"
#include "game/game.h"
#include "game/record.h"
#include "game/tool.h"
#include "host/system.h"

enum { ENGINE_PICTURE_MAX = 1 << 18 };

/* A tool that has been used; it keeps what it worked out, which only makes it faster. */
struct engine_tool {
    const struct tool *tool;
    void *self;
};

/* What a request works with. All memory is taken once, at the start, but for that of tools. */
struct engine {
    struct host_system system; /* first: the tools' host is the engine */
    struct engine_tool *tools; /* those in use, ended by a NULL tool */
    /* Gets the lines that come before an answer; each is made in `line`. */
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
    /* Of the request at hand: */
    struct json id;
    bool progress; /* it wants to be told about long work */
    double told;   /* when it was last, in the host's seconds */
    const struct game *game;
    struct envelope envelope;
    bool lucky; /* it brought a generator: CHANCE is played out */
    struct rng rng;
    struct engine_error {
        const char *code, *message, *reason;
        char at[256], composed[160]; /* where, if `placed`; a message that had to be put together */
        size_t at_length;
        bool placed;
    } error;
};

struct engine *engine_new(void);
void engine_free(struct engine *engine);

/* The answer to one line, without newline; it lasts until the next call. */
const char *engine_answer(struct engine *engine, const char *line, size_t length,
                          size_t *answer_length);

/* A command writes its fields into the open answer; false after engine_fail. */
struct engine_command {
    const char *name;
    bool (*run)(struct engine *engine, struct json request);
};
extern const struct engine_command engine_commands[]; /* ended by a NULL name */

/* The same for a command that is a game's tool, or none at all: in tools.c. */
bool engine_run_tool(struct engine *engine, struct json request);
bool engine_init_tools(struct engine *engine);
void engine_release_tools(struct engine *engine);

/* Always false, to be returned. */
bool engine_fail(struct engine *engine, const char *code, const char *message);
/* The same, with the pointer from one value to another. */
bool engine_fail_at(struct engine *engine, const char *code, const char *message, struct json from,
                    struct json to);

#endif
