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
    /* One to be searched with as much care as the best, or AGENT_NO_ACT: in the advice it is exact,
     * or has at least as many visits as the first. */
    int64_t act;
    /* Where CLOCK moves: the acts that a seat has from one tick to the next; 0 if not known. */
    int acts_per_tick;
    bool only_best; /* only the first candidate and the act asked about matter */
    int objective;  /* an index of the agent's `objectives`; 0, the standard, is the whole game */
};

/* The value is in points of the game, for who thinks, if it goes on with this act: for who plays
 * alone, the points still to come; else the lead over the best other seat at the end. */
struct candidate {
    action act;
    double value, error; /* finite; the standard error, 0 if it is exact */
    uint64_t visits;     /* 0: not searched, and then the value is a guess without an error */
    bool exact;          /* the value is proven */
    double chance;       /* of what the agent's `chance` names; 0 if it names nothing */
};

struct advice {
    struct candidate *candidates; /* the caller's array for choices_max; best first */
    int count;
    /* The expected play, from the best act on: of the one who is to move; where several may, of who
     * thinks, as if the others and the clock stood still. It ends before CHANCE's first event. */
    action line[ADVICE_LINE_MAX];
    int line_count;
    /* Likewise from the act asked about on, if that is not the best: what punishes it. */
    action reply[ADVICE_LINE_MAX];
    int reply_count;
    uint64_t nodes, rollouts; /* spent */
    bool proven;              /* the first candidate's value is exact, and none is better */
    bool solved;  /* every line was searched up to CHANCE's next event: only what follows is a guess
                   */
    bool stopped; /* the host stopped it: this is the best so far */
    const char *hopeless; /* why no act can reach the goal, if that is proven; else NULL */
};

/* Why an act is worse than the best one, or what speaks for that. */
enum { AGENT_REASONS_MAX = 3, AGENT_REASON_BYTES = 160 };

struct agent_reason {
    const char *kind;              /* one of a fixed list, in capitals */
    double amount;                 /* in points of the game, for who asked; larger weighs more */
    char text[AGENT_REASON_BYTES]; /* a sentence */
};

/* What values measure. */
struct agent_objective {
    const char *name;
    const char *meaning; /* optional: what the numbers are, if more is to say, after the number */
};

struct agent {
    const char *name, *summary;
    /* Optional: what the values may measure, the whole game first, ended by a NULL name. NULL: only
     * "game". */
    const struct agent_objective *objectives;
    const char *chance; /* optional: what a candidate's chance is of, as "winning", if the objective
                         * is the game */
    /* Its values are means over random play: those of searches with different luck are independent,
     * and their visits can be added up. */
    bool samples;
    const struct weights *weights; /* optional: what it learned */
    bool (*suits)(const struct game *game);
    /* The host belongs to the caller and outlives the agent. Returns NULL if out of memory, or if
     * its weights are not loaded yet. */
    void *(*init)(const struct game *game, const struct host *host);
    /* Optional: returns whether it can think about such a state; else another agent is asked. */
    bool (*knows)(const void *self, const void *state);
    /* Calls the host's go_on many times a second; when that returns false, returns the best so far.
     * Fills the advice and the array that `candidates` points to: every choice once, those not
     * searched last. */
    void (*think)(void *self, const struct agent_question *question, struct advice *advice);
    void (*release)(void *self);
    /* Optional: tells why the act asked about is worse, from the line and the reply of the advice
     * alone, the weightiest reason first. Returns how many. */
    int (*explain)(const struct agent_question *question, const struct advice *advice,
                   struct agent_reason reasons[AGENT_REASONS_MAX]);
    /* Optional: likewise tells what speaks for the first candidate, from the line alone. */
    int (*why)(const struct agent_question *question, const struct advice *advice,
               struct agent_reason reasons[AGENT_REASONS_MAX]);
};

#endif
