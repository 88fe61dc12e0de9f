/* The page's module has no batches. */
#include "lines.h"

const struct game_view lines_views[] = {{NULL, NULL, NULL, NULL}};
const struct lanes_level *const lines_levels[] = {NULL};
