/* What the parts of the fast solver share: a board to move on, and the order to solve it in.
 *
 * The plan peels lines off the board, a row from the top or a column from the left, always across
 * the longer side, until a core is left. A line is placed tile by tile, its last two together; what
 * is placed is locked. For each such group the plan knows about how many moves it still takes from
 * the cells of the blank and of the group's tiles alone, whatever the other tiles are: walking down
 * that distance places the group. */
#ifndef SLIDE_PLAN_H
#define SLIDE_PLAN_H

#include "games/slide/fast/fast.h"

/* A board with its tiles' places, to do and undo moves on. */
struct slide_field {
    int rows, cols, count, blank;
    int step[4];        /* of each move */
    uint16_t *tiles;    /* on each cell */
    uint16_t *at;       /* the cell of each tile */
    uint16_t *home;     /* where each tile is to go */
    uint8_t *row, *col; /* of each cell */
    uint8_t *ways;      /* of each cell: the moves that stay on the board, a bit each */
};

int slide_field_init(struct slide_field *field, const struct slide_board *board);
void slide_field_release(struct slide_field *field);
/* Between fields of the same size: where the tiles are, and that as where they are to go. */
void slide_field_copy(struct slide_field *to, const struct slide_field *from);
void slide_field_aim(struct slide_field *field, const struct slide_field *goal);
bool slide_field_solved(const struct slide_field *field);
/* The tiles' distances from home, added up. */
uint64_t slide_field_distance(const struct slide_field *field);

static inline void slide_field_move(struct slide_field *field, int move) {
    int to = field->blank + field->step[move], tile = field->tiles[to];
    field->tiles[field->blank] = (uint16_t)tile;
    field->at[tile] = (uint16_t)field->blank;
    field->tiles[to] = 0;
    field->at[0] = (uint16_t)to;
    field->blank = to;
}

/* The distance between two cells. */
static inline int slide_field_apart(const struct slide_field *field, int a, int b) {
    int down = field->row[a] - field->row[b], right = field->col[a] - field->col[b];
    return (down < 0 ? -down : down) + (right < 0 ? -right : right);
}

static inline int slide_field_off(const struct slide_field *field, int tile, int cell) {
    return slide_field_apart(field, field->home[tile], cell);
}

/* One tile, or the last two of a line. Lines are told in coordinates along (x) and across (y) the
 * line, from the corner of what is not locked yet. */
struct slide_stage {
    uint16_t tile, other; /* other is 0 for a single one */
    bool column;          /* the line is a column */
    uint8_t top, left;    /* of what is left of the board */
    uint8_t length, depth;
    const uint8_t *corner; /* for two: the exact distances in the window */
};

/* What has been spent, and when to end. */
struct slide_budget {
    const struct slide_fast_limits *limits;
    uint64_t nodes, asked; /* asked: where the hooks were called last */
    size_t best;           /* moves of the best solution so far */
    bool over;
};

/* Counts nodes; false once the budget is used up. Without a budget it never is. */
bool slide_budget_spend(struct slide_budget *budget, uint64_t nodes);

enum { SLIDE_WINDOW = 4, SLIDE_CORNER_FAR = 64 };

struct slide_plan {
    const struct slide_field *field;
    int count; /* of groups */
    struct slide_stage *groups;
    int32_t *locked; /* of each cell: the group that locks it; count where none does */
    uint16_t *carry; /* moves to bring a tile to a corner of free space, see slide_plan.c */
    int wide;        /* of carry */
    uint8_t *corners[SLIDE_WINDOW + 1][SLIDE_WINDOW + 1];
};

/* Down to a core of at most core x core. */
int slide_plan_init(struct slide_plan *plan, const struct slide_field *field, int core);
void slide_plan_release(struct slide_plan *plan);

/* The moves that group g needs with its tiles and the blank on these cells: exact for one tile, for
 * two an estimate that falls until they are home. 0 just when they are. */
int slide_plan_distance(const struct slide_plan *plan, int g, int blank, int tile, int other);

/* The same on the board as it is. */
static inline int slide_plan_here(const struct slide_plan *plan, int g) {
    const struct slide_field *field = plan->field;
    const struct slide_stage *group = &plan->groups[g];
    return slide_plan_distance(plan, g, field->blank, field->at[group->tile],
                               field->at[group->other]);
}

/* The parts of the solver. Each works on a field of its own and adds its moves to the path; -1 is
 * lack of memory. */

/* Places group g, from whatever is left of the board then; the groups before are in place. */
int slide_construct_group(struct slide_field *field, const struct slide_plan *plan, int g,
                          struct slide_path *path);
/* Solves the rest when all groups are in place: exact, for a core of up to 3x3. */
int slide_construct_core(struct slide_field *field, const struct slide_plan *plan,
                         struct slide_path *path);

/* Brings all tiles nearer to home at once, down to about that distance in all if it can. A move has
 * to gain at least a share of what it could, in 64ths, to begin with. */
int slide_sweep(struct slide_field *field, uint64_t near, int share, struct slide_budget *budget,
                struct slide_path *path);

struct slide_beam {
    int width;
    size_t longest;                /* moves, at most */
    const struct slide_plan *plan; /* NULL: do without */
};

/* Brings all tiles home. 1 if it did, 0 if it could not within the limits. */
int slide_beam(struct slide_field *field, const struct slide_beam *how, struct slide_budget *budget,
               struct slide_path *path);

/* One pass over a path that begins at the board: each window of so many moves is searched anew by a
 * beam. The path becomes shorter or stays, and leads to the same end. 0 also when the budget ends.
 */
int slide_improve(const struct slide_field *board, size_t window, int width,
                  struct slide_budget *budget, struct slide_path *path);

/* Has the moves at the end of a solution that stay within the last 4x4 cells made anew by the
 * limits' hook. */
int slide_improve_core(const struct slide_field *board, const struct slide_fast_limits *limits,
                       struct slide_path *path);

#endif
