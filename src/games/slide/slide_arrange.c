/* A scramble whose moves are the reverse of a shortest solution: boards that need exactly as many
 * moves as were asked for.
 *
 * Of small boards all are known, and one is drawn. Else: from any board that needs more, its
 * shortest solution passes one that needs just so many. So walk away from the goal until the
 * solution is long enough, at first at random, then uphill. Only nodes are counted, and the tables
 * are always the same ones: a seed means one board everywhere. */
#include "slide_arrange.h"
#include "slide_kit.h"
#include "slide_small.h"
#include "slide_tools.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 16, BIG_SIDE = 5, LENGTH_MAX = 80, CLOSE = 6, TRIES = 200 };
enum { NODES = 1 << 24, NODES_SPARE = 1 << 22, SOLVE_NODES = 1 << 22, SOLVE_COST = 1 << 12 };

struct walk {
    struct slide_small *small; /* of boards that are all known, else */
    struct slide_kit *kit;
    struct rng *rng;
    struct slide slide;
    int last;                   /* the move made last, or -1 */
    int64_t nodes;              /* that are left */
    struct slide_result result; /* of the board now */
};

/* What was worked out for the last size stays for the next time. Who needs it takes it away
 * meanwhile, so that threads never share it. */
static _Atomic(struct slide_kit *) kept_kit;
static _Atomic(struct slide_small *) kept_small;

static struct slide_kit *take_kit(int rows, int cols) {
    static const struct host host = {.threads = 1};
    struct slide_kit *kit = atomic_exchange(&kept_kit, NULL);
    const struct slide_scheme *scheme = kit ? slide_kit_scheme(kit) : NULL;
    if (scheme && scheme->rows == rows && scheme->cols == cols) return kit;
    slide_kit_free(kit);
    return slide_kit_new(rows, cols, &host);
}

static struct slide_small *take_small(int rows, int cols) {
    struct slide_small *small = atomic_exchange(&kept_small, NULL);
    if (small && small->rows == rows && small->cols == cols) return small;
    slide_small_free(small);
    return slide_small_new(rows, cols);
}

static void put_back(struct walk *walk) {
    if (walk->kit) slide_kit_free(atomic_exchange(&kept_kit, walk->kit));
    if (walk->small) slide_small_free(atomic_exchange(&kept_small, walk->small));
}

/* Sizes whose tables are made in about a second. */
static bool is_known(int rows, int cols) {
    return rows * cols <= CELLS_MAX || (rows == BIG_SIDE && cols == BIG_SIDE);
}

/* The length of the shortest solution; -1 if that takes too long. */
static int solve(struct walk *walk) {
    uint16_t tiles[BIG_SIDE * BIG_SIDE]; /* the largest */
    struct slide_board board = {.tiles = tiles};
    struct slide_effort effort = {.threads = 1, .nodes = SOLVE_NODES};
    slide_board_set(&board, &walk->slide);
    if (walk->small) {
        walk->nodes -= NODES_SPARE / TRIES;
        return walk->result.least = walk->small->length[slide_small_number(&board)];
    }
    int failed = slide_ida_solve(slide_kit_scheme(walk->kit), tiles, &effort, &walk->result);
    walk->nodes -= (int64_t)walk->result.nodes + SOLVE_COST;
    return failed ? -1 : walk->result.length;
}

/* The moves that stay on the board and do not turn back, in random order; how many. */
static int list_moves(struct walk *walk, int moves[4]) {
    int count = 0;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        if (!slide_on_board(&walk->slide, move)) continue;
        if (walk->last >= 0 && move == slide_opposite(walk->last)) continue;
        int at = (int)rng_below(walk->rng, (uint32_t)++count);
        moves[count - 1] = moves[at];
        moves[at] = move;
    }
    return count;
}

static void step(struct walk *walk, int move) {
    slide_move(&walk->slide, move);
    walk->last = move;
}

/* Random moves, and the length there. */
static int wander(struct walk *walk, int count) {
    int moves[4] = {0};
    for (; count > 0; count--)
        if (list_moves(walk, moves)) step(walk, moves[0]);
    return solve(walk);
}

/* A move that makes the solution longer; away from here if there is none. */
static int climb(struct walk *walk, int length) {
    int moves[4] = {0}, last = walk->last, count = list_moves(walk, moves);
    for (int i = 0; i < count; i++) {
        step(walk, moves[i]);
        int longer = solve(walk);
        if (longer > length) return longer;
        step(walk, slide_opposite(moves[i]));
        walk->last = last;
    }
    return wander(walk, 2 + (int)rng_below(walk->rng, CLOSE));
}

/* Whether a board was found that needs at least so many moves; its solution is the result. */
static bool find_long(struct walk *walk, int wanted) {
    int length = wander(walk, wanted);
    while (length < wanted && walk->nodes > 0) {
        if (length >= wanted - CLOSE)
            length = climb(walk, length);
        else
            length = wander(walk, length < 0 ? wanted : wanted - length);
    }
    return length >= wanted;
}

/* The solution of a known board, each move at random of those that are shortest. */
static void walk_home(struct walk *walk, struct slide_board *board, int length) {
    walk->result.length = 0;
    while (length > 0) {
        int move = (int)rng_below(walk->rng, 4);
        if (!slide_small_move(board, move)) continue;
        if (walk->small->length[slide_small_number(board)] == length - 1) {
            walk->result.moves[walk->result.length++] = (uint8_t)move;
            length--;
        } else {
            slide_small_move(board, slide_opposite(move));
        }
    }
}

/* Draws one of all boards of that length, if there are any. */
static bool draw_small(struct walk *walk, int wanted) {
    const struct slide_small *small = walk->small;
    uint16_t tiles[SLIDE_SMALL_CELLS];
    struct slide_board board = {.tiles = tiles};
    uint32_t fit = 0, number = 0;
    for (uint32_t i = 0; i < small->count; i++) fit += small->length[i] == wanted;
    if (!fit) return false;
    for (uint32_t skip = rng_below(walk->rng, fit); skip || small->length[number] != wanted;)
        skip -= small->length[number++] == wanted;
    slide_small_board(small, number, &board);
    walk_home(walk, &board, wanted);
    return true;
}

/* The end of the solution, backwards from the goal. */
static void turn_round(const struct walk *walk, action *acts, int count) {
    for (int i = 0; i < count; i++) {
        int move = walk->result.moves[walk->result.length - 1 - i];
        acts[i] = (action)(walk->slide.blank_first ? move : slide_opposite(move));
    }
}

/* Plain scrambles; of those that there are nodes for, the one that needs most. */
static void find_hardest(struct walk *walk, const struct slide *fresh, action *acts, int count) {
    struct choice room[SLIDE_CELLS_MAX];
    action tried[LENGTH_MAX];
    int longest = -1;
    for (walk->nodes = NODES_SPARE; walk->nodes > 0;) {
        memcpy(&walk->slide, fresh, slide_game.size(fresh));
        for (int i = 0; i < count; i++) {
            tried[i] = game_draw(&slide_game, &walk->slide, CHANCE, walk->rng, room);
            slide_game.apply(&walk->slide, CHANCE, tried[i]);
        }
        solve(walk);
        if (walk->result.least <= longest) continue;
        longest = walk->result.least;
        memcpy(acts, tried, sizeof *acts * (size_t)count);
    }
}

/* A plain scramble that takes every tile away from home with each move needs no proof by search;
 * for few moves there are many. */
static bool draw_plain(struct walk *walk, const struct slide *fresh, action *acts, int count) {
    struct choice room[SLIDE_CELLS_MAX];
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    for (int tries = 0; tries < TRIES; tries++) {
        memcpy(&walk->slide, fresh, slide_game.size(fresh));
        for (int i = 0; i < count; i++) {
            acts[i] = game_draw(&slide_game, &walk->slide, CHANCE, walk->rng, room);
            slide_game.apply(&walk->slide, CHANCE, acts[i]);
        }
        slide_board_set(&board, &walk->slide);
        if (slide_board_distance(&board) == (uint64_t)count) return true;
    }
    return false;
}

static bool prepare(struct walk *walk, int rows, int cols) {
    if (rows * cols <= SLIDE_SMALL_CELLS)
        walk->small = take_small(rows, cols);
    else
        walk->kit = take_kit(rows, cols);
    return walk->small || walk->kit;
}

int slide_arrange(const void *state, struct rng *rng, action *acts, int room) {
    struct walk walk = {.rng = rng, .last = -1, .nodes = NODES};
    const struct slide *fresh = state;
    int count = fresh->left;
    if (fresh->phase != SLIDE_SCRAMBLE || fresh->last || fresh->misplaced) return 0;
    if (count > LENGTH_MAX || count > room) return 0;
    if (slide_count(fresh) > SLIDE_SMALL_CELLS && draw_plain(&walk, fresh, acts, count))
        return count;
    if (!is_known(fresh->rows, fresh->cols)) return 0;
    if (!prepare(&walk, fresh->rows, fresh->cols)) return 0;
    memcpy(&walk.slide, fresh, slide_game.size(fresh));
    if (walk.small ? draw_small(&walk, count) : find_long(&walk, count))
        turn_round(&walk, acts, count);
    else
        find_hardest(&walk, fresh, acts, count);
    put_back(&walk);
    return count;
}
