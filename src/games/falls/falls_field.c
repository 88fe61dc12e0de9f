/* falls: the rules of one field: moving, settling, runs, and tiles that lose their hold.
 *
 * After every pass no run of four is left and every settled tile is held. So a run found later goes
 * through a tile that has settled since. */
#include "base/grid.h"
#include "falls_capsule.h"

/* Returns the tiles that are bound to those in a set. */
static falls_set partners(const struct falls_tiles *tiles, falls_set set) {
    return (set & tiles->right) << 1 | (set >> 1 & tiles->right) |
           (set & tiles->down) << FALLS_COLS | (set >> FALLS_COLS & tiles->down);
}

static void transfer(struct falls_tiles *from, struct falls_tiles *to, falls_set set) {
    to->one |= from->one & set, from->one &= ~set;
    to->two |= from->two & set, from->two &= ~set;
    to->right |= from->right & set, from->right &= ~set;
    to->down |= from->down & set, from->down &= ~set;
}

/* Removes settled tiles; their partners become single. */
static void clear_tiles(struct falls_player *player, falls_set set) {
    struct falls_tiles *tiles = &player->settled;
    tiles->one &= ~set;
    tiles->two &= ~set;
    tiles->right &= ~(set | set >> 1);
    tiles->down &= ~(set | set >> FALLS_COLS);
    player->virus &= ~set;
}

static falls_set run_starts(falls_set set) {
    falls_set across = set & set >> 1, down = set & set >> FALLS_COLS;
    return (across & across >> 2 & falls_each_row(0x1F)) | (down & down >> 2 * FALLS_COLS);
}

bool falls_has_run(const struct falls_tiles *settled) {
    falls_set red = settled->one & ~settled->two, yellow = settled->two & ~settled->one;
    return (run_starts(red) | run_starts(yellow) | run_starts(settled->one & settled->two)) != 0;
}

falls_set falls_held(const struct falls_player *player) {
    falls_set taken = falls_taken(&player->settled), held = 0;
    unsigned below = 0xFF; /* the floor */
    for (int row = FALLS_ROWS - 1; row >= 0; row--) {
        unsigned right = falls_byte(player->settled.right, row);
        unsigned firm = falls_byte(taken, row) & (below | falls_byte(player->virus, row));
        firm |= (firm & right) << 1 | (firm >> 1 & right);
        held |= falls_in_row(firm, row);
        below = firm;
    }
    return held;
}

static falls_set span_set(struct grid_span span) {
    falls_set set = 0;
    for (int i = 0; i < span.count; i++) set |= falls_at(span.first + i * span.step);
    return set;
}

struct found {
    falls_set across, down; /* the cells of the runs found in each direction */
};

static void note_run(struct falls_player *player, int colour) {
    int runs = falls_runs(player->chain);
    if (runs < FALLS_CHAIN_MAX) player->chain |= (uint64_t)colour << 2 * runs;
}

static void tell_run(struct falls_vanished *vanished, falls_set run, bool across) {
    vanished->cells |= run;
    vanished->rows = (uint8_t)(vanished->rows + across);
    vanished->columns = (uint8_t)(vanished->columns + !across);
}

/* Finds the run through a settled tile, horizontal before vertical. A run found twice counts once.
 * `vanished` has an element for each colour, or is NULL. */
static void find_run(struct falls_player *player, int cell, struct found *found,
                     struct falls_vanished *vanished) {
    int colour = falls_colour_at(&player->settled, cell);
    falls_set mask = falls_of_colour(&player->settled, colour);
    uint64_t limbs[2] = {(uint64_t)mask, (uint64_t)(mask >> 64)};
    falls_set *which = &found->across;
    struct grid_span span = grid_run(limbs, FALLS_ROWS, FALLS_COLS, cell, 0, 1);
    if (span.count < FALLS_RUN) {
        which = &found->down;
        span = grid_run(limbs, FALLS_ROWS, FALLS_COLS, cell, 1, 0);
        if (span.count < FALLS_RUN) return;
    }
    if (*which >> cell & 1) return;
    *which |= span_set(span);
    note_run(player, colour);
    if (vanished) tell_run(&vanished[colour], span_set(span), which == &found->across);
}

/* Removes all runs through the tiles that settled in a row, then through their partners above. */
static void eliminate(struct falls_player *player, falls_set settled, int row,
                      struct falls_story *story) {
    struct found found = {0, 0};
    for (int at = row; at >= row - 1 && at >= 0; at--)
        for (unsigned cols = falls_byte(settled, at); cols; cols &= cols - 1)
            find_run(player, FALLS_COLS * at + __builtin_ctz(cols), &found,
                     story ? story->vanished[row] : NULL);
    clear_tiles(player, found.across | found.down);
}

static void keep_moving(struct falls_player *player, const struct falls_tiles *placed) {
    falls_set taken = falls_taken(placed);
    player->low = (uint8_t)(taken ? falls_lowest(taken) : 0);
    player->moving = (struct falls_tiles){0, 0, 0, 0};
    if (!taken) return;
    int shift = FALLS_COLS * (FALLS_ROWS - 1 - player->low);
    player->moving = (struct falls_tiles){placed->one << shift, placed->two << shift,
                                          placed->right << shift, placed->down << shift};
}

/* Settles the touching tiles of this row with their partners, and removes runs. Returns false if
 * the round is over for the player. `story` is NULL in play. */
static bool settle_row(struct falls_player *player, struct falls_tiles *moving, falls_set touching,
                       int row, struct falls_story *story) {
    falls_set settling = touching | partners(moving, touching);
    player->controlled = 0;
    if (settling & falls_row(0)) {
        player->status = FALLS_DEFEATED;
        return false;
    }
    transfer(moving, &player->settled, settling);
    if (story) story->settled |= settling;
    if (!falls_has_run(&player->settled)) return true;
    eliminate(player, settling, row, story);
    transfer(&player->settled, moving, falls_taken(&player->settled) & ~falls_held(player));
    if (player->virus == 0) player->status = FALLS_CLEARED;
    return player->status == FALLS_PLAYING;
}

static void pass(struct falls_player *player, struct falls_story *story) {
    struct falls_tiles moving = falls_placed_tiles(player);
    falls_set ahead = ~(falls_set)0, touching; /* rows that the pass has not met yet */
    while ((touching = falls_taken(&moving) & falls_supported(player) & ahead)) {
        int row = falls_lowest(touching);
        if (!settle_row(player, &moving, touching & falls_row(row), row, story)) break;
        ahead = falls_cell(row, 0) - 1;
    }
    keep_moving(player, &moving);
}

void falls_pass(struct falls_player *player) {
    pass(player, NULL);
}

void falls_pass_told(struct falls_player *player, struct falls_story *story) {
    memset(story, 0, sizeof *story);
    pass(player, story);
}

/* Computes the capsule after a move. Returns false if it is blocked. */
static bool moved(const struct falls_player *player, int move, struct falls_capsule *after) {
    *after = falls_capsule_after(falls_capsule_of(&player->moving), move);
    return !falls_is_blocked(after, falls_window_taken(player), player->low);
}

bool falls_may_move(const struct falls_player *player, int move) {
    struct falls_capsule capsule;
    return moved(player, move, &capsule);
}

bool falls_move(struct falls_player *player, int move) {
    struct falls_capsule capsule;
    if (!moved(player, move, &capsule)) return false;
    falls_put_capsule(&player->moving, &capsule);
    return true;
}

int falls_landing(const struct falls_player *player) {
    int low = player->low;
    while (!falls_touches(player, low)) low++;
    return low;
}

static const char *check_tiles(const struct falls_tiles *tiles) {
    falls_set taken = falls_taken(tiles), left = tiles->right << 1, up = tiles->down << FALLS_COLS;
    if (tiles->right & falls_each_row(0x80)) return "a tile must not be bound to the right edge";
    if (tiles->down & falls_row(FALLS_ROWS - 1)) return "a tile must not be bound to the floor";
    if ((tiles->right | tiles->down | left | up) & ~taken)
        return "a tile must not be bound to a free cell";
    if ((tiles->right & left) | (tiles->down & up) | ((tiles->right | left) & (tiles->down | up)))
        return "a tile must not be bound to two others";
    return NULL;
}

static const char *check_moving(const struct falls_player *player) {
    falls_set taken = falls_taken(&player->moving);
    const char *wrong = check_tiles(&player->moving);
    if (wrong) return wrong;
    if (player->low >= FALLS_ROWS || (taken == 0 && player->low))
        return "the row of the lowest moving tile is wrong";
    if (taken && falls_lowest(taken) != FALLS_ROWS - 1)
        return "the moving tiles are not shifted down to row 15";
    int shift = FALLS_COLS * (FALLS_ROWS - 1 - player->low);
    if (falls_placed(taken, player->low) << shift != taken)
        return "a moving tile is above the field";
    if (falls_placed(taken, player->low) & falls_taken(&player->settled))
        return "a moving tile must not be where one is settled";
    if (player->controlled > 1) return "the flag of the capsule must be 0 or 1";
    if (!player->controlled) return NULL;
    if (player->status != FALLS_PLAYING) return "only a player who plays may have a capsule";
    if (falls_count(taken) != 2 || !(player->moving.right | player->moving.down))
        return "a capsule must be two bound elements, and nothing else may move";
    return NULL;
}

static const char *check_settled(const struct falls_player *player) {
    const struct falls_tiles *tiles = &player->settled;
    falls_set taken = falls_taken(tiles), bound = tiles->right | tiles->down;
    const char *wrong = check_tiles(tiles);
    if (wrong) return wrong;
    if (player->virus & ~taken) return "a virus has no colour";
    if (player->virus & (bound | partners(tiles, bound))) return "a virus must not be bound";
    if (taken & falls_row(0)) return "no tile may be settled in the top row";
    if (falls_has_run(tiles)) return "no run of four or more may be settled";
    if (falls_held(player) != taken)
        return "a settled element must be held from below or by its partner";
    return NULL;
}

static const char *check_incoming(const struct falls_player *player) {
    for (int unit = 0; unit < FALLS_UNITS_MAX; unit++) {
        const uint8_t *elements = player->incoming[unit];
        unsigned cols = 0;
        if ((elements[0] != 0) != (unit < player->units)) return "the count of units is wrong";
        for (int i = 0; i < FALLS_UNIT_MAX; i++) {
            int colour = elements[i] & 3, col = elements[i] >> 2;
            if (elements[i] && (colour == FALLS_FREE || col > FALLS_COLS))
                return "an element of a unit is unknown";
            if (i > 0 && elements[i] && !elements[i - 1]) return "a unit has a gap";
            if (col && (cols >> col & 1))
                return "two elements of a unit must not have the same column";
            if (col) cols |= 1u << col;
        }
    }
    return NULL;
}

static const char *check_status(const struct falls_player *player) {
    if (player->status > FALLS_CLEARED) return "the status is unknown";
    if ((player->virus == 0) != (player->status == FALLS_CLEARED))
        return "status must be cleared if no virus is left, and only then";
    if (player->status == FALLS_PLAYING && !falls_taken(&player->moving))
        return "a player who plays must have a moving tile";
    int runs = falls_runs(player->chain);
    if (runs > FALLS_CHAIN_MAX) return "a chain must have at most 28 runs";
    for (int i = 0; i < runs; i++)
        if (!(player->chain >> 2 * i & 3)) return "a run of the chain has no colour";
    return NULL;
}

const char *falls_check_player(const struct falls_player *player) {
    const char *wrong = check_settled(player);
    if (!wrong) wrong = check_moving(player);
    if (!wrong) wrong = check_incoming(player);
    if (!wrong) wrong = check_status(player);
    return wrong;
}
