/* Engines share nothing: several threads, each with its own, answer the same requests all at once
 * and to the byte as one thread alone does. Any thread may cancel what an engine works on.
 * ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "tests/support/often.h"
#include "tilewright.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 500, EACH = 6, REQUESTS_MAX = GAMES_MAX * EACH, THREADS = 4, LINE = 1 << 16 };

static char *requests[REQUESTS_MAX], *answers[REQUESTS_MAX];
static size_t count;
static pthread_barrier_t begin;

static int count_games(void) {
    return often(150, GAMES_MAX);
}

static char *copy(const char *text, size_t length) {
    char *made = malloc(length + 1);
    assert_non_null(made);
    memcpy(made, text, length);
    made[length] = '\0';
    return made;
}

/* Asks, and keeps the request with its answer. */
__attribute__((format(printf, 2, 3))) static const char *ask(struct tw_engine *engine,
                                                             const char *format, ...) {
    char line[LINE];
    size_t length;
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    assert_true(wrote > 0 && wrote < LINE && count < REQUESTS_MAX);
    const char *answer = tw_request(engine, line, (size_t)wrote, &length);
    requests[count] = copy(line, (size_t)wrote);
    answers[count] = copy(answer, length);
    return answers[count++];
}

static char *field(const char *answer, const char *name) {
    struct json_token tokens[LINE / 2];
    struct json_doc doc;
    size_t length;
    assert_null(json_parse(&doc, answer, strlen(answer), tokens, LINE / 2));
    const char *raw = json_raw(json_get(json_root(&doc), name), &length);
    return copy(raw, length);
}

static void play(struct tw_engine *engine, int game) {
    const char *fresh = ask(engine,
                            "{\"id\":%d,\"cmd\":\"new\",\"game\":\"slide\",\"seed\":\"%d\","
                            "\"params\":{\"rows\":%d,\"cols\":%d,\"difficulty\":%d}}",
                            game, game, 2 + game % 5, 2 + game % 7, game % 3 * 10);
    char *state = field(fresh, "state"), *events = field(fresh, "events"),
         *params = field(fresh, "params");
    ask(engine, "{\"cmd\":\"check\",\"state\":%s}", state);
    ask(engine, "{\"cmd\":\"legal\",\"state\":%s}", state);
    ask(engine, "{\"cmd\":\"apply\",\"state\":%s,\"action\":{\"click\":[%d,1]}}", state, game % 2);
    ask(engine, "{\"cmd\":\"render\",\"state\":%s,\"color\":true}", state);
    ask(engine, "{\"cmd\":\"replay\",\"record\":{\"game\":\"slide\",\"params\":%s,\"events\":%s}}",
        params, events);
    free(state);
    free(events);
    free(params);
}

/* Counts the answers that differ from the single thread's; each thread begins elsewhere in the
 * list. */
static void *answer_all(void *first) {
    struct tw_engine *engine = tw_open();
    size_t different = 0, length;
    pthread_barrier_wait(&begin);
    for (size_t i = 0; engine && i < count; i++) {
        size_t at = (*(size_t *)first + i) % count;
        const char *answer = tw_request(engine, requests[at], strlen(requests[at]), &length);
        different += length != strlen(answers[at]) || memcmp(answer, answers[at], length) != 0;
    }
    *(size_t *)first = engine ? different : count;
    tw_close(engine);
    return NULL;
}

static void test_threads(void **unused) {
    (void)unused;
    pthread_t threads[THREADS];
    size_t results[THREADS];
    assert_int_equal(count, count_games() * EACH);
    pthread_barrier_init(&begin, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        results[i] = i * count / THREADS;
        assert_int_equal(pthread_create(&threads[i], NULL, answer_all, &results[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) assert_int_equal(results[i], 0);
    pthread_barrier_destroy(&begin);
}

/* A board whose shortest solution is not found within a day. */
#define ENDLESS                                                                                    \
    "{\"id\":[7],\"cmd\":\"solve\",\"budget_ms\":86400000,\"progress\":true,\"state\":"            \
    "{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":5,\"cols\":5,\"tiles\":[0,24,"      \
    "23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1]}}"

/* An engine that works in another thread. */
struct work {
    struct tw_engine *engine;
    char *answer;
    atomic_bool runs, ended;
    atomic_int watched;
};

static void hear(void *self, const char *line, size_t length) {
    (void)line, (void)length;
    atomic_store(&((struct work *)self)->runs, true);
}

static void *solve(void *self) {
    struct work *work = self;
    size_t length;
    const char *answer = tw_request(work->engine, ENDLESS, strlen(ENDLESS), &length);
    work->answer = copy(answer, length);
    return NULL;
}

static void expect_stopped(const char *answer) {
    assert_memory_equal(answer, "{\"id\":[7],\"ok\":", 15);
    assert_true(strstr(answer, "\"moves\":[\"") || strstr(answer, "\"code\":\"CANCELLED\""));
}

/* Stops an endless request by its id, and by no id at all; and only that one. */
static void test_cancel(void **unused) {
    (void)unused;
    static const char *const ids[] = {" [ 7 ] ", NULL};
    struct work work = {.engine = tw_open()};
    assert_non_null(work.engine);
    tw_listen(work.engine, hear, &work);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        atomic_store(&work.runs, false);
        assert_int_equal(tw_cancel(work.engine, NULL, 0), 0);
        assert_int_equal(pthread_create(&thread, NULL, solve, &work), 0);
        while (!atomic_load(&work.runs)) sched_yield();
        assert_int_equal(tw_cancel(work.engine, "7", 1), 0);
        assert_int_equal(tw_cancel(work.engine, ids[i], ids[i] ? strlen(ids[i]) : 0), 1);
        pthread_join(thread, NULL);
        expect_stopped(work.answer);
        free(work.answer);
        assert_int_equal(tw_cancel(work.engine, "[7]", 3), 0);
    }
    tw_close(work.engine);
}

static int watch(void *self) {
    struct work *work = self;
    return atomic_fetch_add(&work->watched, 1) < 3;
}

/* The other way, from within: a function that is asked says stop. */
static void test_watch(void **unused) {
    (void)unused;
    struct work work = {.engine = tw_open()};
    assert_non_null(work.engine);
    tw_watch(work.engine, watch, &work);
    solve(&work);
    expect_stopped(work.answer);
    assert_true(atomic_load(&work.watched) > 3);
    free(work.answer);
    tw_close(work.engine);
}

static void *cancel_always(void *self) {
    struct work *work = self;
    while (!atomic_load(&work->ended)) tw_cancel(work->engine, NULL, 0);
    return NULL;
}

/* A request that is done before it could be stopped has its usual answer. */
static void test_cancel_short(void **unused) {
    (void)unused;
    struct work work = {.engine = tw_open()};
    pthread_t thread;
    size_t length;
    assert_non_null(work.engine);
    assert_int_equal(pthread_create(&thread, NULL, cancel_always, &work), 0);
    for (size_t i = 0; i < count / 4; i++)
        assert_string_equal(tw_request(work.engine, requests[i], strlen(requests[i]), &length),
                            answers[i]);
    atomic_store(&work.ended, true);
    pthread_join(thread, NULL);
    tw_close(work.engine);
}

static int ask_alone(void **unused) {
    (void)unused;
    setenv("XDG_CACHE_HOME", "/nonexistent", 1); /* no tables of this machine */
    struct tw_engine *engine = tw_open();
    for (int game = 0; game < count_games(); game++) play(engine, game);
    tw_close(engine);
    return 0;
}

static int forget(void **unused) {
    (void)unused;
    for (size_t i = 0; i < count; i++) {
        free(requests[i]);
        free(answers[i]);
    }
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_watch),
        cmocka_unit_test(test_cancel_short),
    };
    return cmocka_run_group_tests_name("engine threads", tests, ask_alone, forget);
}
