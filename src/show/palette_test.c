/* The colours of terminals that have few: letters can be read, and tiles differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/palette.h"
#include "show/theme.h"
#include <math.h>

static const uint32_t xterm[16] = {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD,
                                   0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00,
                                   0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
static const uint32_t vga[16] = {0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA,
                                 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55, 0xFFFF55,
                                 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF};

static double light_of(uint32_t rgb) {
    static const double weights[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double share = (double)(rgb >> 8 * i & 0xFF) / 255;
        sum += weights[i] * (share <= 0.04 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    double x = light_of(a), y = light_of(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* Letters can be read with the colours of xterm, and on a console that has no bright grounds. */
static void require_readable(int fore, int back, bool light) {
    int letter = palette_16(fore, light), ground = palette_16(back, light);
    if (contrast(xterm[letter], xterm[ground]) < 3 ||
        (!light && contrast(vga[letter], vga[ground & 7]) < 2.5))
        fail_msg("role %d on %d: %d on %d", fore, back, letter, ground);
}

static void test_16_colours(void **unused) {
    (void)unused;
    static const int texts[] = {THEME_INK,  THEME_QUIET, THEME_ACCENT,
                                THEME_GOOD, THEME_OKAY,  THEME_MISS};
    for (int light = 0; light < 2; light++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            require_readable(texts[i], THEME_PAPER, light);
            if (texts[i] != THEME_OKAY) require_readable(texts[i], THEME_BAR, light);
            if (i >= 3) require_readable(THEME_ON_GRADE, texts[i], light);
        }
        require_readable(THEME_INK, THEME_CHOSEN, light);
        require_readable(THEME_ACCENT, THEME_CHOSEN, light);
        require_readable(THEME_INK, THEME_RECESS, light);
        require_readable(THEME_ON_ACCENT, THEME_ACCENT, light);
        for (int colour = 0; colour < SCENE_COLOURS; colour++) {
            for (int role = THEME_FACE; role < THEME_MARK_LETTER; role += 2)
                require_readable(theme_tile(colour, (enum theme_tile_role)role + 1),
                                 theme_tile(colour, (enum theme_tile_role)role), light);
            require_readable(theme_tile(colour, THEME_HALF), theme_tile(colour, THEME_GHOST),
                             light);
            int speck = palette_16(theme_tile(colour, THEME_SPECK), light);
            assert_int_not_equal(speck, palette_16(theme_tile(colour, THEME_HALF), light));
            assert_int_not_equal(speck, palette_16(THEME_GLASS, light));
        }
    }
}

/* Also where the ground has no bright colours. */
static void test_tiles_differ(void **unused) {
    (void)unused;
    static const enum theme_tile_role kinds[] = {THEME_FACE, THEME_HALF, THEME_MARK};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int a = 0; a < SCENE_COLOURS; a++)
            for (int b = 0; b < a; b++) {
                int back_a = palette_16(theme_tile(a, kinds[k]), false) & 7;
                int back_b = palette_16(theme_tile(b, kinds[k]), false) & 7;
                int fore_a = palette_16(theme_tile(a, kinds[k] + 1), false);
                int fore_b = palette_16(theme_tile(b, kinds[k] + 1), false);
                assert_true(back_a != back_b || fore_a != fore_b);
            }
}

static void test_256_colours(void **unused) {
    (void)unused;
    assert_int_equal(palette_256(0x000000, true), 16);
    assert_int_equal(palette_256(0xFFFFFF, true), 231);
    assert_int_equal(palette_256(0xFF0000, true), 196);
    assert_int_equal(palette_256(0x5F87AF, true), 67);
    assert_int_equal(palette_256(0x121212, true), 233);
    assert_int_equal(palette_256(0x5D3131, true), 52); /* dark red, yellow, blue: not grey */
    assert_int_equal(palette_256(0x5F512D, true), 58);
    assert_int_equal(palette_256(0x2A436B, true), 24);
    assert_int_equal(palette_256(0x5D3131, false), 237);
    assert_int_equal(palette_256(0x0F141A, true), 233);
    assert_int_equal(palette_256(0xEEEEEE, true), 255);
    assert_true(palette_is_light(0xEDF1F2) && !palette_is_light(0x0F141A));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_16_colours),
        cmocka_unit_test(test_tiles_differ),
        cmocka_unit_test(test_256_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
