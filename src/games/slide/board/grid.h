/* Numbers in rows, read from lines of text. The parser decides whether they are a board. */
#ifndef SLIDE_GRID_H
#define SLIDE_GRID_H

#include "games/slide/board/board.h"

/* A line may hold an index before its board and a length after it. */
enum { SLIDE_GRID_MAX = SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX + 2 };

struct slide_grid {
    int rows, cols; /* complete rows; numbers in the first row */
    int ragged;     /* the first row of another length, from 1; 0 if there is none */
    int row, count; /* numbers in the current row; in all */
    int numbers[SLIDE_GRID_MAX];
};

void slide_grid_clear(struct slide_grid *grid);

/* Adds a line of numbers and blanks. Returns NULL, or what is wrong with it. The end of the line
 * ends a row, and so do / ; and closing brackets. Lines of a drawn frame add nothing. */
const char *slide_grid_numbers(struct slide_grid *grid, const char *at, const char *end);
/* Adds a line where each symbol is a cell, as FE169B4C0A73D852 or 123/456/780; false if it is not.
 */
bool slide_grid_symbols(struct slide_grid *grid, const char *at, const char *end);

#endif
