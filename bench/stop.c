/* How soon agents heed a stop: the longest time between a stop and the answer, over positions of
 * random games at standard and largest params. `stop [GAME]` */
#include "agents/agents.h"
#include "games/games.h"
#include "host/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 12, ACTS = 6 };
static const double patience = 0.03; /* seconds until the stop */

struct stopper {
    struct host_system system; /* first: its address is the stopper's */
    double stop;
};

static bool go_on(void *self, double done, const char *message) {
    struct stopper *stopper = self;
    (void)done, (void)message;
    return stopper->system.host.seconds(self) < stopper->stop;
}

/* Plays random acts of seats, with the luck between them. */
static int walk(const struct game *game, char *state, struct choice *choices, struct rng *rng) {
    int seat = 0;
    for (int acts = 0; acts <= ACTS && game->movers(state); acts++) {
        game_settle(game, state, rng, choices, NULL, NULL);
        for (seat = 0; seat < SEATS_MAX && game->choices(state, seat, choices) == 0;) seat++;
        if (seat == SEATS_MAX || acts == ACTS) return seat;
        game->apply(state, seat, game_draw(game, state, seat, rng, choices));
    }
    return SEATS_MAX;
}

static double ask(const struct game *game, const struct agent *agent, int threads, bool large) {
    struct stopper stopper;
    struct choice *choices = calloc((size_t)game->choices_max, sizeof *choices);
    struct candidate *candidates = calloc((size_t)game->choices_max, sizeof *candidates);
    char *state = calloc(1, game->state_max);
    int params[PARAMS_MAX];
    double worst = 0;
    host_system_init(&stopper.system);
    stopper.system.host.go_on = go_on;
    stopper.system.host.threads = threads;
    void *self = agent->init(game, &stopper.system.host);
    game_standard(game, params);
    for (int i = 0; large && game->params[i].name; i++) params[i] = game->params[i].max;
    for (int i = 0; i < POSITIONS; i++) {
        struct rng rng = rng_new((uint64_t)i, 0);
        game->start(state, params);
        int who = walk(game, state, choices, &rng);
        if (who == SEATS_MAX) continue;
        struct budget hour = {.milliseconds = 3600000};
        struct agent_question question = {
            .state = state, .who = who, .budget = hour, .rng = &rng, .act = AGENT_NO_ACT};
        struct advice advice = {.candidates = candidates};
        stopper.stop = stopper.system.host.seconds(&stopper) + patience;
        agent->think(self, &question, &advice);
        double late = stopper.system.host.seconds(&stopper) - stopper.stop;
        if (late > worst) worst = late;
    }
    agent->release(self);
    host_system_release(&stopper.system);
    free(choices);
    free(candidates);
    free(state);
    return worst;
}

int main(int argc, char **argv) {
    printf("ms from stop to answer, worst of %d positions\n", POSITIONS);
    printf("%-8s %-10s %10s %10s %10s %10s\n", "game", "agent", "standard", "2 threads", "largest",
           "2 threads");
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; agents_of(games_list[g], i); i++) {
            const struct game *game = games_list[g];
            const struct agent *agent = agents_of(game, i);
            if (argc > 1 && strcmp(argv[1], game->name) != 0) continue;
            printf("%-8s %-10s", game->name, agent->name);
            for (int k = 0; k < 4; k++)
                printf(" %10.2f", 1000 * ask(game, agent, 1 + k % 2, k >= 2));
            printf("\n");
        }
    return 0;
}
