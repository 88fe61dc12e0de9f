/* What an event did, told by the game: for animation, for reading aloud, for a player who asks what
 * just happened. Nothing of it is kept in a state. */
#ifndef GAME_EFFECT_H
#define GAME_EFFECT_H

#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

enum { EFFECT_MAX = 64, EFFECT_SPOTS_MAX = 64, EFFECT_TEXT_BYTES = 96, EFFECT_ALL = -1 };

struct effect {
    int kind;     /* an index into the game's effect_kinds */
    int seat;     /* whom it concerns; EFFECT_ALL if all or nobody in particular */
    int points;   /* by how much that seat's score changes */
    bool routine; /* goes without saying while one watches, as a landing */
    int spots_count;
    int16_t spots[EFFECT_SPOTS_MAX]; /* in the picture of that seat, before or after the event */
    char text[EFFECT_TEXT_BYTES];    /* one short sentence, without a full stop */
};

/* The effects of one event, in the order in which they happen. */
struct effect_list {
    int count;
    struct effect at[EFFECT_MAX];
};

/* Adds an effect without spots and text, and returns it. */
struct effect *effect_add(struct effect_list *list, int kind, int seat, int points);
void effect_spot(struct effect *effect, int spot);
/* Returns the text of an effect, empty, to write to. */
struct text effect_text(struct effect *effect);

#endif
