/* Numbers with a fraction as JSON: at most four decimals, no exponent, the same in every locale. A
 * number that is not finite is written as null, which JSON has no other word for. */
#ifndef PLAY_NUMBER_H
#define PLAY_NUMBER_H

#include "base/json.h"

void number_put(struct text *out, double value);
/* Writes a key and its value. */
void number_field(struct text *out, const char *key, double value);
/* Reads a number without an exponent, of at most 1e14. False, with *value unchanged, for anything
 * else. */
bool number_read(struct json from, double *value);

#endif
