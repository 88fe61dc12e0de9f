/* Reviews a recorded game: an agent is asked about every move that a seat played, and each is
 * graded beside the best. All of it is what `best` would say of that position with the same seed
 * and budget; a move with no alternative is forced and needs no search. */
#ifndef PLAY_REVIEW_H
#define PLAY_REVIEW_H

#include "play/advice.h"
#include "play/session.h"

enum { REVIEW_NODES = 1000000 }; /* the budget of a move if none is given */
enum { REVIEW_TURNS_MAX = 10, REVIEW_GRADES = 4 };

struct review_move {
    size_t event; /* its index among the events of the session */
    int who;
    action act, best;
    bool forced; /* there was no other: it is as good as the best, and has no value */
    bool graded; /* it and the best were searched: the rest is set */
    bool exact;  /* both values are proven */
    bool solved; /* as in the advice */
    double value, best_value, delta, error; /* for who moves; as in struct advice_verdict */
    double chance, best_chance;
    enum advice_grade grade;
    double stability;
    /* After the move, from one side all the game long: in a game for one, the score so far and the
     * points still to come; for two, the lead of seat 0; for more, the lead of who moves. */
    double standing;
    struct agent_reason *reasons; /* why it is worse */
    int reasons_count;
};

/* A move that decided: it lost more than a point, or more than EXCELLENT allows and the lead. */
struct review_turn {
    size_t move;
    bool lead;     /* with the best move who moved would be ahead, and after this one is behind */
    double weight; /* the points lost; twice that if the lead was */
};

/* Forced moves and those without a grade count for nothing but their number. */
struct review_seat {
    size_t moves, forced, graded, grades[REVIEW_GRADES];
    double lost;     /* points in all; a move that is better than the best loses none */
    double accuracy; /* the mean of review_accuracy, from 0 to 100; NAN without graded moves */
};

struct review {
    const struct session *session;
    const struct agent *agent;
    struct budget budget; /* of a move */
    int objective, seats;
    struct review_move *moves; /* the first `count` of `all` are reviewed */
    size_t count, all;
    struct review_turn turns[REVIEW_TURNS_MAX]; /* the weightiest, in that order */
    int turns_count;
    struct review_seat seat[SEATS_MAX];
    uint64_t nodes, rollouts;
    double milliseconds;
    bool stopped; /* by the host: these are the moves so far */
};

/* Returns the chance that a chart of the game shows, as "surviving the next 100 turns": that which
 * the agent tells in a game for one. NULL: it shows the standings. */
const char *review_chart_chance(const struct review *review);
/* Returns what the chart shows after a move that is graded; a chance in percent. */
double review_chart_value(const struct review *review, const struct review_move *move);
/* Writes the budget of a move: "1000000n", or of several limits "1000000n or 1000ms". */
void review_write_budget(struct budget budget, struct text *out);
/* Returns how good a move is that lost so many points, from 100 for none: each 2.5 points, the
 * limit of OKAY, halve it. */
double review_accuracy(double lost);

/* Asks about all moves. Of the query it takes agent, objective, budget, rng and acts_per_tick.
 * Returns NULL, or what went wrong; review_release is needed in any case. The session must outlive
 * the review. */
const char *review_run(const struct session *session, const struct advice_query *how,
                       const struct host *host, struct review *review);
void review_release(struct review *review);

/* A place in the game of a session. */
struct review_walk {
    const struct session *session;
    void *state; /* before event number `at` */
    size_t at;
};
/* Goes to the state before an event. The caller lends the state, and sets `at` to SIZE_MAX first.
 */
void review_walk_to(struct review_walk *walk, size_t event);

/* Writes the answer of the protocol into an open object. If the moves do not fit, the last are left
 * out. `scratch` holds a state. In review_json.c. */
void review_json_put(const struct review *review, void *scratch, struct text *out);

#endif
