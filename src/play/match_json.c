/* The results of a match as the protocol tells them. */
#include "game/record.h"
#include "play/match.h"
#include "play/number.h"

enum { AGENT_BYTES = 96 };

static void put_counts(const struct match_agent *agent, struct text *out) {
    json_field_int(out, "games", agent->games);
    json_field_int(out, "wins", agent->wins);
    json_field_int(out, "draws", agent->draws);
    json_field_int(out, "losses", agent->losses);
    json_field_int(out, "unfinished", agent->unfinished);
}

static void put_elo(const struct match_plan *plan, const struct match_agent *agent,
                    struct text *out) {
    struct stats_range range = stats_share_range(&agent->share, plan->each);
    number_field(out, "points", agent->share.mean);
    number_field(out, "elo", stats_elo(agent->share.mean));
    json_put_key(out, "elo_ci95");
    json_open(out, '[');
    number_put(out, stats_elo(range.low));
    number_put(out, stats_elo(range.high));
    json_close(out, ']');
}

static void put_agent(const struct match_plan *plan, const struct match_result *result, int i,
                      struct text *out) {
    const struct match_agent *agent = &result->agents[i];
    char buffer[AGENT_BYTES];
    struct text name = text_over(buffer, sizeof buffer);
    match_plan_put_agent(plan, i, &name);
    json_open(out, '{');
    json_field_string(out, "agent", buffer);
    put_counts(agent, out);
    number_field(out, "mean_score", agent->score.mean);
    number_field(out, "ci95", stats_interval(&agent->score));
    number_field(out, "mean_acts", agent->acts.mean);
    if (plan->seats > 1) {
        put_elo(plan, agent, out);
    } else {
        json_field_int(out, "p5_score", agent->low);
        number_field(out, "median_score", agent->median);
        json_field_int(out, "p95_score", agent->high);
        number_field(out, "difference", agent->difference.mean);
        number_field(out, "difference_ci95", stats_interval(&agent->difference));
    }
    number_field(out, "ms_per_act", agent->milliseconds);
    number_field(out, "ms_p99", agent->milliseconds99);
    if (agent->other) json_field_string(out, "instead", agent->other->name);
    json_close(out, '}');
}

static void put_test(const struct match_plan *plan, const struct match_result *result,
                     struct text *out) {
    static const char *const verdicts[] = {NULL, "H0", "H1"};
    json_put_key(out, "sprt");
    json_open(out, '{');
    json_field_int(out, "elo0", plan->elo0);
    json_field_int(out, "elo1", plan->elo1);
    number_field(out, "llr", result->ratio);
    json_put_key(out, "verdict");
    if (result->verdict == STATS_OPEN)
        json_put_null(out);
    else
        json_put_string(out, verdicts[result->verdict]);
    json_close(out, '}');
}

/* What was played, in an object of its own: an answer with `game` would look like a record. */
static void put_match(const struct match_plan *plan, struct text *out) {
    json_put_key(out, "match");
    json_open(out, '{');
    record_put_head(plan->game, plan->params, out);
    json_field_int(out, "players", plan->seats);
    json_field_int(out, "acts_per_tick", plan->acts_per_tick);
    if (plan->acts) json_field_int(out, "acts", plan->acts);
    json_put_key(out, "seed");
    if (plan->seed_json)
        json_put_raw(out, plan->seed_json, plan->seed_length);
    else
        json_put_null(out);
    json_close(out, '}');
}

void match_json_put(const struct match_plan *plan, const struct match_result *result,
                    struct text *out) {
    put_match(plan, out);
    json_field_int(out, "games", result->games);
    json_field_int(out, "group", plan->group);
    json_field_bool(out, "stopped", result->stopped);
    if (plan->tests) put_test(plan, result, out);
    json_put_key(out, "agents");
    json_open(out, '[');
    for (int i = 0; i < plan->count; i++) put_agent(plan, result, i, out);
    json_close(out, ']');
}
