/* The page's module has no batches. */
#include "games/falls/falls.h"

const struct lanes_level *const falls_levels[] = {NULL};
