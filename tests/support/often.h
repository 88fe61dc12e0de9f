/* How often a random test does its thing: `make test-slow` sets TILEWRIGHT_SLOW and gets all of it,
 * `make test` what finds most faults soon. */
#ifndef OFTEN_H
#define OFTEN_H

#include <stdlib.h>

static inline int often(int usual, int slow) {
    return getenv("TILEWRIGHT_SLOW") ? slow : usual;
}

#endif
