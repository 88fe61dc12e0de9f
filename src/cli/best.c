/* tilewright best: what to do in a state, and what another move is worth beside it. */
#include "cli/best.h"
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

enum { AGENT, BUDGET, OBJECTIVE, WHO, MOVE, ACTS_PER_TICK, SEED, THREADS, GAME, AT, JSON };
enum { WRONG_BYTES = 1024 };
enum { MEANINGS = 3 }; /* of ambiguous words, shown */
static const char standard_seed[] = "best";

struct best {
    const struct cli_args *args;
    struct session session;
    int last_of; /* games of the file, if the last was taken */
    bool at;     /* the position before a move of the record, this one: */
    struct event played;
    struct console console;
    struct advisor advisor;
};

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

/* Goes to the position before a move of the record. */
static int rewind_to(struct best *best, const struct game_file *file) {
    const char *name = file->name;
    int move = 0, status = cli_count("at", best->args->values[AT], INT_MAX, &move);
    if (status >= 0 || !move) return status;
    if (!file->is_record) return cli_complain("%s must hold a record for --at", name);
    best->at = session_rewind(&best->session, (size_t)move, &best->played);
    if (best->at) return -1;
    return cli_complain("--at must be the number of a move: %s has fewer than %d", name, move);
}

/* Reads the last game of the file, or the one of a number. */
static int load(struct best *best) {
    struct game_file file;
    char path[ARCHIVE_PATH_MAX];
    int number = 0, status = cli_count("game", best->args->values[GAME], INT_MAX, &number);
    if (status >= 0) return status;
    status = cli_game_file(&file, records_open(&file, best->args->operands[0], path) &&
                                      game_file_find(&file, number, rng_new(0, 0), &best->session));
    best->last_of = number ? 0 : file.found;
    if (status < 0) status = rewind_to(best, &file);
    game_file_close(&file);
    return status;
}

/* Makes the advisor that the options name. */
static int open_advisor(struct best *best) {
    char buffer[WRONG_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    const struct game *game = best->session.game;
    const char *name = best->args->values[AGENT];
    struct player player = {.agent = player_standard(game)};
    int status = cli_count("threads", best->args->values[THREADS], HOST_THREADS_MAX,
                           &best->console.system.host.threads);
    if (status >= 0) return status;
    if (name && !player_read(game, name, strlen(name), &player, &wrong))
        return cli_complain("%s", buffer);
    if (advisor_init(&best->advisor, game, player.agent, &best->console.system.host) < 0)
        return fail_memory();
    best->advisor.query.budget = player.budget;
    game_copy(game, best->advisor.query.state, best->session.state);
    return -1;
}

static int read_seat(struct best *best) {
    struct advice_query *query = &best->advisor.query;
    struct advice_fault fault;
    int player = 0, seats = query->game->shape(query->state).seats;
    int status = cli_count("who", best->args->values[WHO], seats, &player);
    if (status >= 0) return status;
    if (!player && best->at) player = best->played.who + 1;
    query->who = advice_find_seat(query, player - 1, &fault);
    if (query->who >= 0) return -1;
    int mover = game_mover(query->game, query->state);
    if (fault.reason == game_not_your_turn && mover >= 0 && mover < seats)
        return cli_complain("player %d is to move, not player %d", mover + 1, player);
    if (!player && mover < 0 && query->game->movers(query->state))
        return cli_complain("several players may move: --who must be given");
    return cli_complain("%s", fault.message);
}

static int read_budget(struct best *best) {
    char buffer[WRONG_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    const char *text = best->args->values[BUDGET];
    if (!text || player_read_budget(text, strlen(text), &best->advisor.query.budget, &wrong))
        return -1;
    return cli_complain("%s", buffer);
}

static int read_objective(struct best *best) {
    char buffer[WRONG_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    struct advice_query *query = &best->advisor.query;
    const char *name = best->args->values[OBJECTIVE];
    if (!name || player_find_objective(query->agent, name, strlen(name), &query->objective, &wrong))
        return -1;
    return cli_complain("%s", buffer);
}

/* Complains of words that mean several moves, and names some. */
static int complain_ambiguous(const struct best *best, const char *words, const action *acts,
                              int count) {
    char buffer[WRONG_BYTES];
    struct text names = text_over(buffer, sizeof buffer);
    for (int i = 0; i < count && i < MEANINGS; i++) {
        if (i) text_string(&names, i + 1 == count ? "' or '" : "', '");
        advisor_name(&best->advisor, acts[i], &names);
    }
    if (count <= MEANINGS) return cli_complain("'%s' could mean '%s'", words, buffer);
    return cli_complain("'%s' could mean '%s' or %d more", words, buffer, count - MEANINGS);
}

/* Without words, the user's move is the one that was played. */
static int take_played(struct best *best) {
    struct advice_query *query = &best->advisor.query;
    if (best->at && best->played.who == query->who)
        query->act = advice_find_act(query, best->played.act);
    return -1;
}

/* Finds the user's move. */
static int read_move(struct best *best) {
    struct advice_query *query = &best->advisor.query;
    const char *words = best->args->values[MOVE];
    action acts[MEANINGS] = {0};
    if (!words) return take_played(best);
    int count = game_find_acts(query->game, query->state, query->who, words, query->choices, acts,
                               MEANINGS);
    if (count > 1) return complain_ambiguous(best, words, acts, count);
    if (count == 0) {
        const char *code = game_why_not(query->game, query->state, query->who, words);
        if (code) return cli_complain("not '%s': %s", words, game_sentence(query->game, code));
        return cli_complain("'%s' is not a move of %s", words, query->game->name);
    }
    query->act = advice_find_act(query, acts[0]);
    if (query->act != AGENT_NO_ACT) return -1;
    return cli_complain("'%s' stands for several moves in a row: ask about one at a time", words);
}

static int read_options(struct best *best) {
    struct advice_query *query = &best->advisor.query;
    const char *seed = best->args->values[SEED] ? best->args->values[SEED] : standard_seed;
    int status = read_seat(best);
    if (status < 0) status = read_budget(best);
    if (status < 0) status = read_objective(best);
    if (status < 0)
        status = cli_count("acts-per-tick", best->args->values[ACTS_PER_TICK],
                           ADVICE_ACTS_PER_TICK_MAX, &query->acts_per_tick);
    if (status < 0) status = read_move(best);
    query->rng = rng_from_string(seed, strlen(seed));
    return status;
}

static int put_json(const struct best *best) {
    char *buffer = malloc(TW_LINE_MAX + 1);
    if (!buffer) return fail_memory();
    struct text out = text_over(buffer, TW_LINE_MAX + 1);
    json_open(&out, '{');
    advice_json_put(&best->advisor.query, &best->advisor.verdict, &out);
    json_close(&out, '}');
    puts(buffer);
    free(buffer);
    return CLI_FINE;
}

static int think(struct best *best) {
    struct advice_verdict *verdict = &best->advisor.verdict;
    advice_ask(&best->advisor.query, verdict);
    console_clear(&best->console);
    if (verdict->advice.hopeless) return cli_fail("%s", verdict->advice.hopeless);
    if (best->args->values[JSON]) return put_json(best);
    best_show(&best->advisor, best->last_of);
    return CLI_FINE;
}

static int run_best(const struct cli_args *args) {
    struct best best = {.args = args};
    int status = load(&best);
    if (status >= 0) {
        session_release(&best.session);
        return status;
    }
    console_init(&best.console);
    status = open_advisor(&best);
    if (status < 0) status = read_options(&best);
    if (status < 0) status = think(&best);
    advisor_release(&best.advisor);
    session_release(&best.session);
    return console_release(&best.console, status);
}

static const struct tool_option options[] = {
    {"agent", "NAME", "who is asked, or NAME:BUDGET; 'tilewright games GAME' lists them"},
    {"budget", "BUDGET",
     "how long, whatever NAME:BUDGET says: 200n nodes, 50r rollouts, 10ms or 2s; 4000000n if not "
     "given"},
    {"objective", "NAME",
     "what counts, if the agent knows several: as game, the standard, or round"},
    {"who", "N", "the player who asks, from 1; needed where several may move"},
    {"move", "WORDS", "a move to be graded, in words as at the prompt"},
    {"acts-per-tick", "N", "moves that a player has from one tick of the clock to the next"},
    {"seed", "TEXT", "the seed of the search's luck; the same text gives the same answer"},
    {"threads", "N", "for agents that use several threads: how many; all processors if not given"},
    {"game", "N", "the game of a file of several, from 1; the last if not given"},
    {"at", "N", "the position before move N of the record, and a grade for that move"},
    {"json", NULL, "print JSON, as the protocol's answer"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_best = {
    .name = "best",
    .arguments = "FILE",
    .summary = "find the best move in a state, and grade another",
    .help =
        "Reads a state, or a record, whose end is then meant: a file, '-' for the standard input, "
        "or the name\n"
        "or number of a game that 'records' lists. It asks an\n"
        "agent what to do: the best move, its value, the next best, and the play that is "
        "expected;\n"
        "in lines also what speaks for the move.\n"
        "With --move it grades that move: EXCELLENT if the best is at most 0.25 points "
        "better, GOOD\n"
        "(1), OKAY (2.5) or MISS. --at goes back to an earlier move of the record. Ctrl-C ends "
        "the search, and the best so far is printed.\n\n"
        "  tilewright best game.jsonl\n"
        "  tilewright best game.jsonl --budget 2s --move 'blue 4 2'",
    .example = "{\"cmd\":\"best\",\"state\":{...},\"nodes\":100000}",
    .options = options,
    .operands = CLI_RECORD_OPERANDS,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_best,
};
