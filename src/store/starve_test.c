/* SQLite with short memory: many of its allocations fail in turn, once or from then on. A game is
 * then kept whole or answered with what is wrong, and the store goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_test.h"
#include <sqlite3.h>
#include <stdatomic.h>

enum { CALLS_MAX = 100000, ALL = 20 }; /* ALL: of the first so many, each is tried */

static sqlite3_mem_methods usual;
static atomic_long calls, fail_at;
static atomic_bool for_good;

static bool fails(void) {
    long call = ++calls;
    return fail_at && (for_good ? call >= fail_at : call == fail_at);
}

static void *starve_malloc(int size) {
    return fails() ? NULL : usual.xMalloc(size);
}

static void *starve_realloc(void *old, int size) {
    return fails() ? NULL : usual.xRealloc(old, size);
}

static int set_up_all(void **unused) {
    (void)unused;
    sqlite3_mem_methods own;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual)) return -1;
    own = usual;
    own.xMalloc = starve_malloc;
    own.xRealloc = starve_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &own) ||
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

/* Keeps two games and asks for all, with what memory there is. Returns how many are kept. */
static int visit(void) {
    int kept = 0;
    struct text wrong = text_over(why, sizeof why);
    store = store_open(path, NULL, NULL, &wrong);
    if (!store) {
        assert_true(wrong.length > 0);
        return 0;
    }
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    assert_true(store_keep(store, 1, &game) && store_keep(store, 2, &game));
    assert_true(store_ask_top(store, 3, "azul", 5) && store_ask_history(store, 3, "Anna", 5));
    assert_true(store_ask_recent(store, 3, "", 5) && store_ask_record(store, 3, 1));
    assert_true(store_ask_counts(store, 3));
    for (struct store_answer *answer; (answer = store_wait(store)); store_drop(answer)) {
        if (answer->kind != STORE_KEPT) continue;
        assert_int_equal(answer->game.id == 0, answer->wrong[0] != '\0');
        kept += answer->game.id > 0;
    }
    close_store();
    return kept;
}

static void let_allocations_fail(bool from_then_on, int step) {
    for_good = from_then_on;
    long told = 0, most = CALLS_MAX;
    for (long at = 0; at < most; at += at < ALL ? 1 : step) {
        fail_at = at;
        calls = 0;
        int kept = visit();
        if (at == 0) most = calls;
        fail_at = 0;
        told += kept;
        open_store(path);
        require_counts(told, 2 * (told > 0));
        close_store();
    }
    assert_true(most > 300 && most < CALLS_MAX);
}

static void once(void **unused) {
    (void)unused;
    let_allocations_fail(false, 6);
}

static void from_then_on(void **unused) {
    (void)unused;
    let_allocations_fail(true, 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(once, set_up, clear_up),
        cmocka_unit_test_setup_teardown(from_then_on, set_up, clear_up),
    };
    return cmocka_run_group_tests_name("starve", tests, set_up_all, NULL);
}
