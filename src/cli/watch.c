/* tilewright watch: a recorded game on the screen, or agents that play. */
#include "cli/cli.h"
#include "cli/fullscreen.h"
#include "cli/records.h"
#include "play/game_file.h"
#include "term/screens.h"
#include "term/seats.h"
#include "term/watching.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GAME, SPEED, LIVE, VS, SEED, RECORD };
enum { WRONG_BYTES = 512, SEED_BYTES = 64 };

struct watch {
    struct game_file file;
    struct session session;
    struct table_setup setup;
    double speed;
};

static int read_speed(const char *from, double *speed) {
    char *end;
    *speed = 1;
    if (!from) return -1;
    *speed = strtod(from, &end);
    if (end != from && !*end && *speed >= WATCHING_SLOWEST && *speed <= WATCHING_FASTEST) return -1;
    return cli_complain("--speed must be a number from 0.25 to 16, not '%s'", from);
}

static int check_terminal(bool reads_input, const char *instead) {
    if (fullscreen_fits(reads_input)) return -1;
    return cli_complain("watch needs a terminal; %s", instead);
}

static int check_options(const struct cli_args *args) {
    static const int live_only[] = {VS, SEED, RECORD};
    static const char *const names[] = {"vs", "seed", "record"};
    bool live = args->values[LIVE];
    for (size_t i = 0; !live && i < sizeof live_only / sizeof *live_only; i++)
        if (args->values[live_only[i]])
            return cli_complain("--%s must be used with --live", names[i]);
    if (live && args->values[GAME])
        return cli_complain("--game is for records; with --live, GAME is the operand");
    if (!live && args->count > 1)
        return cli_complain("watch takes one RECORD; with --live, a GAME and its params");
    return -1;
}

static void open_replay(struct term *term, void *self) {
    struct watch *watch = self;
    const char *names[SEATS_MAX];
    for (int seat = 0; seat < SEATS_MAX; seat++) names[seat] = watch->file.names[seat];
    term_open_watch(term, &watch->session, names);
    watch->session = (struct session){.game = NULL};
    if (!term_is_done(term)) watching_set_speed(term, watch->speed);
}

static int watch_record(struct watch *watch, const struct cli_args *args) {
    char path[ARCHIVE_PATH_MAX];
    int number = 0, status = cli_count("game", args->values[GAME], INT_MAX, &number);
    const char *asked = args->operands[0];
    if (status < 0)
        status = check_terminal(strcmp(asked, "-") == 0, "'replay' tells a game in words");
    if (status >= 0) return status;
    struct fullscreen how = {
        .reads_input = strcmp(asked, "-") == 0, .open = open_replay, .self = watch};
    bool fine = records_open(&watch->file, asked, path) &&
                game_file_find(&watch->file, number, rng_new(0, 0), &watch->session);
    status = cli_game_file(&watch->file, fine);
    if (status < 0) status = fullscreen_run(&how);
    session_release(&watch->session);
    game_file_close(&watch->file);
    return status;
}

static int count_names(const char *list) {
    int count = 1;
    for (; *list; list++) count += *list == ',';
    return count;
}

/* Seats one agent for all, or one each. */
static int seat_agents(struct table_setup *setup, int seats, const char *list) {
    int names = count_names(list);
    if (names != 1 && names != seats)
        return cli_complain("--vs must name one agent, or %d, one for each seat", seats);
    for (int seat = 0; seat < seats; seat++) {
        char wrong[WRONG_BYTES];
        struct text text = text_over(wrong, sizeof wrong);
        size_t length = strcspn(list, ",");
        if (!player_read(setup->game, list, length, &setup->seats[seat].player, &text))
            return cli_complain("%s", wrong);
        if (names > 1) list += length + (list[length] == ',');
    }
    return -1;
}

static void open_live(struct term *term, void *self) {
    struct watch *watch = self;
    watch->setup.tick_ms = term->config.tick_ms;
    watch->setup.speeds_up = term->config.speeds_up;
    term_open_live(term, &watch->setup);
    if (!term_is_done(term)) watching_set_speed(term, watch->speed);
}

static int watch_live(struct watch *watch, const struct cli_args *args) {
    struct table_setup *setup = &watch->setup;
    char seed[SEED_BYTES];
    int status = cli_game(args->operands[0], &setup->game);
    if (status < 0)
        status = cli_params(setup->game, args->operands + 1, args->count - 1, setup->params);
    if (status >= 0) return status;
    int seats = seats_count(setup->game, setup->params);
    if (seats < 0) return cli_fail("there is not enough memory");
    const char *agents = args->values[VS] ? args->values[VS] : player_standard(setup->game)->name;
    status = seat_agents(setup, seats, agents);
    if (status < 0) status = check_terminal(false, "'match' lets agents play without one");
    if (status >= 0) return status;
    seats_name(setup, seats);
    setup->rng = cli_luck(args->values[SEED], seed, sizeof seed);
    setup->record = args->values[RECORD];
    return fullscreen_run(&(struct fullscreen){.open = open_live, .self = watch});
}

static int run_watch(const struct cli_args *args) {
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch) return cli_fail("there is not enough memory");
    int status = check_options(args);
    if (status < 0) status = read_speed(args->values[SPEED], &watch->speed);
    if (status < 0)
        status = args->values[LIVE] ? watch_live(watch, args) : watch_record(watch, args);
    free(watch);
    return status;
}

static const struct tool_option options[] = {
    {"game", "N", "which game of a file of several, from 1; else the last"},
    {"speed", "X", "from 0.25 to 16; 1 is the pace of play"},
    {"live", NULL, "let agents play a GAME, in place of a record"},
    {"vs", "AGENTS", "who plays: one NAME[:BUDGET] for all seats, or one each, as coach,greedy"},
    {"seed", "TEXT", "of the game that agents play"},
    {"record", "FILE", "record it in a new file"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_watch = {
    .name = "watch",
    .arguments = "RECORD | --live GAME [PARAM=VALUE...]",
    .summary = "watch a recorded game, or agents that play",
    .help =
        "Shows a game on the whole screen: it runs by itself, can be stopped and stepped through, "
        "and anybody can play on from any move. A RECORD is a file, '-' for the standard input, or "
        "the name or number of a game that 'records' lists. With --live, agents play.\n\n"
        "  tilewright watch game.jsonl\n"
        "  tilewright watch 1 --speed 4\n"
        "  tilewright watch --live falls players=4 --vs sharp,steady,casual,novice\n\n"
        "Keys: Space stops and starts, the arrows step, Home and End and the page keys go further, "
        "g goes to a move, + and - or a digit set the speed, p plays on from here, v reviews the "
        "game, q leaves.",
    .options = options,
    .takes_params = true,
    .operands = CLI_RECORD_OPERANDS,
    .operands_min = 1,
    .operands_max = 1 + PARAMS_MAX,
    .run = run_watch,
};
