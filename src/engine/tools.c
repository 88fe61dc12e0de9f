/* Commands that are tools of a game. The request's state or `game` names the game, and the game's
 * table has the tool. */
#include "engine/engine.h"
#include "games/games.h"
#include <stdlib.h>
#include <string.h>

enum { COMMAND_BYTES = 32 };

/* Finds the game of the request's state; without a state, the one that `game` names. */
static const struct game *find_game(struct engine *engine, struct json request) {
    struct json state = json_get(request, "state"), name = json_get(request, "game");
    const struct game *game = json_given(state) ? games_of(state) : games_named(name);
    if (game) return game;
    if (json_given(state) && !json_is(state, JSON_OBJECT))
        engine_fail(engine, "BAD_REQUEST", "state must be an object");
    else if (json_given(state))
        engine_fail_at(engine, "BAD_STATE", "ruleset_id must name a rule set of this engine", state,
                       json_get(state, "ruleset_id"));
    else if (json_given(name))
        engine_fail_at(engine, "BAD_REQUEST", "game must name a game of this engine", request,
                       name);
    else
        engine_fail(engine, "BAD_REQUEST", "state or game must be given");
    return NULL;
}

/* Returns the tool's object, made on first use; NULL if out of memory. */
static void *open_tool(struct engine *engine, const struct tool *tool) {
    struct engine_tool *at = engine->tools;
    while (at->tool && at->tool != tool) at++;
    if (!at->tool) {
        at->self = tool->init(&engine->system.host);
        at->tool = at->self ? tool : NULL;
    }
    return at->self;
}

/* A tool that finds nothing says LIMIT, whether it ran out of time or was stopped. */
static bool fail_tool(struct engine *engine, const struct tool_fault *fault, struct json request) {
    if (atomic_load(&engine->stop) && strcmp(fault->code, "LIMIT") == 0)
        return engine_fail(engine, "CANCELLED", "cancelled before there was an answer");
    if (!json_kind(fault->at)) return engine_fail(engine, fault->code, fault->message);
    bool in_state = strcmp(fault->code, "BAD_STATE") == 0;
    struct json from = in_state ? json_get(request, "state") : request;
    return engine_fail_at(engine, fault->code, fault->message, from, fault->at);
}

/* Finds the game's tool of this name that answers requests, or NULL. */
static const struct tool *find_tool(const struct game *game, struct json name) {
    for (int i = 0; game->tools && game->tools[i]; i++)
        if (game->tools[i]->answer && json_equals(name, game->tools[i]->name))
            return game->tools[i];
    return NULL;
}

static const struct tool *find_in_any_game(struct json name) {
    const struct tool *tool = NULL;
    for (int i = 0; games_list[i] && !tool; i++) tool = find_tool(games_list[i], name);
    return tool;
}

/* Names the command, unless it is too long for a message. */
static bool fail_unknown(struct engine *engine, struct json cmd) {
    char name[COMMAND_BYTES], buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    int length = json_string(cmd, name, sizeof name);
    if (length < 0) return engine_fail(engine, "BAD_REQUEST", "there is no such command");
    text_string(&message, "there is no command '");
    text_printable(&message, name, (size_t)length);
    text_char(&message, '\'');
    return engine_fail(engine, "BAD_REQUEST", buffer);
}

static bool fail_other_game(struct engine *engine, const struct game *game, const char *tool) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    text_format(&message, "%s does not have the command '%s'", game->name, tool);
    return engine_fail(engine, "BAD_REQUEST", buffer);
}

bool engine_run_tool(struct engine *engine, struct json request) {
    struct json name = json_get(request, "cmd");
    struct tool_fault fault = {.code = NULL};
    const struct tool *any = find_in_any_game(name);
    if (!any) return fail_unknown(engine, name);
    const struct game *game = find_game(engine, request);
    if (!game) return false;
    const struct tool *tool = find_tool(game, name);
    if (!tool) return fail_other_game(engine, game, any->name);
    if (!engine_begin_work(engine, request) || !engine_read_hide(engine, request, game->seats_max))
        return false;
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
