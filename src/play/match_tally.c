/* A group is one value of each statistic: games that share their luck are not independent. */
#include "play/match_tally.h"
#include <stdlib.h>

/* What an agent did in a group. */
struct part {
    int seats, half_points, opponents;
    int64_t score, acts;
};

/* Sets of agents. */
struct sides {
    uint32_t played, won;
};

static struct sides find_sides(const struct match_plan *plan, const struct match_game *game) {
    struct sides sides = {0, 0};
    for (int seat = 0; seat < plan->seats; seat++) {
        uint32_t agent = UINT32_C(1) << game->agents[seat];
        sides.played |= agent;
        if (game->winners >> seat & 1) sides.won |= agent;
    }
    return sides;
}

/* Alone, a game that ends without a winner is lost; among several, one that nobody wins is drawn.
 */
static void count_result(const struct match_plan *plan, const struct match_game *game,
                         struct sides sides, int agent, struct match_agent *total) {
    bool won = sides.won >> agent & 1, shared = (sides.won & (sides.won - 1)) != 0;
    bool nobody = !sides.won && (plan->seats > 1 || !game->finished);
    total->games++;
    total->unfinished += !game->finished;
    if (nobody || (won && shared))
        total->draws++;
    else if (won)
        total->wins++;
    else
        total->losses++;
}

/* Each agent has a point to share with each other one in the game. */
static void count_points(const struct match_plan *plan, struct sides sides, int agent,
                         struct part *part) {
    int won = sides.won >> agent & 1;
    for (int other = 0; other < plan->count; other++) {
        if (other == agent || !(sides.played >> other & 1)) continue;
        part->opponents++;
        part->half_points += 1 + won - (int)(sides.won >> other & 1);
    }
}

static void add_game(const struct match_plan *plan, const struct match_game *game,
                     struct part *parts, struct match_result *result) {
    struct sides sides = find_sides(plan, game);
    for (int seat = 0; seat < plan->seats; seat++) {
        struct part *part = &parts[game->agents[seat]];
        part->seats++;
        part->score += game->scores[seat];
        part->acts += game->acts[seat];
    }
    for (int agent = 0; agent < plan->count; agent++) {
        if (!(sides.played >> agent & 1)) continue;
        count_result(plan, game, sides, agent, &result->agents[agent]);
        count_points(plan, sides, agent, &parts[agent]);
    }
}

int match_tally_add(const struct match_plan *plan, const struct match_game *games,
                    struct match_result *result) {
    struct part parts[MATCH_PLAYERS_MAX] = {{0, 0, 0, 0, 0}};
    for (int i = 0; i < plan->group; i++) add_game(plan, &games[i], parts, result);
    for (int i = 0; i < plan->count; i++) {
        const struct part *part = &parts[i];
        struct match_agent *agent = &result->agents[i];
        stats_add(&agent->score, (double)part->score / part->seats);
        stats_add(&agent->acts, (double)part->acts / part->seats);
        if (part->opponents > 0)
            stats_add(&agent->share, part->half_points / (2.0 * part->opponents));
        else
            stats_add(&agent->difference, (double)(part->score - parts[0].score));
    }
    result->groups++;
    result->games += plan->group;
    return parts[0].half_points;
}

/* Scores, in order. Only games for one have them; the others have wins. */

bool match_scores_init(struct match_scores *scores, const struct match_plan *plan) {
    *scores = (struct match_scores){.count = 0};
    for (int i = 0; plan->seats == 1 && i < plan->count; i++)
        if (!(scores->of[i] = calloc((size_t)plan->groups, sizeof *scores->of[i]))) return false;
    return true;
}

void match_scores_release(struct match_scores *scores) {
    for (int i = 0; i < MATCH_PLAYERS_MAX; i++) free(scores->of[i]);
}

void match_scores_add(struct match_scores *scores, const struct match_plan *plan,
                      const struct match_game *games) {
    if (plan->seats > 1) return;
    for (int i = 0; i < plan->group; i++)
        scores->of[games[i].agents[0]][scores->count] = games[i].scores[0];
    scores->count++;
}

static int compare(const void *a, const void *b) {
    int one = *(const int *)a, two = *(const int *)b;
    return (one > two) - (one < two);
}

void match_scores_tell(struct match_scores *scores, struct match_result *result) {
    for (int i = 0; i < MATCH_PLAYERS_MAX; i++) {
        int *sorted = scores->of[i];
        struct match_agent *agent = &result->agents[i];
        if (!sorted || !scores->count) continue;
        qsort(sorted, (size_t)scores->count, sizeof *sorted, compare);
        agent->low = sorted[(scores->count - 1) / 20];
        agent->median = (sorted[(scores->count - 1) / 2] + (double)sorted[scores->count / 2]) / 2;
        agent->high = sorted[scores->count - 1 - (scores->count - 1) / 20];
    }
}
