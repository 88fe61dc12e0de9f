/* The random agent gives every choice the same value and puts a random one first. It is the weakest
 * opponent, the baseline of comparisons, and the smallest example of an agent. */
#include "agents/agents.h"
#include <stdlib.h>

struct random_agent {
    const struct game *game;
    struct choice choices[];
};

static bool random_suits(const struct game *game) {
    (void)game;
    return true;
}

static void *random_init(const struct game *game, const struct host *host) {
    (void)host;
    size_t bytes = sizeof(struct choice) * (size_t)game->choices_max;
    struct random_agent *self = malloc(sizeof *self + bytes);
    if (self) self->game = game;
    return self;
}

static void random_think(void *agent, const struct agent_question *question,
                         struct advice *advice) {
    struct random_agent *self = agent;
    *advice = (struct advice){.candidates = advice->candidates};
    advice->count = self->game->choices(question->state, question->who, self->choices);
    for (int i = 0; i < advice->count; i++)
        advice->candidates[i] = (struct candidate){.act = self->choices[i].act};
    uint32_t best = rng_below(question->rng, (uint32_t)advice->count);
    struct candidate first = advice->candidates[best];
    advice->candidates[best] = advice->candidates[0];
    advice->candidates[0] = first;
    advice->line[0] = first.act;
    advice->line_count = 1;
}

const struct agent agents_random = {
    .name = "random",
    .summary = "plays any legal move",
    .suits = random_suits,
    .init = random_init,
    .think = random_think,
    .release = free,
};
