/* The file of the store: private, shared, not ours, newer, damaged, locked, full, taken away. What
 * goes wrong is told, nothing else is touched, and the store goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_test.h"
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void require_mode(const char *name, mode_t mode) {
    struct stat status;
    assert_int_equal(stat(name, &status), 0);
    if ((status.st_mode & 0777) != mode) fail_msg("%s has mode %o", name, status.st_mode);
}

/* Nobody else can read names and results, whatever the umask. */
static void the_files_are_private(void **unused) {
    (void)unused;
    char name[PATH_BYTES + 8];
    mode_t before = umask(0);
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    umask(before);
    require_mode(path, 0600);
    snprintf(name, sizeof name, "%s-wal", path);
    require_mode(name, 0600);
    snprintf(name, sizeof name, "%s/data", root);
    require_mode(name, 0700);
}

static void two_stores_share_a_file(void **unused) {
    (void)unused;
    open_store(path);
    struct store *first = store, *second = open_it(path);
    assert_non_null(second);
    for (int i = 0; i < 40; i++) {
        store = i % 2 ? first : second;
        play("azul", "Anna 1 1,Ben 2 0");
    }
    struct store_answer *answer = answer_of(store_ask_top(store, 0, "azul", 1));
    assert_int_equal(answer->ratings[0].games, 40);
    store_drop(answer);
    store_close(second);
    store = first;
    play("azul", "Anna 1 1,Ben 2 0");
    require_counts(41, 2);
}

static void reading_changes_nothing(void **unused) {
    (void)unused;
    struct text wrong = text_over(why, sizeof why);
    assert_null(store_open_to_read(path, &wrong));
    assert_non_null(strstr(why, "No such file"));
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    struct store *server = store;
    wrong = text_over(why, sizeof why);
    store = store_open_to_read(path, &wrong);
    assert_non_null(store);
    require_counts(1, 2);
    struct store *reader = store;
    store = server;
    play("azul", "Anna 1 1,Ben 2 0");
    store = reader;
    require_counts(2, 2);
    store_close(server);
    require_counts(2, 2);
    close_store();
    store = store_open_to_read(path, &wrong);
    assert_non_null(store);
    require_counts(2, 2);
}

static void write_file(const char *name, const void *bytes, size_t length) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static size_t read_file(const char *name, char *bytes, size_t capacity) {
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    size_t length = fread(bytes, 1, capacity, file);
    fclose(file);
    return length;
}

static void run_sql(const char *name, const char *words) {
    sqlite3 *database;
    char *wrong = NULL;
    assert_int_equal(sqlite3_open(name, &database), SQLITE_OK);
    if (sqlite3_exec(database, words, NULL, NULL, &wrong)) fail_msg("%s", wrong);
    sqlite3_close(database);
}

/* Refuses a file, which stays as it is. */
static void require_untouched(const char *name, const char *words) {
    static char before[1 << 16], after[1 << 16];
    char journal[PATH_BYTES + 8];
    size_t length = read_file(name, before, sizeof before);
    require_refused(name, words);
    assert_int_equal(read_file(name, after, sizeof after), length);
    assert_memory_equal(before, after, length);
    snprintf(journal, sizeof journal, "%s-wal", name);
    assert_int_not_equal(access(journal, F_OK), 0);
}

static void what_is_not_ours_is_not_touched(void **unused) {
    (void)unused;
    char name[PATH_BYTES];
    snprintf(name, sizeof name, "%s/a b%%20?c#d", root);
    write_file(name, "my diary", 8);
    require_untouched(name, "not a database of Tilewright");
    unlink(name);
    run_sql(name, "CREATE TABLE diary (day TEXT)");
    require_untouched(name, "not a database of Tilewright");
    run_sql(name, "PRAGMA user_version = 1; PRAGMA journal_mode = WAL");
    require_untouched(name, "not a database of Tilewright");
    unlink(name);
    write_file(name, "", 0); /* as mktemp makes it */
    open_store(name);
    play("azul", "Anna 1 1,Ben 2 0");
    close_store();
    require_refused(root, "must be a file");
    require_refused("/dev/null", "must be a file");
    require_refused("/dev/null/x/y", "folder cannot be made");
    require_refused("", "cannot be made");
    snprintf(name, sizeof name, "%s/pipe", root);
    assert_int_equal(mkfifo(name, 0600), 0);
    require_refused(name, "must be a file");
    char long_name[5000] = "/tmp/";
    memset(long_name + 5, 'x', sizeof long_name - 6);
    require_refused(long_name, "too long");
}

static void a_newer_version_is_refused(void **unused) {
    (void)unused;
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    close_store();
    run_sql(path, "PRAGMA user_version = 99");
    require_untouched(path, "a newer Tilewright wrote it: its version is 99");
    struct text wrong = text_over(why, sizeof why);
    assert_null(store_open_to_read(path, &wrong));
    run_sql(path, "PRAGMA user_version = 0");
    require_refused(path, "not a database of Tilewright");
}

/* Damage is told, and never kills. */
static void damage_is_told(void **unused) {
    (void)unused;
    static char bytes[1 << 20];
    open_store(path);
    for (int i = 0; i < 200; i++) play("azul", "Anna 1 1,Ben 2 0");
    close_store();
    size_t length = read_file(path, bytes, sizeof bytes);
    int told = 0;
    for (size_t at = 100; at < length; at += 4096) {
        static char damaged[1 << 20];
        memcpy(damaged, bytes, length);
        for (size_t i = at; i < at + 2000 && i < length; i++) damaged[i] = (char)(0xA5 ^ i);
        write_file(path, damaged, length);
        store = open_it(path);
        if (!store) {
            told++;
            continue;
        }
        struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
        assert_true(store_keep(store, 0, &game) && store_ask_record(store, 0, 7) &&
                    store_ask_top(store, 0, "azul", 5) && store_ask_recent(store, 0, NULL, 50));
        for (struct store_answer *answer; (answer = store_wait(store));) {
            told += answer->wrong[0] != '\0';
            store_drop(answer);
        }
        close_store();
    }
    assert_true(told > 5);
    write_file(path, bytes, 1000);
    require_refused(path, "");
}

static void require_not_kept(const char *words) {
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    assert_true(store_keep(store, 3, &game));
    struct store_answer *answer = store_wait(store);
    assert_int_equal(answer->game.id, 0);
    if (!strstr(answer->wrong, words)) fail_msg("'%s' does not say '%s'", answer->wrong, words);
    store_drop(answer);
}

static void another_program_locks(void **unused) {
    (void)unused;
    sqlite3 *other;
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    require_counts(1, 2);
    require_not_kept("another program has locked the database");
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    play("azul", "Anna 1 1,Ben 2 0");
    require_counts(2, 2);
    sqlite3_close(other);
}

/* A limit on the size of files is a full disk, as far as a program can tell. */
static void a_full_disk(void **unused) {
    (void)unused;
    enum { LARGE = 2 << 20 };
    struct rlimit before, small;
    uint8_t *large = calloc(1, LARGE);
    assert_non_null(large);
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){LARGE / 2, before.rlim_max};
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0"), big = game;
    big.journals[0].bytes = large;
    big.journals[0].length = LARGE;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int kept = 1;
    for (int i = 0; i < 20; i++) assert_true(store_keep(store, 0, i % 4 == 1 ? &big : &game));
    for (int i = 0; i < 20; i++) {
        struct store_answer *answer = store_wait(store);
        if ((answer->wrong[0] != '\0') != (i % 4 == 1)) fail_msg("game %d: %s", i, answer->wrong);
        kept += !answer->wrong[0];
        store_drop(answer);
    }
    require_counts(kept, 2);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    keep(&big);
    require_counts(kept + 1, 2);
    close_store();
    open_store(path);
    require_counts(kept + 1, 2);
    free(large);
}

/* A file that is taken away is made again: what is told as kept is where it was asked to be. */
static void a_file_that_is_gone(void **unused) {
    (void)unused;
    char other[PATH_BYTES + 8];
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    snprintf(other, sizeof other, "%s.old", path);
    assert_int_equal(rename(path, other), 0);
    play("azul", "Cleo 1 1,Ben 2 0");
    require_counts(1, 2);
    close_store();
    open_store(path);
    require_counts(1, 2);
    close_store();
    open_store(other);
    require_counts(1, 2);
}

/* A file that becomes another's is refused while the server runs, until it is mended. */
static void a_file_that_is_spoilt(void **unused) {
    (void)unused;
    char other[PATH_BYTES + 8];
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    snprintf(other, sizeof other, "%s.old", path);
    assert_int_equal(rename(path, other), 0);
    write_file(path, "my diary", 8);
    require_not_kept("cannot be opened: it is not a database of Tilewright");
    require_not_kept("cannot be opened");
    unlink(path);
    play("azul", "Anna 1 1,Ben 2 0");
    require_counts(1, 2);
}

/* A file that is damaged while it is open, and put right again: the store finds its way back. */
static void a_file_that_is_mended(void **unused) {
    (void)unused;
    static char good[1 << 20], bad[1 << 20];
    open_store(path);
    for (int i = 0; i < 50; i++) play("azul", "Anna 1 1,Ben 2 0");
    close_store();
    size_t length = read_file(path, good, sizeof good);
    memset(bad, 0xA5, length);
    for (int round = 0; round < 3; round++) {
        write_file(path, good, length);
        open_store(path);
        write_file(path, bad, length);
        require_not_kept("");
        require_not_kept("");
        write_file(path, good, length);
        play("azul", "Anna 1 1,Ben 2 0");
        require_counts(51, 2);
        close_store();
    }
}

/* As a user who may not write: the folder, then the file. Root may always, so it is nobody. */
static void no_right_to_write(void **unused) {
    (void)unused;
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%s/data", root);
    open_store(path);
    play("azul", "Anna 1 1,Ben 2 0");
    close_store();
    assert_int_equal(chmod(root, 0755) | chmod(folder, 0555) | chmod(path, 0444), 0);
    pid_t child = fork();
    if (child == 0) {
        struct text wrong = text_over(why, sizeof why);
        char fresh[PATH_BYTES + 8];
        if (geteuid() == 0 && setuid(65534) < 0) _exit(9);
        if (open_it(path) || !strstr(why, "may not be written")) _exit(1);
        snprintf(fresh, sizeof fresh, "%s/x/y.db", folder);
        if (open_it(fresh) || !strstr(why, "folder cannot be made: Permission denied")) _exit(2);
        snprintf(fresh, sizeof fresh, "%s/y.db", folder);
        if (open_it(fresh) || !strstr(why, "cannot be made: Permission denied")) _exit(3);
        store = store_open_to_read(path, &wrong);
        if (!store || !store_ask_counts(store, 0)) _exit(4);
        struct store_answer *answer = store_wait(store);
        int status = answer->wrong[0] || answer->counts[0] != 1 ? 5 : 0;
        store_drop(answer);
        close_store();
        _exit(status);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(status, 0);
}

static void standard_paths(void **unused) {
    (void)unused;
    char found[PATH_BYTES], small[8];
    setenv("XDG_DATA_HOME", "/data", 1);
    setenv("HOME", "/home/me", 1);
    assert_true(store_path(found, sizeof found));
    assert_string_equal(found, "/data/tilewright/tilewright.db");
    assert_false(store_path(small, sizeof small));
    setenv("XDG_DATA_HOME", "not/absolute", 1);
    assert_true(store_path(found, sizeof found));
    assert_string_equal(found, "/home/me/.local/share/tilewright/tilewright.db");
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    assert_false(store_path(found, sizeof found));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, clear_up)
    const struct CMUnitTest tests[] = {
        TEST(the_files_are_private),
        TEST(two_stores_share_a_file),
        TEST(reading_changes_nothing),
        TEST(what_is_not_ours_is_not_touched),
        TEST(a_newer_version_is_refused),
        TEST(damage_is_told),
        TEST(another_program_locks),
        TEST(a_full_disk),
        TEST(a_file_that_is_gone),
        TEST(a_file_that_is_spoilt),
        TEST(a_file_that_is_mended),
        TEST(no_right_to_write),
        TEST(standard_paths),
    };
    return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
