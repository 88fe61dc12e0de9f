/* tilewright check: checks the states and records in files. A file is one JSON document, or one
 * document a line; an event's line belongs to the record whose head came before it. */
#include "base/json_lines.h"
#include "cli/cli.h"
#include "game/envelope.h"
#include "game/record.h"
#include "games/games.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTER_BYTES = 512 };

struct checker {
    const char *name;
    int line; /* 0: the file is one document */
    int good, bad;
    struct record record; /* being read line by line; without a game if there is none */
    int head;             /* that record's first line */
    bool broken;          /* it is refused already: its other events are skipped */
    void *state;
    struct json_token *tokens;
    size_t tokens_capacity;
};

static void report(struct checker *checker, const char *pointer, const char *what) {
    char line[16] = "";
    if (checker->line) snprintf(line, sizeof line, ":%d", checker->line);
    cli_say("%s%s: %s%s%s", checker->name, line, pointer, *pointer ? ": " : "", what);
}

static void report_fault(struct checker *checker, struct json from, struct json at,
                         const char *why) {
    char buffer[POINTER_BYTES], shown[6 * POINTER_BYTES + sizeof "..."];
    struct text pointer = text_over(buffer, sizeof buffer), place = text_over(shown, sizeof shown);
    json_pointer(from, json_kind(at) ? at : from, &pointer);
    text_printable(&place, buffer, pointer.length); /* a key may have a NUL in it */
    if (pointer.cut) text_string(&place, "...");
    checker->bad++;
    report(checker, shown, why);
}

static void report_sound(struct checker *checker, const struct game *game, const char *kind) {
    char what[96];
    checker->good++;
    snprintf(what, sizeof what, "%s %s is sound%s", game->name, kind,
             game_over(game, checker->state) ? ", the game is over" : "");
    report(checker, "", what);
}

static void check_state(struct checker *checker, struct json from) {
    struct envelope envelope;
    struct json at;
    const struct game *game = games_of(from);
    if (!game) {
        report_fault(checker, json_root(from.doc), json_get(from, "ruleset_id"),
                     "ruleset_id must name a rule set of a game");
        return;
    }
    const char *wrong = envelope_read(game, checker->state, &envelope, from, &at);
    if (wrong)
        report_fault(checker, json_root(from.doc), at, wrong);
    else
        report_sound(checker, game, "state");
}

/* Ends the record being read, if there is one. */
static void close_record(struct checker *checker) {
    int line = checker->line;
    checker->line = checker->head;
    if (checker->record.game) report_sound(checker, checker->record.game, "record");
    checker->line = line;
    checker->record.game = NULL;
    checker->broken = false;
}

/* Takes a head, with or without its events, or an event of the record being read. */
static void check_record(struct checker *checker, struct json from) {
    struct record_fault fault;
    if (!checker->record.game) checker->head = checker->line;
    if (record_take(&checker->record, from, &fault)) {
        if (json_given(json_get(from, "events"))) close_record(checker);
        return;
    }
    report_fault(checker, from, fault.at, fault.why);
    checker->record.game = NULL;
    checker->broken = true;
}

static void check_event(struct checker *checker, struct json from) {
    if (checker->broken) return;
    if (checker->record.game)
        check_record(checker, from);
    else
        report_fault(checker, from, from, "an event must come after the head of a record");
}

static void check_document(struct checker *checker, struct json from) {
    if (json_given(json_get(from, "who"))) return check_event(checker, from);
    close_record(checker);
    if (json_given(json_get(from, "ruleset_id")))
        check_state(checker, from);
    else if (json_given(json_get(from, "game")))
        check_record(checker, from);
    else if (json_given(json_get(from, "state")))
        check_state(checker, json_get(from, "state"));
    else
        report_fault(checker, from, from,
                     "must be a state (ruleset_id), a record (game) or an event (who)");
}

/* A line that is not JSON breaks the record that it stands in. */
static void report_line(struct checker *checker, const struct json_lines *lines) {
    char what[160];
    snprintf(what, sizeof what, "%s, at byte %zu", lines->wrong, lines->doc.error_at);
    checker->bad++;
    checker->broken |= checker->record.game != NULL;
    checker->record.game = NULL;
    report(checker, "", what);
}

static void check_text(struct checker *checker, const char *text, size_t length) {
    struct json_lines lines;
    json_lines_begin(&lines, text, length, checker->tokens, checker->tokens_capacity);
    while (json_lines_next(&lines)) {
        checker->line = lines.line;
        if (lines.wrong)
            report_line(checker, &lines);
        else
            check_document(checker, json_root(&lines.doc));
    }
    close_record(checker);
}

static int check_file(const char *name, struct checker *checker) {
    size_t length;
    char *text;
    int status = cli_read_file(name, &text, &length);
    if (status >= 0) return status;
    *checker = (struct checker){.name = strcmp(name, "-") == 0 ? "input" : name};
    checker->tokens_capacity = json_tokens_max(length);
    checker->tokens = malloc(checker->tokens_capacity * sizeof *checker->tokens);
    checker->state = malloc(games_state_max());
    checker->record = (struct record){.games = games_list, .state = checker->state};
    if (checker->tokens && checker->state)
        check_text(checker, text, length);
    else
        status = cli_fail("there is not enough memory");
    free(checker->tokens);
    free(checker->state);
    free(text);
    return status;
}

static int run_check(const struct cli_args *args) {
    int bad = 0;
    for (int i = 0; i < args->count; i++) {
        struct checker checker;
        int status = check_file(args->operands[i], &checker);
        if (status >= 0) return status;
        if (checker.good + checker.bad == 0)
            return cli_complain("%s must hold a state or a record", args->operands[i]);
        bad += checker.bad;
    }
    return bad ? CLI_FAILED : CLI_FINE;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_check = {
    .name = "check",
    .arguments = "FILE ...",
    .summary = "check the states and records in files",
    .help = "A file holds one JSON document, or one a line; '-' is the standard input. Each state "
            "and each\n"
            "record is checked against the rules and answered in a line, with the place of what is "
            "wrong.\n"
            "The exit status is 0 if all are sound, 1 if one is not.",
    .options = options,
    .operands = CLI_FILE_OPERANDS,
    .operands_min = 1,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_check,
};
