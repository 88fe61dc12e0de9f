/* Small boards are searched for a shortest solution, large ones for a short one. */
#include "slide_solve.h"
#include "slide.h"
#include "slide_fast.h"
#include "slide_kit.h"
#include <stdlib.h>
#include <string.h>

/* Up to so many cells the shortest solution is there in a moment, asked for or not. */
enum { SMALL_CELLS = 16, CORE_SIDE = 4 };

/* Of the time for a shortest solution, what is kept to find some solution if that fails. */
static const double reserve = 0.25;
/* Tables for a size may take so many seconds even if there is less time: they serve later boards.
 */
static const double grace = 1;

struct slide_solver {
    const struct host *host;
    struct slide_kit *kit, *core; /* for the size met last; for the ends of larger boards */
    int rows, cols;               /* of `kit` */
};

/* One question being worked on. */
struct work {
    struct slide_solver *solver;
    const struct slide_question *question;
    double began, until; /* in the host's seconds */
    char words[96];
    struct slide_result result;
};

struct slide_solver *slide_solver_new(const struct host *host) {
    struct slide_solver *solver = calloc(1, sizeof *solver);
    if (solver) solver->host = host;
    return solver;
}

void slide_solver_free(struct slide_solver *solver) {
    if (!solver) return;
    slide_kit_free(solver->kit);
    slide_kit_free(solver->core);
    free(solver);
}

static double now(const struct slide_solver *solver) {
    return solver->host->seconds ? solver->host->seconds(solver->host->self) : 0;
}

static bool tell(const struct work *work, double done) {
    const struct host *host = work->solver->host;
    return !host->go_on || host->go_on(host->self, done < 1 ? done : 1, work->words);
}

/* Who counts nodes looks at no clock, so that the answer is always the same. */
static bool is_in_time(const struct work *work, double until) {
    return work->question->nodes || now(work->solver) < until;
}

static bool search_on(void *self, double done) {
    struct work *work = self;
    struct text words = text_over(work->words, sizeof work->words);
    text_format(&words, "at least %d moves", work->result.least);
    return tell(work, done) && is_in_time(work, work->until);
}

static bool prepare_on(void *self, double done, const char *words) {
    const struct work *work = self;
    const struct host *host = work->solver->host;
    double enough = work->began + grace;
    return (!host->go_on || host->go_on(host->self, done, words)) &&
           is_in_time(work, enough > work->until ? enough : work->until);
}

static const void *load(void *self, const char *name, uint32_t version, size_t size) {
    const struct host *host = ((const struct work *)self)->solver->host;
    return host->load ? host->load(host->self, name, version, size) : NULL;
}

static const struct slide_kit *kit_for(struct work *work, int rows, int cols) {
    struct slide_solver *solver = work->solver;
    struct host timed = {.threads = 1, .go_on = prepare_on, .load = load, .self = work};
    if (solver->kit && solver->rows == rows && solver->cols == cols) return solver->kit;
    slide_kit_free(solver->kit);
    solver->kit = slide_kit_new(rows, cols, &timed);
    solver->rows = rows, solver->cols = cols;
    return solver->kit;
}

/* A shortest solution into the path, within work->until. */
static bool search(struct work *work, struct slide_solution *solution) {
    const struct slide_board *board = work->question->board;
    const struct slide_kit *kit = kit_for(work, board->rows, board->cols);
    struct slide_watch watch = {search_on, work};
    struct slide_effort effort = {
        .threads = work->question->nodes ? 1 : work->solver->host->threads,
        .nodes = work->question->nodes,
        .watch = &watch,
    };
    if (!kit) return false;
    int failed = slide_ida_solve(slide_kit_scheme(kit), board->tiles, &effort, &work->result);
    solution->nodes += work->result.nodes;
    if (work->result.least > solution->least) solution->least = work->result.least;
    if (failed) return false;
    for (int i = 0; i < work->result.length; i++)
        if (slide_path_add(&solution->path, work->result.moves[i]) < 0) return false;
    return true;
}

static double spent(void *self) {
    const struct work *work = self;
    double all = work->until - work->began;
    return all > 0 ? (now(work->solver) - work->began) / all : 1;
}

static bool is_stopped(void *self) {
    const struct work *work = self;
    return !tell(work, spent(self));
}

static void tell_best(void *self, double done, size_t best) {
    struct work *work = self;
    struct text words = text_over(work->words, sizeof work->words);
    (void)done;
    text_words(&words, "a solution of ");
    text_int(&words, (int64_t)best);
    text_words(&words, " moves");
}

static bool core_on(void *self, double done) {
    const struct work *work = self;
    (void)done;
    return !is_stopped(self) && is_in_time(work, work->until);
}

/* The shortest solution of the last 4x4 tiles of a larger board. */
static bool solve_core(void *self, const struct slide_board *board, struct slide_path *path) {
    struct work *work = self;
    struct slide_solver *solver = work->solver;
    struct slide_watch watch = {core_on, work};
    struct slide_effort effort = {.threads = 1, .watch = &watch};
    struct slide_result result;
    struct host quiet = {.threads = 1};
    if (board->rows != CORE_SIDE || board->cols != CORE_SIDE) return false;
    if (!solver->core) solver->core = slide_kit_new(CORE_SIDE, CORE_SIDE, &quiet);
    if (!solver->core) return false;
    if (slide_ida_solve(slide_kit_scheme(solver->core), board->tiles, &effort, &result) < 0 ||
        (size_t)result.length > path->room)
        return false;
    memcpy(path->moves, result.moves, (size_t)result.length);
    path->count = (size_t)result.length;
    return true;
}

static int find_some(struct work *work, struct slide_solution *solution) {
    struct slide_limits limits = {
        .nodes = work->question->nodes,
        .spent = work->question->nodes || !work->solver->host->seconds ? NULL : spent,
        .stop = is_stopped,
        .tell = tell_best,
        .core = solve_core,
        .self = work,
        .tried = &solution->nodes,
    };
    work->words[0] = '\0';
    return slide_fast(work->question->board, &limits, &solution->path);
}

int slide_solver_solve(struct slide_solver *solver, const struct slide_question *question,
                       struct slide_solution *solution) {
    struct work work = {.solver = solver, .question = question, .began = now(solver)};
    const struct slide_board *board = question->board;
    bool small = board->rows * board->cols <= SMALL_CELLS;
    *solution = (struct slide_solution){.distance = slide_board_distance(board)};
    solution->least = (int64_t)solution->distance;
    if ((question->proven || small) && slide_kit_fits(board->rows, board->cols)) {
        work.until = work.began + question->seconds * (1 - reserve);
        solution->optimal = search(&work, solution);
        if (solution->optimal) return 0;
    }
    work.until = work.began + question->seconds;
    work.began = now(solver);
    if (find_some(&work, solution) < 0 && solution->path.count == 0) {
        slide_path_release(&solution->path);
        return -1;
    }
    solution->optimal = (int64_t)solution->path.count == solution->least;
    return 0;
}
