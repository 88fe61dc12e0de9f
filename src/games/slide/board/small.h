/* All boards of a size of up to nine cells, numbered, with the length of the shortest solution of
 * each; goal and tiles as in slide_board.h. */
#ifndef SLIDE_SMALL_H
#define SLIDE_SMALL_H

#include "games/slide/board/board.h"

enum { SLIDE_SMALL_CELLS = 9, SLIDE_SMALL_NEVER = 255 };

struct slide_small {
    int rows, cols;
    uint32_t count;   /* of boards, those that cannot be solved too */
    uint8_t length[]; /* by number; SLIDE_SMALL_NEVER for what cannot be solved */
};

/* NULL if memory runs out. */
struct slide_small *slide_small_new(int rows, int cols);
void slide_small_free(struct slide_small *small);

uint32_t slide_small_number(const struct slide_board *board);
/* The board of a number; its tiles are the caller's. */
void slide_small_board(const struct slide_small *small, uint32_t number, struct slide_board *board);
/* Moves the blank; false off the board. */
bool slide_small_move(struct slide_board *board, int move);

#endif
