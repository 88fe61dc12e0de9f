/* The table of commands that are the same for all games, and the list of games. */
#include "agents/agents.h"
#include "engine/engine.h"
#include "games/games.h"
#include "play/player.h"

static void put_params(const struct game *game, struct text *out) {
    json_put_key(out, "params");
    json_open(out, '{');
    for (const struct param *param = game->params; param->name; param++) {
        json_put_key(out, param->name);
        json_open(out, '{');
        json_field_int(out, "standard", param->standard);
        json_field_int(out, "min", param->min);
        json_field_int(out, "max", param->max);
        json_field_string(out, "meaning", param->meaning);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void put_list(struct text *out, const char *key, const char *const *names) {
    json_put_key(out, key);
    json_open(out, '[');
    for (; *names; names++) json_put_string(out, *names);
    json_close(out, ']');
}

static void put_agents(const struct game *game, struct text *out) {
    json_put_key(out, "agents");
    json_open(out, '[');
    for (int i = 0; agents_of(game, i); i++) json_put_string(out, agents_of(game, i)->name);
    json_close(out, ']');
}

/* Their names, and what the values are; null where that is not told. */
static void put_objectives(const struct agent *agent, struct text *out) {
    static const struct agent_objective only[] = {{"game", NULL}, {0}};
    const struct agent_objective *first = agent->objectives ? agent->objectives : only;
    json_put_key(out, "objectives");
    json_open(out, '[');
    for (const struct agent_objective *at = first; at->name; at++) json_put_string(out, at->name);
    json_close(out, ']');
    json_put_key(out, "meanings");
    json_open(out, '[');
    for (const struct agent_objective *at = first; at->name; at++)
        at->meaning ? json_put_string(out, at->meaning) : json_put_null(out);
    json_close(out, ']');
}

/* What each agent is, for who chooses one. */
static void put_about(const struct game *game, struct text *out) {
    json_put_key(out, "about");
    json_open(out, '[');
    for (int i = 0; agents_of(game, i); i++) {
        const struct agent *agent = agents_of(game, i);
        json_open(out, '{');
        json_field_string(out, "name", agent->name);
        json_field_string(out, "summary", agent->summary);
        put_objectives(agent, out);
        json_put_key(out, "chance");
        agent->chance ? json_put_string(out, agent->chance) : json_put_null(out);
        json_field_bool(out, "samples", agent->samples);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_key(const struct game *game, const void *state, const struct key *key,
                    struct text *out) {
    static const char *const arrows[] = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"};
    bool arrow = key->key >= GAME_KEY_UP;
    bool pause = key->act == GAME_KEY_PAUSE;
    json_open(out, '{');
    json_field_string(out, "key",
                      arrow ? arrows[key->key - GAME_KEY_UP] : (char[]){(char)key->key, 0});
    json_put_key(out, "action");
    pause ? json_put_null(out) : game->write_act(state, 0, key->act, out);
    json_field_bool(out, "pause", pause);
    json_field_string(out, "meaning", key->meaning);
    json_close(out, '}');
}

/* Keys of a game stand for the same acts in every state. */
static void put_keys(struct engine *engine, const struct game *game) {
    int params[PARAMS_MAX];
    game_standard(game, params);
    game->start(engine->state, params);
    json_put_key(&engine->out, "keys");
    json_open(&engine->out, '[');
    for (const struct key *key = game->keys; key && key->key; key++)
        put_key(game, engine->state, key, &engine->out);
    json_close(&engine->out, ']');
}

static void put_tools(const struct game *game, struct text *out) {
    json_put_key(out, "tools");
    json_open(out, '[');
    for (int i = 0; game->tools && game->tools[i]; i++)
        if (game->tools[i]->answer) json_put_string(out, game->tools[i]->name);
    json_close(out, ']');
}

static void put_game(struct engine *engine, const struct game *game) {
    struct text *out = &engine->out;
    json_open(out, '{');
    json_field_string(out, "name", game->name);
    json_field_string(out, "summary", game->summary);
    json_put_key(out, "players");
    json_open(out, '[');
    json_put_int(out, game->seats_min);
    json_put_int(out, game->seats_max);
    json_close(out, ']');
    put_params(game, out);
    put_agents(game, out);
    json_field_string(out, "advisor", player_standard(game)->name);
    json_field_string(out, "goal", game->goal);
    json_field_string(out, "rules", game->rules);
    json_field_string(out, "legend", game->legend);
    json_field_bool(out, "clock", game_has_clock(game));
    put_list(out, "rulesets", game->rulesets);
    put_tools(game, out);
    put_about(game, out);
    put_keys(engine, game);
    json_close(out, '}');
}

static bool run_games(struct engine *engine, struct json request) {
    (void)request;
    json_put_key(&engine->out, "games");
    json_open(&engine->out, '[');
    for (int i = 0; games_list[i]; i++) put_game(engine, games_list[i]);
    json_close(&engine->out, ']');
    return true;
}

const struct engine_command engine_commands[] = {
    {"games", run_games},          {"new", engine_run_new},           {"check", engine_run_check},
    {"legal", engine_run_legal},   {"apply", engine_run_apply},       {"replay", engine_run_replay},
    {"render", engine_run_render}, {"scene", engine_run_scene},       {"parse", engine_run_parse},
    {"pick", engine_run_pick},     {"observe", engine_run_observe},   {"cancel", engine_run_cancel},
    {"best", engine_run_best},     {"merge", engine_run_merge},       {"match", engine_run_match},
    {"review", engine_run_review}, {"scenario", engine_run_scenario}, {NULL, NULL},
};
