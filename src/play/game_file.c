/* A record line by line goes on until something that is not an event comes. A state may be a member
 * of an answer, as the engine and `slide scenario --json` give it. */
#include "play/game_file.h"
#include "game/envelope.h"
#include "game/record.h"
#include "games/games.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTER_BYTES = 256, WHY_BYTES = 256 };

/* Returns 0 or an errno. */
static int read_all(FILE *file, char *text, size_t *length) {
    errno = 0;
    *length = fread(text, 1, GAME_FILE_MAX + 1, file);
    if (ferror(file)) return errno ? errno : EIO;
    if (*length > GAME_FILE_MAX) return EFBIG;
    text[*length] = '\0';
    return 0;
}

int game_file_read(const char *name, char **text, size_t *length) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file) return errno;
    *text = malloc(GAME_FILE_MAX + 1);
    int error = *text ? read_all(file, *text, length) : ENOMEM;
    if (file != stdin) fclose(file);
    if (error) free(*text);
    return error;
}

static bool fail(struct game_file *file, const char *first, const char *then) {
    struct text wrong = text_over(file->wrong, sizeof file->wrong);
    text_string(&wrong, first);
    text_string(&wrong, then);
    return false;
}

static bool fail_memory(struct game_file *file) {
    file->starved = true;
    return fail(file, "there is not enough memory", "");
}

static void begin(struct game_file *file, const char *name) {
    *file = (struct game_file){.name = strcmp(name, "-") == 0 ? "input" : name};
}

static bool take_text(struct game_file *file, char *text, size_t length) {
    size_t capacity = json_tokens_max(length);
    file->text = text;
    file->tokens = malloc(capacity * sizeof *file->tokens);
    file->state = malloc(games_state_max());
    if (!file->tokens || !file->state) return fail_memory(file);
    json_lines_begin(&file->lines, file->text, length, file->tokens, capacity);
    return true;
}

bool game_file_open(struct game_file *file, const char *name) {
    size_t length;
    char *text;
    begin(file, name);
    int error = game_file_read(name, &text, &length);
    if (error == ENOMEM) return fail_memory(file);
    if (!error) return take_text(file, text, length);
    fail(file, name, ": ");
    struct text wrong = {file->wrong, strlen(file->wrong), sizeof file->wrong, false};
    text_string(&wrong, strerror(error));
    return false;
}

bool game_file_open_text(struct game_file *file, const char *name, char *text, size_t length) {
    begin(file, name);
    return take_text(file, text, length);
}

void game_file_close(struct game_file *file) {
    free(file->text);
    free(file->tokens);
    free(file->state);
}

static bool complain(struct game_file *file, const char *pointer, const char *why) {
    struct text wrong = text_over(file->wrong, sizeof file->wrong);
    text_string(&wrong, file->name);
    if (file->lines.line) text_format(&wrong, ":%d", file->lines.line);
    text_format(&wrong, ": %s%s%s", pointer, *pointer ? ": " : "", why);
    return false;
}

/* Complains of a value of the current document; of all of it if the value is missing. */
static bool complain_of(struct game_file *file, struct json at, const char *why) {
    char buffer[POINTER_BYTES];
    struct text pointer = text_over(buffer, sizeof buffer);
    struct json root = json_root(&file->lines.doc);
    json_pointer(root, json_kind(at) ? at : root, &pointer);
    return complain(file, buffer, why);
}

/* Goes on to the next document. *found tells whether there is one. */
static bool next_document(struct game_file *file, bool *found) {
    char why[WHY_BYTES];
    *found = json_lines_next(&file->lines);
    if (!*found || !file->lines.wrong) return true;
    snprintf(why, sizeof why, "%s, at byte %zu; the file must hold a state or a record, in JSON",
             file->lines.wrong, file->lines.doc.error_at);
    return complain(file, "", why);
}

static bool begin_state(struct game_file *file, struct json from, struct rng rng,
                        struct session *session) {
    struct envelope envelope;
    struct json at;
    const struct game *game = games_of(from);
    if (!game)
        return complain_of(file, json_get(from, "ruleset_id"),
                           "ruleset_id must name a rule set of a game");
    const char *wrong = envelope_read(game, file->state, &envelope, from, &at);
    if (wrong) return complain_of(file, at, wrong);
    return session_begin_at(session, game, file->state, rng) == 0 || fail_memory(file);
}

/* A record on its way into a session. */
struct loading {
    struct record record;
    struct rng rng;
    struct session *session;
    bool starved;
};

/* Begins the session, once the record's head is known and before an event has happened. */
static bool begin_record(struct loading *loading) {
    const struct record *record = &loading->record;
    struct session *session = loading->session;
    if (session->game) return true;
    if (record->started)
        return session_begin_at(session, record->game, record->state, loading->rng) == 0;
    return session_begin(session, record->game, record->params, loading->rng) == 0;
}

static bool add_event(void *self, struct event event) {
    struct loading *loading = self;
    loading->starved = !begin_record(loading) || session_add(loading->session, event) < 0;
    return !loading->starved;
}

/* Takes the current document: the head, which may have all events with it, or an event. */
static bool take_document(struct game_file *file, struct loading *loading) {
    struct record_fault fault;
    bool taken = record_take(&loading->record, json_root(&file->lines.doc), &fault);
    if (loading->starved) return fail_memory(file);
    if (!taken) return complain_of(file, fault.at, fault.why);
    return begin_record(loading) || fail_memory(file);
}

/* Reads who played: `seats` as tables write it, or `agents` as matches do. What is not a list of
 * names tells nothing. */
static void read_names(struct game_file *file, struct json head) {
    struct json seats = json_get(head, "seats");
    if (!json_given(seats)) seats = json_get(head, "agents");
    int count = json_is(seats, JSON_ARRAY) ? json_count(seats) : 0, seat = 0;
    if (count > SEATS_MAX) return;
    for (struct json at = json_first(seats); json_kind(at); at = json_after(seats, at)) {
        char name[GAME_FILE_SEAT_BYTES];
        int length = json_string(at, name, sizeof name);
        struct text shown = text_over(file->names[seat++], GAME_FILE_SEAT_BYTES);
        if (length < 0) return;
        text_printable(&shown, name, (size_t)length);
        if (shown.cut) return;
    }
    file->seats = count;
}

/* Writes who played, as "Game 3: player 1 is random". */
static void write_played(struct game_file *file, struct json head) {
    struct text out = text_over(file->played, sizeof file->played);
    int64_t number;
    bool numbered = json_int(json_get(head, "number"), 0, INT32_MAX - 1, &number);
    if (file->seats == 0) return;
    if (numbered) text_format(&out, "Game %d: ", (int)number + 1);
    for (int seat = 0; seat < file->seats; seat++) {
        const char *player = seat == 0 && !numbered ? "Player" : "player";
        text_format(&out, "%s%s %d is %s", seat > 0 ? ", " : "", player, seat + 1,
                    file->names[seat]);
    }
}

/* Returns whether a document is more than an event, which may be an action alone. */
static bool begins_game(struct json document) {
    return json_given(json_get(document, "game")) || json_given(json_get(document, "state")) ||
           json_given(json_get(document, "ruleset_id"));
}

/* Reads a record from the current document on, up to what is not an event of it. */
static bool load_record(struct game_file *file, struct rng rng, struct session *session) {
    struct loading loading = {.rng = rng, .session = session};
    struct json head = json_root(&file->lines.doc);
    loading.record = (struct record){
        .games = games_list, .state = file->state, .tell = add_event, .self = &loading};
    bool whole = json_given(json_get(head, "events")), found;
    file->is_record = true;
    read_names(file, head);
    write_played(file, head);
    bool fine = take_document(file, &loading);
    while (!whole && fine) {
        fine = next_document(file, &found);
        if (!fine || !found) return fine;
        file->ahead = begins_game(json_root(&file->lines.doc));
        if (file->ahead) return true;
        fine = take_document(file, &loading);
    }
    return fine;
}

bool game_file_next(struct game_file *file, struct rng rng, struct session *session) {
    bool found = true;
    *session = (struct session){.game = NULL};
    if (!file->ahead && !next_document(file, &found)) return false;
    file->ahead = false;
    if (!found) return true;
    file->is_record = false;
    file->seats = 0;
    file->played[0] = '\0';
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
static bool complain_of_count(struct game_file *file) {
    struct text wrong = text_over(file->wrong, sizeof file->wrong);
    file->few = file->found > 0;
    if (!file->few) return fail(file, file->name, " must hold a state or a record");
    text_format(&wrong, "%s has only %d game%s", file->name, file->found,
                file->found == 1 ? "" : "s");
    return false;
}

bool game_file_find(struct game_file *file, int number, struct rng rng, struct session *session) {
    struct session next;
    bool fine = true;
    *session = (struct session){.game = NULL};
    file->found = 0;
    while (fine && (number == 0 || file->found < number)) {
        fine = game_file_next(file, rng, &next);
        if (!fine || !next.game) {
            session_release(&next);
            break;
        }
        session_release(session);
        *session = next;
        file->found++;
    }
    if (!fine) return false;
    return (file->found > 0 && file->found >= number) || complain_of_count(file);
}
