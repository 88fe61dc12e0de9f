/* All boards of a size of up to nine cells, numbered, with the length of each board's shortest
 * solutions. The goal has the blank last, as in board.h. */
#ifndef SLIDE_SMALL_H
#define SLIDE_SMALL_H

#include "games/slide/board/board.h"

enum { SLIDE_SMALL_CELLS = 9, SLIDE_SMALL_NEVER = 255 };

struct slide_small {
    int rows, cols;
    uint32_t count;   /* of boards, solvable or not */
    uint8_t length[]; /* by number; SLIDE_SMALL_NEVER for unsolvable boards */
};

/* Returns NULL if memory runs out. */
struct slide_small *slide_small_new(int rows, int cols);
void slide_small_free(struct slide_small *small);

uint32_t slide_small_number(const struct slide_board *board);
/* Sets the board of a number. The caller provides tiles. */
void slide_small_board(const struct slide_small *small, uint32_t number, struct slide_board *board);

#endif
