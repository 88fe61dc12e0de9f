#include "games/slide/board/board.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

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

/* Whether a permutation of cells is odd, by its cycles; `home` tells where each tile belongs. */
static bool is_odd(const struct slide_board *board, bool blank_first, uint8_t *seen) {
    int cells = board->rows * board->cols;
    bool odd = false;
    for (int begin = 0; begin < cells; begin++)
        for (int cell = begin; !seen[cell];) {
            int tile = board->tiles[cell];
            seen[cell] = 1;
            cell = blank_first ? tile : (tile + cells - 1) % cells;
            if (cell != begin) odd = !odd;
        }
    return odd;
}

bool slide_board_solvable(const struct slide_board *board, bool blank_first) {
    static const int max = SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX;
    uint8_t seen[SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX];
    int cells = board->rows * board->cols, home = blank_first ? 0 : cells - 1;
    memset(seen, 0, (size_t)(cells < max ? cells : max));
    int rows = home / board->cols - board->blank / board->cols;
    int cols = home % board->cols - board->blank % board->cols;
    return is_odd(board, blank_first, seen) == ((rows + cols) % 2 != 0);
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
