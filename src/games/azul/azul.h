/* azul: the state and its small helpers; private to this folder.
 *
 * Two words carry the speed. A pile of tiles is a word with a byte a colour, so that piles add and
 * lose a colour at once; `open` of a player tells for each row and colour whether the pattern line
 * takes it, so that acts are counted by counting bits. */
#ifndef AZUL_H
#define AZUL_H

#include "base/bits.h"
#include "game/game.h"

enum { AZUL_BLUE, AZUL_YELLOW, AZUL_RED, AZUL_BLACK, AZUL_WHITE, AZUL_COLOURS };
enum { AZUL_SIDE = 5, AZUL_EACH = 20, AZUL_TILES = AZUL_EACH * AZUL_COLOURS };
enum { AZUL_SEATS_MIN = 2, AZUL_SEATS_MAX = 4, AZUL_ROUNDS = 50, AZUL_ROUNDS_MAX = 255 };
enum { AZUL_ON_FACTORY = 4, AZUL_FLOOR_PLACES = 7, AZUL_SCORE_MAX = 9999 };

/* Tiles on sources and floors together. A round deals 36 at most; states made by hand may hold
 * more. */
enum { AZUL_LOOSE_MAX = 64, AZUL_FLOOR_WORDS = AZUL_LOOSE_MAX / 16 };

/* An act of a seat is (source * 5 + colour) * 6 + destination, one of CHANCE the colour drawn. */
enum { AZUL_CENTER = 0, AZUL_SOURCES_MAX = 10 };                     /* factory i is source i + 1 */
enum { AZUL_FLOOR = AZUL_SIDE, AZUL_DESTINATIONS = AZUL_FLOOR + 1 }; /* or a pattern line, 0 to 4 */

enum { AZUL_PLAYERS, AZUL_MAX_ROUNDS };

enum azul_phase { AZUL_DRAFT, AZUL_REFILL, AZUL_OVER };

enum { AZUL_TOKEN_IN_CENTER = 255 };

struct azul_player {
    uint64_t floor[AZUL_FLOOR_WORDS]; /* the floor's tiles in order, four bits each; then 0 */
    uint32_t wall;                    /* bit row * 5 + column: a tile lies there */
    uint32_t open;       /* bit row * 5 + colour: the line takes it; follows from the rest */
    uint16_t score;      /* with the bonuses, once it is over */
    uint8_t floor_count; /* its tiles; the token is not among them */
    uint8_t filled[AZUL_SIDE], colour[AZUL_SIDE]; /* of each pattern line; colour 0 if empty */
    uint8_t spare[3];                             /* 0 */
};

struct azul {
    uint8_t players, phase;
    uint8_t active;            /* the seat that drafts; before a draft, that will begin it */
    uint8_t round, max_rounds; /* from 1; from the refill on it is the round to be played */
    uint8_t token;             /* the seat that has it, or AZUL_TOKEN_IN_CENTER */
    uint8_t dealt;             /* tiles on the factories while they are filled, else 0 */
    uint8_t spare;             /* 0 */
    uint64_t bag, lid;         /* piles; while factories are filled, the bag is not empty */
    uint64_t source[AZUL_SOURCES_MAX]; /* piles: the center, then the factories */
    struct azul_player player[AZUL_SEATS_MAX];
};

_Static_assert(sizeof(struct azul_player) == 56 && sizeof(struct azul) == 104 + 4 * 56,
               "no byte is left unset");

/* The bytes in use. */
static inline size_t azul_bytes(int players) {
    return offsetof(struct azul, player) + sizeof(struct azul_player) * (size_t)players;
}

static inline int azul_factories(const struct azul *azul) {
    return 2 * azul->players + 1;
}

/* Piles: a byte a colour, Blue the lowest. */
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

/* All tiles of a pile, up to 255. */
static inline int azul_total(uint64_t pile) {
    return (int)(pile * AZUL_ONES >> 32 & 255);
}

/* A pile with one tile of each colour the other one has. */
static inline uint64_t azul_kinds(uint64_t pile) {
    return (pile + 0x7F * AZUL_ONES) >> 7 & AZUL_ONES;
}

/* When the bag is empty, the lid's tiles go into it. */
static inline void azul_supply(struct azul *azul) {
    if (azul->bag) return;
    azul->bag = azul->lid;
    azul->lid = 0;
}

/* The wall: its colour at a place, and the column of a colour. */
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

/* The first of each five bits: of a wall its first column, of `open` the first colour. */
#define AZUL_DOWN UINT32_C(0x108421)

/* Rows that take a colour: the bits 5 * row + colour of `open`. */
static inline uint32_t azul_open_rows(const struct azul_player *player, int colour) {
    return player->open & AZUL_DOWN << colour;
}

static inline bool azul_is_full(const struct azul_player *player, int row) {
    return player->filled[row] == row + 1;
}

static inline int azul_floor_tile(const struct azul_player *player, int place) {
    return (int)(player->floor[place >> 4] >> 4 * (place & 15) & 15);
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

/* Play on the struct, as fast as it goes; all take legal acts only. azul.c */
void azul_take(struct azul *azul, action act);
void azul_deal(struct azul *azul, int colour);
/* A random act of the seat to draft, and a random colour by the bag. */
action azul_random_take(const struct azul *azul, struct rng *rng);
int azul_random_colour(const struct azul *azul, struct rng *rng);

/* The round's end. azul_round.c */
void azul_add_to_floor(struct azul_player *player, int colour, int count);
/* The `open` bits of a row, colour by colour, that its wall and line ask for. */
uint32_t azul_open_row(const struct azul_player *player, int row);
/* What a tile just laid on a cell scores. */
int azul_tile_points(uint32_t wall, int row, int col);
/* Every full line of every player, row by row: one tile to the wall, which scores at once, the rest
 * to the lid. */
void azul_resolve_pattern_lines(struct azul *azul);
int azul_floor_penalty(const struct azul *azul, int seat);
int azul_complete_rows(uint32_t wall);
/* Of complete rows, columns and colours. */
int azul_bonus(uint32_t wall);
/* No round follows this one: a row is complete, it was the last, or no tile is left to deal. */
bool azul_is_last(const struct azul *azul);
/* Tiling, penalties, and then the next round's refill or the end. */
void azul_end_round(struct azul *azul);
uint32_t azul_winners(const void *state);

/* azul_check.c */
const char *azul_check(const void *state);
/* Tiles on the factories and in the center. */
int azul_on_table(const struct azul *azul);

/* JSON, in azul_json.c and azul_read.c. */
extern const char *const azul_fields[], *const azul_colour_names[];
const char *azul_progress(const struct azul *azul);
void azul_write(const void *state, struct text *out);
const char *azul_read(void *state, int ruleset, struct json from, struct json *at);
void azul_write_act(const void *state, int who, action act, struct text *out);
const char *azul_read_act(const void *state, int who, struct json from, action *act);
/* The colour a string names, or -1. */
int azul_find_colour(struct json name);

/* The other faces, in azul_faces.c. */
void azul_name_act(const void *state, int who, action act, struct text *out);
void azul_draw(const void *state, int seat, struct scene *scene);
int azul_picks(const void *state, int who, action act, int *spots);
struct shape azul_shape(const void *state);
void azul_observe(const void *state, int seat, uint8_t *out);

extern const struct game azul_game;

#endif
