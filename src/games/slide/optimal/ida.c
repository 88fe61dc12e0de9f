/* The boards at the edge of the front are the roots that the threads share, anew for every bound.
 * At first the front is small and just orders them. When a bound has cost much, the front is pushed
 * as far before the next: it meets every board once, where deepening meets it by each of its paths.
 */
#include "games/slide/optimal/ida.h"
#include "games/slide/optimal/frontier.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MAX = 64, ROUNDS = 64, REFILL = 16 };
/* Boards of the front: at first for each thread; at most (of 48 bytes, and as much again while it
 * grows); added between two looks at the watch, and the fewest it is pushed for. One more for so
 * many nodes of a bound. */
enum { FRONT_FIRST = 512, FRONT_MAX = 1 << 21, FRONT_STEP = 1 << 14, FRONT_SHARE = 8 };

struct search {
    const struct slide_heuristic *scheme;
    const struct slide_ida_limits *effort;
    uint8_t tiles[SLIDE_PDB_CELLS_MAX]; /* to be solved */
    struct slide_frontier front;
    struct worker *workers;
    uint32_t *roots; /* the most hopeful first */
    size_t count;
    int bound, threads;
    atomic_size_t next; /* root to be taken */
    atomic_uint_fast64_t nodes;
    atomic_bool stop, found;
    struct slide_ida_result *result;
};

struct worker {
    struct search *search;
    struct slide_batch batch;
};

static void claim(struct search *search, const struct slide_node *node) {
    bool claimed = false;
    if (!atomic_compare_exchange_strong(&search->found, &claimed, true)) return;
    int from = search->front.entries[node->root].depth;
    slide_frontier_path(&search->front, node->root, search->result->moves);
    for (int i = from; i < node->depth; i++)
        search->result->moves[i] = (uint8_t)slide_node_move(node, i);
    search->result->length = node->depth;
}

/* Puts the next root within the bound on the stack, if there is one. */
static bool take_root(struct search *search, struct slide_batch *batch) {
    while (atomic_load_explicit(&search->next, memory_order_relaxed) < search->count) {
        size_t next = atomic_fetch_add(&search->next, 1);
        if (next >= search->count) break;
        if (search->front.entries[search->roots[next]].least > search->bound) continue;
        slide_frontier_node(&search->front, search->roots[next], slide_batch_push(batch));
        return true;
    }
    return false;
}

static void check_solved(struct search *search, const struct slide_batch *batch, int from) {
    for (int i = from; i < batch->top; i++)
        if (batch->stack[i]->sums[0] == 0) claim(search, batch->stack[i]);
}

static bool is_over(struct search *search, uint64_t *nodes, bool watching, double done) {
    const struct slide_watch *watch = search->effort->watch;
    uint64_t all = atomic_fetch_add(&search->nodes, *nodes) + *nodes;
    *nodes = 0;
    if (search->effort->nodes && all > search->effort->nodes) atomic_store(&search->stop, true);
    if (watching && watch && !watch->go_on(watch->self, done)) atomic_store(&search->stop, true);
    return atomic_load(&search->stop) || atomic_load(&search->found);
}

static double share_done(struct search *search) {
    size_t next = atomic_load(&search->next);
    return next < search->count ? (double)next / (double)search->count : 1;
}

/* One batch; false if there is nothing left to do. */
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

/* Searches all roots within the bound, with the other threads; those that cannot be had are missed
 * but not needed. */
static void search_bound(struct search *search, int bound) {
    pthread_t threads[THREADS_MAX];
    int started = 0;
    search->bound = search->result->least = bound;
    atomic_store(&search->next, 0);
    while (started < search->threads - 1 &&
           pthread_create(&threads[started], NULL, work_beside, &search->workers[started + 1]) == 0)
        started++;
    work(&search->workers[0], true);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

/* The boards to go on from, the nearest to the goal first. */
static int list_roots(struct search *search) {
    const struct slide_frontier *front = &search->front;
    size_t begin[SLIDE_DEPTH_MAX + 2] = {0};
    free(search->roots);
    search->count = 0;
    search->roots = malloc(front->count * sizeof *search->roots);
    if (!search->roots) return -1;
    for (size_t i = 0; i < front->count; i++)
        begin[front->entries[i].least - front->entries[i].depth + 1] += !front->entries[i].expanded;
    for (int i = 0; i <= SLIDE_DEPTH_MAX; i++) begin[i + 1] += begin[i];
    for (size_t i = 0; i < front->count; i++) {
        if (front->entries[i].expanded) continue;
        search->roots[begin[front->entries[i].least - front->entries[i].depth]++] = (uint32_t)i;
        search->count++;
    }
    return 0;
}

/* Pushes the front until it knows about as many boards, and lists the roots anew. */
static int push_front(struct search *search, size_t count) {
    struct slide_frontier *front = &search->front;
    uint32_t solved;
    int grown = 0;
    while (!grown && front->count < count) {
        size_t wanted = count - front->count < FRONT_STEP ? count : front->count + FRONT_STEP;
        uint64_t tried = front->tried;
        grown = slide_frontier_grow(front, &search->workers[0].batch, wanted, &solved);
        if (front->least > search->result->least) search->result->least = front->least;
        tried = front->tried - tried;
        if (is_over(search, &tried, true, 0) || front->count < wanted) break;
    }
    if (grown > 0) {
        struct slide_node *node = slide_batch_push(&search->workers[0].batch);
        slide_frontier_node(front, solved, node);
        claim(search, node);
    }
    return grown < 0 ? -1 : list_roots(search);
}

/* Begins anew with a front that remembers: the board is hard enough to pay for it. */
static int remember(struct search *search) {
    slide_frontier_release(&search->front);
    return slide_frontier_init(&search->front, search->scheme, search->tiles, true);
}

/* Bound after bound. */
static int deepen(struct search *search) {
    size_t wanted = (size_t)(FRONT_FIRST * search->threads);
    if (push_front(search, wanted) < 0) return -1;
    for (int bound = search->result->least; bound < SLIDE_DEPTH_MAX; bound += 2) {
        uint64_t before = search->nodes;
        if (search->found || search->stop) break;
        search_bound(search, bound);
        wanted = (size_t)((search->nodes - before) / FRONT_SHARE);
        if (wanted > FRONT_MAX) wanted = FRONT_MAX;
        if (search->found || search->stop || wanted < 4 * search->front.count ||
            wanted < FRONT_STEP)
            continue;
        if (!search->front.remembers && remember(search) < 0) return -1;
        if (push_front(search, wanted) < 0) return -1;
        if (search->front.least > bound + 2) bound = search->front.least - 2;
    }
    return 0;
}

static int begin(struct search *search, const uint16_t *tiles) {
    for (int i = 0; i < search->scheme->rows * search->scheme->cols; i++)
        search->tiles[i] = (uint8_t)tiles[i];
    search->workers = calloc((size_t)search->threads, sizeof *search->workers);
    if (slide_frontier_init(&search->front, search->scheme, search->tiles, false) < 0) return -1;
    if (!search->workers) return -1;
    search->result->least = search->front.least;
    for (int i = 0; i < search->threads; i++) {
        search->workers[i].search = search;
        if (slide_batch_init(&search->workers[i].batch, search->scheme) < 0) return -1;
    }
    return 0;
}

static void release(struct search *search) {
    for (int i = 0; search->workers && i < search->threads; i++)
        slide_batch_release(&search->workers[i].batch);
    slide_frontier_release(&search->front);
    free(search->workers);
    free(search->roots);
}

int slide_ida_solve(const struct slide_heuristic *scheme, const uint16_t *tiles,
                    const struct slide_ida_limits *effort, struct slide_ida_result *result) {
    assert(effort->threads >= 1);
    struct search search = {
        .scheme = scheme,
        .effort = effort,
        .threads = effort->threads < THREADS_MAX ? effort->threads : THREADS_MAX,
        .result = result,
    };
    *result = (struct slide_ida_result){.length = -1};
    if (begin(&search, tiles) == 0) deepen(&search);
    release(&search);
    result->nodes = search.nodes;
    if (!search.found) return -1;
    result->least = result->length;
    return 0;
}
