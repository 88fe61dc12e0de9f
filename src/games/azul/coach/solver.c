/* The root of the search: deeper and deeper, until every act is valued to the round's end or the
 * budget is spent.
 *
 * Each depth values the acts one by one, those that looked best first. An act's value is found with
 * a narrow window about the last one, moved until the value lies inside; what was searched before
 * is in the table. Acts that do the same, as taking from equal factories, are searched once. With
 * time to spend, threads share the acts and the table. With nodes there is one thread, so that the
 * answer is the same everywhere. */
#include "games/azul/coach/solver.h"
#include "game/agent.h"
#include "games/azul/coach/search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 16 };
enum { ENTRIES_LOW = 8, ENTRIES_HIGH = 21 }; /* powers of two */
enum { NODES_A_MILLISECOND = 5000 };
enum { WATCH_NODES = 2048, LINE_NODES = 100000 };
enum { SOON = 17, SOONER = 8 }; /* 2^17 nodes are soon searched */
enum { SHALLOW = 3 };           /* plies to which every act is valued at least */

/* An act at the root that differs from the others. */
struct root_move {
    struct azul_move move;
    struct azul_round after;
    int value, depth;         /* the value found at a depth; 0 if at none */
    int before, depth_before; /* the same of the depth before */
    int told;                 /* the value told at the end */
    int bound, bound_depth;   /* the value is at most this, at another depth */
};

enum goal { FIND_BEST, VALUE_ALL };

struct azul_solver {
    const struct host *host;
    struct azul_round_table table;
    struct azul_round round;
    void *memory;
    struct azul_search_entry *entries; /* in the memory */
    struct azul_round_after *after;    /* for each thread and seat */
    struct azul_search search[THREADS_MAX];
    int threads_max, threads; /* that there is memory for; that search now */
    const struct azul_solver_question *question;
    struct root_move moves[AZUL_SOLVER_ACTS];
    int count, depth;
    enum goal goal;
    int expected;    /* the best value of the depth before */
    atomic_int best; /* the highest value at this depth */
    atomic_int next; /* the next move to look at */
    atomic_bool over;
    int power;  /* of two: the nodes that it takes to solve it, as a guess */
    bool small; /* the budget should do for that */
    bool stopped;
    bool has_values; /* a depth was searched */
    double began;
};

/* Returns the first place where a cache line begins. */
static void *align(void *memory) {
    uintptr_t mask = AZUL_SEARCH_LINE - 1;
    return (void *)(((uintptr_t)memory + mask) & ~mask);
}

struct azul_solver *azul_solver_new(const struct host *host) {
    struct azul_solver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->host = host;
    solver->threads_max = host->threads < THREADS_MAX ? host->threads : THREADS_MAX;
    solver->memory = malloc((sizeof *solver->entries << ENTRIES_HIGH) + AZUL_SEARCH_LINE);
    solver->after = malloc(sizeof *solver->after * AZUL_ROUND_BOARDS * AZUL_SEATS_MAX *
                           (size_t)solver->threads_max);
    solver->entries = align(solver->memory);
    if (solver->memory && solver->after) return solver;
    azul_solver_free(solver);
    return NULL;
}

void azul_solver_free(struct azul_solver *solver) {
    if (!solver) return;
    free(solver->memory);
    free(solver->after);
    free(solver);
}

/* The share of the budget that is spent, from 0 to 1. Without a clock, nodes stand for time. Time
 * does not count at the first depth, which takes milliseconds, so that each act has a value on a
 * busy machine, too. */
static double spent(const struct azul_solver *solver) {
    const struct azul_solver_question *question = solver->question;
    double share = 0, nodes = solver->threads == 1 ? (double)solver->search[0].nodes : 0;
    double milliseconds = solver->host->seconds
                              ? 1000 * (host_seconds(solver->host) - solver->began)
                              : nodes / NODES_A_MILLISECOND;
    if (question->nodes) share = nodes / (double)question->nodes;
    bool timed = question->milliseconds && solver->has_values;
    if (timed && milliseconds > share * question->milliseconds)
        share = milliseconds / question->milliseconds;
    return share < 1 ? share : 1;
}

static bool is_over(const struct azul_solver *solver) {
    return atomic_load_explicit(&solver->over, memory_order_relaxed);
}

/* Ends the search if the budget is spent or the host says stop. On the calling thread only. */
static void look_up(struct azul_solver *solver) {
    if (is_over(solver)) return;
    double share = spent(solver);
    if (!host_go_on(solver->host, share, "searching")) solver->stopped = true;
    if (share >= 1 || solver->stopped) atomic_store(&solver->over, true);
}

static void watch(struct azul_search *search) {
    struct azul_solver *solver = search->self;
    uint64_t most = solver->question->nodes;
    search->limit = search->nodes + WATCH_NODES;
    if (!search->leads) return;
    if (most && search->limit > most) search->limit = most;
    look_up(solver);
}

/* Guesses the power of two of the nodes that it takes to solve a round. Measured for two players:
 * the standard error is about 1. */
static int guess_power(const struct azul_solver *solver) {
    static const int8_t round_weights[] = {5, 8, 1, -28}, game_weights[] = {8, 8, 2, -89};
    const int8_t *weight = solver->table.values ? game_weights : round_weights;
    const struct azul_round *round = &solver->round;
    uint64_t kinds = azul_kinds(azul_round_left(&solver->table, round));
    int groups = azul_total(azul_kinds(round->center)), open = 0;
    for (uint32_t left = round->factories; left; left &= left - 1)
        groups += solver->table.kinds[bits_low(left)];
    for (int seat = 0; seat < solver->table.players; seat++)
        for (int colour = 0; colour < AZUL_COLOURS; colour++)
            if (azul_count(kinds, colour))
                open += bits_count(round->board[seat].open & AZUL_DOWN << colour);
    int tenths = weight[0] * round->left + weight[1] * groups + weight[2] * open + weight[3];
    return tenths / 10;
}

/* The nodes that the budget should do for. */
static double expected_nodes(const struct azul_solver *solver) {
    const struct azul_solver_question *question = solver->question;
    double nodes = question->nodes ? (double)question->nodes : INFINITY;
    double in_time = (double)NODES_A_MILLISECOND * question->milliseconds * solver->threads;
    return question->milliseconds && in_time < nodes ? in_time : nodes;
}

/* A fourth of the nodes that are expected can be remembered. */
static size_t entries_for(const struct azul_solver *solver, double nodes) {
    int power = ENTRIES_LOW;
    while (power < ENTRIES_HIGH && power + 2 < solver->power && ldexp(4, power) < nodes) power++;
    return (size_t)1 << power;
}

static void open_search(struct azul_solver *solver, int thread, size_t entries) {
    struct azul_search *search = &solver->search[thread];
    struct azul_round_after *after =
        &solver->after[(size_t)thread * AZUL_ROUND_BOARDS * AZUL_SEATS_MAX];
    *search = (struct azul_search){
        .table = &solver->table,
        .entries = solver->entries,
        .mask = entries - 1,
        .after = after,
        .over = &solver->over,
        .watch = watch,
        .self = solver,
        .leads = thread == 0,
    };
    if (!solver->table.values) return;
    for (int i = 0; i < AZUL_ROUND_BOARDS * solver->table.players; i++) after[i].lines = UINT32_MAX;
}

static void open_moves(struct azul_solver *solver) {
    struct azul_move moves[AZUL_ROUND_MOVES];
    solver->count = azul_moves_list(&solver->table, &solver->round, true, moves);
    for (int i = 0; i < solver->count; i++) {
        azul_moves_pick(moves + i, solver->count - i);
        struct root_move *root = &solver->moves[i];
        *root = (struct root_move){.move = moves[i], .after = solver->round};
        azul_round_take(&solver->table, &root->after, moves[i].source, moves[i].colour,
                        moves[i].destination);
    }
}

static void begin(struct azul_solver *solver, const struct azul_solver_question *question) {
    solver->question = question;
    solver->began = host_seconds(solver->host);
    solver->stopped = solver->has_values = false;
    atomic_store(&solver->over, false);
    azul_round_open(&solver->table, &solver->round, question->azul, question->values);
    bool counted = question->nodes || !solver->host->seconds;
    solver->threads = counted ? 1 : solver->threads_max;
    solver->power = guess_power(solver);
    double nodes = expected_nodes(solver);
    size_t entries = entries_for(solver, nodes);
    solver->small = ldexp(1, solver->power) <= nodes;
    memset(solver->entries, 0, sizeof *solver->entries * entries);
    for (int thread = 0; thread < solver->threads; thread++) open_search(solver, thread, entries);
    open_moves(solver);
}

/* The depth at which the positions after the root's moves are searched. */
static int depth_after(int depth) {
    return depth == AZUL_SEARCH_END ? depth : depth - 1;
}

/* Finds the value of a position with a window that moves and widens. */
static int settle(struct azul_search *search, const struct azul_round *round, int near, int depth) {
    int step = search->table->unit, low = near - step, high = near + step;
    for (;;) {
        int value = azul_search_value(search, round, low, high, depth);
        if (atomic_load_explicit(search->over, memory_order_relaxed)) return value;
        if (value > low && value < high) return value;
        low = value >= high ? value - 1 : value - step;
        high = value >= high ? value + step : value + 1;
        step *= 2;
    }
}

static void raise_best(struct azul_solver *solver, int value) {
    int best = atomic_load(&solver->best);
    while (value > best && !atomic_compare_exchange_weak(&solver->best, &best, value)) continue;
}

static void value_move(struct azul_solver *solver, struct azul_search *search,
                       struct root_move *root) {
    int value = settle(search, &root->after, root->value, depth_after(solver->depth));
    if (is_over(solver)) return;
    root->before = root->value;
    root->depth_before = root->depth;
    root->value = value;
    root->depth = solver->depth;
    raise_best(solver, value);
}

/* Shows that a move is not better than the best, or finds its value. */
static void test_move(struct azul_solver *solver, struct azul_search *search,
                      struct root_move *root) {
    int best = atomic_load(&solver->best);
    if (best == -AZUL_SEARCH_INFINITY) best = solver->expected;
    if (root->bound_depth == solver->depth && root->bound <= best) return;
    int value = azul_search_value(search, &root->after, best, best + 1, depth_after(solver->depth));
    if (is_over(solver)) return;
    if (value > best) {
        value_move(solver, search, root);
        return;
    }
    root->bound = value;
    root->bound_depth = solver->depth;
}

static bool is_asked(const struct azul_solver *solver, const struct root_move *root) {
    const uint64_t *factory = solver->table.factory;
    if (solver->question->act == AGENT_NO_ACT) return false;
    action act = (action)solver->question->act;
    int source = azul_act_source(act);
    bool same = root->move.source == source;
    if (source != AZUL_CENTER && root->move.source != AZUL_CENTER)
        same = factory[source] == factory[root->move.source];
    return same && root->move.colour == azul_act_colour(act) &&
           root->move.destination == azul_act_destination(act);
}

static void run_part(void *self, int part, bool leads) {
    struct azul_solver *solver = self;
    struct azul_search *search = &solver->search[part];
    search->leads = leads;
    for (;;) {
        int at = atomic_fetch_add(&solver->next, 1);
        if (at >= solver->count || is_over(solver)) return;
        struct root_move *root = &solver->moves[at];
        if (root->depth == solver->depth) continue;
        if (solver->goal == VALUE_ALL || at == 0 || is_asked(solver, root))
            value_move(solver, search, root);
        else
            test_move(solver, search, root);
    }
}

static void run_wait(void *self) {
    look_up(self);
}

static void run_moves(struct azul_solver *solver, enum goal goal) {
    struct host_work work = {solver->threads, run_part, run_wait, solver};
    solver->goal = goal;
    atomic_store(&solver->next, 0);
    host_share(solver->host, &work);
}

/* Whether some move may still be better than the best. */
static bool is_open(const struct azul_solver *solver) {
    for (int i = 0; i < solver->count; i++) {
        const struct root_move *root = &solver->moves[i];
        if (root->depth == solver->depth) continue;
        if (root->bound_depth != solver->depth || root->bound > atomic_load(&solver->best))
            return true;
    }
    return false;
}

/* Sorts those valued deepest first, and by value; at the end, by the value told. */
static bool comes_before(const struct root_move *a, const struct root_move *b) {
    if (a->depth != b->depth) return a->depth > b->depth;
    return a->told != b->told ? a->told > b->told : a->value > b->value;
}

static void sort_moves(struct azul_solver *solver) {
    for (int i = 1; i < solver->count; i++) {
        struct root_move move = solver->moves[i];
        int at = i;
        for (; at > 0 && comes_before(&move, &solver->moves[at - 1]); at--)
            solver->moves[at] = solver->moves[at - 1];
        solver->moves[at] = move;
    }
}

/* Brings the act in question to the second place. */
static void bring_asked(struct azul_solver *solver) {
    for (int i = 2; i < solver->count; i++) {
        struct root_move move = solver->moves[i];
        if (!is_asked(solver, &move)) continue;
        memmove(&solver->moves[2], &solver->moves[1], sizeof move * (size_t)(i - 1));
        solver->moves[1] = move;
        return;
    }
}

static bool is_asked_valued(const struct azul_solver *solver) {
    for (int i = 0; i < solver->count; i++)
        if (is_asked(solver, &solver->moves[i])) return solver->moves[i].depth == solver->depth;
    return true;
}

/* If the search ended before the act in question was valued as deep as others, their values of this
 * depth do not count. */
static void forget_unfair(struct azul_solver *solver) {
    if (is_asked_valued(solver)) return;
    for (int i = 0; i < solver->count; i++) {
        struct root_move *root = &solver->moves[i];
        if (root->bound_depth == solver->depth) root->bound_depth = 0;
        if (root->depth != solver->depth) continue;
        root->value = root->before;
        root->depth = root->depth_before;
    }
}

static void search_depth(struct azul_solver *solver) {
    bool all = solver->depth <= SHALLOW;
    solver->expected = solver->moves[0].value;
    atomic_store(&solver->best, -AZUL_SEARCH_INFINITY);
    bring_asked(solver);
    if (all) run_moves(solver, VALUE_ALL);
    while (!all && !is_over(solver) && is_open(solver)) run_moves(solver, FIND_BEST);
    if (solver->depth == AZUL_SEARCH_END && !solver->question->best_only && !is_over(solver)) {
        sort_moves(solver);
        run_moves(solver, VALUE_ALL);
    }
    forget_unfair(solver);
    sort_moves(solver);
}

/* What takes long to solve is searched less deep first, in an eighth of the nodes, so that there is
 * a good answer whenever the search is stopped. */
static int next_depth(const struct azul_solver *solver) {
    int depth = solver->depth + 1;
    bool late = (double)solver->search[0].nodes * SOONER >= ldexp(1, solver->power);
    bool soon = solver->power <= SOON || late;
    if (solver->small && soon && depth > SHALLOW) return AZUL_SEARCH_END;
    return depth < solver->round.left ? depth : AZUL_SEARCH_END;
}

/* Sets the value to tell. Who moves last in a search that is cut short seems to do well: the mean
 * of two depths is closer to the truth. An act that was shown not to be better than the best, or
 * found worse at less depth, is not told to be better. */
static void set_told(struct azul_solver *solver) {
    int best = -AZUL_SEARCH_INFINITY;
    for (int i = 0; i < solver->count; i++) {
        struct root_move *root = &solver->moves[i];
        bool cut = root->depth < AZUL_SEARCH_END && root->depth_before == root->depth - 1;
        root->told = cut && root->depth_before ? (root->value + root->before) / 2 : root->value;
        if (root->depth == solver->moves[0].depth && root->told > best) best = root->told;
    }
    for (int i = 0; i < solver->count; i++)
        if (solver->moves[i].told > best) solver->moves[i].told = best;
}

/* Whether the game is over at the end of this round, whatever is played. */
static bool must_end(const struct azul_round_table *table, const struct azul_round *round) {
    return table->is_last || (!table->crowded && azul_round_ends(table, round));
}

/* Adds every act that does the same as a move. */
static void put_acts(const struct azul_solver *solver, const struct root_move *root,
                     struct azul_solver_answer *answer) {
    const struct azul_round_table *table = &solver->table;
    int from = root->move.source, sources = 2 * table->players + 1;
    for (int source = from; source <= sources; source++) {
        if (source != from && (from == AZUL_CENTER || !(solver->round.factories >> source & 1) ||
                               table->factory[source] != table->factory[from]))
            continue;
        answer->acts[answer->count++] = (struct azul_solver_act){
            .act = azul_act(source, root->move.colour, root->move.destination),
            .value = (double)root->told / table->unit,
            .depth = root->depth < solver->round.left ? root->depth : solver->round.left,
            .solved = root->depth == AZUL_SEARCH_END,
            .ends = must_end(table, &root->after),
        };
    }
}

/* Takes the best move of a position, searching it once more: most of that is in the table. */
static int follow(struct azul_search *search, struct azul_round *round, int *value, int *depth) {
    if (*depth == 0) return azul_search_play(search, round);
    *value = settle(search, round, *value, *depth);
    int act = search->best;
    if (act < 0 || atomic_load_explicit(search->over, memory_order_relaxed)) return -1;
    azul_round_take(search->table, round, azul_act_source((action)act),
                    azul_act_colour((action)act), azul_act_destination((action)act));
    if (*depth != AZUL_SEARCH_END) --*depth;
    return act;
}

static void stop_following(struct azul_search *search) {
    atomic_store(search->over, true);
}

/* Writes the play expected after a move. If that takes too long to find, it ends early. */
static int put_line(struct azul_solver *solver, const struct root_move *root, action first,
                    action *line) {
    struct azul_search *search = &solver->search[0];
    struct azul_round round = root->after;
    int count = 0, value = root->value, depth = root->depth ? depth_after(root->depth) : 0;
    atomic_store(&solver->over, false);
    search->watch = stop_following;
    search->limit = search->nodes + LINE_NODES;
    line[count++] = first;
    while (round.left && count < AZUL_SOLVER_LINE) {
        int act = follow(search, &round, &value, &depth);
        if (act < 0) break;
        line[count++] = (action)act;
    }
    return count;
}

static void put_lines(struct azul_solver *solver, struct azul_solver_answer *answer) {
    answer->line_count = put_line(solver, &solver->moves[0], answer->acts[0].act, answer->line);
    answer->reply_count = 0;
    if (solver->question->act == AGENT_NO_ACT) return;
    action asked = (action)solver->question->act;
    for (int i = 0; i < solver->count && asked != answer->acts[0].act; i++)
        if (is_asked(solver, &solver->moves[i]))
            answer->reply_count = put_line(solver, &solver->moves[i], asked, answer->reply);
}

static void put_answer(struct azul_solver *solver, struct azul_solver_answer *answer) {
    answer->count = 0;
    answer->stopped = solver->stopped;
    set_told(solver);
    sort_moves(solver);
    answer->solved = true;
    answer->proven = solver->depth == AZUL_SEARCH_END && !is_open(solver);
    for (int i = 0; i < solver->count; i++) {
        put_acts(solver, &solver->moves[i], answer);
        answer->solved &= solver->moves[i].depth == AZUL_SEARCH_END;
    }
    put_lines(solver, answer);
    answer->nodes = 0;
    for (int thread = 0; thread < solver->threads; thread++)
        answer->nodes += solver->search[thread].nodes;
}

void azul_solver_ask(struct azul_solver *solver, const struct azul_solver_question *question,
                     struct azul_solver_answer *answer) {
    begin(solver, question);
    for (solver->depth = 0; solver->depth < AZUL_SEARCH_END && !is_over(solver);) {
        solver->depth = next_depth(solver);
        search_depth(solver);
        solver->has_values = true;
    }
    put_answer(solver, answer);
}
