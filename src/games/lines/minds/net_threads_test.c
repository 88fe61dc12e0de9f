/* Threads share a net, each with its own scratch, and get the same answers as one. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/lines/minds/net.h"
#include "games/lines/minds/net_random_test.h"

enum { THREADS = 4, BOARDS = 3 };

static struct lines_net *net;
static struct lines_net_view views[BOARDS];
static struct lines_net_worth expected[BOARDS];
static struct lines_net_moves moves[BOARDS];

/* Returns whether a thread got what was expected. */
static void *ask(void *unused) {
    static _Thread_local struct lines_net_moves own;
    void *scratch = malloc(lines_net_scratch(net));
    bool same = scratch;
    (void)unused;
    for (int i = 0; same && i < 2 * BOARDS; i++) {
        const struct lines_net_worth *worth = &expected[i % BOARDS];
        struct lines_net_worth got = lines_net_value(net, &views[i % BOARDS], scratch);
        lines_net_policy(net, &views[i % BOARDS], scratch, &own);
        same = got.points == worth->points && got.death == worth->death &&
               memcmp(&own, &moves[i % BOARDS], sizeof own) == 0;
    }
    free(scratch);
    return same ? &net : NULL;
}

static void expect(struct rng *rng) {
    void *scratch = malloc(lines_net_scratch(net));
    assert_non_null(scratch);
    for (int i = 0; i < BOARDS; i++) {
        uint8_t *at = &views[i].at[0][0][0];
        for (size_t k = 0; k < sizeof views[i]; k++) at[k] = (uint8_t)(rng_next(rng) & 127);
        expected[i] = lines_net_value(net, &views[i], scratch);
        lines_net_policy(net, &views[i], scratch, &moves[i]);
    }
    free(scratch);
}

static void threads_share_a_net(void **unused) {
    static struct random_net random;
    char reason[NET_FILE_REASON_MAX] = "";
    pthread_t threads[THREADS];
    size_t size;
    (void)unused;
    random_net_init(&random, 64, 1, 32, false, 5);
    uint8_t *file = random_net_file(&random, &size);
    net = lines_net_new(file, size, false, NULL, reason);
    free(file);
    assert_string_equal(reason, "");
    expect(&random.rng);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        void *same = NULL;
        assert_int_equal(pthread_join(threads[i], &same), 0);
        assert_non_null(same);
    }
    lines_net_free(net);
    random_net_release(&random);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_a_net)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
