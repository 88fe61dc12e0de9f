/* Moves and boards of lines in numbers, as the nets see them: which moves are worth a look, and
 * what a board after a move is worth.
 *
 * A worth is in balls: those that will vanish, later ones counting less, minus what a death costs
 * times its chance. Two moves are then compared by their worth, plus a little for what the policy
 * thinks of them, which knows things that the value net does not see. */
#ifndef LINES_JUDGE_H
#define LINES_JUDGE_H

#include "games/lines/lines.h"
#include "games/lines/minds/net.h"

enum { LINES_SYMMETRIES = 8, LINES_MOVES_MAX = 41 * 40 };

/* As the nets were trained: what a turn's delay leaves of balls and of a death, what a death costs
 * in balls, and how many balls a policy's logarithm is worth. */
#define LINES_KEEPS 0.98
#define LINES_DEATH_KEEPS 0.99
#define LINES_DEATH_COST 250.0
#define LINES_POLICY_BALLS 0.4

struct lines_move {
    action act;
    double log; /* the policy's logarithm, less a number that is the same for all moves */
};

/* What a board after a move is worth. */
struct lines_worth {
    double balls; /* to come */
    double death; /* its chance, discounted */
};

struct lines_judge;

/* Returns NULL if out of memory, or if a page has not loaded the nets yet. Bad nets are warned of:
 * then it knows no state. */
struct lines_judge *lines_judge_new(const struct host *host);
/* The same for the bytes of a file. */
struct lines_judge *lines_judge_open(const struct host *host, const void *bytes, size_t size);
void lines_judge_free(struct lines_judge *judge);
/* Returns whether the nets were trained for such a board. */
bool lines_judge_knows(const struct lines_judge *judge, const struct lines *lines);
/* Returns how many nets were evaluated so far. */
uint64_t lines_judge_nodes(const struct lines_judge *judge);

/* Lists all moves; the `first` that the policy likes best come first, in order. It looks in one of
 * LINES_SYMMETRIES ways. Returns the number of moves. */
int lines_judge_moves(struct lines_judge *judge, const struct lines *lines, int way,
                      struct lines_move *moves, int first);
/* Adds to the logarithms of some moves what the policy says in one of these ways. */
void lines_judge_logs(struct lines_judge *judge, const struct lines *lines, int way,
                      struct lines_move *moves, int count);
/* Judges a board after a move, in one of these ways. In lines98 the announced balls arrive first,
 * and what they score counts; the next are drawn, the same for all boards in the same way. */
struct lines_worth lines_judge_board(struct lines_judge *judge, const struct lines *after, int way);

/* Returns how many points a ball that vanishes is worth at least. */
static inline double lines_points_of_ball(const struct lines *lines) {
    return lines->rules98 ? 1 : 2;
}

/* Returns a worth as one number, in balls. */
static inline double lines_worth_sum(struct lines_worth worth) {
    return LINES_KEEPS * worth.balls - LINES_DEATH_COST * LINES_DEATH_KEEPS * worth.death;
}

/* Returns the chance to live for another 100 turns, from that of a death that is discounted. */
double lines_survival(double death);

#endif
