/* tilewright play: on the screen where there is one, else at the prompt. And `tilewright` alone:
 * the menu. */
#include "cli/cli.h"
#include "cli/fullscreen.h"
#include "cli/play.h"
#include "cli/sitters.h"
#include "play/game_file.h"
#include "term/playing.h"
#include "term/screens.h"
#include "term/seats.h"
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* What to begin with. */
struct opening {
    struct table_setup setup;
    struct session session; /* to go on with; its game is NULL if a new one begins */
};

static void open_game(struct term *term, void *self) {
    struct opening *opening = self;
    opening->setup.tick_ms = term->config.tick_ms;
    opening->setup.speeds_up = term->config.speeds_up;
    if (opening->session.game)
        playing_open_with(term, &opening->setup, &opening->session);
    else
        playing_open(term, &opening->setup);
}

static void open_menu(struct term *term, void *self) {
    (void)self;
    term_open_menu(term);
}

static struct fullscreen how_of(const struct cli_args *args) {
    return (struct fullscreen){.no_record = args->values[PLAY_NO_RECORD] != NULL,
                               .tick = args->values[PLAY_TICK],
                               .speedup = args->values[PLAY_SPEEDUP] != NULL};
}

static int run_menu(const struct cli_args *args) {
    struct fullscreen how = how_of(args);
    how.open = open_menu;
    return fullscreen_run(&how);
}

/* Reads the game to go on with. */
static int load(const struct cli_args *args, struct opening *opening) {
    struct game_file file;
    int number = 0, status = cli_count("game", args->values[PLAY_GAME], INT_MAX, &number);
    if (status >= 0) return status;
    status = cli_game_file(
        &file, game_file_open(&file, args->values[PLAY_FROM]) &&
                   game_file_find(&file, number, opening->setup.rng, &opening->session));
    game_file_close(&file);
    opening->setup.game = opening->session.game;
    if (status < 0 && session_settle(&opening->session) < 0)
        status = cli_fail("there is not enough memory");
    return status;
}

static int begin(const struct cli_args *args, struct opening *opening) {
    struct table_setup *setup = &opening->setup;
    int status = cli_game(args->operands[0], &setup->game);
    if (status >= 0) return status;
    status = cli_params(setup->game, args->operands + 1, args->count - 1, setup->params);
    sitters_count(setup->game, args->operands + 1, args->count - 1, args->values[PLAY_VS],
                  args->values[PLAY_SEATING], setup->params);
    return status;
}

static int run_game(const struct cli_args *args) {
    char seed[CLI_SEED_BYTES];
    struct fullscreen how = how_of(args);
    struct opening opening = {.session = {.game = NULL}};
    struct table_setup *setup = &opening.setup;
    setup->rng = cli_luck(args->values[PLAY_SEED], seed, sizeof seed);
    setup->record = args->values[PLAY_RECORD];
    int status = args->values[PLAY_FROM] ? load(args, &opening) : begin(args, &opening);
    if (status < 0) {
        const struct session *session = &opening.session;
        int count = session->game ? session->game->shape(session->state).seats
                                  : seats_count(setup->game, setup->params);
        status =
            sitters_read(setup, count, args->values[PLAY_VS], args->values[PLAY_SEATING], true);
    }
    how.open = open_game;
    how.self = &opening;
    if (status < 0) return fullscreen_run(&how);
    session_release(&opening.session);
    return status;
}

int play_screen_run(const struct cli_args *args) {
    return args->count || args->values[PLAY_FROM] ? run_game(args) : run_menu(args);
}

static int check(const struct cli_args *args) {
    if (args->values[PLAY_FROM] && args->count)
        return cli_complain("--from must stand without a GAME: the file says which it is");
    if (args->values[PLAY_GAME] && !args->values[PLAY_FROM])
        return cli_complain("--game must be used with --from: it chooses a game of that file");
    if (args->values[PLAY_RECORD] && access(args->values[PLAY_RECORD], F_OK) == 0)
        return cli_complain("%s exists; --record must name a new file", args->values[PLAY_RECORD]);
    if (args->values[PLAY_RECORD] && args->values[PLAY_NO_RECORD])
        return cli_complain("--record and --no-record must not be used together");
    return -1;
}

static int run_play(const struct cli_args *args) {
    bool piped = args->values[PLAY_FROM] && strcmp(args->values[PLAY_FROM], "-") == 0;
    int status = check(args);
    if (status >= 0) return status;
    if (args->values[PLAY_PLAIN] || !fullscreen_fits(piped)) return play_at_prompt(args);
    return play_screen_run(args);
}

static const struct tool_option options[] = {
    [PLAY_SEED] = {"seed", "TEXT",
                   "the seed of the game's luck; the same text gives the same game"},
    [PLAY_VS] = {"vs", "AGENT",
                 "who plays against you: an agent, or one for each other seat, "
                 "separated by commas"},
    [PLAY_SEATING] = {"seats", "LIST", "who sits where: 'me' or an agent for each seat"},
    [PLAY_FROM] = {"from", "FILE", "go on with the last game in FILE, a record or a state"},
    [PLAY_GAME] = {"game", "N", "with --from: the game of that number, from 1, not the last"},
    [PLAY_RECORD] = {"record", "FILE", "write the record to FILE, a new file, as the game goes on"},
    [PLAY_NO_RECORD] = {"no-record", NULL, "keep no record"},
    [PLAY_TICK] = {"tick", "MS", "milliseconds from row to row, in real time; standard 400"},
    [PLAY_SPEEDUP] = {"speedup", NULL, "the clock gets faster as the game goes on"},
    [PLAY_PLAIN] = {"plain", NULL, "play at a prompt, line by line, also in a terminal"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_play = {
    .name = "play",
    .arguments = "[GAME [PARAM=VALUE ...]]",
    .summary = "play a game, alone, against agents or each other",
    .help =
        "Fills the screen: the arrows or the mouse choose a move, Enter plays it, h asks for a\n"
        "hint (in lines H), u takes back, ? shows all keys. Without GAME it opens the menu. A "
        "param "
        "may be\n"
        "given as players=3 or as --players 3; 'tilewright games GAME' lists the params and "
        "the\n"
        "agents. AGENT may have a budget: coach:200ms. On the screen, games are recorded; see "
        "'tilewright\n"
        "records'. Keys and colours are set in a file; see 'tilewright config'.\n\n"
        "With --plain, or where there is no terminal, it prints the board and reads moves\n"
        "in words; the beginnings of words are enough: 'blue 4 2' in azul. Several moves\n"
        "may stand in a line, separated by commas; 'help' at the prompt tells more.\n\n"
        "  tilewright play azul --vs coach:500ms\n"
        "  tilewright play azul --seats me,me,greedy --players 3\n"
        "  tilewright play falls --players 4 --vs steady --tick 300\n"
        "  tilewright play slide --rows 3 --cols 3 --seed monday --record game.jsonl\n"
        "  tilewright play --from game.jsonl",
    .options = options,
    .takes_params = true,
    .operands = CLI_GAME_OPERANDS,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_play,
};
