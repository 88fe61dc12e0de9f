/* The memory that a question takes, and the words for an answer. */
#include "cli/advisor.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int advisor_init(struct advisor *advisor, const struct game *game, const struct agent *agent,
                 const struct host *host) {
    struct advice_query *query = &advisor->query;
    size_t choices = (size_t)game->choices_max;
    *query = (struct advice_query){.game = game, .agent = agent, .host = host, .act = AGENT_NO_ACT};
    query->state = malloc(game->state_max);
    query->spare = malloc(game->state_max);
    query->other = malloc(game->state_max);
    query->choices = malloc(choices * sizeof *query->choices);
    query->candidates = malloc(choices * sizeof *query->candidates);
    query->mind = agent->init(game, host);
    bool fine = query->state && query->spare && query->other && query->choices &&
                query->candidates && query->mind;
    return fine ? 0 : -1;
}

void advisor_release(struct advisor *advisor) {
    struct advice_query *query = &advisor->query;
    if (query->mind) query->agent->release(query->mind);
    free(query->state);
    free(query->spare);
    free(query->other);
    free(query->choices);
    free(query->candidates);
}

void advisor_put_value(double value, char out[ADVISOR_VALUE_BYTES]) {
    if (fabs(value) < 0.005) value = 0; /* nor -0 */
    bool whole = value == round(value), small = fabs(value) < 0.995;
    snprintf(out, ADVISOR_VALUE_BYTES, "%.*f", whole ? 0 : small ? 2 : 1, value);
}

const char *advisor_meaning(const struct advisor *advisor) {
    const struct advice_query *query = &advisor->query;
    return query->game->shape(query->state).seats > 1
               ? "points ahead of the best other player at the end"
               : "points from now to the end";
}

void advisor_name(const struct advisor *advisor, action act, struct text *out) {
    const struct advice_query *query = &advisor->query;
    query->game->name_act(query->state, query->who, act, out);
}
