/* Seats of a table. */
#include "term/seats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int seats_count(const struct game *game, const int *params) {
    void *state = malloc(game->state_max);
    if (!state) return -1;
    game->start(state, params);
    int seats = game->shape(state).seats;
    free(state);
    return seats;
}

const struct agent *seats_opponent(const struct game *game) {
    int count = 0;
    while (game->agents && game->agents[count]) count++;
    return count ? game->agents[count / 2] : player_standard(game);
}

/* Returns how many other seats have the same agent, or are persons as well. */
static int count_alike(const struct table_setup *setup, int count, int seat) {
    int alike = -1;
    for (int other = 0; other < count; other++)
        alike += setup->seats[other].player.agent == setup->seats[seat].player.agent;
    return alike;
}

void seats_name(struct table_setup *setup, int count) {
    for (int seat = 0; seat < count; seat++) {
        struct table_seat *at = &setup->seats[seat];
        const struct agent *agent = at->player.agent;
        int alike = count_alike(setup, count, seat);
        if (agent && alike)
            snprintf(at->name, sizeof at->name, "%s %d", agent->name, seat + 1);
        else if (agent)
            snprintf(at->name, sizeof at->name, "%s", agent->name);
        else if (alike)
            snprintf(at->name, sizeof at->name, "Player %d", seat + 1);
        else
            snprintf(at->name, sizeof at->name, "You");
    }
}
