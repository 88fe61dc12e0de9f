/* The command `best`: advice for a seat. Agents are made on first use and kept for each game. */
#include "agents/agents.h"
#include "engine/engine.h"
#include "games/games.h"
#include "play/advice.h"
#include "play/player.h"
#include <stdlib.h>

enum { NAME_BYTES = 64 };
static const char standard_seed[] = "best";

/* Returns the agent's mind for the request's game; NULL if out of memory. */
static struct agents_mind *open_agent(struct engine *engine, const struct agent *agent) {
    struct engine_agent *at = engine->agents;
    while (at->agent && (at->agent != agent || at->game != engine->game)) at++;
    bool again = at->agent && mind_is_lost(at->mind);
    if (again) mind_close(at->mind);
    if (!at->agent || again) {
        at->mind = mind_open(agent, engine->game, &engine->system.host);
        at->game = engine->game;
        at->agent = at->mind ? agent : NULL;
    }
    return at->mind;
}

bool engine_init_agents(struct engine *engine) {
    size_t count = 0;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; agents_of(games_list[g], i); i++) count++;
    engine->agents = calloc(count + 1, sizeof *engine->agents);
    return engine->agents != NULL;
}

void engine_release_agents(struct engine *engine) {
    for (struct engine_agent *at = engine->agents; at && at->agent; at++) mind_close(at->mind);
    free(engine->agents);
}

/* Finds the seat to be advised. */
static bool read_seat(struct engine *engine, struct json request, struct advice_query *query) {
    struct advice_fault fault;
    struct json from = json_get(request, "who");
    int who = -1;
    if (!engine_read_who(engine, request, &who)) return false;
    query->who = advice_find_seat(query, who, &fault);
    if (query->who >= 0) return true;
    if (json_given(from))
        engine_fail_at(engine, fault.code, fault.message, request, from);
    else
        engine_fail(engine, fault.code, fault.message);
    engine->error.reason = fault.reason;
    return false;
}

static bool read_agent(struct engine *engine, struct json request, struct json holder,
                       struct advice_query *query) {
    char name[NAME_BYTES], buffer[ENGINE_MESSAGE_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    struct json from = json_get(holder, "agent");
    query->agent = player_standard(engine->game);
    if (!json_given(from)) return true;
    if (!json_is(from, JSON_STRING))
        return engine_fail_at(engine, "BAD_REQUEST", "agent must be a string", request, from);
    int length = json_string(from, name, sizeof name);
    bool fits = length >= 0;
    return player_find(engine->game, fits ? name : "...", fits ? (size_t)length : 3, &query->agent,
                       &wrong) ||
           engine_fail_at(engine, "BAD_REQUEST", buffer, request, from);
}

static bool read_objective(struct engine *engine, struct json request, struct json holder,
                           struct advice_query *query) {
    char name[NAME_BYTES], buffer[ENGINE_MESSAGE_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    struct json from = json_get(holder, "objective");
    if (!json_given(from)) return true;
    if (!json_is(from, JSON_STRING))
        return engine_fail_at(engine, "BAD_REQUEST", "objective must be a string", request, from);
    int length = json_string(from, name, sizeof name);
    bool fits = length >= 0;
    return player_find_objective(query->agent, fits ? name : "...", fits ? (size_t)length : 3,
                                 &query->objective, &wrong) ||
           engine_fail_at(engine, "BAD_REQUEST", buffer, request, from);
}

static bool read_acts_per_tick(struct engine *engine, struct json request,
                               struct advice_query *query) {
    uint64_t acts = 0;
    bool fine =
        engine_read_count(engine, request, "acts_per_tick", ADVICE_ACTS_PER_TICK_MAX, &acts);
    query->acts_per_tick = (int)acts;
    return fine;
}

/* Reads the user's action, one of the seat that is advised. */
static bool read_action(struct engine *engine, struct json request, struct advice_query *query) {
    struct json from = json_get(request, "action");
    struct record_fault fault;
    struct event event;
    query->act = AGENT_NO_ACT;
    if (!json_given(from)) return true;
    if (!record_read_event(engine->game, engine->state, from, query->who, &event, &fault))
        return engine_fail_event(engine, &fault, request);
    if (event.who != query->who)
        return engine_fail_at(engine, "BAD_REQUEST",
                              "who must be the same in an action and in its request", request,
                              json_get(from, "who"));
    query->act = advice_find_act(query, event.act);
    return query->act != AGENT_NO_ACT ||
           engine_fail_at(engine, "BAD_ACTION",
                          "this stands for several moves in a row: ask about one at a time",
                          request, from);
}

static bool read_luck(struct engine *engine, struct json request, struct advice_query *query) {
    if (!engine_read_luck(engine, request)) return false;
    query->rng =
        engine->lucky ? engine->rng : rng_from_string(standard_seed, sizeof standard_seed - 1);
    return true;
}

bool engine_read_agent(struct engine *engine, struct json request, struct json holder,
                       struct advice_query *query) {
    return read_agent(engine, request, holder, query) &&
           read_objective(engine, request, holder, query);
}

bool engine_read_advisor(struct engine *engine, struct json request, struct advice_query *query) {
    return read_agent(engine, request, request, query) &&
           engine_read_budget(engine, request, &query->budget) &&
           read_objective(engine, request, request, query) &&
           read_acts_per_tick(engine, request, query) && read_luck(engine, request, query);
}

bool engine_read_question(struct engine *engine, struct json request, struct advice_query *query) {
    return read_seat(engine, request, query) && read_action(engine, request, query);
}

static bool read_query(struct engine *engine, struct json request, struct advice_query *query) {
    return engine_begin_work(engine, request) && read_seat(engine, request, query) &&
           engine_read_advisor(engine, request, query) && read_action(engine, request, query);
}

void engine_ready_query(struct engine *engine, struct advice_query *query) {
    *query = (struct advice_query){
        .game = engine->game,
        .host = &engine->system.host,
        .state = engine->state,
        .spare = engine->spare,
        .other = engine->scratch,
        .choices = engine->choices,
        .candidates = engine->candidates,
    };
}

bool engine_run_best(struct engine *engine, struct json request) {
    struct advice_verdict verdict;
    struct advice_query query;
    if (!engine_read_state(engine, request)) return false;
    engine_ready_query(engine, &query);
    if (!read_query(engine, request, &query)) return false;
    query.mind = open_agent(engine, query.agent);
    if (!query.mind) return engine_fail(engine, "LIMIT", "there is not enough memory");
    advice_ask(&query, &verdict);
    if (verdict.advice.hopeless) return engine_fail(engine, "UNSOLVABLE", verdict.advice.hopeless);
    advice_json_put(&query, &verdict, &engine->out);
    if (!engine->lucky) return true;
    engine->rng = query.rng;
    engine_put_luck(engine);
    return true;
}
