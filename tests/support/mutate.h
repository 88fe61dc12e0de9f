/* Damages JSON text, for tests of everything that reads input. */
#ifndef TESTS_MUTATE_H
#define TESTS_MUTATE_H

#include "base/rng.h"
#include <stddef.h>

/* Writes a damaged copy of the text. Returns its length, at most capacity, or 0 if it does not fit.
 * Half of the copies are still JSON. */
size_t mutate_json(const char *text, size_t length, char *out, size_t capacity, struct rng *rng);

#endif
