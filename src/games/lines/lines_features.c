/* What the nets of lines see: for each colour, and each cell, LINES_FEATURES numbers. Those of a
 * colour are the same for all colours, so a net can treat all colours alike. */
#include "lines_features.h"
#include "lines_pack.h"
#include <string.h>

enum { ONE = LINES_FEATURE_ONE, COUNT_MAX = 7, DIGITS = 3 };

struct size {
    int rows, cols, limbs;
};

#define NINE ((struct size){9, 9, 2})

/* A feature of all cells, as bytes. */
typedef uint8_t plane[LINES_BYTES_MAX];

/* Writes `value` where the set, which is packed, has a member. */
LINES_INLINE void write_set(plane out, struct lines_set packed, unsigned value, int cells) {
    for (int i = 0; i < lines_pack_round(cells); i += 8) {
        uint64_t eight = bits_spread_8((unsigned)(packed.at[i >> 6] >> (i & 63) & 255)) * value;
        memcpy(out + i, &eight, sizeof eight);
    }
}

/* Windows: match_length cells in a row, in one of four ways, each named by its first cell. */
struct windows {
    struct lines_set count[DIGITS]; /* the balls of a colour, up to COUNT_MAX, in binary digits */
    struct lines_set any, several;  /* balls of other colours: at least one, at least two */
    struct lines_set all;           /* that lie on the board */
};

/* Adds one where `more` has a member, up to COUNT_MAX. */
LINES_INLINE void count_up(struct lines_set *count, struct lines_set more, int limbs) {
    struct lines_set full =
        lines_set_and(lines_set_and(count[0], count[1], limbs), count[2], limbs);
    more = lines_set_minus(more, full, limbs);
    for (int i = 0; i < DIGITS; i++) {
        struct lines_set carry = lines_set_and(count[i], more, limbs);
        count[i] = lines_set_xor(count[i], more, limbs);
        more = carry;
    }
}

LINES_INLINE void find_windows(struct windows *windows, struct lines_set own,
                               struct lines_set other, struct lines_set board, int match, int step,
                               int limbs) {
    *windows = (struct windows){.all = board};
    for (int i = 0; i < match; i++) {
        count_up(windows->count, own, limbs);
        windows->several =
            lines_set_or(windows->several, lines_set_and(windows->any, other, limbs), limbs);
        windows->any = lines_set_or(windows->any, other, limbs);
        windows->all = lines_set_and(windows->all, board, limbs);
        own = lines_set_down(own, step, limbs);
        other = lines_set_down(other, step, limbs);
        board = lines_set_down(board, step, limbs);
    }
}

/* Returns the windows with at least so many balls of the colour, of those in `among`. */
LINES_INLINE struct lines_set with_at_least(const struct windows *windows, int least,
                                            struct lines_set among, int limbs) {
    struct lines_set more = lines_set_none(), equal = among;
    for (int i = DIGITS - 1; i >= 0; i--) {
        if (least >> i & 1) {
            equal = lines_set_and(equal, windows->count[i], limbs);
        } else {
            more = lines_set_or(more, lines_set_and(equal, windows->count[i], limbs), limbs);
            equal = lines_set_minus(equal, windows->count[i], limbs);
        }
    }
    return lines_set_or(more, equal, limbs);
}

/* Returns all cells of these windows. */
LINES_INLINE struct lines_set cells_of(struct lines_set windows, int match, int step, int limbs) {
    struct lines_set cells = windows;
    for (int i = 1; i < match; i++) {
        windows = lines_set_up(windows, step, limbs);
        cells = lines_set_or(cells, windows, limbs);
    }
    return cells;
}

/* Writes for each cell the most balls of the colour in a window of `among` that it lies in. */
LINES_INLINE void write_best(plane out, const struct windows *windows, struct lines_set among,
                             int match, int step, struct size size) {
    struct lines_set digits[DIGITS] = {{{0}}};
    int most = match < COUNT_MAX ? match : COUNT_MAX, cells = size.rows * size.cols;
    for (int least = 1; least <= most; least++) {
        struct lines_set found = with_at_least(windows, least, among, size.limbs);
        if (!lines_set_any(found, size.limbs)) break;
        found = cells_of(found, match, step, size.limbs);
        for (int i = 0; i < DIGITS; i++)
            if ((least ^ (least - 1)) >> i & 1)
                digits[i] = lines_set_xor(digits[i], found, size.limbs);
    }
    for (int i = 0; i < DIGITS; i++)
        digits[i] = lines_pack(digits[i], size.rows, size.cols, size.limbs);
    for (int i = 0; i < lines_pack_round(cells); i += 8) {
        uint64_t eight = 0;
        for (int k = 0; k < DIGITS; k++)
            eight |= bits_spread_8((unsigned)(digits[k].at[i >> 6] >> (i & 63) & 255)) << k;
        eight *= ONE / 4;
        memcpy(out + i, &eight, sizeof eight);
    }
}

/* Writes the size of the region of each empty cell, as a share of the board. */
LINES_INLINE void write_regions(plane out, const struct lines *lines, struct size size) {
    struct lines_set left = lines_load(lines, LINES_EMPTY, size.limbs);
    int cells = size.rows * size.cols;
    memset(out, 0, (size_t)lines_pack_round(cells));
    while (lines_set_any(left, size.limbs)) {
        struct lines_set region =
            lines_set_flood(lines_set_first(left, size.limbs), left, size.cols + 1, size.limbs);
        left = lines_set_minus(left, region, size.limbs);
        int share = (lines_set_count(region, size.limbs) * ONE + cells / 2) / cells;
        region = lines_pack(region, size.rows, size.cols, size.limbs);
        for (int i = 0; i < size.limbs; i++)
            for (uint64_t rest = region.at[i]; rest; rest = bits_rest(rest))
                out[64 * i + bits_low(rest)] = (uint8_t)share;
    }
}

LINES_INLINE void write_announced(plane own, plane other, const struct lines *lines, int code,
                                  int cells) {
    memset(own, 0, (size_t)cells);
    memset(other, 0, (size_t)cells);
    for (int i = 0; lines_announces(lines) && i < lines->drawn; i++)
        if (lines->cells[i])
            (lines_next(lines, i) == code ? own : other)[lines->cells[i] - 1] = ONE;
}

static unsigned coming_of(const struct lines *lines, int code) {
    unsigned count = 0;
    for (int i = 0; lines->show && i < lines->drawn; i++) count += lines_next(lines, i) == code;
    return count * ONE / 2 < UINT8_MAX ? count * ONE / 2 : UINT8_MAX;
}

LINES_INLINE void interleave(uint8_t *out, plane *planes, int cells) {
    for (int cell = 0; cell < cells; cell++)
        for (int i = 0; i < LINES_FEATURES; i++) out[cell * LINES_FEATURES + i] = planes[i][cell];
}

LINES_INLINE void write_colour(const struct lines *lines, int code, plane *planes,
                               struct size size) {
    int stride = size.cols + 1, cells = size.rows * size.cols, limbs = size.limbs;
    const int steps[4] = {1, stride, stride + 1, stride - 1};
    struct lines_set board = lines_board(size.rows, size.cols, limbs),
                     own = lines_of_code(lines, code, limbs),
                     other = lines_set_minus(lines_balls(lines, limbs), own, limbs);
    write_set(planes[LINES_FEATURE_OWN], lines_pack(own, size.rows, size.cols, limbs), ONE, cells);
    write_set(planes[LINES_FEATURE_OTHER], lines_pack(other, size.rows, size.cols, limbs), ONE,
              cells);
    memset(planes[LINES_FEATURE_COMING], (int)coming_of(lines, code), (size_t)cells);
    write_announced(planes[LINES_FEATURE_HERE], planes[LINES_FEATURE_HERE_OTHER], lines, code,
                    cells);
    for (int way = 0; way < 4; way++) {
        struct windows windows;
        find_windows(&windows, own, other, board, lines->match, steps[way], limbs);
        struct lines_set free = lines_set_minus(windows.all, windows.any, limbs),
                         blocked = lines_set_minus(lines_set_and(windows.all, windows.any, limbs),
                                                   windows.several, limbs);
        write_best(planes[LINES_FEATURE_FREE + way], &windows, free, lines->match, steps[way],
                   size);
        write_best(planes[LINES_FEATURE_BLOCKED + way], &windows, blocked, lines->match, steps[way],
                   size);
    }
}

LINES_INLINE void write_sized(const struct lines *lines, uint8_t *out, struct size size) {
    plane planes[LINES_FEATURES];
    int cells = size.rows * size.cols;
    struct lines_set empty = lines_load(lines, LINES_EMPTY, size.limbs);
    write_set(planes[LINES_FEATURE_EMPTY], lines_pack(empty, size.rows, size.cols, size.limbs), ONE,
              cells);
    memset(planes[LINES_FEATURE_ARRIVING], lines->phase == LINES_ARRIVE ? ONE : 0, (size_t)cells);
    write_regions(planes[LINES_FEATURE_REGION], lines, size);
    for (int code = 1; code <= lines->colours; code++) {
        write_colour(lines, code, planes, size);
        interleave(out + (code - 1) * cells * LINES_FEATURES, planes, cells);
    }
}

void lines_features(const struct lines *lines, uint8_t *out) {
    if (lines->rows == 9 && lines->cols == 9)
        write_sized(lines, out, NINE);
    else
        write_sized(lines, out, (struct size){lines->rows, lines->cols, lines_limbs(lines)});
}
