/* The commands that play a game, and those that take a record of one. Each event is written into
 * the answer as it happens. */
#include "base/json_lines.h"
#include "engine/engine.h"
#include "games/games.h"

enum { DIGEST_DIGITS = 16, LABEL_BYTES = 32 };

bool engine_fail_event(struct engine *engine, const struct record_fault *fault, struct json from) {
    if (game_over(engine->game, engine->state))
        return engine_fail_at(engine, "GAME_OVER", "the game is over", from, fault->at);
    engine_fail_at(engine, fault->code ? "ILLEGAL_ACTION" : "BAD_ACTION", fault->why, from,
                   fault->at);
    engine->error.reason = fault->code;
    return false;
}

void engine_put_luck(struct engine *engine) {
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

/* Writes the state as the viewer may see it. Returns that. */
static const void *put_state(struct engine *engine) {
    const void *seen = engine_view(engine, engine->viewer);
    json_put_key(&engine->out, "state");
    envelope_write(engine->game, seen, &engine->envelope, &engine->out);
    return seen;
}

static void put_effect(const struct game *game, const struct effect *effect, struct text *out) {
    json_open(out, '{');
    json_field_string(out, "kind", game->effect_kinds[effect->kind]);
    if (effect->seat != EFFECT_ALL) json_field_int(out, "seat", effect->seat);
    if (effect->points) json_field_int(out, "points", effect->points);
    json_put_key(out, "spots");
    json_open(out, '[');
    for (int i = 0; i < effect->spots_count; i++) json_put_int(out, effect->spots[i]);
    json_close(out, ']');
    json_field_string(out, "text", effect->text);
    if (effect->routine) json_field_bool(out, "routine", true);
    json_close(out, '}');
}

static void put_effects(struct engine *engine, struct event event) {
    struct effect_list *list = &engine->effects;
    list->count = 0;
    engine->game->effects(engine->state, event.who, event.act, list);
    json_put_key(&engine->out, "effects");
    json_open(&engine->out, '[');
    for (int i = 0; i < list->count; i++) put_effect(engine->game, &list->at[i], &engine->out);
    json_close(&engine->out, ']');
}

static bool is_hidden(const struct engine *engine, struct event event) {
    const struct game *game = engine->game;
    return engine->viewer >= 0 && engine->viewer < game->shape(engine->state).seats &&
           game->hides_act && game->hides_act(engine->state, engine->viewer, event.who, event.act);
}

/* Writes an event that is about to happen. */
static bool put_event(void *self, struct event event) {
    struct engine *engine = self;
    struct text *out = &engine->out;
    if (out->cut) return true; /* the answer is LIMIT, whatever follows */
    json_open(out, '{');
    json_put_key(out, "who");
    record_put_who(event.who, out);
    json_put_key(out, "action");
    if (is_hidden(engine, event))
        json_put_null(out);
    else
        engine->game->write_act(engine->state, event.who, event.act, out);
    if (engine->tells_effects) put_effects(engine, event);
    json_close(out, '}');
    return true;
}

static void open_events(struct engine *engine) {
    json_put_key(&engine->out, "events");
    json_open(&engine->out, '[');
}

/* Plays CHANCE's events if the request has a generator, and writes each into the open list. */
static void settle(struct engine *engine) {
    if (engine->lucky)
        game_settle(engine->game, engine->state, &engine->rng, engine->choices, put_event, engine);
}

/* Ends the list of events with CHANCE's, then writes the state and the outcome. */
static bool finish(struct engine *engine) {
    settle(engine);
    json_close(&engine->out, ']');
    put_state(engine);
    engine_put_luck(engine);
    engine_put_actor(engine);
    put_outcome(engine);
    return true;
}

/* Reads the fields that decide what the events and the state show. */
static bool read_shown(struct engine *engine, struct json request, int seats) {
    return engine_read_hide(engine, request, seats) &&
           engine_read_bool(engine, request, "effects", &engine->tells_effects);
}

bool engine_run_new(struct engine *engine, struct json request) {
    int params[PARAMS_MAX];
    if (!engine_read_game(engine, request) || !engine_read_luck(engine, request) ||
        !engine_read_params(engine, request, params))
        return false;
    engine->game->start(engine->state, params);
    engine->envelope = envelope_plain();
    if (!read_shown(engine, request, engine->game->shape(engine->state).seats)) return false;
    record_put_head(engine->game, params, &engine->out);
    open_events(engine);
    return finish(engine);
}

/* Plays one action of `apply`, by `who` unless it says so itself. CHANCE's events come first,
 * unless the action is CHANCE's own. */
static bool apply_one(struct engine *engine, struct json request, struct json from, int who) {
    const struct game *game = engine->game;
    struct json said = json_get(from, "who");
    struct record_fault fault;
    struct event event;
    int by = who;
    if (json_given(said) && record_read_who(said, &by) && who >= 0 && by != who)
        return engine_fail_at(engine, "BAD_REQUEST",
                              "who must be the same in an action and in its request", request,
                              said);
    if (by != CHANCE) settle(engine);
    if (game_over(game, engine->state))
        return engine_fail_at(engine, "GAME_OVER", "the game is over", request, from);
    if (by < 0) by = game_mover(game, engine->state);
    if (by < 0 && !json_given(said))
        return engine_fail(engine, "BAD_REQUEST", "several may move: who must be given");
    if (!record_read_event(game, engine->state, from, by, &event, &fault))
        return engine_fail_event(engine, &fault, request);
    put_event(engine, event);
    game->apply(engine->state, event.who, event.act);
    return true;
}

static bool apply_all(struct engine *engine, struct json request, int who) {
    struct json one = json_get(request, "action"), all = json_get(request, "actions");
    if (json_given(one) && json_given(all))
        return engine_fail(engine, "BAD_REQUEST", "action and actions must not both be given");
    if (json_given(one)) return apply_one(engine, request, one, who);
    if (!json_is(all, JSON_ARRAY))
        return engine_fail(engine, "BAD_REQUEST", "action must be given, or actions, an array");
    for (struct json from = json_first(all); json_kind(from); from = json_after(all, from))
        if (!apply_one(engine, request, from, who)) return false;
    return true;
}

bool engine_run_apply(struct engine *engine, struct json request) {
    int who = -1;
    if (!engine_read_state(engine, request) || !engine_read_luck(engine, request)) return false;
    if (!engine_read_who(engine, request, &who)) return false;
    if (!read_shown(engine, request, engine->game->shape(engine->state).seats)) return false;
    open_events(engine);
    return apply_all(engine, request, who) && finish(engine);
}

static bool note_of_record(void *self, struct event event) {
    struct engine *engine = self;
    engine->game = engine->record.game;
    return put_event(engine, event);
}

/* Names the line of a record's text in the error; 0 if the text is one document. */
static bool fail_line(struct engine *engine, int line) {
    char buffer[LABEL_BYTES];
    struct text label = text_over(buffer, sizeof buffer);
    if (line == 0) return false;
    text_format(&label, "line %d", line);
    engine->error.line = line;
    return engine_fail_label(engine, buffer);
}

static bool take_document(struct engine *engine, struct json from) {
    struct record_fault fault;
    bool taken = record_take(&engine->record, from, &fault);
    engine->game = engine->record.game;
    engine->envelope = engine->record.envelope;
    if (taken) return true;
    if (fault.in_event) return engine_fail_event(engine, &fault, from);
    return engine_fail_at(engine, "BAD_REQUEST", fault.why, from, fault.at);
}

static bool take_line(struct engine *engine, const struct json_lines *lines) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    if (!lines->wrong) return take_document(engine, json_root(&lines->doc));
    text_format(&message, "%s, at byte ", lines->wrong);
    text_int(&message, (int64_t)lines->doc.error_at);
    return engine_fail(engine, "BAD_REQUEST", buffer);
}

/* Takes the text of a record file. Its tokens follow those of the request. */
static bool take_text(struct engine *engine, struct json from) {
    struct json_lines lines;
    size_t used = engine->doc.count;
    int length = json_string(from, engine->scratch, ENGINE_LINE_BYTES);
    json_lines_begin(&lines, engine->scratch, (size_t)length, engine->tokens + used,
                     engine->tokens_capacity - used);
    while (json_lines_next(&lines))
        if (!take_line(engine, &lines)) return fail_line(engine, lines.line);
    return engine->record.game ||
           engine_fail(engine, "BAD_REQUEST", "a record must begin with its game, a name");
}

bool engine_take_record(struct engine *engine, struct json request, game_tell *tell, void *self) {
    struct json from = json_get(request, "record");
    engine->record =
        (struct record){.games = games_list, .state = engine->state, .tell = tell, .self = self};
    engine->envelope = envelope_plain();
    if (json_is(from, JSON_STRING)) return take_text(engine, from);
    if (!json_is(from, JSON_OBJECT))
        return engine_fail(engine, "BAD_REQUEST",
                           "record must be an object, or the text of a record file");
    if (!json_given(json_get(from, "events")))
        return engine_fail(engine, "BAD_REQUEST", "events must be an array");
    return take_document(engine, from);
}

static void put_digest(struct engine *engine, const void *state) {
    char buffer[DIGEST_DIGITS + 1];
    struct text digest = text_over(buffer, sizeof buffer);
    text_hex(&digest, game_hash(engine->game, state), DIGEST_DIGITS);
    json_field_string(&engine->out, "digest", buffer);
}

bool engine_run_replay(struct engine *engine, struct json request) {
    if (!read_shown(engine, request, SEATS_MAX)) return false;
    if (engine->tells_effects) open_events(engine);
    if (!engine_take_record(engine, request, engine->tells_effects ? note_of_record : NULL, engine))
        return false;
    if (engine->tells_effects) json_close(&engine->out, ']');
    /* Only now are the seats known. */
    if (!engine_read_hide(engine, request, engine->game->shape(engine->state).seats)) return false;
    put_digest(engine, put_state(engine));
    put_outcome(engine);
    return true;
}

bool engine_run_check(struct engine *engine, struct json request) {
    bool recorded = json_given(json_get(request, "record"));
    if (recorded && json_given(json_get(request, "state")))
        return engine_fail(engine, "BAD_REQUEST", "state and record must not both be given");
    if (!(recorded ? engine_take_record(engine, request, NULL, NULL)
                   : engine_read_state(engine, request)))
        return false;
    json_field_bool(&engine->out, "valid", true);
    return true;
}
