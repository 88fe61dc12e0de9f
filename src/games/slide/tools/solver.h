/* Solves a board, with or without a proof that no solution is shorter. */
#ifndef SLIDE_SOLVER_H
#define SLIDE_SOLVER_H

#include "game/tool.h"
#include "games/slide/board/board.h"

/* Keeps the tables of a size until it meets another size. */
struct slide_solver;

/* The host must outlive the solver; all its hooks may be NULL. Without a clock the time for a proof
 * is not limited, and without a proof the first solution found is returned. */
struct slide_solver *slide_solver_new(const struct host *host);
void slide_solver_free(struct slide_solver *solver);

struct slide_question {
    const struct slide_board *board; /* solvable; its goal is blank last */
    bool proven;                     /* find a shortest solution */
    bool hasty;                      /* after a stop, answer in some milliseconds */
    double seconds;                  /* time limit; tables for a new size may take a second more */
    /* Node limit, if not 0: then time does not count and answers are reproducible. */
    uint64_t nodes;
};

struct slide_solution {
    struct slide_path path;
    bool optimal;        /* proven: no solution is shorter */
    int64_t lower_bound; /* of the length of all solutions */
    uint64_t distance;   /* the sum of the tiles' Manhattan distances */
    uint64_t nodes;
};

/* Returns 0, or -1 if memory ran out or the host stopped it before there was any solution. The
 * caller releases the path. */
int slide_solver_solve(struct slide_solver *solver, const struct slide_question *question,
                       struct slide_solution *solution);

#endif
