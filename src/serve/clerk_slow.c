/* A request that would take hours is stopped after CLERK_SECONDS_MAX, as by `cancel`, and answered
 * with its best so far. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/clerk.h"
#include <string.h>
#include <time.h>

enum { TRIES = 6 * CLERK_SECONDS_MAX }; /* seconds */

static bool answered;

static void wake(void *self) {
    (void)self;
}

static void hear(void *self, const char *line, size_t length) {
    char answer[1024] = {0};
    (void)self;
    memcpy(answer, line, length < sizeof answer ? length : sizeof answer - 1);
    answered = true;
    if (!strstr(answer, "\"id\":1,\"ok\":true")) fail_msg("%s", answer);
}

static void test_stops(void **unused) {
    (void)unused;
    static const char request[] =
        "{\"id\":1,\"cmd\":\"best\",\"agent\":\"mcts\",\"nodes\":100000000000,\"state\":"
        "{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":3,\"cols\":3,"
        "\"tiles\":[8,6,7,2,5,4,3,0,1]}}";
    const struct timespec pause = {.tv_sec = 1};
    struct clerk *clerk = clerk_new(1, wake, NULL);
    assert_non_null(clerk);
    struct clerk_client *client = clerk_open(clerk, hear, NULL);
    assert_non_null(client);
    clerk_ask(client, request, sizeof request - 1);
    for (int i = 0; i < TRIES && !answered; i++) {
        nanosleep(&pause, NULL);
        clerk_deliver(clerk);
    }
    assert_true(answered);
    clerk_close(client);
    clerk_free(clerk);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
