/* tilewright GAME TOOL, or tilewright TOOL: runs a tool of a game. */
#include "cli/cli.h"
#include "cli/console.h"
#include "games/games.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 64, WIDTH_MIN = 12 };

static const struct tool *find_tool(const struct game *game, const char *name) {
    for (int i = 0; game->tools && game->tools[i]; i++)
        if (strcmp(game->tools[i]->name, name) == 0) return game->tools[i];
    return NULL;
}

static int call_tool(const struct tool *tool, struct tool_call *call) {
    struct console console;
    console_init(&console);
    call->print = console_print;
    call->complain = console_complain;
    call->self = &console;
    void *self = tool->init(&console.system.host);
    int status = self ? tool->run(self, call) : cli_fail("there is not enough memory");
    if (self) tool->release(self);
    return console_release(&console, status);
}

static bool is_file(const struct tool *tool, const char *operand) {
    if (!tool->takes_text) return tool->takes_file;
    return strcmp(operand, "-") == 0 || strpbrk(operand, "./");
}

static int run_tool(const struct tool *tool, const struct cli_args *args) {
    struct tool_call call = {.count = args->count};
    char *text = NULL;
    int status;
    memcpy(call.values, args->values, sizeof call.values);
    memcpy(call.operands, args->operands, sizeof call.operands);
    if (args->count > 0 && is_file(tool, args->operands[0])) {
        status = cli_read_file(args->operands[0], &text, &call.length);
        if (status >= 0) return status;
        call.text = text;
    }
    status = call_tool(tool, &call);
    free(text);
    return status;
}

static int list_game(const struct game *game) {
    int width = cli_tools_width();
    char name[NAME_BYTES];
    printf("tilewright %s: %s\n\n", game->name, game->summary);
    snprintf(name, sizeof name, "play %s", game->name);
    printf("  tilewright %-*s  play it\n", width, name);
    snprintf(name, sizeof name, "practice %s", game->name);
    printf("  tilewright %-*s  %s\n", width, name, cli_find("practice")->summary);
    snprintf(name, sizeof name, "games %s", game->name);
    printf("  tilewright %-*s  list its params\n", width, name);
    for (int i = 0; game->tools && game->tools[i]; i++) {
        snprintf(name, sizeof name, "%s %s", game->name, game->tools[i]->name);
        printf("  tilewright %-*s  %s\n", width, name, game->tools[i]->summary);
    }
    printf("\nCommands for every game, as watch, best, review and match: tilewright --help\n");
    return CLI_FINE;
}

int cli_tools_width(void) {
    size_t width = 0;
    for (int i = 0; games_list[i]; i++)
        for (int k = 0; games_list[i]->tools && games_list[i]->tools[k]; k++) {
            size_t length = strlen(games_list[i]->name) + 1 + strlen(games_list[i]->tools[k]->name);
            if (length > width) width = length;
        }
    return width > WIDTH_MIN ? (int)width : WIDTH_MIN;
}

void cli_list_tools(int width) {
    for (int i = 0; games_list[i]; i++)
        for (int k = 0; games_list[i]->tools && games_list[i]->tools[k]; k++) {
            char name[NAME_BYTES];
            const struct tool *tool = games_list[i]->tools[k];
            snprintf(name, sizeof name, "%s %s", games_list[i]->name, tool->name);
            printf("  %-*s  %s\n", width, name, tool->summary);
        }
}

/* A tool as a command; its name took `used` arguments. */
struct named {
    const struct tool *tool; /* NULL if there is none */
    char name[NAME_BYTES];
    int used;
    struct cli_command command;
};

static void set_command(struct named *named, const char *game) {
    const struct tool *tool = named->tool;
    snprintf(named->name, sizeof named->name, "%s%s%s", game, *game ? " " : "", tool->name);
    named->command = (struct cli_command){
        .name = named->name,
        .arguments = tool->arguments,
        .summary = tool->summary,
        .help = tool->help,
        .example = tool->examples ? tool->examples[0] : NULL,
        .options = tool->options,
        .operands_min = tool->arguments[0] && tool->arguments[0] != '[',
        .operands_max = tool->operands_max,
    };
}

/* Finds TOOL without a game; only one game may have it. Returns -1, or the exit status. */
static int find_anywhere(const char *name, struct named *named) {
    char games[NAME_BYTES] = "";
    int found = 0;
    named->tool = NULL;
    named->used = 1;
    for (int i = 0; games_list[i]; i++) {
        const struct tool *tool = find_tool(games_list[i], name);
        size_t length = strlen(games);
        if (!tool) continue;
        named->tool = tool;
        snprintf(games + length, sizeof games - length, "%s'%s %s'", found++ ? " or " : "",
                 games_list[i]->name, name);
    }
    if (found > 1) return cli_complain("several games have the tool '%s': say %s", name, games);
    if (found) set_command(named, "");
    return -1;
}

/* Finds GAME TOOL. Returns -1, or the exit status if the game has no such tool. */
static int find_of_game(const struct game *game, const char *name, struct named *named) {
    named->tool = find_tool(game, name);
    named->used = 2;
    if (!named->tool)
        return cli_complain("%s has no tool '%s'; see 'tilewright %s'", game->name, name,
                            game->name);
    set_command(named, game->name);
    return -1;
}

static int find_named(const char *const *operands, struct named *named) {
    const struct game *game = games_find(operands[0]);
    return game ? find_of_game(game, operands[1], named) : find_anywhere(operands[0], named);
}

static bool is_help(const char *argument) {
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

int cli_tool(int argc, char **argv) {
    const struct game *game = games_find(argv[0]);
    struct named named;
    struct cli_args args;
    if (game && (argc < 2 || is_help(argv[1]))) return list_game(game);
    int status = find_named((const char *const *)argv, &named);
    if (status >= 0 || !named.tool) return status;
    status = cli_parse(&named.command, argc - named.used, argv + named.used, &args);
    return status < 0 ? run_tool(named.tool, &args) : status;
}

int cli_help_tool(int count, const char *const *operands) {
    const struct game *game = games_find(operands[0]);
    struct named named;
    if (game && count == 1) return list_game(game);
    int status = find_named(operands, &named);
    if (status >= 0 || !named.tool || count > named.used) return status;
    cli_help(&named.command);
    return CLI_FINE;
}
