/* The tool `position`: turns texts into states and states into texts. */
#include "games/azul/tools/position.h"
#include "base/json_lines.h"
#include "games/azul/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { JSON, TEXT, IN_BAG };
enum { REQUEST_BYTES = 4096, LINE_BYTES = 1024 };

static const char bad_bag[] = "bag must be a whole number from 0 to 100";

struct tool_position {
    struct azul_position position;
    const struct host *host;
    char text[REQUEST_BYTES]; /* of a request */
    char out[AZUL_POSITION_JSON];
};

static void *init_position(const struct host *host) {
    struct tool_position *tool = calloc(1, sizeof *tool);
    if (tool) tool->host = host;
    return tool;
}

/* In the protocol. */

static bool answer_text(struct tool_position *tool, struct json from, struct tool_fault *fault) {
    int length = json_string(from, tool->text, sizeof tool->text);
    if (length < 0)
        return azul_tool_fail(fault, "BAD_REQUEST", "text must be a string of at most 4095 bytes",
                              from);
    const char *wrong = azul_position_read(&tool->position, tool->text, (size_t)length);
    return !wrong || azul_tool_fail(fault, "BAD_REQUEST", wrong, from);
}

static bool answer_state(struct tool_position *tool, struct json from, struct tool_fault *fault) {
    struct json at = from;
    if (!json_is(from, JSON_OBJECT))
        return azul_tool_fail(fault, "BAD_REQUEST", "state must be an object", from);
    const char *wrong = azul_position_read_json(&tool->position, from, &at);
    return !wrong || azul_tool_fail(fault, "BAD_STATE", wrong, json_kind(at) ? at : from);
}

static bool answer_bag(struct tool_position *tool, struct json from, struct tool_fault *fault) {
    int64_t in_bag;
    if (!json_given(from)) return true;
    if (!json_int(from, 0, AZUL_TILES, &in_bag))
        return azul_tool_fail(fault, "BAD_REQUEST", bad_bag, from);
    const char *wrong = azul_position_split(&tool->position, (int)in_bag);
    return !wrong || azul_tool_fail(fault, "BAD_REQUEST", wrong, from);
}

static bool answer_position(void *self, struct json request, struct text *out,
                            struct tool_fault *fault) {
    struct tool_position *tool = self;
    struct json text = json_get(request, "text"), state = json_get(request, "state");
    char buffer[AZUL_POSITION_TEXT];
    struct text written = text_over(buffer, sizeof buffer);
    if (json_given(text) == json_given(state))
        return azul_tool_fail(fault, "BAD_REQUEST", "text or state must be given, and not both",
                              text);
    if (!(json_given(text) ? answer_text(tool, text, fault) : answer_state(tool, state, fault)) ||
        !answer_bag(tool, json_get(request, "bag"), fault))
        return false;
    json_put_key(out, "state");
    envelope_write(&azul_game, &tool->position.azul, &tool->position.envelope, out);
    azul_position_write(&tool->position.azul, &written);
    json_field_string(out, "text", buffer);
    return true;
}

/* For a person. */

struct batch {
    struct tool_position *tool;
    const struct tool_call *call;
    int in_bag;     /* what the option says, or -1 */
    int line;       /* of the file; 0 if the position has no line of its own */
    int count, bad; /* positions so far, and how many of them are wrong */
};

static void complain(struct batch *batch, const char *pointer, const char *wrong) {
    char buffer[LINE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    if (batch->line) text_format(&message, "line %d: ", batch->line);
    text_format(&message, "%s%s%s", pointer, *pointer ? ": " : "", wrong);
    azul_tool_complain(batch->call, buffer, TOOL_FAILED);
    batch->bad++;
}

static void print_position(const struct batch *batch, bool as_text) {
    struct azul_position *position = &batch->tool->position;
    struct text out = text_over(batch->tool->out, sizeof batch->tool->out);
    if (as_text)
        azul_position_write(&position->azul, &out);
    else
        envelope_write(&azul_game, &position->azul, &position->envelope, &out);
    text_char(&out, '\n');
    batch->call->print(batch->call->self, out.at, out.length);
}

/* Prints the position that was read, in the other form unless an option says which. */
static void finish_position(struct batch *batch, bool from_text) {
    bool as_text = batch->call->values[TEXT] || (!from_text && !batch->call->values[JSON]);
    const char *wrong =
        batch->in_bag < 0 ? NULL : azul_position_split(&batch->tool->position, batch->in_bag);
    if (wrong)
        complain(batch, "--bag", wrong);
    else
        print_position(batch, as_text);
}

static void take_text(struct batch *batch, const char *text, size_t length) {
    const char *wrong = azul_position_read(&batch->tool->position, text, length);
    batch->count++;
    if (wrong)
        complain(batch, "", wrong);
    else
        finish_position(batch, true);
}

/* Takes each line that is not blank. */
static void take_lines(struct batch *batch) {
    const char *at = batch->call->text, *end = at + batch->call->length;
    for (int line = 1; at < end && host_go_on(batch->tool->host, 0, ""); line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        batch->line = line;
        if (strspn(at, " \t\r") < length) take_text(batch, at, length);
        at += length + (stop != NULL);
    }
}

static void complain_of(struct batch *batch, struct json at, const char *wrong) {
    char buffer[LINE_BYTES / 2];
    struct text pointer = text_over(buffer, sizeof buffer);
    struct json root = json_root(at.doc);
    json_pointer(root, at, &pointer);
    complain(batch, buffer, wrong);
}

/* A record's other lines are its events. */
static bool is_record(struct json from) {
    return json_given(json_get(from, "game")) && !json_given(json_get(from, "state"));
}

/* Takes a state, or an answer that has one. */
static void take_document(struct batch *batch, struct json from) {
    struct json state = json_get(from, "state"), at;
    if (json_given(state) && !json_given(json_get(from, "ruleset_id"))) from = state;
    const char *wrong = azul_position_read_json(&batch->tool->position, from, &at);
    if (wrong)
        complain_of(batch, json_kind(at) ? at : from, wrong);
    else
        finish_position(batch, false);
}

static void complain_of_json(struct batch *batch, const struct json_lines *lines) {
    char buffer[32];
    struct text place = text_over(buffer, sizeof buffer);
    text_string(&place, "byte ");
    text_int(&place, (int64_t)lines->doc.error_at);
    complain(batch, buffer, lines->wrong);
}

static void take_documents(struct batch *batch, struct json_token *tokens, size_t capacity) {
    struct json_lines lines;
    bool more = true;
    json_lines_begin(&lines, batch->call->text, batch->call->length, tokens, capacity);
    while (more && json_lines_next(&lines) && host_go_on(batch->tool->host, 0, "")) {
        batch->line = lines.line;
        batch->count++;
        more = lines.wrong || !is_record(json_root(&lines.doc));
        if (lines.wrong)
            complain_of_json(batch, &lines);
        else if (more)
            take_document(batch, json_root(&lines.doc));
        else
            complain(batch, "", "this must be a state, and is a record");
    }
}

static int take_file(struct batch *batch) {
    const struct tool_call *call = batch->call;
    size_t capacity = json_tokens_max(call->length);
    if (call->text[strspn(call->text, " \t\r\n")] != '{') {
        take_lines(batch);
        return TOOL_FINE;
    }
    struct json_token *tokens = malloc(capacity * sizeof *tokens);
    if (!tokens) return azul_tool_complain(call, azul_tool_no_memory, TOOL_FAILED);
    take_documents(batch, tokens, capacity);
    free(tokens);
    return TOOL_FINE;
}

/* Reads --bag. Returns -1 if it is not given, -2 if it is wrong. */
static int read_in_bag(const char *value) {
    int number = 0;
    if (!value) return -1;
    if (!*value || strspn(value, "0123456789") != strlen(value)) return -2;
    for (; *value && number <= AZUL_TILES; value++) number = number * 10 + (*value - '0');
    return number <= AZUL_TILES ? number : -2;
}

static int run_position(void *self, const struct tool_call *call) {
    struct batch batch = {.tool = self, .call = call, .in_bag = read_in_bag(call->values[IN_BAG])};
    int status = TOOL_FINE;
    if (call->values[JSON] && call->values[TEXT])
        return azul_tool_complain(call, "--json and --text must not be given both", TOOL_USAGE);
    if (batch.in_bag < -1)
        return azul_tool_complain(call, "--bag must be a whole number from 0 to 100", TOOL_USAGE);
    if (call->text)
        status = take_file(&batch);
    else
        take_text(&batch, call->operands[0], strlen(call->operands[0]));
    if (status == TOOL_FINE && !batch.count)
        return azul_tool_complain(call, "the file must hold a position, as text or JSON",
                                  TOOL_USAGE);
    return batch.bad ? TOOL_FAILED : status;
}

static const struct tool_option options[] = {
    [JSON] = {"json", NULL, "print states in JSON; if not given, what is read as text"},
    [TEXT] = {"text", NULL, "print texts; if not given, what is read as JSON"},
    [IN_BAG] = {"bag", "N", "leave N of the unseen tiles in the bag, the others in the lid"},
    {NULL, NULL, NULL},
};

static const char *const examples[] = {
    "{\"cmd\":\"position\",\"game\":\"azul\",\"text\":"
    "\"azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B_17-2K-1BY\"}",
    NULL,
};

const struct tool azul_tool_position = {
    .name = "position",
    .arguments = "TEXT|FILE",
    .summary = "turn a position into a short text, or back",
    .help = TOOL_COMMAND(
        "TEXT is a position for a chat message, a link, or typed in from a real table. It is\n"
        "printed as a state in JSON, which the other commands read. FILE, or - for the standard\n"
        "input, holds texts, one a line, or states in JSON; a state is printed as text. The name\n"
        "of a file must have a dot or a slash in it, as game.json or ./game.\n\n"
        "  azul2-r3-p1 _ BBYK-0-RRWW _ 2YK _ 24-1B3YY-1YR2B-T _ 17-2K-1BY\n\n"
        "is: azul for 2 players, round 3, player 1 to draft; then, after each _, the factories;\n"
        "the center; player 1 with 24 points, a Blue tile on line 1 and two Yellow ones on line\n"
        "3, a wall with Yellow and Red in row 1 and Blue in row 2, and the first-player token on\n"
        "the floor; and player 2. K is Black. Without a T the token is in the center, 0 is empty,\n"
        "and what is empty at the end of a list may be left out. Spaces and small letters may be\n"
        "used. _lid3B2W at the end tells what is in the lid; all other tiles are in the bag.\n"
        "_bag40, or --bag 40, tells how many are in the bag, where the colours are unknown.\n\n"
        "  tilewright azul position azul2_bbyk-rrww-bkkw-yyrr-bykw | tilewright best -\n"
        "  tilewright azul position game.json"),
    .options = TOOL_COMMAND(options),
    .examples = examples,
    .takes_file = true,
    .takes_text = true,
    .operands_max = 1,
    .init = init_position,
    .release = free,
    .answer = answer_position,
    .run = TOOL_COMMAND(run_position),
};
