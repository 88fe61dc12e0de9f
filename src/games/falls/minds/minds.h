/* What the players of falls are made of: where a capsule can go, what then happens to the field,
 * what a field is worth, and the search over these. */
#ifndef FALLS_MINDS_H
#define FALLS_MINDS_H

#include "games/falls/falls.h"

/* In reach.c: where a capsule can go in time.
 *
 * A pose in a row is a bit: 8 * kind + the column of the first element, which is the left or the
 * lower one. A place is 32 * row + pose; the row is the lower element's. */
enum falls_kind { FALLS_LYING, FALLS_STANDING, FALLS_LYING_SWAPPED, FALLS_STANDING_SWAPPED };
enum { FALLS_POSES = 32, FALLS_PLACES = FALLS_POSES * FALLS_ROWS, FALLS_PACE_MAX = 8 };
enum { FALLS_SPAWN = 3 }; /* the place of a new capsule */

/* Between two ticks of the clock a player has `acts` key presses. `left` of them are left before
 * the first tick, at least 1 for a plan. */
struct falls_pace {
    uint8_t acts, left;
};

/* The places where a capsule can come to rest, a set of poses for each row. */
struct falls_reach {
    uint32_t rest[FALLS_ROWS];
};

/* Return the poses of a row that fit the free cells, those that stand on something, and those after
 * a key press, before looking at what is in the way. */
uint32_t falls_poses_fitting(falls_set taken, int row);
uint32_t falls_poses_resting(falls_set taken, int row);
uint32_t falls_poses_moved(uint32_t poses, int move);
/* Returns the place of the player's capsule, with its first element as the one that is now left or
 * below. */
int falls_place_of(const struct falls_player *player);
/* Finds where a capsule that is at `place` can come to rest on settled tiles. */
void falls_reach_from(falls_set taken, int place, struct falls_pace pace,
                      struct falls_reach *reach);
/* The same without a clock. */
void falls_reach_all(falls_set taken, int place, struct falls_reach *reach);
/* Returns where an act leads; -1 if it is blocked or the capsule rests. */
int falls_place_after(falls_set taken, int place, int act);
bool falls_place_rests(falls_set taken, int place);

/* In steer.c: the key press that is best at each place, given what it costs to rest at each, and
 * that the clock ticks after so many key presses. Nobody tells when the next tick comes. */
struct falls_steering {
    double rest[FALLS_PLACES];                /* the caller's: what it costs to rest at a place */
    float cost[FALLS_PACE_MAX][FALLS_PLACES]; /* by the key presses done since the last tick */
    uint32_t fits[FALLS_ROWS], rests[FALLS_ROWS];
    int acts;
};

/* The cost of a key press, so that none is wasted. */
#define FALLS_PRESS 1e-4

/* Fills all but `rest`, which needs the places that can be reached. */
void falls_steer(struct falls_steering *steering, falls_set taken, int acts);
/* Returns the expected cost of an act at a place; INFINITY if it is blocked. */
double falls_steering_cost(const struct falls_steering *steering, int place, int act);
/* Returns the act to play at a place. Where it is best to wait for a tick, acts lead back to the
 * place where they began. */
int falls_steering_act(const struct falls_steering *steering, int place);
/* In settle.c: what happens when a capsule comes to rest. */

struct falls_field {
    struct falls_tiles settled;
    falls_set virus;
};

/* What came of it. */
struct falls_fate {
    uint8_t status; /* enum falls_status */
    uint8_t runs;   /* removed */
};

/* Puts a capsule of two colours to rest, and plays the chain to its end. */
struct falls_fate falls_settle(struct falls_field *field, int place, int first, int second);
/* The same for a unit of single elements that falls from the top. */
struct falls_fate falls_settle_unit(struct falls_field *field, const uint8_t *unit);

/* In worth.c: how many capsules a field still takes. */

/* Windows are four cells in a row, of four bits each, and five in a column, of three. */
enum { FALLS_ACROSS = 4, FALLS_DOWN = 5 };
enum { FALLS_ACROSS_WINDOWS = 1 << 4 * FALLS_ACROSS, FALLS_DOWN_WINDOWS = 1 << 3 * FALLS_DOWN };
enum { FALLS_ROOFS = 1 << 2 * FALLS_COLS, FALLS_WORTH_UNIT = 256 };

/* In units of 1 / FALLS_WORTH_UNIT capsules. */
struct falls_worth_stage {
    int16_t across[FALLS_ACROSS_WINDOWS], down[FALLS_DOWN_WINDOWS]; /* by the window's cells */
    int16_t roof[FALLS_ROOFS]; /* by the columns taken in row 1, and those in row 1 or 2 */
    int16_t tall[FALLS_COLS][FALLS_ROWS + 1]; /* by the first row taken in a column */
    int32_t left[FALLS_VIRUSES_MAX + 1];      /* by the number of viruses */
};

/* A crowded field has tiles in rows 1 to 3 of several columns; then other things count. */
enum { FALLS_ROOMY, FALLS_CROWDED, FALLS_STAGES, FALLS_CROWD = 3 };

struct falls_worth {
    struct falls_worth_stage stages[FALLS_STAGES];
};

/* A field as windows see it. A cell has its colour, whether it is a virus or a free cell below a
 * tile, and in rows whether it is a free cell right above a tile or the floor. */
struct falls_view {
    falls_set one, two, other, ledge;
    int32_t rows[FALLS_ROWS], cols[FALLS_COLS];
    int32_t sum; /* of rows and cols */
    int stage;
};

/* The numbers of a stage: one for each window that can be and is not another one with other colours
 * or, in rows, mirrored; then the same of `roof`; then `tall` for four columns; then `left`. */
enum { FALLS_WORTH_NUMBERS = 8162 };
extern const int32_t falls_worth_roomy[FALLS_WORTH_NUMBERS];
extern const int32_t falls_worth_crowded[FALLS_WORTH_NUMBERS];

void falls_worth_fill(struct falls_worth_stage *stage, const int32_t *numbers);
void falls_look(const struct falls_worth *worth, const struct falls_field *field,
                struct falls_view *view);
/* Returns the capsules a field still takes; `near` is the view of a field that differs little. */
int32_t falls_rate(const struct falls_worth *worth, const struct falls_view *near,
                   const struct falls_field *field);

#endif
