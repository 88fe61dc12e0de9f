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

/* A bucket that fills at a rate, and what is taken of it. */
struct limits_bucket {
    double level, at;
};
/* Takes an amount. Returns false if there is not so much. A new bucket is all zeros, and full. */
bool limits_take(struct limits_bucket *bucket, double amount, double rate, double most, double now);

#endif
