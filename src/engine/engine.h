/* The protocol: takes a request, returns an answer, keeps no state between requests. Also what the
 * files of this folder share. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/json.h"
#include "game/agent.h"
#include "game/envelope.h"
#include "game/game.h"
#include "game/record.h"
#include "game/tool.h"
#include "host/system.h"
#include "tilewright.h"
#include <pthread.h>
#include <stdatomic.h>

enum { ENGINE_MESSAGE_BYTES = 1024, ENGINE_AT_BYTES = 256, ENGINE_CANDIDATES_MAX = 64 };
enum { ENGINE_LINE_BYTES = TW_LINE_MAX + 1 };

/* A tool that has been used. What it keeps between requests only makes it faster. */
struct engine_tool {
    const struct tool *tool;
    void *self;
};

/* An agent that has been asked about a game, likewise. */
struct engine_agent {
    const struct game *game;
    const struct agent *agent;
    struct agents_mind *mind;
};

/* What requests work with. All memory but that of tools and agents is allocated by engine_new. */
struct engine {
    struct host_system system;   /* first: its address is the engine's */
    struct engine_tool *tools;   /* those in use; ends at a NULL tool */
    struct engine_agent *agents; /* those in use; ends at a NULL agent */
    /* Receives the progress lines that precede an answer. */
    void (*send)(void *self, const char *line, size_t length);
    void *send_self;
    /* Asked while work goes on; 0 stops it. */
    int (*watch)(void *self);
    void *watch_self;
    uint32_t milliseconds_max; /* that a request may ask for; 0: as many as the protocol allows */
    char *scratch; /* ENGINE_LINE_BYTES: a progress line, a picture, an observation, a record */
    struct json_doc doc;
    struct json_token *tokens;
    size_t tokens_capacity; /* enough for a request, and for JSON in one of its strings with it */
    char *answer;
    struct text out;
    void *state, *spare;
    struct choice *choices;
    struct candidate *candidates;
    struct scene *scene, *before;
    struct scene_tile *changes;
    struct effect_list effects;
    /* The id of the request that runs, for other threads; NULL if none does. */
    pthread_mutex_t lock;
    const char *running;
    size_t running_length;
    atomic_bool stop; /* that request is to stop */
    /* Of the current request: */
    struct json id;
    bool progress;  /* it asks for progress lines */
    double told;    /* when the last line was sent, in the host's seconds */
    double watched; /* when `watch` was asked last */
    const struct game *game;
    struct envelope envelope;
    bool lucky; /* it has a generator: CHANCE's events are played */
    struct rng rng;
    int viewer;         /* the seat from which the answer hides what it may not see, or -1 */
    bool tells_effects; /* events have their effects with them */
    struct record record;
    struct engine_error {
        const char *code, *reason;
        char message[ENGINE_MESSAGE_BYTES];
        char at[ENGINE_AT_BYTES]; /* where, if `placed` */
        size_t at_length;
        bool placed;
        int line;   /* of a record's text, from 1; 0 if it is about no line */
        bool lists; /* it lists what words could mean: the first of `count` actions of `who` */
        int who, count;
        action candidates[ENGINE_CANDIDATES_MAX];
    } error;
};

/* A command writes its fields into the open answer. Returns false after engine_fail. */
typedef bool engine_run(struct engine *engine, struct json request);

/* Returns NULL if out of memory. */
struct engine *engine_new(void);
void engine_free(struct engine *engine);

/* Returns the answer to one line, without newline; it lasts until the next call. */
const char *engine_answer(struct engine *engine, const char *line, size_t length,
                          size_t *answer_length);
/* The same, with a command of the caller's in place of the request's `cmd`. */
const char *engine_answer_by(struct engine *engine, engine_run *command, const char *line,
                             size_t length, size_t *answer_length);
/* The same for a request that was cancelled before it began. */
const char *engine_answer_cancelled(struct engine *engine, const char *line, size_t length,
                                    size_t *answer_length);
/* Writes the id of an answer, as the request has it, on one line. */
void engine_put_id(struct text *out, struct json id);

/* Stops the request that runs if it has this id, written as JSON; or whichever runs, if `id` is
 * NULL. Returns whether there is one. Any thread may call it. In cancel.c, like all up to
 * engine_end. */
bool engine_cancel(struct engine *engine, const char *id, size_t length);
/* Compares two ids written as JSON: white space and escapes do not count. */
bool engine_same_id(const char *a, size_t a_length, const char *b, size_t b_length);
/* For who takes requests while others run: whether a line may be a `cancel`, for it has the word,
 * as it is or with an escaped character; what that is to cancel, missing if it is none; its answer.
 */
bool engine_may_cancel(const char *text, size_t length);
struct json engine_find_target(struct json request);
void engine_put_cancelled(struct text *out, struct json id, bool cancelled);
/* The request with the engine's id begins to run, and ends. */
void engine_begin(struct engine *engine);
void engine_end(struct engine *engine);

struct engine_command {
    const char *name;
    engine_run *run;
};
extern const struct engine_command engine_commands[]; /* ended by a NULL name */

engine_run engine_run_new, engine_run_apply, engine_run_replay, engine_run_check; /* play.c */
engine_run engine_run_scene, engine_run_observe;                                  /* look.c */
engine_run engine_run_draw;                    /* into engine->scene only; no request names it */
engine_run engine_run_legal, engine_run_parse; /* words.c */
engine_run engine_run_pick;
/* Plays the request's record, an object or the text of a file; `tell` gets each event. In play.c.
 */
bool engine_take_record(struct engine *engine, struct json request, game_tell *tell, void *self);
engine_run engine_run_match, engine_run_review, engine_run_scenario, engine_run_render;
engine_run engine_run_cancel;
engine_run engine_run_merge;
/* In best.c, like all up to engine_release_agents. */
engine_run engine_run_best;
struct advice_query; /* play/advice.h */
/* Lends a query the engine's room. The state is known. */
void engine_ready_query(struct engine *engine, struct advice_query *query);
/* Reads what is asked: who, and the action. */
bool engine_read_question(struct engine *engine, struct json request, struct advice_query *query);
/* Reads who is asked and how: agent, budget, objective, acts_per_tick, seed. The game is known. */
bool engine_read_advisor(struct engine *engine, struct json request, struct advice_query *query);
/* Reads agent and objective alone, from an object in the request. */
bool engine_read_agent(struct engine *engine, struct json request, struct json holder,
                       struct advice_query *query);
bool engine_init_agents(struct engine *engine);
void engine_release_agents(struct engine *engine);
/* Runs a command that is a game's tool, or fails if there is none. In tools.c, like the next two.
 */
engine_run engine_run_tool;
bool engine_init_tools(struct engine *engine);
void engine_release_tools(struct engine *engine);

/* Sets the error, copying the message. Always returns false. */
bool engine_fail(struct engine *engine, const char *code, const char *message);
/* The same, with the place as the JSON Pointer from one value to another. */
bool engine_fail_at(struct engine *engine, const char *code, const char *message, struct json from,
                    struct json to);
/* The same, for an action that the rules do not allow. */
bool engine_fail_reason(struct engine *engine, const char *reason, struct json from,
                        struct json to);
/* Puts a label, such as "line 3", before the error's message. Returns false. */
bool engine_fail_label(struct engine *engine, const char *label);
/* Fails for an event that cannot happen, at a place inside of `from`. */
bool engine_fail_event(struct engine *engine, const struct record_fault *fault, struct json from);

/* Reading a request's fields, in request.c. Each returns false after engine_fail. A field that is
 * absent or null leaves the value as it is. */
bool engine_read_bool(struct engine *engine, struct json request, const char *key, bool *value);
/* A whole number from 1 to `most`; more is a LIMIT. */
bool engine_read_count(struct engine *engine, struct json request, const char *key, uint64_t most,
                       uint64_t *count);
bool engine_read_who(struct engine *engine, struct json request, int *who);
/* Finds out who acts: `who`, or the one who is to move. That one must be on the move; else the
 * fault is at the field of this key. */
bool engine_read_mover(struct engine *engine, struct json request, const char *key, int *who);
/* Reads `who`, a seat of the state's game. */
bool engine_read_seat(struct engine *engine, struct json request, int *seat);
/* Read the state and its game; the game by its name; its params; the generator, if there is one. */
bool engine_read_state(struct engine *engine, struct json request);
bool engine_read_game(struct engine *engine, struct json request);
bool engine_read_params(struct engine *engine, struct json request, int params[PARAMS_MAX]);
bool engine_read_luck(struct engine *engine, struct json request);
/* Writes the generator as it is now; null if there is none. In play.c. */
void engine_put_luck(struct engine *engine);
/* Reads budget_ms, rollouts and nodes; those absent stay 0. */
bool engine_read_budget(struct engine *engine, struct json request, struct budget *budget);
/* Begins long work: reads `progress`, and notes the time. */
bool engine_begin_work(struct engine *engine, struct json request);
/* Reads `hide`, for which `who` must be a seat: the answer then shows only what that one sees. */
bool engine_read_hide(struct engine *engine, struct json request, int seats);

/* Copies the state to `spare`, without what a seat may not see; -1 hides nothing. */
const void *engine_view(struct engine *engine, int seat);
void engine_put_actor(struct engine *engine);
/* Writes the words of an act, as a value. */
void engine_put_name(struct engine *engine, int who, action act);

#endif
