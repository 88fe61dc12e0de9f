/* What the server counts, for /metrics and `gm stats`. */
#ifndef SERVE_METRICS_H
#define SERVE_METRICS_H

#include "base/text.h"

enum metrics_value {
    METRICS_TELNET,    /* gauge: connections of terminals */
    METRICS_WEBSOCKET, /* gauge: of WebSockets */
    METRICS_CONSOLE,   /* gauge: of game masters */
    METRICS_CAME,      /* connections accepted so far */
    METRICS_REFUSED,   /* refused: a limit, or nothing left to serve them with */
    METRICS_DROPPED,   /* ended by the server: slow, idle, too much, bad bytes */
    METRICS_IN,        /* bytes */
    METRICS_OUT,
    METRICS_HTTP,     /* requests */
    METRICS_REQUESTS, /* of the protocol */
    METRICS_ERRORS,   /* of them, those answered by an error */
    METRICS_KEPT,     /* games in the store */
    METRICS_NOT_KEPT, /* games that the store refused */
    METRICS
};

enum { METRICS_BUCKETS = 64 };

/* Times by powers of the fourth root of 2, from 10 us on. */
struct metrics_times {
    uint64_t counts[METRICS_BUCKETS], count;
    double sum;
};

struct metrics {
    uint64_t values[METRICS];
    struct metrics_times frames; /* from input to the frame that answers it, in seconds */
};

void metrics_time(struct metrics_times *times, double seconds);
/* Returns the time that a share of all is below, as 0.99; 0 if there are none. */
double metrics_quantile(const struct metrics_times *times, double share);
struct hall;
/* Writes all in Prometheus text format; and in lines for people. */
void metrics_write(const struct metrics *metrics, const struct hall *hall, struct text *out);
void metrics_write_plain(const struct metrics *metrics, const struct hall *hall, struct text *out);

#endif
