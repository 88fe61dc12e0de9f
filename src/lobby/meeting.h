/* What the screens of a room share: its bar, and the keys that work in every phase. */
#ifndef LOBBY_MEETING_H
#define LOBBY_MEETING_H

#include "lobby/lobby_private.h"
#include "term/help.h"

/* Writes game, title and round; and who is there. */
void meeting_write_bar(const struct room *room, struct lobby_page *page);
/* Adds "   2:14" for seconds. */
void meeting_write_time(double seconds, struct text *out);
/* Returns the whole seconds until a time, and when that number changes. */
int meeting_count_down(double until, double now, double *next);
/* Takes a key of a screen between rounds: help, talk, agents, leaving. Returns whether it was one.
 */
bool meeting_key(struct lobby *lobby, uint32_t key, enum help_screen help);
/* Draws what is said above, the scores and the talk side by side; `lines` is what stands above. */
void meeting_draw(const struct lobby *lobby, int kind, const char *lines, const char *foot,
                  struct cells *cells);

#endif
