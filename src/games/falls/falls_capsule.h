/* The player's capsule as bits, for code that moves it often. It lies in the two lowest rows of the
 * moving field, a window of 16 bits: the upper row, then the lower one. Nothing here branches on
 * the capsule, since random moves are unpredictable. */
#ifndef FALLS_CAPSULE_H
#define FALLS_CAPSULE_H

#include "falls.h"
#include <string.h>

/* The first element is the left one, or the lower one if the capsule stands. */
struct falls_capsule {
    unsigned standing, col, first, second; /* col is the first element's */
};

enum { FALLS_LOWER = FALLS_COLS }; /* the bit of the lower row's first column */

static inline unsigned falls_window(const falls_set *set) {
    uint16_t bits;
    memcpy(&bits, (const uint8_t *)set + FALLS_ROWS - 2, sizeof bits);
    return bits;
}

static inline void falls_set_window(falls_set *set, unsigned value) {
    uint16_t bits = (uint16_t)value;
    memcpy((uint8_t *)set + FALLS_ROWS - 2, &bits, sizeof bits);
}

/* What each move does to a lying and to a standing capsule. */
static const struct falls_shift {
    unsigned char standing, swap; /* whether it then stands, and whether its elements swap */
    short right;                  /* by how many columns the first element moves */
} falls_shifts[2][FALLS_DROP] = {
    {[FALLS_LEFT] = {0, 0, -1},
     [FALLS_RIGHT] = {0, 0, 1},
     [FALLS_CCW] = {1, 0, 0},
     [FALLS_CW] = {1, 1, 1}},
    {[FALLS_LEFT] = {1, 0, -1},
     [FALLS_RIGHT] = {1, 0, 1},
     [FALLS_CCW] = {0, 1, -1},
     [FALLS_CW] = {0, 0, 0}},
};

/* Returns the bit of the second element in the window. */
static inline unsigned falls_second_at(const struct falls_capsule *capsule) {
    return capsule->col + (FALLS_LOWER + 1) * (1 - capsule->standing);
}

static inline struct falls_capsule falls_capsule_of(const struct falls_tiles *tiles) {
    unsigned one = falls_window(&tiles->one), two = falls_window(&tiles->two);
    struct falls_capsule capsule = {.standing = falls_window(&tiles->down) != 0,
                                    .col = (unsigned)__builtin_ctz((one | two) >> FALLS_LOWER)};
    unsigned at = FALLS_LOWER + capsule.col, other = falls_second_at(&capsule);
    capsule.first = (one >> at & 1) | (two >> at & 1) << 1;
    capsule.second = (one >> other & 1) | (two >> other & 1) << 1;
    return capsule;
}

static inline void falls_put_capsule(struct falls_tiles *tiles,
                                     const struct falls_capsule *capsule) {
    unsigned at = FALLS_LOWER + capsule->col, other = falls_second_at(capsule);
    unsigned one = (capsule->first & 1) << at | (capsule->second & 1) << other;
    unsigned two = capsule->first >> 1 << at | capsule->second >> 1 << other;
    falls_set_window(&tiles->one, one);
    falls_set_window(&tiles->two, two);
    falls_set_window(&tiles->right, (1 - capsule->standing) << at);
    falls_set_window(&tiles->down, capsule->standing << other);
}

/* Returns the settled tiles behind the window. In row 0 the capsule lies, so the upper row does not
 * matter. */
static inline unsigned falls_window_taken(const struct falls_player *player) {
    unsigned lower = falls_taken_in(&player->settled, player->low);
    return falls_taken_in(&player->settled, (player->low - 1) & (FALLS_ROWS - 1)) |
           lower << FALLS_LOWER;
}

/* Returns the capsule after a move; and whether it would leave the field or hit a settled tile. */
static inline struct falls_capsule falls_capsule_after(struct falls_capsule before, int move) {
    struct falls_shift shift = falls_shifts[before.standing][move];
    unsigned change = (before.first ^ before.second) & -(unsigned)shift.swap;
    return (struct falls_capsule){shift.standing, before.col + (unsigned)shift.right,
                                  before.first ^ change, before.second ^ change};
}

static inline bool falls_is_blocked(const struct falls_capsule *after, unsigned taken, int low) {
    unsigned standing = after->standing, col = after->col;
    unsigned off = (unsigned)(col > FALLS_COLS - 2 + standing) | (standing & (low == 0));
    unsigned cells = (1u << FALLS_LOWER | 1u << (FALLS_LOWER + 1) * (1 - standing)) << (col & 7);
    return off | (cells & taken);
}

/* Returns as bits the moves of the player's capsule that are not blocked; not FALLS_DROP. It has a
 * bit for each column of its row where it would fit lying, and where standing. */
__attribute__((always_inline)) static inline unsigned
falls_free_moves(const struct falls_player *player) {
    unsigned taken = falls_window_taken(player), here = ~(taken >> FALLS_LOWER) & 0xFF;
    unsigned above = player->low ? ~taken & 0xFF : 0, lying = here & here >> 1,
             upright = here & above;
    unsigned cells = falls_window(&player->moving.one) | falls_window(&player->moving.two);
    unsigned col = (unsigned)__builtin_ctz(cells >> FALLS_LOWER);
    unsigned standing = falls_window(&player->moving.down) != 0, change = -standing;
    unsigned same = (lying ^ ((lying ^ upright) & change)) << 1;
    unsigned other = (upright ^ ((lying ^ upright) & change)) << 1;
    return (same >> col & 1) << FALLS_LEFT | (same >> (col + 2) & 1) << FALLS_RIGHT |
           (other >> (col + 1 - standing) & 1) << FALLS_CCW |
           (other >> (col + 2 - standing) & 1) << FALLS_CW;
}

#endif
