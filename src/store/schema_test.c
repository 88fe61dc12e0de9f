/* Schemas: a database of any older version is brought forward step by step; a step that fails
 * leaves it as it was; and the tables are what they were when a version was released. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "store/schema.h"
#include <stdlib.h>
#include <string.h>

static const char *const first[] = {"CREATE TABLE a (x INTEGER)", NULL};
static const char *const third[] = {"CREATE TABLE a (x INTEGER)",
                                    "ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = 'old ' || x",
                                    "CREATE TABLE b AS SELECT y AS z FROM a; DROP TABLE a", NULL};
static const char *const broken[] = {"CREATE TABLE a (x INTEGER)",
                                     "ALTER TABLE a ADD COLUMN y TEXT",
                                     "DROP TABLE a; SELECT nonsense", NULL};

static char why[256];

static sqlite3 *make(void) {
    sqlite3 *database;
    assert_int_equal(sqlite3_open(":memory:", &database), SQLITE_OK);
    return database;
}

static bool bring(sqlite3 *database, const char *const *steps, bool reads_only) {
    struct text wrong = text_over(why, sizeof why);
    bool fine = schema_bring(database, steps, reads_only, &wrong);
    assert_int_equal(fine, wrong.length == 0);
    assert_true(sqlite3_get_autocommit(database));
    return fine;
}

static void run(sqlite3 *database, const char *words) {
    char *wrong = NULL;
    if (sqlite3_exec(database, words, NULL, NULL, &wrong)) fail_msg("%s", wrong);
}

static const char *ask(sqlite3 *database, const char *words) {
    static char answer[64];
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(database, words, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    strncpy(answer, (const char *)sqlite3_column_text(statement, 0), sizeof answer - 1);
    sqlite3_finalize(statement);
    return answer;
}

static void a_new_one_goes_all_the_way(void **unused) {
    (void)unused;
    sqlite3 *database = make();
    assert_false(bring(database, third, true));
    assert_string_equal(why, "it is empty");
    assert_true(bring(database, third, false));
    assert_string_equal(ask(database, "PRAGMA user_version"), "3");
    assert_int_equal(atoll(ask(database, "PRAGMA application_id")), SCHEMA_APPLICATION);
    assert_string_equal(ask(database, "SELECT count(*) FROM b"), "0");
    assert_true(bring(database, third, false));
    assert_true(bring(database, third, true));
    sqlite3_close(database);
}

static void an_old_one_keeps_its_rows(void **unused) {
    (void)unused;
    sqlite3 *database = make();
    assert_true(bring(database, first, false));
    run(database, "INSERT INTO a VALUES (7)");
    assert_false(bring(database, third, true));
    assert_non_null(strstr(why, "an older Tilewright wrote it"));
    assert_string_equal(ask(database, "PRAGMA user_version"), "1");
    assert_true(bring(database, third, false));
    assert_string_equal(ask(database, "SELECT z FROM b"), "old 7");
    sqlite3_close(database);
}

/* The steps before the one that fails are made, and that one not at all. */
static void a_step_is_made_or_not_begun(void **unused) {
    (void)unused;
    sqlite3 *database = make();
    assert_true(bring(database, first, false));
    run(database, "INSERT INTO a VALUES (7)");
    assert_false(bring(database, broken, false));
    assert_non_null(strstr(why, "nonsense"));
    assert_string_equal(ask(database, "PRAGMA user_version"), "2");
    assert_string_equal(ask(database, "SELECT x FROM a"), "7");
    sqlite3_close(database);
}

static void a_newer_one_is_refused(void **unused) {
    (void)unused;
    sqlite3 *database = make();
    assert_true(bring(database, third, false));
    assert_false(bring(database, first, false));
    assert_string_equal(why, "a newer Tilewright wrote it: its version is 3, and this one knows "
                             "those up to 1");
    assert_false(bring(database, first, true));
    assert_string_equal(ask(database, "PRAGMA user_version"), "3");
    sqlite3_close(database);
}

static void others_are_refused(void **unused) {
    (void)unused;
    const char *const theirs[] = {"CREATE TABLE theirs (x)", "PRAGMA user_version = 1",
                                  "PRAGMA application_id = 7", NULL};
    for (int i = 0; theirs[i]; i++) {
        sqlite3 *database = make();
        run(database, theirs[i]);
        assert_false(bring(database, first, false));
        assert_string_equal(why, "it is not a database of Tilewright");
        sqlite3_close(database);
    }
}

/* A step that was released must not change: databases that made it would stay as they are. A new
 * step gets a line here, with the hash that this test tells. */
static void released_steps_stay(void **unused) {
    (void)unused;
    static const uint64_t released[] = {0x81f8625344511605};
    int count = 0;
    for (; schema_steps[count]; count++) {
        assert_true((size_t)count < sizeof released / sizeof *released);
        uint64_t hash = hash_bytes(schema_steps[count], strlen(schema_steps[count]));
        if (hash != released[count])
            fail_msg("step %d has the hash 0x%llx", count, (unsigned long long)hash);
    }
    assert_int_equal(count, sizeof released / sizeof *released);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_one_goes_all_the_way),  cmocka_unit_test(an_old_one_keeps_its_rows),
        cmocka_unit_test(a_step_is_made_or_not_begun), cmocka_unit_test(a_newer_one_is_refused),
        cmocka_unit_test(others_are_refused),          cmocka_unit_test(released_steps_stay),
    };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
