/* The log: what comes from outside is harmless, and cannot fill the disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/log.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int before;
static FILE *file;

static int set_up(void **unused) {
    (void)unused;
    file = tmpfile();
    before = dup(STDERR_FILENO);
    log_set_level(LOG_INFO);
    return !file || before < 0 || dup2(fileno(file), STDERR_FILENO) < 0;
}

static int tear_down(void **unused) {
    (void)unused;
    dup2(before, STDERR_FILENO);
    close(before);
    fclose(file);
    return 0;
}

/* Returns how many lines have a word; of the last of them, `last`. */
static int count(const char *word, char last[256]) {
    char line[256];
    int found = 0;
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        if (!strstr(line, word)) continue;
        found++;
        strcpy(last, line);
    }
    fseek(file, 0, SEEK_END);
    return found;
}

static void test_line(void **unused) {
    char last[256];
    (void)unused;
    log_line(LOG_DEBUG, "telnet", "not now");
    log_line(LOG_INFO, "telnet", "%s came", "a\033[2Jb\nc\xE2\x80\xAE");
    assert_int_equal(count("", last), 1);
    assert_non_null(strstr(last, "Z info telnet: a\\u001b[2Jb\\u000ac\\u202e came\n"));
}

static void test_flood(void **unused) {
    const struct timespec pause = {.tv_nsec = 100000000};
    char last[256];
    (void)unused;
    for (int i = 0; i < 10 * LOG_LINES_MOST; i++) log_line(LOG_INFO, "telnet", "flood");
    assert_in_range(count("flood", last), LOG_LINES_MOST / 2, 9 * LOG_LINES_MOST);
    log_line(LOG_ERROR, "store", "it matters");
    assert_int_equal(count("it matters", last), 1);
    for (int i = 0; i < 100 && !count("too much happened", last); i++) {
        nanosleep(&pause, NULL);
        log_line(LOG_INFO, "telnet", "later");
    }
    assert_int_equal(count("too much happened", last), 1);
    assert_non_null(strstr(last, " lines were left out\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_flood, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
