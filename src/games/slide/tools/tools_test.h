/* A host and callers for tests of the tools: as a person calls them, and as a program does. */
#ifndef SLIDE_TOOLS_TEST_H
#define SLIDE_TOOLS_TEST_H

#include "games/slide/tools/tools.h"
#include "tests/support/listener.h"
#include <stdio.h>
#include <string.h>

enum { TOOLS_TEXT_BYTES = 1 << 20 };

static struct listener tools_listener;
static char tools_told[160]; /* its last message */

static inline bool tools_go_on(void *self, double done, const char *message) {
    snprintf(tools_told, sizeof tools_told, "%s", message);
    return listener_go_on(self, done, message);
}

/* A host for a new tool, with the tools_listener as it was at the start. */
static inline const struct host *tools_host(double tick, int stop_at) {
    listener_init(&tools_listener, 1, tick);
    tools_listener.host.go_on = tools_go_on;
    tools_listener.stop_at = stop_at;
    return &tools_listener.host;
}

static char tools_printed[TOOLS_TEXT_BYTES], tools_complained[TOOLS_TEXT_BYTES];

static inline void tools_print(void *self, const char *bytes, size_t length) {
    size_t used = strlen(tools_printed);
    (void)self;
    assert_true(used + length < TOOLS_TEXT_BYTES);
    memcpy(tools_printed + used, bytes, length);
    tools_printed[used + length] = '\0';
}

static inline void tools_complain(void *self, const char *message) {
    size_t used = strlen(tools_complained);
    (void)self;
    assert_null(strchr(message, '\n'));
    snprintf(tools_complained + used, TOOLS_TEXT_BYTES - used, "%s\n", message);
}

/* Calls a new tool as a person does: the text of the file, and pairs of option and value ended by
 * NULL. */
static inline int tools_call(const struct host *host, const struct tool *tool, const char *text,
                             ...) {
    struct tool_call call = {.text = text,
                             .length = text ? strlen(text) : 0,
                             .print = tools_print,
                             .complain = tools_complain};
    va_list list;
    const char *name;
    va_start(list, text);
    while ((name = va_arg(list, const char *))) {
        int i = 0;
        while (tool->options[i].name && strcmp(tool->options[i].name, name) != 0) i++;
        assert_non_null(tool->options[i].name);
        call.values[i] = va_arg(list, const char *);
    }
    va_end(list);
    tools_printed[0] = tools_complained[0] = '\0';
    void *self = tool->init(host);
    assert_non_null(self);
    int status = tool->run(self, &call);
    tool->release(self);
    assert_false(tools_listener.backwards);
    return status;
}

#define TOOLS_CALL(tool, ...) tools_call(tools_host(1e-6, 0), tool, __VA_ARGS__, NULL)

static char tools_out_bytes[TOOLS_TEXT_BYTES];
static struct text tools_out;
static struct tool_fault tools_fault;
static struct json_token tools_tokens[TOOLS_TEXT_BYTES];
static struct json_doc tools_asked, tools_answered;

/* Asks a tool; ' stands for a quote in the request. */
static inline bool tools_ask(const struct tool *tool, void *self, const char *format, ...) {
    static char request[TOOLS_TEXT_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(request, sizeof request, format, list);
    va_end(list);
    for (char *at = request; *at; at++)
        if (*at == '\'') *at = '"';
    const char *wrong =
        json_parse(&tools_asked, request, strlen(request), tools_tokens, TOOLS_TEXT_BYTES / 2);
    if (wrong) fail_msg("%s: %s", wrong, request);
    tools_fault = (struct tool_fault){NULL, NULL, {NULL, 0}};
    tools_out = text_over(tools_out_bytes, sizeof tools_out_bytes);
    json_open(&tools_out, '{');
    listener_restart(&tools_listener, tools_listener.stop_at);
    bool fine = tool->answer(self, json_root(&tools_asked), &tools_out, &tools_fault);
    assert_false(tools_listener.backwards);
    json_close(&tools_out, '}');
    if (fine && !tools_out.cut)
        assert_null(json_parse(&tools_answered, tools_out.at, tools_out.length,
                               tools_tokens + TOOLS_TEXT_BYTES / 2, TOOLS_TEXT_BYTES / 2));
    return fine;
}

static inline int64_t tools_number(const char *key) {
    int64_t value = -1;
    assert_true(json_int(json_get(json_root(&tools_answered), key), 0, INT64_MAX, &value));
    return value;
}

static inline bool tools_truth(const char *key) {
    bool value = false;
    assert_true(json_bool(json_get(json_root(&tools_answered), key), &value));
    return value;
}

static inline void tools_expect_fault(const char *code, const char *pointer) {
    char buffer[64];
    struct text at = text_over(buffer, sizeof buffer);
    assert_string_equal(tools_fault.code, code);
    assert_true(strlen(tools_fault.message) > 10);
    json_pointer(json_root(&tools_asked), tools_fault.at, &at);
    assert_string_equal(buffer, pointer);
}

#define TOOLS_STATE "'state_version':1,'ruleset_id':'slide_v1'"
#define TOOLS_EIGHT TOOLS_STATE ",'rows':3,'cols':3,'tiles':[8,6,7,2,5,4,3,0,1]"

#endif
