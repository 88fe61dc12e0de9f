/* A board's number is written in the factorial number system: each digit is the rank of a tile
 * among the tiles that are left. */
#include "games/slide/board/small.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

uint32_t slide_small_number(const struct slide_board *board) {
    int cells = board->rows * board->cols;
    uint32_t left = (UINT32_C(1) << cells) - 1, number = 0;
    for (int cell = 0; cell < cells; cell++) {
        uint32_t below = left & ((UINT32_C(1) << board->tiles[cell]) - 1);
        number = number * (uint32_t)(cells - cell) + (uint32_t)__builtin_popcount(below);
        left &= ~(UINT32_C(1) << board->tiles[cell]);
    }
    return number;
}

void slide_small_board(const struct slide_small *small, uint32_t number,
                       struct slide_board *board) {
    int cells = small->rows * small->cols;
    board->rows = small->rows, board->cols = small->cols;
    for (int cell = cells - 1; cell >= 0; cell--) {
        uint32_t place = number % (uint32_t)(cells - cell);
        number /= (uint32_t)(cells - cell);
        for (int later = cell + 1; later < cells; later++)
            board->tiles[later] = (uint16_t)(board->tiles[later] + (board->tiles[later] >= place));
        board->tiles[cell] = (uint16_t)place;
    }
    for (board->blank = 0; board->tiles[board->blank];) board->blank++;
}

/* Breadth-first search from the goal. The queue holds numbers of boards. */
static void fill(struct slide_small *small, uint32_t *queue) {
    uint16_t tiles[SLIDE_SMALL_CELLS];
    struct slide_board board = {.tiles = tiles};
    uint32_t first = 0, last = 1;
    for (small->length[queue[0]] = 0; first < last; first++) {
        slide_small_board(small, queue[first], &board);
        for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
            if (!slide_board_move(&board, move)) continue;
            uint32_t number = slide_small_number(&board);
            slide_board_move(&board, slide_opposite(move));
            if (small->length[number] != SLIDE_SMALL_NEVER) continue;
            small->length[number] = (uint8_t)(small->length[queue[first]] + 1);
            queue[last++] = number;
        }
    }
}

struct slide_small *slide_small_new(int rows, int cols) {
    int cells = rows * cols;
    uint16_t tiles[SLIDE_SMALL_CELLS];
    struct slide_board goal = {rows, cols, cells - 1, tiles};
    uint32_t count = 1;
    for (int i = 2; i <= cells; i++) count *= (uint32_t)i;
    for (int i = 0; i < cells; i++) tiles[i] = (uint16_t)((i + 1) % cells);
    struct slide_small *small = malloc(sizeof *small + count);
    uint32_t *queue = malloc(sizeof *queue * count);
    if (small && queue) {
        small->rows = rows, small->cols = cols, small->count = count;
        memset(small->length, SLIDE_SMALL_NEVER, count);
        queue[0] = slide_small_number(&goal);
        fill(small, queue);
    } else {
        free(small);
        small = NULL;
    }
    free(queue);
    return small;
}

void slide_small_free(struct slide_small *small) {
    free(small);
}
