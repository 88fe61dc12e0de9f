/* A board as the solvers see it: any size, and the goal always has the blank last. Boards that are
 * to end with the blank first are turned by 180 degrees and renumbered before they come here. */
#ifndef SLIDE_BOARD_H
#define SLIDE_BOARD_H

#include <stddef.h>
#include <stdint.h>

enum { SLIDE_BOARD_SIDE_MAX = 255 };

struct slide_board {
    int rows, cols;
    int blank;       /* its cell */
    uint16_t *tiles; /* on each cell, row by row; 0 is the blank */
};

/* Moves of the blank, SLIDE_UP to SLIDE_RIGHT of slide.h, one a byte; grows as needed. */
struct slide_path {
    uint8_t *moves;
    size_t count, room;
};

#endif
