/* Options: what each may be, what is said of the others, and files of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/options.h"
#include <stdlib.h>
#include <string.h>

static struct options options;
static char said[1000];

static int fill(void **unused) {
    (void)unused;
    setenv("XDG_DATA_HOME", "/data", 1);
    setenv("XDG_RUNTIME_DIR", "/runtime", 1);
    options_standard(&options);
    return 0;
}

static bool set(const char *name, const char *value) {
    struct text wrong = text_over(said, sizeof said);
    return options_set(&options, name, value, &wrong);
}

static bool take(const char *text) {
    struct text wrong = text_over(said, sizeof said);
    return options_read(&options, text, &wrong);
}

/* Refused, with these words somewhere, and nothing changed. */
static void refuses(const char *name, const char *value, const char *words) {
    struct options before = options;
    assert_false(set(name, value));
    if (!strstr(said, words)) fail_msg("'%s' does not say '%s'", said, words);
    assert_memory_equal(&before, &options, sizeof options);
}

static void test_standard(void **unused) {
    (void)unused;
    assert_string_equal(options.listen, "::");
    assert_int_equal(options.port, 2020);
    assert_int_equal(options.http_port, 8080);
    assert_int_equal(options.max_players, 4096);
    assert_int_equal(options.max_connections, 16384);
    assert_int_equal(options.per_address, 100);
    assert_int_equal(options.rooms, 1000);
    assert_string_equal(options.gm_sock, "/runtime/tilewright/gm.sock");
    assert_string_equal(options.db, "/data/tilewright/tilewright.db");
    assert_int_equal(options.tick_ms, 0);
    assert_int_equal(options.virs, 0);
    assert_int_equal(options.log_level, LOG_INFO);
}

static void test_socket(void **unused) {
    char far[2 * OPTIONS_ADDRESS_MAX];
    (void)unused;
    unsetenv("XDG_RUNTIME_DIR");
    options_standard(&options);
    assert_string_equal(options.gm_sock, "/data/tilewright/gm.sock");
    setenv("XDG_RUNTIME_DIR", "relative", 1);
    options_standard(&options);
    assert_string_equal(options.gm_sock, "/data/tilewright/gm.sock");
    memset(far, 'x', sizeof far - 1);
    far[0] = '/';
    far[sizeof far - 1] = '\0';
    setenv("XDG_RUNTIME_DIR", far, 1);
    options_standard(&options);
    assert_string_equal(options.gm_sock, "");
}

static void test_values(void **unused) {
    (void)unused;
    assert_true(set("listen", "127.0.0.1") && set("listen", "::1") && set("listen", "0.0.0.0"));
    assert_true(set("port", "0") && set("port", "65535") && set("port", "-1"));
    assert_int_equal(options.port, -1);
    assert_true(set("http-port", "80"));
    assert_int_equal(options.http_port, 80);
    assert_true(set("tick", "20") && set("tick", "10000") && set("tick", "200ms"));
    assert_int_equal(options.tick_ms, 200);
    assert_true(set("virs", "1") && set("virs", "84"));
    assert_int_equal(options.virs, 84);
    assert_true(set("per-address", "0") && set("threads", "0") && set("threads", "64"));
    assert_true(set("gm-sock", "") && set("gm-sock", "/x/y"));
    assert_true(set("db", ":memory:"));
    assert_true(set("origin", "") && set("origin", "https://games.example.org:8443"));
    assert_true(set("log-level", "debug") && set("log-level", "ERROR"));
    assert_int_equal(options.log_level, LOG_ERROR);
}

static void test_refusals(void **unused) {
    char far[OPTIONS_PATH_MAX + 1];
    (void)unused;
    memset(far, 'x', sizeof far - 1);
    far[sizeof far - 1] = '\0';
    refuses("port", "65536", "port must be from 0 to 65535");
    refuses("port", "-2", "not '-2'");
    refuses("port", "", "port must be");
    refuses("port", "20x", "not '20x'");
    refuses("port", "99999999999999999999", "port must be");
    refuses("max-players", "0", "max-players must be from 1 to");
    refuses("max-players", "--1", "max-players must be from 1 to");
    refuses("rooms", "0", "rooms must be from 1 to");
    refuses("tick", "19", "tick must be from 20 to 10000 milliseconds, not '19'");
    refuses("tick", "10001", "tick must be");
    refuses("tick", "20s", "tick must be");
    refuses("virs", "97", "virs must be from 1 to 84, not '97'");
    refuses("virs", "0", "virs must be");
    refuses("threads", "65", "threads must be from 0 to 64");
    refuses("listen", "example.org", "listen must be an address");
    refuses("listen", "", "listen must be an address");
    refuses("origin", "ftp://x", "origin must be");
    refuses("origin", "https://", "origin must be");
    refuses("origin", "https://x/y", "origin must be");
    refuses("db", "", "db must be a file's name");
    refuses("db", far, "db must have at most");
    refuses("gm-sock", far, "gm-sock must have at most 107 bytes");
    refuses("log-level", "loud", "log-level must be error, warning, info or debug, not 'loud'");
    refuses("speed", "1", "there is no option 'speed'");
    refuses("config", "x", "there is no option 'config'");
    refuses("port", "\033[31m", "not '\\u001b[31m'");
}

static void test_file(void **unused) {
    (void)unused;
    assert_true(take("# a comment\n\n port = 2323 \r\nhttp-port=0\n\ttick\t=\t250\n"
                     "gm-sock = /a b/c\nvirs = 30"));
    assert_int_equal(options.port, 2323);
    assert_int_equal(options.http_port, 0);
    assert_int_equal(options.tick_ms, 250);
    assert_int_equal(options.virs, 30);
    assert_string_equal(options.gm_sock, "/a b/c");
    assert_true(take(""));
    assert_true(take("\xEF\xBB\xBFport = 7\n"));
    assert_int_equal(options.port, 7);
}

/* The line is named, and a file that is wrong anywhere changes nothing. */
static void refuses_file(const char *text, const char *words) {
    struct options before = options;
    assert_false(take(text));
    if (!strstr(said, words)) fail_msg("'%s' does not say '%s'", said, words);
    assert_memory_equal(&before, &options, sizeof options);
}

static void test_bad_files(void **unused) {
    char far[2 * OPTIONS_PATH_MAX];
    (void)unused;
    refuses_file("port = 1\n\ntick = 5\n", "line 3: tick must be");
    refuses_file("port", "line 1: a line must be 'name = value'");
    refuses_file("= 3\n", "line 1: a line must be 'name = value'");
    refuses_file("speed = 3\n", "line 1: there is no option 'speed'");
    refuses_file("config = x\n", "line 1: there is no option 'config'");
    memset(far, 'x', sizeof far - 1);
    far[sizeof far - 1] = '\0';
    refuses_file(far, "line 1: the line is too long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_standard, fill), cmocka_unit_test_setup(test_socket, fill),
        cmocka_unit_test_setup(test_values, fill),   cmocka_unit_test_setup(test_refusals, fill),
        cmocka_unit_test_setup(test_file, fill),     cmocka_unit_test_setup(test_bad_files, fill),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
