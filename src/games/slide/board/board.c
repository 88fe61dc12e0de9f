/* Boards of any size, and paths. */
#include "games/slide/board/board.h"
#include "games/slide/slide.h"
#include <stdlib.h>

int slide_path_add(struct slide_path *path, int move) {
    if (path->count == path->capacity) {
        size_t capacity = path->capacity ? 2 * path->capacity : 256;
        uint8_t *moves = realloc(path->moves, capacity);
        if (!moves) return -1;
        path->moves = moves;
        path->capacity = capacity;
    }
    path->moves[path->count++] = (uint8_t)move;
    return 0;
}

void slide_path_release(struct slide_path *path) {
    free(path->moves);
    *path = (struct slide_path){.moves = NULL};
}

bool slide_board_move(struct slide_board *board, int move) {
    int to = slide_neighbour(board->rows, board->cols, board->blank, move);
    if (to < 0) return false;
    board->tiles[board->blank] = board->tiles[to];
    board->tiles[to] = 0;
    board->blank = to;
    return true;
}

_Static_assert(SLIDE_BOARD_SIDE_MAX *SLIDE_BOARD_SIDE_MAX <= SLIDE_TILES_MAX, "all boards fit");

bool slide_board_solvable(const struct slide_board *board, bool blank_first) {
    return slide_tiles_solvable(board->tiles, board->rows, board->cols, blank_first);
}

void slide_board_turn(struct slide_board *board) {
    int cells = board->rows * board->cols;
    for (int i = 0, k = cells - 1; i <= k; i++, k--) {
        uint16_t one = board->tiles[i], two = board->tiles[k];
        board->tiles[i] = two ? (uint16_t)(cells - two) : 0;
        board->tiles[k] = one ? (uint16_t)(cells - one) : 0;
    }
    board->blank = cells - 1 - board->blank;
}

void slide_board_set(struct slide_board *board, const struct slide *slide) {
    board->rows = slide->rows, board->cols = slide->cols, board->blank = slide->blank;
    for (int cell = 0; cell < slide_count(slide); cell++) board->tiles[cell] = slide->cells[cell];
    if (slide->blank_first) slide_board_turn(board);
}

uint64_t slide_board_distance(const struct slide_board *board) {
    uint64_t sum = 0;
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int home = board->tiles[cell] - 1;
        if (home < 0) continue;
        sum += (uint64_t)abs(home / board->cols - cell / board->cols);
        sum += (uint64_t)abs(home % board->cols - cell % board->cols);
    }
    return sum;
}
