/* The requests of a stream, which arrive while others are being answered: lines wait for their turn
 * in order. Only a `cancel` does not wait. It is answered as soon as it is there, and hits what
 * runs and what waits. The memory is bounded: when there is no room, the stream must wait. */
#ifndef ENGINE_INBOX_H
#define ENGINE_INBOX_H

#include "engine/engine.h"

struct inbox;

/* The engine must outlive the inbox. `send` gets the answer to each `cancel`. Returns NULL if out
 * of memory. */
struct inbox *inbox_new(struct engine *engine,
                        void (*send)(void *self, const char *line, size_t length), void *self);
void inbox_free(struct inbox *inbox);

/* Returns how many bytes may be put in now; 0 if requests must be answered first. */
size_t inbox_room(struct inbox *inbox);
/* Puts in bytes as they come, at most as many as there is room. May be called while the engine
 * works, from its hooks. */
void inbox_put(struct inbox *inbox, const char *bytes, size_t length);
/* The stream has ended: its last line may lack a line end. */
void inbox_end(struct inbox *inbox);

/* Answers the request that waits longest. Returns NULL if none waits. The answer lasts until the
 * next call. */
const char *inbox_answer(struct inbox *inbox, size_t *answer_length);

#endif
