/* Reads states that are written in tests. */
#ifndef TESTS_READING_H
#define TESTS_READING_H

#include "game/envelope.h"

/* Reads a state's JSON. Returns NULL, or what is wrong, with its place as a JSON Pointer. Aborts if
 * the text is not JSON. */
const char *reading_state(const struct game *game, const char *text, void *state,
                          struct envelope *envelope, char *pointer, size_t capacity);

#endif
