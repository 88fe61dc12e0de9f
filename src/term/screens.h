/* The screens that open each other. */
#ifndef TERM_SCREENS_H
#define TERM_SCREENS_H

#include "play/practice.h"
#include "play/table.h"
#include "term/term.h"

/* The games, those saved earlier first. */
void term_open_menu(struct term *term);
/* The options of a game, before it begins. */
void term_open_options(struct term *term, const struct game *game);
/* Practice as the setup says. */
void term_open_practice(struct term *term, const struct practice_setup *setup);
/* A replay; the session belongs to the screen from now on. `names` are copied and may be NULL. */
void term_open_watch(struct term *term, struct session *session, const char *const *names);
/* Agents that play: every seat of the setup must have one. */
void term_open_live(struct term *term, const struct table_setup *setup);
/* A review of what was played so far; the session is copied. */
void term_open_review(struct term *term, const struct session *session, const char *const *names);
/* Goes on with a game of the archive, by its name there. */
void term_open_saved(struct term *term, const char *name);
/* The recorded games. */
void term_open_records(struct term *term);

#endif
