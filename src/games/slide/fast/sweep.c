/* Bulk transport: the blank sweeps over the board so that nearly every tile it passes comes nearer
 * to home. Far tiles cost some 1.5 moves a step this way, not the 3 to 5 of carrying them singly.
 *
 * The idea: on a way that visits no cell twice, a step into a cell moves the tile that lies there
 * now, whatever the steps before. So what a step gains is known beforehand, and among all the ways
 * that only go on in one direction and left and right across it, the best one is found exactly, row
 * by row. Gains are in squared distances along both axes: tiles far off come first, and stepping
 * aside is cheap where it does not matter. */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <stdlib.h>

enum { FROM_LEFT = 1, FROM_RIGHT = 2, ENDS_LEFTWARD = 4 };
enum { NOWHERE = INT32_MIN / 2 };

/* A direction to go on in, and what it looks like from the blank. */
struct view {
    int ahead, left;               /* moves; right is left + 1 */
    int rows, cols, start;         /* of the view; start is the blank's column in it */
    int corner;                    /* the cell of its first row and column */
    int down, right;               /* steps on the board */
    int sign;                      /* 1 where ahead is down or right on the board, else -1 */
    const int16_t *along, *onward; /* how far off tiles are, across and in that direction */
};

struct sweep {
    struct slide_field *field;
    int16_t *low, *far; /* of each cell: how far its tile is below and right of home */
    int toll;           /* what a move has to gain at least */
    uint8_t *signs;     /* of each place of the view: how the best way comes there */
    int32_t *enter, *leftward, *leave; /* of each column: the best value so far */
    uint8_t *way;                      /* the best one, backward */
    int length, value;
};

static void set_off(struct sweep *sweep, int cell) {
    const struct slide_field *field = sweep->field;
    int home = field->home[field->tiles[cell]];
    sweep->low[cell] = (int16_t)(field->row[cell] - field->row[home]);
    sweep->far[cell] = (int16_t)(field->col[cell] - field->col[home]);
}

/* What it gains that a tile, so far off, goes one back: the difference of the squares. */
static int gain(int off) {
    return 2 * off - 1;
}

static struct view look(const struct sweep *sweep, int ahead) {
    const struct slide_field *field = sweep->field;
    int row = field->row[field->blank], col = field->col[field->blank];
    bool upright = ahead == SLIDE_UP || ahead == SLIDE_DOWN;
    bool back = ahead == SLIDE_UP || ahead == SLIDE_LEFT;
    int before = upright ? row : col, all = upright ? field->rows : field->cols;
    struct view view = {.ahead = ahead,
                        .left = upright ? SLIDE_LEFT : SLIDE_UP,
                        .rows = back ? before + 1 : all - before,
                        .cols = upright ? field->cols : field->rows,
                        .start = upright ? col : row,
                        .down = field->step[ahead],
                        .right = upright ? 1 : field->cols,
                        .sign = back ? -1 : 1,
                        .along = upright ? sweep->far : sweep->low,
                        .onward = upright ? sweep->low : sweep->far};
    view.corner = field->blank - view.start * view.right;
    return view;
}

/* The first row is entered at the blank, others from the row before. */
static void enter_row(struct sweep *sweep, const struct view *view, int row) {
    const int16_t *off = view->onward + view->corner + row * view->down;
    for (int col = 0; col < view->cols; col++, off += view->right)
        sweep->enter[col] =
            row == 0 ? NOWHERE : sweep->leave[col] + gain(view->sign * *off) - sweep->toll;
    if (row == 0) sweep->enter[view->start] = 0;
}

/* One row: enter is known, and the best ways along the row are added. */
static void along_row(struct sweep *sweep, const struct view *view, int row, uint8_t *signs) {
    const int16_t *off = view->along + view->corner + row * view->down;
    int32_t *enter = sweep->enter, *leave = sweep->leave, *leftward = sweep->leftward;
    int last = view->cols - 1, toll = sweep->toll;
    leave[0] = enter[0];
    signs[0] = 0;
    for (int col = 1; col <= last; col++) {
        int value = leave[col - 1] + gain(off[col * view->right]) - toll;
        signs[col] = value > enter[col] ? FROM_LEFT : 0;
        leave[col] = value > enter[col] ? value : enter[col];
    }
    leftward[last] = enter[last];
    for (int col = last - 1; col >= 0; col--) {
        int value = leftward[col + 1] + gain(-off[col * view->right]) - toll;
        if (value > enter[col]) signs[col] |= FROM_RIGHT;
        leftward[col] = value > enter[col] ? value : enter[col];
    }
    for (int col = 0; col <= last; col++)
        if (leftward[col] > leave[col]) leave[col] = leftward[col], signs[col] |= ENDS_LEFTWARD;
}

static void trace(struct sweep *sweep, const struct view *view, int row, int col) {
    sweep->length = 0;
    for (;; row--) {
        const uint8_t *signs = sweep->signs + row * view->cols;
        if (signs[col] & ENDS_LEFTWARD)
            for (; signs[col] & FROM_RIGHT; col++)
                sweep->way[sweep->length++] = (uint8_t)view->left;
        else
            for (; signs[col] & FROM_LEFT; col--)
                sweep->way[sweep->length++] = (uint8_t)(view->left + 1);
        if (row == 0) return;
        sweep->way[sweep->length++] = (uint8_t)view->ahead;
    }
}

/* Takes the best way in this direction, if it beats the one there is. */
static void try_direction(struct sweep *sweep, int ahead) {
    struct view view = look(sweep, ahead);
    int best_row = -1, best_col = 0;
    for (int row = 0; row < view.rows; row++) {
        enter_row(sweep, &view, row);
        along_row(sweep, &view, row, sweep->signs + row * view.cols);
        for (int col = 0; col < view.cols; col++)
            if (sweep->leave[col] > sweep->value)
                sweep->value = sweep->leave[col], best_row = row, best_col = col;
    }
    if (best_row >= 0) trace(sweep, &view, best_row, best_col);
}

static int walk(struct sweep *sweep, struct slide_path *path) {
    while (sweep->length > 0) {
        int move = sweep->way[--sweep->length], from = sweep->field->blank;
        slide_field_move(sweep->field, move);
        set_off(sweep, from);
        if (slide_path_add(path, move)) return -1;
    }
    return 0;
}

/* Distances and squared ones tell what a step gains at the moment. */
static int gain_of_a_step(const struct sweep *sweep, uint64_t distance) {
    uint64_t squares = 0;
    for (int cell = 0; cell < sweep->field->count; cell++) {
        int low = sweep->low[cell], far = sweep->far[cell];
        if (cell != sweep->field->blank) squares += (uint64_t)(low * low + far * far);
    }
    return (int)(2 * squares / (distance + 1));
}

/* Ways are taken as long as there are any whose moves gain enough; then less has to do. */
static int sweep_on(struct sweep *sweep, uint64_t near, int share, struct slide_budget *budget,
                    struct slide_path *path) {
    struct slide_field *field = sweep->field;
    uint64_t before = UINT64_MAX, distance;
    size_t span = (size_t)field->count, begin = path->count;
    int step = 0;
    for (;;) {
        if (before == UINT64_MAX || path->count - begin >= span) {
            distance = slide_field_distance(field);
            if (distance <= near) return 0;
            if (before != UINT64_MAX && (int64_t)(before - distance) * 4 < (int64_t)span) return 0;
            before = distance;
            begin = path->count;
            step = gain_of_a_step(sweep, distance);
        }
        sweep->toll = step * share / 64;
        sweep->value = 0;
        for (int ahead = SLIDE_UP; ahead <= SLIDE_RIGHT; ahead++) try_direction(sweep, ahead);
        if (!slide_budget_spend(budget, (uint64_t)field->count)) return 0;
        if (sweep->value > 0) {
            if (walk(sweep, path)) return -1;
        } else {
            share = share * 7 / 8;
            if (share == 0) return 0;
        }
    }
}

int slide_sweep(struct slide_field *field, uint64_t near, int share, struct slide_budget *budget,
                struct slide_path *path) {
    size_t cells = (size_t)field->count;
    size_t side = (size_t)(field->rows > field->cols ? field->rows : field->cols);
    struct sweep sweep = {.field = field};
    int32_t *values = malloc(3 * side * sizeof *values);
    int16_t *offs = malloc(2 * cells * sizeof *offs);
    uint8_t *bytes = malloc(2 * cells);
    int result = -1;
    if (values && offs && bytes) {
        sweep.low = offs;
        sweep.far = offs + cells;
        sweep.enter = values;
        sweep.leftward = values + side;
        sweep.leave = values + 2 * side;
        sweep.signs = bytes;
        sweep.way = bytes + cells;
        for (int cell = 0; cell < field->count; cell++) set_off(&sweep, cell);
        result = sweep_on(&sweep, near, share, budget, path);
    }
    free(values);
    free(offs);
    free(bytes);
    return result;
}
