/* Makes a path shorter by searching windows of it anew, with the board after the window as the
 * goal. It skips windows that are as long as the Manhattan distance to that goal: they are
 * shortest. */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { END_SIDE = 4 };

struct window {
    struct slide_path *path;
    struct slide_field near, far, work; /* the boards at begin and end, and one for searching */
    size_t begin, end;
};

/* The Manhattan distance from near to far. Goes back from far by the moves of the window. */
static size_t window_distance(struct window *window) {
    struct slide_field *work = &window->work;
    long sum = 0;
    slide_field_copy(work, &window->far);
    slide_field_aim(work, &window->far);
    for (size_t i = window->end; i-- > window->begin;) {
        int move = slide_opposite(window->path->moves[i]);
        int from = work->blank, to = from + work->step[move], tile = work->tiles[to];
        sum +=
            slide_field_home_distance(work, tile, from) - slide_field_home_distance(work, tile, to);
        slide_field_move(work, move);
    }
    return (size_t)sum;
}

/* Replaces the window by shorter moves. */
static void splice(struct window *window, const struct slide_path *shorter) {
    struct slide_path *path = window->path;
    uint8_t *at = path->moves + window->begin;
    size_t length = window->end - window->begin, saved = length - shorter->count;
    memcpy(at, shorter->moves, shorter->count);
    memmove(at + shorter->count, at + length, path->count - window->end);
    path->count -= saved;
    window->end -= saved;
}

static int search(struct window *window, int width, struct slide_budget *budget) {
    size_t length = window->end - window->begin;
    if (length < 4 || window_distance(window) == length) return 0;
    struct slide_path shorter = {0};
    struct slide_beam how = {.width = width, .longest = length - 2};
    int found = slide_beam(&window->work, &how, budget, &shorter);
    if (found > 0) splice(window, &shorter);
    free(shorter.moves);
    return found < 0 ? -1 : 0;
}

static void advance(struct window *window, size_t begin, size_t end) {
    const uint8_t *moves = window->path->moves;
    if (begin > window->end) begin = window->end;
    if (end > window->path->count) end = window->path->count;
    for (; window->begin < begin; window->begin++)
        slide_field_move(&window->near, moves[window->begin]);
    for (; window->end < end; window->end++) slide_field_move(&window->far, moves[window->end]);
}

static int pass(struct window *window, size_t length, int width, struct slide_budget *budget) {
    advance(window, 0, length);
    while (window->begin < window->path->count && !budget->over) {
        if (search(window, width, budget)) return -1;
        bool last = window->end == window->path->count;
        size_t begin = last ? window->path->count : window->begin + length / 2;
        advance(window, begin, begin + length);
        if (!slide_budget_spend(budget, length)) return 0;
    }
    return 0;
}

static int init_like(struct slide_field *field, const struct slide_field *like) {
    struct slide_board board = {like->rows, like->cols, like->blank, like->tiles};
    return slide_field_init(field, &board);
}

int slide_improve(const struct slide_field *board, size_t window, int width,
                  struct slide_budget *budget, struct slide_path *path) {
    struct window here = {.path = path};
    int result = -1;
    if (!init_like(&here.near, board) && !init_like(&here.far, board) &&
        !init_like(&here.work, board))
        result = pass(&here, window, width, budget);
    slide_field_release(&here.near);
    slide_field_release(&here.far);
    slide_field_release(&here.work);
    return result;
}

/* The end of a path: the moves within the last 4x4 cells. */
struct end {
    struct slide_field field; /* the board where the end begins */
    size_t begin;
    int top, left;
};

static bool inside(const struct end *end, int cell) {
    return end->field.row[cell] >= end->top && end->field.col[cell] >= end->left;
}

/* Goes back from the goal while the blank is inside. */
static void find_begin(struct end *end, const struct slide_path *path) {
    struct slide_field *field = &end->field;
    for (size_t i = 0; i < path->count; i++) slide_field_move(field, path->moves[i]);
    for (end->begin = path->count; end->begin > 0; end->begin--) {
        int move = slide_opposite(path->moves[end->begin - 1]);
        if (!inside(end, field->blank + field->step[move])) return;
        slide_field_move(field, move);
    }
}

/* Numbers the tiles of the last 4x4 cells as a board of their own. */
static void cut_out(const struct end *end, struct slide_board *board) {
    const struct slide_field *field = &end->field;
    for (int i = 0; i < END_SIDE * END_SIDE; i++) {
        int cell = (end->top + i / END_SIDE) * field->cols + end->left + i % END_SIDE;
        int tile = field->tiles[cell], home = field->home[tile];
        int row = field->row[home] - end->top, col = field->col[home] - end->left;
        board->tiles[i] = (uint16_t)(tile ? row * END_SIDE + col + 1 : 0);
        if (!tile) board->blank = i;
    }
}

/* Whether the moves solve the end and stay inside. */
static bool solves(struct end *end, const struct slide_path *path) {
    struct slide_field *field = &end->field;
    for (size_t i = 0; i < path->count; i++) {
        int move = path->moves[i];
        if (move > SLIDE_RIGHT || !(field->ways[field->blank] >> move & 1)) return false;
        if (!inside(end, field->blank + field->step[move])) return false;
        slide_field_move(field, move);
    }
    return slide_field_solved(field);
}

/* Asks the hook for fewer moves. `moves` is as long as the end. */
static void ask(struct end *end, const struct slide_fast_limits *limits, struct slide_path *path,
                uint8_t *moves) {
    uint16_t tiles[END_SIDE * END_SIDE];
    struct slide_board board = {.rows = END_SIDE, .cols = END_SIDE, .tiles = tiles};
    size_t length = path->count - end->begin;
    struct slide_path shorter = {.moves = moves, .capacity = length};
    cut_out(end, &board);
    if (!limits->core(limits->self, &board, &shorter)) return;
    if (shorter.moves != moves || shorter.count >= length || !solves(end, &shorter)) return;
    memcpy(path->moves + end->begin, moves, shorter.count);
    path->count = end->begin + shorter.count;
}

int slide_improve_core(const struct slide_field *board, const struct slide_fast_limits *limits,
                       struct slide_path *path) {
    if (board->rows < END_SIDE || board->cols < END_SIDE) return 0;
    struct end end = {.top = board->rows - END_SIDE, .left = board->cols - END_SIDE};
    if (init_like(&end.field, board)) return -1;
    find_begin(&end, path);
    uint8_t *moves = malloc(path->count - end.begin + 1);
    if (moves && end.begin < path->count) ask(&end, limits, path, moves);
    free(moves);
    slide_field_release(&end.field);
    return moves ? 0 : -1;
}
