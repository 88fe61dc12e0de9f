/* How fast the round solver is, and how good when time is short. CPU time of one thread; positions
 * of two players from games that the coach plays against itself.
 *   solver_bench                    the time to value every act exactly, by tiles on the table
 *   solver_bench N TILES            the same for N positions with so many tiles
 *   solver_bench regret N STAGE MS  what the act chosen in MS milliseconds loses against the best,
 *                                   and how many acts get another grade than their exact values
 *                                   give, for N positions of the stage EARLY, MID or LATE
 * More arguments may follow: game (the objective; else round), seed=N, round=N (the first one to
 * take positions from), limit=SECONDS (for an exact answer; what takes longer counts as that in
 * times, and is skipped otherwise). */
#include "bench/bench.h"
#include "game/agent.h"
#include "games/azul/coach/solver.h"
#include <stdlib.h>
#include <string.h>

enum { PLAY_NODES = 2000, POSITIONS_MAX = 10000, LATE_ROUND = 4, IN_TIME = 2 /* seconds */ };
enum { FIRST_MS_MAX = 1024 };
#define LIMIT 60.0

struct kind {
    const struct azul_values *values;
    int positions, tiles, round;
    uint64_t seed;
    double limit;
};

static struct azul_solver *solver;
static struct azul_solver_answer answer, exact;
static double deadline;

static double seconds(void *self) {
    (void)self;
    return bench_seconds();
}

static bool go_on(void *self, double done, const char *message) {
    (void)self, (void)done, (void)message;
    return bench_seconds() < deadline;
}

static const struct host host = {.threads = 1, .seconds = seconds, .go_on = go_on};

static void start(struct azul *azul) {
    int params[PARAMS_MAX];
    game_standard(&azul_game, params);
    memset(azul, 0, sizeof *azul);
    azul_game.start(azul, params);
}

/* Returns the seconds it takes. */
static double ask(const struct azul_solver_question *question, double limit,
                  struct azul_solver_answer *out) {
    double began = bench_seconds();
    deadline = began + limit;
    azul_solver_ask(solver, question, out);
    return bench_seconds() - began;
}

/* Plays on by one act, one of the best, or by one tile. */
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
    uint32_t near = 1;
    ask(&question, LIMIT, &answer);
    while ((int)near < answer.count && answer.acts[near].value > answer.acts[0].value - 0.5) near++;
    azul_take(azul, answer.acts[rng_below(rng, near)].act);
}

static int by_size(const void *a, const void *b) {
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

static bool is_every_act_valued(void) {
    for (int i = 0; i < answer.count; i++)
        if (answer.acts[i].depth == 0) return false;
    return true;
}

/* The time of the shortest question that values every act. */
static double first_verdict(const struct azul *azul, const struct kind *kind) {
    double took = 0;
    for (uint32_t ms = 1; ms <= FIRST_MS_MAX; ms *= 2) {
        struct azul_solver_question question = {
            .azul = azul, .values = kind->values, .milliseconds = ms, .act = AGENT_NO_ACT};
        took = ask(&question, LIMIT, &answer);
        if (is_every_act_valued()) break;
    }
    return took;
}

/* What was found of some positions. */
struct times {
    double solve[POSITIONS_MAX], first[POSITIONS_MAX], all;
    uint64_t nodes;
    int in_time, solved;
};

static void measure(const struct kind *kind, struct times *times) {
    struct rng rng = rng_new(kind->seed, (uint64_t)kind->tiles);
    struct azul azul;
    *times = (struct times){.all = 0};
    start(&azul);
    for (int i = 0; i < kind->positions; i++) {
        do step(&azul, &rng);
        while (azul.phase != AZUL_DRAFT || azul_on_table(&azul) != kind->tiles ||
               azul.round < kind->round);
        struct azul_solver_question question = {
            .azul = &azul, .values = kind->values, .act = AGENT_NO_ACT};
        times->first[i] = first_verdict(&azul, kind);
        times->all += times->solve[i] = ask(&question, kind->limit, &answer);
        times->nodes += answer.nodes;
        times->solved += answer.solved;
        times->in_time += answer.solved && times->solve[i] < IN_TIME;
    }
}

static void print_times(const struct kind *kind) {
    static struct times times;
    int last = kind->positions - 1;
    measure(kind, &times);
    qsort(times.solve, (size_t)kind->positions, sizeof *times.solve, by_size);
    qsort(times.first, (size_t)kind->positions, sizeof *times.first, by_size);
    printf("%s, %2d tiles, round %d on: %d of %d solved; median %.2f ms, 90 %% in %.2f ms, worst "
           "%.2f ms; within %d s %.0f %%; first verdict median %.2f ms, worst %.2f ms; %.2f M "
           "nodes/s\n",
           kind->values ? "game " : "round", kind->tiles, kind->round, times.solved,
           kind->positions, 1e3 * times.solve[last / 2],
           1e3 * times.solve[(kind->positions * 9 + 9) / 10 - 1], 1e3 * times.solve[last], IN_TIME,
           100.0 * times.in_time / kind->positions, 1e3 * times.first[last / 2],
           1e3 * times.first[last], (double)times.nodes / times.all / 1e6);
    fflush(stdout);
}

static void print_all_times(void) {
    static const struct {
        int tiles, round, positions;
    } rows[] = {{8, 1, 40},  {10, 1, 40}, {12, 1, 40},
                {14, 1, 20}, {16, 1, 20}, {20, LATE_ROUND, 10}};
    for (int game = 0; game < 2; game++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct kind kind = {game ? &azul_values_learned : NULL,
                                rows[i].positions,
                                rows[i].tiles,
                                rows[i].round,
                                1,
                                2 * IN_TIME};
            print_times(&kind);
        }
}

static int grade(double delta) {
    return (delta > 0.25) + (delta > 1) + (delta > 2.5);
}

static double exact_value(action act) {
    int i = 0;
    while (exact.acts[i].act != act) i++;
    return exact.acts[i].value;
}

struct regret {
    int solved, zero, skipped, asked, asked_flips;
    double sum, worst;
    int graded, flips; /* acts of positions in which all are solved */
};

static void add_regret(struct regret *regret, double lost) {
    regret->solved++;
    regret->zero += lost == 0;
    regret->sum += lost;
    if (lost > regret->worst) regret->worst = lost;
}

static bool is_flipped(action act, double value) {
    double delta = exact.acts[0].value - exact_value(act);
    return grade(answer.acts[0].value - value) != grade(delta);
}

static void add_flips(struct regret *regret) {
    for (int i = 0; i < answer.count; i++) {
        regret->graded += answer.acts[i].depth > 0;
        regret->flips +=
            answer.acts[i].depth > 0 && is_flipped(answer.acts[i].act, answer.acts[i].value);
    }
}

/* Asks about one act, as feedback does. */
static void add_asked(struct regret *regret, struct azul_solver_question question, action act) {
    int at = 0;
    question.act = act;
    ask(&question, LIMIT, &answer);
    while (answer.acts[at].act != act) at++;
    regret->asked++;
    regret->asked_flips += is_flipped(act, answer.acts[at].value);
}

static void examine(const struct azul *azul, const struct kind *kind, uint32_t ms, struct rng *rng,
                    struct regret *regret) {
    struct azul_solver_question timed = {
        .azul = azul, .values = kind->values, .milliseconds = ms, .act = AGENT_NO_ACT};
    struct azul_solver_question question = {.azul = azul, .values = kind->values};
    ask(&timed, LIMIT, &answer);
    question.act = answer.acts[0].act;
    ask(&question, kind->limit, &exact);
    regret->skipped += !exact.proven;
    if (exact.proven) add_regret(regret, exact.acts[0].value - exact_value(answer.acts[0].act));
    if (!exact.solved) return;
    add_flips(regret);
    add_asked(regret, timed, exact.acts[rng_below(rng, (uint32_t)exact.count)].act);
}

static void print_regret(const struct kind *kind, const char *stage, uint32_t ms) {
    struct regret regret = {.sum = 0};
    struct rng rng = rng_new(kind->seed, 2);
    struct azul azul;
    start(&azul);
    for (int i = 0; i < kind->positions; i++) {
        do step(&azul, &rng);
        while (azul.phase != AZUL_DRAFT || strcmp(azul_progress(&azul), stage) != 0 ||
               azul.round < kind->round || rng_below(&rng, 3) > 0);
        examine(&azul, kind, ms, &rng, &regret);
    }
    printf("%s, %s, %u ms: %d positions, %d skipped; regret mean %.4f, zero in %d, worst %.2f; "
           "grades that differ: %d of %d acts listed, %d of %d asked about\n",
           kind->values ? "game" : "round", stage, ms, regret.solved, regret.skipped,
           regret.solved ? regret.sum / regret.solved : 0, regret.zero, regret.worst, regret.flips,
           regret.graded, regret.asked_flips, regret.asked);
}

static void read_more(struct kind *kind, int count, char **args) {
    for (int i = 0; i < count; i++) {
        if (strcmp(args[i], "game") == 0) kind->values = &azul_values_learned;
        if (strncmp(args[i], "seed=", 5) == 0) kind->seed = strtoull(args[i] + 5, NULL, 10);
        if (strncmp(args[i], "round=", 6) == 0) kind->round = atoi(args[i] + 6);
        if (strncmp(args[i], "limit=", 6) == 0) kind->limit = atof(args[i] + 6);
    }
}

int main(int count, char **args) {
    bool regret = count > 4 && strcmp(args[1], "regret") == 0;
    struct kind kind = {.round = 1, .seed = 1, .limit = LIMIT};
    if (count > 2) kind.positions = atoi(args[regret ? 2 : 1]), kind.tiles = atoi(args[2]);
    if (kind.positions > POSITIONS_MAX || (count > 1 && kind.positions < 1)) return 2;
    read_more(&kind, count, args);
    solver = azul_solver_new(&host);
    if (!solver) return 1;
    if (regret)
        print_regret(&kind, args[3], (uint32_t)atoi(args[4]));
    else if (count > 2)
        print_times(&kind);
    else
        print_all_times();
    azul_solver_free(solver);
    return 0;
}
