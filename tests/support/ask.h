/* Asking the engine by the C call, for the tests of the protocol. Requests are written with ' for
 * each quote; answers are read by jansson, so that another's reader judges them. */
#ifndef TESTS_ASK_H
#define TESTS_ASK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "tilewright.h"

#define ASK_COUNT(array) (sizeof(array) / sizeof *(array))
#define ASK_HEAD "{'state_version':1,'ruleset_id':'slide_v1',"
#define ASK_SIZE3 "'rows':3,'cols':3,"
#define ASK_BOARD                                                                                  \
    ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8]}" /* one move, Right, from the goal */
#define ASK_SOLVED ASK_HEAD ASK_SIZE3 "'tiles':[1,2,3,4,5,6,7,8,0]}"
#define ASK_EMPTY                                                                                  \
    ASK_HEAD "'rows':2,'cols':2,'tiles':[null,null,null,null]}" /* CHANCE is to deal */

#define ASK_NEW "{'cmd':'new','game':'slide',"
#define ASK_APPLY "{'cmd':'apply','state':" ASK_BOARD ","
#define ASK_RENDER "{'cmd':'render','state':" ASK_BOARD ","
#define ASK_REPLAY "{'cmd':'replay','record':"

/* A record's begin: after ASK_SCRAMBLED, the blank goes home by Down. */
#define ASK_EVENTS                                                                                 \
    ASK_REPLAY "{'game':'slide','params':{'rows':2,'cols':2,'difficulty':1},'events':["
#define ASK_SCRAMBLED "{'who':'chance','action':{'blank':'Up'}}"

enum { ASK_KEPT_BYTES = 1 << 14 };

static struct tw_engine *ask_engine;
static const char *ask_answer; /* to the last request, and as jansson reads it */
static json_t *ask_reply;

static inline int ask_open(void **unused) {
    (void)unused;
    ask_engine = tw_open();
    return ask_engine ? 0 : -1;
}

static inline int ask_close(void **unused) {
    (void)unused;
    json_decref(ask_reply);
    tw_close(ask_engine);
    return 0;
}

static inline void ask_bytes(const char *request, size_t length) {
    size_t answer_length;
    json_error_t error;
    json_decref(ask_reply);
    ask_answer = tw_request(ask_engine, request, length, &answer_length);
    assert_int_equal(strlen(ask_answer), answer_length);
    assert_true(answer_length <= TW_LINE_MAX);
    assert_null(strpbrk(ask_answer, "\r\n"));
    ask_reply =
        json_loadb(ask_answer, answer_length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!ask_reply) fail_msg("jansson: %s in %s", error.text, ask_answer);
    assert_non_null(json_object_get(ask_reply, "id"));
    assert_true(json_is_boolean(json_object_get(ask_reply, "ok")));
}

static inline void ask_quote(char *text) {
    for (; *text; text++)
        if (*text == '\'') *text = '"';
}

__attribute__((format(printf, 1, 2))) static inline void ask(const char *format, ...) {
    static char request[1 << 16];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(request, sizeof request, format, list);
    va_end(list);
    assert_true(length >= 0 && length < (int)sizeof request);
    ask_quote(request);
    ask_bytes(request, (size_t)length);
}

/* The part of the answer at a path like events/0/who, or NULL. */
static inline json_t *ask_part(const char *path) {
    char steps[128];
    json_t *at = ask_reply;
    snprintf(steps, sizeof steps, "%s", path);
    for (char *step = strtok(steps, "/"); step && at; step = strtok(NULL, "/"))
        at = json_is_array(at) ? json_array_get(at, strtoul(step, NULL, 10))
                               : json_object_get(at, step);
    return at;
}

static inline const char *ask_string(const char *path) {
    const char *found = json_string_value(ask_part(path));
    return found ? found : "";
}

/* A part of the answer as JSON again, to be compared or sent. */
static inline char *ask_keep(char out[ASK_KEPT_BYTES], const char *path) {
    char *dump = json_dumps(ask_part(path), JSON_COMPACT | JSON_ENCODE_ANY);
    if (!dump) fail_msg("there is no %s in %s", path, ask_answer);
    snprintf(out, ASK_KEPT_BYTES, "%s", dump);
    free(dump);
    return out;
}

static inline void ask_expect(const char *path, const char *json) {
    char found[ASK_KEPT_BYTES], expected[ASK_KEPT_BYTES];
    snprintf(expected, sizeof expected, "%s", json);
    ask_quote(expected);
    assert_string_equal(ask_keep(found, path), expected);
}

/* The answer is an error with this code, reason and place; NULL for none. */
static inline void ask_expect_error(const char *code, const char *reason, const char *at) {
    if (ask_part("ok") != json_false()) fail_msg("not refused with %s: %s", code, ask_answer);
    assert_string_equal(ask_string("error/code"), code);
    assert_true(*ask_string("error/message"));
    assert_int_equal(ask_part("error/reason") != NULL, reason != NULL);
    if (ask_part("error/at") == NULL && at) fail_msg("no place %s: %s", at, ask_answer);
    if (ask_part("error/at") && !at) fail_msg("a place nobody asked for: %s", ask_answer);
    assert_string_equal(ask_string("error/reason"), reason ? reason : "");
    assert_string_equal(ask_string("error/at"), at ? at : "");
}

#endif
