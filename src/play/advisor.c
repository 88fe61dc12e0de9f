/* The memory that a question takes, and the words for an answer. */
#include "play/advisor.h"
#include "agents/sim.h"
#include "play/player.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOST_DIGITS = 3, MORE_BYTES = 16, NAME_BYTES = 160, MEANING_BYTES = 64 };

int advisor_init(struct advisor *advisor, const struct game *game, const struct agent *agent,
                 const struct host *host) {
    struct advice_query *query = &advisor->query;
    size_t choices = (size_t)game->choices_max;
    advisor->agent = agent;
    *query = (struct advice_query){.game = game, .agent = agent, .host = host, .act = AGENT_NO_ACT};
    query->state = malloc(game->state_max);
    query->spare = malloc(game->state_max);
    query->other = malloc(game->state_max);
    query->choices = malloc(choices * sizeof *query->choices);
    query->candidates = malloc(choices * sizeof *query->candidates);
    query->mind = mind_open(agent, game, host);
    bool fine = query->state && query->spare && query->other && query->choices &&
                query->candidates && query->mind;
    return fine ? 0 : -1;
}

void advisor_release(struct advisor *advisor) {
    struct advice_query *query = &advisor->query;
    mind_close(query->mind);
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

void advisor_put_lost(double lost, char out[ADVISOR_VALUE_BYTES]) {
    advisor_put_value(lost, out);
    for (int digits = 2; digits <= LOST_DIGITS && advice_grade(atof(out)) != advice_grade(lost);
         digits++)
        snprintf(out, ADVISOR_VALUE_BYTES, "%.*f", digits, lost);
}

/* Writes what a value means that looks only so far. Random games go so far for each player. */
static void write_horizon(const struct advice_query *query, int seats, char words[MEANING_BYTES]) {
    struct text out = text_over(words, MEANING_BYTES);
    bool several = seats > 1;
    text_string(&out, several ? "points ahead of the others in " : "more points in ");
    if (query->agent->samples)
        text_format(&out, several ? "%d moves each" : "%d moves",
                    sim_horizon(query->game, query->state) / seats);
    else
        text_string(&out, "some moves");
}

/* What a value means, as "points ahead of the best other player at the end"; room for that in
 * `words`. */
static const char *meaning_of(const struct advisor *advisor, char words[MEANING_BYTES]) {
    const struct advice_query *query = &advisor->query;
    int seats = query->game->shape(query->state).seats;
    bool several = seats > 1;
    const char *meaning = player_meaning(query->agent, query->objective);
    if (meaning) return meaning;
    if (query->objective) return several ? "points ahead of the best other player" : "points";
    if (advisor->verdict.advice.candidates[0].exact)
        return several ? "points ahead of the best other player at the end"
                       : "points from now to the end";
    write_horizon(query, seats, words);
    return words;
}

static const char minus[] = "minus the ";

/* Returns what is left, where values are minus that; else NULL. */
static const char *left_of(const struct advisor *advisor, char words[MEANING_BYTES]) {
    const char *meaning = meaning_of(advisor, words);
    return strncmp(meaning, minus, sizeof minus - 1) == 0 ? meaning + sizeof minus - 1 : NULL;
}

void advisor_put_worth(const struct advisor *advisor, double value, char out[ADVISOR_VALUE_BYTES]) {
    char words[MEANING_BYTES];
    advisor_put_value(left_of(advisor, words) ? -value : value, out);
}

/* Writes what is left: "16 moves left", "1 move left". */
static void write_left(double value, const char *what, struct text *out) {
    char number[ADVISOR_VALUE_BYTES];
    size_t word = strcspn(what, " ");
    advisor_put_value(-value, number);
    bool one = strcmp(number, "1") == 0 && word > 1 && what[word - 1] == 's';
    text_format(out, "%s ", number);
    text_bytes(out, what, one ? word - 1 : word);
    text_string(out, what + word);
}

void advisor_write_worth(const struct advisor *advisor, double value, struct text *out) {
    static const char ahead[] = "points ahead of ";
    char number[ADVISOR_VALUE_BYTES], words[MEANING_BYTES];
    const char *meaning = meaning_of(advisor, words), *left = left_of(advisor, words);
    bool behind = value < 0 && strncmp(meaning, ahead, sizeof ahead - 1) == 0;
    if (left) {
        write_left(value, left, out);
        return;
    }
    advisor_put_value(behind ? -value : value, number);
    if (behind)
        text_format(out, "%s points behind %s", number, meaning + sizeof ahead - 1);
    else
        text_format(out, "%s %s", number, meaning);
}

void advisor_name(const struct advisor *advisor, action act, struct text *out) {
    const struct advice_query *query = &advisor->query;
    query->game->name_act(query->state, query->who, act, out);
}

bool advisor_write_chance(const struct advisor *advisor, const struct candidate *candidate,
                          const char *chance, struct text *out) {
    const char *of = player_chance(advisor->query.agent, advisor->query.objective);
    if (!of || !candidate->visits) return false;
    text_format(out, "%s of %s: %d %%", chance, of, (int)lround(100 * candidate->chance));
    return true;
}

bool advisor_write_other(const struct advisor *advisor, struct text *out) {
    const struct agent *other = advisor->query.agent;
    if (other == advisor->agent) return false;
    text_format(out, "By %s, in place of %s, which cannot judge this position.", other->name,
                advisor->agent->name);
    return true;
}

void advisor_write_reason(const struct agent_reason *reason, struct text *out) {
    size_t length = strlen(reason->text);
    text_string(out, reason->text);
    if (length > 0 && !strchr(".!?", reason->text[length - 1])) text_char(out, '.');
}

bool advisor_write_why(const struct advisor *advisor, struct text *out) {
    const struct advice_verdict *verdict = &advisor->verdict;
    for (int i = 0; i < verdict->why_count; i++) {
        if (i) text_char(out, ' ');
        advisor_write_reason(&verdict->why[i], out);
    }
    return verdict->why_count > 0;
}

/* A line in words, on its way. */
struct telling {
    const struct game *game;
    struct text *text;
    int shown, seats;
    bool full;
};

static void tell(void *self, const void *before, struct event event) {
    char buffer[NAME_BYTES];
    struct telling *telling = self;
    struct text name = text_over(buffer, sizeof buffer);
    if (telling->shown) text_string(&name, "; ");
    if (telling->seats > 1) text_format(&name, "player %d: ", event.who + 1);
    telling->game->name_act(before, event.who, event.act, &name);
    telling->full |= telling->text->length + name.length >= telling->text->capacity - MORE_BYTES;
    if (telling->full) return;
    text_string(telling->text, buffer);
    telling->shown++;
}

bool advisor_write_line(const struct advisor *advisor, const char *label, struct advice_line line,
                        struct text *out) {
    const struct advice_query *query = &advisor->query;
    struct telling telling = {
        .game = query->game, .text = out, .seats = query->game->shape(query->state).seats};
    if (advice_play_line(query, line, NULL, NULL) < 2) return false;
    text_string(out, label);
    int count = advice_play_line(query, line, tell, &telling);
    if (telling.shown < count) text_format(out, "; and %d more", count - telling.shown);
    return true;
}
