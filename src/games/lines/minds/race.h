/* Moves that race: those that the policy likes best are judged again and again, and who falls
 * behind drops out. All numbers are in balls. */
#ifndef LINES_RACE_H
#define LINES_RACE_H

#include "game/agent.h"
#include "games/lines/minds/judge.h"

enum { LINES_RACERS = 8 }; /* and one that is asked about */

struct lines_racer {
    action act;
    struct lines after;
    double gain;       /* balls that vanish at once */
    double log;        /* the policy's, a sum over the ways in which it looked */
    double sum, death; /* of the board after the move, over the ways in which it was judged */
    int ways;
    /* Playing on with luck: what was found over the board as it was judged, a sum and a sum of
     * squares, and likewise of the chance of a death. */
    double more, more_squared, more_death;
    int played;
    bool asked, out; /* who was asked about stays to the end */
};

struct lines_race {
    struct lines_judge *judge;
    const struct host *host;
    struct lines state;
    struct lines_move moves[LINES_MOVES_MAX]; /* all, the policy's best LINES_RACERS first */
    struct lines_move next[LINES_MOVES_MAX];  /* of a board that is played on */
    struct lines_racer racers[LINES_RACERS + 1];
    int count, racing;     /* moves; racers */
    int left;              /* racers that may still be the best */
    bool asked_behind;     /* the one that is asked about is not among them */
    int logs;              /* in how many ways the policy looked */
    double danger;         /* the mean chance of a death on the racers' boards, discounted */
    struct rng *rng;       /* of who asks */
    uint64_t nodes, begun; /* at most so many, from so many on */
    double until;          /* seconds on the host's clock; 0: none */
    bool only_best;        /* values are not asked for */
    bool stopped;          /* the host said stop */
};

/* Asks the policy about a state, which the judge knows. */
void lines_race_begin(struct lines_race *race, struct lines_judge *judge, const struct host *host,
                      const struct agent_question *question);
/* Lets the best moves race, at most LINES_RACERS, and the act, if there is one. */
void lines_race_enter(struct lines_race *race, int64_t act);
/* Judges the boards of all racers, in up to LINES_SYMMETRIES ways. After each, who is behind by
 * more than so many errors of a look drops out. */
void lines_race_rank(struct lines_race *race, int ways, double behind);
/* Plays on from the boards of all racers that were judged, at most so many times, with the same
 * luck for all. Ends when one is left; an act that is asked about is compared with it first. */
void lines_race_deepen(struct lines_race *race, int times);

/* Returns how a racer stands in the race: what it is worth, and how the policy likes it. The two
 * are estimates of the same, so that the sum tells who is better, but not by how much. The more
 * playing on tells, the less counts what the policy likes. */
double lines_race_standing(const struct lines_race *race, const struct lines_racer *racer);
double lines_race_liked(const struct lines_race *race, const struct lines_racer *racer);
/* Returns what a racer is worth by all that was found; its standard error; and the chance of a
 * death, discounted. */
double lines_race_worth(const struct lines_race *race, const struct lines_racer *racer);
double lines_race_error(const struct lines_race *race, const struct lines_racer *racer);
double lines_race_death(const struct lines_race *race, const struct lines_racer *racer);

#endif
