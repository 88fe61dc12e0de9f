/* Agents choose acts for a seat and rate the others. An agent allocates in `init`, frees in
 * `release`, and may be asked to think any number of times in between. It uses threads, time and
 * files only through its host. One agent object serves one caller at a time. */
#ifndef GAME_AGENT_H
#define GAME_AGENT_H

#include "game/game.h"
#include "game/host.h"

enum { ADVICE_LINE_MAX = 256 };

/* Thinking ends at the first limit that is reached; 0 is no limit. With nodes and rollouts the
 * answer is the same on every machine; with milliseconds it is the best found so far. */
struct budget {
    uint64_t nodes, rollouts;
    uint32_t milliseconds;
};

enum { AGENT_NO_ACT = -1 };

/* What to do in a state, in which `who` may move and has at least one choice. */
struct agent_question {
    const void *state;
    int who;
    struct budget budget;
    struct rng *rng;
    int64_t act; /* one to be searched with as much care as the best; or AGENT_NO_ACT */
    /* Where CLOCK moves: the acts that a seat has from one tick to the next; 0 if not known. */
    int acts_per_tick;
};

struct candidate {
    action act;
    double value, error; /* expected points for who thinks; standard error */
    uint64_t visits;     /* 0: not searched, and then the value is a guess without an error */
    bool exact;          /* the value is proven */
};

struct advice {
    struct candidate *candidates; /* the caller's array for choices_max; best first */
    int count;
    action line[ADVICE_LINE_MAX]; /* the expected play, from the best act on */
    int line_count;
    uint64_t nodes, rollouts; /* spent */
    bool proven;              /* the first candidate's value is exact, and none is better */
    bool stopped;             /* the host stopped it: this is the best so far */
};

struct agent {
    const char *name, *summary;
    bool (*suits)(const struct game *game);
    /* The host belongs to the caller and outlives the agent. Returns NULL if out of memory. */
    void *(*init)(const struct game *game, const struct host *host);
    /* Calls the host's go_on many times a second; when that returns false, returns the best so far.
     * Fills the advice and the array that `candidates` points to: every choice once, those not
     * searched last. */
    void (*think)(void *self, const struct agent_question *question, struct advice *advice);
    void (*release)(void *self);
};

#endif
