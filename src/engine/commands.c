/* The table of commands that are the same for all games, and the list of games. */
#include "agents/agents.h"
#include "engine/engine.h"
#include "games/games.h"

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

static void put_game(const struct game *game, struct text *out) {
    json_open(out, '{');
    json_field_string(out, "name", game->name);
    json_field_string(out, "summary", game->summary);
    json_put_key(out, "players");
    json_open(out, '[');
    json_put_int(out, game->seats_min);
    json_put_int(out, game->seats_max);
    json_close(out, ']');
    put_params(game, out);
    json_put_key(out, "agents");
    json_open(out, '[');
    for (int i = 0; agents_of(game, i); i++) json_put_string(out, agents_of(game, i)->name);
    json_close(out, ']');
    json_close(out, '}');
}

static bool run_games(struct engine *engine, struct json request) {
    (void)request;
    json_put_key(&engine->out, "games");
    json_open(&engine->out, '[');
    for (int i = 0; games_list[i]; i++) put_game(games_list[i], &engine->out);
    json_close(&engine->out, ']');
    return true;
}

const struct engine_command engine_commands[] = {
    {"games", run_games},
    {"new", engine_run_new},
    {"check", engine_run_check},
    {"legal", engine_run_legal},
    {"apply", engine_run_apply},
    {"replay", engine_run_replay},
    {"render", engine_run_render},
    {"scene", engine_run_scene},
    {"parse", engine_run_parse},
    {"observe", engine_run_observe},
    {"cancel", engine_run_cancel},
    {"best", engine_run_best},
    {"match", engine_run_match},
    {"review", engine_run_review},
    {NULL, NULL},
};
