/* The shared board, and the order of solving with the distances of each group.
 *
 * Distances come from two kinds of tables. `carry` is for one tile whose line has locked cells to
 * the left and above: the moves to bring it home, by its place and the side of it that the blank is
 * on. The corner tables are for the last two tiles of a line: exact distances with both tiles and
 * the blank in a window of up to 4x4 at the line's end, found by a search backward from the goal.
 */
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int slide_field_init(struct slide_field *field, const struct slide_board *board) {
    int rows = board->rows, cols = board->cols, count = rows * cols;
    *field = (struct slide_field){.rows = rows,
                                  .cols = cols,
                                  .count = count,
                                  .blank = board->blank,
                                  .step = {-cols, cols, -1, 1}};
    size_t cells = (size_t)count;
    field->tiles = malloc(cells * sizeof *field->tiles);
    field->at = malloc(cells * sizeof *field->at);
    field->home = malloc(cells * sizeof *field->home);
    field->row = malloc(cells * 3);
    if (!field->tiles || !field->at || !field->home || !field->row)
        return slide_field_release(field), -1;
    field->col = field->row + cells;
    field->ways = field->col + cells;
    for (int cell = 0; cell < count; cell++) {
        int row = cell / cols, col = cell % cols, tile = board->tiles[cell];
        field->row[cell] = (uint8_t)row;
        field->col[cell] = (uint8_t)col;
        field->tiles[cell] = (uint16_t)tile;
        field->at[tile] = (uint16_t)cell;
        field->home[cell == count - 1 ? 0 : cell + 1] = (uint16_t)cell;
        field->ways[cell] = (uint8_t)((row > 0) << SLIDE_UP | (row < rows - 1) << SLIDE_DOWN |
                                      (col > 0) << SLIDE_LEFT | (col < cols - 1) << SLIDE_RIGHT);
    }
    return 0;
}

void slide_field_release(struct slide_field *field) {
    free(field->tiles);
    free(field->at);
    free(field->home);
    free(field->row);
    *field = (struct slide_field){0};
}

void slide_field_copy(struct slide_field *to, const struct slide_field *from) {
    assert(to->rows == from->rows && to->cols == from->cols);
    to->blank = from->blank;
    memcpy(to->tiles, from->tiles, (size_t)from->count * sizeof *from->tiles);
    memcpy(to->at, from->at, (size_t)from->count * sizeof *from->at);
}

void slide_field_aim(struct slide_field *field, const struct slide_field *goal) {
    memcpy(field->home, goal->at, (size_t)goal->count * sizeof *goal->at);
}

bool slide_field_solved(const struct slide_field *field) {
    return memcmp(field->at, field->home, (size_t)field->count * sizeof *field->at) == 0;
}

uint64_t slide_field_distance(const struct slide_field *field) {
    uint64_t sum = 0;
    for (int tile = 1; tile < field->count; tile++)
        sum += (uint64_t)slide_field_home_distance(field, tile, field->at[tile]);
    return sum;
}

/* The coordinates of a cell along and across the group's line. */
static void locate(const struct slide_plan *plan, const struct slide_plan_group *group, int cell,
                   int *x, int *y) {
    int row = plan->field->row[cell] - group->top, col = plan->field->col[cell] - group->left;
    *x = group->column ? row : col;
    *y = group->column ? col : row;
}

/* Carrying a tile to (0, 0). What lies above the goal's line, or left of the goal on the line, is
 * locked. */
static bool is_locked(const struct slide_plan *plan, int x, int y) {
    int reach = plan->carry_width / 2;
    return x < -reach || x > reach || y > reach || y < 0 || (y == 0 && x < 0);
}

static uint16_t *carry_at(const struct slide_plan *plan, int x, int y, int side) {
    return &plan->carry[((size_t)y * (size_t)plan->carry_width +
                         (size_t)(x + plan->carry_width / 2)) *
                            4 +
                        (size_t)side];
}

enum { NEVER = UINT16_MAX };

/* Where the tile is, and the side of it that the blank is on, as a move. */
struct spot {
    int16_t x, y;
    uint8_t side;
};

/* A queue for each distance modulo 3: no step takes more than 2 moves. */
struct ring {
    struct spot *spots[3];
    size_t count[3], capacity;
};

static void reach(const struct slide_plan *plan, struct ring *ring, struct spot spot, int moves) {
    if (is_locked(plan, spot.x, spot.y)) return;
    if (is_locked(plan, spot.x + slide_right[spot.side], spot.y + slide_down[spot.side])) return;
    uint16_t *known = carry_at(plan, spot.x, spot.y, spot.side);
    if (*known <= moves) return;
    *known = (uint16_t)moves;
    int slot = moves % 3;
    assert(ring->count[slot] < ring->capacity);
    ring->spots[slot][ring->count[slot]++] = spot;
}

/* From a spot: the tile moves to the blank's cell, or the blank walks around a corner of the tile.
 */
static void spread(const struct slide_plan *plan, struct ring *ring, struct spot spot, int moves) {
    int ahead = spot.side, x = spot.x + slide_right[ahead], y = spot.y + slide_down[ahead];
    reach(plan, ring, (struct spot){(int16_t)x, (int16_t)y, (uint8_t)(ahead ^ 1)}, moves + 1);
    for (int turn = 0; turn < 2; turn++) {
        int side = (ahead ^ 2) & 2 ? 2 + turn : turn;
        if (is_locked(plan, x + slide_right[side], y + slide_down[side])) continue;
        reach(plan, ring, (struct spot){spot.x, spot.y, (uint8_t)side}, moves + 2);
    }
}

static int fill_carry(struct slide_plan *plan) {
    const struct slide_field *field = plan->field;
    int side = field->rows > field->cols ? field->rows : field->cols;
    plan->carry_width = 2 * side - 1;
    size_t size = (size_t)plan->carry_width * (size_t)side * 4;
    struct ring ring = {.capacity = size};
    plan->carry = malloc(size * sizeof *plan->carry);
    for (int i = 0; i < 3; i++) ring.spots[i] = malloc(size * sizeof *ring.spots[i]);
    bool enough = plan->carry && ring.spots[0] && ring.spots[1] && ring.spots[2];
    if (enough) {
        memset(plan->carry, 0xff, size * sizeof *plan->carry);
        for (int s = 0; s < 4; s++) reach(plan, &ring, (struct spot){0, 0, (uint8_t)s}, 0);
        for (int moves = 0; ring.count[0] + ring.count[1] + ring.count[2] > 0; moves++) {
            int slot = moves % 3;
            for (size_t i = 0; i < ring.count[slot]; i++) {
                struct spot spot = ring.spots[slot][i];
                if (*carry_at(plan, spot.x, spot.y, spot.side) == moves)
                    spread(plan, &ring, spot, moves);
            }
            ring.count[slot] = 0;
        }
    }
    for (int i = 0; i < 3; i++) free(ring.spots[i]);
    return enough ? 0 : -1;
}

/* The blank walks to the best side of the tile, around the tile if it is in the way. Below the
 * goal, locked cells block the short way from the left. */
static int carry_distance(const struct slide_plan *plan, int x, int y, int blank_x, int blank_y) {
    int best = x == 0 && y == 0 ? 0 : NEVER;
    for (int side = 0; side < 4 && best > 0; side++) {
        int carry = *carry_at(plan, x, y, side);
        int right = x + slide_right[side] - blank_x, down = y + slide_down[side] - blank_y;
        int walk = (right < 0 ? -right : right) + (down < 0 ? -down : down);
        bool behind = slide_right[side] ? down == 0 && right * slide_right[side] > 1
                                        : right == 0 && down * slide_down[side] > 1;
        bool blocked = side == SLIDE_UP && x == 0 && y == 1 && blank_x < 0;
        int detour = behind ? 2 : blocked ? (blank_y == 1 ? 4 : 2) : 0;
        int moves = carry + walk + detour;
        if (moves < best) best = moves;
    }
    return best;
}

/* Corners: a state is the cells of the blank, the tile and the other one in the window, 4 bits
 * each. */
enum { CORNER_STATES = 1 << 12, CORNER_UNKNOWN = 255 };

static int corner_state(int blank, int tile, int other) {
    return blank << 8 | tile << 4 | other;
}

static bool corner_open(int length, int depth, int x, int y) {
    return x >= 0 && x < length && y >= 0 && y < depth && (y > 0 || x >= length - 2);
}

static int corner_move(int state, int from, int to) {
    int tile = state >> 4 & 15, other = state & 15;
    if (tile == to) tile = from;
    if (other == to) other = from;
    return corner_state(to, tile, other);
}

static uint8_t *corner_fill(int length, int depth) {
    uint8_t *table = malloc(CORNER_STATES + CORNER_STATES * sizeof(uint16_t));
    if (!table) return NULL;
    uint16_t *queue = (uint16_t *)(void *)(table + CORNER_STATES);
    int head = 0, tail = 0;
    memset(table, CORNER_UNKNOWN, CORNER_STATES);
    for (int cell = 0; cell < SLIDE_WINDOW * SLIDE_WINDOW; cell++) {
        int x = cell % SLIDE_WINDOW, y = cell / SLIDE_WINDOW;
        if (!corner_open(length, depth, x, y) || (y == 0 && x >= length - 2)) continue;
        int state = corner_state(cell, length - 2, length - 1);
        table[state] = 0;
        queue[tail++] = (uint16_t)state;
    }
    while (head < tail) {
        int state = queue[head++], blank = state >> 8;
        for (int move = 0; move < 4; move++) {
            int x = blank % SLIDE_WINDOW + slide_right[move],
                y = blank / SLIDE_WINDOW + slide_down[move];
            if (!corner_open(length, depth, x, y)) continue;
            int next = corner_move(state, blank, y * SLIDE_WINDOW + x);
            if (table[next] != CORNER_UNKNOWN) continue;
            table[next] = (uint8_t)(table[state] + 1);
            queue[tail++] = (uint16_t)next;
        }
    }
    return table;
}

static const uint8_t *corner_table(struct slide_plan *plan, int length, int depth) {
    if (length > SLIDE_WINDOW) length = SLIDE_WINDOW;
    if (depth > SLIDE_WINDOW) depth = SLIDE_WINDOW;
    uint8_t **table = &plan->corners[length][depth];
    if (!*table) *table = corner_fill(length, depth);
    return *table;
}

/* The cell of the window at these coordinates, or -1. */
static int window_cell(const struct slide_plan_group *group, int x, int y) {
    int length = group->length < SLIDE_WINDOW ? group->length : SLIDE_WINDOW;
    x -= group->length - length;
    return x < 0 || y >= SLIDE_WINDOW ? -1 : y * SLIDE_WINDOW + x;
}

/* The distance with the blank outside the window: it enters from the left or below, where that is
 * best. */
static int corner_enter(const struct slide_plan_group *group, int x, int y, int tile, int other) {
    int length = group->length < SLIDE_WINDOW ? group->length : SLIDE_WINDOW, best = NEVER;
    x -= group->length - length;
    for (int cell = 0; cell < SLIDE_WINDOW * SLIDE_WINDOW; cell++) {
        int known = group->corner[corner_state(cell, tile, other)];
        int cell_x = cell % SLIDE_WINDOW, cell_y = cell / SLIDE_WINDOW;
        bool edge = (x < 0 && cell_x == 0) || (y >= SLIDE_WINDOW && cell_y == SLIDE_WINDOW - 1);
        int moves = known + abs(x - cell_x) + abs(y - cell_y);
        if (edge && known != CORNER_UNKNOWN && moves < best) best = moves;
    }
    return best;
}

/* First the tile goes to the corner, then the other into the window, then both go home. Each phase
 * counts more than all later ones together. */
static int pair_distance(const struct slide_plan *plan, const struct slide_plan_group *group,
                         int blank, int tile, int other) {
    if (tile == group->tile - 1 && other == group->other - 1) return 0;
    int bx, by, x, y, ox, oy, corner = group->length - 1;
    locate(plan, group, blank, &bx, &by);
    locate(plan, group, tile, &x, &y);
    locate(plan, group, other, &ox, &oy);
    int in = window_cell(group, x, y), other_in = window_cell(group, ox, oy);
    if (in >= 0 && other_in >= 0) {
        int blank_in = window_cell(group, bx, by);
        if (blank_in < 0) return corner_enter(group, bx, by, in, other_in);
        return group->corner[corner_state(blank_in, in, other_in)];
    }
    if (x >= group->length - 2 && y <= 1)
        return SLIDE_CORNER_FAR + carry_distance(plan, corner - ox, oy - 1, corner - bx, by - 1);
    int rest = 7 * (abs(ox - corner) + abs(oy - 1));
    return 2 * SLIDE_CORNER_FAR + rest + carry_distance(plan, x - corner, y, bx - corner, by);
}

int slide_plan_distance(const struct slide_plan *plan, int g, int blank, int tile, int other) {
    const struct slide_plan_group *group = &plan->groups[g];
    if (group->other) return pair_distance(plan, group, blank, tile, other);
    int x, y, bx, by, gx, gy;
    locate(plan, group, tile, &x, &y);
    locate(plan, group, blank, &bx, &by);
    locate(plan, group, group->tile - 1, &gx, &gy);
    return carry_distance(plan, x - gx, y, bx - gx, by);
}

static int add_line(struct slide_plan *plan, int top, int left, int rows, int cols) {
    bool column = cols > rows;
    int length = column ? rows : cols, depth = column ? cols : rows;
    int step = column ? plan->field->cols : 1, home = top * plan->field->cols + left;
    const uint8_t *corner = corner_table(plan, length, depth);
    if (!corner) return -1;
    for (int i = 0; i < length - 1; i++, home += step) {
        bool two = i == length - 2;
        plan->locked[home] = plan->count;
        if (two) plan->locked[home + step] = plan->count;
        plan->groups[plan->count++] =
            (struct slide_plan_group){.tile = (uint16_t)(home + 1),
                                      .other = (uint16_t)(two ? home + step + 1 : 0),
                                      .column = column,
                                      .top = (uint8_t)top,
                                      .left = (uint8_t)left,
                                      .length = (uint8_t)length,
                                      .depth = (uint8_t)depth,
                                      .corner = corner};
    }
    return 0;
}

static int add_lines(struct slide_plan *plan, int core) {
    int top = 0, left = 0, rows = plan->field->rows, cols = plan->field->cols;
    while (rows > core || cols > core) {
        if (add_line(plan, top, left, rows, cols)) return -1;
        if (cols > rows)
            left++, cols--;
        else
            top++, rows--;
    }
    for (int row = top; row < plan->field->rows; row++)
        for (int col = left; col < plan->field->cols; col++)
            plan->locked[row * plan->field->cols + col] = plan->count;
    return 0;
}

int slide_plan_init(struct slide_plan *plan, const struct slide_field *field, int core) {
    assert(core >= 2);
    *plan = (struct slide_plan){.field = field};
    plan->groups = malloc((size_t)field->count * sizeof *plan->groups);
    plan->locked = malloc((size_t)field->count * sizeof *plan->locked);
    if (!plan->groups || !plan->locked || fill_carry(plan) || add_lines(plan, core))
        return slide_plan_release(plan), -1;
    return 0;
}

void slide_plan_release(struct slide_plan *plan) {
    free(plan->groups);
    free(plan->locked);
    free(plan->carry);
    for (int i = 0; i <= SLIDE_WINDOW; i++)
        for (int k = 0; k <= SLIDE_WINDOW; k++) free(plan->corners[i][k]);
    *plan = (struct slide_plan){0};
}
