/* What the players of falls are made of: where a capsule can go, what then happens to the field,
 * what a field is worth, and the search over these. */
#ifndef FALLS_MINDS_H
#define FALLS_MINDS_H

#include "game/host.h"
#include "game/weights.h"
#include "games/falls/falls.h"

/* In reach.c: where a capsule can go in time.
 *
 * A pose in a row is a bit: 8 * kind + the column of the first element, which is the left or the
 * lower one. A place is 32 * row + pose; the row is the lower element's. */
enum falls_kind { FALLS_LYING, FALLS_STANDING, FALLS_LYING_SWAPPED, FALLS_STANDING_SWAPPED };
enum { FALLS_POSES = 32, FALLS_PLACES = FALLS_POSES * FALLS_ROWS, FALLS_PACE_MAX = 8 };
enum { FALLS_BEAT_MAX = 100 }; /* key presses between two ticks that a player can count */
enum { FALLS_SPAWN = 3 };      /* the place of a new capsule */

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

/* In pulse.c: how many key presses were done since the last tick. */
enum { FALLS_PULSE_UNKNOWN = -1 };

/* What was pressed last, and in which state. */
struct falls_pulse {
    struct falls_player player;
    int act, done;
};

/* Returns the key presses done since the last tick, of `acts` that fit between two ticks; or
 * FALLS_PULSE_UNKNOWN. The player has a capsule. */
int falls_pulse_now(const struct falls_pulse *pulse, const struct falls_player *player, int acts);
/* Notes what is pressed now. */
void falls_pulse_press(struct falls_pulse *pulse, const struct falls_player *player, int act,
                       int done);

/* In steer.c: the key press that is best at each place, given what it costs to rest at each, and
 * that the clock ticks after so many key presses. */
struct falls_steering {
    /* The caller's: what it costs to rest at a place, and how much more if a Drop does it just
     * before a tick, since the next capsule then falls before it can be moved; less if it is
     * earlier. */
    double rest[FALLS_PLACES], hurry[FALLS_PLACES];
    float cost[FALLS_BEAT_MAX][FALLS_PLACES]; /* by the key presses done since the last tick */
    uint32_t fits[FALLS_ROWS], rests[FALLS_ROWS];
    int acts;
};

/* The cost of a key press, so that none is wasted. */
#define FALLS_PRESS 1e-4

/* Fills all but what is the caller's; `rest` needs the places that can be reached. */
void falls_steer(struct falls_steering *steering, falls_set taken, int acts);
/* Returns the expected cost of an act at a place; INFINITY if it is blocked. `done` is how many key
 * presses were done since the last tick, or FALLS_PULSE_UNKNOWN. */
double falls_steering_cost(const struct falls_steering *steering, int place, int act, int done);
/* Returns the act to play at a place. Where it is best to wait for a tick, acts lead back to the
 * place where they began. */
int falls_steering_act(const struct falls_steering *steering, int place, int done);

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

/* In kinds.c: what a field looks like, as numbers.
 *
 * A window is four cells in a row, of four bits each, or five in a column, of three. A block is two
 * rows of four cells or four rows of two, of two bits each. The roof is the columns taken in row 1,
 * and those in row 1 or 2. Windows, blocks and roofs that differ only in their colours, or are
 * mirrored (but not columns), are of one kind. */
enum { FALLS_ACROSS = 4, FALLS_DOWN = 5 };
enum { FALLS_ACROSS_WINDOWS = 1 << 4 * FALLS_ACROSS, FALLS_DOWN_WINDOWS = 1 << 3 * FALLS_DOWN };
enum { FALLS_ROOFS = 1 << 2 * FALLS_COLS, FALLS_BLOCKS = 1 << 16 };
enum { FALLS_ACROSS_KINDS = 1236, FALLS_DOWN_KINDS = 3452 };
enum { FALLS_ROOF_KINDS = 3321, FALLS_BLOCK_KINDS = 5611 };

struct falls_kinds {
    uint16_t across[FALLS_ACROSS_WINDOWS], down[FALLS_DOWN_WINDOWS], roof[FALLS_ROOFS];
    uint16_t wide[FALLS_BLOCKS], high[FALLS_BLOCKS]; /* blocks of two rows, and of four */
};

void falls_kinds_fill(struct falls_kinds *kinds);

/* In worth.c: how many capsules a field still takes, and the danger that it is lost.
 *
 * Both are sums of numbers, one for each feature of the field. Features are numbered: windows in
 * rows and in columns by where they begin (in one of FALLS_BANDS bands of rows) and their kind, the
 * roof, the first row taken in each column, the number of viruses; and, if the field is crowded,
 * blocks that begin in the rows from 1 on. */
enum { FALLS_BANDS = 5, FALLS_WIDE_ROWS = 3, FALLS_HIGH_ROWS = 2 };
enum {
    FALLS_AT_DOWN = FALLS_BANDS * FALLS_ACROSS_KINDS,
    FALLS_AT_ROOF = FALLS_AT_DOWN + FALLS_BANDS * FALLS_DOWN_KINDS,
    FALLS_AT_TALL = FALLS_AT_ROOF + FALLS_ROOF_KINDS,
    FALLS_AT_LEFT = FALLS_AT_TALL + FALLS_COLS / 2 * (FALLS_ROWS + 1),
    FALLS_AT_WIDE = FALLS_AT_LEFT + FALLS_VIRUSES_MAX + 1,
    FALLS_AT_HIGH = FALLS_AT_WIDE + FALLS_WIDE_ROWS * FALLS_BLOCK_KINDS,
    FALLS_NUMBERS = FALLS_AT_HIGH + FALLS_HIGH_ROWS * FALLS_BLOCK_KINDS,
};

/* A crowded field has tiles in rows 1 to 3 of several columns; then other things count. */
enum { FALLS_ROOMY, FALLS_CROWDED, FALLS_STAGES, FALLS_CROWD = 3 };

static inline bool falls_is_crowded(falls_set taken) {
    unsigned top = falls_byte(taken, 1) | falls_byte(taken, 2) | falls_byte(taken, 3);
    return __builtin_popcount(top) >= FALLS_CROWD;
}

/* The logarithm of the odds of defeat, and capsules, both in units of 1 / FALLS_NUMBER_UNIT. */
struct falls_number {
    int16_t capsules, danger;
};
enum { FALLS_NUMBER_UNIT = 64, FALLS_WORTH_UNIT = 256 };

struct falls_sum {
    int32_t capsules, danger;
};

/* Costs are in units of 1 / FALLS_WORTH_UNIT capsules. To be about to lose costs nearly
 * FALLS_DANGER; to lose costs FALLS_DEFEAT, more than any field that is not lost, so that nobody
 * gives up. */
enum { FALLS_DANGER = 300 * FALLS_WORTH_UNIT, FALLS_DEFEAT = 700 * FALLS_WORTH_UNIT };
enum { FALLS_ODDS_MAX = 8 * FALLS_NUMBER_UNIT };

struct falls_worth {
    struct falls_kinds kinds;
    struct falls_number numbers[FALLS_STAGES][FALLS_NUMBERS];
    int32_t cost_of_odds[2 * FALLS_ODDS_MAX + 1];
};

/* A field as windows see it. A cell has its colour, whether it is a virus or a free cell below a
 * tile, and in rows whether it is a free cell right above a tile or the floor. */
struct falls_view {
    falls_set one, two, other, ledge;
    struct falls_sum rows[FALLS_ROWS], cols[FALLS_COLS], blocks;
    struct falls_sum sum; /* of these */
    int stage;
};

/* Returns false if the numbers must be loaded first. */
bool falls_worth_fill(struct falls_worth *worth, const struct host *host);
void falls_look(const struct falls_worth *worth, const struct falls_field *field,
                struct falls_view *view);
/* Returns the cost of a field; `near` is the view of a field that differs little. */
int32_t falls_rate(const struct falls_worth *worth, const struct falls_view *near,
                   const struct falls_field *field);
/* Lists the features of a field, each as often as it is there. Returns their number. */
enum { FALLS_FEATURES_MAX = 256 };
int falls_features(const struct falls_kinds *kinds, const struct falls_field *field, int *stage,
                   int *features);

/* In numbers.c: numbers as text, in files of their own. Lines, NULL-ended; a character for most
 * numbers. */
extern const char *const falls_numbers_capsules_roomy[];
extern const char *const falls_numbers_capsules_crowded[];
extern const char *const falls_numbers_danger_roomy[];
extern const char *const falls_numbers_danger_crowded[];

/* Reads FALLS_NUMBERS numbers. */
void falls_numbers_read(const char *const *lines, int16_t *numbers);

/* In numbers_fill.c: all numbers together, as a page loads them: for each stage FALLS_NUMBERS of
 * capsules, then as many of danger. The crowded stage's are the difference from the roomy one's,
 * which is shorter. */
enum { FALLS_NUMBERS_ALL = 2 * FALLS_STAGES * FALLS_NUMBERS };
extern const struct weights falls_numbers_weights;
/* Fills the numbers of all stages. Returns false if they must be loaded first. */
bool falls_numbers_fill(struct falls_number to[FALLS_STAGES][FALLS_NUMBERS],
                        const struct host *host);

#endif
