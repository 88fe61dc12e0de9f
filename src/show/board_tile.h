/* Painting one tile: by its kind and colour, at any size, with what is said of its spot. */
#ifndef SHOW_BOARD_TILE_H
#define SHOW_BOARD_TILE_H

#include "show/board_grid.h"

/* Where to paint: a panel, its grid, and the cell of the grid's corner. */
struct board_tile_place {
    struct cells *cells;
    const struct board_grid *grid;
    struct cells_box inside; /* of the frame */
    int row, col;
    bool plain, bare;
};

/* How a tile comes out if not as it lies there. */
enum board_tile_look { BOARD_TILE_USUAL, BOARD_TILE_WOULD_LIE, BOARD_TILE_PROMISED };

/* What is said of a tile, and of those beside it: where that is the same, they are one group. */
struct board_tile_marks {
    enum board_mark own, left, right;
};

void board_tile_paint(const struct board_tile_place *place, const struct scene_tile *tile,
                      enum board_tile_look look, const struct board_tile_marks *marks);
/* Returns whether a place has words of its own; a game's own dot for an empty place is none. */
bool board_tile_has_words(const struct scene_tile *tile);
void board_tile_text(const struct board_tile_place *place, const struct scene_tile *tile,
                     enum board_mark mark);

#endif
