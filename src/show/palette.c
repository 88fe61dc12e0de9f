/* Colours for terminals that have few. With 256 the nearest is good enough. With 16 it is not:
 * several roles would be the same. So these are chosen by hand, such that the tiles differ from
 * each other and letters can be read, also where bright grounds come out as dark ones (as on the
 * console of Linux). */
#include "show/palette.h"

enum { HUE_WEIGHT = 30000 };
enum { COLOURED = 40 }; /* the chroma from which on a colour must not turn grey */

static const int levels[] = {0, 95, 135, 175, 215, 255};

static int red_of(uint32_t rgb) {
    return (int)(rgb >> 16 & 0xFF);
}

static int green_of(uint32_t rgb) {
    return (int)(rgb >> 8 & 0xFF);
}

static int blue_of(uint32_t rgb) {
    return (int)(rgb & 0xFF);
}

/* Close to what the eye sees: red counts for more among light reds, blue among dark ones. */
static int distance(uint32_t rgb, int red, int green, int blue) {
    int mean = (red_of(rgb) + red) / 2;
    int r = red_of(rgb) - red, g = green_of(rgb) - green, b = blue_of(rgb) - blue;
    return (512 + mean) * r * r / 256 + 4 * g * g + (767 - mean) * b * b / 256;
}

/* How far the hue is off: the angle between the parts of both colours that are not grey, as its
 * squared sine. */
static int distance_in_hue(uint32_t rgb, int red, int green, int blue) {
    int64_t from[] = {red_of(rgb), green_of(rgb), blue_of(rgb)}, to[] = {red, green, blue};
    int64_t from_sum = from[0] + from[1] + from[2], to_sum = to[0] + to[1] + to[2];
    int64_t both = 0, from_square = 0, to_square = 0;
    for (int i = 0; i < 3; i++) {
        int64_t a = 3 * from[i] - from_sum, b = 3 * to[i] - to_sum;
        both += a * b, from_square += a * a, to_square += b * b;
    }
    if (both <= 0) return HUE_WEIGHT;
    return (int)(HUE_WEIGHT - HUE_WEIGHT * both * both / (from_square * to_square));
}

static int distance_of(uint32_t rgb, int code, bool coloured) {
    int cube = code - 16, grey = 8 + 10 * (code - 232);
    if (code >= 232) return distance(rgb, grey, grey, grey);
    int red = levels[cube / 36], green = levels[cube / 6 % 6], blue = levels[cube % 6];
    return distance(rgb, red, green, blue) +
           (coloured ? distance_in_hue(rgb, red, green, blue) : 0);
}

/* Returns how far a colour is from grey. */
static int chroma(int red, int green, int blue) {
    int most = red > green ? red : green, least = red < green ? red : green;
    return (most > blue ? most : blue) - (least < blue ? least : blue);
}

static bool is_grey(int code) {
    int cube = code - 16;
    return code >= 232 || (cube / 36 == cube / 6 % 6 && cube % 6 == cube / 36);
}

int palette_256(uint32_t rgb, bool hue) {
    bool coloured = hue && chroma(red_of(rgb), green_of(rgb), blue_of(rgb)) >= COLOURED;
    int best = -1;
    for (int code = 16; code < 256; code++) {
        if (coloured && is_grey(code)) continue;
        if (best < 0 || distance_of(rgb, code, coloured) < distance_of(rgb, best, coloured))
            best = code;
    }
    return best;
}

bool palette_is_light(uint32_t rgb) {
    return 2 * red_of(rgb) + 5 * green_of(rgb) + blue_of(rgb) >= 8 * 128;
}

enum {
    BLACK,
    RED,
    GREEN,
    YELLOW,
    BLUE,
    MAGENTA,
    CYAN,
    WHITE,
    GREY,
    BRIGHT_RED,
    BRIGHT_GREEN,
    BRIGHT_YELLOW,
    BRIGHT_BLUE,
    BRIGHT_MAGENTA,
    BRIGHT_CYAN,
    BRIGHT_WHITE
};

/* On dark and on light paper. */
static const uint8_t roles[THEME_TILES][2] = {
    [THEME_PAPER] = {BLACK, BRIGHT_WHITE},
    [THEME_INK] = {BRIGHT_WHITE, BLACK},
    [THEME_QUIET] = {WHITE, GREY},
    [THEME_FRAME] = {GREY, GREY},
    [THEME_TURN] = {BRIGHT_CYAN, BLUE},
    [THEME_ACCENT] = {BRIGHT_CYAN, BLUE},
    [THEME_ON_ACCENT] = {BLACK, BRIGHT_WHITE},
    [THEME_BAR] = {BLACK, WHITE},
    [THEME_CHOSEN] = {BLUE, BRIGHT_CYAN},
    [THEME_RECESS] = {BLACK, WHITE},
    [THEME_GLASS] = {BLACK, BLACK},
    [THEME_GLASS_DOT] = {GREY, GREY},
    [THEME_WALL] = {GREY, GREY},
    [THEME_GOOD] = {BRIGHT_GREEN, BLUE},
    [THEME_OKAY] = {BRIGHT_YELLOW, MAGENTA},
    [THEME_MISS] = {BRIGHT_RED, RED},
    [THEME_ON_GRADE] = {BLACK, BRIGHT_WHITE},
};

/* A tile's ground and letter; its colour as a letter on black; its ground in a dense area, where it
 * is also a letter on black. */
static const uint8_t tiles[SCENE_COLOURS][4] = {
    [SCENE_PLAIN] = {WHITE, BLACK, WHITE, WHITE},
    [SCENE_BLUE] = {BLUE, BRIGHT_WHITE, BRIGHT_BLUE, BRIGHT_BLUE},
    [SCENE_YELLOW] = {BRIGHT_YELLOW, BLACK, BRIGHT_YELLOW, BRIGHT_YELLOW},
    [SCENE_RED] = {RED, BRIGHT_WHITE, BRIGHT_RED, BRIGHT_RED},
    [SCENE_BLACK] = {GREY, BRIGHT_WHITE, GREY, GREY},
    [SCENE_WHITE] = {BRIGHT_WHITE, BLUE, BRIGHT_WHITE, BRIGHT_WHITE},
    [SCENE_GREEN] = {GREEN, BLACK, BRIGHT_GREEN, GREEN},
    [SCENE_BROWN] = {RED, BRIGHT_YELLOW, YELLOW, RED},
    [SCENE_MAGENTA] = {MAGENTA, BRIGHT_WHITE, BRIGHT_MAGENTA, MAGENTA},
    [SCENE_CYAN] = {CYAN, BLACK, BRIGHT_CYAN, CYAN},
};

static int tile_16(int colour, int role, bool light) {
    switch (role) {
    case THEME_FACE:
        return tiles[colour][0];
    case THEME_HALF:
        return tiles[colour][3];
    case THEME_SPECK: /* the same hue, but brighter or darker */
        return colour == SCENE_BLACK ? WHITE : tiles[colour][3] ^ GREY;
    case THEME_LETTER:
    case THEME_HALF_LETTER:
        return tiles[colour][1];
    case THEME_FAINT: /* hues cannot be read on light paper; the letter tells the colour */
        return light ? WHITE : BLACK;
    case THEME_FAINT_LETTER:
        return light ? GREY : tiles[colour][2];
    case THEME_GHOST:
        return BLACK;
    case THEME_MARK:
        return colour == SCENE_PLAIN ? BRIGHT_CYAN : BLACK;
    default:
        return colour == SCENE_PLAIN ? BLACK : tiles[colour][2];
    }
}

int palette_16(int role, bool light) {
    if (role < THEME_TILES) return roles[role][light];
    int tile = role - THEME_TILES;
    return tile_16(tile / THEME_TILE_ROLES, tile % THEME_TILE_ROLES, light);
}
