/* The driver of the fast solver: a first solution at once, then rounds of wider and wider beams,
 * over the whole board and over windows of the best path. The next step depends on the board and on
 * what was found, never on the budget. So a larger budget does the same and more, and is never
 * worse. */
#include "games/slide/fast/fast.h"
#include "games/slide/fast/plan.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct solver {
    struct slide_field board, work; /* as given; for searching */
    struct slide_plan plan;         /* on work */
    struct slide_budget budget;
    struct slide_path *best;
    struct slide_path trial;
    bool found;
};

enum {
    ASK_EVERY = 4096,
    CORE = 3,
    SWEEP_CELLS = 64,       /* from this size on it sweeps before constructing, */
    SWEEP_CELLS_BEAM = 150, /* and before a beam */
    SLOW_CELLS = 1600,      /* from this size on the first solution is constructed without */
    GROUPS_EVERY = 64,      /* placed between two calls of the hooks */
    SWEEP_TARGET = 24,      /* mean distance of a tile, in 64ths */
    SHARE_FIRST = 32,
    WIDTH_MIN = 100, /* of a beam after a sweep */
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

bool slide_budget_ask(struct slide_budget *budget) {
    if (!budget || budget->over) return !budget;
    const struct slide_fast_limits *limits = budget->limits;
    double done = share_done(budget);
    if (done >= 1 || (limits->stop && limits->stop(limits->self))) budget->over = true;
    if (limits->tell) limits->tell(limits->self, done, budget->best);
    budget->asked = budget->nodes;
    return !budget->over;
}

bool slide_budget_is_short(const struct slide_budget *budget, double left) {
    double twice = budget ? 2 * budget->reserve : 0; /* to be sure */
    return twice > 0 && share_done(budget) + twice * left >= 1;
}

/* A node limit ends the work at exactly the same node everywhere. Hooks are called now and then. */
bool slide_budget_spend(struct slide_budget *budget, uint64_t nodes) {
    if (!budget) return true;
    const struct slide_fast_limits *limits = budget->limits;
    budget->nodes += nodes;
    if (limits->nodes && budget->nodes >= limits->nodes) budget->over = true;
    if (budget->over || budget->nodes - budget->asked < ASK_EVERY) return !budget->over;
    return slide_budget_ask(budget);
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

/* Makes the trial the best if it is shorter. */
static void take_trial(struct solver *solver) {
    if (solver->found && solver->trial.count >= solver->best->count) return;
    assert(solves(solver, &solver->trial));
    struct slide_path old = *solver->best;
    *solver->best = solver->trial;
    solver->trial = old;
    solver->found = true;
    solver->budget.best = solver->best->count;
}

static bool is_large(const struct solver *solver) {
    return solver->board.count >= SWEEP_CELLS_BEAM;
}

/* Begins a trial with a sweep down to a mean distance in 64ths; 0 for no sweep. */
static int begin_trial(struct solver *solver, int target, int share, struct slide_budget *budget) {
    slide_field_copy(&solver->work, &solver->board);
    solver->trial.count = 0;
    if (target == 0) return 0;
    uint64_t distance = (uint64_t)target * (uint64_t)solver->work.count / 64;
    return slide_sweep(&solver->work, distance, share, budget, &solver->trial);
}

/* Constructs the rest of a trial, all of it if there is no budget. */
static int complete(struct solver *solver, struct slide_budget *budget) {
    struct slide_path *path = &solver->trial;
    for (int g = 0; g < solver->plan.count; g++) {
        if (g % GROUPS_EVERY == 0 && budget && !budget->limits->nodes) slide_budget_ask(budget);
        if (budget && budget->over) return 0;
        if (slide_construct_group(&solver->work, &solver->plan, g, path)) return -1;
    }
    if (slide_construct_core(&solver->work, &solver->plan, path)) return -1;
    take_trial(solver);
    return 0;
}

/* Sweeps and constructs. Without a budget it always finds a solution. */
static int construct(struct solver *solver, int share, struct slide_budget *budget) {
    int target = solver->board.count >= SWEEP_CELLS ? SWEEP_TARGET : 0;
    if (begin_trial(solver, target, share, budget)) return -1;
    return complete(solver, budget);
}

/* Finds the first solution. Where a sweep takes long and time is short, first one without a sweep:
 * it is long, but takes little time. Then it sweeps for as long as there is time to construct the
 * rest. */
static int construct_first(struct solver *solver) {
    struct slide_budget *budget = &solver->budget;
    if (!budget->limits->spent || solver->board.count < SLOW_CELLS)
        return construct(solver, SHARE_FIRST, NULL);
    if (begin_trial(solver, 0, 0, NULL) || complete(solver, NULL)) return -1;
    budget->reserve = share_done(budget);
    if (slide_budget_is_short(budget, 1)) return 0;
    int result = construct(solver, SHARE_FIRST, budget);
    budget->reserve = 0;
    return result;
}

/* Tries other shares: on large boards the sweep makes most of the moves. */
static int construct_others(struct solver *solver) {
    for (int share = SHARE_FIRST + 4; share < 48 && !solver->budget.over; share += 4)
        if (construct(solver, share, &solver->budget)) return -1;
    return 0;
}

/* Searches the whole board with a beam. On large boards it sweeps first: near the goal beams do
 * better than sweeps, wide beams earlier. Narrow beams on large boards are no better than
 * construction. */
static int search(struct solver *solver, int width, int round) {
    struct slide_budget *budget = &solver->budget;
    int target = !is_large(solver) ? 0 : width < 1000 ? 300 : 400;
    if (target && width < WIDTH_MIN) return 0;
    if (begin_trial(solver, target, SHARE_FIRST + 4 * (round % 4), budget)) return -1;
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

/* Has the hook solve the end of the best path. */
static int solve_end(struct solver *solver) {
    if (!solver->budget.limits->core) return 0;
    int result = slide_improve_core(&solver->board, solver->budget.limits, solver->best);
    solver->budget.best = solver->best->count;
    return result;
}

/* A beam over the whole board, then passes over the best path for about as many nodes. */
static int play_round(struct solver *solver, int width, int round) {
    uint64_t begin = solver->budget.nodes;
    if (search(solver, width, round) || solve_end(solver)) return -1;
    uint64_t until = 2 * solver->budget.nodes - begin;
    size_t window = 40;
    do {
        if (improve(solver, window, width + 16)) return -1;
        window += window / 2;
    } while (solver->budget.nodes < until && !solver->budget.over);
    return solve_end(solver);
}

static int solve(struct solver *solver) {
    const struct slide_fast_limits *limits = solver->budget.limits;
    if (construct_first(solver)) return -1;
    if (solver->plan.count == 0 || (!limits->nodes && !limits->spent)) return 0;
    if (!limits->nodes && !slide_budget_ask(&solver->budget)) return 0;
    if (is_large(solver) && construct_others(solver)) return -1;
    size_t lower_bound = (size_t)slide_field_distance(&solver->board);
    size_t width = 16 + 130000 / (solver->best->count + 1);
    for (int round = 0; width < WIDTH_MAX; round++, width *= 3) {
        if (solver->budget.over || solver->best->count == lower_bound) break;
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
