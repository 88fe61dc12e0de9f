/* How numbers are kept as text; see numbers.c. */
#ifndef FALLS_NUMBERS_H
#define FALLS_NUMBERS_H

#include "minds.h"

/* Digits, and those with a meaning of their own. */
enum { FALLS_DIGITS = 90, FALLS_MIDDLE = 44, FALLS_ZEROS = 88, FALLS_LARGE = 89 };
enum { FALLS_LARGE_DIGITS = 3, FALLS_LARGE_MIDDLE = 90 * 90 * 90 / 2 };

#endif
