/* Chooses the solver: optimal/ for shortest solutions and small boards, fast/ for the others. */
#include "games/slide/tools/solver.h"
#include "games/slide/fast/fast.h"
#include "games/slide/optimal/tables.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

/* Boards of up to SMALL_CELLS cells are always solved optimally: it takes a moment. */
enum { SMALL_CELLS = 16, CORE_SIDE = 4 };

/* The share of the time for a proof that is kept to find some solution if the proof fails. */
static const double reserve = 0.25;
/* Seconds that tables may take even if there is less time: they serve later boards too. */
static const double grace = 1;

struct slide_solver {
    const struct host *host;
    struct slide_tables *tables, *core; /* of the current size; for the ends of larger boards */
    int rows, cols;                     /* of `tables` */
    bool may_load;                      /* `tables` may come from files */
};

/* The work on one question. */
struct work {
    struct slide_solver *solver;
    const struct slide_question *question;
    double began, until; /* of the part at hand, in the host's seconds */
    double start, done;  /* of the whole; done: reported last */
    char message[96];
    struct slide_ida_result result;
};

struct slide_solver *slide_solver_new(const struct host *host) {
    struct slide_solver *solver = calloc(1, sizeof *solver);
    if (solver) solver->host = host;
    return solver;
}

void slide_solver_free(struct slide_solver *solver) {
    if (!solver) return;
    slide_tables_free(solver->tables);
    slide_tables_free(solver->core);
    free(solver);
}

/* Reports the share of the time that is used up; where time has no limit, `done` of the part at
 * hand. Never goes back. */
static bool report(struct work *work, double done, const char *message) {
    const struct host *host = work->solver->host;
    if (host->seconds && !work->question->nodes && work->question->seconds > 0)
        done = (host_seconds(host) - work->start) / work->question->seconds;
    if (done > work->done) work->done = done < 1 ? done : 1;
    return host_go_on(host, work->done, message);
}

/* With a node limit the clock does not count, so that answers are reproducible. */
static bool is_in_time(const struct work *work, double until) {
    return work->question->nodes || host_seconds(work->solver->host) < until;
}

static bool search_on(void *self, double done) {
    struct work *work = self;
    struct text message = text_over(work->message, sizeof work->message);
    text_format(&message, "at least %d moves", work->result.lower_bound);
    return report(work, done, work->message) && is_in_time(work, work->until);
}

static bool prepare_on(void *self, double done, const char *message) {
    struct work *work = self;
    double enough = work->began + grace;
    return report(work, done, message) &&
           is_in_time(work, enough > work->until ? enough : work->until);
}

/* The same without its own progress, for work inside of other work. */
static bool prepare_core_on(void *self, double done, const char *message) {
    struct work *work = self;
    (void)done, (void)message;
    return prepare_on(self, work->done, work->message);
}

static const void *load(void *self, const char *name, uint32_t version, size_t size) {
    return host_load(((const struct work *)self)->solver->host, name, version, size);
}

static void warn(void *self, const char *message) {
    host_warn(((const struct work *)self)->solver->host, message);
}

/* With kept tables the search visits other nodes, so a question with a node limit loads none. */
static const struct slide_tables *tables_for(struct work *work, int rows, int cols) {
    struct slide_solver *solver = work->solver;
    bool may_load = work->question->nodes == 0;
    struct host timed = {.threads = 1,
                         .go_on = prepare_on,
                         .warn = warn,
                         .load = may_load ? load : NULL,
                         .self = work};
    if (solver->tables && solver->rows == rows && solver->cols == cols &&
        solver->may_load == may_load)
        return solver->tables;
    slide_tables_free(solver->tables);
    solver->tables = slide_tables_new(rows, cols, &timed);
    solver->rows = rows, solver->cols = cols, solver->may_load = may_load;
    return solver->tables;
}

/* Finds a shortest solution before work->until. */
static bool search(struct work *work, struct slide_solution *solution) {
    const struct slide_board *board = work->question->board;
    const struct slide_tables *tables = tables_for(work, board->rows, board->cols);
    struct slide_watch watch = {search_on, work};
    struct slide_ida_limits limits = {
        .threads = work->question->nodes ? 1 : work->solver->host->threads,
        .nodes = work->question->nodes,
        .watch = &watch,
    };
    if (!tables) return false;
    int failed =
        slide_ida_solve(slide_tables_heuristic(tables), board->tiles, &limits, &work->result);
    solution->nodes += work->result.nodes;
    if (work->result.lower_bound > solution->lower_bound)
        solution->lower_bound = work->result.lower_bound;
    if (failed) return false;
    for (int i = 0; i < work->result.length; i++)
        if (slide_path_add(&solution->path, work->result.moves[i]) < 0) return false;
    return true;
}

static double spent(void *self) {
    const struct work *work = self;
    double all = work->until - work->began;
    return all > 0 ? (host_seconds(work->solver->host) - work->began) / all : 1;
}

static bool is_stopped(void *self) {
    struct work *work = self;
    return !report(work, spent(self), work->message);
}

static void tell_best(void *self, double done, size_t best) {
    struct work *work = self;
    struct text message = text_over(work->message, sizeof work->message);
    (void)done;
    text_string(&message, "a solution of ");
    text_int(&message, (int64_t)best);
    text_string(&message, " moves");
}

static bool core_on(void *self, double done) {
    const struct work *work = self;
    (void)done;
    return !is_stopped(self) && is_in_time(work, work->until);
}

/* Solves the last 4x4 cells of a larger board optimally. */
static bool solve_core(void *self, const struct slide_board *board, struct slide_path *path) {
    struct work *work = self;
    struct slide_solver *solver = work->solver;
    struct slide_watch watch = {core_on, work};
    struct slide_ida_limits limits = {
        .threads = 1, .nodes = work->question->nodes, .watch = &watch};
    struct slide_ida_result result;
    struct host stoppable = {.threads = 1, .go_on = prepare_core_on, .self = work};
    if (board->rows != CORE_SIDE || board->cols != CORE_SIDE) return false;
    if (!solver->core) solver->core = slide_tables_new(CORE_SIDE, CORE_SIDE, &stoppable);
    if (!solver->core) return false;
    if (slide_ida_solve(slide_tables_heuristic(solver->core), board->tiles, &limits, &result) < 0 ||
        (size_t)result.length > path->capacity)
        return false;
    memcpy(path->moves, result.moves, (size_t)result.length);
    path->count = (size_t)result.length;
    return true;
}

static int find_fast(struct work *work, struct slide_solution *solution) {
    struct slide_fast_limits limits = {
        .nodes = work->question->nodes,
        .spent = work->question->nodes || !work->solver->host->seconds ? NULL : spent,
        .stop = is_stopped,
        .tell = tell_best,
        .core = solve_core,
        .self = work,
        .tried = &solution->nodes,
    };
    work->message[0] = '\0';
    return slide_fast(work->question->board, &limits, &solution->path);
}

int slide_solver_solve(struct slide_solver *solver, const struct slide_question *question,
                       struct slide_solution *solution) {
    struct work work = {.solver = solver, .question = question};
    const struct slide_board *board = question->board;
    bool small = board->rows * board->cols <= SMALL_CELLS;
    *solution = (struct slide_solution){.distance = slide_board_distance(board)};
    solution->lower_bound = (int64_t)solution->distance;
    work.start = work.began = host_seconds(solver->host);
    if ((question->proven || small) && slide_tables_fits(board->rows, board->cols)) {
        work.until = work.began + question->seconds * (1 - reserve);
        solution->optimal = search(&work, solution);
        if (solution->optimal) return 0;
    }
    work.until = work.began + question->seconds;
    work.began = host_seconds(solver->host);
    if (find_fast(&work, solution) < 0 && solution->path.count == 0) {
        slide_path_release(&solution->path);
        return -1;
    }
    if ((int64_t)solution->path.count < solution->lower_bound) /* the tables were wrong */
        solution->lower_bound = (int64_t)solution->distance;
    solution->optimal = (int64_t)solution->path.count == solution->lower_bound;
    return 0;
}
