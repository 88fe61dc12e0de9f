/* The palettes: what is written can be read, and what must differ does. Contrast is WCAG's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/theme.h"
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static double luminance(uint32_t colour) {
    static const double weights[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (colour >> 8 * i & 0xFF) / 255.0;
        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    double one = luminance(a), two = luminance(b);
    return ((one > two ? one : two) + 0.05) / ((one > two ? two : one) + 0.05);
}

static void require(const struct theme *theme, int fore, int back, double least, int which) {
    double found = contrast(theme->colours[fore], theme->colours[back]);
    if (found < least)
        fail_msg("theme %d: %06X on %06X (roles %d, %d) has only %.2f", which,
                 (unsigned)theme->colours[fore], (unsigned)theme->colours[back], fore, back, found);
}

static void test_words(void **unused) {
    (void)unused;
    static const struct {
        int fore, back;
        double least;
    } list[] = {
        {THEME_INK, THEME_PAPER, 7},        {THEME_INK, THEME_BAR, 7},
        {THEME_INK, THEME_CHOSEN, 7},       {THEME_QUIET, THEME_PAPER, 4.5},
        {THEME_QUIET, THEME_BAR, 4.5},      {THEME_QUIET, THEME_RECESS, 4.5},
        {THEME_ACCENT, THEME_PAPER, 4.5},   {THEME_ACCENT, THEME_BAR, 4.5},
        {THEME_ON_ACCENT, THEME_ACCENT, 7}, {THEME_GOOD, THEME_PAPER, 4.5},
        {THEME_OKAY, THEME_PAPER, 4.5},     {THEME_MISS, THEME_PAPER, 4.5},
        {THEME_ON_GRADE, THEME_GOOD, 4.5},  {THEME_ON_GRADE, THEME_OKAY, 4.5},
        {THEME_ON_GRADE, THEME_MISS, 4.5},  {THEME_TURN, THEME_PAPER, 3},
    };
    for (int which = 0; which < 2 * THEME_NAMES; which++) {
        struct theme theme;
        theme_fill(&theme, (enum theme_name)(which / 2), which % 2);
        for (size_t i = 0; i < COUNT(list); i++)
            require(&theme, list[i].fore, list[i].back, list[i].least, which);
    }
}

static void test_letters(void **unused) {
    (void)unused;
    for (int which = 0; which < 2 * THEME_NAMES; which++) {
        struct theme theme;
        theme_fill(&theme, (enum theme_name)(which / 2), which % 2);
        for (int colour = 0; colour < SCENE_COLOURS; colour++) {
            require(&theme, theme_tile(colour, THEME_LETTER), theme_tile(colour, THEME_FACE), 4.5,
                    which);
            require(&theme, theme_tile(colour, THEME_FAINT_LETTER), theme_tile(colour, THEME_FAINT),
                    4.5, which);
            require(&theme, theme_tile(colour, THEME_HALF_LETTER), theme_tile(colour, THEME_HALF),
                    4.5, which);
            require(&theme, theme_tile(colour, THEME_MARK_LETTER), theme_tile(colour, THEME_MARK),
                    4.5, which);
        }
        for (int colour = SCENE_BLUE; colour <= SCENE_RED; colour++) {
            require(&theme, theme_tile(colour, THEME_HALF), THEME_GLASS, 4.5, which);
            require(&theme, theme_tile(colour, THEME_HALF), theme_tile(colour, THEME_GHOST), 4.2,
                    which);
        }
    }
}

/* Two tiles, or a tile and an empty place, never have the same ground. */
static void test_grounds(void **unused) {
    (void)unused;
    for (int which = 0; which < 2 * THEME_NAMES; which++) {
        struct theme theme;
        theme_fill(&theme, (enum theme_name)(which / 2), which % 2);
        for (int one = 0; one < SCENE_COLOURS; one++) {
            uint32_t face = theme.colours[theme_tile(one, THEME_FACE)];
            assert_true(face != theme.colours[THEME_RECESS] && face != theme.colours[THEME_PAPER]);
            for (int two = 0; two < one; two++)
                assert_true(face != theme.colours[theme_tile(two, THEME_FACE)]);
        }
    }
}

/* Numbers of the reference: a free place is the colour at 30 % over the recess, a virus at 34 %
 * over glass. */
static void test_mixes(void **unused) {
    (void)unused;
    struct theme theme;
    theme_fill(&theme, THEME_DARK, false);
    assert_int_equal(theme.colours[theme_tile(SCENE_BLUE, THEME_FACE)], 0x346DCB);
    assert_int_equal(theme.colours[theme_tile(SCENE_BLUE, THEME_FAINT)], 0x233A5C);
    assert_int_equal(theme.colours[theme_tile(SCENE_RED, THEME_MARK)], 0x5D3131);
    assert_int_equal(theme.colours[theme_tile(SCENE_RED, THEME_GHOST)], 0x32252B);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_grounds),
        cmocka_unit_test(test_mixes),
    };
    return cmocka_run_group_tests_name("theme", tests, NULL, NULL);
}
