/* Chooses the solver: optimal/ for shortest solutions and small boards, fast/ for the others. */
#include "games/slide/tools/solver.h"
#include "games/slide/fast/fast.h"
#include "games/slide/optimal/tables.h"
#include "games/slide/slide.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Boards of up to SMALL_CELLS cells are always solved optimally: it takes a moment. STOP_NODES are
 * for some solution after a stop, HASTY_NODES if it must come at once. */
enum { SMALL_CELLS = 16, CORE_SIDE = 4, STOP_NODES = 1 << 18, HASTY_NODES = 1 << 16 };

/* If a proof takes longer than quick_after, or this share of the time, another thread looks for a
 * short solution. So a proof that fails leaves a good solution, and one that succeeds does not wait
 * for it. That thread ends after quick_seconds, or this share of the time if it is more. */
static const double quick_after = 1, quick_after_share = 0.125;
static const double quick_seconds = 2, quick_share = 0.25;
/* The share of the time that a proof leaves for that if the host lends only one thread. */
static const double reserve = 0.25;
/* Seconds that tables may take even if there is less time: they serve later boards too. */
static const double grace = 1;

struct slide_solver {
    const struct host *host;
    struct slide_tables *tables, *core; /* of the current size; for the ends of larger boards */
    int rows, cols;                     /* of `tables` */
    bool may_load;                      /* `tables` may come from files */
};

/* A pass of the fast solver: on this thread it asks the host, beside it `over` ends it. */
struct pass {
    struct work *work;
    bool beside;
    pthread_t thread;
    atomic_bool over;
    double began, until;    /* in the host's seconds */
    struct slide_path path; /* the result; empty if there is none */
    bool found;
    uint64_t nodes;
};

/* The work on one question. */
struct work {
    struct slide_solver *solver;
    const struct slide_question *question;
    struct slide_solution *solution;
    bool found, stopped; /* there is a solution; the host said stop */
    double start, done;  /* start: in the host's seconds; done: reported last */
    double proof_until;
    struct pass quick; /* runs if `beside` is set */
    double quick_at;   /* when it is due; 0 for never */
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
    if (work->stopped) return false;
    if (host->seconds && !work->question->nodes && work->question->seconds > 0)
        done = (host_seconds(host) - work->start) / work->question->seconds;
    if (done > work->done) work->done = done < 1 ? done : 1;
    work->stopped = !host_go_on(host, work->done, message);
    return !work->stopped;
}

/* With a node limit the clock does not count, so that answers are reproducible. */
static bool is_in_time(const struct work *work, double until) {
    return work->question->nodes || host_seconds(work->solver->host) < until;
}

static double spent(void *self) {
    struct pass *pass = self;
    double all = pass->until - pass->began;
    if (pass->beside) return atomic_load(&pass->over) ? 1 : 0;
    return all > 0 ? (host_seconds(pass->work->solver->host) - pass->began) / all : 1;
}

static bool is_stopped(void *self) {
    struct pass *pass = self;
    if (pass->beside) return atomic_load(&pass->over);
    return !report(pass->work, spent(self), pass->work->message);
}

static void tell_best(void *self, double done, size_t best) {
    struct pass *pass = self;
    struct text message = text_over(pass->work->message, sizeof pass->work->message);
    (void)done;
    text_string(&message, "a solution of ");
    text_int(&message, (int64_t)best);
    text_string(&message, " moves");
}

static bool core_on(void *self, double done) {
    struct pass *pass = self;
    (void)done;
    return !is_stopped(self) && (pass->beside || is_in_time(pass->work, pass->until));
}

static bool prepare_core_on(void *self, double done, const char *message) {
    (void)message;
    return core_on(self, done);
}

/* Makes the tables for the ends of larger boards, if there is time for that. */
static const struct slide_tables *core_tables(struct pass *pass) {
    struct slide_solver *solver = pass->work->solver;
    struct host stoppable = {.threads = 1, .go_on = prepare_core_on, .self = pass};
    if (!solver->core && (pass->work->question->nodes || pass->until - pass->began >= grace))
        solver->core = slide_tables_new(CORE_SIDE, CORE_SIDE, &stoppable);
    return solver->core;
}

/* Solves the last 4x4 cells of a larger board optimally. */
static bool solve_core(void *self, const struct slide_board *board, struct slide_path *path) {
    struct pass *pass = self;
    struct slide_watch watch = {core_on, pass};
    struct slide_ida_limits limits = {
        .threads = 1, .nodes = pass->work->question->nodes, .watch = &watch};
    struct slide_ida_result result;
    if (board->rows != CORE_SIDE || board->cols != CORE_SIDE) return false;
    const struct slide_tables *tables = core_tables(pass);
    if (!tables) return false;
    if (slide_ida_solve(slide_tables_heuristic(tables), board->tiles, &limits, &result) < 0 ||
        (size_t)result.length > path->capacity)
        return false;
    memcpy(path->moves, result.moves, (size_t)result.length);
    path->count = (size_t)result.length;
    return true;
}

/* After a stop it spends a few nodes and asks nobody. */
static void *run_pass(void *self) {
    struct pass *pass = self;
    const struct work *work = pass->work;
    bool stopped = !pass->beside && work->stopped, by_nodes = stopped || work->question->nodes;
    struct slide_fast_limits limits = {
        .nodes = !stopped                ? work->question->nodes
                 : work->question->hasty ? HASTY_NODES
                                         : STOP_NODES,
        .spent = by_nodes || !work->solver->host->seconds ? NULL : spent,
        .stop = stopped ? NULL : is_stopped,
        .tell = stopped || pass->beside ? NULL : tell_best,
        .core = stopped ? NULL : solve_core,
        .self = pass,
        .tried = &pass->nodes,
    };
    bool failed = slide_fast(work->question->board, &limits, &pass->path) < 0;
    pass->found = !failed || pass->path.count > 0;
    return NULL;
}

/* Takes a path if it is the shortest so far. */
static void take_path(struct work *work, struct slide_path *path) {
    struct slide_path *best = &work->solution->path, old = *best;
    if (!work->found || path->count < best->count) *best = *path, *path = old;
    work->found = true;
    slide_path_release(path);
}

static void take_pass(struct work *work, struct pass *pass) {
    work->solution->nodes += pass->nodes;
    if (pass->found)
        take_path(work, &pass->path);
    else
        slide_path_release(&pass->path);
}

/* Finds a short solution within some seconds. */
static void find_fast(struct work *work, double seconds) {
    double now = host_seconds(work->solver->host);
    struct pass pass = {.work = work, .began = now, .until = now + seconds};
    work->message[0] = '\0';
    run_pass(&pass);
    take_pass(work, &pass);
}

static void end_quick(struct work *work) {
    if (!work->quick.beside) return;
    atomic_store(&work->quick.over, true);
    pthread_join(work->quick.thread, NULL);
    take_pass(work, &work->quick);
    work->quick.beside = false;
}

/* Begins the quick pass. */
static void begin_quick(struct work *work, double now) {
    double share = quick_share * work->question->seconds;
    work->quick_at = 0;
    work->quick = (struct pass){.work = work, .beside = true, .began = now};
    work->quick.until = now + (share > quick_seconds ? share : quick_seconds);
    if (work->solver->host->threads > 1 &&
        pthread_create(&work->quick.thread, NULL, run_pass, &work->quick) == 0)
        return;
    work->quick.beside = false;
    work->proof_until -= reserve * work->question->seconds;
}

static void tend_quick(struct work *work) {
    if (work->quick_at <= 0 && !work->quick.beside) return;
    double now = host_seconds(work->solver->host);
    if (work->quick.beside && now >= work->quick.until)
        end_quick(work);
    else if (work->quick_at > 0 && now >= work->quick_at)
        begin_quick(work, now);
}

/* Whether the quick pass found a solution that no other can beat. */
static bool is_proven(const struct work *work) {
    return work->found && work->result.lower_bound >= (int64_t)work->solution->path.count;
}

static bool search_on(void *self, double done) {
    struct work *work = self;
    tend_quick(work);
    struct text message = text_over(work->message, sizeof work->message);
    text_format(&message, "at least %d moves", work->result.lower_bound);
    return !is_proven(work) && report(work, done, work->message) &&
           is_in_time(work, work->proof_until);
}

static bool prepare_on(void *self, double done, const char *message) {
    struct work *work = self;
    double enough = work->start + grace;
    tend_quick(work);
    return report(work, done, message) &&
           is_in_time(work, enough > work->proof_until ? enough : work->proof_until);
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

/* Takes the search's result: its bound and, if it has one, its solution. */
static void take_result(struct work *work) {
    struct slide_solution *solution = work->solution;
    struct slide_path path = {.moves = NULL};
    solution->nodes += work->result.nodes;
    if (work->result.lower_bound > solution->lower_bound)
        solution->lower_bound = work->result.lower_bound;
    if (work->result.length < 0) return;
    for (int i = 0; i < work->result.length; i++)
        if (slide_path_add(&path, work->result.moves[i]) < 0) {
            slide_path_release(&path);
            return;
        }
    take_path(work, &path);
}

/* Searches for a shortest solution until work->proof_until. */
static void search(struct work *work) {
    const struct slide_board *board = work->question->board;
    const struct slide_tables *tables = tables_for(work, board->rows, board->cols);
    struct slide_watch watch = {search_on, work};
    struct slide_ida_limits limits = {
        .threads = work->question->nodes ? 1 : work->solver->host->threads,
        .nodes = work->question->nodes,
        .watch = &watch,
    };
    if (!tables) return;
    slide_ida_solve(slide_tables_heuristic(tables), board->tiles, &limits, &work->result);
    take_result(work);
}

/* Tries to find a shortest solution, and a short one beside it. */
static void prove(struct work *work) {
    double share = quick_after_share * work->question->seconds;
    work->proof_until = work->start + work->question->seconds;
    if (work->solver->host->seconds && !work->question->nodes)
        work->quick_at = work->start + (share < quick_after ? share : quick_after);
    search(work);
    end_quick(work);
}

int slide_solver_solve(struct slide_solver *solver, const struct slide_question *question,
                       struct slide_solution *solution) {
    struct work work = {.solver = solver, .question = question, .solution = solution};
    const struct slide_board *board = question->board;
    bool small = board->rows * board->cols <= SMALL_CELLS;
    *solution = (struct slide_solution){.distance = slide_board_distance(board)};
    solution->lower_bound = (int64_t)solution->distance;
    work.start = host_seconds(solver->host);
    if ((question->proven || small) && slide_tables_fits(board->rows, board->cols) &&
        (question->nodes || question->seconds > 0))
        prove(&work);
    if (!work.found) find_fast(&work, work.start + question->seconds - host_seconds(solver->host));
    if (work.found && (int64_t)solution->path.count < solution->lower_bound)
        solution->lower_bound = (int64_t)solution->distance; /* the tables were wrong */
    solution->optimal = work.found && (int64_t)solution->path.count == solution->lower_bound;
    return work.found ? 0 : -1;
}
