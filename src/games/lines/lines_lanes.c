/* lines for learners: the level "turns" made fast, and a view with a byte for each cell.
 *
 * Each function is made in versions for boards of 9x9, small and large: the sizes are constants
 * where they can be. */
#include "game/lanes.h"
#include "lines_features.h"
#include "lines_luck.h"
#include "lines_pack.h"
#include "lines_regions.h"
#include "lines_rows.h"

struct size {
    int rows, cols, cells, stride, limbs;
};

#define NINE ((struct size){9, 9, 81, 10, 2})

/* Calls f with the size of the board as last argument. */
#define SIZED(f, lines, ...)                                                                       \
    (lines_limbs(lines) > 2 ? f(__VA_ARGS__, size_of(lines, LINES_LIMBS_MAX))                      \
     : is_nine(lines)       ? f(__VA_ARGS__, NINE)                                                 \
                            : f(__VA_ARGS__, size_of(lines, 2)))

LANES_INLINE bool is_nine(const struct lines *lines) {
    return lines->rows == 9 && lines->cols == 9;
}

LANES_INLINE struct size size_of(const struct lines *lines, int limbs) {
    return (struct size){lines->rows, lines->cols, lines_count(lines), lines_stride(lines), limbs};
}

/* Views: planes are written in wide steps, which go on into the next plane but not beyond it: at
 * most 31 bytes, and no more than a plane has. The last one is written exactly. */

LANES_INLINE void spill_cells(uint8_t *to, const uint8_t *from, int cells) {
    for (int i = 0; i < cells; i += LINES_WIDE) memcpy(to + i, from + i, LINES_WIDE);
}

LANES_INLINE void spill_code(uint8_t *to, const uint8_t *codes, int code, int cells) {
    for (int i = 0; i < cells; i += LINES_WIDE) {
        lines_wide wide;
        memcpy(&wide, codes + i, LINES_WIDE);
        wide = (lines_wide)(wide == (uint8_t)code) & 1;
        memcpy(to + i, &wide, LINES_WIDE);
    }
}

LANES_INLINE void spill_byte(uint8_t *to, unsigned byte, int cells) {
    lines_wide wide = (lines_wide){0} + (uint8_t)byte;
    for (int i = 0; i < cells; i += LINES_WIDE) memcpy(to + i, &wide, LINES_WIDE);
}

/* Writes the colours announced for cells. */
LANES_INLINE void write_where(const struct lines *lines, uint8_t *out, int cells) {
    memset(out, 0, (size_t)cells);
    for (int i = 0; lines_announces(lines) && i < lines->drawn; i++)
        if (lines->cells[i]) out[lines->cells[i] - 1] = (uint8_t)lines_next(lines, i);
}

LANES_INLINE void write_planes_sized(const struct lines *lines, uint8_t *out, struct size size) {
    uint8_t codes[LINES_BYTES_MAX];
    int cells = size.cells, colours = lines->colours, shown = lines->show ? lines->drawn : 0;
    uint8_t *coming = out + colours * cells;
    uint64_t counts = 0; /* a byte for each colour */
    lines_pack_codes(lines, codes, size.rows, size.cols, size.limbs);
    for (int i = 0; i < shown; i++) counts += UINT64_C(1) << 8 * (lines_next(lines, i) - 1);
    for (int i = 0; i < colours; i++) spill_code(out + i * cells, codes, i + 1, cells);
    for (int i = 0; i < colours; i++)
        spill_byte(coming + i * cells, (unsigned)(counts >> 8 * i & 255), cells);
    write_where(lines, coming + colours * cells, cells);
}

static void write_planes(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    const struct lines *lines = state;
    (void)lanes, (void)seat;
    SIZED(write_planes_sized, lines, lines, out);
}

LANES_INLINE void write_cells_sized(const struct lines *lines, uint8_t *out, struct size size) {
    uint8_t codes[LINES_BYTES_MAX], *next = out + size.cells;
    lines_pack_codes(lines, codes, size.rows, size.cols, size.limbs);
    spill_cells(out, codes, size.cells);
    memset(next, 0, (size_t)size.cells);
    for (int i = 0; lines->show && i < lines->drawn; i++) next[i] = (uint8_t)lines_next(lines, i);
    if (lines_announces(lines)) write_where(lines, next + size.cells, size.cells);
}

static void write_cells(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    const struct lines *lines = state;
    (void)lanes, (void)seat;
    SIZED(write_cells_sized, lines, lines, out);
}

static void view_cells(const void *state, int seat, uint8_t *out) {
    write_cells(NULL, state, seat, out);
}

static void extent(const void *state, int *planes, int *rows, int *cols) {
    const struct lines *lines = state;
    *planes = lines_announces(lines) ? 3 : 2, *rows = lines->rows, *cols = lines->cols;
}

static void features_extent(const void *state, int *planes, int *rows, int *cols) {
    const struct lines *lines = state;
    *planes = lines->colours, *rows = lines_count(lines), *cols = LINES_FEATURES;
}

static void view_features(const void *state, int seat, uint8_t *out) {
    (void)seat;
    lines_features(state, out);
}

const struct game_view lines_views[] = {
    {"cells",
     "the colour of the ball on each cell, from 1; the colours that come next, in the first cells; "
     "if lines98 announces them, the colour of the ball announced for each cell",
     extent, view_cells},
    {"features",
     "what the nets of lines see: for each colour and each cell 16 numbers, as "
     "src/games/lines/lines_features.h has them",
     features_extent, view_features},
    {NULL, NULL, NULL, NULL},
};

static void view(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    if (lanes->view)
        lanes->view->write(state, seat, out);
    else
        write_planes(lanes, state, seat, out);
}

/* Masks: a row for each cell from which a ball may go. */

enum { WORDS_MAX = LINES_CELLS_MAX * LINES_CELLS_MAX / 64 + 1 + LINES_LIMBS_MAX };

/* Lets all these balls go to all these cells; both sets are packed. */
LANES_INLINE void allow_bits(uint64_t *words, struct lines_set balls, struct lines_set to,
                             struct size size) {
    for (int i = 0; i < size.limbs; i++)
        for (uint64_t rest = balls.at[i]; rest; rest = bits_rest(rest)) {
            int at = (64 * i + bits_low(rest)) * size.cells, by = at & 63;
            uint64_t *row = words + (at >> 6), over = 0;
            for (int k = 0; k < size.limbs; k++) {
                row[k] |= to.at[k] << by | over;
                over = to.at[k] >> 1 >> (63 - by);
            }
            row[size.limbs] |= over;
        }
}

LANES_INLINE void allow_bytes(uint8_t *out, struct lines_set balls, struct lines_set to,
                              struct size size) {
    uint8_t bytes[LINES_BYTES_MAX];
    lines_pack_bytes(to, bytes, size.cells);
    for (int i = 0; i < size.limbs; i++)
        for (uint64_t rest = balls.at[i]; rest; rest = bits_rest(rest)) {
            uint8_t *row = out + (64 * i + bits_low(rest)) * size.cells;
            for (int k = 0; k < size.cells; k++) row[k] |= bytes[k];
        }
}

LANES_INLINE struct lines_set pack(struct lines_set set, struct size size) {
    return lines_pack(set, size.rows, size.cols, size.limbs);
}

/* Lets the balls beside cells that are regions of their own go there. */
LANES_INLINE void allow_lone(const struct lanes *lanes, const struct lines_regions *regions,
                             uint64_t *words, uint8_t *out, struct size size) {
    const int steps[4] = {1, -1, size.cols, -size.cols};
    for (int side = 0; side < 4; side++) {
        struct lines_set lone = pack(regions->lone[side], size);
        for (int i = 0; i < size.limbs; i++)
            for (uint64_t rest = lone.at[i]; rest; rest = bits_rest(rest)) {
                int to = 64 * i + bits_low(rest), act = (to + steps[side]) * size.cells + to;
                if (lanes->bits)
                    bits_add(words, act);
                else
                    out[act] = 1;
            }
    }
}

LANES_INLINE void mask_sized(const struct lanes *lanes, const struct lines *lines, uint8_t *out,
                             struct size size) {
    uint64_t words[WORDS_MAX];
    struct lines_regions regions;
    size_t all = (size_t)(size.cells * size.cells);
    lines_find_regions(&regions, lines, size.limbs, size.stride);
    if (lanes->bits)
        memset(words, 0, (all / 64 + 1 + (size_t)size.limbs) * sizeof *words);
    else
        memset(out, 0, all);
    for (int i = 0; i < regions.count; i++) {
        struct lines_set to = pack(regions.at[i].cells, size),
                         balls = pack(regions.at[i].around, size);
        if (lanes->bits)
            allow_bits(words, balls, to, size);
        else
            allow_bytes(out, balls, to, size);
    }
    allow_lone(lanes, &regions, words, out, size);
    if (lanes->bits) memcpy(out, words, (all + 7) / 8);
}

/* The same for masks of bits on a board of 9x9. */

/* Without a branch, because it is unpredictable. */
LANES_INLINE void allow_bit(uint8_t *out, int act, int is_there) {
    act &= -is_there;
    out[act >> 3] = (uint8_t)(out[act >> 3] | is_there << (act & 7));
}

/* All neighbours of a cell that is a region of its own are balls. */
LANES_INLINE void allow_lone_nine(struct lines_set lone, uint8_t *out) {
    for (int i = 0; i < NINE.limbs; i++)
        for (uint64_t rest = lone.at[i]; rest; rest = bits_rest(rest)) {
            int to = 64 * i + bits_low(rest), col = to % 9, act = to * 81 + to;
            allow_bit(out, act - 9 * 81, to >= 9);
            allow_bit(out, act - 81, col > 0);
            allow_bit(out, act + 81, col < 8);
            allow_bit(out, act + 9 * 81, to < 72);
        }
}

/* Returns a member from which the flood of a large region is short: the first from the middle on.
 */
LANES_INLINE struct lines_set middle(struct lines_set left) {
    struct lines_set half = left;
    half.at[0] &= ~UINT64_C(0) << 40;
    return lines_set_first(lines_set_any(half, NINE.limbs) ? half : left, NINE.limbs);
}

LANES_INLINE int first_of(struct lines_set packed) {
    return packed.at[0] ? bits_low(packed.at[0]) : 64 + bits_low(packed.at[1]);
}

LANES_INLINE int last_of(struct lines_set packed) {
    return packed.at[1] ? 127 - __builtin_clzll(packed.at[1]) : 63 - __builtin_clzll(packed.at[0]);
}

struct pair {
    struct lines_set balls, to; /* packed */
};

/* Regions of two cells, bit by bit: they are many, and their rows have little in common. */
LANES_INLINE void allow_pair(struct pair pair, uint8_t *out) {
    int first = first_of(pair.to), last = last_of(pair.to);
    for (int i = 0; i < NINE.limbs; i++)
        for (uint64_t rest = pair.balls.at[i]; rest; rest = bits_rest(rest)) {
            int row = (64 * i + bits_low(rest)) * NINE.cells;
            allow_bit(out, row + first, 1);
            allow_bit(out, row + last, 1);
        }
}

static void mask_nine(const struct lines *lines, uint8_t *out) {
    struct lines_rows rows[81 / 3];
    struct pair pairs[81 / 2];
    int many = 0, two = 0;
    struct lines_set left = lines_load(lines, LINES_EMPTY, NINE.limbs),
                     balls = lines_balls(lines, NINE.limbs);
    struct lines_set lone =
        lines_set_minus(left, lines_set_neighbours(left, NINE.stride, NINE.limbs), NINE.limbs);
    left = lines_set_minus(left, lone, NINE.limbs);
    while (lines_set_any(left, NINE.limbs)) {
        struct lines_set region = lines_set_flood(middle(left), left, NINE.stride, NINE.limbs);
        struct lines_set around =
            lines_set_and(lines_set_neighbours(region, NINE.stride, NINE.limbs), balls, NINE.limbs);
        left = lines_set_minus(left, region, NINE.limbs);
        region = pack(region, NINE), around = pack(around, NINE);
        if (lines_set_count(region, NINE.limbs) > 2)
            lines_rows_init(&rows[many++], around, region);
        else
            pairs[two++] = (struct pair){around, region};
    }
    lines_rows_write(rows, many, out);
    for (int i = 0; i < two; i++) allow_pair(pairs[i], out);
    allow_lone_nine(pack(lone, NINE), out);
}

static void mask(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                 struct choice *scratch) {
    const struct lines *lines = state;
    (void)seat, (void)scratch;
    if (lanes->bits && is_nine(lines))
        mask_nine(lines, out);
    else
        SIZED(mask_sized, lines, lanes, lines, out);
}

/* The level */

static int acts(const struct game *game, const void *state) {
    (void)game;
    return lines_count(state) * lines_count(state);
}

LANES_INLINE void settle_sized(struct lines *lines, struct rng *luck, struct size size) {
    lines_settle(lines, luck, size.limbs, size.stride);
}

static void begin(const struct lanes *lanes, void *state, struct rng *luck,
                  struct choice *scratch) {
    struct lines *lines = state;
    (void)scratch;
    memcpy(lines, lanes->fresh, lanes->size);
    SIZED(settle_sized, lines, lines, luck);
}

LANES_INLINE bool is_legal(const struct lines *lines, int from, int to, struct size size) {
    struct lines_set empty = lines_load(lines, LINES_EMPTY, size.limbs);
    return !bits_has(empty.at, from) && bits_has(empty.at, to) &&
           lines_set_leads(lines_set_one(from, size.limbs), lines_set_one(to, size.limbs), empty,
                           size.stride, size.limbs);
}

LANES_INLINE void play_sized(struct lines *lines, uint32_t act, struct rng *luck, int32_t *points,
                             struct size size) {
    uint32_t cells = (uint32_t)size.cells, cols = (uint32_t)size.cols, from = act / cells,
             to = act % cells;
    int source = (int)(from + from / cols), target = (int)(to + to / cols);
    if (act >= cells * cells || !is_legal(lines, source, target, size)) {
        *points += LANES_ILLEGAL;
        return;
    }
    int32_t score = (int32_t)lines->score;
    lines_event_move(lines, source, target, size.limbs, size.stride);
    lines_settle(lines, luck, size.limbs, size.stride);
    *points += (int32_t)lines->score - score;
}

static void play(const struct lanes *lanes, void *state, const int32_t *act, struct rng *luck,
                 int32_t *points, struct choice *scratch) {
    struct lines *lines = state;
    (void)lanes, (void)scratch;
    SIZED(play_sized, lines, lines, (uint32_t)*act, luck, points);
}

static bool over(const struct lanes *lanes, const void *state) {
    (void)lanes;
    return lines_is_full(state, lines_limbs(state));
}

static int mover(const struct lanes *lanes, const void *state) {
    (void)lanes, (void)state;
    return 0;
}

static int32_t sample(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                      struct choice *scratch) {
    (void)scratch;
    return over(lanes, state) ? 0 : (int32_t)lines_random_act(state, seat, rng);
}

/* The loop for boards of 9x9 with masks of bits */

LANES_INLINE void play_nine(const struct lanes *lanes, void *state, const int32_t *act,
                            struct rng *luck, int32_t *points, struct choice *scratch) {
    (void)lanes, (void)scratch;
    play_sized(state, (uint32_t)*act, luck, points, NINE);
}

LANES_INLINE bool over_nine(const struct lanes *lanes, const void *state) {
    (void)lanes;
    return lines_is_full(state, NINE.limbs);
}

LANES_INLINE void planes_nine(const struct lanes *lanes, const void *state, int seat,
                              uint8_t *out) {
    (void)lanes, (void)seat;
    write_planes_sized(state, out, NINE);
}

LANES_INLINE void cells_nine(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    (void)lanes, (void)seat;
    write_cells_sized(state, out, NINE);
}

LANES_INLINE void mask_bits(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                            struct choice *scratch) {
    (void)lanes, (void)seat, (void)scratch;
    mask_nine(state, out);
}

static void run(struct lanes *lanes, int first, int end, struct choice *scratch) {
    static const struct lanes_ops planes = {begin,       play_nine, over_nine, mover,
                                            planes_nine, mask_bits, sample,    NULL},
                                  cells = {begin,      play_nine, over_nine, mover,
                                           cells_nine, mask_bits, sample,    NULL},
                                  any = {begin, play, over, mover, view, mask, sample, NULL};
    if (!is_nine(lanes->fresh) || !lanes->bits || (lanes->view && lanes->view != lines_views))
        lanes_run(lanes, first, end, scratch, &any);
    else if (lanes->view)
        lanes_run(lanes, first, end, scratch, &cells);
    else
        lanes_run(lanes, first, end, scratch, &planes);
}

static const struct lanes_level turns = {
    .name = "turns",
    .meaning = "an act moves a ball: its cell times the number of cells, plus the target's",
    .acts = acts,
    .ops = {begin, play, over, mover, view, mask, sample, NULL},
    .run = run,
};

const struct lanes_level *const lines_levels[] = {&turns, NULL};
