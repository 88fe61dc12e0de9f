/* A picture made of tiles, for any front end: a value to compare and to paint, not a painting.
 *
 * It is a raster of places, each a few characters wide in a terminal and a square on a page. A tile
 * lies on one place, or a text over several; no two lie on the same. Whatever a colour says the
 * label says too. */
#ifndef GAME_SCENE_H
#define GAME_SCENE_H

#include <stdint.h>

enum { SCENE_TILES_MAX = 2560, SCENE_COLS_MAX = 256, SCENE_LABEL_MAX = 32, SCENE_NO_SPOT = -1 };

enum scene_kind {
    SCENE_TEXT,  /* words, over `span` places */
    SCENE_EMPTY, /* a place where something may lie */
    SCENE_GHOST, /* what would or will lie here: faint */
    SCENE_TILE,  /* a tile, ball or stone */
    SCENE_MARK,  /* something apart from the tiles: a token, a virus */
    SCENE_KINDS,
    SCENE_GONE = SCENE_KINDS /* only in a difference: what lay here does so no more */
};

enum scene_colour {
    SCENE_PLAIN,
    SCENE_BLUE,
    SCENE_YELLOW,
    SCENE_RED,
    SCENE_BLACK,
    SCENE_WHITE,
    SCENE_GREEN,
    SCENE_BROWN,
    SCENE_MAGENTA,
    SCENE_CYAN,
    SCENE_COLOURS
};

struct scene_tile {
    int16_t row, col;
    int16_t span; /* places it covers to the right, at least 1 */
    int16_t spot; /* the number by which it is picked, or SCENE_NO_SPOT */
    uint8_t kind, colour;
    char label[SCENE_LABEL_MAX]; /* UTF-8, NUL-ended, zeros to its end */
};

struct scene {
    int rows, cols;
    int place; /* characters a place is wide in a terminal */
    int count;
    struct scene_tile tiles[SCENE_TILES_MAX];
};

/* An empty picture of this size. */
void scene_begin(struct scene *scene, int rows, int cols, int place);
/* The tile, for the caller to give it a spot or a label; its span is 1. */
struct scene_tile *scene_add(struct scene *scene, int row, int col, enum scene_kind kind,
                             enum scene_colour colour);
/* Words over `span` places, cut after the last whole character that fits. */
void scene_text(struct scene *scene, int row, int col, int span, const char *words);
void scene_label(struct scene_tile *tile, const char *words);

/* What to repaint to turn one picture into another of the same size: first the tiles that are
 * GONE, then those that are new or other than before. How many; `out` holds SCENE_CHANGES_MAX. */
enum { SCENE_CHANGES_MAX = 2 * SCENE_TILES_MAX };
int scene_changes(const struct scene *from, const struct scene *to, struct scene_tile *out);

#endif
