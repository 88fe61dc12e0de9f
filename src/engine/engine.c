/* The frame of the protocol: every line gets an answer or an error. */
#include "engine/engine.h"
#include "games/games.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Between two progress lines, and between two calls of `watch`. */
static const double tell_seconds = 0.2, watch_seconds = 0.01;

bool engine_fail(struct engine *engine, const char *code, const char *message) {
    engine->error = (struct engine_error){.code = code};
    struct text copy = text_over(engine->error.message, ENGINE_MESSAGE_BYTES);
    text_string(&copy, message);
    assert(!copy.cut);
    return false;
}

bool engine_fail_at(struct engine *engine, const char *code, const char *message, struct json from,
                    struct json to) {
    engine_fail(engine, code, message);
    struct text at = text_over(engine->error.at, sizeof engine->error.at);
    json_pointer(from, json_kind(to) ? to : from, &at);
    engine->error.placed = !at.cut;
    engine->error.at_length = at.length;
    return false;
}

bool engine_fail_label(struct engine *engine, const char *label) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    text_format(&message, "%s: %s", label, engine->error.message);
    assert(!message.cut);
    memcpy(engine->error.message, buffer, message.length + 1);
    return false;
}

/* Writes a share with two decimals, such as 0.42. */
static void put_share(double done, struct text *out) {
    char buffer[8];
    struct text digits = text_over(buffer, sizeof buffer);
    int hundredths = !(done > 0) ? 0 : done >= 1 ? 100 : (int)(done * 100);
    text_format(&digits, "%d.%d%d", hundredths / 100, hundredths / 10 % 10, hundredths % 10);
    json_put_raw(out, buffer, digits.length);
}

/* Line ends can only be between the id's tokens. */
void engine_put_id(struct text *out, struct json id) {
    size_t length, from = out->length;
    const char *raw = json_raw(id, &length);
    json_put_key(out, "id");
    json_put_raw(out, raw, length);
    for (char *at = out->at + from; *at; at++)
        if (*at == '\n' || *at == '\r') *at = ' ';
}

/* Sends a progress line if the request asks for them and the last is a while ago. */
static void send_progress(struct engine *engine, double now, double done, const char *message) {
    if (!engine->progress || !engine->send || now < engine->told + tell_seconds) return;
    engine->told = now;
    struct text line = text_over(engine->scratch, ENGINE_LINE_BYTES);
    json_open(&line, '{');
    engine_put_id(&line, engine->id);
    json_field_string(&line, "event", "progress");
    json_put_key(&line, "done");
    put_share(done, &line);
    json_field_string(&line, "message", message);
    json_close(&line, '}');
    if (!line.cut) engine->send(engine->send_self, line.at, line.length);
}

/* The host's go_on: reports, and says whether the request may go on. */
static bool go_on(void *self, double done, const char *message) {
    struct engine *engine = self;
    double now = engine->system.host.seconds(engine);
    send_progress(engine, now, done, message);
    if (engine->watch && now >= engine->watched + watch_seconds) {
        engine->watched = now;
        if (!engine->watch(engine->watch_self)) atomic_store(&engine->stop, true);
    }
    return !atomic_load(&engine->stop);
}

static void open_answer(struct engine *engine, struct json id, bool ok) {
    text_clear(&engine->out);
    json_open(&engine->out, '{');
    engine_put_id(&engine->out, id);
    json_field_bool(&engine->out, "ok", ok);
}

/* What typed words could mean. */
static void put_candidates(struct engine *engine) {
    const struct engine_error *error = &engine->error;
    struct text *out = &engine->out;
    json_put_key(out, "candidates");
    json_open(out, '[');
    for (int i = 0; i < error->count && i < ENGINE_CANDIDATES_MAX; i++)
        engine->game->write_act(engine->state, error->who, error->candidates[i], out);
    json_close(out, ']');
    json_field_int(out, "count", error->count);
}

static void put_error(struct engine *engine, struct json id) {
    const struct engine_error *error = &engine->error;
    struct text *out = &engine->out;
    open_answer(engine, id, false);
    json_put_key(out, "error");
    json_open(out, '{');
    json_field_string(out, "code", error->code);
    json_field_string(out, "message", error->message);
    if (error->reason) json_field_string(out, "reason", error->reason);
    if (error->line) json_field_int(out, "line", error->line);
    if (error->placed) {
        json_put_key(out, "at");
        json_put_bytes(out, error->at, error->at_length);
    }
    if (error->lists) put_candidates(engine);
    json_close(out, '}');
    json_close(out, '}');
}

/* Whoever lends the engine may have less time than the protocol allows. */
static bool has_time(struct engine *engine, struct json request) {
    uint64_t most = engine->milliseconds_max, count;
    int64_t more;
    bool asks =
        most && json_int(json_get(request, "budget_ms"), (int64_t)most + 1, INT64_MAX, &more);
    return !asks || engine_read_count(engine, request, "budget_ms", most, &count);
}

static bool run(struct engine *engine, struct json request) {
    struct json name = json_get(request, "cmd");
    if (!json_is(request, JSON_OBJECT))
        return engine_fail(engine, "BAD_REQUEST", "a request must be an object");
    if (!json_is(name, JSON_STRING))
        return engine_fail(engine, "BAD_REQUEST", "cmd must be a string that names a command");
    if (!has_time(engine, request)) return false;
    for (const struct engine_command *command = engine_commands; command->name; command++)
        if (json_equals(name, command->name)) return command->run(engine, request);
    return engine_run_tool(engine, request);
}

/* Says what is wrong with the JSON, and at which byte. */
static bool fail_json(struct engine *engine, const char *why) {
    char buffer[ENGINE_MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    text_format(&message, "%s, at byte ", why);
    text_int(&message, (int64_t)engine->doc.error_at);
    return engine_fail(engine, "BAD_JSON", buffer);
}

/* Reads the line into engine->doc, and forgets the request before it. */
static bool read_line(struct engine *engine, const char *line, size_t length) {
    engine->id = (struct json){NULL, 0};
    engine->error = (struct engine_error){.code = NULL};
    engine->progress = engine->lucky = engine->tells_effects = false;
    engine->viewer = -1;
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
    if (length > TW_LINE_MAX)
        return engine_fail(engine, "LIMIT", "a request must be at most 1048576 bytes long");
    const char *wrong =
        json_parse(&engine->doc, line, length, engine->tokens, engine->tokens_capacity);
    if (wrong) return fail_json(engine, wrong);
    engine->id = json_get(json_root(&engine->doc), "id");
    return true;
}

static bool answer(struct engine *engine, engine_run *command) {
    open_answer(engine, engine->id, true);
    engine_begin(engine);
    bool answered = command(engine, json_root(&engine->doc));
    engine_end(engine);
    if (!answered) return false;
    json_close(&engine->out, '}');
    return !engine->out.cut ||
           engine_fail(engine, "LIMIT", "the answer would be longer than 1048576 bytes");
}

/* Ends an answer, which is an error if it is not `fine`. */
static const char *finish(struct engine *engine, bool fine, size_t *answer_length) {
    if (!fine) {
        put_error(engine, engine->id);
        if (engine->out.cut) put_error(engine, (struct json){NULL, 0});
    }
    *answer_length = engine->out.length;
    return engine->answer;
}

const char *engine_answer_by(struct engine *engine, engine_run *command, const char *line,
                             size_t length, size_t *answer_length) {
    bool fine = read_line(engine, line, length) && answer(engine, command);
    return finish(engine, fine, answer_length);
}

const char *engine_answer(struct engine *engine, const char *line, size_t length,
                          size_t *answer_length) {
    return engine_answer_by(engine, run, line, length, answer_length);
}

const char *engine_answer_cancelled(struct engine *engine, const char *line, size_t length,
                                    size_t *answer_length) {
    bool fine = read_line(engine, line, length) &&
                engine_fail(engine, "CANCELLED", "cancelled before it began");
    return finish(engine, fine, answer_length);
}

/* Takes all memory that requests need; false if there is not enough. */
static bool take_memory(struct engine *engine) {
    engine->tokens_capacity = json_tokens_max(TW_LINE_MAX);
    engine->tokens = malloc(engine->tokens_capacity * sizeof *engine->tokens);
    engine->answer = malloc(ENGINE_LINE_BYTES);
    engine->scratch = malloc(ENGINE_LINE_BYTES);
    engine->state = malloc(games_state_max());
    engine->spare = malloc(games_state_max());
    engine->choices = malloc(games_choices_max() * sizeof *engine->choices);
    engine->candidates = malloc(games_choices_max() * sizeof *engine->candidates);
    engine->scene = malloc(sizeof *engine->scene);
    engine->before = malloc(sizeof *engine->before);
    engine->changes = malloc(SCENE_CHANGES_MAX * sizeof *engine->changes);
    return engine->tokens && engine->answer && engine->scratch && engine->state && engine->spare &&
           engine->choices && engine->candidates && engine->scene && engine->before &&
           engine->changes && engine_init_tools(engine) && engine_init_agents(engine);
}

struct engine *engine_new(void) {
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    pthread_mutex_init(&engine->lock, NULL);
    host_system_init(&engine->system);
    engine->system.host.go_on = go_on;
    if (!take_memory(engine)) {
        engine_free(engine);
        return NULL;
    }
    engine->out = text_over(engine->answer, ENGINE_LINE_BYTES);
    return engine;
}

void engine_free(struct engine *engine) {
    if (!engine) return;
    engine_release_agents(engine);
    engine_release_tools(engine);
    host_system_release(&engine->system);
    pthread_mutex_destroy(&engine->lock);
    free(engine->tokens);
    free(engine->answer);
    free(engine->scratch);
    free(engine->state);
    free(engine->spare);
    free(engine->choices);
    free(engine->candidates);
    free(engine->scene);
    free(engine->before);
    free(engine->changes);
    free(engine);
}
