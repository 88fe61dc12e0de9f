/* The commands of the protocol that are the same for all games. */
#include "agents/agents.h"
#include "base/bits.h"
#include "engine/engine.h"
#include "games/games.h"
#include "show/ansi.h"
#include "tilewright.h"
#include <assert.h>
#include <string.h>

enum { SEED_MAX = 1024 };

static bool read_state(struct engine *engine, struct json request) {
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

static bool read_game(struct engine *engine, struct json from) {
    if (!json_is(from, JSON_STRING))
        return engine_fail(engine, "BAD_REQUEST", "game must be the name of a game");
    engine->game = games_named(from);
    return engine->game ||
           engine_fail(engine, "BAD_REQUEST", "game must name a game of this engine");
}

/* Reads the generator from `rng`, or else from `seed`; both may be absent. */
static bool read_luck(struct engine *engine, struct json request) {
    char string[SEED_MAX + 1];
    struct json rng = json_get(request, "rng"), seed = json_get(request, "seed");
    bool given = json_kind(rng) > JSON_NULL;
    struct json from = given ? rng : seed;
    engine->lucky = json_kind(from) > JSON_NULL;
    if (!engine->lucky) return true;
    if (!json_is(from, JSON_STRING))
        return engine_fail(engine, "BAD_REQUEST", "rng and seed must be strings");
    int length = json_string(from, string, sizeof string);
    if (length < 0)
        return engine_fail(engine, "LIMIT", "rng and seed must be at most 1024 bytes long");
    if (!given)
        engine->rng = rng_from_string(string, (size_t)length);
    else if (!rng_read(&engine->rng, string, (size_t)length))
        return engine_fail(engine, "BAD_REQUEST", "rng must come from an earlier answer");
    return true;
}

static bool read_params(struct engine *engine, struct json from, int params[PARAMS_MAX]) {
    struct record_fault fault;
    return record_read_params(engine->game, json_get(from, "params"), params, &fault) ||
           engine_fail_at(engine, "BAD_REQUEST", fault.why, from, fault.at);
}

static bool read_who(struct engine *engine, struct json request, int *who) {
    struct json from = json_get(request, "who");
    return json_kind(from) <= JSON_NULL || record_read_who(from, who) ||
           engine_fail(engine, "BAD_REQUEST",
                       "who must be a seat's number, \"chance\" or \"clock\"");
}

static bool fail_event(struct engine *engine, const struct record_fault *fault, struct json from) {
    if (game_over(engine->game, engine->state))
        return engine_fail_at(engine, "GAME_OVER", "the game is over", from, fault->at);
    engine_fail_at(engine, fault->code ? "ILLEGAL_ACTION" : "BAD_ACTION", fault->why, from,
                   fault->at);
    engine->error.reason = fault->code;
    return false;
}

static void put_state(struct engine *engine) {
    json_put_key(&engine->out, "state");
    envelope_write(engine->game, engine->state, &engine->envelope, &engine->out);
}

static void put_luck(struct engine *engine) {
    char buffer[RNG_TEXT_MAX];
    struct text rng = text_over(buffer, sizeof buffer);
    json_put_key(&engine->out, "rng");
    if (engine->lucky) {
        rng_write(&engine->rng, &rng);
        json_put_string(&engine->out, buffer);
    } else {
        json_put_null(&engine->out);
    }
}

static void put_actor(struct engine *engine) {
    int mover = game_mover(engine->game, engine->state);
    json_put_key(&engine->out, "actor");
    if (mover >= 0 && mover < SEATS_MAX)
        json_put_int(&engine->out, mover);
    else
        json_put_null(&engine->out);
}

static void put_outcome(struct engine *engine) {
    struct text *out = &engine->out;
    int seats = engine->game->shape(engine->state).seats;
    uint32_t winners = engine->game->winners(engine->state);
    json_field_bool(out, "over", game_over(engine->game, engine->state));
    json_put_key(out, "scores");
    json_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        json_put_int(out, engine->game->score(engine->state, seat));
    json_close(out, ']');
    json_put_key(out, "winners");
    json_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        if (winners >> seat & 1) json_put_int(out, seat);
    json_close(out, ']');
}

static bool note_event(void *self, struct event event) {
    struct engine *engine = self;
    record_put_event(engine->game, engine->state, event, &engine->out);
    return true;
}

/* Plays CHANCE's events if the request has a generator, and writes each into the open list. */
static void settle(struct engine *engine) {
    if (engine->lucky)
        game_settle(engine->game, engine->state, &engine->rng, engine->choices, note_event, engine);
}

/* Ends the list of events with CHANCE's, then writes the state and the outcome. */
static bool finish(struct engine *engine) {
    settle(engine);
    json_close(&engine->out, ']');
    put_state(engine);
    put_luck(engine);
    put_actor(engine);
    put_outcome(engine);
    return true;
}

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

static bool run_new(struct engine *engine, struct json request) {
    int params[PARAMS_MAX];
    if (!read_game(engine, json_get(request, "game")) || !read_luck(engine, request) ||
        !read_params(engine, request, params))
        return false;
    engine->game->start(engine->state, params);
    engine->envelope = envelope_plain();
    record_put_head(engine->game, params, &engine->out);
    json_put_key(&engine->out, "events");
    json_open(&engine->out, '[');
    return finish(engine);
}

static bool run_check(struct engine *engine, struct json request) {
    if (!read_state(engine, request)) return false;
    json_field_bool(&engine->out, "valid", true);
    return true;
}

static void put_mover(struct engine *engine, int who) {
    struct text *out = &engine->out;
    int count = engine->game->choices(engine->state, who, engine->choices);
    json_open(out, '{');
    json_put_key(out, "who");
    record_put_who(who, out);
    json_put_key(out, "actions");
    json_open(out, '[');
    for (int i = 0; i < count; i++)
        engine->game->write_act(engine->state, who, engine->choices[i].act, out);
    json_close(out, ']');
    if (who == CHANCE) {
        json_put_key(out, "weights");
        json_open(out, '[');
        for (int i = 0; i < count; i++) json_put_int(out, engine->choices[i].weight);
        json_close(out, ']');
    }
    json_close(out, '}');
}

static bool run_legal(struct engine *engine, struct json request) {
    if (!read_state(engine, request)) return false;
    put_actor(engine);
    json_put_key(&engine->out, "movers");
    json_open(&engine->out, '[');
    for (uint32_t movers = engine->game->movers(engine->state); movers; movers &= movers - 1)
        put_mover(engine, bits_low(movers));
    json_close(&engine->out, ']');
    json_field_bool(&engine->out, "over", game_over(engine->game, engine->state));
    return true;
}

/* Plays one action of `apply`. CHANCE's events come first, unless the action is CHANCE's own. */
static bool apply_one(struct engine *engine, struct json request, struct json from, int who) {
    const struct game *game = engine->game;
    struct json said = json_get(from, "who");
    struct record_fault fault;
    struct event event;
    if (who != CHANCE && !json_equals(said, "chance")) settle(engine);
    if (game_over(game, engine->state))
        return engine_fail_at(engine, "GAME_OVER", "the game is over", request, from);
    if (who < 0) who = game_mover(game, engine->state);
    if (who < 0 && !json_kind(said))
        return engine_fail(engine, "BAD_REQUEST", "several may move: who must be given");
    if (!record_read_event(game, engine->state, from, who, &event, &fault))
        return fail_event(engine, &fault, request);
    record_put_event(game, engine->state, event, &engine->out);
    game->apply(engine->state, event.who, event.act);
    return true;
}

static bool apply_all(struct engine *engine, struct json request, int who) {
    struct json one = json_get(request, "action"), all = json_get(request, "actions");
    if (json_kind(one) && json_kind(all))
        return engine_fail(engine, "BAD_REQUEST", "action and actions must not both be given");
    if (json_kind(one)) return apply_one(engine, request, one, who);
    if (!json_is(all, JSON_ARRAY))
        return engine_fail(engine, "BAD_REQUEST", "action must be given, or actions, an array");
    for (struct json from = json_first(all); json_kind(from); from = json_after(all, from))
        if (!apply_one(engine, request, from, who)) return false;
    return true;
}

static bool run_apply(struct engine *engine, struct json request) {
    int who = -1;
    if (!read_state(engine, request) || !read_luck(engine, request)) return false;
    if (!read_who(engine, request, &who)) return false;
    json_put_key(&engine->out, "events");
    json_open(&engine->out, '[');
    if (!apply_all(engine, request, who)) return false;
    return finish(engine);
}

static bool run_replay(struct engine *engine, struct json request) {
    int params[PARAMS_MAX];
    struct record_fault fault;
    struct json record = json_get(request, "record"), events = json_get(record, "events");
    if (!json_is(record, JSON_OBJECT))
        return engine_fail(engine, "BAD_REQUEST", "record must be an object");
    if (!read_game(engine, json_get(record, "game")) || !read_params(engine, record, params))
        return false;
    if (!json_is(events, JSON_ARRAY))
        return engine_fail(engine, "BAD_REQUEST", "events must be an array");
    engine->game->start(engine->state, params);
    if (!record_replay(engine->game, engine->state, events, &fault))
        return fail_event(engine, &fault, record);

    char buffer[17];
    struct text digest = text_over(buffer, sizeof buffer);
    text_hex(&digest, game_hash(engine->game, engine->state), 16);
    engine->envelope = envelope_plain();
    put_state(engine);
    json_field_string(&engine->out, "digest", buffer);
    put_outcome(engine);
    return true;
}

static bool run_render(struct engine *engine, struct json request) {
    int who = 0;
    bool colour = false;
    struct json from = json_get(request, "color");
    if (!read_state(engine, request) || !read_who(engine, request, &who)) return false;
    if (who >= engine->game->shape(engine->state).seats)
        return engine_fail(engine, "BAD_REQUEST", "who must be a seat of this game");
    if (json_kind(from) > JSON_NULL && !json_bool(from, &colour))
        return engine_fail(engine, "BAD_REQUEST", "color must be true or false");
    struct text picture = text_over(engine->picture, ENGINE_PICTURE_MAX);
    engine->game->draw(engine->state, who, engine->scene);
    ansi_render(engine->scene, colour, &picture);
    if (picture.cut) return engine_fail(engine, "LIMIT", "the picture is too large");
    json_put_key(&engine->out, "text");
    json_put_bytes(&engine->out, picture.at, picture.length);
    return true;
}

/* A command of the protocol that this version does not have. */
static bool run_unbuilt(struct engine *engine, struct json request) {
    (void)request;
    return engine_fail(engine, "BAD_REQUEST",
                       "this version of the engine does not have this command yet");
}

const struct engine_command engine_commands[] = {
    {"games", run_games},    {"new", run_new},        {"check", run_check},
    {"legal", run_legal},    {"apply", run_apply},    {"replay", run_replay},
    {"render", run_render},  {"best", run_unbuilt},   {"match", run_unbuilt},
    {"scene", run_unbuilt},  {"parse", run_unbuilt},  {"observe", run_unbuilt},
    {"review", run_unbuilt}, {"cancel", run_unbuilt}, {NULL, NULL},
};
