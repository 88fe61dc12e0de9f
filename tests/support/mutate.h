/* Damage done to JSON text, for tests that everything from outside is refused or sound. */
#ifndef TESTS_MUTATE_H
#define TESTS_MUTATE_H

#include "base/rng.h"
#include <stddef.h>

/* A damaged copy into `out`; its length, at most room. Half the time the damage keeps it JSON. */
size_t mutate_json(const char *text, size_t length, char *out, size_t capacity, struct rng *rng);

#endif
