/* The position never changes; what was answered is played on a copy. */
#include "term/answer.h"
#include <stdlib.h>

int answer_init(struct answer *answer, const struct game *game) {
    struct advice_query *query = &answer->query;
    *answer = (struct answer){.query = {.game = game, .act = AGENT_NO_ACT}};
    query->state = malloc(game->state_max);
    query->spare = malloc(game->state_max);
    query->other = malloc(game->state_max);
    query->choices = malloc(sizeof *query->choices * (size_t)game->choices_max);
    answer->now = malloc(game->state_max);
    bool fine = query->state && query->spare && query->other && query->choices && answer->now;
    return fine ? 0 : -1;
}

void answer_release(struct answer *answer) {
    free(answer->query.state);
    free(answer->query.spare);
    free(answer->query.other);
    free(answer->query.choices);
    free(answer->now);
}

void answer_again(struct answer *answer) {
    answer->count = 0;
    answer->complete = false;
    game_copy(answer->query.game, answer->now, answer->query.state);
}

void answer_begin(struct answer *answer, const void *state, int who) {
    const struct game *game = answer->query.game;
    answer->query.who = who;
    game_copy(game, answer->query.state, state);
    if (game->hide) game->hide(answer->query.state, who);
    answer->timed = game->movers(state) >> CLOCK & 1;
    answer_again(answer);
}

/* Whether nothing is left to answer: luck comes in, or another player. */
static bool is_complete(const struct answer *answer) {
    const struct advice_query *query = &answer->query;
    if (!answer->timed || answer->count == ANSWER_ACTS_MAX) return true;
    if (!(query->game->movers(answer->now) >> query->who & 1)) return true;
    return query->game->choices(answer->now, query->who, query->choices) == 0;
}

void answer_add(struct answer *answer, action act) {
    const struct advice_query *query = &answer->query;
    action choice;
    int repeats = advice_unfold(query, answer->now, query->who, act, &choice);
    if (answer->count == 0) answer->picked = act;
    if (repeats == 0) choice = act;
    do
        if (answer->count < ANSWER_ACTS_MAX) answer->acts[answer->count++] = choice;
    while (--repeats > 0);
    query->game->apply(answer->now, query->who, act);
    answer->complete = is_complete(answer);
}

bool answer_back(struct answer *answer) {
    if (answer->count == 0) return false;
    answer->count--;
    answer->complete = false;
    answer_play(answer, answer->count, answer->now);
    return true;
}

void answer_play(const struct answer *answer, int count, void *state) {
    const struct advice_query *query = &answer->query;
    game_copy(query->game, state, query->state);
    for (int i = 0; i < count; i++) query->game->apply(state, query->who, answer->acts[i]);
}
