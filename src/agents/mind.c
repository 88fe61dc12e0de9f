#include "agents/mind.h"
#include "agents/agents.h"
#include "game/weights.h"
#include <stdlib.h>

struct agents_mind {
    const struct agent *agent, *other; /* `other` is NULL if the agent knows all states */
    void *self, *other_self;           /* `self` is NULL if its weights are lost */
};

struct agents_mind *mind_open(const struct agent *agent, const struct game *game,
                              const struct host *host) {
    struct agents_mind *mind = calloc(1, sizeof *mind);
    if (!mind) return NULL;
    mind->agent = agent;
    mind->self = agent->init(game, host);
    bool lost = !mind->self && agent->weights && host_lost(host, agent->weights->name);
    bool fine = mind->self || lost;
    mind->other = agent->knows || lost ? agents_general(game) : NULL;
    if (fine && mind->other) mind->other_self = mind->other->init(game, host);
    if (fine && (!mind->other || mind->other_self)) return mind;
    mind_close(mind);
    return NULL;
}

void mind_close(struct agents_mind *mind) {
    if (!mind) return;
    if (mind->self) mind->agent->release(mind->self);
    if (mind->other_self) mind->other->release(mind->other_self);
    free(mind);
}

bool mind_is_lost(const struct agents_mind *mind) {
    return !mind->self;
}

static bool knows(const struct agents_mind *mind, const void *state) {
    return !mind->other || (mind->self && mind->agent->knows(mind->self, state));
}

const struct agent *mind_for(const struct agents_mind *mind, const void *state) {
    return knows(mind, state) ? mind->agent : mind->other;
}

void mind_think(struct agents_mind *mind, const struct agent_question *question,
                struct advice *advice) {
    if (knows(mind, question->state))
        mind->agent->think(mind->self, question, advice);
    else
        mind->other->think(mind->other_self, question, advice);
}
