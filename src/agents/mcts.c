/* The mcts agent grows search trees and takes the act that they find best.
 *
 * Several trees grow side by side, with other luck each; what they found is added up. Their number
 * does not depend on the threads, so neither does the answer. */
#include "agents/agents.h"
#include "agents/effort.h"
#include "agents/tree.h"
#include <stdlib.h>

enum { LINE_VISITS = 8 }; /* the expected line ends before a node with fewer */
#define ALONE 0.1         /* the share of the budget for an act without alternative */

/* What all trees know of an act. */
struct prospect {
    action act;
    struct tally tally;
    bool exact, known;
    int decided;         /* 1 if it is proven to win, -1 to lose */
    double value, error; /* before the search, what it is worth if it scores no more */
};

struct mcts {
    const struct game *game;
    const struct host *host;
    struct tree trees[EFFORT_PARTS_MAX];
    struct prospect *prospects;
    struct choice *choices;
    /* Of the current question: */
    const struct agent_question *question;
    struct effort effort;
    int tree_count, count;
    double limit; /* the share of the budget to use */
};

static bool mcts_suits(const struct game *game) {
    (void)game;
    return true;
}

static void mcts_release(void *agent) {
    struct mcts *mcts = agent;
    if (!mcts) return;
    for (int i = 0; i < EFFORT_PARTS_MAX; i++) tree_release(&mcts->trees[i]);
    free(mcts->prospects);
    free(mcts->choices);
    free(mcts);
}

static void *mcts_init(const struct game *game, const struct host *host) {
    struct mcts *mcts = calloc(1, sizeof *mcts);
    size_t most = (size_t)game->choices_max;
    if (!mcts) return NULL;
    mcts->game = game;
    mcts->host = host;
    mcts->prospects = malloc(most * sizeof *mcts->prospects);
    mcts->choices = malloc(most * sizeof *mcts->choices);
    bool fine = mcts->prospects && mcts->choices;
    for (int i = 0; i < EFFORT_PARTS_MAX; i++) fine &= tree_init(&mcts->trees[i], game) == 0;
    if (fine) return mcts;
    mcts_release(mcts);
    return NULL;
}

/* Returns whether a tree is to grow on. With nodes or rollouts each has an equal share. */
static bool goes_on(struct mcts *mcts, const struct tree *tree, bool leads) {
    double spent =
        effort_spent(&mcts->effort, tree->sim.nodes, tree->games) * mcts->tree_count / mcts->limit;
    if (!effort_go_on(&mcts->effort, leads, spent)) return false;
    if (mcts->effort.counted) return spent < 1;
    if (leads && mcts->effort.done >= mcts->limit) atomic_store(&mcts->effort.over, true);
    return !atomic_load(&mcts->effort.over);
}

static void run_part(void *self, int number, bool leads) {
    struct mcts *mcts = self;
    struct tree *tree = &mcts->trees[number];
    do tree_grow(tree);
    while (goes_on(mcts, tree, leads) && !tree_root(tree)->exact);
    while (tree_owes(tree) && !tree_root(tree)->exact && !effort_stopped(&mcts->effort)) {
        tree_grow(tree);
        effort_go_on(&mcts->effort, leads, 1);
    }
}

static void wait_for_parts(void *self) {
    struct mcts *mcts = self;
    effort_go_on(&mcts->effort, true, 0);
}

static int by_act(const void *a, const void *b) {
    const struct prospect *one = a, *two = b;
    return (one->act > two->act) - (one->act < two->act);
}

static struct prospect *find(const struct mcts *mcts, action act) {
    struct prospect key = {.act = act};
    return bsearch(&key, mcts->prospects, (size_t)mcts->count, sizeof key, by_act);
}

/* Adds what a tree knows of its root's acts. */
static void add_tree(const struct mcts *mcts, const struct tree *tree) {
    const struct tree_node *root = tree_root(tree);
    for (uint32_t i = 0; i < root->count; i++) {
        const struct tree_edge *edge = &tree->edges[root->first + i];
        const struct tree_node *next = tree_after(tree, edge);
        struct prospect *prospect = find(mcts, edge->act);
        tally_merge(&prospect->tally, &edge->tally);
        if (!next) continue;
        if (next->exact) prospect->exact = true, prospect->value = (double)next->value[tree->who];
        if (next->won) prospect->decided = next->won == tree->who + 1 ? 1 : -1;
    }
}

static void list(struct mcts *mcts) {
    const struct agent_question *question = mcts->question;
    struct sim *sim = &mcts->trees[0].sim;
    double base = sim_base(mcts->game, question->state, question->who);
    mcts->count = mcts->game->choices(question->state, question->who, mcts->choices);
    for (int i = 0; i < mcts->count; i++) {
        action act = mcts->choices[i].act;
        game_copy(mcts->game, sim->state, question->state);
        mcts->game->apply(sim->state, question->who, act);
        double value = sim_value(mcts->game, sim->state, question->who) - base;
        mcts->prospects[i] = (struct prospect){.act = act, .value = value};
    }
}

static void estimate(struct mcts *mcts) {
    struct tally_spread spread = {.mean = 0};
    for (int i = 0; i < mcts->count; i++) tally_spread_add(&spread, &mcts->prospects[i].tally);
    tally_spread_end(&spread);
    for (int i = 0; i < mcts->count; i++) {
        struct prospect *prospect = &mcts->prospects[i];
        if (!prospect->exact && prospect->tally.count)
            prospect->value = tally_estimate(&prospect->tally, &spread, &prospect->error);
    }
}

/* What was searched comes before what was not. */
static int by_value(const void *a, const void *b) {
    const struct prospect *one = a, *two = b;
    if (!one->tally.count != !two->tally.count) return one->tally.count ? -1 : 1;
    if (one->value > two->value || one->value < two->value) return one->value > two->value ? -1 : 1;
    return by_act(a, b);
}

/* What is proven to win comes first, to lose last. Then comes what was visited most: the value of
 * the others is not known as well. */
static int by_merit(const void *a, const void *b) {
    const struct prospect *one = a, *two = b;
    if (one->decided != two->decided) return two->decided - one->decided;
    if (one->known != two->known) return one->known ? -1 : 1;
    return by_value(a, b);
}

/* Marks the acts with the most visits. The question's act has as many visits as any, whatever it is
 * worth: so the others are compared without it. */
static void mark_known(struct mcts *mcts) {
    uint64_t most = 0;
    for (int i = 0; i < mcts->count; i++) {
        const struct prospect *one = &mcts->prospects[i];
        if ((int64_t)one->act != mcts->question->act && one->tally.count > most)
            most = one->tally.count;
    }
    for (int i = 0; i < mcts->count; i++) {
        struct prospect *one = &mcts->prospects[i];
        one->known = one->tally.count >= most;
    }
}

/* Returns the edge of a node that was visited most. */
static const struct tree_edge *favourite(const struct tree *tree, const struct tree_node *node) {
    const struct tree_edge *best = NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        const struct tree_edge *edge = &tree->edges[node->first + i];
        if (!best || edge->tally.count > best->tally.count) best = edge;
    }
    return best;
}

/* Follows the most visited acts after the best one, in the tree that knows most of it; up to the
 * next luck. In real time only the first act is sure to come next. */
static void put_line(const struct mcts *mcts, struct advice *advice) {
    const struct tree *tree = NULL;
    const struct tree_edge *best = NULL;
    for (int t = 0; t < mcts->tree_count; t++) {
        const struct tree_node *root = tree_root(&mcts->trees[t]);
        for (uint32_t i = 0; i < root->count; i++) {
            const struct tree_edge *edge = &mcts->trees[t].edges[root->first + i];
            if (edge->act != advice->candidates[0].act) continue;
            if (!best || edge->tally.count > best->tally.count) best = edge, tree = &mcts->trees[t];
        }
    }
    advice->line[advice->line_count++] = advice->candidates[0].act;
    if (mcts->game->movers(mcts->question->state) >> CLOCK & 1) return;
    while (best && advice->line_count < ADVICE_LINE_MAX) {
        const struct tree_node *node = tree_after(tree, best);
        if (!node || node->kind != TREE_SEAT || node->visits < LINE_VISITS) return;
        best = favourite(tree, node);
        advice->line[advice->line_count++] = best->act;
    }
}

static void put_advice(struct mcts *mcts, struct advice *advice) {
    bool proven = false;
    for (int i = 0; i < mcts->tree_count; i++) {
        const struct tree *tree = &mcts->trees[i];
        add_tree(mcts, tree);
        proven |= tree_root(tree)->exact;
        advice->nodes += tree->sim.nodes;
        advice->rollouts += tree->games;
    }
    estimate(mcts);
    mark_known(mcts);
    qsort(mcts->prospects, (size_t)mcts->count, sizeof *mcts->prospects,
          proven ? by_value : by_merit);
    for (int i = 0; i < mcts->count; i++) {
        const struct prospect *one = &mcts->prospects[i];
        advice->candidates[i] = (struct candidate){.act = one->act,
                                                   .value = one->value,
                                                   .error = one->error,
                                                   .visits = one->tally.count,
                                                   .exact = one->exact};
    }
    advice->count = mcts->count;
    advice->proven = proven;
    advice->stopped = effort_stopped(&mcts->effort);
    put_line(mcts, advice);
}

static void mcts_think(void *agent, const struct agent_question *question, struct advice *advice) {
    struct mcts *mcts = agent;
    struct host_work work = {.run = run_part, .wait = wait_for_parts, .self = mcts};
    *advice = (struct advice){.candidates = advice->candidates};
    effort_begin(&mcts->effort, mcts->host, question->budget, "searching");
    mcts->question = question;
    list(mcts);
    mcts->limit = mcts->count > 1 ? 1 : ALONE;
    mcts->tree_count = work.parts = effort_parts(&mcts->effort);
    for (int i = 0; i < mcts->tree_count; i++) {
        uint64_t seed = (uint64_t)rng_next(question->rng) << 32 | rng_next(question->rng);
        tree_begin(&mcts->trees[i], question->state, question->who, question->act, seed);
    }
    host_share(mcts->host, &work);
    put_advice(mcts, advice);
}

const struct agent agents_mcts = {
    .name = "mcts",
    .summary = "grows a search tree by random games, and proves what it can",
    .samples = true,
    .suits = mcts_suits,
    .init = mcts_init,
    .think = mcts_think,
    .release = mcts_release,
};
