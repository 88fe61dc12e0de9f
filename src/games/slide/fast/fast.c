/* The fast solver's driver: a first solution at once, then round after round wider beams over the
 * whole board and wider searches of the best path's pieces. What is done next depends on the board
 * and what was found, never on the budget: a larger one does the same and more, so it is never
 * worse. */
#include "games/slide/fast/fast.h"
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct solver {
    struct slide_field board, work; /* as given; to search on */
    struct slide_plan plan;         /* on work */
    struct slide_budget budget;
    struct slide_path *best;
    struct slide_path trial;
    bool found;
};

enum {
    ASK_EVERY = 4096,
    CORE = 3,
    SWEEP_FIRST = 64, /* cells of a board that is swept before building, and before beams */
    SWEEP_CELLS = 150,
    SWEEP_NEAR = 24, /* of a tile, in 64ths of a step */
    SHARE_FIRST = 32,
    WIDTH_LEAST = 100,
    WIDTH_MAX = 1 << 19
};

static double share_done(const struct slide_budget *budget) {
    const struct slide_fast_limits *limits = budget->limits;
    double done = limits->nodes ? (double)budget->nodes / (double)limits->nodes : 0;
    if (limits->spent) {
        double spent = limits->spent(limits->self);
        if (spent > done) done = spent;
    }
    return done < 1 ? done : 1;
}

/* By nodes it ends at exactly the same node everywhere; the hooks are asked now and then. */
bool slide_budget_spend(struct slide_budget *budget, uint64_t nodes) {
    if (!budget) return true;
    const struct slide_fast_limits *limits = budget->limits;
    budget->nodes += nodes;
    if (limits->nodes && budget->nodes >= limits->nodes) budget->over = true;
    if (budget->over || budget->nodes - budget->asked < ASK_EVERY) return !budget->over;
    budget->asked = budget->nodes;
    double done = share_done(budget);
    if (done >= 1 || (limits->stop && limits->stop(limits->self))) budget->over = true;
    if (limits->tell) limits->tell(limits->self, done, budget->best);
    return !budget->over;
}

static bool solves(struct solver *solver, const struct slide_path *path) {
    slide_field_copy(&solver->work, &solver->board);
    for (size_t i = 0; i < path->count; i++) {
        if (path->moves[i] > SLIDE_RIGHT) return false;
        if (!(solver->work.ways[solver->work.blank] >> path->moves[i] & 1)) return false;
        slide_field_move(&solver->work, path->moves[i]);
    }
    return slide_field_solved(&solver->work);
}

/* The trial becomes the best if it is shorter. */
static void take_trial(struct solver *solver) {
    if (solver->found && solver->trial.count >= solver->best->count) return;
    assert(solves(solver, &solver->trial));
    struct slide_path old = *solver->best;
    *solver->best = solver->trial;
    solver->trial = old;
    solver->found = true;
    solver->budget.best = solver->best->count;
}

static bool swept(const struct solver *solver) {
    return solver->board.count >= SWEEP_CELLS;
}

/* Begins anew, with a sweep down to `near` 64ths of a step a tile; 0 is none. */
static int begin_trial(struct solver *solver, int near, int share, struct slide_budget *budget) {
    slide_field_copy(&solver->work, &solver->board);
    solver->trial.count = 0;
    if (near == 0) return 0;
    uint64_t distance = (uint64_t)near * (uint64_t)solver->work.count / 64;
    return slide_sweep(&solver->work, distance, share, budget, &solver->trial);
}

/* Sweeps and builds. The first time no limit hinders it. */
static int build(struct solver *solver, int share, struct slide_budget *budget) {
    struct slide_path *path = &solver->trial;
    if (begin_trial(solver, solver->board.count >= SWEEP_FIRST ? SWEEP_NEAR : 0, share, budget))
        return -1;
    for (int g = 0; g < solver->plan.count; g++) {
        if (budget && budget->over) return 0;
        if (slide_construct_group(&solver->work, &solver->plan, g, path)) return -1;
    }
    if (slide_construct_core(&solver->work, &solver->plan, path)) return -1;
    take_trial(solver);
    return 0;
}

/* Other shares give other sweeps; on large boards these are most of the moves. */
static int build_others(struct solver *solver) {
    for (int share = SHARE_FIRST + 4; share < 48 && !solver->budget.over; share += 4)
        if (build(solver, share, &solver->budget)) return -1;
    return 0;
}

/* Beams do better than sweeping from some distance on, wide ones earlier; small boards are theirs
 * from the beginning. Narrow ones on large boards are no better than building. */
static int widen(struct solver *solver, int width, int round) {
    struct slide_budget *budget = &solver->budget;
    int near = !swept(solver) ? 0 : width < 1000 ? 300 : 400;
    if (near && width < WIDTH_LEAST) return 0;
    if (begin_trial(solver, near, SHARE_FIRST + 4 * (round % 4), budget)) return -1;
    if (budget->over || solver->trial.count >= solver->best->count) return 0;
    size_t longest = solver->best->count - solver->trial.count - 1;
    struct slide_beam how = {.width = width, .longest = longest, .plan = &solver->plan};
    int found = slide_beam(&solver->work, &how, budget, &solver->trial);
    if (found > 0) take_trial(solver);
    return found < 0 ? -1 : 0;
}

static int improve(struct solver *solver, size_t window, int width) {
    size_t before = solver->best->count;
    int result = slide_improve(&solver->board, window, width, &solver->budget, solver->best);
    assert(solver->best->count <= before && solves(solver, solver->best));
    solver->budget.best = solver->best->count;
    return result;
}

/* Lets the caller's hook solve the end. */
static int polish(struct solver *solver) {
    if (!solver->budget.limits->core) return 0;
    int result = slide_improve_core(&solver->board, solver->budget.limits, solver->best);
    solver->budget.best = solver->best->count;
    return result;
}

/* A round: a beam, then passes over the best path for about as many nodes. */
static int play_round(struct solver *solver, int width, int round) {
    uint64_t begin = solver->budget.nodes;
    if (widen(solver, width, round) || polish(solver)) return -1;
    uint64_t until = 2 * solver->budget.nodes - begin;
    size_t window = 40;
    do {
        if (improve(solver, window, width + 16)) return -1;
        window += window / 2;
    } while (solver->budget.nodes < until && !solver->budget.over);
    return polish(solver);
}

static int solve(struct solver *solver) {
    const struct slide_fast_limits *limits = solver->budget.limits;
    if (build(solver, SHARE_FIRST, NULL)) return -1;
    if (solver->plan.count == 0 || (!limits->nodes && !limits->spent)) return 0;
    if (swept(solver) && build_others(solver)) return -1;
    size_t least = (size_t)slide_field_distance(&solver->board);
    size_t width = 16 + 130000 / (solver->best->count + 1);
    for (int round = 0; width < WIDTH_MAX; round++, width *= 3) {
        if (solver->budget.over || solver->best->count == least) break;
        if (play_round(solver, (int)width, round)) return -1;
    }
    return 0;
}

int slide_fast(const struct slide_board *board, const struct slide_fast_limits *limits,
               struct slide_path *best) {
    struct solver solver = {.budget = {.limits = limits}, .best = best};
    int result = -1;
    best->count = 0;
    if (!slide_field_init(&solver.board, board) && !slide_field_init(&solver.work, board) &&
        !slide_plan_init(&solver.plan, &solver.work, CORE))
        result = solve(&solver);
    if (limits->tried) *limits->tried += solver.budget.nodes;
    slide_plan_release(&solver.plan);
    slide_field_release(&solver.work);
    slide_field_release(&solver.board);
    free(solver.trial.moves);
    return result;
}
