/* For tests: a slow twin of falls. It has the rules once more, cell by cell and in their own order,
 * without sets, offsets or caches. Both get the same events; the twin, written as a state, must be
 * the same bytes, and the points told add up to the twin's viruses. Include cmocka first. */
#ifndef FALLS_TWIN_TEST_H
#define FALLS_TWIN_TEST_H

#include "falls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TWIN_ROWS = 16, TWIN_COLS = 8, TWIN_SEQUENCE_MAX = 100000 };
enum twin_binding { TWIN_SINGLE, TWIN_LEFT, TWIN_RIGHT, TWIN_ABOVE, TWIN_BELOW };

struct twin_tile {
    int colour; /* 0: free */
    bool virus;
    enum twin_binding bound;
};

struct twin_place {
    int row, col;
};

struct twin_run {
    struct twin_place first;
    int down, right, count, colour;
};

struct twin_unit {
    int count, colours[4], cols[4]; /* a column of -1 is not drawn yet */
};

struct twin_player {
    struct twin_tile settled[TWIN_ROWS][TWIN_COLS], moving[TWIN_ROWS][TWIN_COLS];
    enum falls_status status;
    bool capsule;
    int drawn, runs, units;
    int chain[FALLS_CHAIN_MAX];
    struct twin_unit incoming[FALLS_UNITS_MAX];
};

struct twin {
    int players, total, sequence[TWIN_SEQUENCE_MAX];
    struct twin_player player[SEATS_MAX];
};

static struct {
    long ticks, moves, refused, runs, chains, longest, sent, defeats, clears, crossed, landings;
} twin_seen;

/* What the effects of all events told: of each kind how many, and each seat's points. */
static struct {
    long kinds[32];
    int points[SEATS_MAX];
} twin_told;

static inline long twin_told_of(const char *kind) {
    int index = 0;
    while (strcmp(falls_effect_kinds[index], kind) != 0) index++;
    return twin_told.kinds[index];
}

/* Plays an event on the state, and adds up what is told of it. */
static inline void twin_apply(struct falls *falls, int who, action act) {
    static struct effect_list list;
    list.count = 0;
    falls_game.effects(falls, who, act, &list);
    for (int i = 0; i < list.count; i++) {
        twin_told.kinds[list.at[i].kind]++;
        if (list.at[i].points) twin_told.points[list.at[i].seat] += list.at[i].points;
    }
    falls_game.apply(falls, who, act);
}

static inline struct twin_place twin_partner(struct twin_place at, enum twin_binding bound) {
    static const int downs[] = {0, 0, 0, -1, 1}, rights[] = {0, -1, 1, 0, 0};
    return (struct twin_place){at.row + downs[bound], at.col + rights[bound]};
}

static inline bool twin_inside(int row, int col) {
    return row >= 0 && row < TWIN_ROWS && col >= 0 && col < TWIN_COLS;
}

static inline int twin_viruses_of(const struct twin_player *player) {
    int count = 0;
    for (int cell = 0; cell < TWIN_ROWS * TWIN_COLS; cell++)
        count += player->settled[cell / TWIN_COLS][cell % TWIN_COLS].virus;
    return count;
}

static inline bool twin_anything_moves(const struct twin_player *player) {
    for (int cell = 0; cell < TWIN_ROWS * TWIN_COLS; cell++)
        if (player->moving[cell / TWIN_COLS][cell % TWIN_COLS].colour) return true;
    return false;
}

/* (1) Who settles in a row: what is in row 15 or has a settled tile below, with what is bound to
 * it. Ordered by row from below, then from the left. */
static inline int twin_find_settling(const struct twin_player *player, int row,
                                     struct twin_place *found) {
    bool marked[TWIN_ROWS][TWIN_COLS] = {{false}};
    int count = 0;
    for (int col = 0; col < TWIN_COLS; col++) {
        struct twin_tile tile = player->moving[row][col];
        if (!tile.colour || (row < TWIN_ROWS - 1 && !player->settled[row + 1][col].colour))
            continue;
        struct twin_place other = twin_partner((struct twin_place){row, col}, tile.bound);
        marked[row][col] = marked[other.row][other.col] = true;
    }
    for (int at = TWIN_ROWS - 1; at >= 0; at--)
        for (int col = 0; col < TWIN_COLS; col++)
            if (marked[at][col]) found[count++] = (struct twin_place){at, col};
    return count;
}

static inline struct twin_run twin_run_through(const struct twin_player *player,
                                               struct twin_place at, int down, int right) {
    int colour = player->settled[at.row][at.col].colour;
    while (twin_inside(at.row - down, at.col - right) &&
           player->settled[at.row - down][at.col - right].colour == colour)
        at.row -= down, at.col -= right;
    struct twin_run run = {at, down, right, 0, colour};
    while (twin_inside(at.row, at.col) && player->settled[at.row][at.col].colour == colour)
        at.row += down, at.col += right, run.count++;
    return run;
}

static inline void twin_remove_run(struct twin_player *player, const struct twin_run *run) {
    for (int i = 0; i < run->count; i++) {
        struct twin_place at = {run->first.row + i * run->down, run->first.col + i * run->right};
        struct twin_tile *tile = &player->settled[at.row][at.col];
        struct twin_place other = twin_partner(at, tile->bound);
        if (tile->bound) player->settled[other.row][other.col].bound = TWIN_SINGLE;
        *tile = (struct twin_tile){0, false, TWIN_SINGLE};
    }
}

/* (2) The runs through what settled, horizontal before vertical; removed together. How many. */
static inline int twin_remove_runs(struct twin_player *player, const struct twin_place *hints,
                                   int count) {
    struct twin_run runs[2 * TWIN_COLS];
    int found = 0;
    for (int i = 0; i < count; i++) {
        struct twin_run across = twin_run_through(player, hints[i], 0, 1);
        struct twin_run down = twin_run_through(player, hints[i], 1, 0),
                        run = across.count >= 4 ? across : down;
        bool known = false;
        if (run.count < 4) continue;
        twin_seen.crossed += across.count >= 4 && down.count >= 4;
        for (int k = 0; k < found; k++) known |= memcmp(&runs[k], &run, sizeof run) == 0;
        if (!known) runs[found++] = run;
    }
    for (int i = 0; i < found; i++) {
        if (player->runs < FALLS_CHAIN_MAX) player->chain[player->runs++] = runs[i].colour;
        twin_remove_run(player, &runs[i]);
    }
    return found;
}

static inline bool twin_stands_on_something(const struct twin_player *player,
                                            struct twin_place at) {
    return at.row == TWIN_ROWS - 1 || player->settled[at.row + 1][at.col].colour;
}

static inline bool twin_is_held(const struct twin_player *player, struct twin_place at) {
    struct twin_tile tile = player->settled[at.row][at.col];
    if (tile.virus || twin_stands_on_something(player, at)) return true;
    return (tile.bound == TWIN_LEFT || tile.bound == TWIN_RIGHT) &&
           twin_stands_on_something(player, twin_partner(at, tile.bound));
}

/* (3) One that nothing holds, with its partner, becomes moving; again until there is none. */
static inline bool twin_unsettle_one(struct twin_player *player) {
    for (int cell = 0; cell < TWIN_ROWS * TWIN_COLS; cell++) {
        struct twin_place at = {cell / TWIN_COLS, cell % TWIN_COLS};
        struct twin_tile tile = player->settled[at.row][at.col];
        if (!tile.colour || twin_is_held(player, at)) continue;
        player->moving[at.row][at.col] = tile;
        player->settled[at.row][at.col] = (struct twin_tile){0, false, TWIN_SINGLE};
        return true;
    }
    return false;
}

/* The pass; false if the round is over for the player. */
static inline bool twin_pass(struct twin_player *player) {
    for (int row = TWIN_ROWS - 1; row >= 0; row--) {
        struct twin_place hints[2 * TWIN_COLS];
        int count = twin_find_settling(player, row, hints);
        twin_seen.landings += count > 0 && player->capsule;
        if (count > 0) player->capsule = false;
        for (int i = 0; i < count; i++)
            if (hints[i].row == 0) {
                player->status = FALLS_DEFEATED;
                return false;
            }
        for (int i = 0; i < count; i++) {
            struct twin_tile *tile = &player->moving[hints[i].row][hints[i].col];
            player->settled[hints[i].row][hints[i].col] = *tile;
            *tile = (struct twin_tile){0, false, TWIN_SINGLE};
        }
        int removed = twin_remove_runs(player, hints, count);
        twin_seen.runs += removed;
        if (removed == 0) continue;
        while (twin_unsettle_one(player)) {
        }
        if (twin_viruses_of(player) == 0) {
            player->status = FALLS_CLEARED;
            return false;
        }
    }
    return true;
}

static inline void twin_fall(struct twin_player *player) {
    memmove(player->moving[1], player->moving[0], sizeof player->moving - sizeof player->moving[0]);
    memset(player->moving[0], 0, sizeof player->moving[0]);
}

static inline void twin_send(struct twin *twin, int sender) {
    const struct twin_player *from = &twin->player[sender];
    bool served[SEATS_MAX] = {false};
    for (int next = 0; next < from->runs;) {
        int best = -1;
        for (int seat = 0; seat < twin->players; seat++) {
            const struct twin_player *player = &twin->player[seat];
            if (seat == sender || served[seat] || player->status != FALLS_PLAYING) continue;
            if (best < 0 || twin_viruses_of(player) < twin_viruses_of(&twin->player[best]))
                best = seat;
        }
        if (best < 0) return;
        struct twin_unit unit = {0, {0}, {-1, -1, -1, -1}};
        while (unit.count < 4 && next < from->runs)
            unit.colours[unit.count++] = from->chain[next++];
        struct twin_player *to = &twin->player[best];
        served[best] = true;
        if (to->units == FALLS_UNITS_MAX) continue;
        to->incoming[to->units++] = unit;
        twin_seen.sent++;
    }
}

static inline void twin_spawn(struct twin *twin, struct twin_player *player) {
    player->runs = 0;
    if (player->units) {
        struct twin_unit unit = player->incoming[0];
        for (int i = 0; i < unit.count; i++)
            player->moving[0][unit.cols[i]] =
                (struct twin_tile){unit.colours[i], false, TWIN_SINGLE};
        player->units--;
        for (int i = 0; i < player->units; i++) player->incoming[i] = player->incoming[i + 1];
    } else {
        int capsule = twin->sequence[player->drawn++];
        player->moving[0][3] = (struct twin_tile){capsule / 3 + 1, false, TWIN_RIGHT};
        player->moving[0][4] = (struct twin_tile){capsule % 3 + 1, false, TWIN_LEFT};
        player->capsule = true;
    }
}

static inline void twin_tick(struct twin *twin, int seat) {
    struct twin_player *player = &twin->player[seat];
    twin_seen.ticks++;
    if (!twin_pass(player)) {
        twin_seen.defeats += player->status == FALLS_DEFEATED;
        twin_seen.clears += player->status == FALLS_CLEARED;
        return;
    }
    if (twin_anything_moves(player)) {
        twin_fall(player);
        return;
    }
    twin_seen.chains += player->runs >= 2;
    if (player->runs > twin_seen.longest) twin_seen.longest = player->runs;
    if (player->runs >= 2) twin_send(twin, seat);
    twin_spawn(twin, player);
}

/* The capsule's elements; the first is the left or the lower one. */
static inline void twin_find_capsule(const struct twin_player *player, struct twin_place at[2]) {
    for (int row = TWIN_ROWS - 1, count = 0; row >= 0; row--)
        for (int col = 0; col < TWIN_COLS; col++)
            if (player->moving[row][col].colour) at[count++] = (struct twin_place){row, col};
}

/* Where the first and second go, and how they are then bound; all as the rules say it. */
static inline void twin_plan_move(const struct twin_place at[2], int move,
                                  struct twin_place to[2]) {
    bool lying = at[0].row == at[1].row;
    memcpy(to, at, 2 * sizeof *to);
    if (move == FALLS_LEFT) to[0].col--, to[1].col--;
    if (move == FALLS_RIGHT) to[0].col++, to[1].col++;
    if (move == FALLS_CW && lying) to[0] = (struct twin_place){at[1].row - 1, at[1].col};
    if (move == FALLS_CCW && lying) to[1] = (struct twin_place){at[0].row - 1, at[0].col};
    if (move == FALLS_CW && !lying) to[1] = (struct twin_place){at[0].row, at[0].col + 1};
    if (move == FALLS_CCW && !lying) to[1] = (struct twin_place){at[0].row, at[0].col - 1};
}

static inline enum twin_binding twin_binding_to(struct twin_place from, struct twin_place to) {
    if (to.row != from.row) return to.row < from.row ? TWIN_ABOVE : TWIN_BELOW;
    return to.col < from.col ? TWIN_LEFT : TWIN_RIGHT;
}

static inline bool twin_move(struct twin_player *player, int move) {
    struct twin_place at[2], to[2];
    twin_find_capsule(player, at);
    twin_plan_move(at, move, to);
    for (int i = 0; i < 2; i++)
        if (!twin_inside(to[i].row, to[i].col) || player->settled[to[i].row][to[i].col].colour)
            return false;
    int colours[2] = {player->moving[at[0].row][at[0].col].colour,
                      player->moving[at[1].row][at[1].col].colour};
    memset(player->moving, 0, sizeof player->moving);
    for (int i = 0; i < 2; i++)
        player->moving[to[i].row][to[i].col] =
            (struct twin_tile){colours[i], false, twin_binding_to(to[i], to[1 - i])};
    return true;
}

/* The capsule after the last; one who is 128 behind misses the oldest. */
static inline void twin_draw(struct twin *twin, int capsule) {
    assert_true(twin->total < TWIN_SEQUENCE_MAX);
    bool begins = twin->total == 0;
    twin->sequence[twin->total++] = capsule;
    for (int seat = 0; seat < twin->players; seat++) {
        struct twin_player *player = &twin->player[seat];
        if (begins) twin_spawn(twin, player);
        if (player->status == FALLS_PLAYING && player->drawn < twin->total - FALLS_KEPT_MAX)
            player->drawn = twin->total - FALLS_KEPT_MAX;
    }
}

static inline void twin_column(struct twin *twin, int col) {
    for (int seat = 0; seat < twin->players; seat++)
        for (int unit = 0; unit < twin->player[seat].units; unit++)
            for (int i = 0; i < twin->player[seat].incoming[unit].count; i++)
                if (twin->player[seat].incoming[unit].cols[i] < 0) {
                    twin->player[seat].incoming[unit].cols[i] = col;
                    return;
                }
    fail_msg("no column is due");
}

static inline void twin_virus(struct twin *twin, int row, int col, int colour) {
    for (int seat = 0; seat < twin->players; seat++)
        twin->player[seat].settled[row][col] = (struct twin_tile){colour, true, TWIN_SINGLE};
}

/* The twin laid out as a state. */
static inline void twin_lay_out_tiles(const struct twin_tile tiles[TWIN_ROWS][TWIN_COLS], int down,
                                      struct falls_tiles *out) {
    memset(out, 0, sizeof *out);
    for (int row = 0; row < TWIN_ROWS; row++)
        for (int col = 0; col < TWIN_COLS; col++) {
            const struct twin_tile *tile = &tiles[row][col];
            if (!tile->colour) continue;
            falls_set bit = (falls_set)1 << (TWIN_COLS * (row + down) + col);
            if (tile->colour != 2) out->one |= bit;
            if (tile->colour != 1) out->two |= bit;
            if (tile->bound == TWIN_RIGHT) out->right |= bit;
            if (tile->bound == TWIN_BELOW) out->down |= bit;
        }
}

static inline void twin_lay_out_player(const struct twin_player *player, struct falls_player *out) {
    memset(out, 0, sizeof *out);
    twin_lay_out_tiles(player->settled, 0, &out->settled);
    for (int cell = 0; cell < TWIN_ROWS * TWIN_COLS; cell++) {
        if (player->settled[cell / TWIN_COLS][cell % TWIN_COLS].virus)
            out->virus |= (falls_set)1 << cell;
        if (player->moving[cell / TWIN_COLS][cell % TWIN_COLS].colour)
            out->low = (uint8_t)(cell / TWIN_COLS);
    }
    twin_lay_out_tiles(player->moving, TWIN_ROWS - 1 - out->low, &out->moving);
    for (int i = player->runs - 1; i >= 0; i--)
        out->chain = out->chain << 2 | (uint64_t)player->chain[i];
    out->drawn = (uint32_t)player->drawn;
    out->status = (uint8_t)player->status;
    out->controlled = player->capsule;
    out->units = (uint8_t)player->units;
    for (int unit = 0; unit < player->units; unit++)
        for (int i = 0; i < player->incoming[unit].count; i++)
            out->incoming[unit][i] = (uint8_t)(player->incoming[unit].colours[i] +
                                               4 * (player->incoming[unit].cols[i] + 1));
}

static inline void twin_require_player(const struct falls *falls, const struct twin *twin,
                                       int seat) {
    struct falls_player expected;
    twin_lay_out_player(&twin->player[seat], &expected);
    if (memcmp(&expected, &falls->player[seat], sizeof expected) != 0)
        fail_msg("seat %d differs after %ld ticks and %ld moves", seat, twin_seen.ticks,
                 twin_seen.moves);
    assert_int_equal(twin_told.points[seat], -twin_viruses_of(&twin->player[seat]));
}

static inline void twin_require(const struct falls *falls, const struct twin *twin) {
    int slowest = twin->total;
    bool over = true;
    for (int seat = 0; seat < twin->players; seat++) {
        const struct twin_player *player = &twin->player[seat];
        twin_require_player(falls, twin, seat);
        if (player->status != FALLS_PLAYING) continue;
        if (player->drawn < slowest) slowest = player->drawn;
        over = false;
    }
    for (int seat = 0; seat < twin->players; seat++)
        over |= twin->player[seat].status == FALLS_CLEARED;
    assert_int_equal(falls->first, slowest);
    assert_int_equal(falls->kept, twin->total - slowest);
    for (int i = 0; i < falls->kept; i++)
        assert_int_equal(falls->capsules[i], twin->sequence[slowest + i]);
    assert_int_equal(game_over(&falls_game, falls), over);
    assert_null(falls_game.check(falls));
}

/* Luck for both; some games get few colours, so that runs and chains abound. */
static inline void twin_settle(struct falls *falls, struct twin *twin, struct rng *rng, bool dull) {
    while (falls_game.movers(falls) >> CHANCE & 1) {
        enum falls_phase phase = falls->phase;
        action act = falls_game.random_act(falls, CHANCE, rng);
        if (phase == FALLS_DRAW && dull && rng_below(rng, 4)) act = rng_below(rng, 2) ? 0 : 8;
        twin_apply(falls, CHANCE, act);
        if (phase == FALLS_SETUP)
            twin_virus(twin, (int)act / 24, (int)act / 3 % 8, (int)act % 3 + 1);
        else if (phase == FALLS_DRAW)
            twin_draw(twin, (int)act);
        else
            twin_column(twin, (int)act);
    }
}

static inline bool twin_fits(struct twin_player *player, struct twin_place at, int colour) {
    struct twin_tile *tile = &player->settled[at.row][at.col];
    if (tile->colour) return false;
    tile->colour = colour;
    bool fine = twin_run_through(player, at, 0, 1).count < 4 &&
                twin_run_through(player, at, 1, 0).count < 4;
    tile->colour = 0;
    return fine;
}

/* A tile on something settled, alone or with a partner beside or above it that may hang over. */
static inline void twin_heap_up(struct twin_player *player, struct twin_place at, struct rng *rng) {
    static const enum twin_binding back[] = {TWIN_SINGLE, TWIN_RIGHT, TWIN_LEFT, TWIN_BELOW,
                                             TWIN_ABOVE};
    int below = at.row < TWIN_ROWS - 1 ? player->settled[at.row + 1][at.col].colour : 0;
    int two = 1 + (int)rng_below(rng, 3), one = 1 + (int)rng_below(rng, 3);
    if (below && rng_below(rng, 4) && twin_fits(player, at, below)) one = below;
    enum twin_binding bound = (enum twin_binding)rng_below(rng, 4);
    struct twin_place other = twin_partner(at, bound);
    if (!twin_stands_on_something(player, at) || !twin_fits(player, at, one)) return;
    player->settled[at.row][at.col] = (struct twin_tile){one, false, TWIN_SINGLE};
    if (!bound || !twin_inside(other.row, other.col) || !twin_fits(player, other, two)) return;
    player->settled[at.row][at.col].bound = bound;
    player->settled[other.row][other.col] = (struct twin_tile){two, false, back[bound]};
}

/* A field in the middle of a round: chains begin soon. */
static inline void twin_heap_up_all(struct falls *falls, struct twin *twin, struct rng *rng) {
    for (int seat = 0; seat < twin->players; seat++) {
        struct twin_player *player = &twin->player[seat];
        int tiles = (int)rng_below(rng, 300), top = 4 + (int)rng_below(rng, 8);
        for (int i = 0; i < tiles; i++) {
            int row = TWIN_ROWS - 1 - (int)rng_below(rng, (uint32_t)(TWIN_ROWS - top));
            twin_heap_up(player, (struct twin_place){row, (int)rng_below(rng, TWIN_COLS)}, rng);
        }
        twin_lay_out_player(player, &falls->player[seat]);
    }
    twin_require(falls, twin);
}

/* The capsule that spawns after it is another one, and so is not dropped. */
static inline void twin_drop_until_it_settles(struct twin *twin, int seat) {
    long landings = twin_seen.landings;
    while (twin_seen.landings == landings) twin_tick(twin, seat);
}

/* A move of a seat, which each refuses or makes; or its tick. */
static inline void twin_play(struct falls *falls, struct twin *twin, int seat, int act) {
    struct twin_player *player = &twin->player[seat];
    if (act == FALLS_ACTS) {
        twin_apply(falls, CLOCK, (action)seat);
        twin_tick(twin, seat);
        return;
    }
    struct twin_player before = *player;
    bool legal = player->capsule && (act >= FALLS_DROP || twin_move(player, act));
    if (legal != (falls_game.refuse(falls, seat, (action)act) == NULL))
        fail_msg("%d of seat %d is refused by one", act, seat);
    if (!legal) {
        *player = before;
        twin_seen.refused++;
        return;
    }
    twin_apply(falls, seat, (action)act);
    if (act == FALLS_DROP) twin_tick(twin, seat);
    if (act == FALLS_FALL) twin_drop_until_it_settles(twin, seat);
    twin_seen.moves++;
}

/* One round. Seats prefer a direction for a while, so that capsules come down everywhere; some
 * hardly ever tick and fall far behind. */
static inline void twin_play_round(struct twin *twin, struct rng *rng) {
    struct falls falls;
    int params[] = {1 + (int)rng_below(rng, 8), 1 + (int)rng_below(rng, 6), -1};
    bool dull = rng_below(rng, 4) > 0;
    int habit[SEATS_MAX] = {0};
    if (rng_below(rng, 4) == 0) params[FALLS_NES_LEVEL] = (int)rng_below(rng, 6);
    memset(twin, 0, offsetof(struct twin, player) + sizeof twin->player);
    memset(twin_told.points, 0, sizeof twin_told.points);
    twin->players = params[0];
    falls_game.start(&falls, params);
    twin_settle(&falls, twin, rng, dull);
    if (rng_below(rng, 4)) twin_heap_up_all(&falls, twin, rng);
    for (int event = 0; event < 4000 && falls_game.movers(&falls); event++) {
        int seat = (int)rng_below(rng, (uint32_t)params[0]);
        if (!(falls.playing >> seat & 1)) continue;
        if (rng_below(rng, 12) == 0) habit[seat] = (int)rng_below(rng, FALLS_ACTS + 1);
        int act = rng_below(rng, 3) ? habit[seat] : (int)rng_below(rng, FALLS_ACTS + 1);
        twin_play(&falls, twin, seat, act);
        twin_require_player(&falls, twin, seat);
        twin_settle(&falls, twin, rng, dull);
        if (event % 32 == 0) twin_require(&falls, twin);
    }
    twin_require(&falls, twin);
}

/* Plays random rounds with at least so many ticks and moves, and compares every state. */
static inline void twin_games(uint64_t seed, long events) {
    struct rng rng = rng_new(seed, 4);
    struct twin *twin = malloc(sizeof *twin);
    int rounds = 0;
    for (; twin_seen.ticks + twin_seen.moves < events; rounds++) twin_play_round(twin, &rng);
    free(twin);
    printf(
        "%d rounds, %ld ticks, %ld moves, %ld refused, %ld runs, %ld chains up to %ld, %ld sent, "
        "%ld crossed, %ld defeats, %ld clears\n",
        rounds, twin_seen.ticks, twin_seen.moves, twin_seen.refused, twin_seen.runs,
        twin_seen.chains, twin_seen.longest, twin_seen.sent, twin_seen.crossed, twin_seen.defeats,
        twin_seen.clears);
    assert_true(twin_seen.runs > events / 1000 && twin_seen.chains > events / 10000);
    assert_true(twin_seen.longest >= 4 && twin_seen.sent > events / 10000);
    assert_true(twin_seen.defeats > events / 10000 && twin_seen.clears > events / 50000);
    assert_true(twin_seen.refused > events / 1000 && twin_seen.crossed > events / 100000);
    assert_int_equal(twin_told_of("OUT"), twin_seen.defeats);
    assert_int_equal(twin_told_of("WIN"), twin_seen.clears);
    assert_int_equal(twin_told_of("CHAIN"), twin_seen.chains);
    assert_int_equal(twin_told_of("SEND"), twin_seen.sent);
}

#endif
