/* Answers requests of the engine protocol for many clients, on threads of its own. A client has one
 * request in work and a few that wait; clients take turns. Answers come back on the loop's thread.
 */
#ifndef SERVE_CLERK_H
#define SERVE_CLERK_H

#include <stdbool.h>
#include <stddef.h>

enum { CLERK_WAITING_MAX = 8 };    /* requests of a client */
enum { CLERK_SECONDS_MAX = 10 };   /* of a request; it is then stopped as by `cancel` */
enum { CLERK_LINE_MAX = 1 << 18 }; /* bytes of a request */
/* Bytes of requests that wait: of a client, and of all. */
enum { CLERK_BYTES_MAX = 1 << 19, CLERK_ALL_BYTES_MAX = 1 << 26 };

struct clerk;
struct clerk_client;

/* `wake` is called from any thread when clerk_deliver has something to do. Engines are made when
 * they are first needed. Returns NULL if out of memory, here and below. */
struct clerk *clerk_new(int threads, void (*wake)(void *self), void *self);
/* All clients must be closed before. */
void clerk_free(struct clerk *clerk);

/* `answer` gets each answer and each line of progress, on the thread of clerk_deliver. A client
 * that asked nothing takes less than 100 bytes. */
struct clerk_client *clerk_open(struct clerk *clerk,
                                void (*answer)(void *self, const char *line, size_t length),
                                void *self);
/* Stops what runs for it and drops what waits; `answer` is called no more. */
void clerk_close(struct clerk_client *client);
/* Asks; `cancel` requests do not wait. Answers with an error of the protocol (LIMIT) if the line is
 * too long or too many wait already, through `answer` at the next clerk_deliver. */
void clerk_ask(struct clerk_client *client, const char *line, size_t length);
/* Returns for how many seconds requests of a client were worked on since the last call. */
double clerk_worked(struct clerk_client *client);
/* Hands out the answers that are ready. */
void clerk_deliver(struct clerk *clerk);
/* Returns how many requests wait or run. */
int clerk_busy(struct clerk *clerk);

#endif
