/* Solving a board, with a proof that no solution is shorter or without. */
#ifndef SLIDE_SOLVE_H
#define SLIDE_SOLVE_H

#include "game/tool.h"
#include "games/slide/board/board.h"

/* Keeps what it worked out for one size until it meets another. */
struct slide_solver;

/* The host stays the caller's; all its hooks may be NULL. Without a clock there is no limit of time
 * to a proof, and the first solution found does. */
struct slide_solver *slide_solver_new(const struct host *host);
void slide_solver_free(struct slide_solver *solver);

struct slide_question {
    const struct slide_board *board; /* a permutation that can be solved, the goal blank last */
    bool proven;                     /* a shortest solution is wanted */
    double seconds;                  /* about so long; a new size may take a second more */
    uint64_t nodes; /* at most so many, if not 0: then no clock is looked at, and the answer is
                       always the same */
};

struct slide_solution {
    struct slide_path path;
    bool optimal;        /* it is proven that none is shorter */
    int64_t lower_bound; /* none is shorter than this */
    uint64_t distance;   /* of all tiles from home, together */
    uint64_t nodes;
};

/* 0, or -1 if memory ran out or the host said stop before there was any solution. The path is to be
 * released by slide_path_release. */
int slide_solver_solve(struct slide_solver *solver, const struct slide_question *question,
                       struct slide_solution *solution);

#endif
