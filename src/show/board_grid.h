/* The places of a panel on the screen: how wide each column of its area comes out, and how high
 * each row. Tiles take the pitch of their size; columns and rows of texts only what the texts need.
 */
#ifndef SHOW_BOARD_GRID_H
#define SHOW_BOARD_GRID_H

#include "show/board.h"

enum { BOARD_GRID_MAX = 256, BOARD_GRID_SPANS = 32 };

/* What a layout must know of an area's contents, for any size. */
struct board_grid_facts {
    const struct scene *scene;
    const struct scene_area *area;
    int label_cols, face_cols; /* the widest label of a tile, and what stands for it if short */
    int texts;                 /* of one place */
    int spans_count;
    int16_t spans[BOARD_GRID_SPANS];   /* texts over several places */
    uint8_t cols[BOARD_GRID_MAX];      /* the widest text of one place */
    uint8_t col_kinds[BOARD_GRID_MAX]; /* what lies in a column, as board_grid.c has it */
    uint8_t row_kinds[BOARD_GRID_MAX];
    uint16_t captions[2]
                     [BOARD_GRID_MAX]; /* the places of a row, or a column, that captions cover */
    int16_t row_ends[BOARD_GRID_MAX];  /* the column behind the last thing in a row */
};

struct board_grid {
    const struct scene_area *area;
    const struct board_grid_facts *facts;
    enum board_size size;
    int tile_cols, tile_halves;         /* a tile's width, and its height in half rows */
    int pitch_cols;                     /* from one tile to the next */
    int rows, cols;                     /* of the contents */
    int16_t col_at[BOARD_GRID_MAX + 1]; /* where a column of the area begins */
    int16_t row_at[BOARD_GRID_MAX + 1]; /* likewise a row, in half rows */
};

/* Looks at the tiles of an area among those from `first` up to `end`; if it is dense, at its texts
 * alone. */
void board_grid_look(struct board_grid_facts *facts, const struct scene *scene,
                     const struct scene_area *area, int first, int end);
void board_grid_fill(struct board_grid *grid, const struct board_grid_facts *facts,
                     enum board_size size);

/* Returns whether a tile lies in an area. */
static inline bool board_grid_has(const struct scene_area *area, const struct scene_tile *tile) {
    return tile->row >= area->row && tile->row < area->row + area->rows && tile->col >= area->col &&
           tile->col < area->col + area->cols;
}
/* Returns what is written on a tile or for a text of one place, where there are so many columns. */
const char *board_grid_word(const struct scene_tile *tile, bool dense, int cols);
/* Returns whether tiles lie in a column of the area. */
bool board_grid_has_tiles(const struct board_grid *grid, int col);
/* Returns the line on which a tile's letter stands, counted from its first. */
int board_grid_middle(const struct board_grid *grid);

#endif
