/* What the server counts, for /metrics and `gm stats`. */
#ifndef SERVE_METRICS_H
#define SERVE_METRICS_H

#include "base/text.h"

enum metric {
    METRIC_TELNET,    /* gauge: connections of terminals */
    METRIC_WEBSOCKET, /* gauge: of WebSockets */
    METRIC_CONSOLE,   /* gauge: of game masters */
    METRIC_CAME,      /* connections accepted so far */
    METRIC_REFUSED,   /* refused: a limit, or nothing left to serve them with */
    METRIC_DROPPED,   /* ended by the server: slow, idle, too much, bad bytes */
    METRIC_IN,        /* bytes */
    METRIC_OUT,
    METRIC_HTTP,     /* requests */
    METRIC_REQUESTS, /* of the protocol */
    METRIC_ERRORS,   /* of them, those answered by an error */
    METRIC_KEPT,     /* games in the store */
    METRIC_NOT_KEPT, /* games that the store refused */
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
