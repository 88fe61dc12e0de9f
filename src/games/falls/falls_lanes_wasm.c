/* The page's module has no batches. */
#include "falls.h"

const struct game_view falls_views[] = {{NULL, NULL, NULL, NULL}};
