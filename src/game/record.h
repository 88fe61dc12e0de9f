/* A game as JSON: the list of its events. In a file, the first line is the head, and each further
 * line an event:
 *     {"game":"slide","params":{"rows":3,"cols":3}}
 *     {"who":"chance","action":{"tile":5}}
 * It may also be one object {"game", "params", "events"}. A game that began in a given state has
 * that in the head as `start`, in place of `params`. Luck is part of the events, so a record needs
 * no seed: replaying it gives the same state, to the byte, on every machine. */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include "game/envelope.h"
#include "game/game.h"

enum { RECORD_MESSAGE_BYTES = 96 };

/* What is wrong and where. `code` is that of an illegal act, NULL for all else. `why` may point to
 * `message`, so a fault must not be copied. */
struct record_fault {
    const char *why, *code;
    struct json at;
    bool in_event; /* it is about an event, not about the head or the record's form */
    char message[RECORD_MESSAGE_BYTES];
};

/* Write the head's fields into an open object: of a fresh game, or of one that began in a state. */
void record_put_head(const struct game *game, const int *params, struct text *out);
void record_put_start(const struct game *game, const void *state, struct text *out);
/* Reads params; those absent get their standard value. False after filling *fault, here and below.
 */
bool record_read_params(const struct game *game, struct json from, int params[PARAMS_MAX],
                        struct record_fault *fault);

/* `who` as a seat's number, "chance" or "clock". */
void record_put_who(int who, struct text *out);
bool record_read_who(struct json from, int *who);

/* Writes an event that is legal in this state. */
void record_put_event(const struct game *game, const void *state, struct event event,
                      struct text *out);
/* Reads a legal event from {"who", "action"}, or from an action alone, which is then one of `who`;
 * who is -1 if it is not known. `effects`, which the engine may have added, are ignored. */
bool record_read_event(const struct game *game, const void *state, struct json from, int who,
                       struct event *event, struct record_fault *fault);
/* A record being read, document by document, as json_lines.h finds them. Set the first four. */
struct record {
    const struct game *const *games; /* those that a head may name, NULL-ended */
    void *state;                     /* room for a state of each; the events are played on it */
    game_tell *tell;                 /* optional: gets each event before it happens; false if there
                                      * is not enough memory for it */
    void *self;                      /* of `tell` */
    const struct game *game;         /* what the head said; NULL before it */
    int params[PARAMS_MAX];
    bool started;             /* the head gave the state to begin in, and no params */
    struct envelope envelope; /* of that state */
};

/* Takes the head, which may have all events with it; then an event each time. A refused event does
 * not happen. */
bool record_take(struct record *record, struct json document, struct record_fault *fault);

#endif
