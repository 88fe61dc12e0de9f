/* lines: the state and its small helpers; private to this folder.
 *
 * What is on the board is four bitboards: the empty cells, and the three binary digits of the code
 * that each ball has, its colour + 1. See lines_set.h for the bits. */
#ifndef LINES_H
#define LINES_H

#include "game/game.h"
#include "lines_set.h"

enum { LINES_SIDE_MIN = 5, LINES_SIDE_MAX = 15, LINES_CELLS_MAX = LINES_SIDE_MAX * LINES_SIDE_MAX };
enum { LINES_COLOURS_MIN = 2, LINES_COLOURS_MAX = 7, LINES_MATCH_MIN = 3, LINES_NEXT_MAX = 10 };
/* So many initial balls leave a cell free on the smallest board. */
enum { LINES_INITIAL_MAX = LINES_SIDE_MIN * LINES_SIDE_MIN - 1, LINES_INITIAL_98 = 3 };
enum { LINES_COUNT_MAX = 1000000000 }; /* of points, and of turns */

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

/* Balls arrive, by CHANCE: the initial ones and those after a move. Then CHANCE draws the next
 * colours. Then the seat moves, or the board is full and it is over. */
enum lines_phase { LINES_ARRIVE, LINES_DRAW, LINES_PLAY, LINES_PHASES };

enum { LINES_EMPTY, LINES_CODE, LINES_PLANES = LINES_CODE + 3 };

struct lines {
    uint8_t rows, cols, colours, match, per_turn, initial, show, rules98;
    uint8_t phase;
    uint8_t arriving;              /* balls still to be placed */
    uint8_t drawn;                 /* balls in `next` */
    uint8_t cells[LINES_NEXT_MAX]; /* where lines98 announces each of them, + 1; 0: anywhere */
    uint8_t spare[3];              /* 0 */
    uint32_t score, turn;
    uint64_t next; /* four bits a ball, the first to arrive lowest: its code; 0 past `drawn` */
    uint64_t bits[LINES_PLANES * SET_WORDS_MAX]; /* plane by plane, lines_words each */
};

static inline int lines_count(const struct lines *lines) {
    return lines->rows * lines->cols;
}

static inline int lines_stride(const struct lines *lines) {
    return lines->cols + 1;
}

static inline int lines_words(const struct lines *lines) {
    return lines->rows * lines_stride(lines) <= 128 ? 2 : SET_WORDS_MAX;
}

static inline int lines_bit(const struct lines *lines, int cell) {
    return cell + cell / lines->cols;
}

/* The way back, with a multiplication for the division. */
static inline int lines_cell(const struct lines *lines, int bit) {
    static const uint16_t inverse[LINES_SIDE_MAX + 2] = {
        0, 0, 0, 0, 0, 0, 2731, 2341, 2048, 1821, 1639, 1490, 1366, 1261, 1171, 1093, 1024};
    return bit - (bit * inverse[lines_stride(lines)] >> 14);
}

SET_INLINE uint64_t *lines_plane(struct lines *lines, int plane, int words) {
    return lines->bits + plane * words;
}

SET_INLINE struct set lines_load(const struct lines *lines, int plane, int words) {
    return set_load(lines->bits + plane * words, words);
}

/* The balls. */
SET_INLINE struct set lines_balls(const struct lines *lines, int words) {
    struct set balls = lines_load(lines, LINES_CODE, words);
    for (int i = 1; i < 3; i++)
        balls = set_or(balls, lines_load(lines, LINES_CODE + i, words), words);
    return balls;
}

/* The code of the ball on a bit; 0 is none. */
SET_INLINE int lines_code(const struct lines *lines, int bit, int words) {
    const uint64_t *codes = lines->bits + LINES_CODE * words;
    return bits_has(codes, bit) | bits_has(codes + words, bit) << 1 |
           bits_has(codes + 2 * words, bit) << 2;
}

/* The balls of one code: those that differ from it in no digit. */
SET_INLINE struct set lines_of_code(const struct lines *lines, int code, int words) {
    struct set same = lines_balls(lines, words);
    for (int i = 0; i < 3; i++) {
        const uint64_t *digit = lines->bits + (LINES_CODE + i) * words;
        uint64_t on = -(uint64_t)(code >> i & 1);
        for (int k = 0; k < words; k++) same.at[k] &= ~(digit[k] ^ on);
    }
    return same;
}

/* The code of the i-th ball of `next`. */
static inline int lines_next(const struct lines *lines, int i) {
    return (int)(lines->next >> 4 * i & 15);
}

/* Whether CHANCE, to move, draws a colour; else it places a ball. */
static inline bool lines_draws(const struct lines *lines) {
    return lines->phase == LINES_DRAW || lines->drawn == 0;
}

/* Whether the balls to come are announced with their cells. */
static inline bool lines_announces(const struct lines *lines) {
    return lines->rules98 && lines->show;
}

size_t lines_size(const void *state);
uint32_t lines_movers(const void *state);
const char *lines_refuse(const void *state, int who, action act);
void lines_apply(void *state, int who, action act);
/* A board with nothing on it, of the size that is set. */
void lines_clear(struct lines *lines);
/* Puts a ball of this code on an empty bit. */
void lines_put(struct lines *lines, int bit, int code);
/* If the seat would be to move on an empty board, the next balls arrive instead. */
void lines_wake(struct lines *lines);
/* The cells that CHANCE may announce or fill now; none where it draws just a colour. */
struct set lines_open(const struct lines *lines);
/* All that a ball, or a cell, on this bit can reach over empty cells. */
struct set lines_reach(const struct lines *lines, int bit);

/* In lines_random.c: the same as drawing from `choices`, without listing them. */
action lines_random_act(const void *state, int who, struct rng *rng);
/* Random play to the end without the waist: just the events, and just the state, that
 * lines_random_act and lines_apply in turn would give. How many were moves of the seat. */
uint32_t lines_random_game(struct lines *lines, struct rng *rng);

/* In lines_symmetry.c. */
void lines_canonical(void *state);

/* The faces, in lines_faces.c. */
void lines_name_act(const void *state, int who, action act, struct text *out);
void lines_write_act(const void *state, int who, action act, struct text *out);
const char *lines_read_act(const void *state, int who, struct json from, action *act);
void lines_write(const void *state, struct text *out);
const char *lines_read(void *state, int ruleset, struct json from, struct json *at);

extern const char *const lines_fields[];
extern const char lines_letters[LINES_COLOURS_MAX + 1];

/* In lines_view.c. */
void lines_draw(const void *state, int seat, struct scene *scene);
int lines_picks(const void *state, int who, action act, int *spots);
int lines_path(const void *state, int who, action act, int *spots);
struct shape lines_shape(const void *state);
void lines_observe(const void *state, int seat, uint8_t *out);

extern const struct game lines_game;

#endif
