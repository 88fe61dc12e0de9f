/* What was typed against spoken names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/spell.h"
#include <string.h>

static const struct game_alias aliases[] = {
    {"b", "Blue"},       {"k", "Black"},       {"f1", "factory 1"},
    {"f4", "factory 4"}, {"centre", "center"}, {NULL, NULL},
};
static const struct game with = {.aliases = aliases}, without = {.aliases = NULL};

static void expect(const struct game *game, const char *typed, const char *name, enum spell due,
                   bool due_full) {
    struct spell_fit fit = spell_match(game, typed, name);
    if (fit.match != due || fit.all != due_full)
        fail_msg("'%s' matches '%s' by %d%s", typed, name, fit.match, fit.all ? " in full" : "");
}

static void test_words(void **unused) {
    (void)unused;
    expect(&without, "d2", "Red, d2", SPELL_WORDS, false);
    expect(&without, "d", "Red, d2", SPELL_BEGINNINGS, false);
    expect(&without, "d1", "Red, d10", SPELL_BEGINNINGS, false);
    expect(&without, "d10", "Red, d1", SPELL_NOT, false);
    expect(&without, "2", "Red, d2", SPELL_NOT, false);
    expect(&without, "ed", "Red, d2", SPELL_NOT, false);
    expect(&without, "red", "RED, d2", SPELL_WORDS, false);
    expect(&without, "redd2", "Red, d2", SPELL_WORDS, true);
    expect(&without, "rd2", "Red, d2", SPELL_BEGINNINGS, false);
    expect(&without, "d2r", "Red, d2", SPELL_BEGINNINGS, false);
    expect(&without, "d2d2", "Red, d2", SPELL_NOT, false);
    expect(&without, "rr", "Red, d2", SPELL_NOT, false);
    expect(&without, "rr", "Red, row 2", SPELL_BEGINNINGS, false);
    expect(&without, "stick", "stick", SPELL_WORDS, true);
    expect(&without, "x", "", SPELL_NOT, false);
    expect(&without, "red,", "Red, d2", SPELL_NOT, false);
    expect(&without, "r ", "Red d2", SPELL_NOT, false);
    expect(&without, "-1", "empty, floor -1", SPELL_WORDS, false);
    expect(&without, "\xC3\xA9t", "\xC3\xA9toile, d2", SPELL_BEGINNINGS, false);
}

/* A number is whole, and is not the count at the beginning. */
static void test_numbers(void **unused) {
    (void)unused;
    expect(&without, "3", "3 Blue, center", SPELL_NOT, false);
    expect(&without, "3b", "3 Blue, factory 3", SPELL_BEGINNINGS, false);
    expect(&without, "15", "tile 15, row 2 column 3", SPELL_WORDS, false);
    expect(&without, "1", "tile 15, row 2 column 3", SPELL_BEGINNINGS, false);
    expect(&without, "2", "tile 15, row 2 column 3", SPELL_NOT, false);
    expect(&without, "15", "tile 7, row 1 column 5", SPELL_NOT, false);
    expect(&without, "row1column5", "tile 7, row 1 column 5", SPELL_WORDS, false);
    expect(&without, "r1c5", "tile 7, row 1 column 5", SPELL_BEGINNINGS, false);
    expect(&without, "c1r5", "tile 7, row 1 column 5", SPELL_NOT, false);
    expect(&without, "c5r1", "tile 7, row 1 column 5", SPELL_BEGINNINGS, false);
    expect(&without, "7r1c5", "tile 7, row 1 column 5", SPELL_BEGINNINGS, false);
    expect(&without, "c57", "tile 7, row 1 column 5", SPELL_NOT, false);
    expect(&without, "57", "tile 7, row 1 column 5", SPELL_NOT, false);
    expect(&without, "7row1", "tile 7, row 1 column 5", SPELL_WORDS, true);
}

static void test_aliases(void **unused) {
    (void)unused;
    expect(&with, "k", "Black, factory 4", SPELL_WORDS, false);
    expect(&with, "4k", "Black, factory 4", SPELL_WORDS, true);
    expect(&with, "k4", "Black, factory 4", SPELL_WORDS, true);
    expect(&with, "kf4", "Black, factory 4", SPELL_WORDS, true);
    expect(&with, "f4k", "Black, factory 4", SPELL_WORDS, true);
    expect(&with, "kf", "Black, factory 4", SPELL_BEGINNINGS, false);
    expect(&with, "blackfactory4", "Black, factory 4", SPELL_WORDS, true);
    expect(&with, "kk", "Black, factory 4", SPELL_NOT, false);
    expect(&with, "k44", "Black, factory 4", SPELL_NOT, false);
    expect(&with, "f1", "Black, factory 4", SPELL_NOT, false);
    expect(&with, "f1", "Black, factory 12", SPELL_BEGINNINGS, false);
    expect(&with, "centr", "3 Blue, center", SPELL_BEGINNINGS, false);
    expect(&with, "centre", "3 Blue, center", SPELL_WORDS, false);
    expect(&without, "centre", "3 Blue, center", SPELL_NOT, false);
}

/* "b" is Blue; on the way to "black" it is no answer yet. */
static void test_unfinished(void **unused) {
    (void)unused;
    expect(&with, "b", "Blue, factory 4", SPELL_WORDS, false);
    expect(&with, "b", "Black, factory 4", SPELL_UNFINISHED, false);
    expect(&with, "4b", "Black, factory 4", SPELL_UNFINISHED, false);
    expect(&with, "b4", "Black, factory 4", SPELL_UNFINISHED, false);
    expect(&with, "bl", "Black, factory 4", SPELL_BEGINNINGS, false);
    expect(&with, "bl", "Blue, factory 4", SPELL_BEGINNINGS, false);
    expect(&with, "4bla", "Black, factory 4", SPELL_BEGINNINGS, false);
    expect(&with, "4bla", "Blue, factory 4", SPELL_NOT, false);
}

static void test_last_part(void **unused) {
    (void)unused;
    assert_true(spell_match(&without, "d2", "Red, d2").last);
    assert_true(spell_match(&without, "d2red", "Red, d2").last);
    assert_false(spell_match(&without, "d", "Red, d2").last);
    assert_false(spell_match(&without, "red", "Red, d2").last);
    assert_false(spell_match(&without, "rd2", "Red, d2").last);
    assert_true(spell_match(&with, "f4", "Black, factory 4").last);
    assert_false(spell_match(&with, "k", "Black, factory 4").last);
}

static void test_adding(void **unused) {
    (void)unused;
    static const uint32_t refused[] = {0, 7, '\n', 27, 31, 127, 0x110000, UINT32_MAX};
    char typed[8] = "";
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_false(spell_add(typed, sizeof typed, refused[i]));
    assert_string_equal(typed, "");
    assert_true(spell_add(typed, sizeof typed, 'K'));
    assert_true(spell_add(typed, sizeof typed, 0xE9));
    assert_true(spell_add(typed, sizeof typed, 0x20AC));
    assert_string_equal(typed, "k\xC3\xA9\xE2\x82\xAC");
    assert_false(spell_add(typed, sizeof typed, 0xE9));
    assert_true(spell_add(typed, sizeof typed, '['));
    assert_false(spell_add(typed, sizeof typed, 'x'));
    assert_string_equal(typed, "k\xC3\xA9\xE2\x82\xAC[");
    typed[0] = '\0';
    assert_true(spell_add(typed, sizeof typed, 0x1F600));
    assert_string_equal(typed, "\xF0\x9F\x98\x80");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_aliases),   cmocka_unit_test(test_unfinished),
        cmocka_unit_test(test_last_part), cmocka_unit_test(test_adding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
