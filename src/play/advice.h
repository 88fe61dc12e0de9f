/* Advice and grades, once for all games: asks an agent, and judges what it says.
 *
 * What is assumed: the true value of a candidate lies about the value found as a normal
 * distribution with its standard error, independent of the others. So confidence and stability
 * tell of the luck of the search alone, not of what the agent cannot see; and where candidates
 * share their luck, differences are surer than they say. Candidates that were not searched do not
 * count. */
#ifndef PLAY_ADVICE_H
#define PLAY_ADVICE_H

#include "agents/mind.h"

enum { ADVICE_NODES = 4000000 };         /* the budget if none is given */
enum { ADVICE_ACTS_PER_TICK_MAX = 100 }; /* acts_per_tick is from 1 to this */

/* By how many points the best is better: at most 0.25, 1, 2.5, or more. */
enum advice_grade { ADVICE_EXCELLENT, ADVICE_GOOD, ADVICE_OKAY, ADVICE_MISS };
extern const char *const advice_grade_names[];

/* What is asked and what it takes, all the caller's. The agent and its object are made for the
 * game. */
struct advice_query {
    const struct game *game;
    const struct agent *agent;
    struct agents_mind *mind; /* of the agent */
    const struct host *host;
    void *state, *spare, *other;  /* the state, and room for two more */
    struct choice *choices;       /* for choices_max, like the next */
    struct candidate *candidates; /* what the advice holds */
    int who;                      /* found by advice_find_seat */
    struct budget budget;         /* all 0: ADVICE_NODES */
    struct rng rng;
    int64_t act; /* the user's, or AGENT_NO_ACT */
    int acts_per_tick;
    bool only_best; /* only the first candidate and the act matter */
    int objective;  /* an index of the agent's, found by player_find_objective */
};

struct advice_verdict {
    struct advice advice;
    double confidence; /* that no other candidate is better; 0 if none was compared, or asked for */
    double milliseconds;
    const struct candidate *user; /* the act in question, or NULL if there is none */
    bool graded;                  /* it and the best were searched: the rest is set */
    double delta, error;          /* the best's value less the user's, as it is; standard error */
    enum advice_grade grade;
    double stability; /* the chance that the true delta has the same grade */
    /* Why the user's act is worse, the weightiest first; none if it is as good as the best. */
    struct agent_reason reasons[AGENT_REASONS_MAX];
    int reasons_count;
    /* What speaks for the best act, likewise, if no other is asked about and the agent tells it. */
    struct agent_reason why[AGENT_REASONS_MAX];
    int why_count;
};

/* Why there is nothing to advise: codes of the protocol and of the game, and a sentence. */
struct advice_fault {
    const char *code, *reason, *message;
};

/* Finds who is to be advised: `who`, or the only seat that may move if that is negative. Returns -1
 * after setting the fault. */
int advice_find_seat(const struct advice_query *query, int who, struct advice_fault *fault);
/* Returns the act that a legal act is among the choices: itself, or for a shorthand the one that
 * does the same; AGENT_NO_ACT if that stands for several acts. */
int64_t advice_find_act(const struct advice_query *query, action act);
/* Finds the choice that a legal act is, or repeats, as a chain of tiles does. Returns how often, or
 * 0 if there is none. */
int advice_unfold(const struct advice_query *query, const void *state, int who, action act,
                  action *choice);

/* Asks the agent; if it does not know the state, query->agent becomes who thought in its place
 * (mind_for). What the seat may not see is first taken out of the state, so that the agent
 * cannot use it: chance draws it anew. */
void advice_ask(struct advice_query *query, struct advice_verdict *verdict);

/* Sets the rest of a verdict by its advice, which may be put together from several. The state is
 * what the seat may see. */
void advice_judge(struct advice_query *query, struct advice_verdict *verdict);

/* The parts of a verdict. */
double advice_confidence(const struct advice *advice);
enum advice_grade advice_grade(double delta);
double advice_stability(double delta, double error);

/* A row of acts from the query's state on. */
struct advice_line {
    const action *acts;
    int count;
};
/* Return the play that is expected from the best act on, and from the user's; empty if the agent
 * does not tell it. */
struct advice_line advice_line(const struct advice_verdict *verdict);
struct advice_line advice_user_line(const struct advice_verdict *verdict);
/* Plays a line on query->spare, as far as it is legal and CHANCE does not move. `tell` gets each
 * event, with that state before it; it may be NULL. Returns their number. */
typedef void advice_tell(void *self, const void *before, struct event event);
int advice_play_line(const struct advice_query *query, struct advice_line line, advice_tell *tell,
                     void *self);

/* Writes the answer of the protocol into an open object. If the candidates do not fit, the last
 * are left out. In advice_json.c. */
void advice_json_put(const struct advice_query *query, const struct advice_verdict *verdict,
                     struct text *out);
/* Writes reasons as the array of the protocol's `feedback` or `why`, with its key. */
void advice_json_put_reasons(const char *key, const struct agent_reason *reasons, int count,
                             struct text *out);

#endif
