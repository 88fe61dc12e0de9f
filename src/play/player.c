/* Players by name, for the command line and the protocol. */
#include "play/player.h"
#include "agents/agents.h"
#include <string.h>

static const struct unit {
    const char *name;
    uint64_t most, times; /* times: how many of what is counted */
} units[] = {
    {"n", PLAYER_COUNT_MAX, 1},
    {"r", PLAYER_COUNT_MAX, 1},
    {"ms", PLAYER_MILLISECONDS_MAX, 1},
    {"s", PLAYER_MILLISECONDS_MAX / 1000, 1000},
};
static const struct agent_objective only_game[] = {{"game", NULL}, {NULL, NULL}};
enum { NODES, ROLLOUTS, MILLISECONDS, SECONDS, UNITS };

bool player_find(const struct game *game, const char *name, size_t length,
                 const struct agent **agent, struct text *wrong) {
    for (int i = 0; (*agent = agents_of(game, i)); i++)
        if (strlen((*agent)->name) == length && memcmp((*agent)->name, name, length) == 0)
            return true;
    text_format(wrong, "%s has no agent '", game->name);
    text_printable(wrong, name, length < 64 ? length : 64);
    text_string(wrong, "'; it must be one of");
    for (int i = 0; agents_of(game, i); i++)
        text_format(wrong, "%s %s", i ? "," : "", agents_of(game, i)->name);
    return false;
}

const struct agent *player_standard(const struct game *game) {
    return game->agents && game->agents[0] ? game->agents[0] : agents_general(game);
}

static const struct agent_objective *objectives_of(const struct agent *agent) {
    return agent->objectives ? agent->objectives : only_game;
}

const char *player_objective(const struct agent *agent, int objective) {
    return objectives_of(agent)[objective].name;
}

const char *player_meaning(const struct agent *agent, int objective) {
    return objectives_of(agent)[objective].meaning;
}

const char *player_chance(const struct agent *agent, int objective) {
    return objective ? NULL : agent->chance;
}

bool player_find_objective(const struct agent *agent, const char *name, size_t length,
                           int *objective, struct text *wrong) {
    const struct agent_objective *known = objectives_of(agent);
    for (*objective = 0; known[*objective].name; ++*objective)
        if (strlen(known[*objective].name) == length &&
            memcmp(known[*objective].name, name, length) == 0)
            return true;
    text_format(wrong, "%s knows no objective '", agent->name);
    text_printable(wrong, name, length < 64 ? length : 64);
    text_string(wrong, "'; it must be one of");
    for (int i = 0; known[i].name; i++) text_format(wrong, "%s %s", i ? "," : "", known[i].name);
    *objective = 0;
    return false;
}

static bool refuse_budget(const char *from, size_t length, struct text *wrong) {
    text_string(wrong, "the budget '");
    text_printable(wrong, from, length < 64 ? length : 64);
    text_string(wrong, "' must be nodes as 200n or rollouts as 50r, from 1 to 1000000000000, or "
                       "time as 10ms or 2s, up to an hour");
    return false;
}

/* Returns the unit of what follows the digits, or UNITS. */
static int find_unit(const char *from, size_t length) {
    int unit = 0;
    while (unit < UNITS &&
           (strlen(units[unit].name) != length || memcmp(units[unit].name, from, length) != 0))
        unit++;
    return unit;
}

bool player_read_budget(const char *from, size_t length, struct budget *budget,
                        struct text *wrong) {
    uint64_t count = 0;
    size_t at = 0;
    for (; at < length && from[at] >= '0' && from[at] <= '9'; at++)
        if (count <= PLAYER_COUNT_MAX) count = 10 * count + (uint64_t)(from[at] - '0');
    int unit = find_unit(from + at, length - at);
    if (unit == UNITS || count < 1 || count > units[unit].most)
        return refuse_budget(from, length, wrong);
    *budget = (struct budget){0, 0, 0};
    if (unit == NODES) budget->nodes = count;
    if (unit == ROLLOUTS) budget->rollouts = count;
    if (unit >= MILLISECONDS) budget->milliseconds = (uint32_t)(count * units[unit].times);
    return true;
}

bool player_read(const struct game *game, const char *from, size_t length, struct player *player,
                 struct text *wrong) {
    const char *colon = memchr(from, ':', length);
    size_t name = colon ? (size_t)(colon - from) : length;
    player->budget = (struct budget){0, 0, 0};
    return player_find(game, from, name, &player->agent, wrong) &&
           (!colon || player_read_budget(colon + 1, length - name - 1, &player->budget, wrong));
}

void player_put_budget(struct budget budget, struct text *out) {
    uint64_t count = budget.nodes      ? budget.nodes
                     : budget.rollouts ? budget.rollouts
                                       : budget.milliseconds;
    int unit = budget.nodes ? NODES : budget.rollouts ? ROLLOUTS : MILLISECONDS;
    text_int(out, (int64_t)count);
    text_string(out, units[unit].name);
}

void player_put(const struct player *player, struct text *out) {
    const struct budget *budget = &player->budget;
    text_string(out, player->agent->name);
    if (!budget->nodes && !budget->rollouts && !budget->milliseconds) return;
    text_char(out, ':');
    player_put_budget(*budget, out);
}
