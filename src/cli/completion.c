/* tilewright completion: prints a bash script made from the same tables as the help. */
#include "agents/agents.h"
#include "cli/cli.h"
#include "games/games.h"
#include <stdio.h>
#include <string.h>

static void put_tool_names(const struct game *game) {
    for (int i = 0; game->tools && game->tools[i]; i++) printf(" %s", game->tools[i]->name);
}

static void put_game_names(void) {
    for (int i = 0; games_list[i]; i++) printf(" %s", games_list[i]->name);
}

/* Prints all that can be the first argument. */
static void put_command_names(void) {
    for (int i = 0; cli_commands[i]; i++) printf(" %s", cli_commands[i]->name);
    for (int i = 0; games_list[i]; i++) put_tool_names(games_list[i]);
    put_game_names();
}

static void put_operands(enum cli_operands operands) {
    switch (operands) {
    case CLI_GAME_OPERANDS:
    case CLI_AGENT_OPERANDS:
    case CLI_WATCH_OPERANDS:
        put_game_names();
        break;
    case CLI_COMMAND_OPERANDS:
        put_command_names();
        break;
    case CLI_SHELL_OPERANDS:
        printf(" bash");
        break;
    default:
        break;
    }
}

static void put_options(const char *name, const struct tool_option *options) {
    printf("    %s) words='--help", name);
    for (const struct tool_option *option = options; option->name; option++)
        printf(" --%s", option->name);
}

static void put_command(const struct cli_command *command) {
    put_options(command->name, command->options);
    put_operands(command->operands);
    bool files = command->operands == CLI_FILE_OPERANDS || command->operands == CLI_WATCH_OPERANDS;
    printf("'%s ;;\n", files ? "; files=1" : "");
}

static void put_tools(const struct game *game) {
    for (int i = 0; game->tools && game->tools[i]; i++) {
        put_options(game->tools[i]->name, game->tools[i]->options);
        printf("'%s ;;\n", game->tools[i]->takes_file ? "; files=1" : "");
    }
}

/* After a game come its tools, and after those what they take. */
static void put_game(const struct game *game) {
    printf("    %s) if [ \"$COMP_CWORD\" -eq 2 ]; then words='--help", game->name);
    put_tool_names(game);
    printf("'; else case ${COMP_WORDS[2]} in\n");
    put_tools(game);
    printf("    esac; fi ;;\n");
}

static void put_params(const struct game *game) {
    for (const struct param *param = game->params; param->name; param++)
        printf(" %s=", param->name);
}

static void put_agents(const struct game *game) {
    for (int i = 0; agents_of(game, i); i++) printf(" %s", agents_of(game, i)->name);
}

/* Commands with such operands take, after the game, what `put` prints for it. */
static void put_after_game(enum cli_operands operands, void (*put)(const struct game *game)) {
    bool any = false;
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->operands == operands && cli_commands[i]->operands_max > 1) {
            printf("%s%s", any ? "|" : "    case ${COMP_WORDS[1]} in ", cli_commands[i]->name);
            any = true;
        }
    if (!any) return;
    printf(")\n        [ \"$COMP_CWORD\" -gt 2 ] && case ${COMP_WORDS[2]} in\n");
    for (int i = 0; games_list[i]; i++) {
        printf("        %s) words+='", games_list[i]->name);
        put(games_list[i]);
        printf("' ;;\n");
    }
    printf("        esac ;;\n"
           "    esac\n");
}

/* Prints "|--name" for options that take a file, without the first bar. */
static void put_file_options(const struct tool_option *options, bool *any) {
    for (const struct tool_option *option = options; option->name; option++) {
        if (!option->value || strcmp(option->value, "FILE") != 0) continue;
        printf("%s--%s", *any ? "|" : "", option->name);
        *any = true;
    }
}

/* After such an option come files. */
static void put_file_values(void) {
    bool any = false;
    printf("    case ${COMP_WORDS[COMP_CWORD - 1]} in ");
    for (int i = 0; cli_commands[i]; i++) put_file_options(cli_commands[i]->options, &any);
    printf(") words='' files=1 ;; esac\n");
}

static int run_completion(const struct cli_args *args) {
    if (strcmp(args->operands[0], "bash") != 0)
        return cli_complain("the shell must be bash, not '%s'", args->operands[0]);
    printf("# bash completion for tilewright, made by 'tilewright completion bash'\n"
           "_tilewright() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words='' files=''\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        words='--help --version");
    put_command_names();
    printf("'\n    else case ${COMP_WORDS[1]} in\n");
    for (int i = 0; cli_commands[i]; i++) put_command(cli_commands[i]);
    for (int i = 0; games_list[i]; i++) put_tools(games_list[i]);
    for (int i = 0; games_list[i]; i++) put_game(games_list[i]);
    printf("    esac; fi\n");
    put_after_game(CLI_GAME_OPERANDS, put_params);
    put_after_game(CLI_AGENT_OPERANDS, put_params);
    put_after_game(CLI_AGENT_OPERANDS, put_agents);
    put_file_values();
    printf("    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    [ -n \"$files\" ] && COMPREPLY+=($(compgen -f -- \"$current\"))\n"
           "    case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac\n"
           "}\n"
           "complete -F _tilewright tilewright\n");
    return CLI_FINE;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_completion = {
    .name = "completion",
    .arguments = "bash",
    .summary = "print the completion script of a shell",
    .help = "'make install' puts it in place. For this shell alone:\n\n"
            "  source <(tilewright completion bash)",
    .options = options,
    .operands = CLI_SHELL_OPERANDS,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_completion,
};
