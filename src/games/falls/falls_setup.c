/* The luck of the setup at once: what CHANCE's events, drawn one by one, would do.
 *
 * A virus bars cells of its own row and column only. So rows and columns are kept as small numbers,
 * and what is barred in each is found anew when a virus is placed there. */
#include "base/bits.h"
#include "base/rng_many.h"
#include "falls.h"
#include <string.h>

/* Cells of a row or column for each colour: 16 bits from bit 16 * colour on. */
typedef uint64_t line;
static const line each_colour = UINT64_C(0x0001000100010000);

struct lines {
    line row[FALLS_ROWS], col[FALLS_COLS];
};

struct board {
    struct lines virus, barred;               /* a taken cell is barred in its row */
    uint8_t one[FALLS_ROWS], two[FALLS_ROWS]; /* the viruses as settled tiles */
    int count;
};

/* falls_barred for a row or column; or for two of them, with 16 bits between. */
static inline uint64_t barred_in(uint64_t cells, bool nes) {
    if (nes) return cells << 2 | cells >> 2;
    return (cells >> 1 & cells >> 2 & (cells >> 3 | cells << 1)) |
           (cells << 1 & cells << 2 & (cells << 3 | cells >> 1));
}

static falls_set cells_of(const uint8_t row[FALLS_ROWS]) {
    falls_set set;
    memcpy(&set, row, sizeof set);
    return set;
}

/* Returns whether another virus has a place. A virus helps to bar at most 12 cells, and each of
 * them takes three; on boards of the console it bars 4 by itself. So there are places if more than
 * 4 cells for each virus of the rarest colour are free. */
static bool has_place(const struct board *board, const struct falls *falls) {
    int first = FALLS_COLS * falls_top(falls);
    if (FALLS_CELLS - first - board->count > 4 * (board->count / 3)) return true;
    struct falls_tiles tiles = {.one = cells_of(board->one), .two = cells_of(board->two)};
    falls_set barred = ~(falls_set)0;
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++)
        barred &= falls_barred(falls_of_colour(&tiles, colour), falls->nes);
    return ~(falls_taken(&tiles) | barred) >> first != 0;
}

/* The colour begins at bit `at` of the lines. */
static inline void place(struct board *board, unsigned row, unsigned col, unsigned at, bool nes) {
    line *across = &board->virus.row[row], *down = &board->virus.col[col];
    *across |= UINT64_C(1) << (at + col);
    *down |= UINT64_C(1) << (at + row);
    uint64_t barred = barred_in((*across >> at & 0xFF) | (*down >> at & 0xFFFF) << 32, nes);
    board->barred.row[row] |= (barred & 0xFF) << at | each_colour << col;
    board->barred.col[col] |= (barred >> 32 & 0xFFFF) << at;
    board->one[row] = (uint8_t)(board->one[row] | (at >> 4 & 1) << col);
    board->two[row] = (uint8_t)(board->two[row] | at >> 5 << col);
    board->count++;
}

/* That a virus fits shows that it has a place; if it does not fit, that must be asked, and the
 * number must not have been drawn if there is none. */
static void place_all(struct board *board, const struct falls *falls, struct rng_many *luck) {
    uint32_t first = (uint32_t)(FALLS_COLS * falls_top(falls));
    while (board->count < falls->viruses) {
        struct rng_many_mark mark = rng_many_mark(luck);
        uint32_t cell = first + rng_many_below(luck, FALLS_CELLS - first);
        uint32_t row = cell / FALLS_COLS, col = cell % FALLS_COLS;
        line fitting = ~(board->barred.row[row] >> col | board->barred.col[col] >> row);
        fitting &= each_colour;
        if (fitting) {
            uint32_t nth = rng_many_below(luck, (uint32_t)bits_count(fitting));
            place(board, row, col, (unsigned)bits_nth(fitting, (int)nth), falls->nes);
        } else if (!has_place(board, falls)) {
            rng_many_return(luck, mark);
            return;
        }
    }
}

void falls_set_up(struct falls *falls, struct rng *rng) {
    struct board board = {.count = 0};
    struct rng_many luck;
    rng_many_begin(&luck, rng);
    place_all(&board, falls, &luck);
    for (int seat = 0; seat < falls->players; seat++) {
        struct falls_player *player = &falls->player[seat];
        player->settled.one = cells_of(board.one);
        player->settled.two = cells_of(board.two);
        player->virus = falls_taken(&player->settled);
    }
    falls_tell(falls);
    while (falls->phase == FALLS_DRAW)
        falls_draw_capsule(falls, (int)rng_many_below(&luck, FALLS_CAPSULES));
    rng_many_end(&luck);
}
