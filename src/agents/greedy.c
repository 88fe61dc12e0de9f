/* The greedy agent takes the act that scores most at once; among equals, a random one. */
#include "agents/agents.h"
#include "agents/effort.h"
#include "agents/sim.h"
#include <stdlib.h>

struct greedy {
    const struct host *host;
    struct sim sim;
};

static bool greedy_suits(const struct game *game) {
    (void)game;
    return true;
}

static void greedy_release(void *agent) {
    struct greedy *self = agent;
    if (self) sim_release(&self->sim);
    free(self);
}

static void *greedy_init(const struct game *game, const struct host *host) {
    struct greedy *self = malloc(sizeof *self);
    if (!self) return NULL;
    self->host = host;
    if (sim_init(&self->sim, game) == 0) return self;
    greedy_release(self);
    return NULL;
}

static int by_value(const void *a, const void *b) {
    const struct candidate *one = a, *two = b;
    if (one->value != two->value) return one->value > two->value ? -1 : 1;
    return (one->visits > two->visits) - (one->visits < two->visits);
}

static void greedy_think(void *agent, const struct agent_question *question,
                         struct advice *advice) {
    struct greedy *self = agent;
    const struct game *game = self->sim.game;
    struct candidate *candidates = advice->candidates;
    struct effort effort;
    *advice = (struct advice){.candidates = candidates};
    effort_begin(&effort, self->host, question->budget, "moves");
    int count = game->choices(question->state, question->who, self->sim.choices);
    double before = sim_base(game, question->state, question->who);
    int searched = 0;
    for (int i = 0; i < count; i++) {
        candidates[i] = (struct candidate){.act = self->sim.choices[i].act};
        if (i % 64 == 0) effort_go_on(&effort, true, (double)i / count);
        if (effort_stopped(&effort)) continue;
        searched++;
        game_copy(game, self->sim.state, question->state);
        game->apply(self->sim.state, question->who, candidates[i].act);
        candidates[i].value = sim_value(game, self->sim.state, question->who) - before;
    }
    /* A random number each breaks ties. */
    for (int i = 0; i < searched; i++) candidates[i].visits = rng_next(question->rng);
    qsort(candidates, (size_t)searched, sizeof *candidates, by_value);
    for (int i = 0; i < searched; i++) candidates[i].visits = 1;
    advice->count = count;
    advice->nodes = (uint64_t)searched;
    advice->stopped = effort_stopped(&effort);
    advice->line[0] = candidates[0].act;
    advice->line_count = 1;
}

const struct agent agents_greedy = {
    .name = "greedy",
    .summary = "takes the move that scores most at once",
    .suits = greedy_suits,
    .init = greedy_init,
    .think = greedy_think,
    .release = greedy_release,
};
