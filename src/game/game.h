/* The waist: what a game is. Games implement it; engine, agents and front ends use nothing else.
 *
 * A state is plain bytes without pointers, aligned as for any object, at most `state_max` of them.
 * The first size(state) bytes are in use; copying, comparing and hashing use only these. Everything
 * that happens is an event, (who, act). Rules are pure: luck and time are events of CHANCE and
 * CLOCK. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/json.h"
#include "base/rng.h"
#include "base/text.h"
#include "game/effect.h"
#include "game/scene.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS_MAX = 8, CHANCE = 30, CLOCK = 31 }; /* who: a seat from 0, CHANCE or CLOCK */
enum { SPOTS_MAX = 4, GAME_PATH_MAX = 256, PARAMS_MAX = 16, GAME_RULES_MAX = 1500 };

typedef uint32_t action;

struct event {
    int who;
    action act;
};

struct choice {
    action act;
    uint32_t weight; /* 1 for a seat's acts, the exact odds for CHANCE's */
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

/* A key that plays an act of a seat, or pauses and resumes the seat's clock: a character, or one of
 * these. */
enum { GAME_KEY_UP = 0x100, GAME_KEY_DOWN, GAME_KEY_LEFT, GAME_KEY_RIGHT };
#define GAME_KEY_PAUSE UINT32_MAX

struct key {
    int key;
    action act; /* or GAME_KEY_PAUSE */
    const char *meaning;
};

/* A word that a player may type for words of an act's name, as "k" for "Black" or "f4" for "factory
 * 4". It then means these and no others that begin like them. */
struct game_alias {
    const char *typed, *word; /* the first in small letters */
};

/* A line to type at a prompt, and what it does. */
struct game_example {
    const char *typed, *meaning;
};

/* Acts below `actions` are the ones that `choices` lists. Each of the next `shorthands` acts stands
 * for several listed acts in a row: `refuse`, `apply` and the functions for text and JSON know
 * them, `choices` does not list them. */
struct shape {
    int seats, actions, shorthands, planes, rows, cols;
};

/* Another form of what a seat observes, as a more compact one. */
struct game_view {
    const char *name, *meaning;
    void (*extent)(const void *state, int *planes, int *rows, int *cols);
    void (*write)(const void *state, int seat, uint8_t *out);
};

struct agent;       /* game/agent.h */
struct tool;        /* game/tool.h */
struct lanes_level; /* game/lanes.h */

struct game {
    const char *name, *summary;
    const char *goal;   /* the aim of the game, in one or two sentences */
    const char *rules;  /* in short, for who has never played: at most GAME_RULES_MAX bytes */
    const char *legend; /* how to read the picture, in a few sentences */
    const struct game_example *examples; /* of moves, ended by a NULL line */
    const char *const *rulesets;         /* ruleset_id of each rule set, NULL-ended */
    const char *const *fields;           /* names of the state's own JSON fields, NULL-ended */
    const struct param *params;          /* ended by a NULL name, at most PARAMS_MAX */
    const struct reason *reasons;    /* all that `refuse` may return, in the order in which it asks,
                                      * ended by a NULL code */
    const char *const *effect_kinds; /* names of all kinds of effects, NULL-ended */
    const struct key *keys;          /* optional, ended by a key of 0 */
    const struct game_alias *aliases;  /* optional, ended by a NULL word */
    const struct agent *const *agents; /* optional: its own, strongest first, NULL-ended */
    const struct tool *const *tools;   /* optional, NULL-ended */
    int seats_min, seats_max;
    size_t state_max;
    int choices_max;

    /* Fills every byte in use. Luck of the setup comes later, as CHANCE's first events. */
    void (*start)(void *state, const int *params);
    size_t (*size)(const void *state);
    /* Returns an index into `rulesets`. */
    int (*ruleset)(const void *state);
    /* Returns a bit for each who that may move; 0 when the game is over. CHANCE moves alone. CLOCK
     * moves beside seats: its act s is the tick of seat s, who moves, too. Fast. */
    uint32_t (*movers)(const void *state);
    /* Lists the acts of `who`, strictly ascending. Returns their number, 0 if who may not move. */
    int (*choices)(const void *state, int who, struct choice *out);
    /* Returns NULL if the act is legal, else a code of `reasons`. Takes any act; always agrees with
     * `choices`. */
    const char *(*refuse)(const void *state, int who, action act);
    /* Plays a legal act. Deterministic; the only way a state changes. */
    void (*apply)(void *state, int who, action act);
    /* Tells what a legal act will do, in an empty list. The points of a seat add up to the change
     * of its score. Does not tell what a seat may not see. */
    void (*effects)(const void *before, int who, action act, struct effect_list *out);
    /* Returns the points of a seat so far; larger is better. */
    int (*score)(const void *state, int seat);
    /* Returns a bit for each winning seat, after tie-breaks; 0 until the game is over, or if nobody
     * won. */
    uint32_t (*winners)(const void *state);
    /* Recomputes every cached value and invariant. Returns NULL, or what is wrong. */
    const char *(*check)(const void *state);

    /* Writes short words for people, unique among the choices. Works for every act of a mover below
     * `actions` + `shorthands`, legal or not. */
    void (*name_act)(const void *state, int who, action act, struct text *out);
    /* Writes an act as one JSON value, and reads it back. Reading returns NULL, or what is wrong;
     * it does not check whether the act is legal. */
    void (*write_act)(const void *state, int who, action act, struct text *out);
    const char *(*read_act)(const void *state, int who, struct json from, action *act);
    /* Writes the state's own fields into an open object, and reads them back. Reading returns NULL,
     * or what is wrong and in *at where. envelope_read calls it: `from` is an object without
     * unknown fields, and `check` runs on the result. */
    void (*write)(const void *state, struct text *out);
    const char *(*read)(void *state, int ruleset, struct json from, struct json *at);

    /* Draws the picture that a seat sees. A spot is the same place of the game for all seats. */
    void (*draw)(const void *state, int seat, struct scene *scene);
    /* Lists the spots of the picture to pick, in order, to play an act. Returns their number, at
     * most SPOTS_MAX; 0 if no spots stand for it. Works for the same acts as `name_act`. */
    int (*picks)(const void *state, int who, action act, int *spots);
    /* Sizes for learning programs, and the planes * rows * cols bytes that a seat observes. */
    struct shape (*shape)(const void *state);
    void (*observe)(const void *state, int seat, uint8_t *out);

    /* Optional: draws one of `choices` by weight, without listing them. */
    action (*random_act)(const void *state, int who, struct rng *rng);
    /* Optional: draws all areas as `draw` does, but of the tiles that lie in an area of a seat only
     * those of these seats, a bit each. For front ends that draw a part anew, often. */
    void (*draw_seats)(const void *state, int seat, uint32_t seats, struct scene *scene);
    /* Optional: lists the spots along which a legal act moves something, each a neighbour of the
     * one before. Returns their number, at most GAME_PATH_MAX. */
    int (*path)(const void *state, int who, action act, int *spots);
    /* Optional: removes what a seat may not see. */
    void (*hide)(void *state, int seat);
    /* Optional: returns whether a seat may not see what a legal act of CHANCE is. */
    bool (*hides_act)(const void *state, int seat, int who, action act);
    /* Optional: replaces the state by the representative of all states symmetric to it. */
    void (*canonical)(void *state);
    /* Optional, for learners: other views, ended by a NULL name; and its own levels, NULL-ended,
     * the standard one first if it has that. */
    const struct game_view *views;
    const struct lanes_level *const *levels;
};

/* Codes that `refuse` of any game may return. */
extern const char game_not_your_turn[];
extern const char game_no_such_act[];

/* Writes who it is, for people: "Player 1", "Chance", "The clock". */
void game_name_who(int who, struct text *out);
/* Returns the sentence of a code. */
const char *game_sentence(const struct game *game, const char *code);

/* Sets every param to its standard value. */
void game_standard(const struct game *game, int params[PARAMS_MAX]);
/* Returns a param's index, -1 if the game has none of that name. */
int game_param(const struct game *game, const char *name);

/* Returns the game's own key for a pause, 0 if it has none; and whether it is played in real time:
 * then it has one. */
int game_pause_key(const struct game *game);
bool game_has_clock(const struct game *game);

void game_copy(const struct game *game, void *to, const void *from);
bool game_equal(const struct game *game, const void *a, const void *b);
uint64_t game_hash(const struct game *game, const void *state);

static inline bool game_over(const struct game *game, const void *state) {
    return game->movers(state) == 0;
}
/* Returns whether an effect of a kind says how the game ended: its name is OVER. */
bool game_tells_end(const struct game *game, int kind);
/* Returns who is to move, or -1 if nobody or several may. */
int game_mover(const struct game *game, const void *state);

/* Draws a choice of `who` by weight; there must be one. `scratch` holds choices_max. */
action game_draw(const struct game *game, const void *state, int who, struct rng *rng,
                 struct choice *scratch);

/* Plays CHANCE's events until somebody else is to move; `scratch` as above. `tell` gets each event
 * before it happens; if it returns false, so does game_settle, and that event does not happen. */
typedef bool game_tell(void *self, struct event event);
bool game_settle(const struct game *game, void *state, struct rng *rng, struct choice *scratch,
                 game_tell *tell, void *self);

/* Returns the number of event sequences of exactly this depth, by playing each. `scratch`, aligned
 * as for any object, holds game_perft_scratch_size bytes. */
size_t game_perft_scratch_size(const struct game *game, int depth);
uint64_t game_perft(const struct game *game, const void *state, int depth, void *scratch);

/* Matches typed words to the legal acts: the full name, some of its words in order, or prefixes.
 * Returns the number of acts that match best, and lists the first `capacity` of them. */
int game_find_acts(const struct game *game, const void *state, int who, const char *words,
                   struct choice *scratch, action *acts, int capacity);
/* Returns why typed words that match no legal act are refused: the code for the illegal act that
 * they match best, or NULL if there is none. */
const char *game_why_not(const struct game *game, const void *state, int who, const char *words);

#endif
