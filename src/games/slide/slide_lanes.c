/* slide for learners: the level "turns" made fast, and a view of the tiles alone. */
#include "base/bits.h"
#include "game/lanes.h"
#include "slide.h"

/* Views */

static void extent(const void *state, int *planes, int *rows, int *cols) {
    const struct slide *slide = state;
    *planes = 1, *rows = slide->rows, *cols = slide->cols;
}

/* Copies in steps of known size, which is faster than memcpy for a few bytes. */
LANES_INLINE void copy(uint8_t *to, const uint8_t *from, int count) {
    enum { STEP = 16 };
    if (count < STEP) {
        for (int i = 0; i < count; i++) to[i] = from[i];
        return;
    }
    for (int i = 0; i < count - STEP; i += STEP) memcpy(to + i, from + i, STEP);
    memcpy(to + count - STEP, from + count - STEP, STEP);
}

LANES_INLINE void write_cells(const void *state, int seat, uint8_t *out) {
    const struct slide *slide = state;
    (void)seat;
    copy(out, slide->cells, slide_count(slide));
}

static void view_cells(const void *state, int seat, uint8_t *out) {
    write_cells(state, seat, out);
}

const struct game_view slide_views[] = {
    {"cells", "the tile on each cell, 0 for the blank", extent, view_cells},
    {NULL, NULL, NULL, NULL},
};

/* The level */

static int acts(const struct game *game, const void *state) {
    (void)game, (void)state;
    return SLIDE_CLICK;
}

/* The tiles that are not dealt yet are a set in one integer: boards of up to 64 cells. */
static void deal(struct slide *slide, struct rng *luck) {
    int count = slide_count(slide);
    uint64_t left = (count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0)) & ~UINT64_C(1);
    slide_chance(slide, (int)rng_below(luck, (uint32_t)count));
    while (slide->phase != SLIDE_PLAY) {
        int tile = bits_nth(left, (int)rng_below(luck, (uint32_t)bits_count(left)));
        left &= ~(UINT64_C(1) << tile);
        slide_chance(slide, tile);
    }
}

/* A board of 2x2 deals a tile fewer than it draws: the rules know when the deal is complete. */
static void begin(const struct lanes *lanes, void *state, struct rng *luck,
                  struct choice *scratch) {
    struct slide *slide = state;
    memcpy(slide, lanes->fresh, lanes->size);
    if (slide->phase == SLIDE_DEAL_BLANK && slide_count(slide) <= 64) deal(slide, luck);
    game_settle(&slide_game, slide, luck, scratch, NULL, NULL);
}

/* The blank's column, by a multiplication in place of a division: exact below 256. */
LANES_INLINE unsigned col_of(const struct slide *slide) {
    static const uint16_t inverse[SLIDE_SIDE_MAX + 1] = {0,     0,    32768, 21846, 16384, 13108,
                                                         10923, 9363, 8192,  7282,  6554,  5958,
                                                         5462,  5042, 4682,  4370,  4096};
    unsigned row = (unsigned)slide->blank * inverse[slide->cols] >> 16;
    return slide->blank - row * slide->cols;
}

/* Returns the moves as bits. */
LANES_INLINE unsigned moves_of(const struct slide *slide) {
    unsigned col = col_of(slide);
    return (unsigned)(slide->blank >= slide->cols) << SLIDE_UP |
           (unsigned)(slide->blank + slide->cols < slide_count(slide)) << SLIDE_DOWN |
           (unsigned)(col > 0) << SLIDE_LEFT | (unsigned)(col + 1 < slide->cols) << SLIDE_RIGHT;
}

LANES_INLINE void play(const struct lanes *lanes, void *state, const int32_t *act, struct rng *luck,
                       int32_t *points, struct choice *scratch) {
    struct slide *slide = state;
    uint32_t move = (uint32_t)*act;
    (void)lanes, (void)luck, (void)scratch;
    if (move >= SLIDE_CLICK || !(moves_of(slide) >> move & 1)) {
        points[0] += LANES_ILLEGAL;
        return;
    }
    const int steps[4] = {-slide->cols, slide->cols, -1, 1};
    int from = slide->blank, to = from + steps[move], tile = slide->cells[to];
    int home = tile - !slide->blank_first;
    slide->misplaced = (uint16_t)(slide->misplaced + (home != from) - (home != to));
    slide->cells[from] = (uint8_t)tile;
    slide->cells[to] = 0;
    slide->blank = (uint8_t)to;
    bool counts = slide->moves < SLIDE_MOVES_MAX;
    slide->moves += counts;
    points[0] -= counts;
}

LANES_INLINE bool over(const struct lanes *lanes, const void *state) {
    (void)lanes;
    return ((const struct slide *)state)->misplaced == 0;
}

static int mover(const struct lanes *lanes, const void *state) {
    (void)lanes, (void)state;
    return 0;
}

LANES_INLINE void write_planes(const struct lanes *lanes, const void *state, int seat,
                               uint8_t *out) {
    static const uint8_t up[SLIDE_CELLS_MAX] = {
#define FOUR(n) n, n + 1, n + 2, n + 3
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
        SIXTEEN(1),   SIXTEEN(17),  SIXTEEN(33),  SIXTEEN(49),  SIXTEEN(65),  SIXTEEN(81),
        SIXTEEN(97),  SIXTEEN(113), SIXTEEN(129), SIXTEEN(145), SIXTEEN(161), SIXTEEN(177),
        SIXTEEN(193), SIXTEEN(209), SIXTEEN(225), FOUR(241),    FOUR(245),    FOUR(249),
        253,          254,          255,
    };
    const struct slide *slide = state;
    int count = slide_count(slide);
    (void)lanes;
    write_cells(state, seat, out);
    if (slide->blank_first) {
        out[count] = 0;
        memcpy(out + count + 1, up, (size_t)count - 1);
    } else {
        copy(out + count, up, count);
        out[2 * count - 1] = 0;
    }
}

LANES_INLINE void write_tiles(const struct lanes *lanes, const void *state, int seat,
                              uint8_t *out) {
    (void)lanes;
    write_cells(state, seat, out);
}

static void view(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    if (lanes->view)
        view_cells(state, seat, out);
    else
        write_planes(lanes, state, seat, out);
}

/* A bit each becomes a byte each. */
LANES_INLINE void mask(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                       struct choice *scratch) {
    unsigned moves = over(lanes, state) ? 0 : moves_of(state);
    uint32_t bytes = moves * UINT32_C(0x204081) & UINT32_C(0x1010101);
    (void)seat, (void)scratch;
    if (lanes->bits)
        *out = (uint8_t)moves;
    else
        memcpy(out, &bytes, sizeof bytes);
}

static int32_t sample(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                      struct choice *scratch) {
    unsigned moves = over(lanes, state) ? 0 : moves_of(state);
    (void)seat, (void)scratch;
    return moves ? bits_nth(moves, (int)rng_below(rng, (uint32_t)bits_count(moves))) : 0;
}

static void run(struct lanes *lanes, int first, int end, struct choice *scratch) {
    static const struct lanes_ops planes = {begin,        play, over,   NULL,
                                            write_planes, mask, sample, NULL},
                                  cells = {begin,       play, over,   NULL,
                                           write_tiles, mask, sample, NULL};
    if (lanes->view)
        lanes_run(lanes, first, end, scratch, &cells);
    else
        lanes_run(lanes, first, end, scratch, &planes);
}

static const struct lanes_level turns = {
    .name = "turns",
    .meaning = "an act moves the blank: 0 up, 1 down, 2 left, 3 right",
    .acts = acts,
    .ops = {begin, play, over, mover, view, mask, sample, NULL},
    .run = run,
};

const struct lanes_level *const slide_levels[] = {&turns, NULL};
