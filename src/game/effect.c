/* Building lists of effects. */
#include "game/effect.h"
#include <assert.h>

struct effect *effect_add(struct effect_list *list, int kind, int seat, int points) {
    assert(list->count < EFFECT_MAX);
    struct effect *effect = &list->at[list->count++];
    effect->kind = kind;
    effect->seat = seat;
    effect->points = points;
    effect->routine = false;
    effect->spots_count = 0;
    effect->text[0] = '\0';
    return effect;
}

void effect_spot(struct effect *effect, int spot) {
    assert(effect->spots_count < EFFECT_SPOTS_MAX);
    effect->spots[effect->spots_count++] = (int16_t)spot;
}

struct text effect_text(struct effect *effect) {
    return text_over(effect->text, sizeof effect->text);
}
