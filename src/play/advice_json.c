/* The answer of the protocol's command `best`, without its frame. */
#include "play/advice.h"
#include "play/number.h"
#include "play/player.h"

/* What follows the candidates needs less room: two lines, an act or two, some sentences. */
enum { REST_BYTES = 1 << 16, ONE_BYTES = 512 };

/* A piece of the answer being written. */
struct piece {
    const struct advice_query *query;
    struct text *out;
};

static void put_act(const struct advice_query *query, action act, struct text *out) {
    json_put_key(out, "action");
    query->game->write_act(query->state, query->who, act, out);
}

/* Agents that name no chance tell none; what was not searched has none that is known. */
static void put_chance(const struct advice_query *query, const struct candidate *candidate,
                       struct text *out) {
    if (!player_chance(query->agent, query->objective)) return;
    if (candidate->visits)
        number_field(out, "chance", candidate->chance);
    else
        json_put_key(out, "chance"), json_put_null(out);
}

static void put_error(const struct candidate *candidate, struct text *out) {
    if (candidate->visits)
        number_field(out, "stderr", candidate->exact ? 0 : candidate->error);
    else
        json_put_key(out, "stderr"), json_put_null(out);
}

static void put_candidate(const struct advice_query *query, const struct candidate *candidate,
                          struct text *out) {
    json_open(out, '{');
    put_act(query, candidate->act, out);
    number_field(out, "value", candidate->value);
    put_error(candidate, out);
    json_field_int(out, "visits", (int64_t)candidate->visits);
    json_field_bool(out, "exact", candidate->exact);
    put_chance(query, candidate, out);
    json_close(out, '}');
}

static void put_candidates(const struct advice_query *query, const struct advice *advice,
                           struct text *out) {
    json_put_key(out, "candidates");
    json_open(out, '[');
    for (int i = 0; i < advice->count; i++)
        if (out->capacity - out->length > REST_BYTES + ONE_BYTES)
            put_candidate(query, &advice->candidates[i], out);
    json_close(out, ']');
    json_field_int(out, "count", advice->count);
}

static void put_event(void *self, const void *before, struct event event) {
    const struct piece *piece = self;
    piece->query->game->write_act(before, event.who, event.act, piece->out);
}

static void put_line(const struct advice_query *query, struct advice_line line, struct text *out) {
    struct piece piece = {query, out};
    json_put_key(out, "line");
    json_open(out, '[');
    advice_play_line(query, line, put_event, &piece);
    json_close(out, ']');
}

static void put_grade(const struct advice_verdict *verdict, struct text *out) {
    static const char *const keys[] = {"delta", "stderr", "grade", "stability", NULL};
    if (!verdict->graded) {
        for (int i = 0; keys[i]; i++) json_put_key(out, keys[i]), json_put_null(out);
        return;
    }
    number_field(out, "delta", verdict->delta);
    number_field(out, "stderr", verdict->error);
    json_field_string(out, "grade", advice_grade_names[verdict->grade]);
    number_field(out, "stability", verdict->stability);
}

static void put_user(const struct advice_query *query, const struct advice_verdict *verdict,
                     struct text *out) {
    json_put_key(out, "user");
    if (!verdict->user) {
        json_put_null(out);
        return;
    }
    json_open(out, '{');
    put_act(query, verdict->user->act, out);
    number_field(out, "value", verdict->user->value);
    put_grade(verdict, out);
    put_chance(query, verdict->user, out);
    put_line(query, advice_user_line(verdict), out);
    json_close(out, '}');
}

void advice_json_put_reasons(const char *key, const struct agent_reason *reasons, int count,
                             struct text *out) {
    json_put_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < count; i++) {
        json_open(out, '{');
        json_field_string(out, "kind", reasons[i].kind);
        json_field_string(out, "text", reasons[i].text);
        number_field(out, "amount", reasons[i].amount);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_diagnostics(const struct advice_query *query, const struct advice_verdict *verdict,
                            struct text *out) {
    const struct advice *advice = &verdict->advice;
    json_put_key(out, "diagnostics");
    json_open(out, '{');
    json_field_string(out, "agent", query->agent->name);
    json_field_string(out, "objective", player_objective(query->agent, query->objective));
    if (player_chance(query->agent, query->objective))
        json_field_string(out, "chance_of", player_chance(query->agent, query->objective));
    json_field_int(out, "rollouts", (int64_t)advice->rollouts);
    json_field_int(out, "nodes", (int64_t)advice->nodes);
    json_field_bool(out, "exact", advice->proven);
    json_field_bool(out, "solved", advice->solved);
    json_field_bool(out, "stopped", advice->stopped);
    json_field_int(out, "elapsed_ms", (int64_t)verdict->milliseconds);
    json_close(out, '}');
}

void advice_json_put(const struct advice_query *query, const struct advice_verdict *verdict,
                     struct text *out) {
    const struct advice *advice = &verdict->advice;
    json_field_int(out, "who", query->who);
    json_put_key(out, "best");
    query->game->write_act(query->state, query->who, advice->candidates[0].act, out);
    number_field(out, "value", advice->candidates[0].value);
    put_chance(query, &advice->candidates[0], out);
    number_field(out, "confidence", verdict->confidence);
    put_candidates(query, advice, out);
    put_line(query, advice_line(verdict), out);
    put_user(query, verdict, out);
    advice_json_put_reasons("feedback", verdict->reasons, verdict->reasons_count, out);
    if (query->agent->why) advice_json_put_reasons("why", verdict->why, verdict->why_count, out);
    put_diagnostics(query, verdict, out);
}
