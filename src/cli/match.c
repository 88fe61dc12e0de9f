/* tilewright match: agents play many games against each other, or for the best score. */
#include "cli/match.h"
#include "cli/cli.h"
#include "cli/console.h"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES, SEED, THREADS, PARAM, ACTS, ACTS_PER_TICK, SPRT, RECORDS, JSON };
enum { STANDARD_GAMES = 100, MESSAGE_BYTES = 1024, ANSWER_BYTES = 1 << 15 };
enum { SEED_MAX = 1024, SEED_JSON_BYTES = 6 * SEED_MAX + 3 };

/* What the command line says. */
struct order {
    struct match_plan plan;
    long threads; /* 0: as many as the host has */
    bool json;
    const char *records;
    const char *seed; /* as given, or else as drawn */
    char drawn[CLI_SEED_BYTES], seed_json[SEED_JSON_BYTES];
};

static int read_whole(const char *name, const char *from, long least, long most, long *value) {
    char *end;
    if (!from) return -1;
    errno = 0;
    long read = strtol(from, &end, 10);
    if (end == from || *end || errno || read < least || read > most)
        return cli_complain("%s must be a whole number from %ld to %ld, not '%s'", name, least,
                            most, from);
    *value = read;
    return -1;
}

/* Reads "ELO0,ELO1". */
static int read_test(const char *from, struct match_plan *plan) {
    char *end = NULL;
    long low = 0, high = 0;
    if (!from) return -1;
    errno = 0;
    low = strtol(from, &end, 10);
    bool fine = end != from && *end == ',';
    const char *rest = fine ? end + 1 : from;
    high = strtol(rest, &end, 10);
    if (!fine || end == rest || *end || errno || low < -MATCH_ELO_MAX || high > MATCH_ELO_MAX ||
        low >= high)
        return cli_complain("--sprt must be ELO0,ELO1, two whole numbers from %d to %d, the first "
                            "less than the second, not '%s'",
                            -MATCH_ELO_MAX, MATCH_ELO_MAX, from);
    plan->tests = true;
    plan->elo0 = (int)low;
    plan->elo1 = (int)high;
    return -1;
}

static int read_options(const struct cli_args *args, struct order *order) {
    long games = STANDARD_GAMES, acts_per_tick = MATCH_ACTS_PER_TICK, acts = 0;
    int status = read_whole("--games", args->values[GAMES], 1, MATCH_GAMES_MAX, &games);
    if (status < 0)
        status =
            read_whole("--threads", args->values[THREADS], 1, HOST_THREADS_MAX, &order->threads);
    if (status < 0) status = read_whole("--acts", args->values[ACTS], 1, MATCH_ACTS_ALONE, &acts);
    if (status < 0)
        status = read_whole("--acts-per-tick", args->values[ACTS_PER_TICK], 1,
                            MATCH_ACTS_PER_TICK_MAX, &acts_per_tick);
    if (status < 0) status = read_test(args->values[SPRT], &order->plan);
    order->plan.games = games;
    order->plan.acts = acts;
    order->plan.acts_per_tick = (int)acts_per_tick;
    order->json = args->values[JSON] != NULL;
    order->records = args->values[RECORDS];
    return status;
}

/* Operands with '=' are params; of the others the first is the game. */
static int read_operands(const struct cli_args *args, struct match_plan *plan, bool *players) {
    const char *params[CLI_OPERANDS_MAX], *agents[CLI_OPERANDS_MAX];
    char buffer[MESSAGE_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    int params_count = 0, names = 0;
    for (int i = 0; i < args->count; i++) {
        *players |= strncmp(args->operands[i], "players=", 8) == 0;
        if (strchr(args->operands[i], '='))
            params[params_count++] = args->operands[i];
        else
            agents[names++] = args->operands[i];
    }
    if (names < 2) return cli_complain("match needs GAME AGENT ...; see 'tilewright match --help'");
    if (names - 1 > MATCH_PLAYERS_MAX)
        return cli_complain("a match must have at most %d agents", MATCH_PLAYERS_MAX);
    int status = cli_game(agents[0], &plan->game);
    if (status < 0) status = cli_params(plan->game, params, params_count, plan->params);
    for (; status < 0 && plan->count < names - 1; plan->count++) {
        const char *from = agents[plan->count + 1];
        if (!player_read(plan->game, from, strlen(from), &plan->players[plan->count], &wrong))
            status = cli_complain("%s", buffer);
    }
    return status;
}

static int complete(struct match_plan *plan, bool players) {
    char buffer[MESSAGE_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    void *scratch = malloc(plan->game->state_max);
    if (!scratch) return cli_fail("there is not enough memory");
    bool fine = match_plan_complete(plan, players, scratch, &wrong);
    free(scratch);
    return fine ? -1 : cli_complain("%s", buffer);
}

/* Takes the seed, or draws one. It must be a string that JSON can have. */
static int read_seed(const char *given, struct order *order) {
    struct text json = text_over(order->seed_json, sizeof order->seed_json);
    struct json_token token;
    struct json_doc doc;
    order->plan.seed = cli_luck(given, order->drawn, sizeof order->drawn).seed;
    order->seed = given ? given : order->drawn;
    size_t length = strlen(order->seed);
    json_put_bytes(&json, order->seed, length);
    if (length > SEED_MAX || json_parse(&doc, json.at, json.length, &token, 1))
        return cli_complain("--seed must be text in UTF-8 of at most %d bytes", SEED_MAX);
    order->plan.seed_json = json.at;
    order->plan.seed_length = json.length;
    return -1;
}

static int read_order(const struct cli_args *args, struct order *order) {
    bool players = false;
    int status = read_operands(args, &order->plan, &players);
    if (status < 0) status = read_options(args, order);
    if (status < 0) status = read_seed(args->values[SEED], order);
    return status < 0 ? complete(&order->plan, players) : status;
}

static int print_json(const struct match_plan *plan, const struct match_result *result) {
    char buffer[ANSWER_BYTES];
    struct text out = text_over(buffer, sizeof buffer);
    json_open(&out, '{');
    match_json_put(plan, result, &out);
    json_close(&out, '}');
    assert(!out.cut);
    puts(buffer);
    return CLI_FINE;
}

/* Says why there are no results, if it is stopped. */
static int tell_nothing(const struct match_plan *plan, struct console *console) {
    console->stopped = plan->group > 1
                           ? "stopped before a whole group of games was over: no results"
                           : "stopped before a game was over: no results";
    return CLI_FAILED;
}

/* A seed that was drawn is told, so that the match can be played again. */
static void tell_seed(const struct order *order) {
    if (match_plan_repeats(&order->plan))
        printf("To play this match again: --seed %s\n", order->seed);
    else
        printf("The same luck again, but times decide the moves: --seed %s\n", order->seed);
}

/* Plays, and prints the results: if it was stopped, those so far. */
static int play(struct order *order, struct console *console) {
    struct match_result result;
    if (order->threads) console->system.host.threads = (int)order->threads;
    const char *wrong = match_run(&order->plan, &console->system.host, &result);
    console_clear(console);
    if (wrong) return cli_fail("%s", wrong);
    if (result.groups == 0) return tell_nothing(&order->plan, console);
    if (order->json) return print_json(&order->plan, &result);
    match_show(&order->plan, &result);
    if (order->seed == order->drawn) tell_seed(order);
    return CLI_FINE;
}

static int run_match(const struct cli_args *args) {
    struct order order = {.threads = 0};
    struct match_records records;
    struct console console;
    int status = read_order(args, &order);
    if (status < 0) status = match_records_open(&records, order.records, &order.plan);
    if (status >= 0) return status;
    if (order.records) {
        order.plan.tell = match_records_tell;
        order.plan.self = &records;
    }
    console_init(&console);
    status = match_records_close(&records, play(&order, &console));
    return console_release(&console, status);
}

static const struct tool_option options[] = {
    {"games", "N", "games of each agent, in whole groups; standard 100"},
    {"seed", "TEXT", "the seed of all luck; the same text gives the same match"},
    {"threads", "N", "games played at a time; as many as processors by default"},
    {"param", "PARAM=VALUE", "a param of the game; may be given several times"},
    {"acts", "N", "cut each game once a player has acted N times"},
    {"acts-per-tick", "K", "acts of a player from tick to tick; standard 4"},
    {"sprt", "ELO0,ELO1", "stop when a sequential test decides between the two"},
    {"records", "FILE", "write all games to FILE, a new file, one record a line"},
    {"json", NULL, "print the results as JSON"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_match = {
    .name = "match",
    .arguments = "GAME AGENT[:BUDGET] ... [PARAM=VALUE ...]",
    .summary = "let agents play many games and say which is stronger",
    .help = "A budget for each act is nodes as 200n, rollouts as 50r, or time as 10ms or 2s;\n"
            "without one it is 20000n. With nodes or rollouts the same seed gives the same\n"
            "results on any number of threads.\n\n"
            "After \u00b1 stands half the width of the 95 % interval. Points are counted against\n"
            "each opponent of a game: a winner gets one point from each loser, and two\n"
            "losers, or two winners, half a point each. Elo tells the part of the points that\n"
            "an agent has: +100 is 64 %, +400 is 91 %.\n\n"
            "Games come in groups that have the same luck, and in which every agent has every\n"
            "seat equally often. In a game for one player, each agent plays alone, a group is\n"
            "one game of each, and scores are compared with those of the first agent. In a\n"
            "game for two, each agent meets each other one. In a game for more, all agents\n"
            "play together; if they are fewer than the players, some take several seats. If\n"
            "the param players is not given, there are as many players as agents, where the\n"
            "game allows that: three agents of azul play at one table, and with players=2 a\n"
            "round robin of pairs.\n\n"
            "In real-time games each player in turn acts K times, or as often as it can, and\n"
            "then the clock ticks for all. A game of more than 20000 acts for each player is\n"
            "cut and counts as drawn; for who plays alone, one of a million acts, or of 20000\n"
            "in which the score was never higher than before. Where games last for hours,\n"
            "--acts says when they are cut. The scores so far count, so a mean is below that\n"
            "of whole games if scores only grow; between players a game that is cut is a\n"
            "draw.\n\n"
            "A sequential test of two agents takes H0, the first is ELO0 better, or H1, it is\n"
            "ELO1 better, each wrongly in 5 % of cases; it needs 16 groups or more. Ctrl-C\n"
            "ends a match early, with the results of the groups that are over.\n\n"
            "  tilewright match azul mcts:50ms greedy --games 1000\n"
            "  tilewright match falls greedy random --param players=1 --param viruses=20",
    .example = "{\"cmd\":\"match\",\"game\":\"azul\",\"agents\":[\"greedy\",\"random\"]}",
    .options = options,
    .operand_option = "param",
    .takes_params = true,
    .operands = CLI_AGENT_OPERANDS,
    .operands_min = 2,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_match,
};
