/* Requests that arrive in pieces of any size: every line is answered in order, to the byte as
 * alone; a cancel at once; and a full inbox has no room until something is answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "engine/inbox.h"
#include "tests/support/often.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 22, LINES = 400 };

static struct engine *engine, *alone;
static struct inbox *inbox;
static struct rng rng;

/* The answers to cancels. */
static struct {
    int count;
    char last[256];
} sent;

static void send(void *self, const char *line, size_t length) {
    assert_ptr_equal(self, &sent);
    assert_int_equal(strlen(line), length);
    snprintf(sent.last, sizeof sent.last, "%s", line);
    sent.count++;
}

static int open_inbox(void **unused) {
    (void)unused;
    engine = engine_new(), alone = engine_new();
    inbox = engine ? inbox_new(engine, send, &sent) : NULL;
    memset(&sent, 0, sizeof sent);
    return inbox && alone ? 0 : -1;
}

static int close_inbox(void **unused) {
    (void)unused;
    inbox_free(inbox);
    engine_free(engine), engine_free(alone);
    return 0;
}

static void put(const char *text) {
    assert_true(strlen(text) <= inbox_room(inbox));
    inbox_put(inbox, text, strlen(text));
}

static void expect_next(const char *answer) {
    size_t length;
    const char *found = inbox_answer(inbox, &length);
    assert_non_null(found);
    assert_string_equal(found, answer);
    assert_int_equal(strlen(found), length);
}

static void expect_none(void) {
    size_t length;
    assert_null(inbox_answer(inbox, &length));
}

/* Writes a line without its end: requests of many lengths, damaged ones, empty ones. */
static size_t make_line(char *out) {
    static const char *const lines[] = {
        "",
        "{\"cmd\":\"games\"}",
        "{\"id\":%d,\"cmd\":\"games\"}\r",
        "{\"id\":%d,\"cmd\":\"new\",\"game\":\"slide\"}",
        "{\"id\":\"%d",
        "[%d]",
        "{\"id\":{\"a\":%d},\"cmd\":\"cancel\"}", /* no target: it waits like the others */
    };
    size_t which = rng_below(&rng, sizeof lines / sizeof *lines + 1);
    if (which < sizeof lines / sizeof *lines)
        return (size_t)sprintf(out, lines[which], (int)rng_below(&rng, 1000));
    bool huge = rng_below(&rng, 20) == 0; /* about as long as may be */
    size_t length = huge ? TW_LINE_MAX - 2 + rng_below(&rng, 5) : rng_below(&rng, 5000);
    memset(out, huge || rng_below(&rng, 2) ? ' ' : '\r', length);
    return length;
}

/* Answers what waits and compares; `at` is the first line that is not yet answered. */
static char *answer_some(char *at, int most) {
    size_t length, expected;
    const char *found;
    while (most-- > 0 && (found = inbox_answer(inbox, &length))) {
        char *end = strchr(at, '\n');
        size_t whole = end ? (size_t)(end - at) : strlen(at);
        assert_string_equal(found, engine_answer(alone, at, whole, &expected));
        at += whole + (end != NULL);
    }
    return at;
}

static void feed(char *text, size_t length) {
    char *at = text;
    for (size_t done = 0; done < length;) {
        size_t piece = 1 + rng_below(&rng, rng_below(&rng, 2) ? 20 : 70000);
        size_t room = inbox_room(inbox);
        if (piece > room) piece = room;
        if (piece > length - done) piece = length - done;
        inbox_put(inbox, text + done, piece);
        done += piece;
        at = answer_some(at, piece == 0 ? 1 : (int)rng_below(&rng, 3));
    }
    inbox_end(inbox);
    at = answer_some(at, LINES);
    assert_int_equal(at - text, length);
    expect_none();
}

static void test_pieces(void **unused) {
    (void)unused;
    char *text = malloc(TEXT);
    assert_non_null(text);
    rng = rng_new(7, 0);
    for (int round = 0; round < often(12, 40); round++) {
        size_t length = 0;
        for (int i = 0; i < LINES && length + TW_LINE_MAX + 64 < TEXT; i++) {
            length += make_line(text + length);
            text[length++] = '\n';
        }
        if (rng_below(&rng, 2)) text[length++] = 'x'; /* a last line without end */
        text[length] = '\0';
        feed(text, length);
    }
    assert_int_equal(sent.count, 0);
    free(text);
}

static void test_cancel(void **unused) {
    (void)unused;
    static const char cancelled[] = "{\"id\":%s,\"ok\":false,\"error\":{\"code\":\"CANCELLED\","
                                    "\"message\":\"cancelled before it began\"}}";
    char expected[256];
    put("{\"id\":1,\"cmd\":\"games\"}\n{\"id\":2,\"cmd\":\"fly\"}\n{\"id\":1,\"cmd\":\"fly\"}\n");
    put("{\"id\":7,\"cmd\":\"cancel\",\"target\":1}\n");
    assert_string_equal(sent.last, "{\"id\":7,\"ok\":true,\"cancelled\":true}");
    put("{\"cmd\":\"can\\u0063el\",\"target\":9}"); /* not complete yet */
    assert_int_equal(sent.count, 1);
    inbox_end(inbox);
    assert_string_equal(sent.last, "{\"id\":null,\"ok\":true,\"cancelled\":false}");
    snprintf(expected, sizeof expected, cancelled, "1");
    expect_next(expected);
    expect_next("{\"id\":2,\"ok\":false,\"error\":{\"code\":\"BAD_REQUEST\",\"message\":\"there is "
                "no command 'fly'\"}}");
    expect_next(expected);
    expect_none();
}

/* Which ids are the same: as JSON values, with numbers written alike and members in order. */
static void test_ids(void **unused) {
    (void)unused;
    static const struct {
        const char *one, *two;
        bool same;
    } list[] = {
        {"1", "1", true},
        {"1", "10", false},
        {"1", "1.0", false},
        {"1", "\"1\"", false},
        {"null", "null", true},
        {"\"a b\"", "\"ab\"", false},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"\\\"\"", "\"\\u0022\"", true},
        {"\"\\/\"", "\"/\"", true},
        {"\"\\n\\t\\b\\f\\r\\\\\"", "\"\\u000a\\u0009\\u0008\\u000C\\u000D\\u005c\"", true},
        {"\"\xC3\xA9\"", "\"\\u00e9\"", true},
        {"\"\xE2\x82\xAC\"", "\"\\u20AC\"", true},
        {"\"\xF0\x9F\x80\x84\"", "\"\\ud83c\\uDC04\"", true},
        {"\"\xF0\x9F\x80\x84\"", "\"\\ud83c\\uDC05\"", false},
        {"[1, 2]", "[1,2]", true},
        {"[1,2]", "[12]", false},
        {"[\"a\",\"b\"]", "[\"a,b\"]", false},
        {"[\"a\",\"b\"]", "[\"a\\\",\\\"b\"]", false},
        {"{\"a\" : [ ] }", "{\"\\u0061\":[]}", true},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", false},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        size_t one = strlen(list[i].one), two = strlen(list[i].two);
        assert_int_equal(engine_same_id(list[i].one, one, list[i].two, two), list[i].same);
        assert_int_equal(engine_same_id(list[i].two, two, list[i].one, one), list[i].same);
        assert_true(engine_same_id(list[i].one, one, list[i].one, one));
        for (size_t cut = 0; cut < one; cut++) /* no read past the end of what is no JSON */
            assert_false(engine_same_id(list[i].one, cut, list[i].one, one));
    }
}

static void put_long(const char *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        size_t room = inbox_room(inbox), piece = length - done < room ? length - done : room;
        inbox_put(inbox, bytes + done, piece);
        done += piece;
    }
}

/* An id so long that its cancel's answer does not fit is left out. */
static void test_huge_id(void **unused) {
    (void)unused;
    static char line[TW_LINE_MAX + 2];
    int head = sprintf(line, "{\"cmd\":\"cancel\",\"target\":1,\"id\":\"");
    memset(line + head, 'x', TW_LINE_MAX - (size_t)head);
    strcpy(line + TW_LINE_MAX - 2, "\"}\n");
    put_long(line, strlen(line));
    assert_string_equal(sent.last, "{\"id\":null,\"ok\":true,\"cancelled\":false}");
}

/* Line ends past the limit do not make a line shorter; one just after it does. */
static void test_long_lines(void **unused) {
    (void)unused;
    static char line[TW_LINE_MAX + 5];
    static const char request[] = "{\"cmd\":\"cancel\"}";
    static const char limit[] =
        "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"LIMIT\",\"message\":"
        "\"a request must be at most 1048576 bytes long\"}}";
    memset(line, ' ', TW_LINE_MAX);
    memcpy(line, request, strlen(request));
    strcpy(line + TW_LINE_MAX, "\r\r\n");
    put_long(line, TW_LINE_MAX + 3);
    expect_next(limit);
    strcpy(line + TW_LINE_MAX, "\r\n");
    put_long(line, TW_LINE_MAX + 2);
    expect_next("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"BAD_REQUEST\",\"message\":"
                "\"target must be the id of a request\"}}");
    expect_none();
}

/* Puts in as much of one kind as there is room; returns how many bytes. */
static size_t fill(char byte) {
    static char piece[1 << 16];
    size_t room, all = 0;
    memset(piece, byte, sizeof piece);
    while ((room = inbox_room(inbox)) > 0) {
        assert_true(room <= sizeof piece);
        if (byte != '\n') piece[room - 1] = '\n';
        inbox_put(inbox, piece, room);
        if (byte != '\n') piece[room - 1] = byte;
        all += room;
        assert_true(all < TEXT * 2);
    }
    return all;
}

static void test_full(void **unused) {
    (void)unused;
    size_t length;
    for (int round = 0; round < 3; round++) {
        assert_true(fill(round == 1 ? 'x' : '\n') > 20000);
        assert_int_equal(inbox_room(inbox), 0);
        while (inbox_answer(inbox, &length)) continue;
        assert_true(inbox_room(inbox) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pieces, open_inbox, close_inbox),
        cmocka_unit_test_setup_teardown(test_cancel, open_inbox, close_inbox),
        cmocka_unit_test_setup_teardown(test_huge_id, open_inbox, close_inbox),
        cmocka_unit_test_setup_teardown(test_long_lines, open_inbox, close_inbox),
        cmocka_unit_test_setup_teardown(test_full, open_inbox, close_inbox),
        cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests_name("engine inbox", tests, NULL, NULL);
}
