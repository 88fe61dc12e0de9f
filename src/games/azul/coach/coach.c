/* The coach searches the round and values its end by what it has learned of the rest of the game,
 * or only counts the points, as it is asked. The other agent never looks past the round. */
#include "games/azul/coach/coach.h"
#include "games/azul/coach/reasons.h"
#include "games/azul/coach/solver.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Standard errors in points: of what is learned (coach_bench), and of searches that do not reach
 * the end of the round, by their depth. */
#define LEARNED_ERROR 2.3
static const double cut_errors[] = {7, 7, 5, 3, 1.6, 1};
enum { CUTS = sizeof cut_errors / sizeof *cut_errors };

enum { NODES = 1000000 }; /* the budget if none is given */

struct coach {
    struct azul_solver *solver;
    struct azul_solver_answer answer;
};

static bool suits(const struct game *game) {
    return game == &azul_game;
}

static void release(void *self) {
    struct coach *coach = self;
    if (!coach) return;
    azul_solver_free(coach->solver);
    free(coach);
}

static void *init(const struct game *game, const struct host *host) {
    (void)game;
    if (!azul_values_ready(host)) return NULL;
    struct coach *coach = calloc(1, sizeof *coach);
    if (!coach) return NULL;
    coach->solver = azul_solver_new(host);
    if (coach->solver) return coach;
    release(coach);
    return NULL;
}

/* The budget in nodes; a rollout counts as one. */
static uint64_t nodes_of(struct budget budget) {
    uint64_t nodes = budget.nodes;
    if (budget.rollouts && (!nodes || budget.rollouts < nodes)) nodes = budget.rollouts;
    return nodes || budget.milliseconds ? nodes : NODES;
}

/* Returns the tiles in the fullest row of all walls, once the full lines are tiled. */
static int fullest_row(const struct azul *azul) {
    int fullest = 0;
    for (int seat = 0; seat < azul->players; seat++)
        for (int row = 0; row < AZUL_SIDE; row++) {
            const struct azul_player *player = &azul->player[seat];
            int tiles = bits_count(player->wall & azul_set_cells(AZUL_ROWS, row));
            tiles += azul_is_full(player, row);
            if (tiles > fullest) fullest = tiles;
        }
    return fullest;
}

static double chance_of(const struct azul *azul, const struct azul_solver_act *act) {
    if (act->solved && act->ends && azul->players == 2)
        return act->value > 0 ? 1 : act->value < 0 ? 0 : 0.5;
    int lead = (int)lround(act->value * AZUL_VALUES_UNIT);
    return azul_values_chance(&azul_values_learned, lead, fullest_row(azul));
}

static void put_candidate(const struct azul *azul, const struct azul_solver_act *act, bool learned,
                          struct candidate *candidate) {
    /* Several opponents need not play together against who asks: then nothing is proven. */
    bool exact = act->solved && (act->ends || !learned) && azul->players == 2;
    double cut = cut_errors[act->depth < CUTS ? act->depth : CUTS - 1];
    if (act->solved) cut = azul->players == 2 ? 0 : cut_errors[CUTS - 1];
    double error = hypot(cut, learned && !act->ends ? LEARNED_ERROR : 0);
    *candidate = (struct candidate){
        .act = act->act,
        .value = act->value,
        .error = act->depth && !exact ? error : 0,
        .visits = (uint64_t)act->depth,
        .exact = exact,
        .chance = learned ? chance_of(azul, act) : 0,
    };
}

static void put_advice(const struct coach *coach, const struct agent_question *question,
                       bool learned, struct advice *advice) {
    const struct azul_solver_answer *answer = &coach->answer;
    *advice = (struct advice){.candidates = advice->candidates, .count = answer->count};
    for (int i = 0; i < answer->count; i++)
        put_candidate(question->state, &answer->acts[i], learned, &advice->candidates[i]);
    advice->line_count = answer->line_count;
    memcpy(advice->line, answer->line, sizeof *answer->line * (size_t)answer->line_count);
    advice->reply_count = answer->reply_count;
    memcpy(advice->reply, answer->reply, sizeof *answer->reply * (size_t)answer->reply_count);
    advice->nodes = answer->nodes;
    advice->solved = answer->proven;
    advice->proven = answer->proven && advice->candidates[0].exact;
    /* What is learned of another round proves nothing, neither that an act is worse. */
    for (int i = 0; i < answer->count && learned; i++) advice->proven &= answer->acts[i].ends;
    advice->stopped = answer->stopped;
}

static void think_with(struct coach *coach, const struct agent_question *question, bool learned,
                       struct advice *advice) {
    struct azul_solver_question ask = {
        .azul = question->state,
        .values = learned ? &azul_values_learned : NULL,
        .nodes = nodes_of(question->budget),
        .milliseconds = question->budget.milliseconds,
        .best_only = question->only_best,
        .act = question->act,
    };
    azul_solver_ask(coach->solver, &ask, &coach->answer);
    put_advice(coach, question, learned, advice);
}

static void think(void *self, const struct agent_question *question, struct advice *advice) {
    think_with(self, question, question->objective == AZUL_COACH_GAME, advice);
}

static void think_round(void *self, const struct agent_question *question, struct advice *advice) {
    think_with(self, question, false, advice);
}

#define AHEAD "points ahead of the best other player at the end of the "

static const struct agent_objective objectives[] = {
    [AZUL_COACH_GAME] = {"game", AHEAD "game"},
    [AZUL_COACH_ROUND] = {"round", AHEAD "round"},
    {NULL, NULL},
};

static const struct agent_objective of_round[] = {{"game", AHEAD "round"}, {NULL, NULL}};

const struct agent azul_coach = {
    .name = "coach",
    .summary = "solves the rest of the round and values what follows",
    .objectives = objectives,
    .chance = "winning",
    .weights = &azul_values_weights,
    .suits = suits,
    .init = init,
    .think = think,
    .release = release,
    .explain = azul_reasons,
};

const struct agent azul_round_agent = {
    .name = "drafter",
    .summary = "solves the rest of the round for its points, and looks no further",
    .objectives = of_round,
    .suits = suits,
    .init = init,
    .think = think_round,
    .release = release,
};
