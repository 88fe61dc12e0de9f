/* A board as the solvers see it: any size, and the goal has the blank last. A board whose goal has
 * the blank first is turned by 180 degrees and renumbered before it comes here. */
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

/* Sets the board of a complete state, turned if its goal is blank first. The caller provides tiles.
 */
void slide_board_set(struct slide_board *board, const struct slide *slide);

/* Moves of the blank, SLIDE_UP to SLIDE_RIGHT of slide.h. */
struct slide_path {
    uint8_t *moves;
    size_t count, capacity;
};

/* Adds a move. Returns -1 if memory runs out. */
int slide_path_add(struct slide_path *path, int move);
void slide_path_release(struct slide_path *path);

/* Moves the blank. Returns false, and does nothing, if it would leave the board. */
bool slide_board_move(struct slide_board *board, int move);
/* Whether the board can be solved. Its tiles are each of 0 to cells - 1 once. */
bool slide_board_solvable(const struct slide_board *board, bool blank_first);
/* Turns a board whose goal is blank first into one whose goal is blank last, and back. Moves on one
 * are the opposite moves on the other. */
void slide_board_turn(struct slide_board *board);
/* The sum of the tiles' Manhattan distances from home, a lower bound of the solution's length. */
uint64_t slide_board_distance(const struct slide_board *board);

#endif
