/* tilewright review: grades every move of a recorded game. */
#include "cli/review.h"
#include "cli/cli.h"
#include "cli/console.h"
#include "cli/records.h"
#include "cli/screen.h"
#include "play/game_file.h"
#include "play/player.h"
#include "tilewright.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENT, BUDGET, OBJECTIVE, ACTS_PER_TICK, SEED, THREADS, GAME, MOVES, ASCII, JSON };
enum { WRONG_BYTES = 1024, MOVE_BYTES = 2048 };
static const char standard_seed[] = "best";

struct order {
    const struct cli_args *args;
    struct session session;
    char played[GAME_FILE_PLAYED_BYTES];
    struct advice_query how;
    int threads;
};

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

static int load(struct order *order) {
    struct game_file file;
    char path[ARCHIVE_PATH_MAX];
    int number = 0, status = cli_count("game", order->args->values[GAME], INT_MAX, &number);
    if (status >= 0) return status;
    status =
        cli_game_file(&file, records_open(&file, order->args->operands[0], path) &&
                                 game_file_find(&file, number, rng_new(0, 0), &order->session));
    if (status < 0 && !file.is_record)
        status = cli_complain("%s must hold a record, not a state", file.name);
    memcpy(order->played, file.played, sizeof order->played);
    game_file_close(&file);
    return status;
}

/* Reads who is asked, for how long, and what counts. */
static int read_advisor(struct order *order) {
    char buffer[WRONG_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    const struct game *game = order->session.game;
    const char *const *values = order->args->values;
    struct player player = {.agent = player_standard(game)};
    bool fine =
        !values[AGENT] || player_read(game, values[AGENT], strlen(values[AGENT]), &player, &wrong);
    if (fine && values[BUDGET])
        fine = player_read_budget(values[BUDGET], strlen(values[BUDGET]), &player.budget, &wrong);
    if (fine && values[OBJECTIVE])
        fine = player_find_objective(player.agent, values[OBJECTIVE], strlen(values[OBJECTIVE]),
                                     &order->how.objective, &wrong);
    order->how.agent = player.agent;
    order->how.budget = player.budget;
    return fine ? -1 : cli_complain("%s", buffer);
}

static int read_options(struct order *order) {
    const char *const *values = order->args->values;
    const char *seed = values[SEED] ? values[SEED] : standard_seed;
    int status = read_advisor(order);
    if (status < 0)
        status = cli_count("acts-per-tick", values[ACTS_PER_TICK], ADVICE_ACTS_PER_TICK_MAX,
                           &order->how.acts_per_tick);
    if (status < 0)
        status = cli_count("threads", values[THREADS], HOST_THREADS_MAX, &order->threads);
    order->how.rng = rng_from_string(seed, strlen(seed));
    return status;
}

static int put_json(const struct review *review, void *state) {
    size_t capacity = TW_LINE_MAX + 1 + review->count * MOVE_BYTES;
    char *buffer = malloc(capacity);
    if (!buffer) return fail_memory();
    struct text out = text_over(buffer, capacity);
    json_open(&out, '{');
    review_json_put(review, state, &out);
    json_close(&out, '}');
    puts(buffer);
    free(buffer);
    return CLI_FINE;
}

static int put_words(const struct order *order, const struct review *review, void *state) {
    struct review_show show = {.review = review,
                               .ascii = order->args->values[ASCII] != NULL,
                               .every = order->args->values[MOVES] != NULL,
                               .state = state};
    screen_put_text(order->played);
    return review_show(&show) ? CLI_FINE : fail_memory();
}

/* Prints the review: if it was stopped, of the moves so far. */
static int put_review(const struct order *order, const struct review *review) {
    void *state = malloc(order->session.game->state_max);
    if (!state) return fail_memory();
    int status =
        order->args->values[JSON] ? put_json(review, state) : put_words(order, review, state);
    free(state);
    return status;
}

static int review(struct order *order, struct console *console) {
    struct review review;
    int status = CLI_FAILED;
    if (order->threads) console->system.host.threads = order->threads;
    const char *wrong = review_run(&order->session, &order->how, &console->system.host, &review);
    console_clear(console);
    if (wrong)
        status = cli_fail("%s", wrong);
    else if (review.count > 0 || review.all == 0)
        status = put_review(order, &review);
    review_release(&review);
    return status;
}

static int run_review(const struct cli_args *args) {
    struct order order = {.args = args};
    struct console console;
    int status = load(&order);
    if (status < 0) status = read_options(&order);
    if (status < 0) {
        console_init(&console);
        status = console_release(&console, review(&order, &console));
    }
    session_release(&order.session);
    return status;
}

static const struct tool_option options[] = {
    {"agent", "NAME", "who is asked, or NAME:BUDGET; 'tilewright games GAME' lists them"},
    {"budget", "BUDGET", "for each move: 200n nodes, 50r rollouts, 10ms or 2s; standard 1000000n"},
    {"objective", "NAME",
     "what counts, if the agent knows several: as game, the standard, or round"},
    {"acts-per-tick", "N", "moves that a player has from one tick of the clock to the next"},
    {"seed", "TEXT", "the seed of the search's luck; the same text gives the same answer"},
    {"threads", "N", "for agents that use several threads: how many; all processors if not given"},
    {"game", "N", "the game of a file of several, from 1; the last if not given"},
    {"moves", NULL, "list every move, not only the turning points"},
    {"ascii", NULL, "draw with plain characters"},
    {"json", NULL, "print JSON, as the protocol's answer"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_review = {
    .name = "review",
    .arguments = "RECORD",
    .summary = "grade every move of a recorded game",
    .help =
        "Reads a record as 'play --record' or 'match --records' writes it, '-' for the standard\n"
        "input, or the name or number of a game that 'records' lists. It asks an agent about each\n"
        "move: EXCELLENT if the best is at most 0.25 points\n"
        "better, GOOD (1), OKAY (2.5) or MISS. It draws how the game stood after each move: for "
        "two\n"
        "players the lead of player 1, for more the lead of each, for one the score that is\n"
        "expected, or in lines the chance of surviving. Then come the accuracy of each player and "
        "the turning points: moves that lost more\n"
        "than a point, or gave the lead away; at most 10, those that lost most first, where a lead "
        "given\n"
        "away, marked with a *, counts double.\n\n"
        "A move that loses d points has an accuracy of 100 * 2^(-d / 2.5) %; that of a player is "
        "the\n"
        "mean. Forced moves do not count. In real-time games every key is a move, and waiting is\n"
        "none. Ctrl-C ends the review, with the moves so far.\n\n"
        "  tilewright review game.jsonl\n"
        "  tilewright review 1 --budget 1s --moves     # the last game that was played\n"
        "  tilewright best game.jsonl --at 17           # more about move 17",
    .example = "{\"cmd\":\"review\",\"record\":{...},\"nodes\":100000}",
    .options = options,
    .operands = CLI_RECORD_OPERANDS,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_review,
};
