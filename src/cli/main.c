/* The program: finds the subcommand and runs it. */
#include "cli/cli.h"
#include "cli/fullscreen.h"
#include "cli/play.h"
#include "tilewright.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

extern const struct cli_command cli_play, cli_practice, cli_watch, cli_records, cli_replay,
    cli_best, cli_review, cli_games, cli_check, cli_match, cli_perft, cli_engine, cli_serve, cli_gm,
    cli_results, cli_config, cli_completion, cli_help_command;

const struct cli_command *const cli_commands[] = {
    &cli_play,   &cli_practice,   &cli_watch,        &cli_records, &cli_replay,
    &cli_best,   &cli_review,     &cli_games,        &cli_check,   &cli_match,
    &cli_perft,  &cli_engine,     &cli_serve,        &cli_gm,      &cli_results,
    &cli_config, &cli_completion, &cli_help_command, NULL,
};

const struct cli_command *cli_find(const char *name) {
    for (int i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0) return cli_commands[i];
    return NULL;
}

static void overview(void) {
    int width = cli_tools_width();
    printf("Tilewright: play, practise, solve and train on tile games.\n\n"
           "usage: tilewright COMMAND [OPERANDS] [--options]\n\n");
    for (int i = 0; cli_commands[i]; i++)
        printf("  %-*s  %s\n", width, cli_commands[i]->name, cli_commands[i]->summary);
    printf("\nTools of the games; the game may be left out if only one has the tool:\n\n");
    cli_list_tools(width);
    printf("\n  %-*s  show this page; after a command, the page of that command\n", width,
           "--help");
    printf("  %-*s  show the version\n\nTo begin: tilewright play azul\n", width, "--version");
}

static int run_help(const struct cli_args *args) {
    if (args->count == 0) {
        overview();
        return CLI_FINE;
    }
    const struct cli_command *command = args->count == 1 ? cli_find(args->operands[0]) : NULL;
    int status = command ? CLI_FINE : cli_help_tool(args->count, args->operands);
    if (command) cli_help(command);
    if (status >= 0) return status;
    return cli_complain("there is no command '%s%s%s'; see 'tilewright --help'", args->operands[0],
                        args->count > 1 ? " " : "", args->count > 1 ? args->operands[1] : "");
}

static const struct tool_option no_options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_help_command = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "show the page of a command",
    .help = "Shows the overview, or the page of one command.\n\n"
            "  tilewright help play\n"
            "  tilewright help slide solve",
    .options = no_options,
    .operands = CLI_COMMAND_OPERANDS,
    .operands_max = 2,
    .run = run_help,
};

static int dispatch(int argc, char **argv) {
    struct cli_args args;
    if (argc < 2 && fullscreen_fits(false)) {
        memset(&args, 0, sizeof args);
        return play_screen_run(&args);
    }
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        overview();
        return argc < 2 ? CLI_USAGE : CLI_FINE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("tilewright %s, protocol %d\n", TW_VERSION, TW_PROTOCOL);
        return CLI_FINE;
    }
    const struct cli_command *command = cli_find(argv[1]);
    int status =
        command ? cli_parse(command, argc - 2, argv + 2, &args) : cli_tool(argc - 1, argv + 1);
    if (!command && status < 0)
        return cli_complain("there is no command '%s'; see 'tilewright --help'", argv[1]);
    return status < 0 ? command->run(&args) : status;
}

int main(int argc, char **argv) {
    int status = dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) return cli_fail("standard output cannot be written");
    /* Dies of the signal after all, so that a loop in a shell script stops, too. */
    if (status > CLI_SIGNAL) raise(status - CLI_SIGNAL);
    return status;
}
