/* Where arrow keys lead among places on a screen: to the nearest one in the direction. From each
 * place every other can be reached by arrows alone. */
#ifndef SHOW_STEER_H
#define SHOW_STEER_H

#include "game/scene.h"

enum { STEER_PLACES_MAX = SCENE_TILES_MAX + 1 };

struct steer_place {
    int16_t spot;
    int16_t row, col; /* of a cell */
};

/* Puts places into reading order, as the next one takes them. */
void steer_sort(struct steer_place *places, int count);
/* Returns where an arrow (GAME_KEY_UP and so on) leads from a place, both as indices; the place
 * itself if there is none above or below. To the left and to the right it goes on in reading order
 * where a row ends. There are at most STEER_PLACES_MAX. */
int steer_toward(const struct steer_place *places, int count, int from, int direction);

#endif
