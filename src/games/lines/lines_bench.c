/* Random play of lines, directly on the struct and through game.h; the mean moves and points of
 * such games, and those of a player who makes a scoring move whenever there is one. */
#include "bench/bench.h"
#include "lines.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_GAMES = 300000, TIMED_GAMES = 20000, EAGER_GAMES = 10000 };

struct work {
    int params[PARAMS_MAX];
    uint64_t stream;
    struct choice *scratch;
};

/* Sums for means and standard errors. */
struct sum {
    double games, moves, points, moves_squared, points_squared;
};

static void add(struct sum *sum, double moves, double points) {
    sum->games++;
    sum->moves += moves, sum->moves_squared += moves * moves;
    sum->points += points, sum->points_squared += points * points;
}

static double error_of(double games, double total, double squared) {
    double mean = total / games;
    return sqrt((squared / games - mean * mean) / games);
}

static void print_sum(const char *title, const struct sum *sum) {
    printf("%s, %.0f games: %.3f +- %.3f moves, %.4f +- %.4f points a game\n", title, sum->games,
           sum->moves / sum->games, error_of(sum->games, sum->moves, sum->moves_squared),
           sum->points / sum->games, error_of(sum->games, sum->points, sum->points_squared));
}

static uint64_t direct(void *self) {
    struct work *work = self;
    struct lines lines;
    uint64_t moves = 0;
    for (int game = 0; game < TIMED_GAMES; game++) {
        struct rng rng = rng_new(1, work->stream++);
        lines_game.start(&lines, work->params);
        moves += lines_random_game(&lines, &rng);
    }
    return moves;
}

/* Returns the number of moves of a random game. */
static uint32_t waist_game(struct lines *lines, const struct work *work, uint64_t stream) {
    struct rng rng = rng_new(1, stream);
    uint32_t moves = 0;
    lines_game.start(lines, work->params);
    for (int who; (who = game_mover(&lines_game, lines)) >= 0; moves += who == 0)
        lines_game.apply(lines, who, game_draw(&lines_game, lines, who, &rng, work->scratch));
    return moves;
}

static uint64_t through_the_waist(void *self) {
    struct work *work = self;
    struct lines lines;
    uint64_t moves = 0;
    for (int game = 0; game < TIMED_GAMES; game++)
        moves += waist_game(&lines, work, work->stream++);
    return moves;
}

static struct sum random_games(struct work *work) {
    struct sum sum = {0};
    for (uint64_t stream = 0; stream < RANDOM_GAMES; stream++) {
        struct lines lines;
        struct rng rng = rng_new(2, stream);
        lines_game.start(&lines, work->params);
        uint32_t moves = lines_random_game(&lines, &rng);
        add(&sum, moves, lines.score);
    }
    return sum;
}

/* One of the moves that score, all equally likely; any move if none does. */
static action eager_act(const struct lines *lines, struct rng *rng, struct choice *scratch) {
    int count = lines_game.choices(lines, 0, scratch), scoring = 0;
    for (int i = 0; i < count; i++) {
        struct lines next = *lines;
        lines_apply(&next, 0, scratch[i].act);
        if (next.score > lines->score) scratch[scoring++] = scratch[i];
    }
    return scoring ? scratch[rng_below(rng, (uint32_t)scoring)].act
                   : lines_random_act(lines, 0, rng);
}

static struct sum eager_games(struct work *work) {
    struct sum sum = {0};
    for (uint64_t stream = 0; stream < EAGER_GAMES; stream++) {
        struct lines lines = {0};
        struct rng rng = rng_new(3, stream);
        double moves = 0;
        lines_game.start(&lines, work->params);
        for (int who; (who = game_mover(&lines_game, &lines)) >= 0; moves += who == 0) {
            action act = who == 0 ? eager_act(&lines, &rng, work->scratch)
                                  : lines_random_act(&lines, who, &rng);
            lines_apply(&lines, who, act);
        }
        add(&sum, moves, lines.score);
    }
    return sum;
}

static void print_rates(struct work *work, const char *title) {
    double straight = bench_rate(direct, work), waist = bench_rate(through_the_waist, work);
    printf("lines %s random play: waist %.2f M moves/s, direct %.2f M moves/s, ratio %.2f\n", title,
           waist / 1e6, straight / 1e6, straight / waist);
}

int main(void) {
    struct work work = {.scratch = malloc(sizeof(struct choice) * (size_t)lines_game.choices_max)};
    game_standard(&lines_game, work.params);
    print_rates(&work, "9x9");
    struct sum random = random_games(&work), eager = eager_games(&work);
    print_sum("lines 9x9 random play", &random);
    print_sum("lines 9x9 a scoring move if there is one", &eager);
    work.params[LINES_ROWS] = work.params[LINES_COLS] = LINES_SIDE_MAX;
    print_rates(&work, "15x15");
    free(work.scratch);
    return 0;
}
