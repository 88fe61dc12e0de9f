/* The program: subcommands as tables, and what they share. A subcommand is a file with a struct
 * cli_command, and a line in main.c; help, checks and shell completion follow from the table. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "game/game.h"
#include "game/tool.h"
#include <stdbool.h>
#include <stddef.h>

enum { CLI_OPTIONS_MAX = TOOL_OPTIONS_MAX, CLI_OPERANDS_MAX = TOOL_OPERANDS_MAX };
enum { CLI_PARAM_BYTES = 64 };
/* Exit statuses; CLI_SIGNAL plus a signal's number if that stopped the work, as in shells. */
enum { CLI_FINE = TOOL_FINE, CLI_FAILED = TOOL_FAILED, CLI_USAGE = TOOL_USAGE, CLI_SIGNAL = 128 };

/* What the operands are, for completion. */
enum cli_operands {
    CLI_NO_OPERANDS,
    CLI_GAME_OPERANDS,     /* a game, then its params */
    CLI_AGENT_OPERANDS,    /* of a game that comes first; and its params */
    CLI_SCENARIO_OPERANDS, /* a game, then what its positions are made from */
    CLI_FILE_OPERANDS,
    CLI_RECORD_OPERANDS, /* a file or a recorded game; with the option "live" a game, then params */
    CLI_RESULT_OPERANDS, /* a game after "top" or "recent" */
    CLI_COMMAND_OPERANDS
};

struct cli_args {
    const char *values[CLI_OPTIONS_MAX]; /* by the option's index; NULL if not given */
    const char *operands[CLI_OPERANDS_MAX];
    int count;
    char params[PARAMS_MAX][CLI_PARAM_BYTES]; /* those given as options; operands point here */
    int params_count;
};

struct cli_command {
    const char *name, *arguments, *summary;
    const char *help;                  /* some sentences and examples, which are indented */
    const char *example;               /* optional: the same as a request of the protocol */
    const struct tool_option *options; /* ended by a NULL name */
    const char *operand_option; /* optional: an option whose value, NAME=VALUE, is an operand, so
                                 * that it may be given several times */
    bool takes_params; /* a game and its params are among the operands: "--rows 3" is "rows=3" */
    enum cli_operands operands;
    const char *const *first_words; /* optional: what the first operand may be, NULL-ended */
    int operands_min, operands_max;
    int (*run)(const struct cli_args *args);
};

extern const struct cli_command *const cli_commands[]; /* NULL-ended */
const struct cli_command *cli_find(const char *name);

/* Parses the command line. Returns -1 to go on, else the exit status: help was asked for, or the
 * command line is wrong. */
int cli_parse(const struct cli_command *command, int argc, char **argv, struct cli_args *args);
void cli_help(const struct cli_command *command);

/* Prints one line on standard error, "tilewright: ...". Names and texts from outside may be in it:
 * all is printed by text_printable, and cut if very long. Returns CLI_USAGE. */
int cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for failures that are not the user's. Returns CLI_FAILED. */
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints one line on standard output, likewise. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Find a game by name, and read its params from operands like "rows=3". Return -1, or the exit
 * status after a complaint, here and below. */
int cli_game(const char *name, const struct game **game);
int cli_params(const struct game *game, const char *const *operands, int count,
               int params[PARAMS_MAX]);
/* Reads the value of an option, a whole number from 1 to `most`, or from 1 on if that is INT_MAX;
 * it stays as it is if not given. */
int cli_count(const char *option, const char *from, int most, int *count);
/* Reads a whole file, or standard input for "-". The text ends with a NUL; the caller frees it. */
int cli_read_file(const char *name, char **text, size_t *length);
/* Complains of a file of games, unless what was done with it went fine. */
struct game_file;
int cli_game_file(const struct game_file *file, bool fine);
/* Runs a game's tool: "GAME TOOL ...", or "TOOL ..." if only one game has it. "GAME" alone lists
 * them. Returns the exit status, or -1 if there is no such tool. */
int cli_tool(int argc, char **argv);
/* Shows the page of a tool or of a game. Returns likewise. */
int cli_help_tool(int count, const char *const *operands);
/* Prints the tools of all games, one line each, their names padded to `width`; and the width they
 * need. */
void cli_list_tools(int width);
int cli_tools_width(void);
/* Returns the generator of a given seed, or of one drawn from the system, and writes the seed as
 * text: CLI_SEED_BYTES hold one that was drawn. */
enum { CLI_SEED_BITS = 128, CLI_SEED_BYTES = CLI_SEED_BITS / 4 + 1 };
struct rng cli_luck(const char *given, char *seed, size_t capacity);

#endif
