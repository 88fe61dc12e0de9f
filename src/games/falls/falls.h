/* falls: the state and its small helpers; private to this folder.
 *
 * A field is a handful of sets of cells, each one 128-bit word with a byte a row: a row further
 * down is a shift by 8. Settled and moving tiles are two such fields, one over the other. The
 * moving one is kept pushed down until its lowest tile stands in row 15; `low` says in which row
 * that tile really is. So all of it falls by one addition, and equal fields are equal bytes. */
#ifndef FALLS_H
#define FALLS_H

#include "base/hash.h"
#include "game/game.h"

enum { FALLS_ROWS = 16, FALLS_COLS = 8, FALLS_CELLS = FALLS_ROWS * FALLS_COLS };
enum { FALLS_VIRUSES_MAX = 84, FALLS_LEVEL_MAX = 20, FALLS_RUN = 4 };
enum { FALLS_UNIT_MAX = 4, FALLS_CHAIN_MAX = FALLS_UNIT_MAX * (SEATS_MAX - 1) };

/* What a player who does not move on could let grow without end is bounded. */
enum { FALLS_KEPT_MAX = 128, FALLS_UNITS_MAX = 16, FALLS_DRAWN_MAX = 1000000000 };

enum { FALLS_PLAYERS, FALLS_VIRUSES, FALLS_NES_LEVEL };                         /* params */
enum { FALLS_LEFT, FALLS_RIGHT, FALLS_CCW, FALLS_CW, FALLS_DROP, FALLS_MOVES }; /* a seat's acts */
enum falls_colour { FALLS_FREE, FALLS_RED, FALLS_YELLOW, FALLS_BLUE, FALLS_COLOURS };
enum { FALLS_CAPSULES = 9 }; /* 3 * left + right, each from 0 for Red */
enum falls_status { FALLS_PLAYING, FALLS_DEFEATED, FALLS_CLEARED };

/* Whose turn: the first three are CHANCE's. Its acts are 3 * cell + colour - 1, a capsule, a
 * column. */
enum falls_phase { FALLS_SETUP, FALLS_DRAW, FALLS_COLUMN, FALLS_PLAY, FALLS_OVER };

typedef unsigned __int128 falls_set; /* bit 8 * row + col */

/* Tiles of one field. A cell's colour is in two sets; both clear, it is free. */
struct falls_tiles {
    falls_set one, two; /* Red is one, Yellow two, Blue both */
    falls_set right;    /* bound to the tile on its right */
    falls_set down;     /* bound to the tile below */
};

struct falls_player {
    struct falls_tiles settled, moving;
    falls_set virus; /* of the settled ones */
    uint64_t chain;  /* colours of the runs removed since the last spawn, two bits each, first low;
                        at most FALLS_CHAIN_MAX, later ones are not kept */
    uint32_t drawn;  /* capsules taken from the sequence */
    uint8_t low;     /* the row of the lowest moving tile; 0 if there is none */
    uint8_t status;
    uint8_t controlled; /* the moving tiles are the player's capsule */
    uint8_t units;      /* waiting in `incoming` */
    /* Oldest first; an element is its colour + 4 * (column + 1), no column while it is not drawn.
     */
    uint8_t incoming[FALLS_UNITS_MAX][FALLS_UNIT_MAX];
};

struct falls {
    uint8_t players, viruses, nes; /* how many; how many at first; boards as the console has them */
    uint8_t phase, playing;        /* told by the rest; a bit per seat that plays */
    uint8_t kept;                  /* capsules drawn and not yet taken by all who play */
    uint8_t spare[2];              /* 0 */
    uint32_t first;                /* the index in the sequence of the first one kept */
    uint8_t spare_too[4];          /* 0 */
    uint8_t capsules[FALLS_KEPT_MAX]; /* 0 past `kept` */
    struct falls_player player[SEATS_MAX];
};

_Static_assert(sizeof(struct falls_player) == 224 && offsetof(struct falls, player) == 144,
               "no padding, and one player's game in less than 400 bytes");

/* The columns of a byte, in every row. */
static inline falls_set falls_each_row(unsigned byte) {
    uint64_t half = UINT64_C(0x0101010101010101) * byte;
    return (falls_set)half << 64 | half;
}

static inline falls_set falls_cell(int row, int col) {
    return (falls_set)1 << (FALLS_COLS * row + col);
}

static inline falls_set falls_row(int row) {
    return (falls_set)0xFF << (FALLS_COLS * row);
}

static inline unsigned falls_byte(falls_set set, int row) {
    return (unsigned)(set >> (FALLS_COLS * row)) & 0xFF;
}

static inline int falls_count(falls_set set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* The first cell of a set, and the lowest row that has one; it must not be empty. */
static inline int falls_first(falls_set set) {
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set)
                         : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline int falls_lowest(falls_set set) {
    uint64_t high = (uint64_t)(set >> 64);
    return (high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set)) / FALLS_COLS;
}

/* How many runs a chain has; 0 is no colour. */
static inline int falls_runs(uint64_t chain) {
    return chain ? (65 - __builtin_clzll(chain)) / 2 : 0;
}

static inline falls_set falls_taken(const struct falls_tiles *tiles) {
    return tiles->one | tiles->two;
}

/* The same of one row; bytes lie low to high, as base/hash.h asserts. */
static inline unsigned falls_taken_in(const struct falls_tiles *tiles, int row) {
    return ((const uint8_t *)&tiles->one)[row] | ((const uint8_t *)&tiles->two)[row];
}

static inline falls_set falls_of_colour(const struct falls_tiles *tiles, int colour) {
    return (colour & 1 ? tiles->one : ~tiles->one) & (colour & 2 ? tiles->two : ~tiles->two);
}

static inline int falls_colour_at(const struct falls_tiles *tiles, int cell) {
    return (int)(tiles->one >> cell & 1) | (int)(tiles->two >> cell & 1) << 1;
}

static inline void falls_put(struct falls_tiles *tiles, falls_set cell, int colour) {
    if (colour & 1) tiles->one |= cell;
    if (colour & 2) tiles->two |= cell;
}

/* A set of the moving field, where it really is. */
static inline falls_set falls_placed(falls_set moving, int low) {
    return moving >> (FALLS_COLS * (FALLS_ROWS - 1 - low));
}

static inline struct falls_tiles falls_placed_tiles(const struct falls_player *player) {
    const struct falls_tiles *tiles = &player->moving;
    int low = player->low;
    return (struct falls_tiles){falls_placed(tiles->one, low), falls_placed(tiles->two, low),
                                falls_placed(tiles->right, low), falls_placed(tiles->down, low)};
}

/* Cells above the floor or a settled tile. */
static inline falls_set falls_supported(const struct falls_player *player) {
    return falls_taken(&player->settled) >> FALLS_COLS | falls_row(FALLS_ROWS - 1);
}

/* Whether something moving would settle if the lowest row were this one. Of a capsule it is the
 * lowest row that does. */
static inline bool falls_touches(const struct falls_player *player, int low) {
    if (player->controlled)
        return low == FALLS_ROWS - 1 || (falls_taken_in(&player->moving, FALLS_ROWS - 1) &
                                         falls_taken_in(&player->settled, low + 1));
    return (falls_placed(falls_taken(&player->moving), low) & falls_supported(player)) != 0;
}

/* One field, in falls_field.c. */

/* A move of the player's capsule, but for FALLS_DROP; false, and nothing changes, if it is blocked.
 * There must be a capsule. */
bool falls_move(struct falls_player *player, int move);
bool falls_may_move(const struct falls_player *player, int move);
/* The row where the capsule's lower tile would settle. */
int falls_landing(const struct falls_player *player);
/* The one pass of a tick over something that touches; the player may be defeated or have cleared.
 */
void falls_pass(struct falls_player *player);
/* The settled tiles that are held up; and whether there is a run of four or more among them. */
falls_set falls_held(const struct falls_player *player);
bool falls_has_run(const struct falls_tiles *settled);
/* NULL, or what is wrong with the field of a player outside the setup. */
const char *falls_check_player(const struct falls_player *player);

/* The whole round, in falls_round.c. */

/* A playing seat's tick. */
void falls_tick(struct falls *falls, int seat);
/* CHANCE's events. */
void falls_place(struct falls *falls, int cell, int colour);
void falls_draw_capsule(struct falls *falls, int capsule);
void falls_draw_column(struct falls *falls, int col);
/* The topmost row with viruses in the setup; the colours, as bits, that a virus may have there. */
int falls_top(const struct falls *falls);
unsigned falls_fitting(const struct falls *falls, int cell);
/* Columns the next element of a unit may have, as bits. */
unsigned falls_columns(const struct falls *falls);
/* The phase and who plays, from all the rest. */
void falls_tell(struct falls *falls);
int falls_level_viruses(int level);

/* The faces. */
extern const char *const falls_fields[];
extern const char *const falls_colour_names[FALLS_COLOURS];
extern const char falls_letters[];

void falls_name_act(const void *state, int who, action act, struct text *out);
void falls_write_act(const void *state, int who, action act, struct text *out);
const char *falls_read_act(const void *state, int who, struct json from, action *act);
void falls_write(const void *state, struct text *out);
const char *falls_read(void *state, int ruleset, struct json from, struct json *at);
void falls_draw(const void *state, int seat, struct scene *scene);
int falls_picks(const void *state, int who, action act, int *spots);
struct shape falls_shape(const void *state);
void falls_observe(const void *state, int seat, uint8_t *out);

extern const struct game falls_game;

#endif
