/* The clock is looked at for every unit of work, which takes some microseconds at least. */
#include "agents/effort.h"

/* Less work than this is not worth sharing. */
enum { PARTS = 4, SHARED_NODES = 1 << 16, SHARED_ROLLOUTS = 1 << 10 };

void effort_begin(struct effort *effort, const struct host *host, struct budget budget,
                  const char *message) {
    if (!host->seconds) budget.milliseconds = 0;
    if (!budget.milliseconds && !budget.nodes && !budget.rollouts) budget.nodes = EFFORT_NODES;
    *effort = (struct effort){.host = host, .budget = budget, .message = message};
    effort->counted = budget.nodes || budget.rollouts;
    atomic_init(&effort->over, false);
    atomic_init(&effort->stopped, false);
    effort->begin = host_seconds(host);
}

static double share(uint64_t part, uint64_t whole) {
    return whole ? (double)part / (double)whole : 0;
}

double effort_spent(const struct effort *effort, uint64_t nodes, uint64_t rollouts) {
    double one = share(nodes, effort->budget.nodes), two = share(rollouts, effort->budget.rollouts);
    return one > two ? one : two;
}

int effort_parts(const struct effort *effort) {
    const struct budget *budget = &effort->budget;
    int threads = effort->host->threads;
    if (!effort->counted) return threads < EFFORT_PARTS_MAX ? threads : EFFORT_PARTS_MAX;
    bool small = (budget->nodes && budget->nodes < SHARED_NODES) ||
                 (budget->rollouts && budget->rollouts < SHARED_ROLLOUTS);
    return small ? 1 : PARTS;
}

bool effort_go_on(struct effort *effort, bool leads, double spent) {
    if (!leads || atomic_load(&effort->over)) return !atomic_load(&effort->over);
    double limit = effort->budget.milliseconds / 1000.0;
    double passed = host_seconds(effort->host) - effort->begin;
    if (limit > 0 && passed / limit > spent) spent = passed / limit;
    if (spent > 1) spent = 1;
    if (spent > effort->done) effort->done = spent;
    bool stopped = !host_go_on(effort->host, effort->done, effort->message);
    if (stopped) atomic_store(&effort->stopped, true);
    if (stopped || (limit > 0 && passed >= limit)) atomic_store(&effort->over, true);
    return !atomic_load(&effort->over);
}
