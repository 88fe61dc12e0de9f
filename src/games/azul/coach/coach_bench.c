/* How far the difference between the values of two acts is from what games played on from there
 * give:
 *   coach_bench [POSITIONS [GAMES [SEED]]]
 * At each position the best act is compared with another one that is at most NEAR points worse. The
 * round is played to its end as the solver says, the rest of the game by the coach with a few
 * nodes, in two batches of games with other luck. The product of how far the prediction is from
 * either batch has the squared error of the prediction as its mean: the luck of the batches cancels
 * out. */
#include "bench/bench.h"
#include "game/agent.h"
#include "games/azul/coach/solver.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 10, GAMES = 40, PLAY_NODES = 3000, ASK_NODES = 3000000, BATCHES = 2 };
#define NEAR 4.0

static const struct host host = {.threads = 1};
static struct azul_solver *solver;
static struct azul_solver_answer answer;

static void start(struct azul *azul) {
    int params[PARAMS_MAX];
    game_standard(&azul_game, params);
    memset(azul, 0, sizeof *azul);
    azul_game.start(azul, params);
}

static void ask(const struct azul *azul, uint64_t nodes, bool best_only, int64_t act) {
    struct azul_solver_question question = {.azul = azul,
                                            .values = &azul_values_learned,
                                            .nodes = nodes,
                                            .best_only = best_only,
                                            .act = act};
    azul_solver_ask(solver, &question, &answer);
}

static void step(struct azul *azul, struct rng *rng) {
    if (azul->phase == AZUL_REFILL) {
        azul_deal(azul, azul_random_colour(azul, rng));
        return;
    }
    ask(azul, PLAY_NODES, true, AGENT_NO_ACT);
    azul_take(azul, answer.acts[0].act);
}

/* Two acts at a position: what is told of their difference, and where they lead to. */
struct pair {
    int seat;
    double told;
    struct azul ends[2]; /* at the end of the round */
};

static void play_line(struct azul *azul, const action *line, int count) {
    for (int i = 0; i < count; i++) azul_take(azul, line[i]);
}

/* Goes on to a position in which the round is solved and two acts differ little. */
static void find_pair(struct azul *azul, struct rng *rng, struct pair *pair) {
    for (;;) {
        if (azul->phase == AZUL_OVER) start(azul);
        step(azul, rng);
        if (azul->phase != AZUL_DRAFT || rng_below(rng, 12)) continue;
        ask(azul, ASK_NODES, false, AGENT_NO_ACT);
        int near = 1;
        while (near < answer.count && answer.acts[near].value > answer.acts[0].value - NEAR) near++;
        if (!answer.solved || answer.acts[0].ends || near == 1) continue;
        const struct azul_solver_act other = answer.acts[1 + rng_below(rng, (uint32_t)near - 1)];
        ask(azul, ASK_NODES, true, other.act);
        *pair = (struct pair){azul->active, answer.acts[0].value - other.value, {*azul, *azul}};
        play_line(&pair->ends[0], answer.line, answer.line_count);
        play_line(&pair->ends[1], answer.reply, answer.reply_count);
        if (pair->ends[0].phase == AZUL_REFILL && pair->ends[1].phase == AZUL_REFILL) return;
    }
}

/* Plays a game to its end; returns the lead of a seat. */
static double play_on(struct azul azul, int seat, struct rng rng) {
    while (azul.phase != AZUL_OVER) step(&azul, &rng);
    return azul.player[seat].score - azul.player[1 - seat].score;
}

static double play_batch(const struct pair *pair, int games, struct rng *rng) {
    double lead = 0;
    for (int game = 0; game < games; game++) {
        struct rng luck = rng_new(rng_next(rng), (uint64_t)game);
        lead += play_on(pair->ends[0], pair->seat, luck) - play_on(pair->ends[1], pair->seat, luck);
    }
    return lead / games;
}

int main(int argc, char **argv) {
    int positions = argc > 1 ? atoi(argv[1]) : POSITIONS, games = argc > 2 ? atoi(argv[2]) : GAMES;
    struct rng rng = rng_new(argc > 3 ? (uint64_t)atoi(argv[3]) : 1, 0);
    double sum = 0, squares = 0;
    struct azul azul;
    solver = azul_solver_new(&host);
    if (!solver) return 1;
    start(&azul);
    for (int i = 0; i < positions; i++) {
        struct pair pair;
        find_pair(&azul, &rng, &pair);
        double product = 1;
        for (int batch = 0; batch < BATCHES; batch++)
            product *= pair.told - play_batch(&pair, games, &rng);
        sum += product;
        squares += product * product;
    }
    double mean = sum / positions, error = sqrt((squares / positions - mean * mean) / positions);
    printf("squared error of a difference of two values: %.3f ± %.3f points², %d positions\n", mean,
           error, positions);
    azul_solver_free(solver);
    return 0;
}
