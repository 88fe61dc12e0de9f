/* WebSockets at one end of a socket pair, in a loop of their own, with a clock that the test sets:
 * pings, silence, slow readers, too many messages. What needs a whole server is in
 * tests/websocket.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/rooms.h"
#include "serve/websocket.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROOM = 1 << 20 };

static struct {
    struct server server;
    struct hall hall;
    struct websocket_set *set;
    int socket; /* the client's end */
    uint8_t bytes[ROOM];
    size_t length;
} test;

static uint64_t dropped(void) {
    return test.server.metrics.values[METRICS_DROPPED];
}

static void turn(void) {
    for (int i = 0; i < 20; i++) uv_run(&test.server.loop, UV_RUN_NOWAIT);
}

static int setup(void **unused) {
    struct limits_address address = {.local = true};
    int pair[2];
    (void)unused;
    memset(&test, 0, sizeof test);
    log_set_level(LOG_ERROR);
    test.server.hall = &test.hall;
    assert_int_equal(uv_loop_init(&test.server.loop), 0);
    test.server.limits = limits_new(10, 10);
    test.set = websocket_open(&test.server);
    assert_non_null(test.set);
    websocket_start(test.set);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_null(limits_enter(test.server.limits, &address));
    test.socket = pair[0];
    websocket_take(test.set, pair[1], NULL, 0, &address, "here");
    turn();
    assert_int_equal(test.server.metrics.values[METRICS_WEBSOCKET], 1);
    return 0;
}

static int teardown(void **unused) {
    (void)unused;
    websocket_close(test.set, "The test ends.");
    uv_run(&test.server.loop, UV_RUN_DEFAULT);
    websocket_free(test.set);
    assert_int_equal(uv_loop_close(&test.server.loop), 0);
    assert_int_equal(test.server.metrics.values[METRICS_WEBSOCKET], 0);
    limits_free(test.server.limits);
    close(test.socket);
    return 0;
}

/* Reads all that has come. Returns false at the end. */
static bool read_all(void) {
    for (;;) {
        ssize_t count =
            recv(test.socket, test.bytes + test.length, ROOM - test.length, MSG_DONTWAIT);
        if (count == 0 || (count < 0 && errno != EAGAIN)) return false;
        if (count < 0) return true;
        test.length += (size_t)count;
    }
}

/* Sends a frame of a client; its mask changes nothing. Returns false if the socket takes no more.
 */
static bool say(int opcode, const char *text) {
    uint8_t frame[256] = {(uint8_t)(0x80 | opcode), (uint8_t)(0x80 | strlen(text))};
    size_t length = 6 + strlen(text);
    memcpy(frame + 6, text, strlen(text));
    return send(test.socket, frame, length, MSG_DONTWAIT) == (ssize_t)length;
}

static int count(const char *needle) {
    int found = 0;
    size_t length = strlen(needle);
    for (size_t at = 0; at + length <= test.length; at++)
        found += memcmp(test.bytes + at, needle, length) == 0;
    return found;
}

static void test_ping(void **unused) {
    double now = server_now();
    (void)unused;
    websocket_tend(test.set, now + WEBSOCKET_PING_SECONDS - 1);
    turn();
    assert_true(read_all());
    assert_int_equal(test.length, 0);
    websocket_tend(test.set, now + WEBSOCKET_PING_SECONDS + 1);
    turn();
    websocket_tend(test.set, now + WEBSOCKET_PING_SECONDS + 2);
    turn();
    assert_true(read_all());
    assert_int_equal(test.length, 2); /* one is enough */
    assert_memory_equal(test.bytes, "\x89\x00", 2);
}

static void test_silence(void **unused) {
    (void)unused;
    websocket_tend(test.set, server_now() + WEBSOCKET_SILENCE_SECONDS + 1);
    turn();
    assert_false(read_all());
    assert_int_equal(dropped(), 1);
}

/* A pong is a sign of life. */
static void test_pong(void **unused) {
    double began = server_now();
    (void)unused;
    poll(NULL, 0, 20);
    assert_true(say(10, ""));
    turn();
    websocket_tend(test.set, began + WEBSOCKET_SILENCE_SECONDS + 0.01);
    turn();
    assert_true(read_all());
    assert_int_equal(dropped(), 0);
}

static void test_flood(void **unused) {
    int said = 0;
    bool open = true;
    (void)unused;
    while (said < 5000 && open) {
        for (int i = 0; i < 50 && open; i++, said++)
            open = say(1, "{\"id\":7,\"cmd\":\"room.fly\"}");
        turn();
        open = read_all() && open;
    }
    int answered = count("{\"id\":7,\"ok\":false,\"error\":{\"code\":\"BAD_REQUEST\"");
    int refused = count("{\"id\":7,\"ok\":false,\"error\":{\"code\":\"LIMIT\"");
    assert_true(answered >= WEBSOCKET_MESSAGES_MOST);
    assert_true(refused >= WEBSOCKET_REFUSALS_MOST / 2);
    assert_int_equal(count("\x03\xF0too many messages"), 1); /* 1008 */
    assert_int_equal(dropped(), 1);
}

/* Pings are messages, too. */
static void test_pings(void **unused) {
    int said = 0;
    bool open = true;
    (void)unused;
    while (said < 5000 && open) {
        for (int i = 0; i < 50 && open; i++, said++) open = say(9, "");
        turn();
        open = read_all() && open;
    }
    assert_int_equal(count("\x03\xF0too many messages"), 1); /* 1008 */
    assert_int_equal(dropped(), 1);
}

/* Frames that make no message: they are read more slowly. */
static void test_empty_frames(void **unused) {
    static uint8_t bytes[1 << 16];
    size_t sent = 0;
    (void)unused;
    const uint8_t begin[6] = {0x01, 0x80}, more[6] = {0x00, 0x80};
    for (size_t i = 0; i + 6 <= sizeof bytes; i += 6) memcpy(bytes + i, more, 6);
    assert_int_equal(send(test.socket, begin, 6, 0), 6);
    for (int stuck = 0; stuck < 50;) {
        ssize_t taken = send(test.socket, bytes, sizeof bytes / 6 * 6, MSG_DONTWAIT);
        stuck = taken == sizeof bytes / 6 * 6 ? 0 : stuck + 1;
        if (taken > 0) sent += (size_t)taken;
        assert_true(sent < 4 * WEBSOCKET_RAW_MOST);
        turn();
    }
    assert_int_equal(dropped(), 0);
    uint64_t in = test.server.metrics.values[METRICS_IN];
    websocket_tend(test.set, server_now());
    turn();
    assert_true(test.server.metrics.values[METRICS_IN] > in);
}

/* A message that never ends is not waited for, whatever else is said meanwhile. */
static void test_half(void **unused) {
    const uint8_t half[] = {0x81, 0xFE, 0x0F, 0xFF, 0, 0, 0, 0, 'x'};
    (void)unused;
    assert_int_equal(send(test.socket, half, sizeof half, 0), sizeof half);
    turn();
    websocket_tend(test.set, server_now() + WEBSOCKET_MESSAGE_SECONDS - 1);
    turn();
    assert_int_equal(dropped(), 0);
    websocket_tend(test.set, server_now() + WEBSOCKET_MESSAGE_SECONDS + 1);
    turn();
    assert_false(read_all());
    assert_int_equal(dropped(), 1);
}

/* Who does not read is not read, and dropped when the grace is over; nothing grows without bound.
 */
static void test_slow(void **unused) {
    int said = 0, stuck = 0;
    (void)unused;
    while (stuck < 50 && dropped() == 0) {
        stuck = say(1, "{\"id\":7,\"cmd\":\"room.fly\"}") ? 0 : stuck + 1;
        said += stuck == 0;
        if (said % 20 == 0 || stuck) turn();
    }
    uint64_t out = test.server.metrics.values[METRICS_OUT];
    if (dropped() == 0) {
        websocket_tend(test.set, server_now() + WEBSOCKET_GRACE_SECONDS - 1);
        turn();
        assert_int_equal(dropped(), 0);
        websocket_tend(test.set, server_now() + WEBSOCKET_GRACE_SECONDS + 1);
        turn();
    }
    assert_int_equal(dropped(), 1);
    assert_int_equal(test.server.metrics.values[METRICS_OUT], out);
    while (read_all()) turn();
}

/* The server closes first; a client that does not answer is cut off. */
static void test_close(void **unused) {
    (void)unused;
    assert_true(say(8, "\x03\xE8"));
    turn();
    assert_false(read_all());
    assert_int_equal(test.length, 4);
    assert_memory_equal(test.bytes, "\x88\x02\x03\xE8", 4);
    websocket_tend(test.set, server_now() + WEBSOCKET_CLOSE_SECONDS + 1);
    turn();
    assert_int_equal(test.server.metrics.values[METRICS_WEBSOCKET], 0);
    assert_int_equal(dropped(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ping, setup, teardown),
        cmocka_unit_test_setup_teardown(test_silence, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pong, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flood, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty_frames, setup, teardown),
        cmocka_unit_test_setup_teardown(test_half, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slow, setup, teardown),
        cmocka_unit_test_setup_teardown(test_close, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
