/* The clock is looked at for every unit of work, which takes some microseconds at least. */
#include "agents/effort.h"

void effort_begin(struct effort *effort, const struct host *host, struct budget budget,
                  const char *message) {
    bool timed = budget.milliseconds && host->seconds;
    if (!timed && !budget.nodes && !budget.rollouts) budget.nodes = EFFORT_NODES;
    *effort = (struct effort){.host = host, .budget = budget, .message = message};
    atomic_init(&effort->over, false);
    effort->begin = host_seconds(host);
}

bool effort_is_counted(const struct effort *effort) {
    return effort->budget.nodes || effort->budget.rollouts;
}

bool effort_go_on(struct effort *effort, bool leads, double spent) {
    if (!leads || atomic_load(&effort->over)) return !atomic_load(&effort->over);
    double limit = effort->budget.milliseconds / 1000.0;
    double passed = host_seconds(effort->host) - effort->begin;
    bool timed = effort->budget.milliseconds && effort->host->seconds;
    if (timed && passed / limit > spent) spent = passed / limit;
    if (spent > 1) spent = 1;
    if (spent > effort->done) effort->done = spent;
    effort->stopped = !host_go_on(effort->host, effort->done, effort->message);
    if (effort->stopped || (timed && passed >= limit)) atomic_store(&effort->over, true);
    return !atomic_load(&effort->over);
}
