/* The waist: what a game is. Everything below implements it, everything above knows no more.
 *
 * A state is plain bytes without pointers, aligned as for any object, at most `state_max` of them;
 * those in use are size(state), and copying, comparing and hashing use just these. All that happens
 * is an event, (who, act). Rules are pure: luck and time come in as the events of CHANCE and CLOCK.
 */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/json.h"
#include "base/rng.h"
#include "base/text.h"
#include "game/scene.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS_MAX = 8, CHANCE = 30, CLOCK = 31 }; /* who: a seat from 0, CHANCE or CLOCK */
enum { SPOTS_MAX = 4, GAME_PATH_MAX = 256, PARAMS_MAX = 16 };

typedef uint32_t action;

struct event {
    int who;
    action act;
};

struct choice {
    action act;
    uint32_t weight; /* a seat's weigh 1; CHANCE's their exact odds */
};

struct param {
    const char *name;
    int standard, min, max;
    const char *meaning;
};

/* Why an act is refused: a code for programs, a sentence for people. */
struct reason {
    const char *code, *sentence;
};

/* A key that spells an act of a seat, or stops and starts the seat's clock: a character, or one of
 * these. */
enum { GAME_KEY_UP = 0x100, GAME_KEY_DOWN, GAME_KEY_LEFT, GAME_KEY_RIGHT };
#define GAME_KEY_PAUSE UINT32_MAX

struct key {
    int key;
    action act; /* or GAME_KEY_PAUSE */
};

/* Acts below `actions` are the listed ones. The `shorthands` acts from there on stand each for
 * several listed acts in a row: `refuse`, `apply` and the faces know them, `choices` leaves them
 * out. */
struct shape {
    int seats, actions, shorthands, planes, rows, cols;
};

struct agent; /* game/agent.h */
struct tool;  /* game/tool.h */

struct game {
    const char *name, *summary;
    const char *const *rulesets;       /* ruleset_id of each rule set, NULL-ended */
    const char *const *fields;         /* names of the state's own JSON fields, NULL-ended */
    const struct param *params;        /* ended by a NULL name, at most PARAMS_MAX */
    const struct reason *reasons;      /* all that `refuse` may answer, ended by a NULL code */
    const struct key *keys;            /* optional, ended by a key of 0 */
    const struct agent *const *agents; /* optional: the game's own players, NULL-ended */
    const struct tool *const *tools;   /* optional, NULL-ended */
    int seats_min, seats_max;
    size_t state_max;
    int choices_max;

    /* Fills every byte in use; draws nothing: luck of the setup is CHANCE's first events. */
    void (*start)(void *state, const int *params);
    size_t (*size)(const void *state);
    /* Index into `rulesets`. */
    int (*ruleset)(const void *state);
    /* A bit per who; 0 is over. Cheap. CHANCE, when set, is alone. */
    uint32_t (*movers)(const void *state);
    /* The listed acts, strictly ascending; how many. None for who may not move. */
    int (*choices)(const void *state, int who, struct choice *out);
    /* NULL where legal, else a code of `reasons`. Takes any act; agrees with `choices` always. */
    const char *(*refuse)(const void *state, int who, action act);
    /* A legal act happens. Deterministic; the only way a state changes. */
    void (*apply)(void *state, int who, action act);
    /* Points of a seat, larger is better; at any time. */
    int (*score)(const void *state, int seat);
    /* A bit per seat, by the rules' tie-breaks; 0 until it is over, or if nobody won. */
    uint32_t (*winners)(const void *state);
    /* NULL, or what is broken: recomputes every cache and invariant. */
    const char *(*check)(const void *state);

    /* Short words for people, unique among the choices. Acts of a mover that are refused have some
     * too, if below `actions` + `shorthands`. */
    void (*name_act)(const void *state, int who, action act, struct text *out);
    /* An act as one JSON value; reading leaves legality to `refuse`, and answers NULL or what is
     * wrong. */
    void (*write_act)(const void *state, int who, action act, struct text *out);
    const char *(*read_act)(const void *state, int who, struct json from, action *act);
    /* The state's own fields into an open object; and back: NULL, or what is wrong, with the place.
     * `from` is an object with no other fields than `fields` and those of game/envelope.h, which
     * also runs `check` on what was read. */
    void (*write)(const void *state, struct text *out);
    const char *(*read)(void *state, int ruleset, struct json from, struct json *at);

    /* The picture a seat sees. */
    void (*draw)(const void *state, int seat, struct scene *scene);
    /* The drawn spots that spell an act, in order; how many, at most SPOTS_MAX. */
    int (*picks)(const void *state, int who, action act, int *spots);
    /* Sizes for learners, and planes * rows * cols bytes as a seat sees them. */
    struct shape (*shape)(const void *state);
    void (*observe)(const void *state, int seat, uint8_t *out);

    /* Optional: one of `choices`, by weight, without listing them. */
    action (*random_act)(const void *state, int who, struct rng *rng);
    /* Optional: the spots along which a legal act moves something, first to last, each a neighbour
     * of the one before; how many, at most GAME_PATH_MAX. */
    int (*path)(const void *state, int who, action act, int *spots);
    /* Optional: blots out what a seat may not see. */
    void (*hide)(void *state, int seat);
    /* Optional: turns it into the one that stands for all states symmetric to it. */
    void (*canonical)(void *state);
};

/* Codes that any game may answer in `refuse`. */
extern const char game_not_your_turn[];
extern const char game_no_such_act[];

/* The sentence of a code. */
const char *game_sentence(const struct game *game, const char *code);

/* The standard value of every param. */
void game_standard(const struct game *game, int params[PARAMS_MAX]);

void game_copy(const struct game *game, void *to, const void *from);
bool game_equal(const struct game *game, const void *a, const void *b);
uint64_t game_hash(const struct game *game, const void *state);

static inline bool game_over(const struct game *game, const void *state) {
    return game->movers(state) == 0;
}
/* The only who to move, or -1 if there are none or several. */
int game_mover(const struct game *game, const void *state);

/* A random choice by weight; `scratch` holds choices_max. who must be able to move. */
action game_draw(const struct game *game, const void *state, int who, struct rng *rng,
                 struct choice *scratch);

/* Plays out CHANCE's events that are due, each told before it happens; `scratch` as above. False if
 * `tell` said so: then that event did not happen. */
typedef bool game_tell(void *self, struct event event);
bool game_settle(const struct game *game, void *state, struct rng *rng, struct choice *scratch,
                 game_tell *tell, void *self);

/* Event sequences of exactly this depth, each applied through the waist. `scratch`, aligned as for
 * any object, holds game_perft_scratch_size bytes. */
size_t game_perft_scratch_size(const struct game *game, int depth);
uint64_t game_perft(const struct game *game, const void *state, int depth, void *scratch);

/* The legal act that words mean: its name, some of the name's words in order, or beginnings of
 * them, whatever fits just one act best. How many acts fit: 1 fills *act, 0 and more do not. */
int game_find_act(const struct game *game, const void *state, int who, const char *words,
                  struct choice *scratch, action *act);
/* Why words that fit no legal act are refused: the code for the act they fit best, or NULL. */
const char *game_why_not(const struct game *game, const void *state, int who, const char *words);

#endif
