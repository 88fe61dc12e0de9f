/* What clients of telnet, nc and socat send, and what it means: all that is told is written down
 * and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"
#include "serve/telnet_decode.h"
#include <string.h>

enum { TOLD_BYTES = 1 << 16 };

#define IAC "\xff"
#define WILL "\xfb"
#define WONT "\xfc"
#define DO "\xfd"
#define DONT "\xfe"
#define SB "\xfa"
#define SE "\xf0"
#define ESC "\033"
#define BY_KEY IAC DO "\1" /* the client agrees to our echo */

struct client {
    struct telnet_decode decode;
    struct text told, replies;
    bool typing;
    double now;
    char told_bytes[TOLD_BYTES], reply_bytes[TOLD_BYTES];
};

static void hear_keys(void *self, const uint8_t *bytes, size_t count) {
    struct client *client = self;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] > ' ' && bytes[i] < 0x7F && bytes[i] != '\\')
            text_char(&client->told, (char)bytes[i]);
        else
            text_string(&client->told, "\\"), text_hex(&client->told, bytes[i], 2);
    }
}

static void hear_size(void *self, int rows, int cols) {
    text_format(&((struct client *)self)->told, " %dx%d ", cols, rows);
}

static void hear_type(void *self, const char *name) {
    text_format(&((struct client *)self)->told, " type %s ", name);
}

static void hear_there(void *self) {
    text_string(&((struct client *)self)->told, " there ");
}

static bool tell_typing(void *self) {
    return ((struct client *)self)->typing;
}

static void hear_reply(void *self, const char *bytes, size_t count) {
    text_bytes(&((struct client *)self)->replies, bytes, count);
}

static const struct telnet_decode_calls calls = {hear_keys,  hear_size,   hear_type,
                                                 hear_there, tell_typing, hear_reply};

static struct client client;

static void begin(void) {
    client.told = text_over(client.told_bytes, sizeof client.told_bytes);
    client.replies = text_over(client.reply_bytes, sizeof client.reply_bytes);
    client.typing = false;
    client.now = 0;
    assert_true(telnet_decode_init(&client.decode, &calls, &client));
}

static bool feed(const char *bytes, size_t count) {
    return telnet_decode_take(&client.decode, (const uint8_t *)bytes, count, client.now);
}

static void require_told(const char *expected) {
    assert_false(client.told.cut);
    assert_string_equal(client.told.at, expected);
    telnet_decode_release(&client.decode);
}

/* Feeds it whole, cut at each place, and byte by byte: it is always the same. */
static void require_any_split(const char *bytes, size_t count, const char *expected) {
    for (size_t cut = 0; cut <= count; cut++) {
        begin();
        feed(BY_KEY, 3);
        feed(bytes, cut);
        feed(bytes + cut, count - cut);
        require_told(expected);
    }
    begin();
    feed(BY_KEY, 3);
    for (size_t i = 0; i < count; i++) feed(bytes + i, 1);
    require_told(expected);
}

#define REQUIRE(bytes, expected) require_any_split(bytes, sizeof(bytes) - 1, expected)
#define FEED(bytes) feed(bytes, sizeof(bytes) - 1)

static void require_replies(const char *bytes, size_t count) {
    assert_int_equal(client.replies.length, count);
    assert_memory_equal(client.replies.at, bytes, count);
}

#define REQUIRE_REPLIES(bytes) require_replies(bytes, sizeof(bytes) - 1)

static void test_keys(void **unused) {
    (void)unused;
    REQUIRE("ab", "ab");
    REQUIRE("\r", "\\0d");
    REQUIRE("x\r\n", "x\\0d\\0a");
    REQUIRE("x\n", "x\\0a");
    REQUIRE(ESC "[A", "\\1b[A");
    REQUIRE("\xc3\xa9", "\\c3\\a9");
    REQUIRE("a" IAC IAC "b", "a\\ffb");
    REQUIRE("\3\4", "\\03\\04");
}

static void test_commands(void **unused) {
    (void)unused;
    REQUIRE("a" IAC "\xf1"
            "b",
            "ab"); /* NOP */
    REQUIRE("a" IAC "\xf2"
            "b" IAC "\xf9"
            "c" IAC "\xf5"
            "d",
            "abcd");                                                        /* DM, GA, AO */
    REQUIRE("a" IAC "\xf6", "a there ");                                    /* AYT */
    REQUIRE("a" IAC "\xf4", "a\\03");                                       /* IP */
    REQUIRE("a" IAC "\xf3", "a\\03");                                       /* BRK */
    REQUIRE(IAC "\xee" IAC "\xec", "\\03\\04");                             /* ABORT, EOF */
    REQUIRE("a" IAC "\xf7", "a\\7f");                                       /* EC */
    REQUIRE("a" IAC "\xf8", "a\\15");                                       /* EL */
    REQUIRE("a" IAC "\xed" IAC "\xef" IAC "\x01" IAC "A" IAC SE "b", "ab"); /* and unknown ones */
}

static void test_size_and_type(void **unused) {
    (void)unused;
    REQUIRE(IAC WILL "\x1f" IAC SB "\x1f\0\x50\0\x18" IAC SE "x", " 80x24 x");
    REQUIRE(IAC SB "\x1f" IAC IAC IAC IAC "\0\x18" IAC SE, " 65535x24 ");
    REQUIRE(IAC SB "\x1f\0\0\0\x18" IAC SE, "");
    REQUIRE(IAC SB "\x1f\0\x50\0\0" IAC SE, "");
    REQUIRE(IAC SB "\x18\0XTERM-256COLOR" IAC SE, " type XTERM-256COLOR ");
    REQUIRE(IAC SB "\x18\0" IAC SE, "");
    REQUIRE(IAC SB "\x18" IAC SE, "");
    REQUIRE(IAC SB "\x18\1" IAC SE, "");
    REQUIRE(IAC SB "\x18\0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" IAC SE "x",
            "x");
}

/* What is not finished is forgotten; what follows is keys again. */
static void test_cut_short(void **unused) {
    (void)unused;
    REQUIRE(IAC SB "\x1f\0\x50" IAC SE "x", "x");
    REQUIRE(IAC SB "\x1f\0\x50\0\x18jkl", "jkl");
    REQUIRE(IAC SB "\x1f\0\x50\0\x18\x18" IAC SE "x", "\\18x");
    REQUIRE(IAC SB "\x1f\0\x50" IAC SB "\x1f\0\x51\0\x19" IAC SE, " 81x25 ");
    REQUIRE(IAC SB "\x1f\0\x50" IAC WILL "\x1fx", "x");
    REQUIRE(IAC SB "\x18\0xterm\rx", "\\0dx");
    REQUIRE(IAC SB IAC SE "x", "x");
    REQUIRE(IAC SE "x", "x");
    begin();
    FEED(BY_KEY IAC SB "\x2a unknown");
    client.now = 0.5;
    FEED("more");
    client.now = 1.5;
    FEED("keys");
    require_told("keys");
}

static void test_foreign(void **unused) {
    (void)unused;
    char many[3000];
    REQUIRE(IAC SB "\xc9"
                   "Core.Hello {}" IAC SE "x",
            "x");                                               /* GMCP */
    REQUIRE(IAC SB "\x27\0\0USER\1root" IAC SE "x", "x");       /* NEW-ENVIRON */
    REQUIRE(IAC SB "\x56" IAC SE "x\x9c\1\2", "x\\9c\\01\\02"); /* nothing is unpacked */
    REQUIRE(IAC SB "\x46\1NAME\2x" IAC SE IAC SB "\x5dzmp.ping\0" IAC SE "x", "x");
    memset(many, 'a', sizeof many);
    begin();
    FEED(BY_KEY IAC SB "\x2a");
    feed(many, sizeof many);
    assert_true(client.told.length > 0 && client.told.length < sizeof many);
    telnet_decode_release(&client.decode);
}

static void test_negotiation(void **unused) {
    (void)unused;
    begin();
    telnet_decode_greet(&client.decode);
    REQUIRE_REPLIES(IAC WILL "\1" IAC WILL "\3" IAC DO "\3" IAC WILL "\0" IAC DO "\0" IAC DO
                             "\x1f" IAC DO "\x18");
    text_clear(&client.replies);
    FEED(IAC DO "\1" IAC DO "\3" IAC WILL "\3" IAC DO "\0" IAC WILL "\0" IAC WILL "\x1f" IAC WILL
                "\x18");
    REQUIRE_REPLIES(IAC SB "\x18\1" IAC SE);
    assert_true(client.decode.by_key);
    text_clear(&client.replies);
    FEED(IAC WILL "\x22" IAC DO "\x56" IAC WILL "\x56" IAC DO "\6" IAC DO "\xff" IAC WILL "\xff");
    REQUIRE_REPLIES(IAC DONT "\x22" IAC WONT "\x56" IAC DONT "\x56" IAC WONT "\6" IAC WONT
                             "\xff" IAC DONT "\xff");
    require_told("");
}

static void test_refused(void **unused) {
    (void)unused;
    begin();
    telnet_decode_greet(&client.decode);
    text_clear(&client.replies);
    FEED(IAC DONT "\1" IAC DONT "\3" IAC WONT "\3" IAC DONT "\0" IAC WONT "\0" IAC WONT
                  "\x1f" IAC WONT "\x18");
    REQUIRE_REPLIES("");
    assert_false(client.decode.by_key);
    assert_true(FEED("ab\r\n"));
    require_told("ab");
}

/* Clients that send lines: the end of a line is a key where that makes sense. */
static void test_lines(void **unused) {
    (void)unused;
    begin();
    assert_true(FEED("\n"));
    assert_true(FEED("aad\n"));
    assert_true(FEED("aad\r\n\r\n"));
    assert_true(FEED("a\nb\n\n"));
    require_told("\\0aaadaad\\0aab\\0a");
    begin();
    client.typing = true;
    assert_true(FEED("anna\n"));
    assert_true(FEED("ben\r\n"));
    require_told("anna\\0aben\\0a");
}

/* The terminal's answer to a question stands in the line, too. */
static void test_report_in_line(void **unused) {
    (void)unused;
    begin();
    assert_true(FEED(ESC "[24;80R\n"));
    assert_true(FEED(ESC "[24;80Rx\n"));
    assert_true(FEED(ESC "[B\n"));
    assert_true(FEED(ESC "\n"));
    require_told("\\1b[24;80R\\0a\\1b[24;80Rx\\1b[B\\1b");
    begin();
    client.typing = true;
    assert_true(FEED(ESC "\n"));
    require_told("\\1b");
}

/* Once a key comes by itself, the end of a line is a key as others are. */
static void test_raw(void **unused) {
    (void)unused;
    begin();
    assert_false(FEED(ESC "[24;80R"));
    assert_false(FEED("\n"));
    assert_false(FEED("a\n"));
    require_told("\\1b[24;80R\\0aa\\0a");
}

/* Any bytes at all, cut anywhere, tell the same; and a key comes through afterwards. */
static void test_anything(void **unused) {
    (void)unused;
    static const char likely[] = IAC IAC IAC SB SE WILL DO "\x1f\x18\0\1\3\x50\r\n" ESC "[A";
    static char bytes[400], expected[TOLD_BYTES];
    struct rng rng = rng_new(7, 0);
    for (int round = 0; round < 2000; round++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            uint32_t drawn = rng_next(&rng);
            bytes[i] = drawn & 1 ? likely[(drawn >> 8) % (sizeof likely - 1)] : (char)(drawn >> 16);
        }
        begin();
        FEED(BY_KEY);
        feed(bytes, sizeof bytes);
        memcpy(expected, client.told.at, client.told.length + 1);
        telnet_decode_release(&client.decode);
        begin();
        FEED(BY_KEY);
        for (size_t at = 0, step; at < sizeof bytes; at += step) {
            step = 1 + rng_below(&rng, 7);
            if (step > sizeof bytes - at) step = sizeof bytes - at;
            feed(bytes + at, step);
        }
        assert_string_equal(client.told.at, expected);
        client.now = 10;
        text_clear(&client.told);
        FEED(SE SE "x" IAC SE "y");
        assert_true(client.told.length && client.told.at[client.told.length - 1] == 'y');
        telnet_decode_release(&client.decode);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),           cmocka_unit_test(test_commands),
        cmocka_unit_test(test_size_and_type),  cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_foreign),        cmocka_unit_test(test_negotiation),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_report_in_line), cmocka_unit_test(test_raw),
        cmocka_unit_test(test_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
