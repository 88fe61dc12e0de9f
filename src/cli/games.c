/* tilewright games: lists the games, or the params and agents of one. */
#include "games/games.h"
#include "agents/agents.h"
#include "cli/cli.h"
#include "cli/screen.h"
#include "play/player.h"
#include <stdio.h>

static void show_game(const struct game *game) {
    printf("%s: %s\n", game->name, game->summary);
    if (game->seats_min == game->seats_max)
        printf("players: %d\n", game->seats_min);
    else
        printf("players: %d to %d\n", game->seats_min, game->seats_max);
    putchar('\n');
    screen_put_text(game->goal);
    screen_put_text(game->rules);
    printf("\nparams, each as name=value:\n");
    for (const struct param *param = game->params; param->name; param++)
        printf("  %-16s %s\n  %16s from %d to %d, standard %d\n", param->name, param->meaning, "",
               param->min, param->max, param->standard);
    printf("agents, for 'best' and 'match':\n");
    for (int i = 0; agents_of(game, i); i++) {
        const struct agent *agent = agents_of(game, i);
        printf("  %-16s %s\n", agent->name, agent->summary);
    }
    printf("  if none is named, 'best' asks %s\n", player_standard(game)->name);
}

static int run_games(const struct cli_args *args) {
    const struct game *game;
    if (args->count == 0) {
        for (int i = 0; games_list[i]; i++)
            printf("%-8s %s\n", games_list[i]->name, games_list[i]->summary);
        return CLI_FINE;
    }
    int status = cli_game(args->operands[0], &game);
    if (status >= 0) return status;
    show_game(game);
    return CLI_FINE;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_games = {
    .name = "games",
    .arguments = "[GAME]",
    .summary = "list the games, or the params and agents of one",
    .help = "Without a name, lists the games. With one, shows the number of players, the rules in "
            "short,\n"
            "the params, and the agents that can play it.",
    .options = options,
    .operands = CLI_GAME_OPERANDS,
    .operands_max = 1,
    .run = run_games,
};
