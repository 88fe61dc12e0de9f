/* The agent `solver`: rates each move by the length of a solution that begins with it, the shortest
 * where it is found. With a node budget it uses one thread and no kept files, so that its answer is
 * the same everywhere; with a time budget it uses all that the host lends. */
#include "games/slide/slide.h"
#include "games/slide/tools/solver.h"
#include "games/slide/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { MOVES = 4, NODES = 1 << 26 }; /* NODES: the budget if none is given */
#define FOREVER 1e9

struct thinker {
    struct host_part part; /* first: the solver's host */
    struct slide_solver *solver;
    int moves_done; /* of MOVES */
    double done;    /* the progress reported last */
    bool stopped;
};

/* What is known about the solutions that begin with a move. */
struct prospect {
    int64_t length; /* of the one found; 0 if none is */
    int64_t lower_bound;
    struct slide_path path;
};

static bool suits(const struct game *game) {
    return game == &slide_game;
}

static bool go_on(void *self, double done, const char *message) {
    struct thinker *thinker = self;
    double all = (thinker->moves_done + done) / MOVES;
    if (all > thinker->done) thinker->done = all; /* a solver begins again with each search */
    if (!thinker->stopped && !host_go_on(thinker->part.whole, thinker->done, message))
        thinker->stopped = true;
    return !thinker->stopped;
}

static void release(void *self) {
    struct thinker *thinker = self;
    if (!thinker) return;
    slide_solver_free(thinker->solver);
    free(thinker);
}

static void *init(const struct game *game, const struct host *host) {
    struct thinker *thinker = calloc(1, sizeof *thinker);
    (void)game;
    if (!thinker) return NULL;
    host_part_init(&thinker->part, host, go_on);
    thinker->solver = slide_solver_new(&thinker->part.host);
    if (thinker->solver) return thinker;
    release(thinker);
    return NULL;
}

/* The node budget for each move; 0 if only time is limited and there is a clock. */
static uint64_t nodes_per_move(const struct thinker *thinker, struct budget budget) {
    uint64_t nodes = budget.nodes;
    if (budget.rollouts && (!nodes || budget.rollouts < nodes)) nodes = budget.rollouts;
    if (!nodes && !(budget.milliseconds && thinker->part.whole->seconds)) nodes = NODES;
    return nodes ? nodes / MOVES + 1 : 0;
}

static void examine(struct thinker *thinker, const struct slide_board *board, struct budget budget,
                    struct prospect *prospect, struct advice *advice) {
    struct slide_solution solution;
    struct slide_question question = {
        .board = board,
        .proven = true,
        .hasty = true,
        .seconds = budget.milliseconds ? budget.milliseconds / (1000.0 * MOVES) : FOREVER,
        .nodes = nodes_per_move(thinker, budget),
    };
    if (slide_solver_solve(thinker->solver, &question, &solution) == 0)
        prospect->length = 1 + (int64_t)solution.path.count;
    prospect->lower_bound = 1 + solution.lower_bound;
    prospect->path = solution.path;
    advice->nodes += solution.nodes;
}

/* Finds out what a move leads to, or only its lower bound if the board cannot be solved or there is
 * no time left. */
static void look_ahead(struct thinker *thinker, const struct agent_question *question, int move,
                       struct prospect *prospect, struct advice *advice) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    struct slide after = *(const struct slide *)question->state;
    slide_game.apply(&after, 0, (action)move);
    slide_board_set(&board, &after);
    prospect->lower_bound = 1 + (int64_t)slide_board_distance(&board);
    if (!advice->hopeless && !thinker->stopped)
        examine(thinker, &board, question->budget, prospect, advice);
}

/* Adds a candidate before those that are worse: moves with a solution first. */
static void put_candidate(struct advice *advice, int move, const struct prospect *prospect) {
    bool solved = prospect->length > 0;
    struct candidate candidate = {
        .act = (action)move,
        .value = -(double)(solved ? prospect->length : prospect->lower_bound),
        .error = solved ? (double)(prospect->length - prospect->lower_bound) / 2 : 0,
        .visits = solved,
        .exact = solved && prospect->length == prospect->lower_bound,
    };
    int at = advice->count++;
    for (; at > 0; at--) {
        const struct candidate *before = &advice->candidates[at - 1];
        if (before->visits > candidate.visits) break;
        if (before->visits == candidate.visits && before->value >= candidate.value) break;
        advice->candidates[at] = *before;
    }
    advice->candidates[at] = candidate;
}

static void put_line(struct advice *advice, const struct slide_path *path, bool turned) {
    advice->line[advice->line_count++] = advice->candidates[0].act;
    for (size_t i = 0; i < path->count && advice->line_count < ADVICE_LINE_MAX; i++)
        advice->line[advice->line_count++] =
            (action)(turned ? slide_opposite(path->moves[i]) : path->moves[i]);
}

/* Whether no solution is shorter than the one found for the first candidate. */
static bool is_proven(const struct prospect *prospects, const struct advice *advice) {
    bool proven = advice->candidates[0].exact;
    int64_t length = prospects[advice->candidates[0].act].length;
    for (int i = 1; i < advice->count; i++)
        proven &= prospects[advice->candidates[i].act].lower_bound >= length;
    return proven;
}

static void think(void *self, const struct agent_question *question, struct advice *advice) {
    struct thinker *thinker = self;
    const struct slide *slide = question->state;
    struct prospect prospects[MOVES] = {{0, 0, {NULL, 0, 0}}};
    *advice = (struct advice){.candidates = advice->candidates};
    if (!slide_solvable(slide))
        advice->hopeless = "no moves lead from this arrangement to the goal";
    thinker->stopped = false;
    thinker->done = 0;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        thinker->moves_done = move;
        if (!slide_on_board(slide, move)) continue;
        look_ahead(thinker, question, move, &prospects[move], advice);
        put_candidate(advice, move, &prospects[move]);
    }
    advice->stopped = thinker->stopped;
    advice->proven = is_proven(prospects, advice);
    put_line(advice, &prospects[advice->candidates[0].act].path, slide->blank_first);
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        slide_path_release(&prospects[move].path);
}

static const struct agent_objective objectives[] = {{"game", "minus the moves left"}, {NULL, NULL}};

const struct agent slide_agent = {
    .name = "solver",
    .summary = "plays a shortest solution if it finds one in time, else a short one",
    .objectives = objectives,
    .suits = suits,
    .init = init,
    .think = think,
    .release = release,
};
