/* A game as its events, in JSON. In a file it is a line a piece: first the head, then an event a
 * line,
 *     {"game":"slide","params":{"rows":3,"cols":3}}
 *     {"who":"chance","action":{"tile":5}}
 * and in the protocol one object {"game", "params", "events"}. Luck is among the events, so a
 * record needs no seed: replaying it gives the same state, to the byte, everywhere. */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include "game/game.h"

/* What went wrong with an event and where; code is that of the refusal, NULL if it could not be
 * read. */
struct record_fault {
    const char *why, *code;
    struct json at;
};

/* The head's fields into an open object. */
void record_put_head(const struct game *game, const int *params, struct text *out);
/* Absent params get their standard value; NULL, or what is wrong, with the place. */
const char *record_read_params(const struct game *game, struct json from, int params[PARAMS_MAX],
                               struct json *at);

/* A seat's number, "chance" or "clock". */
void record_put_who(int who, struct text *out);
bool record_read_who(struct json from, int *who);

/* The event about to happen in this state. */
void record_put_event(const struct game *game, const void *state, struct event event,
                      struct text *out);
/* A legal event from {"who", "action"}, or from an action alone of `who` (-1: none to assume). */
bool record_read_event(const struct game *game, const void *state, struct json from, int who,
                       struct event *event, struct record_fault *fault);
/* Lets all events of an array happen, in order, up to the first that cannot. */
bool record_replay(const struct game *game, void *state, struct json events,
                   struct record_fault *fault);

#endif
