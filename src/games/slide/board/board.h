/* A board as the solvers see it: any size, and the goal always has the blank last. Boards that are
 * to end with the blank first are turned by 180 degrees and renumbered before they come here. */
#ifndef SLIDE_BOARD_H
#define SLIDE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLIDE_BOARD_SIDE_MAX = 255 };

struct slide_board {
    int rows, cols;
    int blank;       /* its cell */
    uint16_t *tiles; /* on each cell, row by row; 0 is the blank */
};

struct slide; /* slide.h */

/* The board of a complete state, turned if it is to end blank first; tiles has room for it. */
void slide_board_set(struct slide_board *board, const struct slide *slide);

/* Moves of the blank, SLIDE_UP to SLIDE_RIGHT of slide.h, one a byte; grows as needed. */
struct slide_path {
    uint8_t *moves;
    size_t count, capacity;
};

/* Adds a move; -1 if memory runs out. */
int slide_path_add(struct slide_path *path, int move);
void slide_path_release(struct slide_path *path);

/* Whether the tiles, each of 0 to cells - 1 once, can be brought to the goal. */
bool slide_board_solvable(const struct slide_board *board, bool blank_first);
/* Turns a board that is to end blank first into one that is to end blank last, and back. Moves on
 * the one are the opposite moves on the other. */
void slide_board_turn(struct slide_board *board);
/* The distance of all tiles from home, added up: no solution is shorter. */
uint64_t slide_board_distance(const struct slide_board *board);

#endif
