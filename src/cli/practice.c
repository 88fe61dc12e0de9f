/* tilewright practice: on the screen where there is one, else in lines. */
#include "cli/practice.h"
#include "cli/cli.h"
#include "cli/fullscreen.h"
#include "game/tool.h"
#include "play/player.h"
#include "term/practising.h"
#include "term/screens.h"
#include <stdio.h>
#include <string.h>

enum { STAGE, THEME, DIFFICULTY, SEED, BUDGET, PLAIN };
enum { NAME_BYTES = 48, WRONG_BYTES = 512, MILLISECONDS = 1000 };

struct order {
    const struct cli_args *args;
    struct practice_setup setup;
    struct budget budget;
    char seed[PRACTICE_SEED_BYTES];
    char names[PRACTICE_OPTIONS_MAX][NAME_BYTES];
};

/* Adds an option for the tool that makes positions. */
static int add_option(struct order *order, const char *name, size_t length, const char *value) {
    struct practice_setup *setup = &order->setup;
    int at = setup->options_count;
    if (at == PRACTICE_OPTIONS_MAX) return cli_complain("there are too many options");
    if (length >= NAME_BYTES) return cli_complain("'%s' must be shorter", name);
    snprintf(order->names[at], NAME_BYTES, "%.*s", (int)length, name);
    setup->options[at].name = order->names[at];
    setup->options[at].value = value;
    setup->options_count++;
    return -1;
}

/* Reads "name=value" operands: for the tool that makes positions, else params of the game. */
static int read_operands(struct order *order) {
    const struct cli_args *args = order->args;
    const struct game *game = order->setup.game;
    if (!practice_tool(game))
        return cli_params(game, args->operands + 1, args->count - 1, order->setup.params);
    for (int i = 1, status; i < args->count; i++) {
        const char *operand = args->operands[i], *equals = strchr(operand, '=');
        if (!equals) return cli_complain("'%s' must be NAME=VALUE", operand);
        status = add_option(order, operand, (size_t)(equals - operand), equals + 1);
        if (status >= 0) return status;
    }
    return -1;
}

static int read_options(struct order *order) {
    static const char *const names[] = {[STAGE] = "stage", "theme", "difficulty"};
    char wrong[WRONG_BYTES];
    struct text text = text_over(wrong, sizeof wrong);
    const char *const *values = order->args->values, *budget = values[BUDGET];
    int status = -1;
    for (int i = STAGE; i <= DIFFICULTY && status < 0; i++)
        if (values[i]) status = add_option(order, names[i], strlen(names[i]), values[i]);
    if (status >= 0) return status;
    if (values[SEED] && strlen(values[SEED]) >= PRACTICE_SEED_BYTES)
        return cli_complain("--seed must have fewer than %d bytes", (int)PRACTICE_SEED_BYTES);
    cli_luck(values[SEED], order->seed, sizeof order->seed);
    if (values[SEED]) snprintf(order->seed, sizeof order->seed, "%s", values[SEED]);
    order->setup.seed = order->seed;
    if (budget && !player_read_budget(budget, strlen(budget), &order->budget, &text))
        return cli_complain("%s", wrong);
    return -1;
}

/* Finds out whether the game can be practised so, before the screen is taken. */
static int check(const struct order *order) {
    const struct host host = {.threads = 1};
    struct practice practice;
    const char *wrong = practice_init(&practice, &order->setup, &host);
    int status = wrong ? cli_complain("%s", wrong) : -1;
    practice_release(&practice);
    return status;
}

static void open_practice(struct term *term, void *self) {
    const struct order *order = self;
    if (order->args->values[BUDGET])
        practising_open(term, &order->setup, order->budget);
    else
        term_open_practice(term, &order->setup);
}

static int run_practice(const struct cli_args *args) {
    struct order order = {.args = args, .budget = {.milliseconds = MILLISECONDS}};
    struct fullscreen how = {.open = open_practice, .self = &order};
    int status = cli_game(args->operands[0], &order.setup.game);
    if (status >= 0) return status;
    game_standard(order.setup.game, order.setup.params);
    status = read_operands(&order);
    if (status < 0) status = read_options(&order);
    if (status < 0) status = check(&order);
    if (status >= 0) return status;
    if (args->values[PLAIN] || !fullscreen_fits(false))
        return practice_lines_run(&order.setup, order.budget);
    return fullscreen_run(&how);
}

static const struct tool_option options[] = {
    [STAGE] = {"stage", "NAME", "when in a round, where the game has that: early, mid or late"},
    [THEME] = {"theme", "NAME", "what it is about, where the game has that: as floor or denial"},
    [DIFFICULTY] = {"difficulty", "NAME", "easy, medium or hard, where the game has that"},
    [SEED] = {"seed", "TEXT", "the seed of the positions; the same text asks the same questions"},
    [BUDGET] = {"budget", "BUDGET",
                "of the coach for an answer: 200n nodes, 50r rollouts, 10ms or 2s; standard 1s"},
    [PLAIN] = {"plain", NULL, "ask line by line, also in a terminal"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_practice = {
    .name = "practice",
    .arguments = "GAME [NAME=VALUE ...]",
    .summary = "find the best move, with a coach that grades yours",
    .help = "Shows a position and asks what you would play. The coach grades your move, marks "
            "the best\n"
            "one beside it, tells why, and plays the line that follows, step by step. At the end "
            "it sums up\n"
            "your grades. EXCELLENT is at most 0.25 points worse than the best move, GOOD 1, "
            "OKAY 2.5.\n\n"
            "NAME=VALUE is what the game's tool 'scenario' takes, or a param of a game that has "
            "no such\n"
            "tool. With --plain, or where there is no terminal, it prints the board and reads a "
            "move in\n"
            "words: 'help' tells more.\n\n"
            "  tilewright practice azul --stage mid --seed monday\n"
            "  tilewright practice slide rows=3 cols=3 length=20\n"
            "  tilewright practice lines\n"
            "  echo 'blue 4 2' | tilewright practice azul --seed monday",
    .options = options,
    .takes_params = true,
    .operands = CLI_SCENARIO_OPERANDS,
    .operands_min = 1,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_practice,
};
