/* Requests of many clients: each gets its answers, in its order; nobody starves another; what is
 * cancelled or closed stops. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/clerk.h"
#include "tilewright.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HEARD_MAX = 256, LINE = 1 << 16, TRIES = 60000, CLIENTS = 24, STEPS = 1500 };

/* A client, and what it heard. */
struct asker {
    struct clerk_client *client;
    char *heard[HEARD_MAX];
    int count, numbers[HEARD_MAX]; /* the numbers of the answers among all */
    bool leaves;                   /* closes when it hears something */
};

static struct clerk *clerk;
static atomic_int woken;
static int heard_by_all;
static char state[LINE]; /* of azul */

static void wake(void *self) {
    (void)self;
    atomic_fetch_add(&woken, 1);
}

static void hear(void *self, const char *line, size_t length) {
    struct asker *asker = self;
    assert_non_null(asker->client);
    assert_true(asker->count < HEARD_MAX);
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, line, length);
    copy[length] = '\0';
    asker->numbers[asker->count] = heard_by_all++;
    asker->heard[asker->count++] = copy;
    if (!asker->leaves) return;
    clerk_close(asker->client);
    asker->client = NULL;
}

static void begin(int threads) {
    heard_by_all = 0;
    clerk = clerk_new(threads, wake, NULL);
    assert_non_null(clerk);
}

static void join_in(struct asker *asker) {
    *asker = (struct asker){.client = clerk_open(clerk, hear, asker)};
    assert_non_null(asker->client);
}

static void forget(struct asker *asker) {
    while (asker->count > 0) free(asker->heard[--asker->count]);
}

static void leave(struct asker *asker) {
    if (asker->client) clerk_close(asker->client);
    asker->client = NULL;
    forget(asker);
}

__attribute__((format(printf, 2, 3))) static void ask(struct asker *asker, const char *format,
                                                      ...) {
    static char line[2 * LINE];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    assert_true(length > 0 && length < (int)sizeof line);
    clerk_ask(asker->client, line, (size_t)length);
}

/* A request that would take hours. */
static void ask_long(struct asker *asker, int id) {
    ask(asker,
        "{\"id\":%d,\"cmd\":\"best\",\"agent\":\"mcts\",\"nodes\":100000000000,\"state\":%s}", id,
        state);
}

static void rest(void) {
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static void await(struct asker *asker, int count) {
    for (int i = 0; i < TRIES && asker->count < count; i++) {
        if (atomic_exchange(&woken, 0)) clerk_deliver(clerk);
        rest();
    }
    assert_true(asker->count >= count);
}

static void await_idle(void) {
    for (int i = 0; i < TRIES && clerk_busy(clerk); i++) rest();
    assert_int_equal(clerk_busy(clerk), 0);
}

static bool has(const char *line, const char *part) {
    return strstr(line, part);
}

static void require(const struct asker *asker, int number, const char *part) {
    if (!has(asker->heard[number], part)) fail_msg("%s has no %s", asker->heard[number], part);
}

static int count_heard(const struct asker *asker, const char *part) {
    int count = 0;
    for (int i = 0; i < asker->count; i++) count += has(asker->heard[i], part);
    return count;
}

static int set_up(void **unused) {
    (void)unused;
    struct tw_engine *engine = tw_open();
    if (!engine) return -1;
    static const char request[] = "{\"cmd\":\"new\",\"game\":\"azul\",\"seed\":\"x\"}";
    const char *answer = tw_request(engine, request, sizeof request - 1, NULL);
    const char *from = strstr(answer, "\"state\":") + 8, *to = strstr(from, ",\"rng\"");
    snprintf(state, sizeof state, "%.*s", (int)(to - from), from);
    tw_close(engine);
    return 0;
}

/* The answers are the engine's, in the order of the requests. */
static void test_answers(void **unused) {
    (void)unused;
    static const char *const requests[] = {
        "{\"id\":1,\"cmd\":\"games\"}",
        "{\"id\":\"two\",\"cmd\":\"new\",\"game\":\"falls\",\"seed\":\"y\"}",
        "{\"id\":3,\"cmd\":\"nonsense\"}",
        "{\"id\":4,\"cmd\":\"best\",\"nodes\":500,\"state\":nothing}",
        "not even JSON",
        "",
        "{\"id\":7,\"cmd\":\"cancel\"}",
        "{\"id\":8,\"cmd\":\"games\"}\r\n",
    };
    enum { COUNT = sizeof requests / sizeof *requests };
    struct asker askers[8];
    struct tw_engine *engine = tw_open();
    assert_non_null(engine);
    begin(3);
    for (int i = 0; i < 8; i++) join_in(&askers[i]);
    for (int i = 0; i < 8; i++)
        for (int n = 0; n < COUNT; n++)
            clerk_ask(askers[i].client, requests[n], strlen(requests[n]));
    for (int i = 0; i < 8; i++) await(&askers[i], COUNT);
    assert_int_equal(clerk_busy(clerk), 0);
    for (int i = 0; i < 8; i++) assert_int_equal(askers[i].count, COUNT);
    for (int i = 0; i < 8; i++)
        for (int n = 0; n < COUNT; n++)
            assert_string_equal(askers[i].heard[n],
                                tw_request(engine, requests[n], strlen(requests[n]), NULL));
    for (int i = 0; i < 8; i++) leave(&askers[i]);
    clerk_free(clerk);
    tw_close(engine);
}

/* A cancel does not wait. It hits what runs and what waits, of the same client only. */
static void test_cancels(void **unused) {
    (void)unused;
    struct asker one, two;
    begin(2);
    join_in(&one);
    join_in(&two);
    ask_long(&one, 1);
    ask_long(&one, 2);
    ask_long(&two, 1);
    ask(&one, "{\"id\":\"c\",\"cmd\":\"c\\u0061ncel\",\"target\": 2 }");
    await(&one, 1);
    assert_string_equal(one.heard[0], "{\"id\":\"c\",\"ok\":true,\"cancelled\":true}");
    ask(&one, "{\"id\":5,\"cmd\":\"cancel\",\"target\":9}");
    await(&one, 2);
    assert_string_equal(one.heard[1], "{\"id\":5,\"ok\":true,\"cancelled\":false}");
    ask(&one, "{\"cmd\":\"cancel\",\"target\":1}");
    await(&one, 5);
    assert_int_equal(one.count, 5);
    assert_int_equal(count_heard(&one, "\"id\":null,\"ok\":true,\"cancelled\":true"), 1);
    assert_int_equal(count_heard(&one, "\"id\":1,"), 1); /* its best so far, or nothing yet */
    require(&one, 4, "\"id\":2,");
    require(&one, 4, "CANCELLED");
    assert_int_equal(two.count, 0);
    assert_int_equal(clerk_busy(clerk), 1);
    ask(&one, "{\"id\":6,\"cmd\":\"cancel\",\"target\":1}"); /* it is over */
    await(&one, 6);
    require(&one, 5, "\"cancelled\":false");
    leave(&one);
    leave(&two);
    await_idle();
    clerk_free(clerk);
}

static void test_limits(void **unused) {
    (void)unused;
    struct asker asker;
    begin(1);
    join_in(&asker);
    char *line = malloc(CLERK_LINE_MAX + 1);
    assert_non_null(line);
    memset(line, ' ', CLERK_LINE_MAX + 1);
    clerk_ask(asker.client, line, CLERK_LINE_MAX + 1);
    await(&asker, 1);
    assert_string_equal(asker.heard[0],
                        "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"LIMIT\",\"message\":"
                        "\"a request must be at most 262144 bytes long\"}}");
    memcpy(line, "{\"id\":1,\"cmd\":\"games\"}", 22);
    clerk_ask(asker.client, line, CLERK_LINE_MAX);
    await(&asker, 2);
    require(&asker, 1, "\"id\":1,\"ok\":true");
    free(line);
    ask(&asker, "{\"id\":2,\"cmd\":\"best\",\"budget_ms\":10001,\"state\":%s}", state);
    ask(&asker, "{\"id\":3,\"cmd\":\"solve\",\"budget_ms\":99999999,\"state\":{}}");
    ask(&asker, "{\"id\":4,\"cmd\":\"best\",\"budget_ms\":1,\"state\":%s}", state);
    await(&asker, 5);
    require(&asker, 2, "\"code\":\"LIMIT\",\"message\":\"budget_ms must be at most 10000\"");
    require(&asker, 3, "\"id\":3,\"ok\":false,\"error\":{\"code\":\"LIMIT\"");
    require(&asker, 4, "\"id\":4,\"ok\":true");
    forget(&asker);
    ask(&asker, "{\"cmd\":\"best\",\"nodes\":100000000000,\"progress\":true,\"state\":%s}", state);
    await(&asker, 1); /* it runs */
    for (int i = 1; i <= CLERK_WAITING_MAX + 3; i++) ask_long(&asker, i);
    assert_int_equal(clerk_busy(clerk), 1 + CLERK_WAITING_MAX);
    forget(&asker);
    clerk_deliver(clerk);
    assert_int_equal(count_heard(&asker, "\"code\":\"LIMIT\""), 3);
    assert_int_equal(count_heard(&asker, "\"id\":9,\"ok\":false"), 1);
    assert_int_equal(count_heard(&asker, "\"id\":11,\"ok\":false"), 1);
    leave(&asker);
    await_idle();
    clerk_free(clerk);
}

/* Who asks much does not keep others waiting: clients take turns. */
static void test_takes_turns(void **unused) {
    (void)unused;
    struct asker greedy, modest, gate;
    begin(1);
    join_in(&gate);
    join_in(&greedy);
    join_in(&modest);
    ask_long(&gate, 0); /* keeps the thread until all have asked */
    for (int i = 0; i < CLERK_WAITING_MAX; i++)
        ask(&greedy, "{\"id\":%d,\"cmd\":\"best\",\"nodes\":2000,\"state\":%s}", i, state);
    ask(&modest, "{\"id\":0,\"cmd\":\"games\"}");
    ask(&modest, "{\"id\":1,\"cmd\":\"games\"}");
    leave(&gate);
    await(&greedy, CLERK_WAITING_MAX);
    await(&modest, 2);
    assert_int_equal(greedy.numbers[0], 0);
    assert_int_equal(modest.numbers[0], 1);
    assert_int_equal(modest.numbers[1], 3);
    leave(&greedy);
    leave(&modest);
    clerk_free(clerk);
}

static void test_progress(void **unused) {
    (void)unused;
    struct asker asker;
    begin(1);
    join_in(&asker);
    ask(&asker,
        "{\"id\":\"p\",\"cmd\":\"best\",\"agent\":\"mcts\",\"progress\":true,"
        "\"budget_ms\":1500,\"state\":%s}",
        state);
    await(&asker, 3); /* two lines of progress at least */
    require(&asker, 0, "{\"id\":\"p\",\"event\":\"progress\",\"done\":");
    while (clerk_busy(clerk)) rest();
    clerk_deliver(clerk);
    require(&asker, asker.count - 1, "\"ok\":true");
    leave(&asker);
    clerk_free(clerk);
}

/* Nothing comes after a close, also of one that closes as it hears something. */
static void test_closes(void **unused) {
    (void)unused;
    struct asker asker, other;
    begin(1);
    join_in(&asker);
    join_in(&other);
    for (int i = 0; i < 5; i++) ask(&asker, "{\"cmd\":\"games\"}");
    ask_long(&other, 1);
    for (int i = 0; i < 5; i++) ask_long(&other, 2);
    leave(&other);
    await_idle();
    asker.leaves = true;
    clerk_deliver(clerk);
    assert_int_equal(asker.count, 1);
    assert_null(asker.client);
    leave(&asker);
    clerk_free(clerk);
    begin(2); /* closed while all are at work: the end does not take long */
    struct asker askers[4];
    for (int i = 0; i < 4; i++) join_in(&askers[i]), ask_long(&askers[i], i);
    for (int i = 0; i < 4; i++) leave(&askers[i]);
    clerk_free(clerk);
}

/* Requests, cancels, closes and newcomers in any order. */
static void test_storm(void **unused) {
    (void)unused;
    static struct asker askers[CLIENTS];
    unsigned luck = 12345;
    begin(3);
    for (int i = 0; i < CLIENTS; i++) join_in(&askers[i]);
    for (int step = 0; step < STEPS; step++) {
        luck = luck * 1103515245 + 12345;
        struct asker *asker = &askers[luck / 65536 % CLIENTS];
        switch (luck / 4096 % 16) {
        case 0:
            leave(asker), join_in(asker);
            break;
        case 1:
            ask_long(asker, 1);
            break;
        case 2:
            ask(asker, "{\"cmd\":\"cancel\",\"target\":1}");
            break;
        case 3:
            ask(asker, "{\"cmd\":\"best\",\"nodes\":300,\"state\":%s}", state);
            break;
        case 4:
            ask(asker, "{\"cmd\":\"new\",\"game\":\"lines\",\"seed\":\"%d\"}", step);
            break;
        case 5:
            rest();
            break;
        default:
            ask(asker, "{\"cmd\":\"check\",\"state\":%s}", state);
        }
        if (atomic_exchange(&woken, 0)) clerk_deliver(clerk);
        if (asker->count > HEARD_MAX / 2) forget(asker);
    }
    for (int i = 0; i < CLIENTS; i++) { /* whoever is left can still ask */
        leave(&askers[i]);
        join_in(&askers[i]);
        ask(&askers[i], "{\"id\":%d,\"cmd\":\"games\"}", i);
    }
    for (int i = 0; i < CLIENTS; i++) {
        await(&askers[i], 1);
        require(&askers[i], 0, "\"ok\":true");
        leave(&askers[i]);
    }
    await_idle();
    clerk_free(clerk);
}

/* Requests that wait may not fill the memory; what they cost is known. */
static void test_bytes(void **unused) {
    static char large[CLERK_LINE_MAX];
    struct asker asker;
    (void)unused;
    begin(1);
    join_in(&asker);
    memset(large, ' ', sizeof large);
    assert_true(clerk_worked(asker.client) == 0);
    ask_long(&asker, 1);
    for (int i = 0; i < 4; i++) clerk_ask(asker.client, large, sizeof large);
    clerk_deliver(clerk);
    assert_true(count_heard(&asker, "\"code\":\"LIMIT\"") >= 1);
    assert_true(clerk_busy(clerk) <= 3);
    ask(&asker, "{\"id\":9,\"cmd\":\"cancel\",\"target\":1}");
    await_idle();
    assert_true(clerk_worked(asker.client) > 0);
    assert_true(clerk_worked(asker.client) == 0);
    leave(&asker);
    clerk_free(clerk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),  cmocka_unit_test(test_cancels),
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_takes_turns),
        cmocka_unit_test(test_progress), cmocka_unit_test(test_closes),
        cmocka_unit_test(test_storm),    cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
