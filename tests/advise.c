/* advise GAME POSITIONS [SEED]: asks every agent of a game for advice in random positions, with
 * budgets from one node to a second, on one and two threads. Every act it advises must be legal.
 * Prints how many questions were asked. */
#include "agents/agents.h"
#include "agents/mind.h"
#include "games/games.h"
#include "host/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS_MAX = 32, THREADS = 2, WALK_MAX = 60 };
enum { OFTEN = 150, SELDOM = 30 }; /* positions; see is_asked */

/* Every so many positions comes a budget of this size; else a few nodes. */
static const struct {
    int every;
    struct budget budget;
} rare[] = {
    {20000, {.milliseconds = 1000}}, {5000, {.nodes = 70000}}, {1000, {.milliseconds = 5}},
    {500, {.nodes = 5000}},          {100, {.rollouts = 100}},
};

struct panel {
    const struct game *game;
    struct host_system systems[THREADS];
    struct agents_mind *minds[THREADS][AGENTS_MAX];
    char *state;
    struct choice *choices;
    struct candidate *candidates;
    struct rng rng;
    long questions;
};

static int pick_param(const struct param *param, struct rng *rng) {
    if (rng_below(rng, 4)) return param->standard;
    return param->min + (int)rng_below(rng, (uint32_t)(param->max - param->min + 1));
}

static void begin(struct panel *panel) {
    int params[PARAMS_MAX];
    for (int i = 0; panel->game->params[i].name; i++)
        params[i] = pick_param(&panel->game->params[i], &panel->rng);
    panel->game->start(panel->state, params);
}

/* Plays random events, and begins again when the game is over. */
static void walk(struct panel *panel, uint32_t events) {
    const struct game *game = panel->game;
    while (events > 0 || game->movers(panel->state) >> CHANCE & 1) {
        uint32_t movers = game->movers(panel->state);
        if (!movers) begin(panel);
        int who = (int)rng_below(&panel->rng, CLOCK + 1);
        if (movers >> CHANCE & 1) who = CHANCE;
        if (!(movers >> who & 1) || game->choices(panel->state, who, panel->choices) == 0) continue;
        game->apply(panel->state, who,
                    game_draw(game, panel->state, who, &panel->rng, panel->choices));
        if (who != CHANCE && events > 0) events--;
    }
}

static struct budget pick_budget(struct panel *panel, long position) {
    for (size_t i = 0; i < sizeof rare / sizeof *rare; i++)
        if (position % rare[i].every == rare[i].every / 2) return rare[i].budget;
    return (struct budget){.nodes = 1 + rng_below(&panel->rng, 40)};
}

static void ask(struct panel *panel, int threads, int agent, int who, struct budget budget) {
    const struct agent *asked = agents_of(panel->game, agent);
    struct advice advice = {.candidates = panel->candidates};
    struct agent_question question = {.state = panel->state,
                                      .who = who,
                                      .budget = budget,
                                      .rng = &panel->rng,
                                      .act = AGENT_NO_ACT};
    int count = panel->game->choices(panel->state, who, panel->choices);
    if (rng_below(&panel->rng, 4) == 0)
        question.act = panel->choices[rng_below(&panel->rng, (uint32_t)count)].act;
    mind_think(panel->minds[threads][agent], &question, &advice);
    panel->questions++;
    bool legal = advice.count == count;
    for (int i = 0; i < advice.count; i++)
        legal &= !panel->game->refuse(panel->state, who, advice.candidates[i].act);
    if (legal) return;
    fprintf(stderr, "%s, question %ld: the advice is not legal\n", asked->name, panel->questions);
    exit(1);
}

/* A mover may have no choice for the moment. */
static bool anyone_chooses(struct panel *panel) {
    bool chooses = false;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        chooses |= panel->game->choices(panel->state, seat, panel->choices) > 0;
    return chooses;
}

/* Nets take long under the sanitizers: who plays by weights is asked in the first positions, then
 * in one of SELDOM. */
static bool is_asked(const struct agent *agent, long position) {
    return !agent->weights || position < OFTEN || position % SELDOM == 0;
}

static void ask_all(struct panel *panel, long position) {
    struct budget budget = pick_budget(panel, position);
    int who = (int)rng_below(&panel->rng, SEATS_MAX), threads = (int)(position % THREADS);
    while (panel->game->choices(panel->state, who, panel->choices) == 0)
        who = (who + 1) % SEATS_MAX;
    for (int i = 0; agents_of(panel->game, i); i++)
        if (is_asked(agents_of(panel->game, i), position)) ask(panel, threads, i, who, budget);
}

int main(int argc, char **argv) {
    static struct panel panel;
    if (argc < 3 || argc > 4 || !(panel.game = games_find(argv[1]))) return 2;
    long positions = atol(argv[2]);
    panel.rng = rng_new(argc > 3 ? (uint64_t)atol(argv[3]) : 11, 12);
    panel.state = calloc(1, panel.game->state_max);
    panel.choices = calloc((size_t)panel.game->choices_max, sizeof *panel.choices);
    panel.candidates = calloc((size_t)panel.game->choices_max, sizeof *panel.candidates);
    for (int t = 0; t < THREADS; t++) {
        host_system_init(&panel.systems[t]);
        panel.systems[t].host.threads = t + 1;
        for (int i = 0; agents_of(panel.game, i); i++)
            panel.minds[t][i] =
                mind_open(agents_of(panel.game, i), panel.game, &panel.systems[t].host);
    }
    begin(&panel);
    for (long position = 0; position < positions;) {
        walk(&panel, 1 + rng_below(&panel.rng, position % 8 ? 4 : WALK_MAX));
        if (!anyone_chooses(&panel)) continue;
        ask_all(&panel, position++);
    }
    printf("%s: %ld positions, %ld questions\n", argv[1], positions, panel.questions);
    for (int t = 0; t < THREADS; t++) {
        for (int i = 0; agents_of(panel.game, i); i++) mind_close(panel.minds[t][i]);
        host_system_release(&panel.systems[t]);
    }
    free(panel.state);
    free(panel.choices);
    free(panel.candidates);
    return 0;
}
