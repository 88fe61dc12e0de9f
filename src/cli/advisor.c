/* The memory that a question takes, and the words for an answer. */
#include "cli/advisor.h"
#include "cli/screen.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_BYTES = 3 * SCREEN_WIDTH - 20, MORE_BYTES = 16 };

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
    bool several = query->game->shape(query->state).seats > 1;
    if (query->agent->meaning) return query->agent->meaning;
    if (advisor->verdict.advice.candidates[0].exact)
        return several ? "points ahead of the best other player at the end"
                       : "points from now to the end";
    return several ? "points ahead of the others in some moves" : "more points in some moves";
}

void advisor_name(const struct advisor *advisor, action act, struct text *out) {
    const struct advice_query *query = &advisor->query;
    query->game->name_act(query->state, query->who, act, out);
}

/* A line in words, on its way. */
struct telling {
    const struct game *game;
    struct text text;
    int shown, seats;
    bool full;
};

static void tell(void *self, const void *before, struct event event) {
    char buffer[SCREEN_NAME_BYTES];
    struct telling *telling = self;
    struct text name = text_over(buffer, sizeof buffer);
    if (telling->shown) text_string(&name, "; ");
    if (telling->seats > 1) text_format(&name, "player %d: ", event.who + 1);
    telling->game->name_act(before, event.who, event.act, &name);
    telling->full |= telling->text.length + name.length >= telling->text.capacity - MORE_BYTES;
    if (telling->full) return;
    text_string(&telling->text, buffer);
    telling->shown++;
}

void advisor_put_line(const struct advisor *advisor) {
    char buffer[LINE_BYTES];
    const struct advice_query *query = &advisor->query;
    struct telling telling = {.game = query->game,
                              .text = text_over(buffer, sizeof buffer),
                              .seats = query->game->shape(query->state).seats};
    text_string(&telling.text, "Expected: ");
    int count = advice_play_line(query, &advisor->verdict.advice, tell, &telling);
    if (count < 2) return;
    if (telling.shown < count) text_format(&telling.text, "; and %d more", count - telling.shown);
    screen_put_text(buffer);
}
