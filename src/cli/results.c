/* tilewright results: what a server kept in its database. It only reads, also while a server
 * writes. */
#include "cli/results.h"
#include "cli/cli.h"
#include "play/archive.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DB, JSON, SEAT };
enum { WRONG_BYTES = ARCHIVE_PATH_MAX + STORE_WRONG_BYTES };

/* Opens the database. Returns -1, or the exit status after a complaint, here and below. */
static int open_store(const struct cli_args *args, struct store **store) {
    char standard[ARCHIVE_PATH_MAX], words[WRONG_BYTES];
    struct text wrong = text_over(words, sizeof words);
    const char *path = args->values[DB];
    if (!path && !store_path(standard, sizeof standard))
        return cli_fail("there is no folder for the database: HOME or XDG_DATA_HOME must be set");
    if (!path && access(standard, F_OK) < 0)
        return cli_complain("there is no database %s: no server has kept a game there; --db names "
                            "another",
                            standard);
    *store = store_open_to_read(path ? path : standard, &wrong);
    return *store ? -1 : cli_complain("%s", words);
}

/* Waits for the answer to what was asked. */
static int take_answer(struct store *store, bool asked, struct store_answer **answer) {
    *answer = asked ? store_wait(store) : NULL;
    if (!*answer) return cli_fail("there is not enough memory");
    if (!(*answer)->wrong[0]) return -1;
    int status = cli_fail("%s", (*answer)->wrong);
    store_drop(*answer);
    *answer = NULL;
    return status;
}

static int run_top(struct store *store, const struct cli_args *args) {
    struct store_answer *answer;
    const char *game = args->operands[1];
    int status = take_answer(store, store_ask_top(store, 0, game, STORE_TOP_MAX), &answer);
    if (status >= 0) return status;
    if (answer->count || args->values[JSON])
        results_show_ratings(answer, args->values[JSON] != NULL);
    else
        cli_say("Nobody has a rating in %s yet: games of two and more are rated.", game);
    store_drop(answer);
    return CLI_FINE;
}

static int run_player(struct store *store, const struct cli_args *args) {
    struct store_answer *answer;
    const char *name = args->operands[1];
    int status = take_answer(store, store_ask_history(store, 0, name, STORE_HISTORY_MAX), &answer);
    if (status >= 0) return status;
    if (answer->count || args->values[JSON])
        results_show_ratings(answer, args->values[JSON] != NULL);
    else
        cli_say("There is no rated game of '%s'.", name);
    store_drop(answer);
    return CLI_FINE;
}

static int run_recent(struct store *store, const struct cli_args *args) {
    struct store_answer *answer;
    const char *game = args->count > 1 ? args->operands[1] : "";
    int status = take_answer(store, store_ask_recent(store, 0, game, STORE_RECENT_MAX), &answer);
    if (status >= 0) return status;
    if (answer->count || args->values[JSON])
        results_show_games(answer, args->values[JSON] != NULL);
    else
        cli_say("No game%s%s is kept yet.", *game ? " of " : "", game);
    store_drop(answer);
    return CLI_FINE;
}

static bool read_id(const char *from, int64_t *id) {
    if (!*from || strspn(from, "0123456789") != strlen(from)) return false;
    errno = 0;
    *id = strtoll(from, NULL, 10);
    return !errno && *id > 0;
}

/* Chooses whose record it is, from 0. */
static int choose_seat(const struct cli_args *args, const struct store_game *game, int *seat) {
    *seat = 1;
    if (args->values[SEAT] && !game->race)
        return cli_complain("--seat is for races; this game has one record for all");
    int status = cli_count("seat", args->values[SEAT], game->seats_count, seat);
    --*seat;
    return status;
}

static int run_record(struct store *store, const struct cli_args *args) {
    struct store_answer *answer;
    int64_t id;
    int seat;
    if (!read_id(args->operands[1], &id))
        return cli_complain("ID must be a whole number from 1, not '%s'", args->operands[1]);
    int status = take_answer(store, store_ask_record(store, 0, id), &answer);
    if (status >= 0) return status;
    if (!answer->game.id)
        status =
            cli_complain("there is no game %s; see 'tilewright results recent'", args->operands[1]);
    if (status < 0) status = choose_seat(args, &answer->game, &seat);
    if (status < 0) status = results_record_put(&answer->game, seat);
    store_drop(answer);
    return status;
}

static const struct doing {
    const char *name, *needs;
    bool game;    /* its operand is a game */
    int min, max; /* operands, with its name */
    int (*run)(struct store *store, const struct cli_args *args);
} doings[] = {
    {"top", "top needs a GAME", true, 2, 2, run_top},
    {"player", "player needs a NAME", false, 2, 2, run_player},
    {"recent", "recent takes one GAME, or none", true, 0, 2, run_recent},
    {"record", "record needs the ID of a game", false, 2, 2, run_record},
};

static const struct doing *find_doing(const char *name) {
    for (size_t i = 0; i < sizeof doings / sizeof *doings; i++)
        if (strcmp(doings[i].name, name) == 0) return &doings[i];
    return NULL;
}

static int run_results(const struct cli_args *args) {
    const struct doing *doing = find_doing(args->count ? args->operands[0] : "recent");
    const struct game *game;
    struct store *store;
    if (!doing)
        return cli_complain("results must be followed by top, player, recent or record, not '%s'",
                            args->operands[0]);
    if (args->count < doing->min || args->count > doing->max)
        return cli_complain("%s; see 'tilewright results --help'", doing->needs);
    if (args->values[SEAT] && doing->run != run_record)
        return cli_complain("--seat is for 'results record' alone");
    int status = doing->game && args->count > 1 ? cli_game(args->operands[1], &game) : -1;
    if (status < 0) status = open_store(args, &store);
    if (status >= 0) return status;
    status = doing->run(store, args);
    store_close(store);
    return status;
}

static const struct tool_option options[] = {
    {"db", "FILE", "the database, if it is not the standard one"},
    {"json", NULL, "print a line of JSON for each line"},
    {"seat", "N", "whose record of a race, from 1"},
    {NULL, NULL, NULL},
};
static const char *const verbs[] = {"top", "player", "recent", "record", NULL};

const struct cli_command cli_results = {
    .name = "results",
    .arguments = "[top GAME | player NAME | recent [GAME] | record ID]",
    .summary = "show what a server kept: ratings, players, games",
    .help =
        "'serve' keeps every finished game in a database, below XDG_DATA_HOME or ~/.local/share. "
        "This reads it, also while the server runs, and changes nothing. 'recent' lists the "
        "last games with their numbers; 'top' lists the best players of a game; 'player' tells "
        "how somebody's rating went, game by game; 'record' prints a game as 'replay', 'watch' "
        "and 'review' read it.\n\n"
        "A rating is a strength by Glicko-2: newcomers have 1500, and the number behind it says "
        "how far off it may well be. The top list goes by what is sure, the rating less that "
        "number: a single lucky game leads nobody to the top. Agents are rated, "
        "too. A game of one alone, or one that was ended early, is kept but not rated.\n\n"
        "  tilewright results\n"
        "  tilewright results top falls\n"
        "  tilewright results player Anna --json\n"
        "  tilewright results record 17 | tilewright replay -\n"
        "  tilewright results record 18 --seat 2 > race.jsonl",
    .options = options,
    .operands = CLI_RESULT_OPERANDS,
    .first_words = verbs,
    .operands_max = 2,
    .run = run_results,
};
