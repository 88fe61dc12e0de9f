/* Choosing an act by its spots, once for all games: by cursor, by mouse, and by typing what is read
 * aloud. An act is spelled by one or more spots (`picks` of the game); choosing goes spot by spot,
 * each from those that legal acts go on with. */
#ifndef SHOW_PICK_H
#define SHOW_PICK_H

#include "game/game.h"
#include "show/board.h"

enum { PICK_TYPED_MAX = 32, PICK_SPOTS_MAX = SCENE_TILES_MAX, PICK_NO_ACT = -1 };

/* A legal act with the spots that spell it; SCENE_NO_SPOT after them. */
struct pick_act {
    action act;
    int16_t spots[SPOTS_MAX];
    uint8_t count;
};

/* The caller sets `acts` and `capacity`; all else is zero before the first pick_begin. */
struct pick {
    struct pick_act *acts; /* sorted by their spots */
    int capacity, count;
    const struct game *game;
    int who;
    int16_t chosen[SPOTS_MAX]; /* the spots picked so far */
    int depth;
    int cursor;                   /* a spot, or SCENE_NO_SPOT */
    int home;                     /* where it was before something was typed */
    char typed[PICK_TYPED_MAX];   /* what was typed for the next spot */
    char spelled[PICK_TYPED_MAX]; /* what was typed for a spot that was the only one left */
    int enough;                   /* characters of it that had made it the only one */
};

/* Returns how many acts a position of the game may have: what `acts` should hold. */
int pick_capacity(const struct game *game, const void *state);
/* Lists the legal acts of a seat, shorthands included, that have spots; of those with the same
 * spots the first. Those past the capacity are left out. `scratch` holds choices_max. The cursor
 * stays where it was if it still can be picked; else it comes near the place where the last choice
 * began. */
void pick_begin(struct pick *pick, const struct game *game, const void *state, int who,
                struct choice *scratch);
/* Lists the spots that can be picked next, each once, ascending. Returns their number, at most
 * `capacity`; no picture has more than PICK_SPOTS_MAX. */
int pick_next(const struct pick *pick, int16_t *out, int capacity);
/* Picks a spot. Returns the act it completes, or PICK_NO_ACT; *fine is false if no legal act goes
 * on there (what was chosen stays). A spot that is chosen already is given up again, with those
 * after it; and where a legal act begins instead, the choice begins anew with it. After a spot of
 * several the cursor is on one that can be picked next; after the last it stays. */
int64_t pick_spot(struct pick *pick, int spot, bool *fine);
/* Gives up the last spot, or what was typed. Returns false if there was nothing to give up. */
bool pick_back(struct pick *pick);
/* Returns the act that picking the cursor's spot would complete, or PICK_NO_ACT. */
int64_t pick_considered(const struct pick *pick);

/* Moves the cursor: to the nearest spot that can be picked in a direction (GAME_KEY_UP and so on)
 * on the screen, as steer_toward says; or some steps on or back in reading order. What was typed is
 * forgotten. Spots that the layout does not show are passed over. */
void pick_move(struct pick *pick, const struct board *board, const struct board_layout *layout,
               int direction);
void pick_step(struct pick *pick, const struct board *board, const struct board_layout *layout,
               int step);

/* Types a character. It narrows down the spots that can be picked: what was typed must match one of
 * their spoken names by spell_match ("4k" for "Black, factory 4" with azul's aliases; "d2" for
 * "Red, d2"). The cursor goes to the best match. Returns false if nothing matches, and the
 * character is dropped. `*only` tells whether a single spot is left, so that it may be picked at
 * once.
 *
 * A person may not see that a single spot is left, and type its name to the end: "k4" where "k" was
 * enough. So after such a spot, what still belongs to its name does nothing: that "4" is no line 4.
 * The name ends when all its parts were typed, or its last part if no other name in the picture has
 * that, as "d2". If it goes on otherwise before it ends, all that came after the spot was picked is
 * taken for the next one. */
bool pick_type(struct pick *pick, const struct scene *scene, uint32_t character, bool *only);
/* Returns whether a character would match something, with nothing changed: then it is the game's,
 * not a command's. */
bool pick_wants(const struct pick *pick, const struct scene *scene, uint32_t character);

/* Keeps what was typed of a name that cannot be picked, until the rest comes. There is no cursor
 * meanwhile. */
void pick_hold(struct pick *pick, const char typed[PICK_TYPED_MAX]);

/* Gives up what was typed: the cursor goes back to where it was. */
void pick_untype(struct pick *pick);

/* Marks what is chosen, the cursor, and (if `legal`) all spots that can be picked. */
void pick_mark(const struct pick *pick, bool legal, struct board_marks *marks);

#endif
