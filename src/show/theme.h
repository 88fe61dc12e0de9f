/* Colours by their role. A cell holds a role, a theme says what it looks like, and only the wire
 * turns that into what a terminal understands. */
#ifndef SHOW_THEME_H
#define SHOW_THEME_H

#include "game/scene.h"
#include <stdbool.h>

/* Roles that do not depend on a tile. */
enum theme_role {
    THEME_PAPER, /* the ground of the screen */
    THEME_INK,   /* text */
    THEME_QUIET, /* labels, and what matters less */
    THEME_FRAME, /* lines around areas; the next is around the area of who is to move */
    THEME_TURN,
    THEME_ACCENT,    /* keys, what is chosen */
    THEME_ON_ACCENT, /* text on a ground of ACCENT */
    THEME_BAR,       /* the ground of the first and the last line, and of a chosen row */
    THEME_CHOSEN,
    THEME_RECESS,    /* an empty place */
    THEME_GLASS,     /* the ground of a dense area, as a bottle */
    THEME_GLASS_DOT, /* the dot of an empty place there */
    THEME_WALL,      /* the frame of a dense area */
    THEME_GOOD,      /* grades, points won */
    THEME_OKAY,
    THEME_MISS,     /* a miss, points lost */
    THEME_ON_GRADE, /* text on a ground of GOOD, OKAY or MISS */
    THEME_TILES     /* from here on: THEME_TILE_ROLES for each colour of scene.h */
};
/* Roles of a tile, by its colour: theme_tile(colour, role). */
enum theme_tile_role {
    THEME_FACE, /* a tile's ground, and the letter on it */
    THEME_LETTER,
    THEME_FAINT, /* a free place for this colour, or where a tile would lie */
    THEME_FAINT_LETTER,
    THEME_HALF, /* a tile of a dense area, and its letter */
    THEME_HALF_LETTER,
    THEME_MARK, /* a mark of a dense area, as a virus, and its letter */
    THEME_MARK_LETTER,
    THEME_SPECK, /* a mark of a dense area where it has no room for a letter */
    THEME_GHOST, /* where a tile of a dense area would lie; the letter there is in THEME_HALF */
    THEME_TILE_ROLES
};
enum { THEME_ROLES = THEME_TILES + SCENE_COLOURS * THEME_TILE_ROLES };

static inline uint8_t theme_tile(int colour, enum theme_tile_role role) {
    return (uint8_t)(THEME_TILES + colour * THEME_TILE_ROLES + (int)role);
}

/* Returns whether it is the ground of a mark, which must be told from the others by its hue. */
static inline bool theme_is_mark(int role) {
    return role >= THEME_TILES && (role - THEME_TILES) % THEME_TILE_ROLES == THEME_MARK;
}

enum theme_name { THEME_DARK, THEME_LIGHT, THEME_NAMES };

/* What each role looks like, as 0xRRGGBB. */
struct theme {
    uint32_t colours[THEME_ROLES];
};

/* Fills a theme; `friendly` takes the tiles and grades of Okabe and Ito, for the colour-blind. */
void theme_fill(struct theme *theme, enum theme_name name, bool friendly);

#endif
