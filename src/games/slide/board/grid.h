/* Numbers in rows, as they come from a line of text; whether they are a board is not decided here.
 */
#ifndef SLIDE_GRID_H
#define SLIDE_GRID_H

#include "games/slide/board/board.h"

/* A line may hold an index before its board and a length after it. */
enum { SLIDE_GRID_MAX = SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX + 2 };

struct slide_grid {
    int rows, cols; /* complete rows; numbers in the first */
    int ragged;     /* the first row that has more or fewer, from 1; 0 if there is none */
    int row, count; /* numbers in the row at hand, in all */
    int numbers[SLIDE_GRID_MAX];
};

void slide_grid_clear(struct slide_grid *grid);

/* Adds a line of numbers and blanks: NULL, or what is wrong with it. The line ends a row, and so do
 * / ; and closing brackets. Lines of a drawn frame add nothing. */
const char *slide_grid_numbers(struct slide_grid *grid, const char *at, const char *end);
/* The same where each sign is a cell, as in FE169B4C0A73D852 or 123/456/780. */
bool slide_grid_signs(struct slide_grid *grid, const char *at, const char *end);

#endif
