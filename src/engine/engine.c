/* The frame of the protocol: every line gets an answer or an error. */
#include "engine/engine.h"
#include "games/games.h"
#include "tilewright.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = TW_LINE_MAX + 1 };
static const double tell_seconds = 0.2;

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

/* Writes a share with two decimals, such as 0.42. */
static void put_share(double done, struct text *out) {
    char buffer[8];
    struct text digits = text_over(buffer, sizeof buffer);
    int hundredths = !(done > 0) ? 0 : done >= 1 ? 100 : (int)(done * 100);
    text_format(&digits, "%d.%d%d", hundredths / 100, hundredths / 10 % 10, hundredths % 10);
    json_put_raw(out, buffer, digits.length);
}

/* Writes the id as it was given, on one line: line ends can only be between its tokens. */
static void put_id(struct text *out, struct json id) {
    size_t length, from = out->length;
    const char *raw = json_raw(id, &length);
    json_put_key(out, "id");
    json_put_raw(out, raw, length);
    for (char *at = out->at + from; *at; at++)
        if (*at == '\n' || *at == '\r') *at = ' ';
}

/* Sends a progress line if the request asks for them and the last is a while ago. */
static bool engine_tell(void *self, double done, const char *message) {
    struct engine *engine = self;
    double now = engine->system.host.seconds(engine);
    if (!engine->progress || !engine->send || now < engine->told + tell_seconds) return true;
    engine->told = now;
    struct text line = text_over(engine->line, LINE_BYTES);
    json_open(&line, '{');
    put_id(&line, engine->id);
    json_field_string(&line, "event", "progress");
    json_put_key(&line, "done");
    put_share(done, &line);
    json_field_string(&line, "message", message);
    json_close(&line, '}');
    if (!line.cut) engine->send(engine->send_self, line.at, line.length);
    return true;
}

static void open_answer(struct engine *engine, struct json id, bool ok) {
    text_clear(&engine->out);
    json_open(&engine->out, '{');
    put_id(&engine->out, id);
    json_field_bool(&engine->out, "ok", ok);
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
    if (error->placed) {
        json_put_key(out, "at");
        json_put_bytes(out, error->at, error->at_length);
    }
    json_close(out, '}');
    json_close(out, '}');
}

static bool run(struct engine *engine, struct json request) {
    struct json name = json_get(request, "cmd");
    if (!json_is(request, JSON_OBJECT))
        return engine_fail(engine, "BAD_REQUEST", "a request must be an object");
    if (!json_is(name, JSON_STRING))
        return engine_fail(engine, "BAD_REQUEST", "cmd must be a string that names a command");
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

static bool answer(struct engine *engine, const char *line, size_t length) {
    if (length > TW_LINE_MAX)
        return engine_fail(engine, "LIMIT", "a request must be at most 1048576 bytes long");
    const char *wrong =
        json_parse(&engine->doc, line, length, engine->tokens, engine->tokens_capacity);
    if (wrong) return fail_json(engine, wrong);
    struct json request = json_root(&engine->doc);
    engine->id = json_get(request, "id");
    open_answer(engine, engine->id, true);
    if (!run(engine, request)) return false;
    json_close(&engine->out, '}');
    return !engine->out.cut ||
           engine_fail(engine, "LIMIT", "the answer would be longer than 1048576 bytes");
}

const char *engine_answer(struct engine *engine, const char *line, size_t length,
                          size_t *answer_length) {
    engine->id = (struct json){NULL, 0};
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
    engine->error = (struct engine_error){.code = NULL};
    if (!answer(engine, line, length)) {
        put_error(engine, engine->id);
        if (engine->out.cut) put_error(engine, (struct json){NULL, 0});
    }
    *answer_length = engine->out.length;
    return engine->answer;
}

struct engine *engine_new(void) {
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    engine->tokens_capacity = json_tokens_max(TW_LINE_MAX);
    engine->tokens = malloc(engine->tokens_capacity * sizeof *engine->tokens);
    engine->answer = malloc(LINE_BYTES);
    engine->line = malloc(LINE_BYTES);
    engine->state = malloc(games_state_max());
    engine->choices = malloc(games_choices_max() * sizeof *engine->choices);
    engine->scene = malloc(sizeof *engine->scene);
    engine->picture = malloc(ENGINE_PICTURE_MAX);
    if (!engine->tokens || !engine->answer || !engine->line || !engine->state || !engine->choices ||
        !engine->scene || !engine->picture || !engine_init_tools(engine)) {
        engine_free(engine);
        return NULL;
    }
    engine->out = text_over(engine->answer, LINE_BYTES);
    host_system_init(&engine->system);
    engine->system.host.go_on = engine_tell;
    return engine;
}

void engine_free(struct engine *engine) {
    if (!engine) return;
    engine_release_tools(engine);
    host_system_release(&engine->system);
    free(engine->tokens);
    free(engine->answer);
    free(engine->line);
    free(engine->state);
    free(engine->choices);
    free(engine->scene);
    free(engine->picture);
    free(engine);
}
