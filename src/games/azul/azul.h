/* azul: the state and its small helpers; private to this folder.
 *
 * Two representations make it fast. A pile of tiles is an integer with a byte for each colour, so
 * that adding two piles or removing a colour is one operation. A player's `open` has a bit for each
 * row and colour that the pattern line can take, so that counting bits counts acts. */
#ifndef AZUL_H
#define AZUL_H

#include "base/bits.h"
#include "game/game.h"

enum { AZUL_BLUE, AZUL_YELLOW, AZUL_RED, AZUL_BLACK, AZUL_WHITE, AZUL_COLOURS };
enum { AZUL_SIDE = 5, AZUL_EACH = 20, AZUL_TILES = AZUL_EACH * AZUL_COLOURS };
enum { AZUL_SEATS_MIN = 2, AZUL_SEATS_MAX = 4, AZUL_ROUNDS = 50, AZUL_ROUNDS_MAX = 255 };
enum { AZUL_ON_FACTORY = 4, AZUL_FLOOR_PLACES = 7, AZUL_SCORE_MAX = 9999 };

/* The most tiles on sources and floors together. A round deals up to 36; states written by hand may
 * hold more. */
enum { AZUL_LOOSE_MAX = 64, AZUL_FLOOR_LIMBS = AZUL_LOOSE_MAX / 16 };

/* An act of a seat is (source * 5 + colour) * 6 + destination; an act of CHANCE is the colour. */
enum { AZUL_CENTER = 0, AZUL_SOURCES_MAX = 10 };                     /* factory i is source i + 1 */
enum { AZUL_FLOOR = AZUL_SIDE, AZUL_DESTINATIONS = AZUL_FLOOR + 1 }; /* or a pattern line, 0 to 4 */

enum { AZUL_PLAYERS, AZUL_MAX_ROUNDS };

enum azul_phase { AZUL_DRAFT, AZUL_REFILL, AZUL_OVER };

enum { AZUL_TOKEN_IN_CENTER = 255 };

struct azul_player {
    uint64_t floor[AZUL_FLOOR_LIMBS]; /* the tiles in order, four bits each; then 0 */
    uint32_t wall;                    /* bit row * 5 + column: a tile lies there */
    uint32_t open;                    /* bit row * 5 + colour: the line can take it; a cache */
    uint16_t score;                   /* with the bonuses once the game is over */
    uint8_t floor_count;              /* tiles on the floor, without the token */
    uint8_t filled[AZUL_SIDE], colour[AZUL_SIDE]; /* of each pattern line; colour 0 if empty */
    uint8_t spare[3];                             /* 0 */
};

struct azul {
    uint8_t players, phase;
    uint8_t active;                    /* the seat to draft; during the refill, the one to begin */
    uint8_t round, max_rounds;         /* from 1; the refill belongs to the round after it */
    uint8_t token;                     /* the seat that has it, or AZUL_TOKEN_IN_CENTER */
    uint8_t dealt;                     /* tiles on the factories during the refill, else 0 */
    uint8_t spare;                     /* 0 */
    uint64_t bag, lid;                 /* piles; during the refill the bag is not empty */
    uint64_t source[AZUL_SOURCES_MAX]; /* piles: the center, then the factories */
    struct azul_player player[AZUL_SEATS_MAX];
};

_Static_assert(sizeof(struct azul_player) == 56 && sizeof(struct azul) == 104 + 4 * 56,
               "no byte is left unset");

/* Returns the bytes in use. */
static inline size_t azul_bytes(int players) {
    return offsetof(struct azul, player) + sizeof(struct azul_player) * (size_t)players;
}

static inline int azul_factories(const struct azul *azul) {
    return 2 * azul->players + 1;
}

/* Piles: a byte for each colour, Blue the lowest. */
#define AZUL_ONES UINT64_C(0x0101010101)

static inline uint64_t azul_tiles(int colour, int count) {
    return (uint64_t)count << 8 * colour;
}

static inline int azul_count(uint64_t pile, int colour) {
    return (int)(pile >> 8 * colour & 255);
}

static inline uint64_t azul_without(uint64_t pile, int colour) {
    return pile & ~(UINT64_C(255) << 8 * colour);
}

/* Returns the number of tiles of a pile, up to 255. */
static inline int azul_total(uint64_t pile) {
    return (int)(pile * AZUL_ONES >> 32 & 255);
}

/* Returns a pile with one tile of each colour in this pile. */
static inline uint64_t azul_kinds(uint64_t pile) {
    return (pile + 0x7F * AZUL_ONES) >> 7 & AZUL_ONES;
}

/* Puts the tiles of the lid into the bag if it is empty. */
static inline void azul_supply(struct azul *azul) {
    if (azul->bag) return;
    azul->bag = azul->lid;
    azul->lid = 0;
}

/* Return the colour of a cell of the wall, and the column of a colour in a row. */
static inline int azul_wall_colour(int row, int col) {
    return col >= row ? col - row : col - row + AZUL_SIDE;
}

static inline int azul_wall_col(int row, int colour) {
    int col = row + colour;
    return col < AZUL_SIDE ? col : col - AZUL_SIDE;
}

static inline uint32_t azul_cell(int row, int col) {
    return UINT32_C(1) << (row * AZUL_SIDE + col);
}

static inline bool azul_on_wall(const struct azul_player *player, int row, int colour) {
    return player->wall & azul_cell(row, azul_wall_col(row, colour));
}

/* The first of each five bits: the first column of a wall, the first colour of `open`. */
#define AZUL_DOWN UINT32_C(0x108421)

/* Returns the rows that can take a colour, as the bits row * 5 + colour of `open`. */
static inline uint32_t azul_open_rows(const struct azul_player *player, int colour) {
    return player->open & AZUL_DOWN << colour;
}

static inline bool azul_is_full(const struct azul_player *player, int row) {
    return player->filled[row] == row + 1;
}

static inline int azul_floor_tile(const struct azul_player *player, int place) {
    return (int)(player->floor[place >> 4] >> 4 * (place & 15) & 15);
}

/* Returns the tiles of a floor as a pile: as the colours are 0 to 4, three bits each tell. */
static inline uint64_t azul_floor_pile(const struct azul_player *player) {
    const uint64_t ones = UINT64_C(0x1111111111111111);
    uint64_t pile = player->floor_count;
    for (int i = 0; i == 0 || 16 * i < player->floor_count; i++) {
        uint64_t tiles = player->floor[i], odd = tiles & ones, two = tiles >> 1 & ones;
        int three = bits_count(odd & two);
        pile += azul_tiles(1, bits_count(odd) - three) + azul_tiles(2, bits_count(two) - three) +
                azul_tiles(3, three) + azul_tiles(4, bits_count(tiles >> 2 & ones));
    }
    return pile - (unsigned)azul_total(pile & ~UINT64_C(255));
}

static inline action azul_act(int source, int colour, int destination) {
    return (action)((source * AZUL_COLOURS + colour) * AZUL_DESTINATIONS + destination);
}

static inline int azul_act_source(action act) {
    return (int)(act / (AZUL_COLOURS * AZUL_DESTINATIONS));
}

static inline int azul_act_colour(action act) {
    return (int)(act / AZUL_DESTINATIONS % AZUL_COLOURS);
}

static inline int azul_act_destination(action act) {
    return (int)(act % AZUL_DESTINATIONS);
}

static inline action azul_acts(const struct azul *azul) {
    return azul_act(azul_factories(azul) + 1, 0, 0);
}

/* Spots of the picture: a colour on a source; each seat's lines, floor and cells of the wall; then
 * the token in the center, the bag and the lid. */
enum { AZUL_BOARD_SPOT = AZUL_SOURCES_MAX * AZUL_COLOURS };
enum { AZUL_BOARD_SPOTS = AZUL_DESTINATIONS + AZUL_SIDE * AZUL_SIDE };
enum {
    AZUL_TOKEN_SPOT = AZUL_BOARD_SPOT + AZUL_SEATS_MAX * AZUL_BOARD_SPOTS,
    AZUL_BAG_SPOT,
    AZUL_LID_SPOT
};

static inline int azul_source_spot(int source, int colour) {
    return source * AZUL_COLOURS + colour;
}

static inline int azul_destination_spot(int seat, int destination) {
    return AZUL_BOARD_SPOT + seat * AZUL_BOARD_SPOTS + destination;
}

static inline int azul_cell_spot(int seat, int cell) {
    return azul_destination_spot(seat, AZUL_DESTINATIONS + cell);
}

/* In azul.c. Fast play on the struct; acts must be legal. */
void azul_take(struct azul *azul, action act);
void azul_deal(struct azul *azul, int colour);
/* Return a random act of the seat to draft, and a random colour by the tiles in the bag. */
action azul_random_take(const struct azul *azul, struct rng *rng);
int azul_random_colour(const struct azul *azul, struct rng *rng);

/* In azul_round.c: the end of a round. */
void azul_add_to_floor(struct azul_player *player, int colour, int count);
/* Computes the bits of `open` for a row, one for each colour, from its wall and line. */
uint32_t azul_open_row(const struct azul_player *player, int row);
/* Returns the points for a tile just laid on a cell. */
int azul_tile_points(uint32_t wall, int row, int col);
/* Tiles a full line: one tile goes to the wall and scores at once, the others go to the lid. */
void azul_tile_line(struct azul *azul, int seat, int row);
/* Tiles every full line of every player, row by row. */
void azul_resolve_pattern_lines(struct azul *azul);
int azul_floor_penalty(const struct azul *azul, int seat);
/* Pays the penalty and moves the tiles to the lid. The token stays. */
void azul_empty_floor(struct azul *azul, int seat);
/* Changes a score, which stays from 0 to AZUL_SCORE_MAX. */
void azul_gain(struct azul_player *player, int points);

/* What is worth points at the end of the game if it is complete, and how many each. */
enum azul_set { AZUL_ROWS, AZUL_COLUMNS, AZUL_COLOUR_SETS, AZUL_SETS };
extern const uint8_t azul_set_points[AZUL_SETS];
/* Returns the cells of the i-th row, column or colour; and a bit for each one that is complete. */
uint32_t azul_set_cells(enum azul_set set, int i);
uint32_t azul_complete(uint32_t wall, enum azul_set set);
int azul_complete_rows(uint32_t wall);
/* Returns the points for complete rows, columns and colours. */
int azul_bonus(uint32_t wall);
/* Returns whether no round follows: a row is complete, max_rounds is reached, or no tile is left.
 */
bool azul_is_last(const struct azul *azul);
/* Tiles the lines and empties the floors; then the refill begins or the game is over. */
void azul_end_round(struct azul *azul);
uint32_t azul_winners(const void *state);

/* In azul_effects.c. */
extern const char *const azul_effect_kinds[];
void azul_effects(const void *before, int who, action act, struct effect_list *out);

/* In azul_check.c. */
const char *azul_check(const void *state);
/* Returns the number of tiles on the factories and in the center. */
int azul_on_table(const struct azul *azul);

/* In azul_json.c and azul_read.c. */
extern const char *const azul_fields[], *const azul_colour_names[];
const char *azul_progress(const struct azul *azul);
void azul_write(const void *state, struct text *out);
const char *azul_read(void *state, int ruleset, struct json from, struct json *at);
/* The same, but bag and lid may be absent: one holds the tiles that are nowhere else, and if both
 * are absent the bag does. */
const char *azul_read_table(void *state, int ruleset, struct json from, struct json *at);
void azul_write_act(const void *state, int who, action act, struct text *out);
const char *azul_read_act(const void *state, int who, struct json from, action *act);
/* Returns the colour that a string names, or -1. */
int azul_find_colour(struct json name);

/* In azul_faces.c and azul_view.c. */
void azul_name_act(const void *state, int who, action act, struct text *out);
void azul_draw(const void *state, int seat, struct scene *scene);
int azul_picks(const void *state, int who, action act, int *spots);

/* In azul_lanes.c. */
struct shape azul_shape(const void *state);
void azul_observe(const void *state, int seat, uint8_t *out);
extern const struct lanes_level *const azul_levels[];

/* In tools/tools.c. */
extern const struct agent *const azul_agents[];
extern const struct tool *const azul_tools[];

extern const struct game azul_game;

#endif
