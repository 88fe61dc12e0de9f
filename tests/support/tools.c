/* A tool is tried through its table alone, so a new one needs no test of this kind. */
#include "tests/support/tools.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"
#include "tests/support/trial.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 16, TOKENS = 1 << 12, SLACK = 8, STOPS = 2000 };
static const double tick = 0.01,
                    grace = 2; /* seconds; grace: for tables that serve later requests */

struct try {
    struct trial trial; /* only for its messages */
    const struct tool *tool;
    struct listener listener;
    void *self;
    struct json_doc doc;
    struct json_token tokens[TOKENS];
    struct tool_fault fault;
    char answer[TEXT_BYTES];
};

#define require(try, condition, ...) trial_require(&(try)->trial, condition, __VA_ARGS__)

static void open_tool(struct try *try, double step) {
    listener_init(&try->listener, 1, step);
    try->self = try->tool->init(&try->listener.host);
    require(try, try->self != NULL, "init fails");
}

static void close_tool(struct try *try) {
    try->tool->release(try->self);
}

/* Hides what depends on the clock. */
static void hide_time(char *text) {
    char *at = strstr(text, "\"elapsed_ms\":");
    if (!at) return;
    at = strchr(at, ':') + 1;
    memmove(at, at + strspn(at, "0123456789"), strlen(at + strspn(at, "0123456789")) + 1);
}

/* Asks; the answer's fields are in try->answer, or false and the fault. */
static bool ask(struct try *try, const char *request) {
    struct text out = text_over(try->answer, sizeof try->answer);
    const char *wrong = json_parse(&try->doc, request, strlen(request), try->tokens, TOKENS);
    require(try, !wrong, "%s: %s", wrong, request);
    try->fault = (struct tool_fault){.code = NULL};
    json_open(&out, '{');
    bool fine = try->tool->answer(try->self, json_root(&try->doc), &out, &try->fault);
    json_close(&out, '}');
    require(try, !out.cut, "the answer is too long for this test: %s", request);
    require(try, fine == !try->fault.code, "an answer and a fault: %s", request);
    hide_time(try->answer);
    return fine;
}

static bool is_code(const char *code) {
    static const char *const codes[] = {"BAD_REQUEST", "BAD_STATE", "LIMIT", "UNSOLVABLE",
                                        "CANCELLED",   "GAME_OVER", NULL};
    for (int i = 0; codes[i]; i++)
        if (strcmp(code, codes[i]) == 0) return true;
    return false;
}

static void check_table(struct try *try, const struct game *game) {
    const struct tool *tool = try->tool;
    require(try, *tool->name && *tool->summary && *tool->help && tool->arguments, "an empty text");
    require(try, tool->init && tool->release && tool->run, "no way to call it");
    require(try, !tool->answer == !tool->examples, "examples go with answer");
    int options = 0, same = 0;
    for (; tool->options[options].name; options++)
        require(try, *tool->options[options].meaning, "an option without a meaning");
    require(try, options <= TOOL_OPTIONS_MAX && tool->operands_max <= TOOL_OPERANDS_MAX,
            "too many options or operands");
    for (int i = 0; game->tools[i]; i++) same += strcmp(game->tools[i]->name, tool->name) == 0;
    require(try, same == 1, "%d tools of this name", same);
}

/* A used tool and a fresh one answer alike. */
static void check_repeats(struct try *try, const char *request) {
    static char first[TEXT_BYTES];
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0) open_tool(try, tick / 100);
        listener_restart(&try->listener, 0);
        require(try, ask(try, request), "%s: %s", try->fault.message, request);
        require(try, !try->listener.backwards, "progress runs backwards: %s", request);
        if (i == 0) memcpy(first, try->answer, sizeof first);
        require(try, strcmp(first, try->answer) == 0, "not the same again: %s, then %s", first,
                try->answer);
        if (i % 2 == 1) close_tool(try);
    }
}

/* The request with one member's value replaced, or the member taken out. */
static void replace(const char *request, struct json member, const char *value, char *out) {
    size_t length;
    const char *raw = json_raw(member, &length), *end = raw + length;
    if (!value) {
        while (*--raw != ',' && *raw != '{') continue;
        bool first = *raw == '{';
        raw += first;
        end += first && *end == ',';
        value = "";
    }
    snprintf(out, TEXT_BYTES, "%.*s%s%s", (int)(raw - request), request, value, end);
}

/* Every field in turn: of another kind it is refused with what is expected; other values and
 * missing fields are refused with a reason or taken. */
static void check_bad_requests(struct try *try, const char *request) {
    static const char *const values[] = {
        "[]", "{}", "-1", "1.5", "1e99", "\"\"", "true", "12345678901234567890", NULL};
    static struct json_token tokens[TOKENS];
    static char bad[TEXT_BYTES];
    struct json_doc doc;
    int stop_at = 50;
    require(try, !json_parse(&doc, request, strlen(request), tokens, TOKENS), "%s", request);
    struct json root = json_root(&doc);
    open_tool(try, tick);
    for (struct json at = json_first(root); json_kind(at); at = json_after(root, at)) {
        if (json_has_key(at, "cmd") || json_has_key(at, "game")) continue;
        for (int i = 0; i <= (int)(sizeof values / sizeof *values) - 1; i++) {
            replace(request, at, values[i], bad);
            listener_restart(&try->listener, stop_at);
            if (ask(try, bad)) {
                require(try, i > 0, "a list is taken: %s", bad);
                continue;
            }
            require(try, is_code(try->fault.code), "code %s: %s", try->fault.code, bad);
            require(try, try->fault.message && *try->fault.message, "no reason: %s", bad);
            bool says = strstr(try->fault.message, "must") != NULL;
            require(try, says || strcmp(try->fault.code, "BAD_REQUEST") != 0,
                    "not what is expected, but: %s", try->fault.message);
        }
    }
    close_tool(try);
}

/* However early it is stopped, it hardly asks again, and ends with an answer or a reason. */
static void check_stops(struct try *try, const char *request) {
    for (int stop_at = 1; stop_at < STOPS; stop_at += 1 + stop_at * often(4, 1) / 2) {
        open_tool(try, tick / 1000);
        listener_restart(&try->listener, stop_at);
        bool fine = ask(try, request);
        require(try, fine || is_code(try->fault.code), "code %s", try->fault.code);
        require(try, try->listener.after <= SLACK, "asks %d times after stop", try->listener.after);
        bool ended = try->listener.calls < stop_at;
        close_tool(try);
        if (ended) break;
    }
}

/* A budget of time ends the work, give or take what serves later requests. */
static void check_budget(struct try *try, const char *request) {
    int64_t milliseconds;
    open_tool(try, tick);
    bool fine = ask(try, request);
    require(try, fine || strcmp(try->fault.code, "LIMIT") == 0, "code %s", try->fault.code);
    require(try, json_int(json_get(json_root(&try->doc), "budget_ms"), 1, INT64_MAX, &milliseconds),
            "no budget_ms: %s", request);
    double most = (double)milliseconds / 1000 + grace;
    require(try, try->listener.now <= most, "%d ms took %.1f s", (int)milliseconds,
            try->listener.now);
    require(try, !try->listener.backwards, "progress runs backwards: %s", request);
    close_tool(try);
}

void tools_try(const struct game *game, const struct tool *tool) {
    struct try *try = calloc(1, sizeof *try);
    if (!try) abort();
    try->tool = tool;
    snprintf(try->trial.where, sizeof try->trial.where, "%s %s", game->name, tool->name);
    check_table(try, game);
    if (tool->answer) {
        const char *quick = tool->examples[0], *slow = quick ? tool->examples[1] : NULL;
        require(try, quick != NULL, "no example");
        check_repeats(try, quick);
        check_bad_requests(try, quick);
        check_stops(try, slow ? slow : quick);
        if (slow) check_budget(try, slow);
    }
    free(try);
}
