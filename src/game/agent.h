/* Who thinks for a seat, and what they say about each act. An agent allocates in `init`, frees in
 * `release`, and thinks as often as it is asked in between. It takes threads, time and files only
 * from its host. One agent object serves one caller at a time. */
#ifndef GAME_AGENT_H
#define GAME_AGENT_H

#include "game/game.h"
#include "game/host.h"

enum { ADVICE_LINE_MAX = 256 };

/* Thinking ends when the first limit that is not 0 is reached. Nodes and rollouts give the same
 * answer everywhere and every time; milliseconds give the best so far. */
struct budget {
    uint64_t nodes, rollouts;
    uint32_t milliseconds;
};

struct candidate {
    action act;
    double value, error; /* in the game's points, from the thinker's side; standard error */
    uint64_t visits;
};

struct advice {
    struct candidate *candidates; /* the caller's, for choices_max of them; best first */
    int count;
    action line[ADVICE_LINE_MAX]; /* the play expected, beginning with the best act */
    int line_count;
    uint64_t nodes, rollouts; /* spent */
    bool proven;              /* the first is exact and no other is better */
    bool stopped;             /* the host said stop: this is the best so far */
};

struct agent {
    const char *name, *summary;
    bool (*suits)(const struct game *game);
    /* The host stays the caller's and outlives the agent. NULL if memory runs out. */
    void *(*init)(const struct game *game, const struct host *host);
    /* who may move in this state and has at least one choice. Asks the host's go_on several times a
     * second; when that says stop, answers with the best so far. Fills all of the advice but where
     * `candidates` points. */
    void (*think)(void *self, const void *state, int who, struct budget budget, struct rng *rng,
                  struct advice *advice);
    void (*release)(void *self);
};

#endif
