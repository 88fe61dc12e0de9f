/* How fast the round solver is, and how good when time is short.
 *   solver_bench            times to value every act exactly, by tiles left on the table
 *   solver_bench regret N   what the act chosen in a given time loses against the best, N positions
 * Positions come from games that the coach plays against itself. Times are CPU time of one thread.
 */
#include "bench/bench.h"
#include "game/agent.h"
#include "games/azul/coach/solver.h"
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 20, PLAY_NODES = 2000, LATE_ROUND = 4 };

static double seconds(void *self) {
    (void)self;
    return bench_seconds();
}

static const struct host host = {.threads = 1, .seconds = seconds};
static struct azul_solver *solver;
static struct azul_solver_answer answer;

static void start(struct azul *azul) {
    int params[PARAMS_MAX];
    game_standard(&azul_game, params);
    memset(azul, 0, sizeof *azul);
    azul_game.start(azul, params);
}

/* Plays on by one act or one tile. */
static void step(struct azul *azul, struct rng *rng) {
    if (azul->phase == AZUL_OVER) start(azul);
    if (azul->phase == AZUL_REFILL) {
        azul_deal(azul, azul_random_colour(azul, rng));
        return;
    }
    struct azul_solver_question question = {.azul = azul,
                                            .values = &azul_values_learned,
                                            .nodes = PLAY_NODES,
                                            .best_only = true,
                                            .act = AGENT_NO_ACT};
    azul_solver_ask(solver, &question, &answer);
    uint32_t near = 1;
    while ((int)near < answer.count && answer.acts[near].value > answer.acts[0].value - 0.5) near++;
    azul_take(azul, answer.acts[rng_below(rng, near)].act);
}

static void play_to(struct azul *azul, int tiles, int round, struct rng *rng) {
    do step(azul, rng);
    while (azul->phase != AZUL_DRAFT || azul_on_table(azul) != tiles || azul->round < round);
}

static int by_size(const void *a, const void *b) {
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

/* Times positions with so many tiles left. */
static void time_tiles(int tiles, int round, const struct azul_values *values) {
    double times[POSITIONS], all = 0;
    uint64_t nodes = 0;
    int solved_in_two = 0;
    struct rng rng = rng_new((uint64_t)tiles, 1);
    struct azul azul;
    start(&azul);
    for (int i = 0; i < POSITIONS; i++) {
        play_to(&azul, tiles, round, &rng);
        struct azul_solver_question question = {
            .azul = &azul, .values = values, .milliseconds = 20000, .act = AGENT_NO_ACT};
        double before = bench_seconds();
        azul_solver_ask(solver, &question, &answer);
        all += times[i] = bench_seconds() - before;
        nodes += answer.nodes;
        solved_in_two += times[i] < 2;
    }
    qsort(times, POSITIONS, sizeof *times, by_size);
    printf("%2d tiles, round %d on, %s: median %8.2f ms, 90 %% in %9.2f ms, worst %9.1f ms; within "
           "2 s %d %%; %.2f M nodes/s, mean %.0f\n",
           tiles, round, values ? "game " : "round", 1000 * times[POSITIONS / 2],
           1000 * times[POSITIONS * 9 / 10], 1000 * times[POSITIONS - 1],
           solved_in_two * 100 / POSITIONS, (double)nodes / all / 1e6, (double)nodes / POSITIONS);
}

int main(int argc, char **argv) {
    solver = azul_solver_new(&host);
    if (!solver) return 1;
    int only = argc > 1 ? atoi(argv[1]) : 0;
    static const int tiles[] = {8, 10, 12, 14, 16};
    for (int i = 0; i < 5; i++)
        if (!only || only == tiles[i]) time_tiles(tiles[i], 1, NULL);
    if (!only || only == 20) time_tiles(20, LATE_ROUND, NULL);
    for (int i = 0; i < 4; i++)
        if (!only || only == tiles[i] + 100) time_tiles(tiles[i], 1, &azul_values_learned);
    azul_solver_free(solver);
    return 0;
}
