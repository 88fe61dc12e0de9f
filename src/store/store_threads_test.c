/* One store asked from several threads, two stores on one file, and closing at any moment.
 * ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_test.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, GAMES = 40 };

static atomic_int woken;

static void wake(void *self) {
    atomic_fetch_add((atomic_int *)self, 1);
}

static void *keep_many(void *self) {
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    for (uint64_t i = 0; i < GAMES; i++) {
        if (!store_keep(self, i, &game)) return "a game is refused";
        if (!store_ask_top(self, i, "azul", 5)) return "a question is refused";
    }
    return NULL;
}

static void open_awake(void) {
    struct text wrong = text_over(why, sizeof why);
    store = store_open(path, wake, &woken, &wrong);
    if (!store) fail_msg("%s", why);
}

static void start(pthread_t threads[THREADS], struct store *const stores[THREADS]) {
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, keep_many, stores[i]), 0);
}

static void join(pthread_t threads[THREADS]) {
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        if (wrong) fail_msg("%s", (const char *)wrong);
    }
}

static int take_all(struct store *from) {
    int kept = 0;
    for (struct store_answer *answer; (answer = store_wait(from));) {
        if (answer->wrong[0]) fail_msg("%s", answer->wrong);
        kept += answer->kind == STORE_KEPT && answer->game.id > 0;
        store_drop(answer);
    }
    return kept;
}

static void many_ask_one_store(void **unused) {
    (void)unused;
    pthread_t threads[THREADS];
    woken = 0;
    open_awake();
    start(threads, (struct store *[]){store, store, store});
    join(threads);
    assert_int_equal(take_all(store), THREADS * GAMES);
    assert_true(woken > 0);
    require_counts(THREADS * GAMES, 2);
}

/* They begin at once, so that they also make the file together. */
static void *open_and_keep(void *self) {
    char wrong_words[256];
    struct text wrong = text_over(wrong_words, sizeof wrong_words);
    struct store *own = store_open(path, NULL, NULL, &wrong);
    if (!own) return "the store is not opened";
    const char *fault = keep_many(own);
    int kept = take_all(own);
    store_close(own);
    (void)self;
    return fault ? (void *)(uintptr_t)fault : kept == GAMES ? NULL : "a game is not kept";
}

static void many_stores_make_one_file(void **unused) {
    (void)unused;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_keep, NULL), 0);
    join(threads);
    open_store(path);
    require_counts(THREADS * GAMES, 2);
    struct store_answer *answer = answer_of(store_ask_top(store, 0, "azul", 1));
    assert_int_equal(answer->ratings[0].games, THREADS * GAMES);
    store_drop(answer);
}

static void closing_in_the_middle(void **unused) {
    (void)unused;
    for (int i = 0; i < 20; i++) {
        open_awake();
        assert_null(keep_many(store));
        for (int k = 0; k < i; k++) store_drop(store_take(store));
        close_store();
    }
    open_store(path);
    require_counts(20 * GAMES, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(many_ask_one_store, set_up, clear_up),
        cmocka_unit_test_setup_teardown(many_stores_make_one_file, set_up, clear_up),
        cmocka_unit_test_setup_teardown(closing_in_the_middle, set_up, clear_up),
    };
    return cmocka_run_group_tests_name("store threads", tests, NULL, NULL);
}
