/* Bulk transport: the blank sweeps over the board so that nearly every tile it moves comes nearer
 * to home. Far tiles need about 1.5 moves a step this way, instead of 3 to 5 when carried one by
 * one.
 *
 * On a walk that visits no cell twice, a step into a cell moves the tile that is there at the
 * start, whatever the steps before. So the gain of each step is known in advance, and dynamic
 * programming, row by row, finds the best of all walks that go ahead in one direction and left and
 * right across it. A gain is the decrease of squared offsets along each axis, so that far tiles
 * come first and small detours are cheap. */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <stdlib.h>

/* How the best walk reaches a place of the view. */
enum { FROM_LEFT = 1, FROM_RIGHT = 2, ENDS_LEFTWARD = 4 };
enum { NOWHERE = INT32_MIN / 2 };

/* The board as seen from the blank in a direction. */
struct view {
    int ahead, left;               /* moves; right is left + 1 */
    int rows, cols, start;         /* of the view; start is the blank's column in it */
    int corner;                    /* the cell of its first row and column */
    int down, right;               /* what a step in the view adds to the cell */
    int sign;                      /* 1 if ahead is down or right on the board, else -1 */
    const int16_t *along, *onward; /* the tiles' offsets along a row of the view and ahead */
};

struct sweep {
    struct slide_field *field;
    int16_t *below, *right; /* of each cell: how far its tile is below and right of home */
    int min_gain;           /* that a move must have */
    uint8_t *origins;       /* of each place of the view: how the best walk comes there */
    int32_t *enter, *leftward, *leave; /* of each column: the best value so far */
    uint8_t *way;                      /* the best walk, backward */
    int length, value;
};

static void set_offset(struct sweep *sweep, int cell) {
    const struct slide_field *field = sweep->field;
    int home = field->home[field->tiles[cell]];
    sweep->below[cell] = (int16_t)(field->row[cell] - field->row[home]);
    sweep->right[cell] = (int16_t)(field->col[cell] - field->col[home]);
}

/* The gain if a tile at this offset comes one step nearer: the difference of the squares. */
static int gain(int offset) {
    return 2 * offset - 1;
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
                        .along = upright ? sweep->right : sweep->below,
                        .onward = upright ? sweep->below : sweep->right};
    view.corner = field->blank - view.start * view.right;
    return view;
}

/* Enters the first row at the blank, other rows from the row before. */
static void enter_row(struct sweep *sweep, const struct view *view, int row) {
    const int16_t *offset = view->onward + view->corner + row * view->down;
    for (int col = 0; col < view->cols; col++, offset += view->right)
        sweep->enter[col] =
            row == 0 ? NOWHERE : sweep->leave[col] + gain(view->sign * *offset) - sweep->min_gain;
    if (row == 0) sweep->enter[view->start] = 0;
}

/* Finds the best walks along a row that has been entered. */
static void along_row(struct sweep *sweep, const struct view *view, int row, uint8_t *origins) {
    const int16_t *offset = view->along + view->corner + row * view->down;
    int32_t *enter = sweep->enter, *leave = sweep->leave, *leftward = sweep->leftward;
    int last = view->cols - 1, min_gain = sweep->min_gain;
    leave[0] = enter[0];
    origins[0] = 0;
    for (int col = 1; col <= last; col++) {
        int value = leave[col - 1] + gain(offset[col * view->right]) - min_gain;
        origins[col] = value > enter[col] ? FROM_LEFT : 0;
        leave[col] = value > enter[col] ? value : enter[col];
    }
    leftward[last] = enter[last];
    for (int col = last - 1; col >= 0; col--) {
        int value = leftward[col + 1] + gain(-offset[col * view->right]) - min_gain;
        if (value > enter[col]) origins[col] |= FROM_RIGHT;
        leftward[col] = value > enter[col] ? value : enter[col];
    }
    for (int col = 0; col <= last; col++)
        if (leftward[col] > leave[col]) leave[col] = leftward[col], origins[col] |= ENDS_LEFTWARD;
}

/* Writes the best walk, which ends at this place, backward. */
static void trace(struct sweep *sweep, const struct view *view, int row, int col) {
    sweep->length = 0;
    for (;; row--) {
        const uint8_t *origins = sweep->origins + row * view->cols;
        if (origins[col] & ENDS_LEFTWARD)
            for (; origins[col] & FROM_RIGHT; col++)
                sweep->way[sweep->length++] = (uint8_t)view->left;
        else
            for (; origins[col] & FROM_LEFT; col--)
                sweep->way[sweep->length++] = (uint8_t)(view->left + 1);
        if (row == 0) return;
        sweep->way[sweep->length++] = (uint8_t)view->ahead;
    }
}

/* Takes the best walk in this direction if it is better than the best so far. */
static void try_direction(struct sweep *sweep, int ahead) {
    struct view view = look(sweep, ahead);
    int best_row = -1, best_col = 0;
    for (int row = 0; row < view.rows; row++) {
        enter_row(sweep, &view, row);
        along_row(sweep, &view, row, sweep->origins + row * view.cols);
        for (int col = 0; col < view.cols; col++)
            if (sweep->leave[col] > sweep->value)
                sweep->value = sweep->leave[col], best_row = row, best_col = col;
    }
    if (best_row >= 0) trace(sweep, &view, best_row, best_col);
}

/* Makes the best walk. */
static int walk(struct sweep *sweep, struct slide_path *path) {
    while (sweep->length > 0) {
        int move = sweep->way[--sweep->length], from = sweep->field->blank;
        slide_field_move(sweep->field, move);
        set_offset(sweep, from);
        if (slide_path_add(path, move)) return -1;
    }
    return 0;
}

/* The mean gain of a step that brings a tile nearer, now. */
static int mean_gain(const struct sweep *sweep, uint64_t distance) {
    uint64_t squares = 0;
    for (int cell = 0; cell < sweep->field->count; cell++) {
        int below = sweep->below[cell], right = sweep->right[cell];
        if (cell != sweep->field->blank) squares += (uint64_t)(below * below + right * right);
    }
    return (int)(2 * squares / (distance + 1));
}

/* Makes walks while there are any whose moves gain enough; then demands less. */
static int sweep_on(struct sweep *sweep, uint64_t target, int share, struct slide_budget *budget,
                    struct slide_path *path) {
    struct slide_field *field = sweep->field;
    uint64_t before = UINT64_MAX, distance, first = slide_field_distance(field);
    size_t span = (size_t)field->count, begin = path->count;
    int step = 0;
    for (;;) {
        if (before == UINT64_MAX || path->count - begin >= span) {
            distance = slide_field_distance(field);
            if (distance <= target) return 0;
            if (slide_budget_is_short(budget, (double)distance / (double)first)) return 0;
            if (before != UINT64_MAX && (int64_t)(before - distance) * 4 < (int64_t)span) return 0;
            before = distance;
            begin = path->count;
            step = mean_gain(sweep, distance);
        }
        sweep->min_gain = step * share / 64;
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

int slide_sweep(struct slide_field *field, uint64_t target, int share, struct slide_budget *budget,
                struct slide_path *path) {
    size_t cells = (size_t)field->count;
    size_t side = (size_t)(field->rows > field->cols ? field->rows : field->cols);
    struct sweep sweep = {.field = field};
    int32_t *values = malloc(3 * side * sizeof *values);
    int16_t *offsets = malloc(2 * cells * sizeof *offsets);
    uint8_t *bytes = malloc(2 * cells);
    int result = -1;
    if (values && offsets && bytes) {
        sweep.below = offsets;
        sweep.right = offsets + cells;
        sweep.enter = values;
        sweep.leftward = values + side;
        sweep.leave = values + 2 * side;
        sweep.origins = bytes;
        sweep.way = bytes + cells;
        for (int cell = 0; cell < field->count; cell++) set_offset(&sweep, cell);
        result = sweep_on(&sweep, target, share, budget, path);
    }
    free(values);
    free(offsets);
    free(bytes);
    return result;
}
