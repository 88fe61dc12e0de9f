/* What the parts of the fast solver share: a board to move on, and the order in which to solve it.
 *
 * The plan solves the board line by line, the top row or the left column, whichever is shorter,
 * until a small core is left. It places a line tile by tile, the last two tiles together; placed
 * tiles are locked. Each step places a group of one or two tiles. The plan estimates how many moves
 * a group needs from the cells of its tiles and the blank alone; following that distance downhill
 * places the group. */
#ifndef SLIDE_PLAN_H
#define SLIDE_PLAN_H

#include "games/slide/fast/fast.h"

/* A board that also knows the cell of each tile, for moving back and forth. */
struct slide_field {
    int rows, cols, count, blank;
    int step[4];        /* what each move adds to the blank's cell */
    uint16_t *tiles;    /* on each cell */
    uint16_t *at;       /* the cell of each tile */
    uint16_t *home;     /* the goal's cell of each tile */
    uint8_t *row, *col; /* of each cell */
    uint8_t *ways;      /* of each cell: the set of moves that stay on the board */
};

int slide_field_init(struct slide_field *field, const struct slide_board *board);
void slide_field_release(struct slide_field *field);
/* Copies the tiles of a field of the same size. */
void slide_field_copy(struct slide_field *to, const struct slide_field *from);
/* Makes the tiles of another field the goal. */
void slide_field_aim(struct slide_field *field, const struct slide_field *goal);
bool slide_field_solved(const struct slide_field *field);
/* The sum of the tiles' Manhattan distances from home. */
uint64_t slide_field_distance(const struct slide_field *field);

static inline void slide_field_move(struct slide_field *field, int move) {
    int to = field->blank + field->step[move], tile = field->tiles[to];
    field->tiles[field->blank] = (uint16_t)tile;
    field->at[tile] = (uint16_t)field->blank;
    field->tiles[to] = 0;
    field->at[0] = (uint16_t)to;
    field->blank = to;
}

/* The Manhattan distance between two cells. */
static inline int slide_field_cell_distance(const struct slide_field *field, int a, int b) {
    int down = field->row[a] - field->row[b], right = field->col[a] - field->col[b];
    return (down < 0 ? -down : down) + (right < 0 ? -right : right);
}

/* The distance of a tile from home if it is on a cell. */
static inline int slide_field_home_distance(const struct slide_field *field, int tile, int cell) {
    return slide_field_cell_distance(field, field->home[tile], cell);
}

/* One tile, or the last two of a line. Its coordinates run along the line (x) and across it (y),
 * from the corner of the part that is not locked. */
struct slide_plan_group {
    uint16_t tile, other; /* other is 0 for a single tile */
    bool column;          /* the line is a column */
    uint8_t top, left;    /* of the part that is not locked */
    uint8_t length, depth;
    const uint8_t *corner; /* for two tiles: exact distances in the window */
};

/* The work done so far, and when to end. */
struct slide_budget {
    const struct slide_fast_limits *limits;
    uint64_t nodes, asked; /* asked: nodes when the hooks were last called */
    size_t best;           /* moves of the best solution so far */
    double reserve; /* the share of the time that it takes to construct a solution without a sweep;
                       0 if that is not known */
    bool over;
};

/* Counts nodes. Returns false once the budget, which may be NULL, is used up. */
bool slide_budget_spend(struct slide_budget *budget, uint64_t nodes);
/* Calls the hooks now. Returns likewise. */
bool slide_budget_ask(struct slide_budget *budget);
/* Whether a sweep that has brought the board this far, as a share of the way at its start, must
 * end, so that there is time to construct the rest. */
bool slide_budget_is_short(const struct slide_budget *budget, double left);

enum { SLIDE_WINDOW = 4, SLIDE_CORNER_FAR = 64 };

struct slide_plan {
    const struct slide_field *field;
    int count;
    struct slide_plan_group *groups;
    int32_t *locked; /* of each cell: the group that locks it; count where none does */
    uint16_t *carry; /* moves to bring one tile home, see plan.c */
    int carry_width;
    uint8_t *corners[SLIDE_WINDOW + 1][SLIDE_WINDOW + 1];
};

/* Plans the board down to a core of at most core x core. */
int slide_plan_init(struct slide_plan *plan, const struct slide_field *field, int core);
void slide_plan_release(struct slide_plan *plan);

/* The moves that group g needs if its tiles and the blank are on these cells: exact for one tile,
 * an estimate for two. 0 if and only if its tiles are home. */
int slide_plan_distance(const struct slide_plan *plan, int g, int blank, int tile, int other);

/* The same for the current board. */
static inline int slide_plan_here(const struct slide_plan *plan, int g) {
    const struct slide_field *field = plan->field;
    const struct slide_plan_group *group = &plan->groups[g];
    return slide_plan_distance(plan, g, field->blank, field->at[group->tile],
                               field->at[group->other]);
}

/* The parts of the solver. Each makes its moves on the field and adds them to the path. Returns -1
 * if memory runs out. */

/* Places group g. The groups before it are in place. */
int slide_construct_group(struct slide_field *field, const struct slide_plan *plan, int g,
                          struct slide_path *path);
/* Solves the core with the fewest moves, when all groups are in place; up to 3x3. */
int slide_construct_core(struct slide_field *field, const struct slide_plan *plan,
                         struct slide_path *path);

/* Brings all tiles nearer to home at once, until their distances sum up to about `target`, if it
 * can. `share`, in 64ths, is the part of the possible gain that a move must have at first. */
int slide_sweep(struct slide_field *field, uint64_t target, int share, struct slide_budget *budget,
                struct slide_path *path);

struct slide_beam {
    int width;
    size_t longest;                /* the most moves */
    const struct slide_plan *plan; /* may be NULL */
};

/* Brings all tiles home. Returns 1 if it did, 0 if it could not within the limits. */
int slide_beam(struct slide_field *field, const struct slide_beam *how, struct slide_budget *budget,
               struct slide_path *path);

/* Searches each window of so many moves of a path anew with a beam. The path begins at the board,
 * and keeps its end; it becomes shorter or stays the same. */
int slide_improve(const struct slide_field *board, size_t window, int width,
                  struct slide_budget *budget, struct slide_path *path);

/* Replaces the moves at the end of a solution that stay within the last 4x4 cells by those of the
 * hook limits->core, if they are fewer. */
int slide_improve_core(const struct slide_field *board, const struct slide_fast_limits *limits,
                       struct slide_path *path);

#endif
