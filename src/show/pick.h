/* Choosing an act by its spots, once for all games: by cursor, by mouse, and by typing what is read
 * aloud. An act is spelled by one or more spots (`picks` of the game); choosing goes spot by spot,
 * each from those that legal acts go on with. */
#ifndef SHOW_PICK_H
#define SHOW_PICK_H

#include "game/game.h"
#include "show/board.h"

enum { PICK_TYPED_MAX = 16, PICK_ACTS_MAX = 8192, PICK_NO_ACT = -1 };

/* A legal act with the spots that spell it. */
struct pick_act {
    action act;
    int16_t spots[SPOTS_MAX];
    uint8_t count;
};

struct pick {
    const struct game *game;
    int who;
    struct pick_act *acts; /* the caller's, for PICK_ACTS_MAX */
    int count;
    int16_t chosen[SPOTS_MAX]; /* the spots picked so far */
    int depth;
    int cursor;                 /* a spot, or SCENE_NO_SPOT */
    char typed[PICK_TYPED_MAX]; /* what was typed for the next spot */
};

/* Lists the legal acts of a seat, shorthands included, that have spots. `scratch` holds
 * choices_max. The cursor stays where it was if it still can, and comes to a spot of its own if
 * it had none. */
void pick_begin(struct pick *pick, const struct game *game, const void *state, int who,
                struct choice *scratch);
/* Lists the spots that can be picked next, each once; returns their number. */
int pick_next(const struct pick *pick, int16_t *out, int capacity);
/* Picks a spot. Returns the act it completes, or PICK_NO_ACT; *fine is false if no legal act goes
 * on there (what was chosen stays). A spot that is chosen already is given up again; and where a
 * first spot is expected instead, the choice begins anew with it. */
int64_t pick_spot(struct pick *pick, int spot, bool *fine);
/* Gives up the last spot, or what was typed. Returns false if there was nothing to give up. */
bool pick_back(struct pick *pick);
/* Returns the act that picking the cursor's spot would complete, or PICK_NO_ACT. */
int64_t pick_considered(const struct pick *pick);

/* Moves the cursor: to the nearest spot that can be picked in a direction (GAME_KEY_UP and so on)
 * on the screen; or to the next or previous one in reading order. */
void pick_move(struct pick *pick, const struct board *board, const struct board_layout *layout,
               int direction);
void pick_step(struct pick *pick, const struct board *board, const struct board_layout *layout,
               int step);

/* Types a character. It narrows down the spots that can be picked: what was typed must be
 * beginnings of words of their spoken names, in any order, one after the other ("4k" for "Black,
 * factory 4" with azul's aliases; "d2" for "Red, d2"); a number never means the first word. The
 * cursor goes to the best match. Returns false if nothing matches, and the character is dropped.
 * `*only` tells whether a single spot is left, so that it may be picked at once. */
bool pick_type(struct pick *pick, const struct scene *scene, uint32_t character, bool *only);
/* Returns whether a character would match something, with nothing changed: then it is the game's,
 * not a command's. */
bool pick_wants(const struct pick *pick, const struct scene *scene, uint32_t character);

/* Marks what is chosen, the cursor, and (if `legal`) all spots that can be picked. */
void pick_mark(const struct pick *pick, bool legal, struct board_marks *marks);

#endif
