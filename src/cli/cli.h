/* The program's frame: subcommands as data, and what they share. A subcommand is a file with one of
 * the tables below, and a line in main.c; help, checks and shell completion follow from the table.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "game/game.h"
#include <stdbool.h>
#include <stddef.h>

enum { CLI_OPTIONS_MAX = 8, CLI_WORDS_MAX = 64 };
enum { CLI_FINE = 0, CLI_FAILED = 1, CLI_USAGE = 2 }; /* exit statuses */

struct cli_option {
    const char *name;  /* without the dashes */
    const char *value; /* what it takes, in capitals; NULL for a switch */
    const char *meaning;
};

/* What the words after the options are: for completion, and to know how many may come. */
enum cli_words { CLI_NO_WORDS, CLI_GAME_WORDS, CLI_FILE_WORDS, CLI_COMMAND_WORDS, CLI_SHELL_WORDS };

struct cli_args {
    const char *values[CLI_OPTIONS_MAX]; /* by the option's place in its table; NULL if not given */
    const char *words[CLI_WORDS_MAX];
    int count;
};

struct cli_command {
    const char *name, *arguments, *summary;
    const char *help;                 /* some sentences, and examples */
    const struct cli_option *options; /* ended by a NULL name */
    enum cli_words words;
    int words_min, words_max;
    int (*run)(const struct cli_args *args);
};

extern const struct cli_command *const cli_commands[]; /* NULL-ended */
const struct cli_command *cli_find(const char *name);

/* Takes the command line apart; -1 to go on, else the exit status (help was asked for, or it was
 * bad). */
int cli_parse(const struct cli_command *command, int argc, char **argv, struct cli_args *args);
void cli_help(const struct cli_command *command);

/* One line on standard error, "tilewright: ...", and CLI_USAGE, to be returned. */
int cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for what went wrong outside: CLI_FAILED. */
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A game and its params from words like "slide rows=3 cols=5"; -1, or an exit status. */
int cli_game(const char *name, const struct game **game);
int cli_params(const struct game *game, const char *const *words, int count,
               int params[PARAMS_MAX]);
/* The generator of --seed, or of a seed made up now; the words go to `seed`. */
struct rng cli_luck(const char *given, char *seed, size_t room);

#endif
