/* The host: what it lends, and what it says when a file is no good. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/system.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 1000 };

static struct host_system lent;
static const struct host *host = &lent.host;
static char root[64], content[SIZE], heard[512];

static void warn(void *self, const char *message) {
    assert_ptr_equal(self, &lent);
    snprintf(heard, sizeof heard, "%s", message);
}

static int set_up(void **unused) {
    (void)unused;
    snprintf(root, sizeof root, "/tmp/tilewright-test-XXXXXX");
    for (int i = 0; i < SIZE; i++) content[i] = (char)(i % 101);
    return mkdtemp(root) ? setenv("XDG_CACHE_HOME", root, 1) : -1;
}

static int clear_up(void **unused) {
    (void)unused;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

static int begin(void **unused) {
    (void)unused;
    host_system_init(&lent);
    lent.host.warn = warn;
    heard[0] = '\0';
    return 0;
}

static int end(void **unused) {
    (void)unused;
    host_system_release(&lent);
    return lent.count;
}

static void test_services(void **unused) {
    (void)unused;
    assert_true(host->threads >= 1 && host->threads <= 64);
    assert_ptr_equal(host->self, &lent);
    double first = host->seconds(host->self), then = host->seconds(host->self);
    assert_true(then >= first && then - first < 3600);
    assert_null(host->go_on); /* front ends set it, or tools ask nobody */
}

/* A file is opened once, however often it is asked for: tools may come back to it for ever. */
static void test_files(void **unused) {
    (void)unused;
    assert_null(host->load(host->self, "table", 1, SIZE));
    assert_null(host->keep(host->self, "table", 1, content, SIZE));
    const void *bytes = host->load(host->self, "table", 1, SIZE);
    assert_non_null(bytes);
    assert_memory_equal(bytes, content, SIZE);
    for (int i = 0; i < 10 * HOST_FILES_MAX; i++)
        assert_ptr_equal(host->load(host->self, "table", 1, SIZE), bytes);
    assert_int_equal(lent.count, 1);
    assert_string_equal(heard, "");
    assert_null(host->load(host->self, "table", 2, SIZE));
    assert_string_equal(heard, "ignoring the file table in the cache: it has another version");
    assert_null(host->load(host->self, "table", 1, SIZE - 1));
    assert_string_equal(heard, "ignoring the file table in the cache: it has another size");
}

/* More files than it can hold are not used, and no harm is done. */
static void test_many_files(void **unused) {
    (void)unused;
    char name[HOST_FILE_NAME_MAX + 8];
    for (int i = 0; i < HOST_FILES_MAX + 2; i++) {
        snprintf(name, sizeof name, "many-%d", i);
        assert_null(host->keep(host->self, name, 1, content, (size_t)(i + 1)));
        const void *bytes = host->load(host->self, name, 1, (size_t)(i + 1));
        assert_int_equal(bytes != NULL, i < HOST_FILES_MAX);
    }
    host_system_release(&lent);
    begin(NULL);
    memset(name, 'x', sizeof name);
    name[HOST_FILE_NAME_MAX] = '\0';
    assert_null(host->keep(host->self, name, 1, content, SIZE));
    assert_null(host->load(host->self, name, 1, SIZE));
    name[HOST_FILE_NAME_MAX - 1] = '\0';
    assert_null(host->keep(host->self, name, 1, content, SIZE));
    assert_non_null(host->load(host->self, name, 1, SIZE));
}

/* Without somebody to be warned, a bad file is just not used. */
static void test_silence(void **unused) {
    (void)unused;
    char path[128];
    snprintf(path, sizeof path, "%s/tilewright/table", root);
    assert_null(host->keep(host->self, "table", 1, content, SIZE));
    assert_int_equal(truncate(path, 100), 0);
    lent.host.warn = NULL;
    assert_null(host->load(host->self, "table", 1, SIZE));
    lent.host.warn = warn;
    assert_null(host->load(host->self, "table", 1, SIZE));
    assert_string_equal(heard, "ignoring the file table in the cache: it is incomplete");
}

static void test_no_place(void **unused) {
    (void)unused;
    char path[256], *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    const char *wrong = host->keep(host->self, "table", 1, content, SIZE);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "HOME"));
    assert_string_equal(host->can_keep(host->self, "table", SIZE), wrong);
    assert_null(host->load(host->self, "table", 1, SIZE));
    assert_string_equal(heard, "");
    if (home) setenv("HOME", home, 1);
    free(home);
    snprintf(path, sizeof path, "%s/tilewright/table", root); /* a file where a folder should be */
    setenv("XDG_CACHE_HOME", path, 1);
    wrong = host->keep(host->self, "table", 1, content, SIZE);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "table cannot be written to the cache: "));
    snprintf(path, sizeof path, "%s", wrong);
    assert_string_equal(host->can_keep(host->self, "table", SIZE), path);
    setenv("XDG_CACHE_HOME", root, 1);
}

/* It is tried whether a file can be kept; nothing is kept or lost by that. */
static void test_trying(void **unused) {
    (void)unused;
    char path[128];
    assert_null(host->can_keep(host->self, "fresh", SIZE));
    assert_null(host->load(host->self, "fresh", 1, SIZE));
    assert_null(host->keep(host->self, "table", 1, content, SIZE));
    assert_null(host->can_keep(host->self, "table", SIZE));
    assert_non_null(host->load(host->self, "table", 1, SIZE));
    const char *wrong = host->can_keep(host->self, "huge", (size_t)1 << 60);
    assert_non_null(wrong);
    assert_memory_equal(wrong, "huge cannot be written to the cache: ", 37);
    snprintf(path, sizeof path, "%s/tilewright", root);
    DIR *files = opendir(path);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(files));)
        count += strstr(entry->d_name, "new") || entry->d_name[0] == 'h' || entry->d_name[0] == 'f';
    closedir(files);
    assert_int_equal(count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_services, begin, end),
        cmocka_unit_test_setup_teardown(test_files, begin, end),
        cmocka_unit_test_setup_teardown(test_many_files, begin, end),
        cmocka_unit_test_setup_teardown(test_silence, begin, end),
        cmocka_unit_test_setup_teardown(test_no_place, begin, end),
        cmocka_unit_test_setup_teardown(test_trying, begin, end),
    };
    return cmocka_run_group_tests_name("host", tests, set_up, clear_up);
}
