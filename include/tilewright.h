/* Tilewright as a library: the engine protocol (docs/protocol.md) as one C call, and batches of
 * games for programs that learn (docs/learning.md).
 *
 *     struct tw_engine *engine = tw_open();
 *     size_t length;
 *     puts(tw_request(engine, "{\"cmd\":\"games\"}", 15, &length));
 *     tw_close(engine);
 *
 * Build with: cc program.c $(pkg-config --cflags --libs tilewright) */
#ifndef TILEWRIGHT_H
#define TILEWRIGHT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TW_VERSION "0.1.0"
#define TW_PROTOCOL 1
/* The most bytes of a request, and of an answer. */
#define TW_LINE_MAX 1048576

#if defined(__GNUC__)
#define TW_API __attribute__((visibility("default")))
#else
#define TW_API
#endif

struct tw_engine;

/* Returns the TW_VERSION that the library was built with. */
TW_API const char *tw_version(void);

/* Returns a new engine, or NULL if out of memory. Engines share nothing: use one per thread. Only
 * tw_cancel may be called for an engine that works in another thread. */
TW_API struct tw_engine *tw_open(void);
/* Frees an engine; NULL is allowed. */
TW_API void tw_close(struct tw_engine *engine);

/* Sets the function that receives the progress lines of requests with "progress": true, each
 * without newline and ended by a NUL. It is called from within tw_request and must not call
 * tw_request. */
TW_API void tw_listen(struct tw_engine *engine,
                      void (*hear)(void *self, const char *line, size_t length), void *self);

/* Answers one request of `length` bytes; a newline at its end is ignored. The answer, without
 * newline and ended by a NUL, belongs to the engine and lasts until the engine's next call; its
 * length goes to *answer_length unless that is NULL. Every request gets an answer, a bad one an
 * error. */
TW_API const char *tw_request(struct tw_engine *engine, const char *request, size_t length,
                              size_t *answer_length);

/* Stops the request that the engine works on, if its id is the JSON value in the `length` bytes at
 * `id`; if `id` is NULL, whichever it works on. The request is then answered with its best so far,
 * or with CANCELLED. Returns 1 if there is such a request, else 0. Any thread may call it, also the
 * functions given to tw_listen and tw_watch. */
TW_API int tw_cancel(struct tw_engine *engine, const char *id, size_t length);

/* Sets a function that is called many times a second, from within tw_request, while a request takes
 * long. If it returns 0, the request is stopped as by tw_cancel. It must not call tw_request. NULL:
 * none. */
TW_API void tw_watch(struct tw_engine *engine, int (*go_on)(void *self), void *self);

/* Batches of games, for programs that learn. A batch has `count` lanes, a game each, and plays an
 * act in all of them at once. An act is a number; docs/rules-GAME.md says what it means. One thread
 * at a time may use a batch.
 *
 *     char error[256];
 *     struct tw_vec *vec = tw_vec_new("lines", 4096, "{\"view\":\"cells\"}", 7, error, 256);
 *     struct tw_vec_shape shape;
 *     tw_vec_measure(vec, &shape);
 *     ... allocate what you want to have written ...
 *     tw_vec_bind(vec, &(struct tw_vec_buffers){.actions = actions, .masks = masks, ...});
 *     tw_vec_reset(vec, NULL);
 *     for (;;) choose(actions, masks), tw_vec_step(vec);
 *
 * The results are the same for any number of threads. Lane i of a batch with the seed s plays as
 * lane 0 of one with the seed s + i. */
struct tw_vec;

struct tw_vec_shape {
    int32_t count;    /* lanes */
    int32_t learners; /* of each lane, who act in a step: all seats or the one whose turn it is */
    int32_t seats;    /* of each lane */
    int32_t actions;  /* acts are from 0 to actions - 1 */
    int32_t planes, rows, cols; /* of an observation, a byte each */
    int32_t mask_bytes;         /* of a mask: `actions`; with "masks":"bits" (actions + 7) / 8 */
    int64_t state_bytes;        /* of what tw_vec_state_get writes */
};

/* The caller's buffers. Those that are NULL are not written; only `actions` must be there. */
struct tw_vec_buffers {
    const int32_t *actions;          /* [count][learners] */
    uint8_t *observations;           /* [count][learners][planes][rows][cols] */
    uint8_t *masks;                  /* [count][learners][mask_bytes]: 1 for a legal act */
    float *rewards;                  /* [count][seats] */
    uint8_t *terminated, *truncated; /* [count]: 1 if the game is over, or cut short by "limit" */
    uint8_t *seats;                  /* [count]: who acts next, if seats take turns */
    /* Written where a game has just ended, else left as they are: */
    uint8_t *final_observations; /* as observations; with "autoreset":"same_step" only */
    float *episode_returns;      /* [count][seats]: the sum of the rewards */
    int32_t *episode_lengths;    /* [count]: the number of steps */
};

/* Makes a batch whose games have begun. `options` is NULL or a JSON object with any of these, each
 * here with its standard value:
 *     "params": {}              of the game, as in the protocol
 *     "level": "turns"          what an act is; falls has "ticks" and "places"
 *     "view": "planes"          what is observed; slide, lines and falls also have "cells",
 *                               lines also "features"
 *     "masks": "bytes"          or "bits", the lowest first
 *     "autoreset": "next_step"  or "same_step" or "disabled"
 *     "reward": "points"        what a seat gains; or "outcome": 1, 0 or -1 at the end
 *     "rivals": "none"          or "random", where seats take turns: the learner is seat 0, the
 *                               others play at random
 *     "writes": "all"           or "changes": a step may leave out bytes of observations that
 *                               stay the same, so nobody else may write there
 *     "limit": 0                steps until a game is cut short; 0: never
 *     "threads": 1
 *
 * Returns NULL if that is not possible; then `error`, unless NULL, says why, in at most `capacity`
 * bytes with the closing NUL; 256 are enough. */
TW_API struct tw_vec *tw_vec_new(const char *game, int count, const char *options, uint64_t seed,
                                 char *error, size_t capacity);
/* Frees a batch; NULL is allowed. */
TW_API void tw_vec_free(struct tw_vec *vec);
TW_API void tw_vec_measure(const struct tw_vec *vec, struct tw_vec_shape *shape);
/* Sets the buffers, which must stay where they are. */
TW_API void tw_vec_bind(struct tw_vec *vec, const struct tw_vec_buffers *buffers);

/* Seeds the luck: lane i by seed + i. `which` is NULL for all lanes, or has a byte for each, not 0
 * for those that are meant; here and below. */
TW_API void tw_vec_seed(struct tw_vec *vec, uint64_t seed, const uint8_t *which);
/* Begins new games, and writes what is seen. */
TW_API void tw_vec_reset(struct tw_vec *vec, const uint8_t *which);
/* Plays `actions` in all lanes. Returns 0; -1 if no actions are bound. Allocates nothing. */
TW_API int tw_vec_step(struct tw_vec *vec);
/* Tries `count` acts in each lane, which stays as it is: writes what would be seen after each,
 * before any luck, and what the seat would gain; -1 for an act that is not legal, which changes
 * nothing. `observations` [lanes][count][planes][rows][cols] and `gains` [lanes][count] may be
 * NULL. Returns NULL, or what is wrong: so at levels whose acts are not the game's own, or where
 * all seats act. */
TW_API const char *tw_vec_try(struct tw_vec *vec, const int32_t *actions, int count,
                              uint8_t *observations, float *gains);
/* Asks an agent, as "rank:9n" or "mcts:200r" (docs/agents.md), about each lane, which stays as it
 * is. Without a budget it has 20000 nodes. Writes its `count` best acts, the best first, -1 where
 * there are fewer or the game is over; and what each is worth to the seat that acts, in points: the
 * lead at the end, or alone those still to come; NaN where the agent has not searched. `acts`
 * and `values` are [lanes][count]. `values` may be NULL: then with a count of 1 it looks for
 * the best act alone, as in a match, which is faster. Its luck in lane i comes from seed + i; the
 * answers are the same on any number of threads, unless the budget is time. The agent is kept for
 * the next call. Returns 0, or -1 and in `error` why not, as tw_vec_new does, and then has written
 * nothing: so at levels whose acts are not the game's own, or where all seats act. */
TW_API int tw_vec_advise(struct tw_vec *vec, const char *agent, uint64_t seed, int count,
                         int32_t *acts, float *values, char *error, size_t capacity);
/* Draws a legal act for each learner, all equally likely; 0 where there is none. */
TW_API void tw_vec_sample(struct tw_vec *vec, int32_t *actions);

/* A lane as plain bytes, for a search that tries moves: the game, its return and length, its luck.
 * They fit any lane of a batch of the same game, params and level; with rivals, if it is the turn
 * of seat 0. With `luck` 0 the lane keeps its own luck, so that what comes next is drawn anew.
 * Returns NULL, or what is wrong, and then nothing has changed. Nothing is written to the buffers:
 * tw_vec_look does that. */
TW_API const char *tw_vec_state_get(const struct tw_vec *vec, int lane, void *bytes);
TW_API const char *tw_vec_state_set(struct tw_vec *vec, int lane, const void *bytes, int luck);
/* Writes observations, masks, seats and ends of `count` lanes from `first` on. Returns 0; -1 if
 * there are no such lanes. */
TW_API int tw_vec_look(struct tw_vec *vec, int first, int count);
/* Writes the state of a lane as JSON of the protocol, ended by a NUL. Returns its length without
 * the NUL; -1 if there is no such lane or `capacity` bytes are too few: 65536 are always enough. */
TW_API int64_t tw_vec_json(const struct tw_vec *vec, int lane, char *text, size_t capacity);
/* Begins a game in a lane from such a state, of the sizes and players of the batch; luck that is
 * due is drawn. Returns 0, or -1 and in `error` why not, as tw_vec_new does. */
TW_API int tw_vec_json_set(struct tw_vec *vec, int lane, const char *json, size_t length,
                           char *error, size_t capacity);
/* Returns the number of an action of the protocol, in the state of a lane, for the seat that acts
 * there or, if all act at once, for `learner`. Returns -1, and why in `error`, if there is none; so
 * it does at levels whose acts are not the game's own. It need not be legal. */
TW_API int32_t tw_vec_act(const struct tw_vec *vec, int lane, int learner, const char *action,
                          size_t length, char *error, size_t capacity);
/* The reverse: writes an act as an action of the protocol; null for the act that does nothing.
 * Returns its length, or -1 if there is no such act, or no room. */
TW_API int64_t tw_vec_action(const struct tw_vec *vec, int lane, int learner, int32_t act,
                             char *text, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
