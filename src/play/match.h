/* Matches: agents play many games, and the results say who is stronger and how sure that is.
 *
 * Game i of a match depends on the seed, i and the plan alone, so the results are the same on any
 * number of threads if the budgets count nodes or rollouts. Games come in groups. All games of a
 * group have the same luck, and in a group every agent plays equally often in every seat:
 *   one seat: each agent plays alone;
 *   two seats and more than two agents: every agent meets every other, in both seats;
 *   else all agents play in each game; with fewer agents than seats some have several seats. */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "play/player.h"
#include "play/stats.h"

enum { MATCH_PLAYERS_MAX = 16, MATCH_GAMES_MAX = 1000000 };
enum { MATCH_NODES = 20000 };                                    /* the budget if none is named */
enum { MATCH_ACTS_PER_TICK = 4, MATCH_ACTS_PER_TICK_MAX = 100 }; /* standard and most */
/* Acts, and ticks, for each seat; then a game is unfinished. Of who plays alone, those count since
 * the score was last higher than before, and no game has more than the second number: a long game
 * that goes well is played to its end. */
enum { MATCH_ACTS_MAX = 20000, MATCH_ACTS_ALONE = 1000000 };
enum { MATCH_ELO_MAX = 1000 }; /* of the limits of a sequential test, from its negative on */

/* A game that was played. */
struct match_game {
    int64_t number;
    int agents[SEATS_MAX], scores[SEATS_MAX]; /* by seat */
    uint32_t acts[SEATS_MAX];
    uint32_t winners;
    bool finished;        /* it did not reach the limit of acts */
    struct event *events; /* all of them, luck included, if the plan has `tell` */
    size_t count, capacity;
};

struct match_plan {
    const struct game *game;
    int params[PARAMS_MAX];
    struct player players[MATCH_PLAYERS_MAX];
    int count;     /* of players */
    int64_t games; /* that each plays at least */
    uint64_t seed;
    const char *seed_json; /* its text as a JSON string, for the answer; NULL if there is none */
    size_t seed_length;
    int64_t acts; /* of a seat, after which a game is cut, in place of the limits above; or 0 */
    int acts_per_tick; /* where CLOCK moves: how often a seat acts from tick to tick */
    bool tests;        /* stops by a sequential test of the first agent against the second */
    int elo0, elo1;    /* of that test */
    /* Optional: gets each game that counts, in order, from any thread, one at a time. */
    void (*tell)(void *self, const struct match_game *game);
    void *self;
    /* Set by match_plan_complete: */
    int instead; /* as `players`, if it was set by the agents: 2 is a round robin, 1 each alone */
    int seats;
    int group, each; /* games of a group; those of them that an agent plays */
    int64_t groups;
};

/* Checks a plan and sets the rest of it. If the game's `players` is not given, there are as many as
 * agents where the game allows that and has fewer. `scratch` holds a state. Returns false after
 * writing what is wrong. */
bool match_plan_complete(struct match_plan *plan, bool players_given, void *scratch,
                         struct text *wrong);
/* Returns the agent in a seat of a game. */
int match_plan_agent(const struct match_plan *plan, int64_t game, int seat);
/* Returns whether the seed decides all moves: no budget is a time. */
bool match_plan_repeats(const struct match_plan *plan);
/* Writes an agent with its budget, as it is read. */
void match_plan_put_agent(const struct match_plan *plan, int agent, struct text *out);

struct match_agent {
    int64_t games, wins, draws, losses;  /* a draw: others won as well, or nobody did */
    int64_t unfinished;                  /* of the draws */
    struct stats score, acts;            /* for a seat, a game; by groups, like the next */
    struct stats share;                  /* several seats: of the points against each opponent */
    struct stats difference;             /* one seat: the score less the first agent's */
    int low, high;                       /* one seat: 5 % and 95 % of the scores are not higher */
    double median;                       /* one seat: of an even number, the middle of the two */
    double milliseconds, milliseconds99; /* to think about an act: mean, and for 99 % of them */
    const struct agent *other;           /* who thought about what it cannot judge; NULL: nobody */
};

struct match_result {
    int64_t groups, games; /* that were played and count */
    bool stopped;          /* by the host */
    struct match_agent agents[MATCH_PLAYERS_MAX];
    enum stats_verdict verdict; /* of the sequential test */
    double ratio;
};

/* Plays a match that is complete. Returns NULL, or what went wrong. */
const char *match_run(const struct match_plan *plan, const struct host *host,
                      struct match_result *result);

/* Writes the fields of the protocol's answer into an open object. */
void match_json_put(const struct match_plan *plan, const struct match_result *result,
                    struct text *out);

#endif
