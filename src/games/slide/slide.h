/* slide: the state and its small helpers. Private to this folder. */
#ifndef SLIDE_H
#define SLIDE_H

#include "game/game.h"

enum { SLIDE_SIDE_MIN = 2, SLIDE_SIDE_MAX = 16, SLIDE_CELLS_MAX = SLIDE_SIDE_MAX * SLIDE_SIDE_MAX };
enum { SLIDE_MOVES_MAX = 1000000000, SLIDE_SCRAMBLE_MAX = 1000 };

/* Listed acts: the direction the blank moves in. From SLIDE_CLICK on, shorthands: a clicked cell.
 */
enum { SLIDE_UP, SLIDE_DOWN, SLIDE_LEFT, SLIDE_RIGHT, SLIDE_CLICK };

enum { SLIDE_ROWS, SLIDE_COLS, SLIDE_BLANK_FIRST, SLIDE_DIFFICULTY };

/* CHANCE sets up a board in one of two ways. Deal: it draws the blank's cell, then a tile for each
 * other cell in order; parity decides the last two. Scramble: it makes moves from the goal. */
enum slide_phase { SLIDE_PLAY, SLIDE_DEAL_BLANK, SLIDE_DEAL_TILES, SLIDE_SCRAMBLE };

struct slide {
    uint8_t rows, cols, blank_first, phase;
    uint16_t left;      /* tiles to deal or moves to scramble */
    uint16_t misplaced; /* tiles not at home, 0 is solved; 0 during a deal */
    uint32_t moves;
    uint8_t blank;                  /* its cell */
    uint8_t last;                   /* the last move of a scramble + 1; 0 for none */
    uint8_t spare[2];               /* 0 */
    uint8_t cells[SLIDE_CELLS_MAX]; /* the tile on each; 0 for the blank or if none is dealt yet */
};

static inline int slide_count(const struct slide *slide) {
    return slide->rows * slide->cols;
}

/* The home of a tile: its cell in the goal. 0 is the blank. */
static inline int slide_home(const struct slide *slide, int tile) {
    if (slide->blank_first) return tile;
    return tile ? tile - 1 : slide_count(slide) - 1;
}

/* The tile on a cell of the goal. */
static inline int slide_goal(const struct slide *slide, int cell) {
    if (slide->blank_first) return cell;
    return cell == slide_count(slide) - 1 ? 0 : cell + 1;
}

/* What each move adds to the blank's row and column. */
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

/* The cell next to a cell in the direction of a move; -1 off the board. */
static inline int slide_neighbour(int rows, int cols, int cell, int move) {
    int row = cell / cols + slide_down[move], col = cell % cols + slide_right[move];
    return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

/* Whether the blank can make a move. Faster than slide_neighbour. */
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

/* Whether a tile or the blank has been dealt to a cell. */
static inline bool slide_is_dealt(const struct slide *slide, int cell) {
    if (slide->phase == SLIDE_DEAL_BLANK) return false;
    if (slide->phase != SLIDE_DEAL_TILES || cell == slide->blank) return true;
    return cell - (cell > slide->blank) < slide_count(slide) - 1 - slide->left;
}

/* Plays an act of CHANCE. */
void slide_chance(struct slide *slide, int act);
/* Moves the blank, which must stay on the board. Does not count the move. */
void slide_move(struct slide *slide, int move);
/* Counts the tiles that are not at home. */
int slide_misplaced(const struct slide *slide);
/* Whether a complete board can be solved. */
bool slide_solvable(const struct slide *slide);
/* The same for a board of up to SLIDE_TILES_MAX cells, each of 0 to cells - 1 once. */
enum { SLIDE_TILES_MAX = 255 * 255 };
bool slide_tiles_solvable(const uint16_t *tiles, int rows, int cols, bool blank_first);
/* Returns the move that brings the blank to a cell in its row or column, and how often to make it;
 * -1 for any other cell. */
int slide_chain(const struct slide *slide, int cell, int *count);

/* In slide_faces.c. */
void slide_name_act(const void *state, int who, action act, struct text *out);
void slide_write_act(const void *state, int who, action act, struct text *out);
const char *slide_read_act(const void *state, int who, struct json from, action *act);
void slide_write(const void *state, struct text *out);
const char *slide_read(void *state, int ruleset, struct json from, struct json *at);
const char *slide_read_moves(struct slide *slide, struct json from, struct json *at);
void slide_draw(const void *state, int seat, struct scene *scene);
int slide_picks(const void *state, int who, action act, int *spots);
struct shape slide_shape(const void *state);
void slide_observe(const void *state, int seat, uint8_t *out);

/* In slide_effects.c. */
void slide_effects(const void *state, int who, action act, struct effect_list *out);
extern const char *const slide_effect_kinds[];

/* In slide_lanes.c. */
extern const struct game_view slide_views[];
extern const struct lanes_level *const slide_levels[];

/* In tools/tools.c. */
extern const struct agent *const slide_agents[];
extern const struct tool *const slide_tools[];

extern const struct game slide_game;
extern const char *const slide_fields[];
extern const char *const slide_move_names[]; /* Up, Down, Left, Right */

#endif
