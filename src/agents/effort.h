/* How long an agent may think: its budget, and a host that may say stop. */
#ifndef AGENTS_EFFORT_H
#define AGENTS_EFFORT_H

#include "game/agent.h"
#include <stdatomic.h>

/* A budget without any limit gets this one of nodes. */
enum { EFFORT_NODES = 1000000 };

struct effort {
    const struct host *host;
    struct budget budget;
    bool counted; /* nodes or rollouts are limited: the same answer on any number of threads */
    double begin;
    atomic_bool over;    /* the time is up, or the host says stop */
    atomic_bool stopped; /* the host said stop */
    double done;         /* the share of the work reported last: only for the thread that leads */
    const char *message;
};

void effort_begin(struct effort *effort, const struct host *host, struct budget budget,
                  const char *message);
/* Returns whether to go on. Only the thread that began may look at the clock and ask the host: it
 * `leads`. `spent` is the share of nodes or rollouts that is used up. */
bool effort_go_on(struct effort *effort, bool leads, double spent);
/* Returns whether the host said stop. */
static inline bool effort_stopped(const struct effort *effort) {
    return atomic_load(&effort->stopped);
}
/* Returns the share of the nodes or rollouts that these are. */
double effort_spent(const struct effort *effort, uint64_t nodes, uint64_t rollouts);
/* Returns the number of parts to share the work into: with nodes or rollouts it depends on these
 * alone, else it is the number of threads. */
enum { EFFORT_PARTS_MAX = 8 };
int effort_parts(const struct effort *effort);

#endif
