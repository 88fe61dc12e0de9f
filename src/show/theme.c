/* The palettes. What a tile looks like follows from two colours, its face and the letter on it, and
 * in a dense area from two more; the fainter ones are mixed from them. */
#include "show/theme.h"

struct paint {
    uint32_t face, letter, half, half_letter;
};

static const uint32_t roles[THEME_NAMES][THEME_TILES] = {
    [THEME_DARK] = {[THEME_PAPER] = 0x0F141A,
                    [THEME_INK] = 0xD9E0E7,
                    [THEME_QUIET] = 0x8A99A7,
                    [THEME_FRAME] = 0x3B4956,
                    [THEME_TURN] = 0x5C82BF,
                    [THEME_ACCENT] = 0x8FB6FF,
                    [THEME_ON_ACCENT] = 0x0B1526,
                    [THEME_BAR] = 0x1A222B,
                    [THEME_CHOSEN] = 0x1F3050,
                    [THEME_RECESS] = 0x1B242D,
                    [THEME_GLASS] = 0x141C26,
                    [THEME_GLASS_DOT] = 0x374554,
                    [THEME_WALL] = 0x4A5F78,
                    [THEME_GOOD] = 0x5CCB92,
                    [THEME_OKAY] = 0xE8AE45,
                    [THEME_MISS] = 0xF2796B,
                    [THEME_ON_GRADE] = 0x0F141A},
    [THEME_LIGHT] = {[THEME_PAPER] = 0xF4F7F8,
                     [THEME_INK] = 0x17212D,
                     [THEME_QUIET] = 0x53606D,
                     [THEME_FRAME] = 0xA9B7C0,
                     [THEME_TURN] = 0x5C82BF,
                     [THEME_ACCENT] = 0x1E4C9A,
                     [THEME_ON_ACCENT] = 0xFFFFFF,
                     [THEME_BAR] = 0xE1E8EB,
                     [THEME_CHOSEN] = 0xD3E0F5,
                     [THEME_RECESS] = 0xDCE4E8,
                     [THEME_GLASS] = 0x141C26,
                     [THEME_GLASS_DOT] = 0x3F4E5E,
                     [THEME_WALL] = 0x4A5F78,
                     [THEME_GOOD] = 0x13704A,
                     [THEME_OKAY] = 0x8C5800,
                     [THEME_MISS] = 0xAF2D24,
                     [THEME_ON_GRADE] = 0xFFFFFF},
};

/* After Okabe and Ito: the grades. */
static const uint32_t friendly_grades[THEME_NAMES][3] = {
    [THEME_DARK] = {0x56B4E9, 0xE6B422, 0xFF8A47},
    [THEME_LIGHT] = {0x00598C, 0x7A5200, 0xA84300},
};

/* The halves of falls lie in dark glass in every theme. */
#define RED_HALF 0xEB5B47, 0x2B0703
#define YELLOW_HALF 0xF0B93A, 0x2F1F00
#define BLUE_HALF 0x5590F0, 0x06142E
#define ALIKE(face, letter) face, letter, face, letter

static const struct paint paints[THEME_NAMES][SCENE_COLOURS] = {
    [THEME_DARK] = {[SCENE_PLAIN] = {ALIKE(0xD4A972, 0x3A2010)},
                    [SCENE_BLUE] = {0x346DCB, 0xFFFFFF, BLUE_HALF},
                    [SCENE_YELLOW] = {0xEDB63A, 0x3A2600, YELLOW_HALF},
                    [SCENE_RED] = {0xC64736, 0xFFFFFF, RED_HALF},
                    [SCENE_BLACK] = {ALIKE(0x596772, 0xFFFFFF)},
                    [SCENE_WHITE] = {ALIKE(0xEEF2F2, 0x15606C)},
                    [SCENE_GREEN] = {ALIKE(0x2F8048, 0xFFFFFF)},
                    [SCENE_BROWN] = {ALIKE(0x94603F, 0xFFFFFF)},
                    [SCENE_MAGENTA] = {ALIKE(0xAE4B9B, 0xFFFFFF)},
                    [SCENE_CYAN] = {ALIKE(0x3FB4CF, 0x06323D)}},
    [THEME_LIGHT] = {[SCENE_PLAIN] = {ALIKE(0xDDB27A, 0x3A2010)},
                     [SCENE_BLUE] = {0x2A62BC, 0xFFFFFF, BLUE_HALF},
                     [SCENE_YELLOW] = {0xEDB12C, 0x3A2600, YELLOW_HALF},
                     [SCENE_RED] = {0xC93F2E, 0xFFFFFF, RED_HALF},
                     [SCENE_BLACK] = {ALIKE(0x2B323C, 0xFFFFFF)},
                     [SCENE_WHITE] = {ALIKE(0xB5C6CE, 0x0B4853)},
                     [SCENE_GREEN] = {ALIKE(0x2F7F42, 0xFFFFFF)},
                     [SCENE_BROWN] = {ALIKE(0x8A5636, 0xFFFFFF)},
                     [SCENE_MAGENTA] = {ALIKE(0xA8408F, 0xFFFFFF)},
                     [SCENE_CYAN] = {ALIKE(0x32A7C2, 0x052B35)}},
};

/* After Okabe and Ito; black and white must also stand out from the paper, so they are the
 * theme's own. */
static const struct paint friendly_paints[SCENE_COLOURS] = {
    [SCENE_PLAIN] = {ALIKE(0xD4A972, 0x3A2010)},
    [SCENE_BLUE] = {0x0072B2, 0xFFFFFF, 0x56B4E9, 0x06202E},
    [SCENE_YELLOW] = {0xF0E442, 0x5A4A00, 0xF0E442, 0x2F2A00},
    [SCENE_RED] = {0xD55E00, 0x260D00, 0xE8701A, 0x2B1000},
    [SCENE_GREEN] = {ALIKE(0x009E73, 0x00231A)},
    [SCENE_BROWN] = {ALIKE(0xE69F00, 0x3A2600)},
    [SCENE_MAGENTA] = {ALIKE(0xCC79A7, 0x2E0F20)},
    [SCENE_CYAN] = {ALIKE(0x56B4E9, 0x082A3F)},
};

/* Returns a colour with so many percent of another one in it. */
static uint32_t mix(uint32_t colour, uint32_t other, uint32_t percent) {
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t part =
            (colour >> shift & 0xFF) * (100 - percent) + (other >> shift & 0xFF) * percent;
        mixed |= (part + 50) / 100 << shift;
    }
    return mixed;
}

static void fill_tile(struct theme *theme, int colour, const struct paint *paint, bool dark) {
    uint32_t *out = &theme->colours[theme_tile(colour, THEME_FACE)];
    uint32_t recess = theme->colours[THEME_RECESS], glass = theme->colours[THEME_GLASS];
    out[THEME_FACE] = paint->face;
    out[THEME_LETTER] = paint->letter;
    out[THEME_FAINT] = mix(recess, paint->face, 30);
    out[THEME_FAINT_LETTER] = mix(paint->face, dark ? 0xFFFFFF : 0x0B1119, dark ? 50 : 60);
    out[THEME_HALF] = paint->half;
    out[THEME_HALF_LETTER] = paint->half_letter;
    out[THEME_MARK] = mix(glass, paint->half, 34);
    out[THEME_MARK_LETTER] = mix(paint->half, 0xFFFFFF, 50);
    out[THEME_SPECK] = mix(glass, paint->half, 55);
    out[THEME_GHOST] = mix(glass, paint->half, 14);
}

void theme_fill(struct theme *theme, enum theme_name name, bool friendly) {
    for (int role = 0; role < THEME_TILES; role++) theme->colours[role] = roles[name][role];
    for (int i = 0; friendly && i < 3; i++)
        theme->colours[THEME_GOOD + i] = friendly_grades[name][i];
    for (int colour = 0; colour < SCENE_COLOURS; colour++) {
        bool own = !friendly || colour == SCENE_BLACK || colour == SCENE_WHITE;
        const struct paint *paint = own ? &paints[name][colour] : &friendly_paints[colour];
        fill_tile(theme, colour, paint, name == THEME_DARK);
    }
    theme->colours[theme_tile(SCENE_PLAIN, THEME_FAINT_LETTER)] = theme->colours[THEME_INK];
}
