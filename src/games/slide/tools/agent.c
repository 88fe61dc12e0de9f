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
    int64_t length, lower_bound;
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

static void examine(struct thinker *thinker, const struct slide *slide, int move,
                    struct budget budget, struct prospect *prospect, struct advice *advice) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    struct slide_solution solution;
    struct slide_question question = {
        .board = &board,
        .proven = true,
        .seconds = budget.milliseconds ? budget.milliseconds / (1000.0 * MOVES) : FOREVER,
        .nodes = nodes_per_move(thinker, budget),
    };
    struct slide after = *slide;
    slide_game.apply(&after, 0, (action)move);
    slide_board_set(&board, &after);
    if (slide_solver_solve(thinker->solver, &question, &solution) == 0)
        prospect->length = 1 + (int64_t)solution.path.count;
    prospect->lower_bound = 1 + solution.lower_bound;
    prospect->path = solution.path;
    advice->nodes += solution.nodes;
}

static void put_candidate(struct advice *advice, int move, const struct prospect *prospect) {
    double value = -(double)prospect->length;
    int at = advice->count++;
    for (; at > 0 && advice->candidates[at - 1].value < value; at--)
        advice->candidates[at] = advice->candidates[at - 1];
    advice->candidates[at] = (struct candidate){
        .act = (action)move,
        .value = value,
        .error = (double)(prospect->length - prospect->lower_bound) / 2,
        .visits = 1,
        .exact = prospect->length < SLIDE_MOVES_MAX && prospect->length == prospect->lower_bound,
    };
}

static void put_line(struct advice *advice, const struct slide_path *path, bool turned) {
    advice->line[advice->line_count++] = advice->candidates[0].act;
    for (size_t i = 0; i < path->count && advice->line_count < ADVICE_LINE_MAX; i++)
        advice->line[advice->line_count++] =
            (action)(turned ? slide_opposite(path->moves[i]) : path->moves[i]);
}

static void think(void *self, const struct agent_question *question, struct advice *advice) {
    struct thinker *thinker = self;
    const struct slide *slide = question->state;
    struct prospect prospects[MOVES] = {{0, 0, {NULL, 0, 0}}};
    *advice = (struct advice){.candidates = advice->candidates};
    thinker->stopped = false;
    thinker->done = 0;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        thinker->moves_done = move;
        if (!slide_on_board(slide, move)) continue;
        prospects[move].length = SLIDE_MOVES_MAX;
        prospects[move].lower_bound = slide_solvable(slide) ? 1 : SLIDE_MOVES_MAX;
        if (slide_solvable(slide) && !thinker->stopped)
            examine(thinker, slide, move, question->budget, &prospects[move], advice);
        put_candidate(advice, move, &prospects[move]);
    }
    advice->stopped = thinker->stopped;
    const struct prospect *best = &prospects[advice->candidates[0].act];
    advice->proven = best->length < SLIDE_MOVES_MAX && best->lower_bound == best->length;
    for (int i = 1; i < advice->count; i++)
        advice->proven &= prospects[advice->candidates[i].act].lower_bound >= best->length;
    put_line(advice, &best->path, slide->blank_first);
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        slide_path_release(&prospects[move].path);
}

const struct agent slide_agent = {
    .name = "solver",
    .summary = "plays a shortest solution if it finds one in time, else a short one",
    .suits = suits,
    .init = init,
    .think = think,
    .release = release,
};
