/* lines: the state and its small helpers; private to this folder.
 *
 * The board is four bitboards: the empty cells, and the three binary digits of each ball's code,
 * which is its colour + 1. See lines_set.h for the bits. */
#ifndef LINES_H
#define LINES_H

#include "game/game.h"
#include "lines_set.h"

enum { LINES_SIDE_MIN = 5, LINES_SIDE_MAX = 15, LINES_CELLS_MAX = LINES_SIDE_MAX * LINES_SIDE_MAX };
enum { LINES_COLOURS_MIN = 2, LINES_COLOURS_MAX = 7, LINES_MATCH_MIN = 3, LINES_NEXT_MAX = 10 };
/* At most so many initial balls: they leave a cell free on the smallest board. */
enum { LINES_INITIAL_MAX = LINES_SIDE_MIN * LINES_SIDE_MIN - 1, LINES_INITIAL_98 = 3 };
enum { LINES_COUNT_MAX = 1000000000 }; /* points, and turns */

enum {
    LINES_ROWS,
    LINES_COLS,
    LINES_COLOURS,
    LINES_MATCH,
    LINES_PER_TURN,
    LINES_INITIAL,
    LINES_SHOW,
    LINES_98,
    LINES_PARAMS
};

/* First CHANCE places balls: the initial ones, or those after a move. Then it draws the next
 * colours. Then the seat moves, or the game is over because the board is full. */
enum lines_phase { LINES_ARRIVE, LINES_DRAW, LINES_PLAY, LINES_PHASES };

enum { LINES_EMPTY, LINES_CODE, LINES_PLANES = LINES_CODE + 3 };

struct lines {
    uint8_t rows, cols, colours, match, per_turn, initial, show, rules98;
    uint8_t phase;
    uint8_t arriving;              /* balls still to be placed */
    uint8_t drawn;                 /* balls in `next` */
    uint8_t cells[LINES_NEXT_MAX]; /* the cell lines98 announces for each, + 1; 0: none */
    uint8_t spare[3];              /* 0 */
    uint32_t score, turn;
    uint64_t next; /* codes, four bits each, the next to arrive lowest; 0 past `drawn` */
    uint64_t bits[LINES_PLANES * LINES_LIMBS_MAX]; /* plane by plane, lines_limbs each */
};

static inline int lines_count(const struct lines *lines) {
    return lines->rows * lines->cols;
}

static inline int lines_stride(const struct lines *lines) {
    return lines->cols + 1;
}

static inline int lines_limbs(const struct lines *lines) {
    return lines->rows * lines_stride(lines) <= 128 ? 2 : LINES_LIMBS_MAX;
}

static inline int lines_bit(const struct lines *lines, int cell) {
    return cell + cell / lines->cols;
}

/* The inverse of lines_bit; multiplies instead of dividing. */
static inline int lines_cell(const struct lines *lines, int bit) {
    static const uint16_t inverse[LINES_SIDE_MAX + 2] = {
        0, 0, 0, 0, 0, 0, 2731, 2341, 2048, 1821, 1639, 1490, 1366, 1261, 1171, 1093, 1024};
    return bit - (bit * inverse[lines_stride(lines)] >> 14);
}

LINES_INLINE uint64_t *lines_plane(struct lines *lines, int plane, int limbs) {
    return lines->bits + plane * limbs;
}

LINES_INLINE struct lines_set lines_load(const struct lines *lines, int plane, int limbs) {
    return lines_set_load(lines->bits + plane * limbs, limbs);
}

LINES_INLINE struct lines_set lines_balls(const struct lines *lines, int limbs) {
    struct lines_set balls = lines_load(lines, LINES_CODE, limbs);
    for (int i = 1; i < 3; i++)
        balls = lines_set_or(balls, lines_load(lines, LINES_CODE + i, limbs), limbs);
    return balls;
}

/* Returns the code of the ball on a bit, or 0. */
LINES_INLINE int lines_code(const struct lines *lines, int bit, int limbs) {
    const uint64_t *codes = lines->bits + LINES_CODE * limbs;
    return bits_has(codes, bit) | bits_has(codes + limbs, bit) << 1 |
           bits_has(codes + 2 * limbs, bit) << 2;
}

/* Returns the balls of one code: those that agree with it in every digit. */
LINES_INLINE struct lines_set lines_of_code(const struct lines *lines, int code, int limbs) {
    struct lines_set same = lines_balls(lines, limbs);
    for (int i = 0; i < 3; i++) {
        const uint64_t *digit = lines->bits + (LINES_CODE + i) * limbs;
        uint64_t on = -(uint64_t)(code >> i & 1);
        for (int k = 0; k < limbs; k++) same.at[k] &= ~(digit[k] ^ on);
    }
    return same;
}

/* Returns the code of the i-th ball of `next`. */
static inline int lines_next(const struct lines *lines, int i) {
    return (int)(lines->next >> 4 * i & 15);
}

/* When CHANCE is to move: returns whether it draws a colour; otherwise it places a ball. */
static inline bool lines_draws(const struct lines *lines) {
    return lines->phase == LINES_DRAW || lines->drawn == 0;
}

/* Returns whether the next balls are announced with their cells. */
static inline bool lines_announces(const struct lines *lines) {
    return lines->rules98 && lines->show;
}

size_t lines_size(const void *state);
uint32_t lines_movers(const void *state);
const char *lines_refuse(const void *state, int who, action act);
void lines_apply(void *state, int who, action act);
/* Empties the board; its size is set. */
void lines_clear(struct lines *lines);
/* Puts a ball of this code on an empty bit. */
void lines_put(struct lines *lines, int bit, int code);
/* If the seat would have to move on an empty board, lets the next balls arrive instead. */
void lines_refill(struct lines *lines);
/* Returns the cells that CHANCE may announce or fill now; none if it draws only a colour. */
struct lines_set lines_open(const struct lines *lines);
/* Returns the empty cells that can be reached from this bit. */
struct lines_set lines_reach(const struct lines *lines, int bit);

/* In lines_random.c. Draws from `choices` without listing them. */
action lines_random_act(const void *state, int who, struct rng *rng);
/* Plays to the end at random. The events and the final state are those that lines_random_act and
 * lines_apply in turn would give. Returns the number of the seat's moves. */
uint32_t lines_random_game(struct lines *lines, struct rng *rng);

/* In lines_symmetry.c. */
void lines_canonical(void *state);

/* In lines_faces.c. */
void lines_name_act(const void *state, int who, action act, struct text *out);
void lines_write_act(const void *state, int who, action act, struct text *out);
const char *lines_read_act(const void *state, int who, struct json from, action *act);
void lines_write(const void *state, struct text *out);
const char *lines_read(void *state, int ruleset, struct json from, struct json *at);

/* Writes a cell for people: "e4". */
void lines_name_cell(const struct lines *lines, int cell, struct text *out);

extern const char *const lines_fields[];
extern const char *const lines_colour_names[LINES_COLOURS_MAX];
extern const char lines_letters[LINES_COLOURS_MAX + 1];

/* In lines_effects.c. */
void lines_effects(const void *state, int who, action act, struct effect_list *out);
bool lines_hides_act(const void *state, int seat, int who, action act);

extern const char *const lines_effect_kinds[];

/* In lines_view.c. */
void lines_draw(const void *state, int seat, struct scene *scene);
int lines_picks(const void *state, int who, action act, int *spots);
int lines_path(const void *state, int who, action act, int *spots);
struct shape lines_shape(const void *state);
void lines_observe(const void *state, int seat, uint8_t *out);

/* In lines_lanes.c. */
extern const struct game_view lines_views[];
extern const struct lanes_level *const lines_levels[];

/* In minds/. */
extern const struct agent *const lines_agents[];

extern const struct game lines_game;

#endif
