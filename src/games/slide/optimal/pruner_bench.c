/* What the pruner saves in iterative deepening with the Manhattan distance, by its depth. Depth 2
 * is the usual rule, never to take the last move back. For comparison, what it costs to try
 * patterns as further branches. */
#include "base/grid.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "games/slide/optimal/pruner.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS = 25, BOARDS = 100 };

struct problem {
    int tiles[CELLS], blank, length; /* the goal has the blank first; 0 where unknown */
};

struct search {
    const struct slide_pruner *pruner;
    int side, tiles[CELLS], step[4];
    signed char gain[CELLS][CELLS][4]; /* by tile, its cell, and the blank's move onto it */
    bool branches; /* the images of the corner rotation are tried as moves too */
    uint64_t nodes;
};

static int distance(int side, int one, int two) {
    return abs(one / side - two / side) + abs(one % side - two % side);
}

static void prepare(struct search *search, const struct slide_pruner *pruner) {
    int side = pruner->rows;
    *search = (struct search){.pruner = pruner, .side = side};
    for (int move = 0; move < 4; move++) search->step[move] = slide_step(side, move);
    for (int tile = 1; tile < side * side; tile++)
        for (int cell = 0; cell < side * side; cell++)
            for (int move = 0; move < 4; move++) {
                int to = cell - search->step[move];
                if (to < 0 || to >= side * side) continue;
                search->gain[tile][cell][move] =
                    (signed char)(distance(side, tile, to) - distance(side, tile, cell));
            }
}

static bool dive(struct search *search, uint32_t state, int blank, int left, int far);

/* Makes the rest of a pattern's moves, then searches on. */
static bool follow(struct search *search, const uint8_t *moves, int count, uint32_t state,
                   int blank, int left, int far) {
    if (far > left) return false;
    if (count == 0) return dive(search, state, blank, left, far);
    uint32_t next = search->pruner->next[state][*moves];
    if (!next) return false;
    int to = blank + search->step[*moves], tile = search->tiles[to];
    search->tiles[blank] = tile;
    bool found = follow(search, moves + 1, count - 1, next, to, left - 1,
                        far + search->gain[tile][to][*moves]);
    search->tiles[to] = tile;
    return found;
}

static bool try_patterns(struct search *search, uint32_t state, int blank, int left, int far) {
    static const uint8_t rotation[] = {SLIDE_RIGHT, SLIDE_DOWN, SLIDE_LEFT, SLIDE_UP};
    for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        uint8_t moves[4];
        for (int i = 0; i < 4; i++)
            moves[i] = (uint8_t)slide_pattern_turn_move(symmetry, rotation[i]);
        if (follow(search, moves, 4, state, blank, left, far)) return true;
    }
    return false;
}

/* Whether the goal is found within `left` moves; `far` is the distance. */
static bool dive(struct search *search, uint32_t state, int blank, int left, int far) {
    const uint32_t *next = search->pruner->next[state];
    search->nodes++;
    if (far == 0) return true;
    for (int move = 0; move < 4; move++) {
        if (!next[move]) continue;
        int to = blank + search->step[move], tile = search->tiles[to];
        int gain = search->gain[tile][to][move];
        if (left - 1 < far + gain) continue;
        search->tiles[blank] = tile;
        if (dive(search, next[move], to, left - 1, far + gain)) return true;
        search->tiles[to] = tile;
    }
    return search->branches && try_patterns(search, state, blank, left, far);
}

/* Returns the nodes of all iterations but the last, which ends by luck. */
static uint64_t solve(struct search *search, const struct problem *problem, int *length) {
    int far = 0, cells = search->side * search->side;
    uint64_t before = 0;
    for (int cell = 0; cell < cells; cell++)
        if (problem->tiles[cell]) far += distance(search->side, problem->tiles[cell], cell);
    search->nodes = 0;
    for (*length = far;; *length += 2) {
        memcpy(search->tiles, problem->tiles, sizeof search->tiles);
        before = search->nodes;
        uint32_t start = search->pruner->start[problem->blank];
        if (dive(search, start, problem->blank, *length, far)) return before;
    }
}

/* Reads the boards of the file that take the fewest nodes, easier ones first. */
static int read_problems(struct problem *problems, const char *path) {
    static const int easy[] = {94, 55, 12, 79, 42, 47, 19, 85, 97, 93, 9,  48,
                               74, 30, 86, 31, 73, 71, 95, 58, 28, 57, 61, 90};
    enum { EASY = sizeof easy / sizeof *easy };
    FILE *file = fopen(path, "r");
    char line[200];
    int count = 0;
    while (file && fgets(line, sizeof line, file)) {
        char *at = line;
        long number = strtol(at, &at, 10), place = 0;
        while (place < EASY && easy[place] != number) place++;
        if (place == EASY) continue;
        struct problem *problem = &problems[place];
        for (int cell = 0; cell < 16; cell++) {
            problem->tiles[cell] = (int)strtol(at, &at, 10);
            if (!problem->tiles[cell]) problem->blank = cell;
        }
        problem->length = (int)strtol(at, &at, 10);
        count++;
    }
    if (file) fclose(file);
    return count == EASY ? count : 0;
}

/* Makes boards by random walks: random ones of 24 tiles are too hard for this distance. */
static int walk_problems(struct problem *problems, int side, int count, int moves) {
    struct slide_pruner back;
    if (slide_pruner_init(&back, side, side, 2, SIZE_MAX, NULL)) return 0;
    for (int i = 0; i < count; i++) {
        struct rng rng = rng_new(1, (uint64_t)i);
        struct problem *problem = &problems[i];
        uint32_t state = back.start[0];
        *problem = (struct problem){0};
        for (int cell = 0; cell < side * side; cell++) problem->tiles[cell] = cell;
        for (int made = 0; made < moves;) {
            uint32_t move = rng_below(&rng, 4);
            if (!back.next[state][move]) continue;
            state = back.next[state][move];
            int to = problem->blank + slide_step(side, (int)move);
            problem->tiles[problem->blank] = problem->tiles[to];
            problem->tiles[to] = 0;
            problem->blank = to;
            made++;
        }
    }
    slide_pruner_release(&back);
    return count;
}

struct figures {
    double nodes, rate;
};

/* Solves all problems with a pruner of this depth. Compares with `plain`, or fills it. */
static int measure(const struct problem *problems, int count, int side, int depth, bool branches,
                   struct figures *plain) {
    static struct search search;
    struct slide_pruner pruner;
    uint64_t nodes = 0, all = 0;
    double begin = bench_seconds();
    if (slide_pruner_init(&pruner, side, side, depth, SIZE_MAX, NULL)) return puts("no memory"), -1;
    double built = bench_seconds() - begin;
    prepare(&search, &pruner);
    search.branches = branches;
    begin = bench_seconds();
    for (int i = 0; i < count; i++) {
        int length;
        nodes += solve(&search, &problems[i], &length);
        all += search.nodes;
        if (problems[i].length && length != problems[i].length) return puts("a wrong length"), -1;
    }
    struct figures now = {(double)nodes, (double)all / (bench_seconds() - begin)};
    if (!plain->nodes) *plain = now;
    printf("slide %dx%d depth %2d%s: %6u states, %4.0f kB, made in %.3f s; %.2f times fewer nodes, "
           "%5.1f M nodes/s, %.2f times faster\n",
           side, side, pruner.depth, branches ? " and a pattern as moves" : "", pruner.states,
           pruner.states * 16 / 1e3, built, plain->nodes / now.nodes, now.rate / 1e6,
           plain->nodes / now.nodes * now.rate / plain->rate);
    slide_pruner_release(&pruner);
    return 0;
}

static int measure_depths(const struct problem *problems, int count, int side) {
    static const int depths[] = {2, 8, 10, 12, 14, 16};
    struct figures plain = {0, 0};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        if (measure(problems, count, side, depths[i], false, &plain)) return -1;
    return 0;
}

/* A few of the boards show it. */
static int measure_branches(const struct problem *problems, int side) {
    struct figures plain = {0, 0};
    if (measure(problems, 6, side, 2, false, &plain)) return -1;
    return measure(problems, 6, side, 2, true, &plain);
}

int main(void) {
    static struct problem problems[BOARDS];
    int count = read_problems(problems, "tests/data/korf100.txt");
    if (!count) return puts("tests/data/korf100.txt cannot be read; run this from the top"), 1;
    if (measure_depths(problems, count, 4) || measure_branches(problems, 4)) return 1;
    count = walk_problems(problems, 5, 12, 56);
    return !count || measure_depths(problems, count, 5);
}
