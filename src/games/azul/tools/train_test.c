/* The tool `train` as a person calls it: what it refuses, that it goes on where it was, and that
 * what it prints is the weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/learn.h"
#include "games/azul/tools/tools.h"
#include "tests/support/shelf.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PRINTED_BYTES = 1 << 20 };

static struct shelf shelf;
static int calls, stop_at; /* of go_on */
static char printed[PRINTED_BYTES], complained[256];
static size_t printed_length;

static bool go_on(void *self, double done, const char *message) {
    (void)self;
    assert_true(done >= 0 && done <= 1 && *message);
    return ++calls != stop_at;
}

static void print(void *self, const char *bytes, size_t length) {
    (void)self;
    assert_true(printed_length + length < PRINTED_BYTES);
    memcpy(printed + printed_length, bytes, length);
    printed_length += length;
    printed[printed_length] = '\0';
}

static void complain(void *self, const char *message) {
    (void)self;
    snprintf(complained, sizeof complained, "%s", message);
}

/* Calls the tool with pairs of option and value, ended by NULL. */
static int train(const char *name, ...) {
    struct tool_call call = {.print = print, .complain = complain};
    va_list list;
    va_start(list, name);
    for (; name; name = va_arg(list, const char *)) {
        int i = 0;
        while (strcmp(azul_tool_train.options[i].name, name) != 0) i++;
        call.values[i] = va_arg(list, const char *);
    }
    va_end(list);
    printed[0] = complained[0] = '\0';
    printed_length = 0;
    calls = 0;
    void *self = azul_tool_train.init(&shelf.host);
    assert_non_null(self);
    int status = azul_tool_train.run(self, &call);
    azul_tool_train.release(self);
    return status;
}

static int open_shelf(void **unused) {
    (void)unused;
    shelf_init(&shelf);
    shelf.host.go_on = go_on;
    stop_at = 0;
    return 0;
}

static int close_shelf(void **unused) {
    (void)unused;
    shelf_release(&shelf);
    return 0;
}

static void test_refusals(void **unused) {
    static const char *const bad[][2] = {
        {"games", "0"},
        {"games", "many"},
        {"games", "1000000001"},
        {"games", ""},
        {"seed", "-1"},
        {"seed", "1.5"},
        {"nodes", "0"},
        {"nodes", "100001"},
        {"threads", "0"},
        {"threads", "65"},
        {"seed", "9223372036854775808"},
        {"games", "99999999999999999999999"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(train(bad[i][0], bad[i][1], NULL), TOOL_USAGE);
        assert_non_null(strstr(complained, bad[i][0]));
        assert_non_null(strstr(complained, "must be a whole number"));
    }
    assert_int_equal(train("export", "", "fresh", "", NULL), TOOL_USAGE);
    assert_int_equal(train("export", "", NULL), TOOL_FAILED);
    assert_non_null(strstr(complained, "nothing was learned"));
    assert_int_equal(shelf.count, 0);
}

/* The file kept last; the shelf finds the first one of a name. */
static const struct azul_learn_past *take_kept(void) {
    assert_true(shelf.count > 0);
    for (; shelf.count > 1; shelf.count--) {
        void *bytes = shelf.files[0].bytes;
        shelf.files[0].bytes = shelf.files[shelf.count - 1].bytes;
        shelf.files[shelf.count - 1].bytes = NULL;
        free(bytes);
    }
    return shelf.files[0].bytes;
}

static void test_goes_on(void **unused) {
    (void)unused;
    assert_int_equal(train("games", "1", "nodes", "1", "seed", "3", NULL), TOOL_FINE);
    assert_non_null(strstr(printed, "256 games, missed "));
    const struct azul_learn_past *kept = take_kept();
    assert_int_equal(kept->steps, 1);
    assert_int_equal(kept->seed, 3);
    assert_int_equal(train("games", "256", NULL), TOOL_FAILED);
    assert_non_null(strstr(complained, "more --games"));
    assert_int_equal(train("games", "257", "seed", "4", NULL), TOOL_FAILED);
    assert_non_null(strstr(complained, "--fresh"));
    assert_int_equal(shelf.count, 1);
    stop_at = 5; /* then nothing is new, and nothing is kept */
    assert_int_equal(train("games", "257", NULL), TOOL_FAILED);
    assert_int_equal(shelf.count, 1);
    stop_at = 0;
    assert_int_equal(train("games", "257", "nodes", "2", NULL), TOOL_FINE);
    kept = take_kept();
    assert_int_equal(kept->steps, 2);
    assert_int_equal(kept->seed, 3);
    assert_int_equal(kept->nodes, 2);
    assert_int_equal(train("games", "1", "nodes", "1", "fresh", "", NULL), TOOL_FINE);
    kept = take_kept();
    assert_int_equal(kept->steps, 1);
    assert_int_equal(kept->seed, 1);
}

/* Reads the next whole number and goes past it; strtol would look at all the text each time. */
static int read_number(const char **at) {
    while (**at && **at != '-' && !isdigit(**at)) ++*at;
    int sign = **at == '-' ? -1 : 1, number = 0;
    *at += sign < 0;
    assert_true(isdigit(**at));
    for (; isdigit(**at); ++*at) number = 10 * number + (**at - '0');
    return sign * number;
}

/* What is printed has the weights in their order. */
static void test_export(void **unused) {
    static struct azul_values values;
    const char *at;
    (void)unused;
    assert_int_equal(train("games", "1", "nodes", "1", NULL), TOOL_FINE);
    const struct azul_learn_past *kept = take_kept();
    azul_learn_net_round(&kept->net, &values);
    assert_int_equal(train("export", "", NULL), TOOL_FINE);
    assert_non_null(at = strstr(printed, "azul_values_learned = {"));
    const int16_t *weights = (const int16_t *)&values;
    for (size_t i = 0; i < sizeof values / sizeof *weights; i++)
        assert_int_equal(read_number(&at), weights[i]);
    assert_int_equal(strcspn(at, "-0123456789"), strlen(at));
}

static void test_damage_and_full_disks(void **unused) {
    (void)unused;
    assert_int_equal(train("games", "1", "nodes", "1", NULL), TOOL_FINE);
    ((struct azul_learn_past *)shelf.files[0].bytes)->nodes = 0;
    assert_int_equal(train("games", "300", NULL), TOOL_FAILED);
    assert_non_null(strstr(complained, "damaged"));
    assert_int_equal(train("export", "", NULL), TOOL_FAILED);
    shelf.capacity = 1;
    assert_int_equal(train("games", "1", "nodes", "1", "fresh", "", NULL), TOOL_FAILED);
    assert_non_null(strstr(complained, "full"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_refusals, open_shelf, close_shelf),
        cmocka_unit_test_setup_teardown(test_goes_on, open_shelf, close_shelf),
        cmocka_unit_test_setup_teardown(test_export, open_shelf, close_shelf),
        cmocka_unit_test_setup_teardown(test_damage_and_full_disks, open_shelf, close_shelf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
