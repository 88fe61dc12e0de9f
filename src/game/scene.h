/* A picture made of tiles, as data that any front end can compare and paint.
 *
 * It is a raster of places, each a few characters wide in a terminal and a square on a page. A tile
 * covers one place, a text one or more; no two cover the same place. A label tells everything that
 * a colour does.
 *
 * Areas are the parts of the picture that a front end may frame, theme or read aloud; an area may
 * lie in another, and everything lies in one. All games share the meaning of two classes: "status"
 * is a line about the whole game, and "buttons" stand for moves where there is no keyboard. */
#ifndef GAME_SCENE_H
#define GAME_SCENE_H

#include <stdbool.h>
#include <stdint.h>

enum { SCENE_TILES_MAX = 2560, SCENE_COLS_MAX = 256, SCENE_LABEL_MAX = 32, SCENE_NO_SPOT = -1 };
enum { SCENE_AREAS_MAX = 64, SCENE_NAME_MAX = 48, SCENE_CLASS_MAX = 16 };
enum { SCENE_FACE_MAX = 8, SCENE_VALUE_MAX = 24, SCENE_NO_SEAT = -1 };
/* The sides on which a tile is bound to the next one, as the halves of a capsule. */
enum { SCENE_JOIN_RIGHT = 1, SCENE_JOIN_LEFT = 2, SCENE_JOIN_UP = 4, SCENE_JOIN_DOWN = 8 };

enum scene_kind {
    SCENE_TEXT,  /* text over `span` places */
    SCENE_EMPTY, /* an empty place, where a tile may lie */
    SCENE_GHOST, /* what would or will lie here, drawn faintly */
    SCENE_TILE,  /* a tile, ball or stone */
    SCENE_MARK,  /* something other than a tile: a token, a virus */
    SCENE_KINDS,
    SCENE_GONE = SCENE_KINDS /* only in scene_changes: what lay here is removed */
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
    int16_t spot; /* the number to pick it by, or SCENE_NO_SPOT */
    uint8_t kind, colour;
    uint8_t joins;   /* a bit a side, 0 if it is alone */
    uint8_t caption; /* 1: a text that a front end says otherwise, as its area's title and value, or
                        whose turn it is; left out in a frame */
    char face[SCENE_FACE_MAX];   /* one or two characters for a place that is 2 wide; may be empty:
                                  * then the label serves */
    char label[SCENE_LABEL_MAX]; /* UTF-8, NUL-ended, zeros to its end, like the next */
    char name[SCENE_NAME_MAX];   /* to read aloud: "Blue, factory 3"; may be empty for a text */
};

struct scene_area {
    int16_t row, col, rows, cols;
    char kind[SCENE_CLASS_MAX];  /* from a fixed list of the game: "factory" */
    char title[SCENE_LABEL_MAX]; /* "Factory 3" */
    char value[SCENE_VALUE_MAX]; /* to stand beside the title: "8 points"; may be empty */
    int8_t seat;                 /* whose it is, or SCENE_NO_SEAT */
    uint8_t dense;               /* 1: its places touch each other, as the cells of a bottle */
    uint8_t small;               /* 1: a side view, as another player's field */
    uint8_t spare;               /* 0: tiles and areas are compared as bytes */
};

struct scene {
    int rows, cols;
    int place; /* width of a place in a terminal, in characters */
    int count, areas_count;
    struct scene_area areas[SCENE_AREAS_MAX];
    struct scene_tile tiles[SCENE_TILES_MAX];
};

/* Names of the kinds and colours, for JSON. */
extern const char *const scene_kind_names[SCENE_KINDS];
extern const char *const scene_colour_names[SCENE_COLOURS];

/* Makes the picture empty and sets its size. */
void scene_begin(struct scene *scene, int rows, int cols, int place);
/* Adds a tile of span 1. Returns it: the caller may set a spot or a label. */
struct scene_tile *scene_add(struct scene *scene, int row, int col, enum scene_kind kind,
                             enum scene_colour colour);
/* Adds a text over `span` places; sets a tile's label; and its name. All keep the whole characters
 * that fit. */
void scene_text(struct scene *scene, int row, int col, int span, const char *text);
void scene_label(struct scene_tile *tile, const char *text);
void scene_name(struct scene_tile *tile, const char *text);
/* Sets what is shown in a narrow place. */
void scene_face(struct scene_tile *tile, const char *text);
/* Adds an area of nobody. Returns it: the caller may set its seat and value. */
struct scene_area *scene_area(struct scene *scene, const char *kind, const char *title, int row,
                              int col, int rows, int cols);
void scene_value(struct scene_area *area, const char *text);
/* Adds a copy of a tile at another place. Returns it. */
struct scene_tile *scene_copy(struct scene *scene, const struct scene_tile *from, int row, int col);
/* Marks the text that was added last as a caption. */
void scene_caption(struct scene *scene);

bool scene_is_inside(const struct scene_tile *tile, const struct scene_area *area);
/* Returns the part of an area that a frame shows: without the rows and columns at its edges that
 * hold captions alone. */
struct scene_area scene_framed(const struct scene *scene, const struct scene_area *area);
/* Tells how wide each column is as plain text, in characters: a place, or 1 where only small areas
 * lie and between those. `widths` holds SCENE_COLS_MAX. */
void scene_widths(const struct scene *scene, uint8_t *widths);

/* Lists what to repaint to turn one picture into another of the same size: first the tiles that are
 * GONE, then those that are new or changed. Returns their number; `out` holds SCENE_CHANGES_MAX. */
enum { SCENE_CHANGES_MAX = 2 * SCENE_TILES_MAX };
int scene_changes(const struct scene *from, const struct scene *to, struct scene_tile *out);

#endif
