/* The table of games, made from list.h. */
#include "games/games.h"
#include <string.h>

#define GAME(name) extern const struct game name##_game;
#include "games/list.h"
#undef GAME

#define GAME(name) &name##_game,
const struct game *const games_list[] = {
#include "games/list.h"
    NULL};
#undef GAME

const struct game *games_find(const char *name) {
    for (int i = 0; games_list[i]; i++)
        if (strcmp(games_list[i]->name, name) == 0) return games_list[i];
    return NULL;
}

const struct game *games_named(struct json name) {
    for (int i = 0; games_list[i]; i++)
        if (json_equals(name, games_list[i]->name)) return games_list[i];
    return NULL;
}

const struct game *games_of(struct json state) {
    struct json id = json_get(state, "ruleset_id");
    for (int i = 0; games_list[i]; i++)
        for (int k = 0; games_list[i]->rulesets[k]; k++)
            if (json_equals(id, games_list[i]->rulesets[k])) return games_list[i];
    return NULL;
}

size_t games_state_max(void) {
    size_t most = 0;
    for (int i = 0; games_list[i]; i++)
        if (games_list[i]->state_max > most) most = games_list[i]->state_max;
    return most;
}

size_t games_choices_max(void) {
    int most = 0;
    for (int i = 0; games_list[i]; i++)
        if (games_list[i]->choices_max > most) most = games_list[i]->choices_max;
    return (size_t)most;
}
