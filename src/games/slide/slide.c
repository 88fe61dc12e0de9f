/* slide: the rules of the sliding puzzle, from 2x2 to 16x16. The state counts the tiles that are
 * not at home, so it is cheap to see that a board is solved. */
#include "slide.h"
#include "base/bits.h"
#include <string.h>

static const char off_board[] = "OFF_BOARD", not_in_line[] = "NOT_IN_LINE";

void slide_move(struct slide *slide, int move) {
    int from = slide->blank, to = from + slide_step(slide->cols, move);
    int tile = slide->cells[to], home = slide_home(slide, tile);
    slide->misplaced = (uint16_t)(slide->misplaced + (home != from) - (home != to));
    slide->cells[from] = (uint8_t)tile;
    slide->cells[to] = 0;
    slide->blank = (uint8_t)to;
}

int slide_misplaced(const struct slide *slide) {
    int count = 0;
    for (int cell = 0; cell < slide_count(slide); cell++) {
        int tile = slide->cells[cell];
        count += tile != 0 && slide_home(slide, tile) != cell;
    }
    return count;
}

/* Every move swaps the blank with a tile and changes the blank's distance from home by one. So a
 * board can be solved if and only if its permutation and that distance are both even or both odd.
 */
bool slide_tiles_solvable(const uint16_t *tiles, int rows, int cols, bool blank_first) {
    uint64_t seen[(SLIDE_TILES_MAX + 63) / 64];
    int count = rows * cols, home = blank_first ? 0 : count - 1, blank = 0, odd = 0;
    memset(seen, 0, (size_t)(count + 63) / 64 * sizeof *seen);
    for (int first = 0; first < count; first++)
        for (int cell = first; !bits_has(seen, cell);) {
            bits_add(seen, cell);
            odd ^= cell != first; /* a cycle of n cells is n - 1 swaps */
            if (tiles[cell] == 0) blank = cell;
            cell = tiles[cell] == 0 ? home : tiles[cell] - !blank_first;
        }
    int down = home / cols - blank / cols, right = home % cols - blank % cols;
    return ((down + right) & 1) == odd;
}

bool slide_solvable(const struct slide *slide) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    for (int cell = 0; cell < slide_count(slide); cell++) tiles[cell] = slide->cells[cell];
    return slide_tiles_solvable(tiles, slide->rows, slide->cols, slide->blank_first);
}

int slide_chain(const struct slide *slide, int cell, int *count) {
    int down = cell / slide->cols - slide->blank / slide->cols;
    int right = cell % slide->cols - slide->blank % slide->cols;
    if ((down != 0) == (right != 0)) return -1;
    *count = down + right < 0 ? -(down + right) : down + right;
    if (down) return down < 0 ? SLIDE_UP : SLIDE_DOWN;
    return right < 0 ? SLIDE_LEFT : SLIDE_RIGHT;
}

static void set_goal(struct slide *slide) {
    for (int cell = 0; cell < slide_count(slide); cell++)
        slide->cells[cell] = (uint8_t)slide_goal(slide, cell);
    slide->blank = (uint8_t)slide_home(slide, 0);
}

static void slide_start(void *state, const int *params) {
    struct slide *slide = state;
    memset(slide, 0, offsetof(struct slide, cells));
    slide->rows = (uint8_t)params[SLIDE_ROWS];
    slide->cols = (uint8_t)params[SLIDE_COLS];
    slide->blank_first = (uint8_t)params[SLIDE_BLANK_FIRST];
    if (params[SLIDE_DIFFICULTY]) {
        slide->phase = SLIDE_SCRAMBLE;
        slide->left = (uint16_t)params[SLIDE_DIFFICULTY];
        set_goal(slide);
    } else {
        slide->phase = SLIDE_DEAL_BLANK;
        memset(slide->cells, 0, (size_t)slide_count(slide));
    }
}

static size_t slide_size(const void *state) {
    return offsetof(struct slide, cells) + (size_t)slide_count(state);
}

static int slide_ruleset(const void *state) {
    (void)state;
    return 0;
}

static uint32_t slide_movers(const void *state) {
    const struct slide *slide = state;
    if (slide->phase != SLIDE_PLAY) return UINT32_C(1) << CHANCE;
    return slide->misplaced ? 1 : 0;
}

/* The set of tiles that are not dealt yet. */
static void undealt(const struct slide *slide, uint64_t set[SLIDE_CELLS_MAX / 64]) {
    memset(set, 0, SLIDE_CELLS_MAX / 8);
    for (int tile = 1; tile < slide_count(slide); tile++) bits_add(set, tile);
    for (int cell = 0; cell < slide_count(slide); cell++) bits_drop(set, slide->cells[cell]);
}

static bool solves(const struct slide *slide, int move) {
    struct slide next;
    memcpy(&next, slide, slide_size(slide));
    slide_move(&next, move);
    return next.misplaced == 0;
}

/* The moves a scramble may make next. It takes no move back, and its last move does not solve the
 * board; but where that leaves no move (a corner of 2x2), it may go back. */
static unsigned scramble_moves(const struct slide *slide) {
    unsigned moves = 0;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        if (slide_on_board(slide, move) && !(slide->left == 1 && solves(slide, move)))
            moves |= 1u << move;
    unsigned back = slide->last ? 1u << slide_opposite(slide->last - 1) : 0;
    return moves & ~back ? moves & ~back : moves;
}

static bool chance_may(const struct slide *slide, action act) {
    if (slide->phase == SLIDE_SCRAMBLE)
        return act <= SLIDE_RIGHT && (scramble_moves(slide) >> act & 1);
    if (act >= (action)slide_count(slide)) return false;
    if (slide->phase == SLIDE_DEAL_BLANK) return true;
    uint64_t set[SLIDE_CELLS_MAX / 64];
    undealt(slide, set);
    return bits_has(set, (int)act);
}

static int chance_choices(const struct slide *slide, struct choice *out) {
    uint64_t set[SLIDE_CELLS_MAX / 64] = {0};
    int count = 0, acts = slide_count(slide);
    if (slide->phase == SLIDE_SCRAMBLE)
        set[0] = scramble_moves(slide);
    else if (slide->phase == SLIDE_DEAL_TILES)
        undealt(slide, set);
    else
        for (int cell = 0; cell < acts; cell++) bits_add(set, cell);
    for (int act = 0; act < acts; act++)
        if (bits_has(set, act)) out[count++] = (struct choice){(action)act, 1};
    return count;
}

static int slide_choices(const void *state, int who, struct choice *out) {
    const struct slide *slide = state;
    int count = 0;
    if (!(slide_movers(state) >> who & 1)) return 0;
    if (who == CHANCE) return chance_choices(slide, out);
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        if (slide_on_board(slide, move)) out[count++] = (struct choice){(action)move, 1};
    return count;
}

static const char *slide_refuse(const void *state, int who, action act) {
    const struct slide *slide = state;
    int count;
    if (!(slide_movers(state) >> who & 1)) return game_not_your_turn;
    if (who == CHANCE) return chance_may(slide, act) ? NULL : game_no_such_act;
    if (act < SLIDE_CLICK) return slide_on_board(slide, (int)act) ? NULL : off_board;
    if (act - SLIDE_CLICK >= (action)slide_count(slide)) return off_board;
    return slide_chain(slide, (int)(act - SLIDE_CLICK), &count) < 0 ? not_in_line : NULL;
}

static void deal_blank(struct slide *slide, int cell) {
    slide->blank = (uint8_t)cell;
    slide->phase = SLIDE_DEAL_TILES;
    slide->left = (uint16_t)(slide_count(slide) - 1);
}

static int next_cell(const struct slide *slide) {
    int cell = slide_count(slide) - 1 - slide->left;
    return cell + (cell >= slide->blank);
}

static void put_next(struct slide *slide, int tile) {
    slide->cells[next_cell(slide)] = (uint8_t)tile;
    slide->left--;
}

/* Only one order of the last two tiles can be solved: a swap of two tiles changes the parity. */
static void deal_last_two(struct slide *slide) {
    uint64_t set[SLIDE_CELLS_MAX / 64];
    undealt(slide, set);
    int cells[2], tiles[2] = {0}, found = 0;
    for (int tile = 1; tile < slide_count(slide); tile++)
        if (bits_has(set, tile)) tiles[found++] = tile;
    for (int i = 0; i < 2; i++) {
        cells[i] = next_cell(slide);
        put_next(slide, tiles[i]);
    }
    if (!slide_solvable(slide)) {
        slide->cells[cells[0]] = (uint8_t)tiles[1];
        slide->cells[cells[1]] = (uint8_t)tiles[0];
    }
    slide->phase = SLIDE_PLAY;
    slide->misplaced = (uint16_t)slide_misplaced(slide);
}

void slide_chance(struct slide *slide, int act) {
    if (slide->phase == SLIDE_DEAL_BLANK) {
        deal_blank(slide, act);
    } else if (slide->phase == SLIDE_DEAL_TILES) {
        put_next(slide, act);
        if (slide->left == 2) deal_last_two(slide);
    } else {
        slide_move(slide, act);
        slide->last = (uint8_t)(--slide->left ? act + 1 : 0);
        if (slide->left == 0) slide->phase = SLIDE_PLAY;
    }
}

static void slide_apply(void *state, int who, action act) {
    struct slide *slide = state;
    int count = 1, move = (int)act;
    if (who == CHANCE) {
        slide_chance(slide, move);
        return;
    }
    if (act >= SLIDE_CLICK) move = slide_chain(slide, (int)(act - SLIDE_CLICK), &count);
    for (int i = 0; i < count; i++) slide_move(slide, move);
    uint32_t moves = slide->moves + (uint32_t)count;
    slide->moves = moves < SLIDE_MOVES_MAX ? moves : SLIDE_MOVES_MAX;
}

static int slide_score(const void *state, int seat) {
    (void)seat;
    return -(int)((const struct slide *)state)->moves;
}

static uint32_t slide_winners(const void *state) {
    return slide_movers(state) == 0 ? 1 : 0;
}

static const char *check_setup(const struct slide *slide) {
    int count = slide_count(slide);
    if (slide->phase > SLIDE_SCRAMBLE) return "the phase must be known";
    if (slide->phase == SLIDE_PLAY || slide->phase == SLIDE_DEAL_BLANK) {
        if (slide->left || slide->last) return "left and last must be 0 outside a deal or scramble";
    } else if (slide->phase == SLIDE_DEAL_TILES) {
        if (slide->left < 3 || slide->left >= count || slide->last)
            return "a deal must have at least 3 tiles left, and no last move";
    } else {
        if (slide->left < 1 || slide->left > SLIDE_SCRAMBLE_MAX)
            return "left must be from 1 to 1000 in a scramble";
        if (slide->last > SLIDE_RIGHT + 1) return "the last move of a scramble must be known";
        if (slide->last && !slide_on_board(slide, slide_opposite(slide->last - 1)))
            return "the last move of a scramble must be possible";
    }
    return slide->phase != SLIDE_PLAY && slide->moves ? "moves_made must be 0 during the setup"
                                                      : NULL;
}

static const char *check_cells(const struct slide *slide) {
    uint64_t seen[SLIDE_CELLS_MAX / 64] = {0};
    for (int cell = 0; cell < slide_count(slide); cell++) {
        int tile = slide->cells[cell];
        if (!slide_is_dealt(slide, cell)) {
            if (tile) return "cells that are not dealt yet must be empty";
            continue;
        }
        if (tile >= slide_count(slide))
            return "a tile's number must be less than the number of cells";
        if (bits_has(seen, tile)) return "tiles must hold each number once";
        bits_add(seen, tile);
        if ((tile == 0) != (cell == slide->blank))
            return "tile 0 must be on the blank's cell, and only there";
    }
    bool complete = slide->phase == SLIDE_PLAY || slide->phase == SLIDE_SCRAMBLE;
    if (slide->misplaced != (complete ? slide_misplaced(slide) : 0))
        return "the count of misplaced tiles must be right";
    if (slide->phase == SLIDE_SCRAMBLE && !slide_solvable(slide))
        return "a scramble must be solvable";
    return NULL;
}

static const char *slide_check(const void *state) {
    const struct slide *slide = state;
    if (slide->rows < SLIDE_SIDE_MIN || slide->rows > SLIDE_SIDE_MAX)
        return "rows must be from 2 to 16";
    if (slide->cols < SLIDE_SIDE_MIN || slide->cols > SLIDE_SIDE_MAX)
        return "cols must be from 2 to 16";
    if (slide->blank_first > 1 || slide->spare[0] || slide->spare[1])
        return "a flag must be 0 or 1";
    if (slide->moves > SLIDE_MOVES_MAX) return "moves_made must be at most 1000000000";
    if (slide->blank >= slide_count(slide)) return "the blank must be on the board";
    if (slide->phase == SLIDE_DEAL_BLANK && slide->blank)
        return "the blank must not be set before it is dealt";
    const char *wrong = check_setup(slide);
    return wrong ? wrong : check_cells(slide);
}

/* Mirrors along the diagonal and renumbers the tiles, so that the goal stays the goal. */
static void transpose(struct slide *to, const struct slide *from) {
    int side = from->rows;
    memcpy(to, from, slide_size(from));
    for (int cell = 0; cell < slide_count(from); cell++) {
        int mirror = cell % side * side + cell / side, home = slide_home(from, from->cells[cell]);
        to->cells[mirror] = (uint8_t)slide_goal(from, home % side * side + home / side);
    }
    to->blank = (uint8_t)(from->blank % side * side + from->blank / side);
}

static void slide_canonical(void *state) {
    struct slide *slide = state, mirror;
    if (slide->phase != SLIDE_PLAY || slide->rows != slide->cols) return;
    transpose(&mirror, slide);
    if (memcmp(mirror.cells, slide->cells, (size_t)slide_count(slide)) < 0)
        memcpy(slide, &mirror, slide_size(slide));
}

static const struct param params[] = {
    {"rows", 4, SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, "height of the board"},
    {"cols", 4, SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, "width of the board"},
    {"blank_first", 0, 0, 1, "1: the goal has the blank top left, before tile 1"},
    {"difficulty", 0, 0, SLIDE_SCRAMBLE_MAX,
     "0: any solvable board, all equally likely; n: n random moves away from the goal"},
    {NULL, 0, 0, 0, NULL},
};

static const struct reason reasons[] = {
    {off_board, "that is off the board"},
    {not_in_line, "only a tile in the blank's row or column can be pushed"},
    {NULL, NULL},
};

static const char *const rulesets[] = {"slide_v1", NULL};

/* A letter moves the blank, as in a solver's answer. An arrow moves a tile, as in most sliding
 * puzzles, so the blank moves the other way. */
static const struct key keys[] = {
    {'u', SLIDE_UP, "the blank moves up"},
    {'d', SLIDE_DOWN, "the blank moves down"},
    {'l', SLIDE_LEFT, "the blank moves left"},
    {'r', SLIDE_RIGHT, "the blank moves right"},
    {'U', SLIDE_UP, "the blank moves up"},
    {'D', SLIDE_DOWN, "the blank moves down"},
    {'L', SLIDE_LEFT, "the blank moves left"},
    {'R', SLIDE_RIGHT, "the blank moves right"},
    {GAME_KEY_UP, SLIDE_DOWN, "a tile moves up, the blank down"},
    {GAME_KEY_DOWN, SLIDE_UP, "a tile moves down, the blank up"},
    {GAME_KEY_LEFT, SLIDE_RIGHT, "a tile moves left, the blank right"},
    {GAME_KEY_RIGHT, SLIDE_LEFT, "a tile moves right, the blank left"},
    {0, 0, NULL},
};

static const struct game_example examples[] = {
    {"up", "the blank moves up, and the tile above it comes down"},
    {"15", "tile 15 moves into the blank or towards it, with the tiles between them"},
    {"ULDR", "the blank moves up, left, down, right: as `solve` prints a solution"},
    {NULL, NULL},
};

const struct game slide_game = {
    .name = "slide",
    .summary = "the sliding puzzle: push tiles into the blank until all are in order",
    .goal = "Bring the tiles into order, row by row, with as few moves as you can. The blank ends "
            "bottom right, or top left if you choose so.",
    .rules =
        "A move pushes a tile next to the blank into it. A far tile in the row or column of "
        "the blank can be pushed, too: all tiles between them move along, a move for each. The "
        "puzzle is solved when the tiles are in order.",
    .legend = "The blank is \u00B7.",
    .examples = examples,
    .rulesets = rulesets,
    .fields = slide_fields,
    .params = params,
    .reasons = reasons,
    .effect_kinds = slide_effect_kinds,
    .keys = keys,
    .agents = slide_agents,
    .tools = slide_tools,
    .seats_min = 1,
    .seats_max = 1,
    .state_max = sizeof(struct slide),
    .choices_max = SLIDE_CELLS_MAX,
    .start = slide_start,
    .size = slide_size,
    .ruleset = slide_ruleset,
    .movers = slide_movers,
    .choices = slide_choices,
    .refuse = slide_refuse,
    .apply = slide_apply,
    .effects = slide_effects,
    .score = slide_score,
    .winners = slide_winners,
    .check = slide_check,
    .name_act = slide_name_act,
    .write_act = slide_write_act,
    .read_act = slide_read_act,
    .write = slide_write,
    .read = slide_read,
    .draw = slide_draw,
    .picks = slide_picks,
    .shape = slide_shape,
    .observe = slide_observe,
    .canonical = slide_canonical,
    .views = slide_views,
    .levels = slide_levels,
};
