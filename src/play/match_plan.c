/* Who sits where: groups of games in which every agent plays equally often in every seat. */
#include "play/match.h"

static void seat_all(struct match_plan *plan) {
    int i = game_param(plan->game, "players"), instead = plan->count > 2 ? 2 : 1;
    if (i < 0 || plan->count <= plan->params[i] || plan->count > plan->game->params[i].max) return;
    plan->params[i] = plan->count;
    if (instead >= plan->game->params[i].min) plan->instead = instead;
}

static bool is_round_robin(const struct match_plan *plan) {
    return plan->seats == 2 && plan->count > 2;
}

static bool check_agents(const struct match_plan *plan, struct text *wrong) {
    int most = plan->seats > 2 ? plan->seats : MATCH_PLAYERS_MAX, least = plan->seats > 1 ? 2 : 1;
    if (plan->count >= least && plan->count <= most) return true;
    text_format(wrong, "%s for %d player%s must have from %d to %d agents, not %d",
                plan->game->name, plan->seats, plan->seats > 1 ? "s" : "", least, most,
                plan->count);
    return false;
}

static bool check_test(const struct match_plan *plan, struct text *wrong) {
    if (!plan->tests || (plan->seats > 1 && plan->count == 2)) return true;
    text_string(wrong, "a sequential test must have two agents that play against each other");
    if (plan->seats == 1)
        text_format(wrong, "; in %s for 1 player each plays alone", plan->game->name);
    else
        text_format(wrong, ", not %d", plan->count);
    return false;
}

static void set_groups(struct match_plan *plan) {
    int agents = plan->count, seats = plan->seats;
    plan->group = seats == 1             ? agents
                  : is_round_robin(plan) ? agents * (agents - 1)
                  : seats % agents == 0  ? agents
                                         : agents * seats;
    plan->each = seats == 1 ? 1 : is_round_robin(plan) ? 2 * (agents - 1) : plan->group;
    plan->groups = (plan->games + plan->each - 1) / plan->each;
}

bool match_plan_complete(struct match_plan *plan, bool players_given, void *scratch,
                         struct text *wrong) {
    if (!players_given) seat_all(plan);
    plan->game->start(scratch, plan->params);
    plan->seats = plan->game->shape(scratch).seats;
    if (!check_agents(plan, wrong) || !check_test(plan, wrong)) return false;
    set_groups(plan);
    return true;
}

/* Where the seats are no multiple of the agents, the row of agents is turned as a whole for each
 * seat, and once more for each agent that may have the surplus seat. */
int match_plan_agent(const struct match_plan *plan, int64_t game, int seat) {
    int turn = (int)(game % plan->group), agents = plan->count, seats = plan->seats;
    if (seats == 1) return turn;
    if (is_round_robin(plan)) {
        int first = turn / (agents - 1), second = turn % (agents - 1);
        return seat == 0 ? first : second + (second >= first);
    }
    if (seats % agents == 0) return (seat + turn) % agents;
    return ((seat + turn) % seats + turn / seats) % agents;
}

bool match_plan_repeats(const struct match_plan *plan) {
    bool repeats = true;
    for (int i = 0; i < plan->count; i++) repeats &= plan->players[i].budget.milliseconds == 0;
    return repeats;
}

void match_plan_put_agent(const struct match_plan *plan, int agent, struct text *out) {
    player_put(&plan->players[agent], out);
}
