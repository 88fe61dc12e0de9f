/* falls: the state and its small helpers; private to this folder.
 *
 * A field is several sets of cells. A set is a 128-bit integer with a byte for each row, so that
 * one row down is a shift by 8. Settled and moving tiles are two such fields. The moving field is
 * stored shifted down until its lowest tile is in row 15; `low` is the row where that tile really
 * is. So all moving tiles fall by one addition, and equal fields are equal bytes. */
#ifndef FALLS_H
#define FALLS_H

#include "base/hash.h"
#include "game/game.h"

enum { FALLS_ROWS = 16, FALLS_COLS = 8, FALLS_CELLS = FALLS_ROWS * FALLS_COLS };
enum { FALLS_VIRUSES_MAX = 84, FALLS_LEVEL_MAX = 20, FALLS_RUN = 4 };
enum { FALLS_UNIT_MAX = 4, FALLS_CHAIN_MAX = FALLS_UNIT_MAX * (SEATS_MAX - 1) };

/* Limits of what could grow without end while a player's clock stands still. */
enum { FALLS_KEPT_MAX = 128, FALLS_UNITS_MAX = 16, FALLS_DRAWN_MAX = 1000000000 };

enum { FALLS_PLAYERS, FALLS_VIRUSES, FALLS_NES_LEVEL }; /* params */
/* Acts of a seat. The last is a shorthand: as many drops as the capsule needs to settle. */
enum { FALLS_LEFT, FALLS_RIGHT, FALLS_CCW, FALLS_CW, FALLS_DROP, FALLS_MOVES };
enum { FALLS_FALL = FALLS_MOVES, FALLS_ACTS };
enum falls_colour { FALLS_FREE, FALLS_RED, FALLS_YELLOW, FALLS_BLUE, FALLS_COLOURS };
enum { FALLS_CAPSULES = 9 }; /* 3 * left + right, each from 0 for Red */
enum falls_status { FALLS_PLAYING, FALLS_DEFEATED, FALLS_CLEARED };

/* In the first three phases CHANCE acts: with 3 * cell + colour - 1, with a capsule, with a column.
 */
enum falls_phase { FALLS_SETUP, FALLS_DRAW, FALLS_COLUMN, FALLS_PLAY, FALLS_OVER };

typedef unsigned __int128 falls_set; /* bit 8 * row + col */

/* Tiles of one field. Two bits of each cell are its colour; 0 is free. */
struct falls_tiles {
    falls_set one, two; /* Red is in one, Yellow in two, Blue in both */
    falls_set right;    /* bound to the tile on its right */
    falls_set down;     /* bound to the tile below */
};

struct falls_player {
    struct falls_tiles settled, moving;
    falls_set virus; /* which settled tiles are viruses */
    uint64_t chain;  /* colours of the runs removed since the last spawn, two bits each, the first
                        lowest; only the first FALLS_CHAIN_MAX are kept */
    uint32_t drawn;  /* capsules taken from the sequence */
    uint8_t low;     /* the row of the lowest moving tile; 0 if there is none */
    uint8_t status;
    uint8_t controlled; /* the moving tiles are the player's capsule */
    uint8_t units;      /* the number of units in `incoming` */
    /* Oldest first. An element is its colour + 4 * (column + 1), or its colour while the column is
     * not drawn. */
    uint8_t incoming[FALLS_UNITS_MAX][FALLS_UNIT_MAX];
};

struct falls {
    uint8_t players, viruses, nes;    /* nes: boards like those of the console game */
    uint8_t phase, playing;           /* caches; `playing` has a bit for each seat that plays */
    uint8_t kept;                     /* capsules drawn that a playing seat has not taken yet */
    uint8_t spare[2];                 /* 0 */
    uint32_t first;                   /* the index in the sequence of the first capsule kept */
    uint8_t spare_too[4];             /* 0 */
    uint8_t capsules[FALLS_KEPT_MAX]; /* 0 past `kept` */
    struct falls_player player[SEATS_MAX];
};

_Static_assert(sizeof(struct falls_player) == 224 && offsetof(struct falls, player) == 144,
               "no padding, and one player's game in less than 400 bytes");

/* Runs of a colour that vanish together. */
struct falls_vanished {
    falls_set cells;
    uint8_t rows, columns; /* how many runs of each direction */
};

/* What a pass did. */
struct falls_story {
    falls_set settled; /* what came to rest, also if it vanished then */
    /* By the row in which tiles settled, and by colour. No run was there before, so each lies
     * within three rows of that row and the one above it: at most 64 cells. */
    struct falls_vanished vanished[FALLS_ROWS][FALLS_COLOURS];
};

/* Returns the columns of a byte, in every row. */
static inline falls_set falls_each_row(unsigned byte) {
    uint64_t half = UINT64_C(0x0101010101010101) * byte;
    return (falls_set)half << 64 | half;
}

/* Returns the set of one cell. Machines without 128 bits shift halves faster than sets. */
static inline falls_set falls_at(int cell) {
    uint64_t half = UINT64_C(1) << (cell & 63);
    return cell < 64 ? half : (falls_set)half << 64;
}

static inline falls_set falls_cell(int row, int col) {
    return falls_at(FALLS_COLS * row + col);
}

/* Returns the columns of a byte, in one row; and the byte of a row. */
static inline falls_set falls_in_row(unsigned byte, int row) {
    uint64_t half = (uint64_t)byte << (FALLS_COLS * row & 63);
    return row < FALLS_ROWS / 2 ? half : (falls_set)half << 64;
}

static inline falls_set falls_row(int row) {
    return falls_in_row(0xFF, row);
}

static inline unsigned falls_byte(falls_set set, int row) {
    uint64_t half = (uint64_t)(row < FALLS_ROWS / 2 ? set : set >> 64);
    return (unsigned)(half >> (FALLS_COLS * row & 63)) & 0xFF;
}

static inline int falls_count(falls_set set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* Return the first cell of a set, and the row of its lowest one; the set must not be empty. */
static inline int falls_first(falls_set set) {
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set)
                         : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline int falls_lowest(falls_set set) {
    uint64_t high = (uint64_t)(set >> 64);
    return (high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set)) / FALLS_COLS;
}

/* Returns the number of runs of a chain. */
static inline int falls_runs(uint64_t chain) {
    return chain ? (65 - __builtin_clzll(chain)) / 2 : 0;
}

static inline falls_set falls_taken(const struct falls_tiles *tiles) {
    return tiles->one | tiles->two;
}

/* The same for one row. Bytes are in little-endian order, as base/hash.h asserts. */
static inline unsigned falls_taken_in(const struct falls_tiles *tiles, int row) {
    return ((const uint8_t *)&tiles->one)[row] | ((const uint8_t *)&tiles->two)[row];
}

static inline falls_set falls_of_colour(const struct falls_tiles *tiles, int colour) {
    return (colour & 1 ? tiles->one : ~tiles->one) & (colour & 2 ? tiles->two : ~tiles->two);
}

static inline int falls_colour_at(const struct falls_tiles *tiles, int cell) {
    int row = cell / FALLS_COLS, col = cell % FALLS_COLS;
    unsigned one = falls_byte(tiles->one, row) >> col, two = falls_byte(tiles->two, row) >> col;
    return (int)((one & 1) | (two & 1) << 1);
}

static inline void falls_put(struct falls_tiles *tiles, falls_set cell, int colour) {
    if (colour & 1) tiles->one |= cell;
    if (colour & 2) tiles->two |= cell;
}

/* Returns a set of the moving field at its real place. */
static inline falls_set falls_placed(falls_set moving, int low) {
    int up = FALLS_COLS * (FALLS_ROWS - 1 - low), rest = up & 63;
    uint64_t top = (uint64_t)moving, bottom = (uint64_t)(moving >> 64);
    if (up >= 64) top = bottom, bottom = 0;
    return (falls_set)(bottom >> rest) << 64 | top >> rest | bottom << 1 << (63 - rest);
}

static inline struct falls_tiles falls_placed_tiles(const struct falls_player *player) {
    const struct falls_tiles *tiles = &player->moving;
    int low = player->low;
    return (struct falls_tiles){falls_placed(tiles->one, low), falls_placed(tiles->two, low),
                                falls_placed(tiles->right, low), falls_placed(tiles->down, low)};
}

/* Returns the cells right above the floor or a settled tile. */
static inline falls_set falls_supported(const struct falls_player *player) {
    return falls_taken(&player->settled) >> FALLS_COLS | falls_row(FALLS_ROWS - 1);
}

/* Returns whether a moving tile would settle if the lowest one were in this row. For a capsule only
 * its lowest row matters. */
static inline bool falls_touches(const struct falls_player *player, int low) {
    if (player->controlled)
        return low == FALLS_ROWS - 1 || (falls_taken_in(&player->moving, FALLS_ROWS - 1) &
                                         falls_taken_in(&player->settled, low + 1));
    return (falls_placed(falls_taken(&player->moving), low) & falls_supported(player)) != 0;
}

/* In falls_field.c: one field. */

/* Moves the player's capsule, which must be there. Returns false, and changes nothing, if the move
 * is blocked. Not for FALLS_DROP. */
bool falls_move(struct falls_player *player, int move);
bool falls_may_move(const struct falls_player *player, int move);
/* Returns the row where the capsule's lower tile would settle. */
int falls_landing(const struct falls_player *player);
/* The pass of a tick in which a moving tile settles. The player may be defeated or have cleared
 * after it. The second one also tells what it did. */
void falls_pass(struct falls_player *player);
void falls_pass_told(struct falls_player *player, struct falls_story *story);
/* Return the settled tiles that are held up, and whether they have a run of four or more. */
falls_set falls_held(const struct falls_player *player);
bool falls_has_run(const struct falls_tiles *settled);
/* Returns NULL, or what is wrong with a player's field after the setup. */
const char *falls_check_player(const struct falls_player *player);

/* In falls_round.c: the whole round. */

/* The tick of a playing seat. */
void falls_tick(struct falls *falls, int seat);
/* The events of CHANCE: a virus, a capsule, a column. */
void falls_place(struct falls *falls, int cell, int colour);
void falls_draw_capsule(struct falls *falls, int capsule);
void falls_draw_column(struct falls *falls, int col);
/* Return the topmost row for viruses in the setup, and as bits the colours that fit a cell. */
int falls_top(const struct falls *falls);
unsigned falls_fitting(const struct falls *falls, int cell);
/* Returns the cells where no virus of a colour may be placed; the mask has those that are there. */
falls_set falls_barred(falls_set mask, bool nes);
/* Returns the seat whose newest unit lacks columns, or `players`. */
int falls_open_seat(const struct falls *falls);
/* Returns as bits the columns that the next element of a unit may have. */
unsigned falls_columns(const struct falls *falls);
/* Computes `phase` and `playing` from all the rest. */
void falls_tell(struct falls *falls);
int falls_level_viruses(int level);

/* In falls_faces.c, falls_view.c, falls_effects.c and falls_json.c. */
extern const char *const falls_fields[];
extern const char *const falls_effect_kinds[];
extern const char *const falls_colour_names[FALLS_COLOURS];
extern const char *const falls_colour_words[FALLS_COLOURS]; /* "red" */
extern const char falls_letters[];

/* Spots of the picture: a button for each act, then the cells of each field. */
enum { FALLS_SPOT_CELLS = 16 };
static inline int falls_spot(int seat, int cell) {
    return FALLS_SPOT_CELLS + FALLS_CELLS * seat + cell;
}

void falls_name_act(const void *state, int who, action act, struct text *out);
void falls_write_act(const void *state, int who, action act, struct text *out);
const char *falls_read_act(const void *state, int who, struct json from, action *act);
void falls_write(const void *state, struct text *out);
const char *falls_read(void *state, int ruleset, struct json from, struct json *at);
void falls_effects(const void *before, int who, action act, struct effect_list *out);
void falls_draw(const void *state, int seat, struct scene *scene);
void falls_draw_seats(const void *state, int seat, uint32_t seats, struct scene *scene);
int falls_picks(const void *state, int who, action act, int *spots);
struct shape falls_shape(const void *state);
void falls_observe(const void *state, int seat, uint8_t *out);

/* In falls_setup.c. Plays the luck of the setup, of a state that falls_start made. */
void falls_set_up(struct falls *falls, struct rng *rng);

/* In falls_lanes.c, and all levels in minds/places.c. */
extern const struct game_view falls_views[];
extern const struct lanes_level falls_ticks;
extern const struct lanes_level *const falls_levels[];

extern const struct agent *const falls_agents[]; /* in minds/ */
extern const struct game falls_game;

#endif
