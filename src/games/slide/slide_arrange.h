/* Chooses the moves of a scramble; see `arrange` in game/game.h. */
#ifndef SLIDE_ARRANGE_H
#define SLIDE_ARRANGE_H

#include "slide.h"

/* Of boards of up to 16 cells and of 5x5, with up to 80 moves. */
int slide_arrange(const void *state, struct rng *rng, action *acts, int room);

#endif
