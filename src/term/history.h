/* All that happened in a game, act by act, to read at leisure: scores of a round, for one. */
#ifndef TERM_HISTORY_H
#define TERM_HISTORY_H

#include "play/session.h"
#include "term/term.h"

/* Opens it, at its end. The names are those of the seats. */
void history_open(struct term *term, const struct session *session, const char *const *names);

#endif
