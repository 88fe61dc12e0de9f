/* slide: the state and its small helpers; private to this folder. */
#ifndef SLIDE_H
#define SLIDE_H

#include "game/game.h"

enum { SLIDE_SIDE_MIN = 2, SLIDE_SIDE_MAX = 16, SLIDE_CELLS_MAX = SLIDE_SIDE_MAX * SLIDE_SIDE_MAX };
enum { SLIDE_MOVES_MAX = 1000000000, SLIDE_SCRAMBLE_MAX = 1000 };

/* Listed acts: the way the blank goes. From SLIDE_CLICK on, shorthands: the cell clicked. */
enum { SLIDE_UP, SLIDE_DOWN, SLIDE_LEFT, SLIDE_RIGHT, SLIDE_CLICK };

enum { SLIDE_ROWS, SLIDE_COLS, SLIDE_BLANK_FIRST, SLIDE_DIFFICULTY };

/* A fresh board comes about in one of two ways, both by CHANCE. Dealt: first the blank's cell, then
 * a tile for each other cell in order, the last two by parity. Scrambled: moves made from the goal.
 */
enum slide_phase { SLIDE_PLAY, SLIDE_DEAL_BLANK, SLIDE_DEAL_TILES, SLIDE_SCRAMBLE };

struct slide {
    uint8_t rows, cols, blank_first, phase;
    uint16_t left;      /* tiles still to be dealt, or moves to be scrambled */
    uint16_t misplaced; /* tiles not at home: 0 is solved; kept once the board is complete */
    uint32_t moves;
    uint8_t blank;    /* its cell */
    uint8_t last;     /* the move scrambled last + 1, 0 for none or outside a scramble */
    uint8_t spare[2]; /* 0 */
    uint8_t
        cells[SLIDE_CELLS_MAX]; /* the tile on each; 0 for the blank, and where none is dealt yet */
};

static inline int slide_count(const struct slide *slide) {
    return slide->rows * slide->cols;
}

/* The cell where a tile, or the blank as 0, is at home. */
static inline int slide_home(const struct slide *slide, int tile) {
    if (slide->blank_first) return tile;
    return tile ? tile - 1 : slide_count(slide) - 1;
}

/* The tile that is at home on a cell. */
static inline int slide_goal(const struct slide *slide, int cell) {
    if (slide->blank_first) return cell;
    return cell == slide_count(slide) - 1 ? 0 : cell + 1;
}

/* What each move adds to the blank's row and column: the one table of directions. */
static const signed char slide_down[4] = {-1, 1, 0, 0}, slide_right[4] = {0, 0, -1, 1};

/* What a move adds to the blank's cell. */
static inline int slide_step(int cols, int move) {
    switch (move) {
    case SLIDE_UP:
        return -cols;
    case SLIDE_DOWN:
        return cols;
    case SLIDE_LEFT:
        return -1;
    default:
        return 1;
    }
}

/* The cell that a move leads to from a cell, or -1 off the board. */
static inline int slide_neighbour(int rows, int cols, int cell, int move) {
    int row = cell / cols + slide_down[move], col = cell % cols + slide_right[move];
    return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

/* Whether the blank can make a move; the fast way to ask slide_neighbour. */
static inline bool slide_on_board(const struct slide *slide, int move) {
    switch (move) {
    case SLIDE_UP:
        return slide->blank >= slide->cols;
    case SLIDE_DOWN:
        return slide->blank + slide->cols < slide_count(slide);
    case SLIDE_LEFT:
        return slide->blank % slide->cols > 0;
    default:
        return slide->blank % slide->cols < slide->cols - 1;
    }
}

static inline int slide_opposite(int move) {
    return move ^ 1;
}

/* Whether a cell has its tile, or the blank, already. */
static inline bool slide_is_dealt(const struct slide *slide, int cell) {
    if (slide->phase == SLIDE_DEAL_BLANK) return false;
    if (slide->phase != SLIDE_DEAL_TILES || cell == slide->blank) return true;
    return cell - (cell > slide->blank) < slide_count(slide) - 1 - slide->left;
}

/* Moves the blank along; it must stay on the board. Counts nothing. */
void slide_move(struct slide *slide, int move);
int slide_misplaced(const struct slide *slide);
/* Whether the complete board can be solved. */
bool slide_solvable(const struct slide *slide);
/* The way of the blank to a clicked cell in line with it, else -1; how many moves. */
int slide_chain(const struct slide *slide, int cell, int *count);

/* The faces, in slide_faces.c. */
void slide_name_act(const void *state, int who, action act, struct text *out);
void slide_write_act(const void *state, int who, action act, struct text *out);
const char *slide_read_act(const void *state, int who, struct json from, action *act);
void slide_write(const void *state, struct text *out);
const char *slide_read(void *state, int ruleset, struct json from, struct json *at);
void slide_draw(const void *state, int seat, struct scene *scene);
int slide_picks(const void *state, int who, action act, int *spots);
struct shape slide_shape(const void *state);
void slide_observe(const void *state, int seat, uint8_t *out);

/* What slide offers besides its rules, in tools/tools.c. */
extern const struct agent *const slide_agents[];
extern const struct tool *const slide_tools[];

extern const struct game slide_game;
extern const char *const slide_fields[];
extern const char *const slide_move_names[]; /* of the four moves */

#endif
