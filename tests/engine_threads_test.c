/* Engines share nothing: several threads, each with its own, answer the same requests all at once
 * and to the byte as one thread alone does. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "tilewright.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 500, EACH = 6, REQUESTS = GAMES * EACH, THREADS = 4, LINE = 1 << 16 };

static char *requests[REQUESTS], *answers[REQUESTS];
static size_t count;
static pthread_barrier_t begin;

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
    assert_true(wrote > 0 && wrote < LINE && count < REQUESTS);
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
    for (size_t i = 0; engine && i < REQUESTS; i++) {
        size_t at = (*(size_t *)first + i) % REQUESTS;
        const char *answer = tw_request(engine, requests[at], strlen(requests[at]), &length);
        different += length != strlen(answers[at]) || memcmp(answer, answers[at], length) != 0;
    }
    *(size_t *)first = engine ? different : REQUESTS;
    tw_close(engine);
    return NULL;
}

static void test_threads(void **unused) {
    (void)unused;
    pthread_t threads[THREADS];
    size_t results[THREADS];
    assert_int_equal(count, REQUESTS);
    pthread_barrier_init(&begin, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        results[i] = i * REQUESTS / THREADS;
        assert_int_equal(pthread_create(&threads[i], NULL, answer_all, &results[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) assert_int_equal(results[i], 0);
    pthread_barrier_destroy(&begin);
}

static int ask_alone(void **unused) {
    (void)unused;
    struct tw_engine *engine = tw_open();
    for (int game = 0; game < GAMES; game++) play(engine, game);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests_name("engine threads", tests, ask_alone, forget);
}
