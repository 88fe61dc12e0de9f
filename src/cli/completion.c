/* tilewright completion: prints the script of a shell. The scripts are short, since they ask the
 * program for the words; so all shells offer the same, whatever games and commands there are. */
#include "cli/completion.h"
#include "cli/cli.h"
#include <stdio.h>
#include <string.h>

/* Bash takes words apart at "=" and ":". */
static const char bash[] =
    "# bash completion for tilewright, made by 'tilewright completion bash'\n"
    "_tilewright() {\n"
    "    local program=${COMP_WORDS[0]/#~\\//$HOME/} part=${COMP_WORDS[COMP_CWORD]}\n"
    "    local i last='' before='' word meaning words=()\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((i > 1)) && [[ $word == [=:] || ${COMP_WORDS[i - 1]} == [=:] ]]; then\n"
    "            last=$last$word words[${#words[@]} - 1]=$last\n"
    "        else\n"
    "            last=$word words+=(\"$last\")\n"
    "        fi\n"
    "    done\n"
    "    [[ $part != [=:] ]] || part=''\n"
    "    before=${last%\"$part\"}\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r word meaning; do\n"
    "        if [ \"$word\" = :files ]; then\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            while IFS= read -r word; do COMPREPLY+=(\"$word\"); done \\\n"
    "                < <(compgen -f -- \"${part#--*=}\")\n"
    "        else\n"
    "            COMPREPLY+=(\"${word#\"$before\"}\")\n"
    "        fi\n"
    "    done < <(\"$program\" completion words -- \"${words[@]}\" 2>/dev/null)\n"
    "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "}\n"
    "complete -F _tilewright tilewright\n";

/* It is loaded either by compinit as a function, or by `source`. */
static const char zsh[] =
    "#compdef tilewright\n"
    "# zsh completion for tilewright, made by 'tilewright completion zsh'\n"
    "_tilewright() {\n"
    "    local line word found=1 program=${~${(Q)words[1]}}\n"
    "    local -a plain open\n"
    "    for line in \"${(@f)$($program completion words -- \"${(@Q)words[2,CURRENT-1]}\" \\\n"
    "            \"${(Q)PREFIX}\" 2>/dev/null)}\"; do\n"
    "        word=${line%%$'\\t'*}\n"
    "        case $word in\n"
    "        '') ;;\n"
    "        :files) compset -P '--*='; _files && found=0 ;;\n"
    "        *=) open+=(\"${word//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
    "        *) plain+=(\"${word//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
    "        esac\n"
    "    done\n"
    "    (( ! $#plain )) || { _describe -t words word plain && found=0 }\n"
    "    (( ! $#open )) || { _describe -t params param open -S '' && found=0 }\n"
    "    return found\n"
    "}\n"
    "if [[ $funcstack[1] = _tilewright ]]; then\n"
    "    _tilewright \"$@\"\n"
    "else\n"
    "    compdef _tilewright tilewright\n"
    "fi\n";

static const char fish[] =
    "# fish completion for tilewright, made by 'tilewright completion fish'\n"
    "function __tilewright_words\n"
    "    set -l words (commandline -opc)\n"
    "    set -l last (commandline -ct)\n"
    "    set -l program (string replace -r '^~/' \"$HOME/\" -- $words[1])\n"
    "    for line in (command $program completion words -- $words[2..-1] \"$last\" 2>/dev/null)\n"
    "        if test \"$line\" = :files\n"
    "            set -l option (string match -r -- '^--[^=]*=' \"$last\")\n"
    "            set -l part (string replace -r -- '^--[^=]*=' '' \"$last\")\n"
    "            for path in (__fish_complete_path \"$part\")\n"
    "                echo \"$option$path\"\n"
    "            end\n"
    "        else\n"
    "            echo \"$line\"\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c tilewright -f -a '(__tilewright_words)'\n";

static int run_completion(const struct cli_args *args) {
    const char *shell = args->operands[0];
    bool words = strcmp(shell, "words") == 0;
    if (!words && args->count > 1)
        return cli_complain("completion takes one shell; see 'tilewright completion --help'");
    if (words)
        completion_words(args->count - 1, args->operands + 1);
    else if (strcmp(shell, "bash") == 0)
        fputs(bash, stdout);
    else if (strcmp(shell, "zsh") == 0)
        fputs(zsh, stdout);
    else if (strcmp(shell, "fish") == 0)
        fputs(fish, stdout);
    else
        return cli_complain("the shell must be bash, zsh or fish, not '%s'", shell);
    return CLI_FINE;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};
static const char *const shells[] = {"bash", "zsh", "fish", NULL};

const struct cli_command cli_completion = {
    .name = "completion",
    .arguments = "bash | zsh | fish | words -- WORD ...",
    .summary = "print the completion script of a shell",
    .help =
        "'make install' puts the scripts of all shells in place. For one user:\n\n"
        "  tilewright completion bash > ~/.local/share/bash-completion/completions/tilewright\n"
        "  tilewright completion fish > ~/.config/fish/completions/tilewright.fish\n"
        "  tilewright completion zsh > ~/.zfunc/_tilewright\n\n"
        "The last needs 'fpath+=~/.zfunc' before 'compinit' in ~/.zshrc. For this shell alone:\n"
        "\n"
        "  source <(tilewright completion bash)\n"
        "  source <(tilewright completion zsh)\n"
        "  tilewright completion fish | source\n\n"
        "'words' is what the scripts ask: it prints what may stand for the last WORD, and "
        "what that means.\n\n"
        "  tilewright completion words -- play azul pl",
    .options = options,
    .first_words = shells,
    .operands_min = 1,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_completion,
};
