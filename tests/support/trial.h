/* One game under test: the buffers to hold it between guards, and the look that asks it everything.
 */
#ifndef TESTS_TRIAL_H
#define TESTS_TRIAL_H

#include "game/game.h"

struct trial {
    const struct game *game;
    int params[PARAMS_MAX];
    char where[200];                     /* game, params, seed and ply, for messages */
    void *state, *twin, *other, *before; /* state_max bytes each, and a guard after them */
    struct choice *choices, *spare;
    uint8_t *seen, *seen_again;
    size_t seen_room;
    struct scene *scene, *scene_again, *picture;
    char *text, *text_again;
    struct json_token *tokens;
    size_t tokens_capacity;
    struct rng rng;  /* for what the test itself draws */
    unsigned looked; /* how many states */
};

enum { TRIAL_TEXT_MAX = 1 << 18 };

void trial_init(struct trial *trial, const struct game *game, uint64_t seed);
void trial_release(struct trial *trial);

/* How a test ends that fails: abort, or what a test framework has for it. */
extern void (*trial_bail)(void);

/* Ends the test with a message that says where; returns only if the condition holds. */
#define trial_require(trial, condition, ...)                                                       \
    do {                                                                                           \
        if (!(condition)) trial_fail(trial, #condition, __VA_ARGS__);                              \
    } while (0)
_Noreturn void trial_fail(const struct trial *trial, const char *condition, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Starts the game on two kinds of dirt: trial->state and trial->twin come out equal. */
void trial_start(struct trial *trial, const int *params);
/* The state is still as trial_look remembered it. */
void trial_require_unchanged(const struct trial *trial, const char *after);
/* Every promise of the waist that can be seen in one state, trial->state. */
void trial_look(struct trial *trial);
/* Those of the picture that a seat sees; it is left in trial->scene. */
void trial_look_at_scene(struct trial *trial, int seat);
/* The event happens to state and twin, which stay equal; nothing is written past their size. */
void trial_step(struct trial *trial, struct event event);
/* The event happens to state, and what the game tells of it is true: its points add up to the
 * change of every score, its texts are short sentences. Also compares its spots with the pictures,
 * if `spots`, which takes longer. Changes trial->before. */
void trial_step_with_effects(struct trial *trial, struct event event, bool spots);
/* A random event of trial->state; a shorthand now and then. */
struct event trial_draw(struct trial *trial);

/* What a seat sees of the state, put together over time from what each event changed: the picture
 * is begun afresh, or brought up to date, and is then what the game draws. */
void trial_begin_picture(struct trial *trial, int seat);
void trial_follow_picture(struct trial *trial, int seat);

/* Reads a state's JSON into trial->other; NULL or the refusal, whose place is then surely inside.
 */
const char *trial_read(struct trial *trial, const char *text, size_t length);

/* Returns where an act is among the first `count` of the choices, which ascend; `count` if it is
 * none. */
int trial_place(const struct trial *trial, int count, action act);

#endif
