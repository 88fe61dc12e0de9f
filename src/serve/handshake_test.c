/* The handshake against the examples of RFC 6455 and RFC 3174; origins, good and bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/handshake.h"
#include "serve/http_headers.h"
#include <string.h>

static void require_sha1(const char *text, size_t length, const char *expected) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[HANDSHAKE_SHA1_BYTES];
    char hex[2 * HANDSHAKE_SHA1_BYTES + 1] = "";
    handshake_sha1(text, length, digest);
    for (int i = 0; i < HANDSHAKE_SHA1_BYTES; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    assert_string_equal(hex, expected);
}

static void test_sha1(void **unused) {
    static char many[1000000];
    (void)unused;
    require_sha1("", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    require_sha1("abc", 3, "a9993e364706816aba3e25717850c26c9cd0d89d");
    require_sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                 "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    memset(many, 'a', sizeof many);
    require_sha1(many, sizeof many, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    require_sha1(many, 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a");
    require_sha1(many, 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d");
}

static void test_accept(void **unused) {
    char accept[HANDSHAKE_ACCEPT_BYTES];
    (void)unused;
    assert_true(handshake_key_fits("dGhlIHNhbXBsZSBub25jZQ=="));
    handshake_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(handshake_key_fits(""));
    assert_false(handshake_key_fits("dGhlIHNhbXBsZSBub25jZQ="));
    assert_false(handshake_key_fits("dGhlIHNhbXBsZSBub25jZQ==="));
    assert_false(handshake_key_fits("dGhlIHNhbXBsZSBub25j*Q=="));
    assert_false(handshake_key_fits("dGhlIHNhbXBsZSBub25jZQab"));
}

static void test_origin(void **unused) {
    (void)unused;
    assert_true(handshake_origin_fits(NULL, "host", ""));
    assert_true(handshake_origin_fits(NULL, NULL, ""));
    assert_true(handshake_origin_fits("http://host:8080", "host:8080", ""));
    assert_true(handshake_origin_fits("https://HOST", "host", ""));
    assert_true(handshake_origin_fits("https://games.example", "host", "https://games.example"));
    assert_false(handshake_origin_fits("https://games.example", "host", ""));
    assert_false(handshake_origin_fits("http://host:8081", "host:8080", ""));
    assert_false(handshake_origin_fits("http://host.evil", "host", ""));
    assert_false(handshake_origin_fits("null", "null", ""));
    assert_false(handshake_origin_fits("", "", ""));
    assert_false(handshake_origin_fits("http://", "", ""));
    assert_false(handshake_origin_fits("http://host", NULL, ""));
}

static void test_lists(void **unused) {
    (void)unused;
    assert_true(handshake_lists("Upgrade", "upgrade"));
    assert_true(handshake_lists("keep-alive, Upgrade", "upgrade"));
    assert_true(handshake_lists(" a ,UPGRADE", "upgrade"));
    assert_false(handshake_lists("upgrades", "upgrade"));
    assert_false(handshake_lists("", "upgrade"));
    assert_false(handshake_lists(NULL, "upgrade"));
}

static void require_coding(const char *const *accepts, size_t count,
                           enum http_headers_coding expected) {
    for (size_t i = 0; i < count; i++)
        if (http_headers_coding(accepts[i]) != expected) fail_msg("%s", accepts[i]);
}

static void test_coding(void **unused) {
    static const char *const br[] = {"br",
                                     "gzip, deflate, br",
                                     "gzip, BR;q=1.0",
                                     "*",
                                     "br;q=0.001",
                                     "identity, *;q=0.1",
                                     "gzip; q=0.000, *",
                                     "gzip;q=0.5, br ; q=0.6",
                                     "gzip;q=0.5, *;q=0.5"};
    static const char *const gzip[] = {"gzip",           "x-gzip",     "gzip, deflate",
                                       "br;q=0.9, gzip", "br;q=0, *",  "br;q=zero, GZIP;q=0.5",
                                       "gzip;q=0.001",   "gzip ; q=1", "br;q=0.899, gzip;q=0.9"};
    static const char *const plain[] = {
        "",      "identity",           "gzip;q=0",        "gzip; q=0.000, br;q=0, *",
        "*;q=0", "gzipped, brotli, b", "deflate,;,,;q=0", "br;q=0.0001"};
    (void)unused;
    require_coding(br, sizeof br / sizeof *br, HTTP_HEADERS_BR);
    require_coding(gzip, sizeof gzip / sizeof *gzip, HTTP_HEADERS_GZIP);
    require_coding(plain, sizeof plain / sizeof *plain, HTTP_HEADERS_PLAIN);
    assert_int_equal(http_headers_coding(NULL), HTTP_HEADERS_PLAIN);
}

static void test_match(void **unused) {
    static const char *const yes[] = {"\"abc\"",    "W/\"abc\"",         "\"x\", \"abc\"", "*",
                                      "\"abc-gz\"", "W/\"y\",W/\"abc\"", "W/\"abc-br\""};
    static const char *const no[] = {"",           "abc",      "\"abcd\"", "\"ab\"", "\"abc-gzz\"",
                                     "\"abc-gx\"", "\"x\" \"", "\"",       "W/"};
    (void)unused;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        assert_true(http_headers_match(yes[i], "abc"));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(http_headers_match(no[i], "abc"));
    assert_false(http_headers_match(NULL, "abc"));
}

static void test_forwarded(void **unused) {
    struct limits_address one, other;
    (void)unused;
    http_headers_forwarded("192.0.2.7", &one);
    http_headers_forwarded("10.0.0.1, 192.0.2.7", &other);
    assert_memory_equal(one.bytes, other.bytes, sizeof one.bytes);
    assert_false(one.local);
    http_headers_forwarded("192.0.2.8", &other);
    assert_memory_not_equal(one.bytes, other.bytes, sizeof one.bytes);
    http_headers_forwarded("2001:db8::1", &one);
    http_headers_forwarded("x,[2001:db8::1]", &other);
    assert_memory_equal(one.bytes, other.bytes, sizeof one.bytes);
    http_headers_forwarded("nonsense", &one);
    http_headers_forwarded("", &other);
    assert_memory_equal(one.bytes, other.bytes, sizeof one.bytes);
    assert_false(one.local);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha1),      cmocka_unit_test(test_accept),
        cmocka_unit_test(test_origin),    cmocka_unit_test(test_lists),
        cmocka_unit_test(test_coding),    cmocka_unit_test(test_match),
        cmocka_unit_test(test_forwarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
