/* Lanes: many games of one kind side by side, as programs that learn play them. A lane is a game
 * with its own luck. A step plays an act in every lane, begins new games where one is over, and
 * writes what the learners see into buffers of the caller.
 *
 * A level says what an act of a learner is. lanes_run is the one loop for all levels. A game may
 * have levels of its own: functions that the compiler can inline into that loop. Its level of the
 * standard name must do exactly what lanes_standard does for any game, to the last byte. */
#ifndef GAME_LANES_H
#define GAME_LANES_H

#include "game/game.h"
#include <string.h>

#ifdef SANITIZED
#define LANES_INLINE static inline
#else
#define LANES_INLINE static inline __attribute__((always_inline))
#endif

/* When a new game begins: at the step after the last one, whose act is then ignored; within the
 * last step; or when the caller says so. */
enum lanes_autoreset { LANES_NEXT_STEP, LANES_SAME_STEP, LANES_DISABLED };

/* A reward is the change of a seat's score; or it comes only at the end of the game: 1 for who wins
 * alone, 0 for who shares the win, else -1. An act that is not legal changes nothing; where points
 * count, it costs LANES_ILLEGAL of them. */
enum lanes_reward { LANES_POINTS, LANES_OUTCOME };
enum { LANES_ILLEGAL = -1, LANES_DEALS_MAX = 100 };

/* How a game ended. */
enum lanes_end { LANES_GOES_ON, LANES_TERMINATED, LANES_TRUNCATED };

/* The caller's buffers; of all but the acts, those that are NULL are not written. Each has an
 * element for each lane, or for each learner or seat of each lane. */
struct lanes_buffers {
    const int32_t *acts;             /* of each learner */
    uint8_t *views;                  /* of each learner: view_bytes */
    uint8_t *masks;                  /* of each learner: mask_bytes */
    float *rewards;                  /* of each seat */
    uint8_t *terminated, *truncated; /* 0 or 1 */
    uint8_t *seats;                  /* whose view it is, if seats take turns */
    /* Of a game that has just ended; otherwise left as they are. */
    uint8_t *final_views; /* of each learner; only with LANES_SAME_STEP */
    float *returns;       /* of each seat: the sum of its rewards */
    int32_t *lengths;     /* the number of steps */
};

/* A lane besides the game's state. */
struct lanes_one {
    float returns[SEATS_MAX];
    int32_t length;   /* steps of this game, at most INT32_MAX */
    uint8_t ended;    /* enum lanes_end */
    uint8_t seat;     /* who moves, or moved last, if seats take turns */
    uint8_t spare[2]; /* 0 */
    uint64_t sampled; /* how many acts lanes_sample has drawn */
    struct rng luck;
};

struct lanes_level;

struct lanes {
    const struct game *game;
    const struct lanes_level *level;
    const struct game_view *view; /* NULL: what `observe` writes */
    enum lanes_autoreset autoreset;
    enum lanes_reward reward;
    bool bits;        /* a mask has a bit for each act, the lowest first; else a byte */
    bool rivals;      /* the learner is seat 0; the others, who take turns, play at random */
    int count, limit; /* lanes; steps until a game is cut short, 0: never */
    int learners, seats, acts;
    int planes, rows, cols; /* of a view */
    size_t view_bytes, mask_bytes;
    size_t size, stride; /* of a state: bytes in use, and from one to the next */
    const void *fresh;   /* the state as `start` makes it */
    uint8_t *states;
    struct lanes_one *one;
    struct lanes_buffers io;
    /* What the view of each lane still shows, as `renew` of its level notes it; 0: not known. NULL:
     * views are always written whole. */
    uint32_t *shown;
};

/* What a level does with one game. `scratch` holds choices_max of the game. */
struct lanes_ops {
    /* Begins a game: `fresh`, and its luck up to the first act. */
    void (*begin)(const struct lanes *lanes, void *state, struct rng *luck, struct choice *scratch);
    /* Plays a step, with an act of each learner and the luck after it. Adds to `points` of each
     * seat what it gains. */
    void (*play)(const struct lanes *lanes, void *state, const int32_t *acts, struct rng *luck,
                 int32_t *points, struct choice *scratch);
    bool (*over)(const struct lanes *lanes, const void *state);
    /* Returns the seat to move, of seats that take turns; the game is not over. NULL in ops for
     * lanes_run only: all games have one seat, which spares the loop many questions. */
    int (*mover)(const struct lanes *lanes, const void *state);
    void (*view)(const struct lanes *lanes, const void *state, int seat, uint8_t *out);
    void (*mask)(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                 struct choice *scratch);
    /* Draws a legal act; 0 if there is none. */
    int32_t (*sample)(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                      struct choice *scratch);
    /* Writes what has changed in the only learner's view; `shown` notes what it shows, or is 0.
     * Returns the note for the next time. NULL: views are always written whole. */
    uint32_t (*renew)(const struct lanes *lanes, const void *state, uint8_t *out, uint32_t shown);
};

/* Acts to be tried, and what comes of them; for each lane `count` of each. */
struct lanes_trial {
    const int32_t *acts;
    int count;
    uint8_t *views;
    float *gains;
};

static inline void lanes_tell_gain(const struct lanes_trial *trial, size_t at, int gained) {
    if (trial->gains) trial->gains[at] = (float)gained;
}

typedef void lanes_run_part(struct lanes *lanes, int first, int end, struct choice *scratch);

struct lanes_level {
    const char *name, *meaning;
    bool together; /* all seats act in a step; else the one whose turn it is */
    int (*acts)(const struct game *game, const void *state);
    struct lanes_ops ops;
    lanes_run_part *run; /* steps lanes; NULL: lanes_run with `ops` */
};

/* Returns the level for any game: "turns", or "ticks" for a game with a clock. There an act is one
 * of a seat's or, the last, to wait; acts that are blocked mean to wait. After all seats have
 * acted the clock ticks once for each. */
const struct lanes_level *lanes_standard(const struct game *game);
/* Finds a level by name, the game's own first; NULL: its first one. Likewise a view; *found tells
 * whether there is one. */
const struct lanes_level *lanes_find_level(const struct game *game, const char *name);
const struct game_view *lanes_find_view(const struct game *game, const char *name, bool *found);

/* Sets the sizes from `game`, `level`, `view`, `bits` and `fresh`. */
void lanes_measure(struct lanes *lanes);
/* Seeds the luck of a lane. */
void lanes_seed(struct lanes *lanes, int lane, uint64_t seed);
/* Begin new games, step all lanes, and draw legal acts for all learners; of a part of the lanes. */
void lanes_reset(struct lanes *lanes, int first, int end, struct choice *scratch);
void lanes_step(struct lanes *lanes, int first, int end, struct choice *scratch);
void lanes_sample(struct lanes *lanes, int first, int end, int32_t *acts, struct choice *scratch);
/* Writes views, masks, seats and whether the games have ended, of lanes. */
void lanes_look(struct lanes *lanes, int first, int end, struct choice *scratch);

/* Tries acts of the only learner, `count` in each lane, in `spare`, which holds a state: writes
 * what the learner then sees, before any luck, and what its seat gains, or LANES_ILLEGAL for an act
 * that is not legal and changes nothing. Views or gains may be NULL. The lanes stay as they are. */
void lanes_try(const struct lanes *lanes, int first, int end, const struct lanes_trial *trial,
               void *spare);

/* Begins a game from the state that a lane holds. */
void lanes_go_on(struct lanes *lanes, int lane, struct choice *scratch);

static inline void *lanes_state(const struct lanes *lanes, int lane) {
    return lanes->states + lanes->stride * (size_t)lane;
}

/* Adds an act to a mask that is all 0. */
static inline void lanes_allow(const struct lanes *lanes, uint8_t *mask, int act) {
    if (lanes->bits)
        mask[act >> 3] = (uint8_t)(mask[act >> 3] | 1u << (act & 7));
    else
        mask[act] = 1;
}

/* The loop. `ops` is a constant where it is called, so that the compiler inlines it all. */

LANES_INLINE int lanes_learners(const struct lanes *lanes, const struct lanes_ops *ops) {
    return ops->mover ? lanes->learners : 1;
}

LANES_INLINE int lanes_seats(const struct lanes *lanes, const struct lanes_ops *ops) {
    return ops->mover ? lanes->seats : 1;
}

LANES_INLINE int lanes_viewer(const struct lanes *lanes, int lane, int learner,
                              const struct lanes_ops *ops) {
    return !ops->mover || lanes->level->together ? learner : lanes->one[lane].seat;
}

LANES_INLINE void lanes_write_views(const struct lanes *lanes, int lane, uint8_t *views,
                                    const struct lanes_ops *ops) {
    size_t at = (size_t)lane * (size_t)lanes_learners(lanes, ops);
    for (int i = 0; i < lanes_learners(lanes, ops); i++)
        ops->view(lanes, lanes_state(lanes, lane), lanes_viewer(lanes, lane, i, ops),
                  views + (at + (size_t)i) * lanes->view_bytes);
}

LANES_INLINE void lanes_write(const struct lanes *lanes, int lane, struct choice *scratch,
                              const struct lanes_ops *ops) {
    const struct lanes_buffers *io = &lanes->io;
    size_t at = (size_t)lane * (size_t)lanes_learners(lanes, ops);
    if (io->views && ops->renew && lanes->shown)
        lanes->shown[lane] = ops->renew(lanes, lanes_state(lanes, lane),
                                        io->views + at * lanes->view_bytes, lanes->shown[lane]);
    else if (io->views)
        lanes_write_views(lanes, lane, io->views, ops);
    for (int i = 0; io->masks && i < lanes_learners(lanes, ops); i++)
        ops->mask(lanes, lanes_state(lanes, lane), lanes_viewer(lanes, lane, i, ops),
                  io->masks + (at + (size_t)i) * lanes->mask_bytes, scratch);
    if (io->seats) io->seats[lane] = lanes->one[lane].seat;
}

/* Lets the other seats play until it is the learner's turn; and notes whose turn it is. */
LANES_INLINE void lanes_pass_on(const struct lanes *lanes, struct lanes_one *one, void *state,
                                int32_t *points, struct choice *scratch,
                                const struct lanes_ops *ops) {
    if (lanes_seats(lanes, ops) == 1 || lanes->level->together) return;
    while (!ops->over(lanes, state)) {
        int seat = ops->mover(lanes, state);
        if (seat == 0 || !lanes->rivals) {
            one->seat = (uint8_t)seat;
            return;
        }
        int32_t act = ops->sample(lanes, state, seat, &one->luck, scratch);
        ops->play(lanes, state, &act, &one->luck, points, scratch);
    }
}

/* A lane holds a new state: plays on to the first act of a learner. */
LANES_INLINE void lanes_enter(const struct lanes *lanes, int lane, struct choice *scratch,
                              const struct lanes_ops *ops) {
    struct lanes_one *one = &lanes->one[lane];
    void *state = lanes_state(lanes, lane);
    int32_t points[SEATS_MAX] = {0};
    memset(one->returns, 0, sizeof one->returns);
    one->length = 0;
    one->seat = 0;
    if (lanes->shown) lanes->shown[lane] = 0;
    lanes_pass_on(lanes, one, state, points, scratch, ops);
    one->ended = ops->over(lanes, state) ? LANES_TERMINATED : LANES_GOES_ON;
}

/* A game that is over before the first act, as a puzzle that is dealt solved, is dealt anew. Should
 * that go on, the lane has ended. */
LANES_INLINE void lanes_begin(const struct lanes *lanes, int lane, struct choice *scratch,
                              const struct lanes_ops *ops) {
    struct lanes_one *one = &lanes->one[lane];
    one->ended = LANES_TERMINATED;
    for (int i = 0; i < LANES_DEALS_MAX && one->ended; i++) {
        ops->begin(lanes, lanes_state(lanes, lane), &one->luck, scratch);
        lanes_enter(lanes, lane, scratch, ops);
    }
}

/* Turns points into rewards at the end of a game. */
void lanes_judge(const struct lanes *lanes, const void *state, enum lanes_end ended,
                 int32_t *points);

/* A game has ended: tells so, and begins the next one where that is due. */
LANES_INLINE void lanes_finish(struct lanes *lanes, int lane, struct choice *scratch,
                               const struct lanes_ops *ops) {
    const struct lanes_buffers *io = &lanes->io;
    const struct lanes_one *one = &lanes->one[lane];
    size_t at = (size_t)lane * (size_t)lanes->seats;
    for (int seat = 0; io->returns && seat < lanes->seats; seat++)
        io->returns[at + (size_t)seat] = one->returns[seat];
    if (io->lengths) io->lengths[lane] = one->length;
    if (lanes->autoreset != LANES_SAME_STEP) return;
    if (io->final_views) lanes_write_views(lanes, lane, io->final_views, ops);
    lanes_begin(lanes, lane, scratch, ops);
}

LANES_INLINE void lanes_tell(const struct lanes *lanes, int lane, enum lanes_end ended,
                             const int32_t *points, const struct lanes_ops *ops) {
    const struct lanes_buffers *io = &lanes->io;
    int seats = lanes_seats(lanes, ops);
    size_t at = (size_t)lane * (size_t)seats;
    for (int seat = 0; io->rewards && seat < seats; seat++)
        io->rewards[at + (size_t)seat] = (float)points[seat];
    if (io->terminated) io->terminated[lane] = ended == LANES_TERMINATED;
    if (io->truncated) io->truncated[lane] = ended == LANES_TRUNCATED;
}

LANES_INLINE void lanes_step_one(struct lanes *lanes, int lane, struct choice *scratch,
                                 const struct lanes_ops *ops) {
    struct lanes_one *one = &lanes->one[lane];
    void *state = lanes_state(lanes, lane);
    int32_t points[SEATS_MAX] = {0};
    if (one->ended && lanes->autoreset == LANES_DISABLED) {
        lanes_tell(lanes, lane, one->ended, points, ops);
    } else if (one->ended) {
        lanes_begin(lanes, lane, scratch, ops);
        lanes_tell(lanes, lane, LANES_GOES_ON, points, ops);
    } else {
        size_t at = (size_t)lane * (size_t)lanes_learners(lanes, ops);
        ops->play(lanes, state, lanes->io.acts + at, &one->luck, points, scratch);
        lanes_pass_on(lanes, one, state, points, scratch, ops);
        enum lanes_end ended = LANES_GOES_ON;
        one->length += one->length < INT32_MAX;
        if (lanes->limit && one->length >= lanes->limit) ended = LANES_TRUNCATED;
        if (ops->over(lanes, state)) ended = LANES_TERMINATED;
        if (lanes->reward == LANES_OUTCOME) lanes_judge(lanes, state, ended, points);
        for (int seat = 0; seat < SEATS_MAX; seat++) one->returns[seat] += (float)points[seat];
        one->ended = (uint8_t)ended;
        lanes_tell(lanes, lane, ended, points, ops);
        if (ended) lanes_finish(lanes, lane, scratch, ops);
    }
    lanes_write(lanes, lane, scratch, ops);
}

LANES_INLINE void lanes_run(struct lanes *lanes, int first, int end, struct choice *scratch,
                            const struct lanes_ops *ops) {
    for (int lane = first; lane < end; lane++) lanes_step_one(lanes, lane, scratch, ops);
}

#endif
