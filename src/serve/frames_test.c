/* Frames: the server's own against what RFC 6455 says, and a reader fed whole, in pieces and
 * wrongly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/frames.h"
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 19 };

static struct {
    int messages;
    char last[ROOM];
    size_t length;
    uint8_t sent[ROOM];
    size_t sent_length;
} seen;

static void take(void *self, const char *text, size_t length) {
    (void)self;
    seen.messages++;
    memcpy(seen.last, text, length);
    seen.last[length] = '\0';
    seen.length = length;
}

static void send_out(void *self, struct frames_buffer *buffer) {
    (void)self;
    memcpy(seen.sent + seen.sent_length, buffer->bytes, buffer->length);
    seen.sent_length += buffer->length;
    frames_drop(buffer);
}

static struct frames_reader *fresh(void) {
    const struct frames_events events = {take, send_out, NULL};
    memset(&seen, 0, sizeof seen);
    struct frames_reader *reader = frames_reader_new(&events);
    assert_non_null(reader);
    return reader;
}

/* Writes a frame as a client does, with a mask. Returns its length. */
static size_t put(uint8_t *out, int first, const void *payload, size_t length) {
    static const uint8_t mask[4] = {0x37, 0xFA, 0x21, 0x3D};
    struct frames_buffer *plain = frames_make(first & 0x0F, payload, length);
    size_t head = plain->length - length;
    memcpy(out, plain->bytes, head);
    out[0] = (uint8_t)first;
    out[1] |= 0x80;
    memcpy(out + head, mask, 4);
    for (size_t i = 0; i < length; i++)
        out[head + 4 + i] = (uint8_t)(((const uint8_t *)payload)[i] ^ mask[i % 4]);
    frames_drop(plain);
    return head + 4 + length;
}

/* Of the close frame that was sent, 0 if it has none. */
static int close_code(void) {
    assert_true(seen.sent_length >= 2);
    assert_int_equal(seen.sent[0], 0x88);
    if (seen.sent[1] == 0) return 0;
    return seen.sent[2] << 8 | seen.sent[3];
}

static void test_make(void **unused) {
    static const size_t lengths[] = {0, 1, 125, 126, 65535, 65536, 70000};
    static const size_t heads[] = {2, 2, 2, 4, 4, 10, 10};
    char *bytes = calloc(1, 70000);
    (void)unused;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct frames_buffer *frame = frames_make(FRAMES_TEXT, bytes, lengths[i]);
        assert_non_null(frame);
        assert_int_equal(frame->length, heads[i] + lengths[i]);
        assert_int_equal(frame->bytes[0], 0x81);
        assert_int_equal(frame->bytes[1], heads[i] == 2   ? (int)lengths[i]
                                          : heads[i] == 4 ? 126
                                                          : 127);
        uint64_t told = 0;
        for (size_t at = 2; at < heads[i]; at++) told = told << 8 | frame->bytes[at];
        if (heads[i] > 2) assert_int_equal(told, lengths[i]);
        frames_drop(frame);
    }
    free(bytes);
}

static void test_shared(void **unused) {
    (void)unused;
    struct frames_buffer *frame = frames_make(FRAMES_TEXT, "a", 1);
    assert_ptr_equal(frames_hold(frame), frame);
    frames_drop(frame);
    assert_int_equal(frame->holders, 1);
    frames_drop(frame);
    frames_drop(NULL);
}

/* The reason is cut between characters: each of these has two bytes, and the first is one. */
static void test_close(void **unused) {
    char why[302] = "x";
    (void)unused;
    for (int i = 0; i < 150; i++) memcpy(why + 1 + 2 * i, "\xC3\xBC", 3);
    struct frames_buffer *frame = frames_make_close(1001, why);
    assert_int_equal(frame->bytes[0], 0x88);
    assert_int_equal(frame->bytes[1], 2 + FRAMES_WHY_MAX - 1);
    assert_int_equal(frame->bytes[2] << 8 | frame->bytes[3], 1001);
    frames_drop(frame);
}

/* Bytes in pieces of every size give the same messages; the reader rests exactly between them. */
static void test_pieces(void **unused) {
    static uint8_t bytes[1000];
    size_t first = put(bytes, 0x81, "hello", 5), length = first;
    size_t parts = length + put(bytes + length, 0x01, "one ", 4);
    length = parts;
    length += put(bytes + length, 0x89, "ping", 4);
    length += put(bytes + length, 0x80, "two", 3);
    (void)unused;
    for (size_t step = 1; step <= length; step++) {
        struct frames_reader *reader = fresh();
        for (size_t at = 0; at < length; at += step) {
            size_t count = length - at < step ? length - at : step;
            assert_true(frames_take(reader, bytes + at, count));
            size_t end = at + count;
            assert_int_equal(frames_at_rest(reader), end == first || end == length);
        }
        assert_int_equal(seen.messages, 2);
        assert_string_equal(seen.last, "one two");
        assert_memory_equal(seen.sent, "\x8A\x04ping", 6);
        assert_int_equal(seen.sent_length, 6);
        frames_reader_free(reader);
    }
}

static void test_large(void **unused) {
    uint8_t *bytes = malloc(ROOM);
    char *text = malloc(ROOM);
    (void)unused;
    memset(text, 'x', ROOM);
    for (int over = 0; over < 2; over++) {
        struct frames_reader *reader = fresh();
        size_t length = put(bytes, 0x81, text, (size_t)FRAMES_MESSAGE_MAX + (size_t)over);
        assert_int_equal(frames_take(reader, bytes, length), !over);
        assert_int_equal(seen.messages, !over);
        if (over) assert_int_equal(close_code(), 1009);
        if (!over) assert_true(frames_at_rest(reader));
        frames_reader_free(reader);
    }
    free(bytes);
    free(text);
}

static void test_close_from_client(void **unused) {
    uint8_t bytes[64];
    (void)unused;
    struct frames_reader *reader = fresh();
    assert_int_equal(frames_closed(reader), 0);
    assert_false(frames_take(reader, bytes, put(bytes, 0x88, "\x03\xE8 bye", 6)));
    assert_int_equal(frames_closed(reader), 1000);
    assert_int_equal(close_code(), 1000);
    frames_reader_free(reader);
}

static void test_wrong(void **unused) {
    static const struct {
        int first, code;
        const char *payload;
        size_t length;
        bool bare; /* without a mask */
    } cases[] = {
        {0x81, 1002, "{}", 2, true},        {0xC1, 1002, "{}", 2, false},
        {0x83, 1002, "{}", 2, false},       {0x80, 1002, "{}", 2, false},
        {0x09, 1002, "a", 1, false},        {0x82, 1003, "{}", 2, false},
        {0x81, 1007, "\xC3(", 2, false},    {0x88, 0, "\x03", 1, false},
        {0x88, 1002, "\x03\xED", 2, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bytes[64];
        struct frames_reader *reader = fresh();
        size_t length = put(bytes, cases[i].first, cases[i].payload, cases[i].length);
        if (cases[i].bare) bytes[1] &= 0x7F;
        assert_false(frames_take(reader, bytes, length));
        assert_int_equal(seen.messages, 0);
        assert_int_equal(close_code(), cases[i].code);
        frames_reader_free(reader);
    }
}

/* Any bytes: no crash, no leak, and nothing after the end. */
static void test_noise(void **unused) {
    uint32_t luck = 1;
    (void)unused;
    for (int game = 0; game < 3000; game++) {
        struct frames_reader *reader = fresh();
        bool open = true;
        for (int piece = 0; piece < 20 && open; piece++) {
            uint8_t bytes[64];
            for (size_t i = 0; i < sizeof bytes; i++)
                bytes[i] = (uint8_t)((luck = luck * 1664525 + 1013904223) >> 24);
            if (game % 3 == 0) bytes[0] = 0x81, bytes[1] |= 0x80;
            open = frames_take(reader, bytes, 1 + (luck >> 16) % sizeof bytes);
        }
        frames_reader_free(reader);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make),  cmocka_unit_test(test_shared),
        cmocka_unit_test(test_close), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_large), cmocka_unit_test(test_close_from_client),
        cmocka_unit_test(test_wrong), cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
