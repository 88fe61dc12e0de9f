/* tilewright completion: a bash script made from the same tables as the help, so it is never out of
 * date. */
#include "cli/cli.h"
#include "games/games.h"
#include <stdio.h>
#include <string.h>

static void put_words(enum cli_words words) {
    switch (words) {
    case CLI_GAME_WORDS:
        for (int i = 0; games_list[i]; i++) printf(" %s", games_list[i]->name);
        break;
    case CLI_COMMAND_WORDS:
        for (int i = 0; cli_commands[i]; i++) printf(" %s", cli_commands[i]->name);
        break;
    case CLI_SHELL_WORDS:
        printf(" bash");
        break;
    default:
        break;
    }
}

static void put_command(const struct cli_command *command) {
    printf("    %s) words='--help", command->name);
    for (const struct cli_option *option = command->options; option->name; option++)
        printf(" --%s", option->name);
    put_words(command->words);
    printf("'%s ;;\n", command->words == CLI_FILE_WORDS ? "; files=1" : "");
}

static void put_params(const struct game *game) {
    printf("        %s) words+='", game->name);
    for (const struct param *param = game->params; param->name; param++)
        printf(" %s=", param->name);
    printf("' ;;\n");
}

static int run_completion(const struct cli_args *args) {
    if (strcmp(args->words[0], "bash") != 0)
        return cli_complain("completion is made for bash only, not '%s'", args->words[0]);
    printf("# bash completion for tilewright, made by 'tilewright completion bash'\n"
           "_tilewright() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words='' files=''\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        words='--help --version");
    put_words(CLI_COMMAND_WORDS);
    printf("'\n    else case ${COMP_WORDS[1]} in\n");
    for (int i = 0; cli_commands[i]; i++) put_command(cli_commands[i]);
    printf("    esac; fi\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0, any = 0; cli_commands[i]; i++)
        if (cli_commands[i]->words == CLI_GAME_WORDS && cli_commands[i]->words_max > 1)
            printf("%s%s", any++ ? "|" : "    ", cli_commands[i]->name);
    printf(")\n        [ \"$COMP_CWORD\" -gt 2 ] && case ${COMP_WORDS[2]} in\n");
    for (int i = 0; games_list[i]; i++) put_params(games_list[i]);
    printf("        esac ;;\n"
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    [ -n \"$files\" ] && COMPREPLY+=($(compgen -f -- \"$current\"))\n"
           "    case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac\n"
           "}\n"
           "complete -F _tilewright tilewright\n");
    return CLI_FINE;
}

static const struct cli_option options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_completion = {
    .name = "completion",
    .arguments = "bash",
    .summary = "print the completion script of a shell",
    .help = "'make install' puts it in place. For this shell alone:\n\n"
            "  source <(tilewright completion bash)",
    .options = options,
    .words = CLI_SHELL_WORDS,
    .words_min = 1,
    .words_max = 1,
    .run = run_completion,
};
