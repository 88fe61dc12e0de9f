/* The fields that requests share. In all of them null means absent. */
#include "engine/engine.h"
#include "games/games.h"
#include "play/player.h"

enum { SEED_MAX = 1024 };

bool engine_read_bool(struct engine *engine, struct json request, const char *key, bool *value) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    struct json from = json_get(request, key);
    if (!json_given(from) || json_bool(from, value)) return true;
    text_format(&message, "%s must be true or false", key);
    return engine_fail_at(engine, "BAD_REQUEST", buffer, request, from);
}

bool engine_read_who(struct engine *engine, struct json request, int *who) {
    struct json from = json_get(request, "who");
    return !json_given(from) || record_read_who(from, who) ||
           engine_fail_at(engine, "BAD_REQUEST",
                          "who must be a seat's number, \"chance\" or \"clock\"", request, from);
}

bool engine_read_seat(struct engine *engine, struct json request, int *seat) {
    if (!engine_read_who(engine, request, seat)) return false;
    return *seat < engine->game->shape(engine->state).seats ||
           engine_fail_at(engine, "BAD_REQUEST", "who must be a seat of this game", request,
                          json_get(request, "who"));
}

bool engine_read_state(struct engine *engine, struct json request) {
    struct json state = json_get(request, "state"), at = state;
    if (!json_is(state, JSON_OBJECT))
        return engine_fail(engine, "BAD_REQUEST", "state must be an object");
    engine->game = games_of(state);
    if (!engine->game)
        return engine_fail_at(engine, "BAD_STATE", "ruleset_id must name a rule set of this engine",
                              state, json_get(state, "ruleset_id"));
    const char *wrong = envelope_read(engine->game, engine->state, &engine->envelope, state, &at);
    return !wrong || engine_fail_at(engine, "BAD_STATE", wrong, state, at);
}

bool engine_read_game(struct engine *engine, struct json request) {
    struct json name = json_get(request, "game");
    if (!json_is(name, JSON_STRING))
        return engine_fail(engine, "BAD_REQUEST", "game must be the name of a game");
    engine->game = games_named(name);
    return engine->game || engine_fail_at(engine, "BAD_REQUEST",
                                          "game must name a game of this engine", request, name);
}

bool engine_read_params(struct engine *engine, struct json request, int params[PARAMS_MAX]) {
    struct record_fault fault;
    return record_read_params(engine->game, json_get(request, "params"), params, &fault) ||
           engine_fail_at(engine, "BAD_REQUEST", fault.why, request, fault.at);
}

bool engine_read_luck(struct engine *engine, struct json request) {
    char string[SEED_MAX + 1];
    struct json rng = json_get(request, "rng"), seed = json_get(request, "seed");
    struct json from = json_given(rng) ? rng : seed;
    engine->lucky = json_given(from);
    if (!engine->lucky) return true;
    if (!json_is(from, JSON_STRING))
        return engine_fail_at(engine, "BAD_REQUEST", "rng and seed must be strings", request, from);
    int length = json_string(from, string, sizeof string);
    if (length < 0)
        return engine_fail_at(engine, "LIMIT", "rng and seed must be at most 1024 bytes long",
                              request, from);
    if (!json_given(rng))
        engine->rng = rng_from_string(string, (size_t)length);
    else if (!rng_read(&engine->rng, string, (size_t)length))
        return engine_fail_at(engine, "BAD_REQUEST", "rng must come from an earlier answer",
                              request, from);
    return true;
}

bool engine_read_count(struct engine *engine, struct json request, const char *key, uint64_t most,
                       uint64_t *count) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    struct json from = json_get(request, key);
    int64_t value;
    if (!json_given(from)) return true;
    if (json_int(from, 1, (int64_t)most, &value)) {
        *count = (uint64_t)value;
        return true;
    }
    bool large = json_int(from, (int64_t)most, INT64_MAX, &value);
    text_format(&message, "%s must be %s ", key, large ? "at most" : "a whole number from 1 to");
    text_int(&message, (int64_t)most);
    return engine_fail_at(engine, large ? "LIMIT" : "BAD_REQUEST", buffer, request, from);
}

bool engine_read_budget(struct engine *engine, struct json request, struct budget *budget) {
    uint64_t milliseconds = 0;
    bool fine =
        engine_read_count(engine, request, "nodes", PLAYER_COUNT_MAX, &budget->nodes) &&
        engine_read_count(engine, request, "rollouts", PLAYER_COUNT_MAX, &budget->rollouts) &&
        engine_read_count(engine, request, "budget_ms", PLAYER_MILLISECONDS_MAX, &milliseconds);
    budget->milliseconds = (uint32_t)milliseconds;
    return fine;
}

bool engine_begin_work(struct engine *engine, struct json request) {
    engine->told = host_seconds(&engine->system.host);
    engine->watched = 0;
    return engine_read_bool(engine, request, "progress", &engine->progress);
}

bool engine_read_hide(struct engine *engine, struct json request, int seats) {
    bool hide = false;
    int who = -1;
    if (!engine_read_bool(engine, request, "hide", &hide)) return false;
    if (!hide) return true;
    if (!engine_read_who(engine, request, &who)) return false;
    if (who < 0)
        return engine_fail_at(engine, "BAD_REQUEST",
                              "who must be given with hide: the seat that looks", request,
                              json_get(request, "hide"));
    if (who >= seats)
        return engine_fail_at(engine, "BAD_REQUEST", "who must be a seat of this game", request,
                              json_get(request, "who"));
    engine->viewer = who;
    return true;
}

const void *engine_view(struct engine *engine, int seat) {
    game_copy(engine->game, engine->spare, engine->state);
    if (seat >= 0 && engine->game->hide) engine->game->hide(engine->spare, seat);
    return engine->spare;
}
