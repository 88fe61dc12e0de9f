/* Commands that are games' own tools. The request's state or its `game` tells the game, and the
 * game's table has the tool: no tool is named here. */
#include "engine/engine.h"
#include "games/games.h"
#include <stdlib.h>
#include <string.h>

/* The game of the request's state; without a state, the one that `game` names. */
static const struct game *find_game(struct engine *engine, struct json request) {
    struct json state = json_get(request, "state"), name = json_get(request, "game");
    const struct game *game = json_kind(state) ? games_of(state) : games_named(name);
    if (json_kind(state) && !json_is(state, JSON_OBJECT))
        engine_fail(engine, "BAD_REQUEST", "state must be an object");
    else if (json_kind(state))
        engine_fail_at(engine, "BAD_STATE", "ruleset_id must name a rule set of this engine", state,
                       json_get(state, "ruleset_id"));
    else if (json_kind(name))
        engine_fail_at(engine, "BAD_REQUEST", "game must name a game of this engine", request,
                       name);
    else
        engine_fail(engine, "BAD_REQUEST", "a \"state\" or a \"game\" must be given");
    return game;
}

/* The tool as it was left, or a new one; NULL if memory runs out. */
static void *open_tool(struct engine *engine, const struct tool *tool) {
    struct engine_tool *at = engine->tools;
    while (at->tool && at->tool != tool) at++;
    if (!at->tool) {
        at->self = tool->init(&engine->system.host);
        at->tool = at->self ? tool : NULL;
    }
    return at->self;
}

static bool fail_tool(struct engine *engine, const struct tool_fault *fault, struct json request) {
    if (!json_kind(fault->at)) return engine_fail(engine, fault->code, fault->message);
    bool in_state = strcmp(fault->code, "BAD_STATE") == 0;
    struct json from = in_state ? json_get(request, "state") : request;
    return engine_fail_at(engine, fault->code, fault->message, from, fault->at);
}

/* The game's tool of this name that answers programs, or NULL. */
static const struct tool *find_tool(const struct game *game, struct json name) {
    for (int i = 0; game->tools && game->tools[i]; i++)
        if (game->tools[i]->answer && json_equals(name, game->tools[i]->name))
            return game->tools[i];
    return NULL;
}

static bool any_game_has(struct json name) {
    for (int i = 0; games_list[i]; i++)
        if (find_tool(games_list[i], name)) return true;
    return false;
}

bool engine_run_tool(struct engine *engine, struct json request) {
    struct json name = json_get(request, "cmd"), progress = json_get(request, "progress");
    struct tool_fault fault = {.code = NULL};
    if (!any_game_has(name)) return engine_fail(engine, "BAD_REQUEST", "there is no such command");
    const struct game *game = find_game(engine, request);
    if (!game) return false;
    const struct tool *tool = find_tool(game, name);
    if (!tool) return engine_fail(engine, "BAD_REQUEST", "this game does not have that command");
    engine->progress = false;
    if (json_kind(progress) > JSON_NULL && !json_bool(progress, &engine->progress))
        return engine_fail_at(engine, "BAD_REQUEST", "progress must be true or false", request,
                              progress);
    engine->told = host_seconds(&engine->system.host);
    void *self = open_tool(engine, tool);
    if (!self) return engine_fail(engine, "LIMIT", "there is not enough memory");
    return tool->answer(self, request, &engine->out, &fault) || fail_tool(engine, &fault, request);
}

bool engine_init_tools(struct engine *engine) {
    size_t count = 0;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; games_list[g]->tools && games_list[g]->tools[i]; i++) count++;
    engine->tools = calloc(count + 1, sizeof *engine->tools);
    return engine->tools != NULL;
}

void engine_release_tools(struct engine *engine) {
    for (struct engine_tool *at = engine->tools; at && at->tool; at++) at->tool->release(at->self);
    free(engine->tools);
}
