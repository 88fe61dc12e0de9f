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

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HEAD "{'state_version':1,'ruleset_id':'slide_v1',"
#define SIZE3 "'rows':3,'cols':3,"
#define BOARD HEAD SIZE3 "'tiles':[1,2,3,4,5,6,7,0,8]}" /* one move, Right, from the goal */
#define SOLVED HEAD SIZE3 "'tiles':[1,2,3,4,5,6,7,8,0]}"
#define EMPTY HEAD "'rows':2,'cols':2,'tiles':[null,null,null,null]}" /* CHANCE is to deal */

#define NEW "{'cmd':'new','game':'slide',"
#define APPLY "{'cmd':'apply','state':" BOARD ","
#define RENDER "{'cmd':'render','state':" BOARD ","
#define REPLAY "{'cmd':'replay','record':"

/* A record's begin: after SCRAMBLED, the blank goes home by Down. */
#define EVENTS REPLAY "{'game':'slide','params':{'rows':2,'cols':2,'difficulty':1},'events':["
#define SCRAMBLED "{'who':'chance','action':{'blank':'Up'}}"

enum { KEPT = 1 << 14 };

static struct tw_engine *engine;
static const char *answer; /* to the last request, and as jansson reads it */
static json_t *reply;

static inline int open_engine(void **unused) {
    (void)unused;
    engine = tw_open();
    return engine ? 0 : -1;
}

static inline int close_engine(void **unused) {
    (void)unused;
    json_decref(reply);
    tw_close(engine);
    return 0;
}

static inline void say_bytes(const char *request, size_t length) {
    size_t answer_length;
    json_error_t error;
    json_decref(reply);
    answer = tw_request(engine, request, length, &answer_length);
    assert_int_equal(strlen(answer), answer_length);
    assert_true(answer_length <= TW_LINE_MAX);
    assert_null(strpbrk(answer, "\r\n"));
    reply = json_loadb(answer, answer_length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!reply) fail_msg("jansson: %s in %s", error.text, answer);
    assert_non_null(json_object_get(reply, "id"));
    assert_true(json_is_boolean(json_object_get(reply, "ok")));
}

static inline void quote(char *text) {
    for (; *text; text++)
        if (*text == '\'') *text = '"';
}

__attribute__((format(printf, 1, 2))) static inline void say(const char *format, ...) {
    static char request[1 << 16];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(request, sizeof request, format, list);
    va_end(list);
    assert_true(length >= 0 && length < (int)sizeof request);
    quote(request);
    say_bytes(request, (size_t)length);
}

/* The part of the answer at a path like events/0/who, or NULL. */
static inline json_t *part(const char *path) {
    char steps[128];
    json_t *at = reply;
    snprintf(steps, sizeof steps, "%s", path);
    for (char *step = strtok(steps, "/"); step && at; step = strtok(NULL, "/"))
        at = json_is_array(at) ? json_array_get(at, strtoul(step, NULL, 10))
                               : json_object_get(at, step);
    return at;
}

static inline const char *string(const char *path) {
    const char *words = json_string_value(part(path));
    return words ? words : "";
}

/* A part of the answer as JSON again, to be compared or sent. */
static inline char *keep(char capacity[KEPT], const char *path) {
    char *dump = json_dumps(part(path), JSON_COMPACT | JSON_ENCODE_ANY);
    if (!dump) fail_msg("there is no %s in %s", path, answer);
    snprintf(capacity, KEPT, "%s", dump);
    free(dump);
    return capacity;
}

static inline void expect(const char *path, const char *json) {
    char found[KEPT], expected[KEPT];
    snprintf(expected, sizeof expected, "%s", json);
    quote(expected);
    assert_string_equal(keep(found, path), expected);
}

/* The answer is an error with this code, reason and place; NULL for none. */
static inline void expect_error(const char *code, const char *reason, const char *at) {
    if (part("ok") != json_false()) fail_msg("not refused with %s: %s", code, answer);
    assert_string_equal(string("error/code"), code);
    assert_true(*string("error/message"));
    assert_int_equal(part("error/reason") != NULL, reason != NULL);
    if (part("error/at") == NULL && at) fail_msg("no place %s: %s", at, answer);
    if (part("error/at") && !at) fail_msg("a place nobody asked for: %s", answer);
    assert_string_equal(string("error/reason"), reason ? reason : "");
    assert_string_equal(string("error/at"), at ? at : "");
}

#endif
