/* Limits: addresses and their networks, connections counted there and back, buckets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "serve/limits.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static struct limits_address address_of(const char *text) {
    struct limits_address address;
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};
    bool is_six = inet_pton(AF_INET6, text, &six.sin6_addr) == 1;
    if (!is_six) assert_int_equal(inet_pton(AF_INET, text, &four.sin_addr), 1);
    limits_address(is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four, &address);
    return address;
}

static bool is_same(const char *one, const char *two) {
    struct limits_address a = address_of(one), b = address_of(two);
    return memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}

static void test_addresses(void **unused) {
    (void)unused;
    assert_true(is_same("192.0.2.1", "::ffff:192.0.2.1"));
    assert_false(is_same("192.0.2.1", "192.0.2.2"));
    assert_true(is_same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"));
    assert_false(is_same("2001:db8:1:2::1", "2001:db8:1:3::1"));
    assert_true(address_of("127.0.0.1").local && address_of("127.9.9.9").local);
    assert_true(address_of("::1").local && address_of("::ffff:127.0.0.1").local);
    assert_false(address_of("192.0.2.1").local || address_of("2001:db8::1").local);
    assert_false(address_of("::2").local);
    struct sockaddr socket = {.sa_family = AF_UNIX};
    struct limits_address address;
    limits_address(&socket, &address);
    assert_true(address.local);
}

static void test_per_address(void **unused) {
    struct limits *limits = limits_new(10, 2);
    struct limits_address one = address_of("192.0.2.1"), two = address_of("192.0.2.2");
    (void)unused;
    assert_null(limits_enter(limits, &one));
    assert_null(limits_enter(limits, &one));
    assert_non_null(strstr(limits_enter(limits, &one), "too many connections from your address"));
    assert_null(limits_enter(limits, &two));
    limits_leave(limits, &one);
    assert_null(limits_enter(limits, &one));
    assert_non_null(limits_enter(limits, &one));
    limits_free(limits);
}

static void test_all(void **unused) {
    struct limits *limits = limits_new(5, 2);
    struct limits_address here = address_of("127.0.0.1"), other = address_of("192.0.2.2");
    (void)unused;
    for (int i = 0; i < 5; i++) assert_null(limits_enter(limits, &here));
    assert_non_null(strstr(limits_enter(limits, &here), "full"));
    assert_non_null(strstr(limits_enter(limits, &other), "full"));
    limits_leave(limits, &here);
    assert_null(limits_enter(limits, &other));
    limits_free(limits);
}

static void test_any_number(void **unused) {
    struct limits *limits = limits_new(1000, 0);
    struct limits_address one = address_of("192.0.2.1");
    (void)unused;
    for (int i = 0; i < 1000; i++) assert_null(limits_enter(limits, &one));
    assert_non_null(limits_enter(limits, &one));
    for (int i = 0; i < 1000; i++) limits_leave(limits, &one);
    limits_free(limits);
}

/* Many addresses come and go at random, compared with plain counts. */
static void test_twin(void **unused) {
    enum { ADDRESSES = 300, MOST = 400, EACH = 3, STEPS = 100000 };
    static int counts[ADDRESSES];
    struct limits *limits = limits_new(MOST, EACH);
    struct rng rng = rng_from_string("limits", 6);
    int all = 0;
    (void)unused;
    for (int step = 0; step < STEPS; step++) {
        int who = (int)rng_below(&rng, ADDRESSES);
        struct limits_address address = {.bytes = {0x20, 1}};
        address.bytes[6] = (unsigned char)(who >> 8);
        address.bytes[7] = (unsigned char)who;
        if (rng_below(&rng, 2) && counts[who]) {
            limits_leave(limits, &address);
            counts[who]--, all--;
        } else {
            bool fits = all < MOST && counts[who] < EACH;
            assert_int_equal(limits_enter(limits, &address) == NULL, fits);
            counts[who] += fits, all += fits;
        }
    }
    limits_free(limits);
}

static void test_bucket(void **unused) {
    struct limits_bucket bucket = {0, 0};
    (void)unused;
    assert_true(limits_take(&bucket, 10, 2, 10, 1000));
    assert_false(limits_take(&bucket, 1, 2, 10, 1000));
    assert_false(limits_take(&bucket, 1, 2, 10, 1000.25));
    assert_true(limits_take(&bucket, 1, 2, 10, 1000.5));
    assert_false(limits_take(&bucket, 1, 2, 10, 1000.5));
    assert_true(limits_take(&bucket, 10, 2, 10, 2000));
    assert_false(limits_take(&bucket, 11, 2, 10, 9000));
    assert_false(limits_take(&bucket, 11, 2, 10, 1)); /* a clock that went back gives nothing */
    assert_true(limits_take(&bucket, 10, 2, 10, 9000));
}

static void test_spend(void **unused) {
    struct limits *limits = limits_new(10, 2);
    struct limits_address one = address_of("192.0.2.1"), two = address_of("192.0.2.2");
    struct limits_address here = address_of("127.0.0.1");
    (void)unused;
    assert_true(limits_spend(limits, &one, LIMITS_SECONDS, 60, 1000));
    assert_false(limits_spend(limits, &one, LIMITS_SECONDS, 1, 1000));
    assert_true(limits_spend(limits, &one, LIMITS_REQUESTS, 1, 1000));
    assert_true(limits_spend(limits, &two, LIMITS_SECONDS, 60, 1000));
    assert_true(limits_spend(limits, &here, LIMITS_SECONDS, 6000, 1000));
    assert_true(limits_spend(limits, &one, LIMITS_SECONDS, 5, 1005));
    limits_charge(limits, &one, LIMITS_SECONDS, 10, 1005);
    assert_false(limits_spend(limits, &one, LIMITS_SECONDS, 0, 1014));
    assert_true(limits_spend(limits, &one, LIMITS_SECONDS, 0, 1015));
    limits_free(limits);
}

/* Who goes and comes again has not more for it. */
static void test_spent_stays(void **unused) {
    struct limits *limits = limits_new(10, 2);
    struct limits_address one = address_of("192.0.2.1"), other = address_of("192.0.2.2");
    (void)unused;
    assert_null(limits_enter(limits, &one));
    assert_true(limits_spend(limits, &one, LIMITS_VISITS, 300, 1000));
    limits_leave(limits, &one);
    for (int i = 0; i < 1000; i++) limits_spend(limits, &other, LIMITS_REQUESTS, 1, 1001);
    assert_null(limits_enter(limits, &one));
    assert_true(limits_spend(limits, &one, LIMITS_VISITS, 3, 1001));
    assert_false(limits_spend(limits, &one, LIMITS_VISITS, 1, 1001));
    limits_leave(limits, &one);
    limits_free(limits);
}

static void test_spend_freely(void **unused) {
    struct limits *limits = limits_new(10, 0);
    struct limits_address one = address_of("192.0.2.1");
    (void)unused;
    assert_true(limits_spend(limits, &one, LIMITS_SECONDS, 1e6, 1000));
    limits_free(limits);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),    cmocka_unit_test(test_per_address),
        cmocka_unit_test(test_all),          cmocka_unit_test(test_any_number),
        cmocka_unit_test(test_twin),         cmocka_unit_test(test_bucket),
        cmocka_unit_test(test_spend),        cmocka_unit_test(test_spent_stays),
        cmocka_unit_test(test_spend_freely),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
