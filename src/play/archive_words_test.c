/* Recorded games in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "play/archive_words.h"

static char words[256];

static const char *write(void (*writer)(const struct archive_entry *, struct text *),
                         const struct archive_entry *entry) {
    struct text text = text_over(words, sizeof words);
    writer(entry, &text);
    return words;
}

static void see_result(struct archive_entry entry, const char *expected) {
    assert_string_equal(write(archive_words_result, &entry), expected);
}

static void test_results(void **unused) {
    (void)unused;
    see_result((struct archive_entry){.seats = 1}, "cannot be read");
    see_result((struct archive_entry){.readable = true, .seats = 1, .scores = {9}}, "not over");
    see_result((struct archive_entry){.readable = true, .over = true, .seats = 1, .scores = {1}},
               "1 point");
    see_result((struct archive_entry){.readable = true, .over = true, .seats = 1}, "0 points");
    see_result((struct archive_entry){.readable = true, .over = true, .seats = 1, .scores = {-4}},
               "over");
    see_result(
        (struct archive_entry){
            .readable = true, .over = true, .seats = 1, .scores = {57}, .winners = 1},
        "won, 57 points");
    see_result(
        (struct archive_entry){
            .readable = true, .over = true, .seats = 1, .scores = {-57}, .winners = 1},
        "won");
    see_result((struct archive_entry){.readable = true,
                                      .over = true,
                                      .seats = 2,
                                      .players = {"you", "coach:200ms"},
                                      .scores = {34, 20},
                                      .winners = 1},
               "you won, 34:20");
    see_result((struct archive_entry){.readable = true,
                                      .over = true,
                                      .seats = 3,
                                      .players = {"you", "a\033[2J", ""},
                                      .winners = 7},
               "you, a\\u001b[2J and player 3 won");
    see_result(
        (struct archive_entry){.readable = true, .over = true, .seats = 2, .scores = {-3, 0}},
        "nobody won");
}

static void test_players(void **unused) {
    (void)unused;
    struct archive_entry entry = {.seats = 2, .players = {"you", "coach"}};
    assert_string_equal(write(archive_words_players, &entry), "you, coach");
    entry = (struct archive_entry){.seats = 4, .players = {"you", "steady", "steady", "casual"}};
    assert_string_equal(write(archive_words_players, &entry), "you, 2 steady, casual");
    entry = (struct archive_entry){.seats = 2, .players = {"", "coach"}};
    assert_string_equal(write(archive_words_players, &entry), "player 1, coach");
    entry = (struct archive_entry){.seats = 2};
    assert_string_equal(write(archive_words_players, &entry), "");
}

static void test_time(void **unused) {
    (void)unused;
    struct archive_entry entry = {.time = 1772388322};
    assert_int_equal(setenv("TZ", "UTC", 1), 0);
    tzset();
    assert_string_equal(write(archive_words_time, &entry), "2026-03-01 18:05");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
