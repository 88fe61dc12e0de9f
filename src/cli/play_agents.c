/* Opponents at the prompt: agents that take some seats and answer each move of a person. */
#include "base/bits.h"
#include "cli/cli.h"
#include "cli/play.h"
#include "host/system.h"
#include "play/advisor.h"
#include <stdlib.h>

enum { MILLISECONDS = 300 };

struct play_agents {
    struct host_system system;
    struct player players[SEATS_MAX];
    struct advisor minds[SEATS_MAX];
    bool made[SEATS_MAX];
};

void play_agents_free(struct play_agents *agents) {
    if (!agents) return;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (agents->made[seat]) advisor_release(&agents->minds[seat]);
    host_system_release(&agents->system);
    free(agents);
}

int play_agents_seat(struct play *play, const struct table_seat *seats, int count) {
    struct play_agents *agents = play->agents = calloc(1, sizeof *play->agents);
    if (!agents) return cli_fail("there is not enough memory");
    host_system_init(&agents->system);
    for (int seat = 0; seat < count; seat++) {
        const struct player *player = &seats[seat].player;
        agents->players[seat] = *player;
        if (!player->agent) continue;
        agents->made[seat] = true;
        if (advisor_init(&agents->minds[seat], play->session.game, player->agent,
                         &agents->system.host) < 0)
            return cli_fail("there is not enough memory");
    }
    return -1;
}

int play_agents_mover(const struct play *play) {
    const struct session *session = &play->session;
    int who = game_mover(session->game, session->state);
    return play->agents && who >= 0 && who < SEATS_MAX && play->agents->players[who].agent ? who
                                                                                           : -1;
}

/* Lets an agent think; returns its act. */
static action think(struct play *play, int who) {
    struct advice_query *query = &play->agents->minds[who].query;
    query->who = who;
    query->budget = play->agents->players[who].budget;
    if (!query->budget.nodes && !query->budget.rollouts && !query->budget.milliseconds)
        query->budget.milliseconds = MILLISECONDS;
    query->rng = rng_new(play->session.count, 1);
    game_copy(query->game, query->state, play->session.state);
    advice_ask(query, &play->agents->minds[who].verdict);
    return play->agents->minds[who].verdict.advice.candidates[0].act;
}

int play_agents_run(struct play *play) {
    int who, status = -1;
    while (status < 0 && (who = play_agents_mover(play)) >= 0)
        status = play_moves_act(play, who, think(play, who));
    return status;
}
