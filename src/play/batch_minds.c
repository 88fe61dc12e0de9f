/* Each thread asks its own mind about a copy of the lane, without what the seat may not see. The
 * luck of a question comes from the seed and the lane, so it does not matter who asks. */
#include "play/batch_minds.h"
#include "agents/mind.h"
#include "play/match.h"
#include <math.h>
#include <stdlib.h>

enum { NO_ACT = -1 };

struct thinker {
    struct host host;
    struct agents_mind *mind;
    void *state;
    struct choice *choices;
    struct advice advice;
};

struct batch_minds {
    const struct agent *agent;
    int count;
    struct thinker thinkers[];
};

static bool thinker_init(struct thinker *thinker, const struct game *game,
                         const struct agent *agent, const struct host *host) {
    struct advice *advice = &thinker->advice;
    thinker->host = (struct host){.threads = 1, .seconds = host->seconds, .self = host->self};
    thinker->state = calloc(1, game->state_max);
    thinker->choices = malloc(sizeof *thinker->choices * (size_t)game->choices_max);
    advice->candidates = malloc(sizeof *advice->candidates * (size_t)game->choices_max);
    if (!thinker->state || !thinker->choices || !advice->candidates) return false;
    thinker->mind = mind_open(agent, game, &thinker->host);
    return thinker->mind != NULL;
}

struct batch_minds *batch_minds_new(const struct game *game, const struct agent *agent,
                                    const struct host *host, int threads) {
    struct batch_minds *minds =
        calloc(1, sizeof *minds + sizeof *minds->thinkers * (size_t)threads);
    if (!minds) return NULL;
    minds->agent = agent;
    while (minds->count < threads)
        if (!thinker_init(&minds->thinkers[minds->count++], game, agent, host)) {
            batch_minds_free(minds);
            return NULL;
        }
    return minds;
}

void batch_minds_free(struct batch_minds *minds) {
    for (int i = 0; minds && i < minds->count; i++) {
        struct thinker *thinker = &minds->thinkers[i];
        mind_close(thinker->mind);
        free(thinker->state);
        free(thinker->choices);
        free(thinker->advice.candidates);
    }
    free(minds);
}

const struct agent *batch_minds_agent(const struct batch_minds *minds) {
    return minds ? minds->agent : NULL;
}

/* A generator that tells nothing about the luck of the lane, even if both have the same seed. */
static struct rng luck_of(uint64_t seed) {
    struct rng from = rng_new(seed, UINT64_MAX);
    uint64_t high = rng_next(&from), low = rng_next(&from);
    return rng_new(high << 32 | low, 0);
}

static struct budget budget_of(const struct player *player) {
    const struct budget standard = {.nodes = MATCH_NODES}, *named = &player->budget;
    return named->nodes || named->rollouts || named->milliseconds ? *named : standard;
}

/* Returns how many candidates there are; 0 if there is nothing to do in the lane. */
static int think(struct thinker *thinker, const struct batch_question *question,
                 const struct lanes *lanes, int lane) {
    const struct game *game = lanes->game;
    const void *here = lanes_state(lanes, lane);
    int seat = lanes->one[lane].seat;
    struct rng luck = luck_of(question->seed + (uint64_t)lane);
    if (game_over(game, here) || game->choices(here, seat, thinker->choices) == 0) return 0;
    game_copy(game, thinker->state, here);
    if (game->hide) game->hide(thinker->state, seat);
    mind_think(thinker->mind,
               &(struct agent_question){
                   .state = thinker->state,
                   .who = seat,
                   .budget = budget_of(&question->player),
                   .rng = &luck,
                   .act = AGENT_NO_ACT,
                   .only_best = question->count == 1 && !question->values,
               },
               &thinker->advice);
    return thinker->advice.count;
}

void batch_minds_ask(struct batch_minds *minds, const struct batch_question *question,
                     const struct lanes *lanes, int lane, int thread) {
    struct thinker *thinker = &minds->thinkers[thread];
    size_t at = (size_t)lane * (size_t)question->count;
    int found = think(thinker, question, lanes, lane);
    for (int i = 0; i < question->count; i++, at++) {
        const struct candidate *each = i < found ? &thinker->advice.candidates[i] : NULL;
        question->acts[at] = each ? (int32_t)each->act : NO_ACT;
        if (question->values)
            question->values[at] = each && each->visits ? (float)each->value : NAN;
    }
}
