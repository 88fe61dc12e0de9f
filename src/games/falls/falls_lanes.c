/* falls for learners: the level "ticks" made fast, and the compact view "cells". */
#include "base/bits.h"
#include "base/bits_spread.h"
#include "falls_capsule.h"
#include "game/lanes.h"

enum { PLANE = FALLS_CELLS, OWN_PLANES = 15, OTHER_PLANES = 2 };
enum { WAIT = FALLS_MOVES, TICK_ACTS };

/* The view "cells": for each player, one's own first, 18 rows of 8 bytes. A byte of the first 16 is
 * a cell. Its lowest two bits are the colour; then a bit each tells whether it is a virus, moves,
 * and is bound to its right, left, below, above. */
enum { CELLS_ROWS = FALLS_ROWS + 2, CELLS_BYTES = CELLS_ROWS * FALLS_COLS };
enum { MOVING = 8, RIGHT = 16, LEFT = 32, DOWN = 64, UP = 128 };

static void cells_extent(const void *state, int *planes, int *rows, int *cols) {
    *planes = ((const struct falls *)state)->players, *rows = CELLS_ROWS, *cols = FALLS_COLS;
}

/* Vectors, as gcc and clang know them for any machine. */
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint64_t halves2 __attribute__((vector_size(16)));
typedef uint8_t bytes32 __attribute__((vector_size(32)));
typedef uint16_t pairs16 __attribute__((vector_size(32)));
typedef uint32_t fours8 __attribute__((vector_size(32)));
typedef uint64_t rows4 __attribute__((vector_size(32)));

/* What a cell's byte is made of: a bit of each of eight sets. */
struct layers {
    bytes16 one, two, virus, moving, right, left, down, up;
};

LANES_INLINE bytes16 load(const falls_set *set) {
    bytes16 bytes;
    memcpy(&bytes, set, sizeof bytes);
    return bytes;
}

/* No tile is bound to the right of the last column, nor below the last row. */
LANES_INLINE void find_bound(struct layers *layers) {
    layers->left = layers->right + layers->right;
    layers->up = __builtin_shufflevector(layers->down, (bytes16){0}, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8,
                                         9, 10, 11, 12, 13, 14);
}

/* Returns the layers of the settled tiles. */
LANES_INLINE struct layers layers_of(const struct falls_player *player) {
    const struct falls_tiles *tiles = &player->settled;
    struct layers layers = {.one = load(&tiles->one),
                            .two = load(&tiles->two),
                            .virus = load(&player->virus),
                            .right = load(&tiles->right),
                            .down = load(&tiles->down)};
    find_bound(&layers);
    return layers;
}

LANES_INLINE void add_moving(struct layers *layers, const struct falls_player *player) {
    struct falls_tiles moving = falls_placed_tiles(player);
    layers->one |= load(&moving.one), layers->two |= load(&moving.two);
    layers->right |= load(&moving.right), layers->down |= load(&moving.down);
    layers->moving = load(&moving.one) | load(&moving.two);
    find_bound(layers);
}

/* Takes a set for the lower half of the bytes and one for the upper half. Joins their nibbles, in a
 * byte for each row: of the first four columns, and then of the others. */
LANES_INLINE void join(bytes16 lower, bytes16 upper, rows4 *out) {
    halves2 a = (halves2)lower, b = (halves2)upper;
    halves2 swap = (a >> 4 ^ b) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    *out = __builtin_shufflevector(a ^ swap << 4, b ^ swap, 0, 1, 2, 3);
}

/* Swaps bits of `a` with those of `b` that are `by` lower. */
LANES_INLINE void swap_bits(rows4 *a, rows4 *b, int by, uint64_t which) {
    rows4 swap = (*a >> by ^ *b) & which;
    *b ^= swap;
    *a ^= swap << by;
}

/* Of each half, the first or the last elements of `a` and `b` in turns. */
#define FIRST_8(a, b)                                                                              \
    (pairs16) __builtin_shufflevector((bytes32)(a), (bytes32)(b), 0, 32, 1, 33, 2, 34, 3, 35, 4,   \
                                      36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, \
                                      52, 21, 53, 22, 54, 23, 55)
#define LAST_8(a, b)                                                                               \
    (pairs16) __builtin_shufflevector((bytes32)(a), (bytes32)(b), 8, 40, 9, 41, 10, 42, 11, 43,    \
                                      12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27,  \
                                      59, 28, 60, 29, 61, 30, 62, 31, 63)
#define FIRST_4(a, b)                                                                              \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27)
#define LAST_4(a, b)                                                                               \
    __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31)

/* Turns eight sets, of which each has a bit of every cell, into a byte for every cell. The sets are
 * halved until each number has the cells of a column and of the fourth one after it. */
LANES_INLINE void write_layers(const struct layers *layers, uint8_t *out) {
    rows4 a, b, c, d;
    join(layers->one, layers->right, &a);
    join(layers->two, layers->left, &b);
    join(layers->virus, layers->down, &c);
    join(layers->moving, layers->up, &d);
    swap_bits(&a, &c, 2, UINT64_C(0x3333333333333333));
    swap_bits(&b, &d, 2, UINT64_C(0x3333333333333333));
    swap_bits(&a, &b, 1, UINT64_C(0x5555555555555555));
    swap_bits(&c, &d, 1, UINT64_C(0x5555555555555555));
    pairs16 top_ab = FIRST_8(a, b), top_cd = FIRST_8(c, d), end_ab = LAST_8(a, b),
            end_cd = LAST_8(c, d);
    fours8 four_rows[] = {(fours8)FIRST_4(top_ab, top_cd), (fours8)LAST_4(top_ab, top_cd),
                          (fours8)FIRST_4(end_ab, end_cd), (fours8)LAST_4(end_ab, end_cd)};
    for (size_t i = 0; i < 4; i++) {
        fours8 halves = four_rows[i]; /* the first four columns of each row, then the others */
        four_rows[i] = __builtin_shufflevector(halves, halves, 0, 4, 1, 5, 2, 6, 3, 7);
    }
    memcpy(out, four_rows, sizeof four_rows);
}

/* The capsule's two cells; the first is its left or its lower one. */
struct halves {
    int first, second;
    unsigned standing, colour[2];
};

LANES_INLINE struct halves halves_at(int first, unsigned standing, unsigned one, unsigned two) {
    int second = first + 1 - (FALLS_COLS + 1) * (int)standing;
    return (struct halves){first, second, standing, {one, two}};
}

LANES_INLINE struct halves halves_of(const struct falls_player *player) {
    struct falls_capsule capsule = falls_capsule_of(&player->moving);
    return halves_at(FALLS_COLS * player->low + (int)capsule.col, capsule.standing, capsule.first,
                     capsule.second);
}

/* A capsule as a note of what a view shows; never 0. While the number of capsules drawn is the
 * same, all but the capsule stays as it was. */
enum { NOTE_STANDING = 7, NOTE_FIRST = 8, NOTE_SECOND = 10, NOTE_DRAWN = 12 };

LANES_INLINE uint32_t note_of(const struct falls_player *player, const struct halves *halves) {
    return (uint32_t)halves->first | halves->standing << NOTE_STANDING |
           halves->colour[0] << NOTE_FIRST | halves->colour[1] << NOTE_SECOND |
           player->drawn << NOTE_DRAWN;
}

LANES_INLINE struct halves noted(uint32_t note) {
    return halves_at((int)(note & (FALLS_CELLS - 1)), note >> NOTE_STANDING & 1,
                     note >> NOTE_FIRST & 3, note >> NOTE_SECOND & 3);
}

__attribute__((noinline)) static void write_loose(const struct falls_player *player, uint8_t *out) {
    struct layers layers = layers_of(player);
    add_moving(&layers, player);
    write_layers(&layers, out);
}

LANES_INLINE void write_capsule(const struct halves *halves, uint8_t *out) {
    static const uint8_t bound[2][2] = {{RIGHT, LEFT}, {UP, DOWN}};
    const uint8_t *binds = bound[halves->standing];
    out[halves->first] = (uint8_t)(halves->colour[0] | MOVING | binds[0]);
    out[halves->second] = (uint8_t)(halves->colour[1] | MOVING | binds[1]);
}

/* A capsule is written by itself, since wide loads of its sets would wait for the narrow stores
 * that moved it. */
LANES_INLINE void write_field(const struct falls_player *player, uint8_t *out) {
    if (!player->controlled) {
        write_loose(player, out);
        return;
    }
    struct layers layers = layers_of(player);
    struct halves halves = halves_of(player);
    write_layers(&layers, out);
    write_capsule(&halves, out);
}

/* The two rows after the field: what a person sees beside it, and the unit that comes next. */
LANES_INLINE void write_beside(const struct falls *falls, const struct falls_player *player,
                               bool own, uint8_t *out) {
    static const uint8_t colours[FALLS_CAPSULES + 1][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2},
                                                           {2, 3}, {3, 1}, {3, 2}, {3, 3}, {0, 0}};
    uint32_t next = player->drawn - falls->first;
    bool shown = own && player->status == FALLS_PLAYING && next < falls->kept;
    const uint8_t *colour = colours[shown ? falls->capsules[next] : FALLS_CAPSULES];
    uint64_t rows[2] = {colour[0] | (uint64_t)colour[1] << 8 | (uint64_t)player->controlled << 16 |
                            (uint64_t)player->status << 24 | (uint64_t)player->units << 32,
                        0};
    for (int i = 0; player->units && i < FALLS_UNIT_MAX && player->incoming[0][i] >= 4; i++) {
        int element = player->incoming[0][i];
        rows[1] |= (uint64_t)(element & 3) << 8 * ((element >> 2) - 1);
    }
    memcpy(out, rows, sizeof rows);
}

LANES_INLINE void write_player(const struct falls *falls, int seat, bool own, uint8_t *out) {
    write_field(&falls->player[seat], out);
    write_beside(falls, &falls->player[seat], own, out + FALLS_CELLS);
}

LANES_INLINE void write_cells(const void *state, int seat, uint8_t *out) {
    const struct falls *falls = state;
    for (int i = 0, at = seat; i < falls->players; i++, out += CELLS_BYTES) {
        write_player(falls, at, i == 0, out);
        at = at + 1 < falls->players ? at + 1 : 0;
    }
}

static void view_cells(const void *state, int seat, uint8_t *out) {
    write_cells(state, seat, out);
}

const struct game_view falls_views[] = {
    {"cells", "a byte for each cell of each field, and two rows for what is beside it",
     cells_extent, view_cells},
    {NULL, NULL, NULL, NULL},
};

/* The level "ticks" */

static int acts(const struct game *game, const void *state) {
    (void)game, (void)state;
    return TICK_ACTS;
}

static void begin(const struct lanes *lanes, void *state, struct rng *luck,
                  struct choice *scratch) {
    (void)scratch;
    memcpy(state, lanes->fresh, lanes->size);
    falls_set_up(state, luck);
}

static void draw_luck(struct falls *falls, struct rng *luck) {
    while (falls->phase < FALLS_PLAY) {
        action act = falls_game.random_act(falls, CHANCE, luck);
        falls_game.apply(falls, CHANCE, act);
    }
}

/* A tick in which something settles, with the luck after it. */
__attribute__((noinline)) static void settle(struct falls *falls, int seat, struct rng *luck,
                                             int32_t *points) {
    int before = falls_count(falls->player[seat].virus);
    falls_tick(falls, seat);
    points[seat] += before - falls_count(falls->player[seat].virus);
    if (falls->phase < FALLS_PLAY) draw_luck(falls, luck);
}

/* Returns a set of the player's capsule at its real place, which is below row 0. */
LANES_INLINE bytes16 placed(const falls_set *set, int low) {
    static const bytes16 rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    unsigned window = falls_window(set);
    bytes16 lower = (bytes16)(rows == (bytes16){0} + (uint8_t)low);
    bytes16 upper = (bytes16)(rows == (bytes16){0} + (uint8_t)(low - 1));
    return (lower & ((bytes16){0} + (uint8_t)(window >> FALLS_LOWER))) |
           (upper & ((bytes16){0} + (uint8_t)window));
}

/* Return each tile's neighbour to its right, and below; what is right of the last column is no
 * neighbour. */
LANES_INLINE bytes16 next_col(bytes16 set) {
    return (bytes16)((halves2)set >> 1);
}

LANES_INLINE bytes16 next_row(bytes16 set) {
    return __builtin_shufflevector(set, (bytes16){0}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                   15, 16);
}

/* falls_has_run: three tiles in a row, each of the colour of the next one. */
LANES_INLINE bool has_run(bytes16 one, bytes16 two) {
    bytes16 taken = (one | two), not_last = (bytes16){0} + (uint8_t)0x7F;
    bytes16 across = taken & not_last & ~((one ^ next_col(one)) | (two ^ next_col(two)));
    bytes16 down = taken & ~((one ^ next_row(one)) | (two ^ next_row(two)));
    across &= next_col(across) & next_col(next_col(across));
    down &= next_row(down) & next_row(next_row(down));
    halves2 runs = (halves2)(across | down);
    return (runs[0] | runs[1]) != 0;
}

LANES_INLINE void store(bytes16 bytes, falls_set *set) {
    memcpy(set, &bytes, sizeof bytes);
}

/* The capsule of the only player comes to rest, and nothing else happens: the next one comes in,
 * and the one after it is drawn. Returns false, having changed nothing, if more happens. */
LANES_INLINE bool rest(struct falls *falls, struct rng *luck) {
    struct falls_player *player = &falls->player[0];
    struct falls_tiles *moving = &player->moving, *settled = &player->settled;
    int top = player->low - (falls_window(&moving->down) != 0);
    bool more = !player->controlled | (top <= 0) | (falls->kept != 1) | (player->units != 0) |
                (falls->first + 1 == FALLS_DRAWN_MAX);
    if (more) return false;
    bytes16 one = load(&settled->one) | placed(&moving->one, player->low);
    bytes16 two = load(&settled->two) | placed(&moving->two, player->low);
    if (has_run(one, two)) return false;
    store(one, &settled->one);
    store(two, &settled->two);
    store(load(&settled->right) | placed(&moving->right, player->low), &settled->right);
    store(load(&settled->down) | placed(&moving->down, player->low), &settled->down);
    int capsule = falls->capsules[0], left = capsule / 3 + 1, right = capsule % 3 + 1;
    falls_put_capsule(moving, &(struct falls_capsule){
                                  .col = 3, .first = (unsigned)left, .second = (unsigned)right});
    player->chain = 0;
    player->low = 0;
    player->drawn++;
    falls->first++;
    falls->capsules[0] = (uint8_t)rng_below(luck, FALLS_CAPSULES);
    return true;
}

LANES_INLINE void tick(struct falls *falls, int seat, struct rng *luck, int32_t *points) {
    struct falls_player *player = &falls->player[seat];
    if (!falls_touches(player, player->low))
        player->low++;
    else if (falls->players > 1 || !rest(falls, luck))
        settle(falls, seat, luck, points);
}

LANES_INLINE bool plays(const struct falls *falls, int seat) {
    return falls->phase == FALLS_PLAY && (falls->playing >> seat & 1);
}

/* Moves the capsule. What does not move it moves it by nothing: that is faster than to ask. Returns
 * the columns of its lowest row. */
LANES_INLINE unsigned move(struct falls_player *player, int32_t act) {
    struct falls_capsule before = falls_capsule_of(&player->moving);
    struct falls_capsule after = falls_capsule_after(before, (int)((uint32_t)act % FALLS_DROP));
    unsigned blocked = falls_is_blocked(&after, falls_window_taken(player), player->low);
    unsigned keep = -(blocked | ((uint32_t)act >= FALLS_DROP));
    after.standing ^= (after.standing ^ before.standing) & keep;
    after.col ^= (after.col ^ before.col) & keep;
    after.first ^= (after.first ^ before.first) & keep;
    after.second ^= (after.second ^ before.second) & keep;
    falls_put_capsule(&player->moving, &after);
    return (3u - 2 * after.standing) << after.col;
}

LANES_INLINE void press(struct falls *falls, int seat, int32_t act, struct rng *luck,
                        int32_t *points) {
    struct falls_player *player = &falls->player[seat];
    if (!plays(falls, seat) || !player->controlled) return;
    if (act == FALLS_DROP)
        tick(falls, seat, luck, points);
    else
        move(player, act);
}

/* Returns the columns where a capsule can not come into a row below its own. */
LANES_INLINE unsigned firm_in(const struct falls_player *player, unsigned row) {
    return falls_taken_in(&player->settled, row % FALLS_ROWS) | -(row / FALLS_ROWS);
}

/* The only player's step. As a rule nothing settles, and then that is the only question. */
LANES_INLINE void play_alone(const struct lanes *lanes, void *state, const int32_t *acts,
                             struct rng *luck, int32_t *points, struct choice *scratch) {
    struct falls *falls = state;
    int32_t act = *acts;
    (void)lanes, (void)scratch;
    struct falls_player *player = &falls->player[0];
    unsigned drop = act == FALLS_DROP;
    if (!plays(falls, 0)) return;
    if (player->controlled) {
        unsigned cols = move(player, act), low = player->low;
        if (!(cols & (firm_in(player, low + 1) | (firm_in(player, low + 2) & -drop)))) {
            player->low = (uint8_t)(low + 1 + drop);
            return;
        }
        if (drop) tick(falls, 0, luck, points);
        if (!plays(falls, 0)) return;
    }
    tick(falls, 0, luck, points);
}

LANES_INLINE void play(const struct lanes *lanes, void *state, const int32_t *act, struct rng *luck,
                       int32_t *points, struct choice *scratch) {
    struct falls *falls = state;
    (void)scratch;
    for (int seat = 0; seat < lanes->seats; seat++) press(falls, seat, act[seat], luck, points);
    for (int seat = 0; seat < lanes->seats; seat++)
        if (plays(falls, seat)) tick(falls, seat, luck, points);
}

LANES_INLINE bool over(const struct lanes *lanes, const void *state) {
    (void)lanes;
    return ((const struct falls *)state)->phase == FALLS_OVER;
}

static int mover(const struct lanes *lanes, const void *state) {
    (void)lanes, (void)state;
    return 0;
}

/* Returns the acts of a seat as bits. */
LANES_INLINE unsigned acts_of(const struct falls *falls, int seat) {
    const struct falls_player *player = &falls->player[seat];
    unsigned wait = (unsigned)(falls->phase != FALLS_OVER) << WAIT;
    if (!plays(falls, seat) || !player->controlled) return wait;
    return falls_free_moves(player) | 1u << FALLS_DROP | wait;
}

LANES_INLINE void mask(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                       struct choice *scratch) {
    unsigned free = acts_of(state, seat);
    uint64_t bytes = bits_spread_8(free);
    uint32_t first = (uint32_t)bytes;
    uint16_t last = (uint16_t)(bytes >> 32);
    (void)scratch;
    if (lanes->bits) {
        *out = (uint8_t)free;
        return;
    }
    memcpy(out, &first, sizeof first);
    memcpy(out + sizeof first, &last, sizeof last);
}

static int32_t sample(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                      struct choice *scratch) {
    unsigned free = acts_of(state, seat);
    (void)lanes, (void)scratch;
    if (!free) return 0;
    return bits_nth(free, (int)rng_below(rng, (uint32_t)bits_count(free)));
}

/* Planes: a byte for each bit of a set, or all the same. */

LANES_INLINE void spread(bytes16 set, uint8_t *out) {
    uint32_t rows[4];
    memcpy(rows, &set, sizeof rows);
    for (int i = 0; i < 4; i++) bits_spread_32(rows[i], out + 32 * i);
}

LANES_INLINE void fill(uint8_t value, uint8_t *out) {
    bytes16 all = (bytes16){0} + value;
    for (int i = 0; i < PLANE; i += 16) memcpy(out + i, &all, sizeof all);
}

/* Sets the capsule in the planes of moving tiles and of what is bound to what; or clears it. */
LANES_INLINE void mark_capsule(const struct halves *halves, uint8_t value, uint8_t *out) {
    int first = halves->first, second = halves->second, standing = (int)halves->standing;
    out[(4 + 3 * standing) * PLANE + first] = value;
    out[(5 + standing) * PLANE + second] = value;
    out[(7 + (int)halves->colour[0]) * PLANE + first] = value;
    out[(7 + (int)halves->colour[1]) * PLANE + second] = value;
    out[11 * PLANE + first] = out[11 * PLANE + second] = value;
}

LANES_INLINE void write_capsule_planes(const struct falls_player *player, uint8_t *out) {
    struct halves halves = halves_of(player);
    for (int plane = 8; plane < 12; plane++) fill(0, out + plane * PLANE);
    mark_capsule(&halves, 1, out);
}

LANES_INLINE void write_loose_planes(const struct falls_player *player, uint8_t *out) {
    struct falls_tiles moving = falls_placed_tiles(player);
    bytes16 one = load(&moving.one), two = load(&moving.two);
    spread(one & ~two, out + 8 * PLANE);
    spread(two & ~one, out + 9 * PLANE);
    spread(one & two, out + 10 * PLANE);
    fill(0, out + 11 * PLANE);
}

LANES_INLINE void write_own_planes(const struct falls *falls, const struct falls_player *player,
                                   uint8_t *out) {
    struct layers layers = layers_of(player);
    bytes16 one = layers.one, two = layers.two;
    if (!player->controlled) add_moving(&layers, player);
    spread(one & ~two, out);
    spread(two & ~one, out + PLANE);
    spread(one & two, out + 2 * PLANE);
    spread(layers.virus, out + 3 * PLANE);
    spread(layers.right, out + 4 * PLANE);
    spread(layers.left, out + 5 * PLANE);
    spread(layers.down, out + 6 * PLANE);
    spread(layers.up, out + 7 * PLANE);
    if (player->controlled)
        write_capsule_planes(player, out);
    else
        write_loose_planes(player, out);
    uint32_t next = player->drawn - falls->first;
    bool shown = player->status == FALLS_PLAYING && next < falls->kept;
    fill((uint8_t)(shown ? falls->capsules[next] / 3 + 1 : 0), out + 12 * PLANE);
    fill((uint8_t)(shown ? falls->capsules[next] % 3 + 1 : 0), out + 13 * PLANE);
    fill(0, out + 14 * PLANE);
}

/* Units wait for an only player only in a state that was put there. */
LANES_INLINE void write_only_planes(const struct lanes *lanes, const void *state, int seat,
                                    uint8_t *out) {
    const struct falls *falls = state;
    (void)lanes;
    if (falls->player[0].units)
        falls_observe(state, seat, out);
    else
        write_own_planes(falls, &falls->player[0], out);
}

static void write_planes(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    if (lanes->seats > 1)
        falls_observe(state, seat, out);
    else
        write_only_planes(lanes, state, seat, out);
}

LANES_INLINE void write_view_cells(const struct lanes *lanes, const void *state, int seat,
                                   uint8_t *out) {
    (void)lanes;
    write_cells(state, seat, out);
}

/* The only player's. */
LANES_INLINE void write_own_cells(const struct lanes *lanes, const void *state, int seat,
                                  uint8_t *out) {
    (void)lanes, (void)seat;
    write_player(state, 0, true, out);
}

/* Writes the only player's view, of which as a rule only the capsule has changed. */
LANES_INLINE uint32_t renew(const struct lanes *lanes, const struct falls *falls, bool cells,
                            uint8_t *out, uint32_t shown) {
    const struct falls_player *player = &falls->player[0];
    struct halves halves = {0}, before = noted(shown);
    uint32_t now = 0;
    if (plays(falls, 0) && player->controlled) {
        halves = halves_of(player);
        now = note_of(player, &halves);
    }
    bool same = now && shown && !((shown ^ now) >> NOTE_DRAWN);
    if (!same) {
        (cells ? write_own_cells : write_only_planes)(lanes, falls, 0, out);
    } else if (cells) {
        out[before.first] = out[before.second] = 0;
        write_capsule(&halves, out);
    } else {
        mark_capsule(&before, 0, out);
        mark_capsule(&halves, 1, out);
    }
    return now;
}

LANES_INLINE uint32_t renew_cells(const struct lanes *lanes, const void *state, uint8_t *out,
                                  uint32_t shown) {
    return renew(lanes, state, true, out, shown);
}

LANES_INLINE uint32_t renew_planes(const struct lanes *lanes, const void *state, uint8_t *out,
                                   uint32_t shown) {
    return renew(lanes, state, false, out, shown);
}

static void view(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    if (lanes->view)
        view_cells(state, seat, out);
    else
        write_planes(lanes, state, seat, out);
}

static void run(struct lanes *lanes, int first, int end, struct choice *scratch) {
    static const struct lanes_ops
        planes = {begin, play, over, mover, write_planes, mask, sample, NULL},
        cells = {begin, play, over, mover, write_view_cells, mask, sample, NULL},
        own_planes = {begin, play_alone, over, NULL, write_only_planes, mask, sample, renew_planes},
        own_cells = {begin, play_alone, over, NULL, write_own_cells, mask, sample, renew_cells};
    if (lanes->seats == 1 && lanes->view)
        lanes_run(lanes, first, end, scratch, &own_cells);
    else if (lanes->seats == 1)
        lanes_run(lanes, first, end, scratch, &own_planes);
    else if (lanes->view)
        lanes_run(lanes, first, end, scratch, &cells);
    else
        lanes_run(lanes, first, end, scratch, &planes);
}

const struct lanes_level falls_ticks = {
    .name = "ticks",
    .meaning = "an act is a key of each seat: 0 left, 1 right, 2 counterclockwise, 3 clockwise, "
               "4 drop, 5 none; then the clock ticks",
    .together = true,
    .acts = acts,
    .ops = {begin, play, over, mover, view, mask, sample, NULL},
    .run = run,
};
