/* Positions from a game's tool, which is asked as through the protocol. */
#include "game/envelope.h"
#include "game/tool.h"
#include "play/practice_find.h"
#include <stdlib.h>
#include <string.h>

enum { REQUEST_BYTES = 2048, ANSWER_BYTES = 1 << 18, VALUE_BYTES = 64, NAME_BYTES = 64 };

/* Keeps what is wrong, which may not last. */
static const char *keep_wrong(struct practice *practice, const char *wrong) {
    struct text text = text_over(practice->wrong, sizeof practice->wrong);
    text_string(&text, wrong);
    return practice->wrong;
}

static bool is_number(const char *value) {
    size_t digits = strspn(value, "0123456789");
    return digits > 0 && digits < 10 && !value[digits] && (*value != '0' || digits == 1);
}

/* Writes an option as JSON: a number, true or false, or a word in capitals. */
static void put_option(const char *name, const char *value, struct text *out) {
    char word[VALUE_BYTES];
    struct text upper = text_over(word, sizeof word);
    json_put_key(out, name);
    if (is_number(value) || strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
        json_put_raw(out, value, strlen(value));
        return;
    }
    for (const char *at = value; *at; at++)
        text_char(&upper, *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at);
    json_put_string(out, word);
}

static void put_request(const struct practice *practice, bool tries, struct text *out) {
    const struct practice_setup *setup = &practice->setup;
    char seed[PRACTICE_FIND_SEED_BYTES];
    practice_find_seed(practice, seed);
    json_open(out, '{');
    json_field_string(out, "cmd", practice->tool->name);
    json_field_string(out, "game", setup->game->name);
    json_field_string(out, "seed", seed);
    for (int i = 0; i < setup->options_count; i++)
        put_option(setup->options[i].name, setup->options[i].value, out);
    if (tries) json_field_int(out, "budget_ms", 0);
    json_close(out, '}');
}

/* A request and its answer, with the memory they take. */
struct talk {
    char request[REQUEST_BYTES], *answer;
    struct json_token *tokens;
    struct json_doc asked, told;
};

/* Asks the tool. Returns NULL or what went wrong; *refused tells whether for what was asked. */
static const char *ask(struct practice *practice, struct talk *talk, bool tries, bool *refused) {
    struct text request = text_over(talk->request, sizeof talk->request);
    struct text answer = text_over(talk->answer, ANSWER_BYTES);
    struct tool_fault fault = {.code = NULL};
    put_request(practice, tries, &request);
    *refused = request.cut || json_parse(&talk->asked, talk->request, request.length, talk->tokens,
                                         json_tokens_max(ANSWER_BYTES));
    if (*refused) return "the options must be short words or numbers";
    json_open(&answer, '{');
    bool fine =
        practice->tool->answer(practice->tool_self, json_root(&talk->asked), &answer, &fault);
    json_close(&answer, '}');
    *refused = !fine && strcmp(fault.code, "BAD_REQUEST") == 0;
    if (!fine) return keep_wrong(practice, fault.message);
    return answer.cut || json_parse(&talk->told, talk->answer, answer.length, talk->tokens,
                                    json_tokens_max(ANSWER_BYTES))
               ? practice_find_nothing
               : NULL;
}

static bool open_talk(struct talk *talk) {
    talk->answer = malloc(ANSWER_BYTES);
    talk->tokens = malloc(json_tokens_max(ANSWER_BYTES) * sizeof *talk->tokens);
    return talk->answer && talk->tokens;
}

static void close_talk(struct talk *talk) {
    free(talk->answer);
    free(talk->tokens);
}

/* Returns whether the tool has an option of a request's name: "game_stage" is --game-stage. */
static bool has_option(const struct tool *tool, const char *name) {
    for (const struct tool_option *option = tool->options; option->name; option++) {
        size_t i = 0;
        while (name[i] && (name[i] == '_' ? '-' : name[i]) == option->name[i]) i++;
        if (!name[i] && !option->name[i]) return true;
    }
    return false;
}

static const char *check_names(struct practice *practice) {
    const struct practice_setup *setup = &practice->setup;
    for (int i = 0; i < setup->options_count; i++) {
        const char *name = setup->options[i].name;
        if (has_option(practice->tool, name) && strcmp(name, "seed") != 0) continue;
        struct text wrong = text_over(practice->wrong, sizeof practice->wrong);
        practice_find_no_option(practice, name, &wrong);
        return practice->wrong;
    }
    return NULL;
}

/* The tool reads the request before it looks for a position, for which it gets no time here. */
const char *practice_tool_check(struct practice *practice) {
    struct talk talk;
    bool refused = false;
    const char *wrong = check_names(practice);
    if (wrong) return wrong;
    wrong = open_talk(&talk) ? ask(practice, &talk, true, &refused) : practice_find_no_memory;
    close_talk(&talk);
    return refused || wrong == practice_find_no_memory ? wrong : NULL;
}

/* Writes a word in small letters, or a whole number. */
static void put_value(struct json from, struct text *out) {
    char value[VALUE_BYTES];
    int64_t number;
    int length = json_string(from, value, sizeof value);
    if (json_int(from, INT32_MIN, INT32_MAX, &number)) text_int(out, number);
    for (int i = 0; i < length; i++) {
        bool capital = value[i] >= 'A' && value[i] <= 'Z';
        text_char(out, capital ? (char)(value[i] - 'A' + 'a') : value[i]);
    }
}

/* Writes what a feature is, as "game stage opening", if it is of a kind that people read. */
static void put_feature(struct json member, enum json_kind kind, struct text *out) {
    char key[NAME_BYTES];
    bool list = json_is(member, JSON_ARRAY) && kind == JSON_STRING && json_count(member) > 0;
    int length = json_key(member, key, sizeof key);
    if (length < 0 || (!json_is(member, kind) && !list)) return;
    if (out->length) text_string(out, ", ");
    for (int i = 0; i < length; i++) text_char(out, key[i] == '_' ? ' ' : key[i]);
    if (!list) {
        text_char(out, ' ');
        put_value(member, out);
    }
    for (struct json at = json_first(member); list && json_kind(at); at = json_after(member, at)) {
        text_char(out, ' ');
        put_value(at, out);
    }
}

/* Words say more than numbers, so these are told only where there are no words. */
static void put_note(struct practice *practice, struct json features) {
    struct text note = text_over(practice->note, sizeof practice->note);
    static const enum json_kind kinds[] = {JSON_STRING, JSON_NUMBER};
    for (int i = 0; i < 2 && note.length == 0; i++)
        for (struct json at = json_first(features); json_kind(at); at = json_after(features, at))
            put_feature(at, kinds[i], &note);
}

/* Takes the position of an answer. */
static const char *take(struct practice *practice, struct json answer) {
    const struct game *game = practice->setup.game;
    struct envelope envelope;
    struct json at;
    if (envelope_read(game, practice->state, &envelope, json_get(answer, "state"), &at))
        return practice_find_nothing;
    practice->who = game_mover(game, practice->state);
    put_note(practice, json_get(answer, "features"));
    return practice->who >= 0 && practice->who < SEATS_MAX ? NULL : practice_find_nothing;
}

const char *practice_tool_find(struct practice *practice) {
    struct talk talk;
    bool refused;
    const char *wrong =
        open_talk(&talk) ? ask(practice, &talk, false, &refused) : practice_find_no_memory;
    if (!wrong) wrong = take(practice, json_root(&talk.told));
    close_talk(&talk);
    return wrong;
}
