/* A batch: lanes (game/lanes.h) with their memory, stepped by several threads. Its results depend
 * neither on the number of threads nor on how lanes are split into batches: lane i of a batch
 * seeded with s plays as lane 0 of one seeded with s + i. */
#ifndef PLAY_BATCH_H
#define PLAY_BATCH_H

#include "game/lanes.h"
#include "play/player.h"

enum { BATCH_LANES_MAX = 1 << 24, BATCH_THREADS_MAX = 256, BATCH_LIMIT_MAX = 1000000000 };

struct batch;

struct batch_options {
    const struct game *game;
    int params[PARAMS_MAX];
    const struct lanes_level *level;
    const struct game_view *view; /* NULL: planes */
    enum lanes_autoreset autoreset;
    enum lanes_reward reward;
    bool bits, rivals;
    bool changes; /* observations need not be written where they stay the same: nobody else may
                   * write there */
    int count, limit, threads;
};

/* What an agent is asked about all lanes, and where the answers go: for each lane `count` of each.
 */
struct batch_question {
    struct player player; /* MATCH_NODES if no budget is named */
    uint64_t seed;        /* of its luck: lane i has seed + i */
    int count;            /* at least 1 */
    int32_t *acts;        /* the best first; -1 where there are fewer, or the game is over */
    /* As a candidate's, for the seat that acts; NaN if it was not searched. NULL: not wanted; then
     * with a count of 1 only the best matters. */
    float *values;
};

/* Returns options of the standard params, one lane, one thread. */
struct batch_options batch_standard(const struct game *game);
/* Makes a batch whose games have begun; nothing is written yet. Returns NULL if out of memory, or
 * if threads cannot be started. */
struct batch *batch_new(const struct batch_options *options, uint64_t seed);
void batch_free(struct batch *batch);

/* The lanes; to look at. */
const struct lanes *batch_lanes(const struct batch *batch);
/* Sets the buffers. They must stay until other ones are bound or the batch is freed. */
void batch_bind(struct batch *batch, const struct lanes_buffers *buffers);

/* Seeds lane i with seed + i, of all lanes or of those whose byte in `which` is not 0. */
void batch_seed(struct batch *batch, uint64_t seed, const uint8_t *which);
/* Begins new games in all lanes or in those of `which`. */
void batch_reset(struct batch *batch, const uint8_t *which);
/* Acts must be bound. */
void batch_step(struct batch *batch);
/* Tries acts in all lanes (lanes_try). Returns NULL, or why that is not possible. */
const char *batch_try(struct batch *batch, const struct lanes_trial *trial);
/* Asks an agent about all lanes, which stay as they are. It is kept for the next time; the host's
 * clock, all that is used of the host, must outlive the batch. Returns NULL, or why that is not
 * possible. */
const char *batch_advise(struct batch *batch, const struct batch_question *question,
                         const struct host *host);
/* Draws legal acts for all learners. */
void batch_sample(struct batch *batch, int32_t *acts);

/* A lane as plain bytes, to put into any lane of a batch with the same game, params and level; with
 * rivals, if it is the turn of seat 0. */
size_t batch_state_size(const struct batch *batch);
void batch_state_get(const struct batch *batch, int lane, void *bytes);
/* The luck goes on as in the lane that the bytes are from, or stays that of this lane. Returns
 * NULL, or what is wrong; then the lane is unchanged. Does not write to the buffers. */
const char *batch_state_set(struct batch *batch, int lane, const void *bytes, bool with_luck);
/* Begins a game in a lane from a state, which is lent; its luck goes on. Returns NULL, or what is
 * wrong; then the lane is unchanged. */
const char *batch_state_put(struct batch *batch, int lane, const void *state);
/* Writes views, masks, seats and ends of these lanes. */
void batch_look(struct batch *batch, int first, int count);

#endif
