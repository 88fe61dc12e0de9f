/* The events of a game in little memory: about a byte an event. What a server keeps of a game while
 * it is played, and for good. */
#ifndef PLAY_JOURNAL_H
#define PLAY_JOURNAL_H

#include "play/session.h"

struct journal {
    uint8_t *bytes;
    size_t length, capacity;
    size_t count; /* events */
};

/* An empty journal is all zeros. Returns -1 if out of memory; nothing is added then. */
int journal_add(struct journal *journal, struct event event);
void journal_release(struct journal *journal);
/* Takes the event that begins at *at, which starts at 0, and moves on. Returns false at the end, or
 * where the bytes are none of a journal. */
bool journal_next(const uint8_t *bytes, size_t length, size_t *at, struct event *event);
/* Plays a journal in a session, which the caller releases in any case. Returns NULL, or what is
 * wrong: the bytes may come from anywhere. */
const char *journal_play(const struct game *game, const int *params, const uint8_t *bytes,
                         size_t length, struct session *session);

#endif
