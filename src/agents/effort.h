/* How long an agent may think: its budget, its host, and the threads that share the work. */
#ifndef AGENTS_EFFORT_H
#define AGENTS_EFFORT_H

#include "game/agent.h"
#include <stdatomic.h>

struct effort {
    const struct host *host;
    struct budget budget;
    double begin;
    atomic_bool over; /* the time is up, or the host says stop */
    bool stopped;     /* the host said stop */
    double done;      /* the share of the work reported last */
    const char *message;
};

/* A budget without any limit gets this one of nodes. */
enum { EFFORT_NODES = 1 << 20 };

void effort_begin(struct effort *effort, const struct host *host, struct budget budget,
                  const char *message);
/* Returns whether to go on. On the calling thread it looks at the clock and asks the host; `spent`
 * is the share of nodes or rollouts that is used up. */
bool effort_go_on(struct effort *effort, bool leads, double spent);
/* Returns whether the budget counts nodes or rollouts, so that the answer is the same on any number
 * of threads. */
bool effort_is_counted(const struct effort *effort);

#endif
