/* Choosing a move on the picture of a game, by arrows, by typing and by mouse, once for all screens
 * on which a person moves. A key means, in this order: what the game's own table says, a step of
 * the choice, what is typed for it. Whatever is left is the screen's. */
#ifndef TERM_CHOOSING_H
#define TERM_CHOOSING_H

#include "show/pick.h"
#include "term/view.h"

enum { CHOOSING_SPOTS = 4096 };

/* What is chosen from: the picture, and the position it shows. */
struct choosing {
    struct pick *pick;
    const struct view *view;
    const void *state;
    int who;
    uint32_t letters; /* as choosing_find_letters says; 0: none */
};

/* Returns a bit for each letter from a on that begins a word of a place that some act picks. Such
 * letters are never commands, so that keys do not change their meaning from move to move. Also
 * draws the scene. */
uint32_t choosing_find_letters(struct scene *scene, const struct game *game, const void *state,
                               int who);
/* Returns whether a key is such a letter. */
bool choosing_owns(const struct choosing *choosing, uint32_t key);

/* Returns the key of the game's table that a key means, its own or remapped; NULL if none. */
const struct key *choosing_game_key(const struct game *game, const struct term *term, uint32_t key);
/* Takes a key, or a press of a mouse button. Returns whether it belonged to the choice; *act is
 * then the act that it completed, or PICK_NO_ACT. Says why where nothing can be picked. */
bool choosing_key(const struct choosing *choosing, struct term *term, uint32_t key, int64_t *act);
bool choosing_press(const struct choosing *choosing, struct term *term,
                    const struct input_event *event, int64_t *act);

/* Returns whether a key means something to the game or the choice. `choosing` may be NULL: then
 * nothing is being chosen. */
bool choosing_takes(const struct game *game, const struct choosing *choosing,
                    const struct term *term, uint32_t key);
/* Returns the first key of a command that neither the game nor the choice uses, or 0; `choosing`
 * as above. */
uint32_t choosing_command_key(const struct game *game, const struct choosing *choosing,
                              const struct term *term, enum config_command command);
/* Returns whether the game's own keys have the arrows; then they do not move a cursor. */
bool choosing_is_keyed(const struct game *game);
/* Returns the arrow key that plays an act, or 0; and writes it, as " (key ←)"; nothing if none
 * does. */
uint32_t choosing_arrow(const struct game *game, action act);
void choosing_write_arrow(const struct game *game, action act, bool plain, struct text *out);
/* Write the keys of the game's table, as many as fit the width; and those of a choice. */
void choosing_write_game_keys(const struct game *game, const struct term *term, int width,
                              struct text *out);
void choosing_write_keys(const struct choosing *choosing, const struct term *term,
                         struct text *out);

#endif
