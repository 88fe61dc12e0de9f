/* States as a test writes them down. */
#ifndef TESTS_READING_H
#define TESTS_READING_H

#include "game/envelope.h"

/* Reads a state's JSON: NULL, or what is wrong, and its place as a pointer. Text that is no JSON
 * ends the program. */
const char *reading_state(const struct game *game, const char *text, void *state,
                          struct envelope *envelope, char *pointer, size_t capacity);

#endif
