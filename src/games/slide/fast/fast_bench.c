/* The fast solver on random boards: the length of the solution over the sum of the tiles'
 * distances, and the CPU time. With the arguments rows, columns, seconds and boards it measures
 * that size only. */
#include "base/rng.h"
#include "bench/bench.h"
#include "games/slide/fast/fast.h"
#include <stdlib.h>

struct clock {
    double begin, seconds, first;
    size_t before; /* moves of the first solution */
};

static double spent(void *self) {
    struct clock *clock = self;
    return (bench_seconds() - clock->begin) / clock->seconds;
}

static void tell(void *self, double done, size_t best) {
    struct clock *clock = self;
    if (clock->before) return;
    clock->first = done * clock->seconds;
    clock->before = best;
}

static void swap(struct slide_board *board, int a, int b) {
    uint16_t tile = board->tiles[a];
    board->tiles[a] = board->tiles[b];
    board->tiles[b] = tile;
}

static void deal(struct slide_board *board, uint64_t seed) {
    int count = board->rows * board->cols;
    struct rng rng = rng_new(seed, (uint64_t)count);
    for (int cell = 0; cell < count; cell++) board->tiles[cell] = (uint16_t)((cell + 1) % count);
    for (int cell = count - 1; cell > 0; cell--)
        swap(board, cell, (int)rng_below(&rng, (uint32_t)cell + 1));
    for (int cell = 0; cell < count; cell++)
        if (board->tiles[cell] == 0) board->blank = cell;
    int other = board->blank < 2 ? 2 : 0;
    if (!slide_board_solvable(board, false)) swap(board, other, other + 1);
}

static bool replays(struct slide_board *board, const struct slide_path *path) {
    for (size_t i = 0; i < path->count; i++)
        if (!slide_board_move(board, path->moves[i])) return false;
    return slide_board_distance(board) == 0;
}

struct figures {
    double min, sum, max, first, first_seconds, seconds;
    double moves;
};

static bool measure(struct slide_board *board, uint64_t seed, double seconds, struct figures *all) {
    deal(board, seed);
    double distance = (double)slide_board_distance(board);
    struct clock clock = {.begin = bench_seconds(), .seconds = seconds};
    struct slide_fast_limits limits = {.spent = spent, .tell = tell, .self = &clock};
    struct slide_path path = {0};
    if (slide_fast(board, &limits, &path)) return false;
    double ratio = (double)path.count / distance;
    all->seconds += bench_seconds() - clock.begin;
    all->sum += ratio;
    all->moves += (double)path.count;
    all->first += (double)clock.before / distance;
    all->first_seconds += clock.first;
    if (ratio < all->min || all->min == 0) all->min = ratio;
    if (ratio > all->max) all->max = ratio;
    bool good = replays(board, &path);
    slide_path_release(&path);
    return good;
}

static int measure_size(int rows, int cols, double seconds, int boards) {
    struct slide_board board = {rows, cols, 0, malloc((size_t)(rows * cols) * sizeof(uint16_t))};
    struct figures all = {0};
    if (!board.tiles) return puts("no memory"), 1;
    for (int seed = 1; seed <= boards; seed++)
        if (!measure(&board, (uint64_t)seed, seconds, &all))
            return printf("%dx%d, seed %d: not solved\n", rows, cols, seed), 1;
    double n = boards;
    printf(
        "slide fast %3dx%-3d %2d boards: moves/distance min %.3f mean %.3f max %.3f, %.0f moves in "
        "%.2f s; first %.2f after %.3f s\n",
        rows, cols, boards, all.min, all.sum / n, all.max, all.moves / n, all.seconds / n,
        all.first / n, all.first_seconds / n);
    fflush(stdout);
    free(board.tiles);
    return 0;
}

int main(int count, char **arguments) {
    static const struct {
        int side;
        double seconds;
        int boards;
    } sizes[] = {{5, 1, 10},  {6, 1, 10},  {8, 3, 10},  {10, 5, 5},
                 {20, 10, 2}, {30, 10, 2}, {50, 10, 1}, {100, 10, 1}};
    if (count == 5)
        return measure_size(atoi(arguments[1]), atoi(arguments[2]), atof(arguments[3]),
                            atoi(arguments[4]));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (measure_size(sizes[i].side, sizes[i].side, sizes[i].seconds, sizes[i].boards)) return 1;
    return 0;
}
