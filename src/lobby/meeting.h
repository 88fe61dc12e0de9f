/* What the screens of a room share: its bar, and the keys that work in every phase. */
#ifndef LOBBY_MEETING_H
#define LOBBY_MEETING_H

#include "lobby/lobby_private.h"
#include "term/help.h"

/* Writes game, title and round; and who is there. */
void meeting_write_bar(const struct room *room, struct lobby_page *page);
/* Adds "   2:14" for seconds, or "   2:14 of 5:00" if they are limited; 0: they are not. */
void meeting_write_time(double seconds, int minutes, struct text *out);
/* Returns the whole seconds until a time, and when that number changes. */
int meeting_count_down(double until, double now, double *next);
/* Writes the code that brings the person back, in groups. */
void meeting_write_code(const struct lobby *lobby, struct text *out);
/* Writes it as a line for the bottom; nothing for who watches, whose place is not kept. */
void meeting_write_foot(const struct lobby *lobby, struct text *out);
/* Opens a page of help with the code on it; `choosing` as help_open has it. */
void meeting_open_help(const struct lobby *lobby, enum help_screen help,
                       const struct choosing *choosing);
/* Takes a key of a screen between rounds: help, talk, agents, leaving. Returns whether it was one.
 */
bool meeting_key(struct lobby *lobby, uint32_t key, enum help_screen help);
/* Draws the scores and the talk side by side, `lines` above them, and `foot` below if there is room
 * for it. */
void meeting_draw(const struct lobby *lobby, int kind, const char *lines, const char *foot,
                  struct cells *cells);

#endif
