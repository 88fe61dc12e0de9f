/* tilewright perft: counts event sequences, the usual check that rules are right and fast. */
#include "base/bits.h"
#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SEED, DIVIDE };
enum { DEPTH_MAX = 1000 };

struct work {
    const struct game *game;
    void *state, *next, *scratch;
    struct choice *choices;
};

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t count_below(const struct work *work, int who, action act, int depth, bool show) {
    const struct game *game = work->game;
    char name[160];
    struct text text = text_over(name, sizeof name);
    game_copy(game, work->next, work->state);
    game->name_act(work->state, who, act, &text);
    game->apply(work->next, who, act);
    uint64_t leaves = game_perft(game, work->next, depth - 1, work->scratch);
    if (show) printf("%-24s %llu\n", name, (unsigned long long)leaves);
    return leaves;
}

static uint64_t count_all(const struct work *work, int depth, bool show) {
    uint64_t leaves = depth == 0;
    uint32_t movers = depth > 0 ? work->game->movers(work->state) : 0;
    for (; movers; movers &= movers - 1) {
        int who = bits_low(movers), count = work->game->choices(work->state, who, work->choices);
        for (int i = 0; i < count; i++)
            leaves += count_below(work, who, work->choices[i].act, depth, show);
    }
    return leaves;
}

static int perft(struct work *work, const int *params, struct rng rng, int depth, bool show) {
    const struct game *game = work->game;
    work->state = malloc(game->state_max);
    work->next = malloc(game->state_max);
    work->scratch = malloc(game_perft_scratch_size(game, depth));
    work->choices = malloc(sizeof *work->choices * (size_t)game->choices_max);
    if (!work->state || !work->next || !work->scratch || !work->choices)
        return cli_fail("there is not enough memory");
    game->start(work->state, params);
    game_settle(game, work->state, &rng, work->choices, NULL, NULL);
    double begin = cpu_seconds();
    uint64_t leaves = count_all(work, depth, show);
    double seconds = cpu_seconds() - begin;
    printf("%llu leaves at depth %d, %.2f s, %.1f million a second\n", (unsigned long long)leaves,
           depth, seconds, seconds > 0 ? (double)leaves / seconds / 1e6 : 0.0);
    return CLI_FINE;
}

static int run_perft(const struct cli_args *args) {
    struct work work = {.game = NULL};
    int params[PARAMS_MAX], status = cli_game(args->operands[0], &work.game);
    char *end, seed[80];
    if (status >= 0) return status;
    errno = 0;
    long depth = strtol(args->operands[1], &end, 10);
    if (end == args->operands[1] || *end || errno || depth < 0 || depth > DEPTH_MAX)
        return cli_complain("DEPTH must be a whole number from 0 to %d, not '%s'", DEPTH_MAX,
                            args->operands[1]);
    status = cli_params(work.game, args->operands + 2, args->count - 2, params);
    if (status >= 0) return status;
    struct rng rng = cli_luck(args->values[SEED] ? args->values[SEED] : "1", seed, sizeof seed);
    status = perft(&work, params, rng, (int)depth, args->values[DIVIDE] != NULL);
    free(work.state);
    free(work.next);
    free(work.scratch);
    free(work.choices);
    return status;
}

static const struct tool_option options[] = {
    {"seed", "TEXT", "the seed of the setup; 1 if not given"},
    {"divide", NULL, "show the count below each first move"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_perft = {
    .name = "perft",
    .arguments = "GAME DEPTH [PARAM=VALUE ...]",
    .summary = "count all sequences of moves of a length, to check and time the rules",
    .help =
        "Sets a game up, then counts the sequences of exactly DEPTH events that can follow, luck\n"
        "included, each one played move by move.\n\n"
        "  tilewright perft slide 12 rows=4 cols=4 --divide",
    .options = options,
    .takes_params = true,
    .operands = CLI_GAME_OPERANDS,
    .operands_min = 2,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_perft,
};
