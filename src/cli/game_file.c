/* A record line by line goes on until something that is not an event comes. A state may be a member
 * of an answer, as the engine and `slide scenario --json` give it. */
#include "cli/game_file.h"
#include "cli/cli.h"
#include "game/envelope.h"
#include "game/record.h"
#include "games/games.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTER_BYTES = 256, PLACE_BYTES = 32, AGENT_BYTES = 64 };

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

static int begin_state(struct game_file *file, struct json from, struct rng rng,
                       struct session *session) {
    struct envelope envelope;
    struct json at;
    const struct game *game = games_of(from);
    if (!game)
        return complain_of(file, json_get(from, "ruleset_id"),
                           "ruleset_id must name a rule set of a game");
    const char *wrong = envelope_read(game, file->state, &envelope, from, &at);
    if (wrong) return complain_of(file, at, wrong);
    return session_begin_at(session, game, file->state, rng) < 0 ? fail_memory() : -1;
}

/* A record on its way into a session. */
struct loading {
    struct record record;
    struct rng rng;
    struct session *session;
};

/* Begins the session, once the record's head is known. */
static bool begin(struct loading *loading) {
    return loading->session->game || session_begin(loading->session, loading->record.game,
                                                   loading->record.params, loading->rng) == 0;
}

static bool add_event(void *self, struct event event) {
    struct loading *loading = self;
    return begin(loading) && session_add(loading->session, event) == 0;
}

/* Takes the current document: the head, which may have all events with it, or an event. */
static int take_document(struct game_file *file, struct loading *loading) {
    struct record_fault fault;
    if (!record_take(&loading->record, json_root(&file->lines.doc), &fault))
        return complain_of(file, fault.at, fault.why);
    return begin(loading) ? -1 : fail_memory();
}

/* Writes who played, as the head of a record of `match` tells it. Returns false if it does not. */
static bool put_players(struct json head, struct text *out) {
    struct json agents = json_get(head, "agents");
    int64_t number;
    int seat = 0, seats = json_is(agents, JSON_ARRAY) ? json_count(agents) : 0;
    if (!json_int(json_get(head, "number"), 0, INT32_MAX - 1, &number)) return false;
    if (seats < 1 || seats > SEATS_MAX) return false;
    text_format(out, "Game %d: ", (int)number + 1);
    for (struct json at = json_first(agents); json_kind(at); at = json_after(agents, at)) {
        char name[AGENT_BYTES];
        int length = json_string(at, name, sizeof name);
        if (length < 0) return false;
        text_format(out, "%splayer %d is ", seat > 0 ? ", " : "", seat + 1);
        text_printable(out, name, (size_t)length);
        seat++;
    }
    return !out->cut;
}

/* Returns whether a document is more than an event, which may be an action alone. */
static bool begins_game(struct json document) {
    return json_given(json_get(document, "game")) || json_given(json_get(document, "state")) ||
           json_given(json_get(document, "ruleset_id"));
}

/* Reads a record from the current document on, up to what is not an event of it. */
static int load_record(struct game_file *file, struct rng rng, struct session *session) {
    struct loading loading = {.rng = rng, .session = session};
    loading.record = (struct record){
        .games = games_list, .state = file->state, .tell = add_event, .self = &loading};
    struct text played = text_over(file->played, sizeof file->played);
    bool whole = json_given(json_get(json_root(&file->lines.doc), "events")), found;
    if (!put_players(json_root(&file->lines.doc), &played)) text_clear(&played);
    int status = take_document(file, &loading);
    while (!whole && status < 0) {
        status = next_document(file, &found);
        if (status >= 0 || !found) return status;
        file->ahead = begins_game(json_root(&file->lines.doc));
        if (file->ahead) return -1;
        status = take_document(file, &loading);
    }
    return status;
}

int game_file_next(struct game_file *file, struct rng rng, struct session *session) {
    bool found = true;
    *session = (struct session){.game = NULL};
    int status = file->ahead ? -1 : next_document(file, &found);
    file->ahead = false;
    if (status >= 0 || !found) return status;
    struct json from = json_root(&file->lines.doc), state = json_get(from, "state");
    bool named = json_given(json_get(from, "game"));
    if (!named && json_given(state)) return begin_state(file, state, rng, session);
    if (json_given(json_get(from, "ruleset_id"))) return begin_state(file, from, rng, session);
    if (json_given(json_get(from, "who")))
        return complain_of(file, from, "an event must come after the head of a record");
    if (!named) return complain_of(file, from, "must be a state (ruleset_id) or a record (game)");
    return load_record(file, rng, session);
}

/* Complains of a file that has not so many games. */
static int complain_of_count(const struct game_file *file, int found) {
    if (found == 0) return cli_complain("%s must hold a state or a record", file->name);
    return cli_complain("--game must be a whole number from 1 to %d: so many games are in %s",
                        found, file->name);
}

int game_file_find(struct game_file *file, int number, struct rng rng, struct session *session) {
    struct session next;
    int found = 0, status = -1;
    *session = (struct session){.game = NULL};
    while (status < 0 && (number == 0 || found < number)) {
        status = game_file_next(file, rng, &next);
        if (status >= 0 || !next.game) {
            session_release(&next);
            break;
        }
        session_release(session);
        *session = next;
        found++;
    }
    file->found = found;
    if (status < 0 && (found == 0 || found < number)) status = complain_of_count(file, found);
    return status;
}
