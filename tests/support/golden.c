#include "tests/support/golden.h"
#include "base/bits.h"
#include "games/games.h"
#include "tests/support/trial.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 512 };

static bool set_param(const struct game *game, const char *argument, int params[PARAMS_MAX]) {
    for (int i = 0; game->params[i].name; i++) {
        size_t length = strlen(game->params[i].name);
        if (strncmp(argument, game->params[i].name, length) != 0 || argument[length] != '=')
            continue;
        params[i] = atoi(argument + length + 1);
        return params[i] >= game->params[i].min && params[i] <= game->params[i].max;
    }
    return false;
}

static void put_who(int who) {
    if (who == CHANCE)
        printf("chance");
    else if (who == CLOCK)
        printf("clock");
    else
        printf("%d", who);
}

static int get_who(const char *text) {
    return strcmp(text, "chance") == 0 ? CHANCE : strcmp(text, "clock") == 0 ? CLOCK : atoi(text);
}

int golden_print(int argc, char **argv) {
    struct trial trial;
    int params[PARAMS_MAX];
    const struct game *game = argc >= 2 ? games_find(argv[0]) : NULL;
    if (!game) return 2;
    game_standard(game, params);
    printf("%s", game->name);
    for (int i = 2; i < argc; i++) {
        if (!set_param(game, argv[i], params)) return 2;
        printf(" %s", argv[i]);
    }
    printf("\n");
    trial_init(&trial, game, 2026);
    trial_start(&trial, params);
    for (int ply = 0; ply < atoi(argv[1]) && !game_over(game, trial.state); ply++) {
        char name[LINE_BYTES];
        struct text words = text_over(name, sizeof name);
        struct event event = trial_draw(&trial);
        game->name_act(trial.state, event.who, event.act, &words);
        game->apply(trial.state, event.who, event.act);
        put_who(event.who);
        printf(" %s = %016llx\n", name, (unsigned long long)game_hash(game, trial.state));
    }
    trial_release(&trial);
    return 0;
}

/* Plays a line, WHO ACT = HASH, on trial->state. */
static void replay_line(struct trial *trial, char *line) {
    const struct game *game = trial->game;
    action act;
    char *space = strchr(line, ' '), *equals = strstr(line, " = ");
    trial_require(trial, space && equals && space < equals, "not WHO ACT = HASH");
    *space = *equals = '\0';
    int who = get_who(line), found = 0;
    trial_require(trial, game->movers(trial->state) >> who & 1, "%s may not move", line);
    found = game_find_acts(game, trial->state, who, space + 1, trial->choices, &act, 1);
    trial_require(trial, found == 1, "'%s' is %d acts", space + 1, found);
    game->apply(trial->state, who, act);
    unsigned long long hash = strtoull(equals + 3, NULL, 16);
    trial_require(trial, game_hash(game, trial->state) == hash, "the hash is now %016llx",
                  (unsigned long long)game_hash(game, trial->state));
}

void golden_replay(const struct game *game, const char *path) {
    struct trial trial;
    int params[PARAMS_MAX], count = 0;
    char line[LINE_BYTES];
    FILE *file = fopen(path, "r");
    trial_init(&trial, game, 0);
    trial_require(&trial, file && fgets(line, sizeof line, file), "%s cannot be read", path);
    game_standard(game, params);
    strtok(line, " \n");
    for (char *param; (param = strtok(NULL, " \n"));)
        trial_require(&trial, set_param(game, param, params), "%s: bad param %s", path, param);
    trial_start(&trial, params);
    for (; fgets(line, sizeof line, file); count++) {
        snprintf(trial.where, sizeof trial.where, "%s:%d", path, count + 2);
        line[strcspn(line, "\n")] = '\0';
        replay_line(&trial, line);
    }
    fclose(file);
    trial_require(&trial, count >= 10, "%s is too short to tell anything", path);
    trial_release(&trial);
}
