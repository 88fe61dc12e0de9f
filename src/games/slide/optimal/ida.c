/* The threads share the roots at the frontier, anew for every bound. At first the frontier is small
 * and only orders the roots. When a bound has cost much, the frontier grows in proportion before
 * the next one: it expands every board once, where deepening expands it once for each of its paths.
 */
#include "games/slide/optimal/ida.h"
#include "games/slide/optimal/frontier.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64, ROUNDS = 64, REFILL = 16 };
/* Boards of the frontier: at first for each thread; at most (48 bytes each, twice that while it
 * grows); added between two calls of the watch, and the fewest worth growing it for. It grows to
 * one board for every NODES_PER_ENTRY nodes of the last bound. */
enum { FRONTIER_FIRST = 512, FRONTIER_MAX = 1 << 21, FRONTIER_STEP = 1 << 14, NODES_PER_ENTRY = 8 };

struct search {
    const struct slide_heuristic *heuristic;
    const struct slide_ida_limits *limits;
    uint8_t tiles[SLIDE_PDB_CELLS_MAX]; /* to be solved */
    struct slide_frontier frontier;
    struct worker *workers;
    uint32_t *roots; /* the lowest heuristic first */
    size_t count;
    int bound, threads;
    atomic_size_t next; /* the root to take next */
    atomic_uint_fast64_t nodes;
    atomic_bool stop, found;
    struct slide_ida_result *result;
};

struct worker {
    struct search *search;
    struct slide_batch batch;
};

/* The first thread to find a solution records it. */
static void record_solution(struct search *search, const struct slide_node *node) {
    bool found = false;
    if (!atomic_compare_exchange_strong(&search->found, &found, true)) return;
    int from = search->frontier.entries[node->root].depth;
    slide_frontier_path(&search->frontier, node->root, search->result->moves);
    for (int i = from; i < node->depth; i++)
        search->result->moves[i] = (uint8_t)slide_node_move(node, i);
    search->result->length = node->depth;
}

/* Pushes the next root within the bound. Returns false if there is none. */
static bool take_root(struct search *search, struct slide_batch *batch) {
    while (atomic_load_explicit(&search->next, memory_order_relaxed) < search->count) {
        size_t next = atomic_fetch_add(&search->next, 1);
        if (next >= search->count) break;
        if (search->frontier.entries[search->roots[next]].lower_bound > search->bound) continue;
        slide_frontier_node(&search->frontier, search->roots[next], slide_batch_push(batch));
        return true;
    }
    return false;
}

static void check_solved(struct search *search, const struct slide_batch *batch, int from) {
    for (int i = from; i < batch->top; i++)
        if (batch->stack[i]->sums[0] == 0) record_solution(search, batch->stack[i]);
}

static bool is_over(struct search *search, uint64_t *nodes, bool watching, double done) {
    const struct slide_watch *watch = search->limits->watch;
    uint64_t all = atomic_fetch_add(&search->nodes, *nodes) + *nodes;
    *nodes = 0;
    if (search->limits->nodes && all > search->limits->nodes) atomic_store(&search->stop, true);
    if (watching && !slide_watch_go_on(watch, done)) atomic_store(&search->stop, true);
    return atomic_load(&search->stop) || atomic_load(&search->found);
}

static double share_done(struct search *search) {
    size_t next = atomic_load(&search->next);
    return next < search->count ? (double)next / (double)search->count : 1;
}

/* Expands one batch. Returns false if there is nothing left to do. */
static bool step(struct search *search, struct slide_batch *batch, uint64_t *nodes) {
    while (batch->top < REFILL && take_root(search, batch))
        check_solved(search, batch, batch->top - 1);
    if (!slide_batch_take(batch)) return false;
    int below = batch->top;
    *nodes += (uint64_t)slide_batch_expand(batch, search->bound);
    check_solved(search, batch, below);
    return true;
}

static void work(struct worker *worker, bool watching) {
    struct search *search = worker->search;
    uint64_t nodes = 0;
    for (bool busy = true; busy && !is_over(search, &nodes, watching, share_done(search));)
        for (int round = 0; round < ROUNDS && busy && !atomic_load(&search->found); round++)
            busy = step(search, &worker->batch, &nodes);
    atomic_fetch_add(&search->nodes, nodes);
    slide_batch_clear(&worker->batch);
}

static void *work_beside(void *worker) {
    work(worker, false);
    return NULL;
}

/* Searches all roots within the bound, on this thread and the others. Threads that cannot be
 * started are done without. */
static void search_bound(struct search *search, int bound) {
    pthread_t threads[THREADS_MAX];
    int started = 0;
    search->bound = search->result->lower_bound = bound;
    atomic_store(&search->next, 0);
    while (started < search->threads - 1 &&
           pthread_create(&threads[started], NULL, work_beside, &search->workers[started + 1]) == 0)
        started++;
    work(&search->workers[0], true);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

/* Lists the boards not expanded by their heuristic, the lowest first. */
static int list_roots(struct search *search) {
    const struct slide_frontier *frontier = &search->frontier;
    size_t begin[SLIDE_DEPTH_MAX + 2] = {0};
    free(search->roots);
    search->count = 0;
    search->roots = malloc(frontier->count * sizeof *search->roots);
    if (!search->roots) return -1;
    for (size_t i = 0; i < frontier->count; i++)
        begin[frontier->entries[i].lower_bound - frontier->entries[i].depth + 1] +=
            !frontier->entries[i].expanded;
    for (int i = 0; i <= SLIDE_DEPTH_MAX; i++) begin[i + 1] += begin[i];
    for (size_t i = 0; i < frontier->count; i++) {
        if (frontier->entries[i].expanded) continue;
        search->roots[begin[frontier->entries[i].lower_bound - frontier->entries[i].depth]++] =
            (uint32_t)i;
        search->count++;
    }
    return 0;
}

/* Grows the frontier to about `count` boards and lists the roots anew. */
static int grow_frontier(struct search *search, size_t count) {
    struct slide_frontier *frontier = &search->frontier;
    uint32_t solved;
    int grown = 0;
    while (!grown && frontier->count < count) {
        size_t wanted =
            count - frontier->count < FRONTIER_STEP ? count : frontier->count + FRONTIER_STEP;
        uint64_t tried = frontier->tried;
        grown = slide_frontier_grow(frontier, &search->workers[0].batch, wanted, &solved);
        if (frontier->lower_bound > search->result->lower_bound)
            search->result->lower_bound = frontier->lower_bound;
        tried = frontier->tried - tried;
        if (is_over(search, &tried, true, 0) || frontier->count < wanted) break;
    }
    if (grown > 0) {
        struct slide_node *node = slide_batch_push(&search->workers[0].batch);
        slide_frontier_node(frontier, solved, node);
        record_solution(search, node);
    }
    return grown < 0 ? -1 : list_roots(search);
}

/* Starts over with a frontier that deduplicates: the board is hard enough to pay for it. */
static int start_deduplicating(struct search *search) {
    slide_frontier_release(&search->frontier);
    return slide_frontier_init(&search->frontier, search->heuristic, search->tiles, true);
}

/* Searches with one bound after the other. */
static int deepen(struct search *search) {
    size_t wanted = (size_t)(FRONTIER_FIRST * search->threads);
    if (grow_frontier(search, wanted) < 0) return -1;
    for (int bound = search->result->lower_bound; bound < SLIDE_DEPTH_MAX; bound += 2) {
        uint64_t before = search->nodes;
        if (search->found || search->stop) break;
        search_bound(search, bound);
        wanted = (size_t)((search->nodes - before) / NODES_PER_ENTRY);
        if (wanted > FRONTIER_MAX) wanted = FRONTIER_MAX;
        if (search->found || search->stop || wanted < 4 * search->frontier.count ||
            wanted < FRONTIER_STEP)
            continue;
        if (!search->frontier.deduplicates && start_deduplicating(search) < 0) return -1;
        if (grow_frontier(search, wanted) < 0) return -1;
        if (search->frontier.lower_bound > bound + 2) bound = search->frontier.lower_bound - 2;
    }
    return 0;
}

static int begin(struct search *search, const uint16_t *tiles) {
    for (int i = 0; i < search->heuristic->rows * search->heuristic->cols; i++)
        search->tiles[i] = (uint8_t)tiles[i];
    search->workers = calloc((size_t)search->threads, sizeof *search->workers);
    if (slide_frontier_init(&search->frontier, search->heuristic, search->tiles, false) < 0)
        return -1;
    if (!search->workers) return -1;
    search->result->lower_bound = search->frontier.lower_bound;
    for (int i = 0; i < search->threads; i++) {
        search->workers[i].search = search;
        if (slide_batch_init(&search->workers[i].batch, search->heuristic) < 0) return -1;
    }
    return 0;
}

static void release(struct search *search) {
    for (int i = 0; search->workers && i < search->threads; i++)
        slide_batch_release(&search->workers[i].batch);
    slide_frontier_release(&search->frontier);
    free(search->workers);
    free(search->roots);
}

/* Runs the moves found. Tables may come from files, and nothing else tells if one was forged. */
static bool is_solution(const struct search *search) {
    int rows = search->heuristic->rows, cols = search->heuristic->cols, blank = 0;
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    memcpy(tiles, search->tiles, sizeof tiles);
    while (tiles[blank]) blank++;
    for (int i = 0; i < search->result->length; i++) {
        int from = slide_neighbour(rows, cols, blank, search->result->moves[i]);
        if (from < 0) return false;
        tiles[blank] = tiles[from];
        tiles[from] = 0;
        blank = from;
    }
    for (int cell = 0; cell < rows * cols - 1; cell++)
        if (tiles[cell] != cell + 1) return false;
    return true;
}

int slide_ida_solve(const struct slide_heuristic *heuristic, const uint16_t *tiles,
                    const struct slide_ida_limits *limits, struct slide_ida_result *result) {
    assert(limits->threads >= 1);
    struct search search = {
        .heuristic = heuristic,
        .limits = limits,
        .threads = limits->threads < THREADS_MAX ? limits->threads : THREADS_MAX,
        .result = result,
    };
    *result = (struct slide_ida_result){.length = -1};
    result->no_memory = begin(&search, tiles) < 0 || deepen(&search) < 0;
    release(&search);
    result->nodes = search.nodes;
    if (!search.found) return -1;
    bool fine = is_solution(&search);
    if (!fine) result->length = -1;
    result->lower_bound = fine ? result->length : 0;
    return fine ? 0 : -1;
}
