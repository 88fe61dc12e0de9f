/* A record line by line goes on until something that is not an event comes. */
#include "cli/game_file.h"
#include "cli/cli.h"
#include "game/envelope.h"
#include "game/record.h"
#include "games/games.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTER_BYTES = 256, PLACE_BYTES = 32 };

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

int game_file_open(struct game_file *file, const char *name) {
    size_t length, capacity;
    *file = (struct game_file){.name = strcmp(name, "-") == 0 ? "input" : name};
    int status = cli_read_file(name, &file->text, &length);
    if (status >= 0) {
        file->text = NULL;
        return status;
    }
    capacity = json_tokens_max(length);
    file->tokens = malloc(capacity * sizeof *file->tokens);
    file->state = malloc(games_state_max());
    if (!file->tokens || !file->state) return fail_memory();
    json_lines_begin(&file->lines, file->text, length, file->tokens, capacity);
    return -1;
}

void game_file_close(struct game_file *file) {
    free(file->text);
    free(file->tokens);
    free(file->state);
}

static int complain(const struct game_file *file, const char *pointer, const char *why) {
    char line[PLACE_BYTES] = "";
    if (file->lines.line) snprintf(line, sizeof line, ":%d", file->lines.line);
    return cli_complain("%s%s: %s%s%s", file->name, line, pointer, *pointer ? ": " : "", why);
}

/* Complains of a value of the current document; of all of it if the value is missing. */
static int complain_of(const struct game_file *file, struct json at, const char *why) {
    char buffer[POINTER_BYTES];
    struct text pointer = text_over(buffer, sizeof buffer);
    struct json root = json_root(&file->lines.doc);
    json_pointer(root, json_kind(at) ? at : root, &pointer);
    return complain(file, buffer, why);
}

/* Goes on to the next document. Returns -1, with *found telling whether there is one. */
static int next_document(struct game_file *file, bool *found) {
    char where[PLACE_BYTES];
    *found = json_lines_next(&file->lines);
    if (!*found || !file->lines.wrong) return -1;
    snprintf(where, sizeof where, "byte %zu", file->lines.doc.error_at);
    return complain(file, where, file->lines.wrong);
}

static int begin_state(struct game_file *file, struct rng rng, struct session *session) {
    struct envelope envelope;
    struct json from = json_root(&file->lines.doc), at;
    const struct game *game = games_of(from);
    if (!game)
        return complain_of(file, json_get(from, "ruleset_id"),
                           "ruleset_id must name a rule set of a game");
    const char *wrong = envelope_read(game, file->state, &envelope, from, &at);
    if (wrong) return complain_of(file, at, wrong);
    return session_begin_at(session, game, file->state, rng) < 0 ? fail_memory() : -1;
}

static int begin_record(struct game_file *file, struct rng rng, struct session *session) {
    struct json from = json_root(&file->lines.doc), name = json_get(from, "game");
    struct record_fault fault;
    int params[PARAMS_MAX];
    const struct game *game = games_named(name);
    if (!game) return complain_of(file, name, "game must name a game");
    if (!record_read_params(game, json_get(from, "params"), params, &fault))
        return complain_of(file, fault.at, fault.why);
    return session_begin(session, game, params, rng) < 0 ? fail_memory() : -1;
}

static int add_event(struct game_file *file, struct json from, struct session *session) {
    struct record_fault fault;
    struct event event;
    int who = game_mover(session->game, session->state);
    if (!record_read_event(session->game, session->state, from, who, &event, &fault))
        return complain_of(file, fault.at, fault.why);
    return session_add(session, event) < 0 ? fail_memory() : -1;
}

static int add_array(struct game_file *file, struct json events, struct session *session) {
    int status = -1;
    if (!json_is(events, JSON_ARRAY)) return complain_of(file, events, "events must be an array");
    struct json from = json_first(events);
    for (; status < 0 && json_kind(from); from = json_after(events, from))
        status = add_event(file, from, session);
    return status;
}

/* Plays the events of the lines that follow. */
static int add_lines(struct game_file *file, struct session *session) {
    for (;;) {
        bool found;
        int status = next_document(file, &found);
        if (status >= 0 || !found) return status;
        struct json from = json_root(&file->lines.doc);
        file->ahead = !json_given(json_get(from, "who"));
        if (file->ahead) return -1;
        if ((status = add_event(file, from, session)) >= 0) return status;
    }
}

int game_file_next(struct game_file *file, struct rng rng, struct session *session) {
    bool found = true;
    *session = (struct session){.game = NULL};
    int status = file->ahead ? -1 : next_document(file, &found);
    file->ahead = false;
    if (status >= 0 || !found) return status;
    struct json from = json_root(&file->lines.doc), events = json_get(from, "events");
    if (json_given(json_get(from, "ruleset_id"))) return begin_state(file, rng, session);
    if (json_given(json_get(from, "who")))
        return complain_of(file, from, "an event must come after the head of a record");
    if (!json_given(json_get(from, "game")))
        return complain_of(file, from, "must be a state (ruleset_id) or a record (game)");
    if ((status = begin_record(file, rng, session)) >= 0) return status;
    return json_given(events) ? add_array(file, events, session) : add_lines(file, session);
}
