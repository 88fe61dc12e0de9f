/* A list of all legal moves in words, to choose one from: for those who do not look at the board.
 */
#ifndef TERM_MOVES_H
#define TERM_MOVES_H

#include "term/term.h"

enum { MOVES_NONE = -1 };

/* Opens the list. When it closes, term->answer is the act chosen, or MOVES_NONE. */
void moves_open(struct term *term, const struct game *game, const void *state, int who);

#endif
