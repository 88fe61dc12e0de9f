/* How much one address and one connection may do. */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct limits;

/* An address as a key: an IPv6 network of 64 bits counts as one. */
struct limits_address {
    unsigned char bytes[16];
    bool local; /* of this machine: not limited */
};

/* So many connections in all, and of one address (0: any number). Returns NULL if out of memory. */
struct limits *limits_new(int connections, int per_address);
void limits_free(struct limits *limits);
/* Finds the key of a socket's address. */
void limits_address(const struct sockaddr *from, struct limits_address *address);
/* Counts a connection. Returns NULL, or why there may be none; limits_leave goes with NULL. */
const char *limits_enter(struct limits *limits, const struct limits_address *address);
void limits_leave(struct limits *limits, const struct limits_address *address);

/* What the connections of an address may do together; and what of it comes back in a second. */
enum limits_kind {
    LIMITS_VISITS,   /* connections that may become members: 300, and 3 */
    LIMITS_REQUESTS, /* of HTTP and of the protocol: 5,000, and 1,000 */
    LIMITS_BYTES,    /* received: 16 MiB, and 4 MiB */
    LIMITS_SECONDS,  /* that the engine works for it: 60, and 1 */
    LIMITS_KINDS
};
/* Takes an amount. Returns false, with nothing taken, if there is not so much. An address of this
 * machine, and any where limits_new was given 0 for each, may take all. */
bool limits_spend(struct limits *limits, const struct limits_address *address,
                  enum limits_kind kind, double amount, double now);
/* Takes an amount that was used up already, even if there is not so much: only then can nothing at
 * all be left, and limits_spend of 0 is refused. */
void limits_charge(struct limits *limits, const struct limits_address *address,
                   enum limits_kind kind, double amount, double now);

/* A bucket that fills at a rate, and what is taken of it. */
struct limits_bucket {
    double level, at;
};
/* Takes an amount. Returns false if there is not so much. A new bucket is all zeros, and full. */
bool limits_take(struct limits_bucket *bucket, double amount, double rate, double most, double now);

#endif
