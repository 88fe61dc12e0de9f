/* The page's module has no batches. */
#include "slide.h"

const struct game_view slide_views[] = {{NULL, NULL, NULL, NULL}};
const struct lanes_level *const slide_levels[] = {NULL};
