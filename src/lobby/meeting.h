/* What the screens of a room share: its bar, and the keys that work in every phase. */
#ifndef LOBBY_MEETING_H
#define LOBBY_MEETING_H

#include "lobby/lobby_private.h"
#include "lobby/scores.h"
#include "term/help.h"

#define MEETING_RACE                                                                               \
    "A race: the first to solve a puzzle wins; in other games the most points win, when all are "  \
    "done or the time is up. Nobody wins without points."

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
/* Returns whether the person watches, and a seat is free. */
bool meeting_can_sit(const struct lobby *lobby);
/* A phase begins for the person: keys that come now are still meant for the one before. */
void meeting_deafen(struct lobby *lobby);
/* Returns whether a key counts: none does until the person has once typed nothing for a while. */
bool meeting_hears(struct lobby *lobby);
/* Takes a key of a screen between rounds: help, talk, agents, leaving. Returns whether it was one.
 */
bool meeting_key(struct lobby *lobby, uint32_t key, enum help_screen help);
/* Lets a screen between rounds take a key; a click is as good as a space. */
void meeting_event(struct lobby *lobby, const struct input_event *event,
                   void (*take_key)(struct lobby *lobby, struct term *term, uint32_t key));
/* Draws a screen between rounds, whose keys are on the page: `lines` above, the scores and the talk
 * side by side, `foot` below if there is room for it. */
void meeting_draw(struct lobby *lobby, enum scores_kind kind, const char *lines, const char *foot,
                  struct lobby_page *page, struct cells *cells);

#endif
