/* One of those who play the games of a match, on one thread at a time: agents and memory of its
 * own. */
#ifndef PLAY_MATCH_WORKER_H
#define PLAY_MATCH_WORKER_H

#include "play/match.h"

struct match_worker {
    struct host_part part; /* first: the host of its agents, which lends one thread and the clock */
    const struct match_plan *plan;
    struct agents_mind *minds[MATCH_PLAYERS_MAX];
    struct stats_times times[MATCH_PLAYERS_MAX];
    const struct agent *others[MATCH_PLAYERS_MAX]; /* who thought in an agent's place, or NULL */
    bool starved; /* there is not enough memory for a game's events */
    /* Of the game being played: */
    struct match_game *game;
    void *state, *view; /* the game now, and what the seat sees that is to act */
    struct rng luck, rngs[SEATS_MAX];
    int seat;            /* that acted last */
    int64_t acts, ticks; /* of this game, since the mark that is_endless sets */
    int highest;         /* the score of who plays alone */
    struct choice *choices;
    struct advice advice;
};

/* Makes the agents, on the thread that may use the host; only now they are lent its files. `go_on`
 * gets the worker. Returns -1 if out of memory; release it in either case. */
int match_worker_init(struct match_worker *worker, const struct match_plan *plan,
                      const struct host *host,
                      bool (*go_on)(void *self, double done, const char *message));
void match_worker_release(struct match_worker *worker);
/* Plays a game. Returns false if it was stopped, or is starved. */
bool match_worker_play(struct match_worker *worker, int64_t number, struct match_game *game);

#endif
