/* The program's frame: subcommands as data, and what they share. A subcommand is a file with one of
 * the tables below, and a line in main.c; help, checks and shell completion follow from the table.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "game/game.h"
#include "game/tool.h"
#include <stdbool.h>
#include <stddef.h>

enum { CLI_OPTIONS_MAX = TOOL_OPTIONS_MAX, CLI_OPERANDS_MAX = TOOL_OPERANDS_MAX };
/* Exit statuses; CLI_SIGNAL plus its number if a signal ended the work, as shells say it. */
enum { CLI_FINE = TOOL_FINE, CLI_FAILED = TOOL_FAILED, CLI_USAGE = TOOL_USAGE, CLI_SIGNAL = 128 };

/* What the words after the options are: for completion, and to know how many may come. */
enum cli_operands {
    CLI_NO_OPERANDS,
    CLI_GAME_OPERANDS,
    CLI_FILE_OPERANDS,
    CLI_COMMAND_OPERANDS,
    CLI_SHELL_OPERANDS
};

struct cli_args {
    const char *values[CLI_OPTIONS_MAX]; /* by the option's place in its table; NULL if not given */
    const char *operands[CLI_OPERANDS_MAX];
    int count;
};

struct cli_command {
    const char *name, *arguments, *summary;
    const char *help;                  /* some sentences, and examples */
    const char *example;               /* optional: a request of the protocol that does it */
    const struct tool_option *options; /* ended by a NULL name */
    enum cli_operands operands;
    int operands_min, operands_max;
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
/* A file whole, with a NUL added, or the standard input for "-"; NULL with errno. */
char *cli_read_file(const char *name, size_t *length);
/* Runs a game's tool, by "GAME TOOL ...", or by "TOOL ..." where only one game has it; "GAME" alone
 * lists them. -1 if there is none. */
int cli_tool(int argc, char **argv);
/* Shows the page of a tool, or of a game. -1 if there is none. */
int cli_help_tool(int count, const char *const *operands);
/* The tools of all games, a line each, their names as wide as this; and how wide that must be. */
void cli_list_tools(int width);
int cli_tools_width(void);
/* The generator of --seed, or of a seed made up now; the words go to `seed`. */
struct rng cli_luck(const char *given, char *seed, size_t capacity);

#endif
