/* The command `match`: agents play many games. It works on the engine's host, so it reports
 * progress and is cancelled like tools. */
#include "play/match.h"
#include "engine/engine.h"

enum { GAMES = 100, AGENT_BYTES = 64 };

static bool read_agent(struct engine *engine, struct json request, struct json from,
                       struct player *player) {
    char name[AGENT_BYTES], buffer[ENGINE_MESSAGE_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    int length = json_string(from, name, sizeof name);
    if (length < 0)
        text_string(&wrong, "an agent must be a string, \"NAME\" or \"NAME:BUDGET\"");
    else if (player_read(engine->game, name, (size_t)length, player, &wrong))
        return true;
    return engine_fail_at(engine, "BAD_REQUEST", buffer, request, from);
}

static bool read_agents(struct engine *engine, struct json request, struct match_plan *plan) {
    struct json agents = json_get(request, "agents");
    if (!json_is(agents, JSON_ARRAY))
        return engine_fail_at(engine, "BAD_REQUEST", "agents must be an array", request, agents);
    if (json_count(agents) < 1 || json_count(agents) > MATCH_PLAYERS_MAX)
        return engine_fail_at(engine, "BAD_REQUEST", "agents must be from 1 to 16", request,
                              agents);
    for (struct json at = json_first(agents); json_kind(at); at = json_after(agents, at))
        if (!read_agent(engine, request, at, &plan->players[plan->count++])) return false;
    return true;
}

/* Reads [elo0, elo1]. */
static bool read_test(struct engine *engine, struct json request, struct match_plan *plan) {
    struct json from = json_get(request, "sprt"), first = json_first(from);
    int64_t low, high;
    if (!json_given(from)) return true;
    if (!json_is(from, JSON_ARRAY) || json_count(from) != 2 ||
        !json_int(first, -MATCH_ELO_MAX, MATCH_ELO_MAX, &low) ||
        !json_int(json_after(from, first), low + 1, MATCH_ELO_MAX, &high))
        return engine_fail_at(engine, "BAD_REQUEST",
                              "sprt must be two whole numbers from -1000 to 1000, the first less "
                              "than the second",
                              request, from);
    plan->tests = true;
    plan->elo0 = (int)low;
    plan->elo1 = (int)high;
    return true;
}

/* The answer has the seed as the request wrote it. */
static void keep_seed(struct json request, struct match_plan *plan) {
    struct json seed = json_get(request, "seed");
    if (json_given(json_get(request, "rng"))) return;
    plan->seed_json = json_given(seed) ? json_raw(seed, &plan->seed_length) : "\"\"";
    if (!json_given(seed)) plan->seed_length = 2;
}

static bool read_plan(struct engine *engine, struct json request, struct match_plan *plan) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    uint64_t games = GAMES, acts_per_tick = MATCH_ACTS_PER_TICK, acts = 0;
    bool players = json_given(json_get(json_get(request, "params"), "players"));
    engine->rng = rng_from_string("", 0);
    if (!engine_read_game(engine, request) || !engine_read_params(engine, request, plan->params) ||
        !engine_read_luck(engine, request) ||
        !engine_read_count(engine, request, "games", MATCH_GAMES_MAX, &games) ||
        !engine_read_count(engine, request, "acts_per_tick", MATCH_ACTS_PER_TICK_MAX,
                           &acts_per_tick) ||
        !engine_read_count(engine, request, "acts", MATCH_ACTS_ALONE, &acts))
        return false;
    plan->game = engine->game;
    plan->games = (int64_t)games;
    plan->acts_per_tick = (int)acts_per_tick;
    plan->acts = (int64_t)acts;
    plan->seed = engine->rng.seed;
    keep_seed(request, plan);
    if (!read_agents(engine, request, plan) || !read_test(engine, request, plan)) return false;
    return match_plan_complete(plan, players, engine->state, &wrong) ||
           engine_fail_at(engine, "BAD_REQUEST", buffer, request, json_get(request, "agents"));
}

bool engine_run_match(struct engine *engine, struct json request) {
    struct match_plan plan = {.game = NULL};
    struct match_result result;
    if (!read_plan(engine, request, &plan) || !engine_begin_work(engine, request)) return false;
    const char *wrong = match_run(&plan, &engine->system.host, &result);
    if (wrong) return engine_fail(engine, "LIMIT", wrong);
    if (result.groups == 0)
        return engine_fail(engine, "CANCELLED", "cancelled before there was an answer");
    match_json_put(&plan, &result, &engine->out);
    return true;
}
