/* One visit goes down by the best upper confidence bound, adds a node, plays a random game from
 * there, and adds its value to the edges it came by. What is proven goes up with it. */
#include "agents/tree.h"
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 1 << 18, EDGES_MAX = 1 << 20, DEPTH_MAX = 256, ENUMERATED_MAX = 16 };
enum { FIRST_NODES = 256, FIRST_EDGES = 4096 };
enum { ACTS_MAX = 128, OUTCOMES = 8 };
static const double exploration = 1.4; /* tuned by matches of azul */
#define DECIDED 1e9
#define TINY 1e-9

/* The way of one visit. */
struct step {
    uint32_t node, edge;
    uint32_t known; /* the edge that seems better, but leads to an exact node; else `edge` */
};

struct way {
    struct step steps[DEPTH_MAX];
    int count, acts; /* acts: of seats */
};

static bool reserve(void **array, uint32_t *capacity, size_t size, uint32_t wanted, uint32_t most) {
    uint32_t larger = *capacity;
    if (wanted <= larger) return true;
    if (wanted > most) return false;
    while (larger < wanted) larger *= 2;
    void *grown = realloc(*array, larger * size);
    if (!grown) return false;
    *array = grown;
    *capacity = larger;
    return true;
}

int tree_init(struct tree *tree, const struct game *game) {
    *tree = (struct tree){.node_capacity = FIRST_NODES, .edge_capacity = FIRST_EDGES};
    tree->nodes = malloc(FIRST_NODES * sizeof *tree->nodes);
    tree->edges = malloc(FIRST_EDGES * sizeof *tree->edges);
    int simulates = sim_init(&tree->sim, game);
    return tree->nodes && tree->edges ? simulates : -1;
}

void tree_release(struct tree *tree) {
    sim_release(&tree->sim);
    free(tree->nodes);
    free(tree->edges);
}

/* Makes a node for the state reached, in which `who` is to act; -1 is nobody. Returns 0 if there is
 * no room. */
static uint32_t add_node(struct tree *tree, int who) {
    struct sim *sim = &tree->sim;
    void *nodes = tree->nodes;
    tree->full |= !reserve(&nodes, &tree->node_capacity, sizeof *tree->nodes, tree->node_count + 1,
                           NODES_MAX);
    tree->nodes = nodes;
    if (tree->full) return 0;
    struct tree_node *node = &tree->nodes[tree->node_count];
    *node = (struct tree_node){.who = (uint8_t)(who < 0 ? 0 : who), .exact = who < 0};
    if (who >= 0) return tree->node_count++;
    for (int seat = 0; seat < sim->seats; seat++)
        node->value[seat] = (float)(sim_value(sim->game, sim->state, seat) - tree->base[seat]);
    uint32_t winners = sim->game->winners(sim->state);
    for (int seat = 0; seat < sim->seats && sim->seats > 1; seat++)
        if (winners == UINT32_C(1) << seat) node->won = (uint8_t)(seat + 1);
    return tree->node_count++;
}

void tree_begin(struct tree *tree, const void *state, int who, int64_t act, uint64_t seed) {
    const struct game *game = tree->sim.game;
    tree->state = state;
    tree->who = who;
    tree->seed = seed;
    tree->games = 0;
    tree->root = (struct tally){0, 0, 0};
    tree->node_count = 1; /* node 0 is none */
    tree->edge_count = 0;
    tree->full = false;
    tree->asked = act;
    sim_reset(&tree->sim);
    sim_begin(&tree->sim, state, who);
    tree->horizon = sim_horizon(game, state);
    for (int seat = 0; seat < tree->sim.seats; seat++)
        tree->base[seat] = sim_base(game, state, seat);
    add_node(tree, who);
}

/* Takes room for edges. Returns whether there is any. */
static bool take_edges(struct tree *tree, struct tree_node *node, uint32_t room) {
    void *edges = tree->edges;
    tree->full |= !reserve(&edges, &tree->edge_capacity, sizeof *tree->edges,
                           tree->edge_count + room, EDGES_MAX);
    tree->edges = edges;
    if (tree->full) return false;
    memmove(&tree->edges[tree->edge_count], &tree->edges[node->first],
            node->count * sizeof *tree->edges);
    node->first = tree->edge_count;
    node->room = room;
    tree->edge_count += room;
    return true;
}

/* While edges are sorted, the sum is what an act is worth at once, and the weight breaks ties. */
static int by_worth(const void *a, const void *b) {
    const struct tree_edge *one = a, *two = b;
    double m = one->tally.sum, n = two->tally.sum;
    if (m > n || m < n) return m > n ? -1 : 1;
    return (one->weight > two->weight) - (one->weight < two->weight);
}

static void sort_acts(struct tree *tree, const struct tree_node *node, bool root) {
    struct sim *sim = &tree->sim;
    const struct game *game = sim->game;
    struct tree_edge *edges = &tree->edges[node->first];
    for (uint32_t i = 0; i < node->count; i++) {
        game_copy(game, sim->trial, sim->state);
        game->apply(sim->trial, node->who, edges[i].act);
        edges[i].tally.sum = sim_value(game, sim->trial, node->who);
        if (root && tree->asked == (int64_t)edges[i].act) edges[i].tally.sum = INFINITY;
        edges[i].weight = rng_next(&sim->rng);
    }
    sim->nodes += node->count;
    qsort(edges, node->count, sizeof *edges, by_worth);
    for (uint32_t i = 0; i < node->count; i++) edges[i].tally.sum = edges[i].weight = 0;
}

/* Lists the acts of a seat; of very many, some drawn at random, except at the root. */
static bool expand_seat(struct tree *tree, struct tree_node *node) {
    struct sim *sim = &tree->sim;
    bool root = node == &tree->nodes[1];
    uint32_t count = (uint32_t)sim->game->choices(sim->state, node->who, sim->choices);
    uint32_t room = root || count < ACTS_MAX ? count : ACTS_MAX;
    if (!take_edges(tree, node, room)) return false;
    node->kind = TREE_SEAT;
    node->count = room;
    node->partial = room < count;
    for (uint32_t i = 0; i < room; i++) {
        uint32_t other = node->partial ? i + rng_below(&sim->rng, count - i) : i;
        tree->edges[node->first + i] = (struct tree_edge){.act = sim->choices[other].act};
        sim->choices[other] = sim->choices[i];
    }
    sort_acts(tree, node, root);
    return true;
}

/* Luck that is over after one draw of few outcomes is enumerated. */
static bool expand_luck(struct tree *tree, struct tree_node *node) {
    struct sim *sim = &tree->sim;
    const struct game *game = sim->game;
    uint32_t count = (uint32_t)game->choices(sim->state, CHANCE, sim->choices);
    game_copy(game, sim->trial, sim->state);
    game->apply(sim->trial, CHANCE, sim->choices[0].act);
    bool single = count <= ENUMERATED_MAX && !(game->movers(sim->trial) >> CHANCE & 1);
    node->count = 0;
    if (!take_edges(tree, node, single ? count : OUTCOMES)) return false;
    node->kind = single ? TREE_ENUMERATED : TREE_SAMPLED;
    if (!single) return true;
    node->count = count;
    for (uint32_t i = 0; i < count; i++)
        tree->edges[node->first + i] =
            (struct tree_edge){.act = sim->choices[i].act, .weight = sim->choices[i].weight};
    return true;
}

/* Returns the logarithm to base 2, straight between powers of 2: the same on every machine. */
static double logarithm(double n) {
    int exponent;
    double mantissa = frexp(n, &exponent);
    return exponent + 2 * mantissa - 2;
}

/* Returns how many acts come into question after so many visits. */
static uint32_t widen(const struct tree *tree, const struct tree_node *node) {
    double visits = node->visits;
    double wide = node == &tree->nodes[1] ? visits / 2 : 4 * sqrt(visits);
    return wide + 4 < node->count ? (uint32_t)wide + 4 : node->count;
}

/* Rates an edge for the seat that acts. Proven wins come before all others, losses after them. */
static double bound(const struct tree *tree, const struct tree_node *node,
                    const struct tree_edge *edge, double width) {
    const struct tree_node *next = tree_after(tree, edge);
    double mean = tally_mean(&edge->tally);
    if (!next) return INFINITY;
    if (next->exact) mean = next->value[node->who], width = 0;
    if (next->won) mean += next->won == node->who + 1 ? DECIDED : -DECIDED;
    return mean + width / sqrt((double)edge->tally.count);
}

static uint32_t most_visits(const struct tree *tree, const struct tree_node *node) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < node->count; i++)
        if (tree->edges[node->first + i].tally.count > most)
            most = tree->edges[node->first + i].tally.count;
    return (uint32_t)most;
}

bool tree_owes(const struct tree *tree) {
    const struct tree_node *root = tree_root(tree);
    return tree->asked >= 0 && root->count > 0 &&
           tree->edges[root->first].tally.count < most_visits(tree, root);
}

/* Picks the edge with the best bound. If that leads to an exact node, a visit would tell nothing:
 * then the best of the others is followed, but what counts above is the exact value. */
static void pick_act(const struct tree *tree, const struct tree_node *node, struct step *step) {
    const struct tree_edge *edges = &tree->edges[node->first];
    uint32_t count = widen(tree, node), best = 0, open = 0;
    double deviation = sqrt(tally_variance(&tree->root)) + TINY, most = -INFINITY, next = most;
    double width = exploration * deviation * sqrt(logarithm(node->visits + 1.0));
    for (uint32_t i = 0; i < count; i++) {
        double rate = bound(tree, node, &edges[i], width);
        const struct tree_node *after = tree_after(tree, &edges[i]);
        if (rate > most) most = rate, best = i;
        if (rate > next && !(after && after->exact)) next = rate, open = i;
        if (!after) break;
    }
    if (node == &tree->nodes[1] && tree_owes(tree)) best = open = 0;
    step->known = node->first + best;
    step->edge = node->first + (next > -INFINITY ? open : best);
}

/* Returns the edge of the outcome that is furthest behind its odds. */
static uint32_t pick_outcome(const struct tree *tree, const struct tree_node *node) {
    const struct tree_edge *edges = &tree->edges[node->first];
    double all = 0, most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < node->count; i++) all += edges[i].weight;
    for (uint32_t i = 0; i < node->count; i++) {
        double behind = edges[i].weight / all * node->visits - (double)edges[i].tally.count;
        if (behind > most) most = behind, best = i;
    }
    return node->first + best;
}

/* Returns the edge of the sampled outcome with fewest visits, or a new one. */
static uint32_t pick_sample(struct tree *tree, struct tree_node *node) {
    if (node->count < 1 + sqrt((double)node->visits) &&
        (node->count < node->room || take_edges(tree, node, 2 * node->room))) {
        tree->edges[node->first + node->count] = (struct tree_edge){.act = node->count};
        return node->first + node->count++;
    }
    const struct tree_edge *edges = &tree->edges[node->first];
    uint32_t best = 0;
    for (uint32_t i = 1; i < node->count; i++)
        if (edges[i].tally.count < edges[best].tally.count) best = i;
    return node->first + best;
}

/* Follows an edge. Returns who is to act then. */
static int follow(struct tree *tree, const struct tree_node *node, const struct tree_edge *edge,
                  int acts) {
    struct sim *sim = &tree->sim;
    if (node->kind != TREE_SAMPLED) {
        sim_apply(sim, node->kind == TREE_SEAT ? node->who : CHANCE, edge->act);
        return sim_pass_time(sim);
    }
    sim->luck = rng_new(~tree->seed - (uint64_t)acts, edge->act);
    return sim_settle(sim);
}

static bool expand(struct tree *tree, struct tree_node *node) {
    if (node->kind != TREE_LEAF) return true;
    if (tree->full || (node->visits < 2 && node != &tree->nodes[1])) return false;
    return node->who == CHANCE ? expand_luck(tree, node) : expand_seat(tree, node);
}

/* Goes down to a node that is exact or has no edges yet. Returns it, or 0 if there is no room for
 * one more. */
static uint32_t descend(struct tree *tree, struct way *way) {
    uint32_t at = 1;
    while (at && way->count < DEPTH_MAX && way->acts < tree->horizon) {
        struct tree_node *node = &tree->nodes[at];
        node->visits++;
        if (node->exact || !expand(tree, node)) break;
        struct step *step = &way->steps[way->count++];
        step->node = at;
        if (node->kind == TREE_SEAT)
            pick_act(tree, node, step);
        else
            step->edge = step->known =
                node->kind == TREE_ENUMERATED ? pick_outcome(tree, node) : pick_sample(tree, node);
        way->acts += node->kind == TREE_SEAT;
        int who = follow(tree, node, &tree->edges[step->edge], way->acts);
        if (!tree->edges[step->edge].node) {
            uint32_t next = add_node(tree, who); /* moves the nodes */
            tree->edges[step->edge].node = next;
        }
        at = tree->edges[step->edge].node;
    }
    return at;
}

/* Sums up what is proven below a seat's node. */
static bool prove_seat(const struct tree *tree, struct tree_node *node) {
    const struct tree_node *best = NULL;
    bool exact = !node->partial, same = true;
    int won = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const struct tree_node *next = tree_after(tree, &tree->edges[node->first + i]);
        exact &= next && next->exact;
        same &= next && next->won && (won == 0 || won == next->won);
        if (next && next->won) won = next->won;
        if (next && next->won == node->who + 1) node->won = next->won;
        if (exact && (!best || next->value[node->who] > best->value[node->who])) best = next;
    }
    if (same && !node->partial && !node->won) node->won = (uint8_t)won;
    node->exact = exact;
    if (exact) memcpy(node->value, best->value, sizeof node->value);
    return node->exact || node->won;
}

static bool prove_luck(const struct tree *tree, struct tree_node *node) {
    double all = 0, sums[SEATS_MAX] = {0};
    int won = -1;
    bool exact = true;
    for (uint32_t i = 0; i < node->count; i++) {
        const struct tree_edge *edge = &tree->edges[node->first + i];
        const struct tree_node *next = tree_after(tree, edge);
        exact &= next && next->exact;
        won = !next || (won >= 0 && won != next->won) ? 0 : next->won;
        all += edge->weight;
        for (int seat = 0; exact && seat < SEATS_MAX; seat++)
            sums[seat] += edge->weight * (double)next->value[seat];
    }
    if (won > 0) node->won = (uint8_t)won;
    node->exact = exact;
    for (int seat = 0; exact && seat < SEATS_MAX; seat++)
        node->value[seat] = (float)(sums[seat] / all);
    return node->exact || node->won;
}

static void prove(struct tree *tree, const struct way *way) {
    bool proven = true;
    for (int i = way->count - 1; i >= 0 && proven; i--) {
        struct tree_node *node = &tree->nodes[way->steps[i].node];
        proven = node->kind == TREE_SEAT         ? prove_seat(tree, node)
                 : node->kind == TREE_ENUMERATED ? prove_luck(tree, node)
                                                 : false;
    }
}

/* Plays on at random, unless the node's value is known. The n-th game after each of the root's acts
 * meets the same luck, so that acts differ by what they do. */
static void evaluate(struct tree *tree, const struct tree_node *node, const struct way *way,
                     double *values) {
    struct sim *sim = &tree->sim;
    uint64_t number = way->count ? tree->edges[way->steps[0].edge].tally.count : 0;
    int acts = way->acts;
    sim->luck = rng_new(tree->seed, 2 * number);
    sim->rng = rng_new(tree->seed, 2 * number + 1);
    if (!node || !node->exact) sim_play(sim, tree->horizon - acts);
    for (int seat = 0; seat < sim->seats; seat++)
        values[seat] = node && node->exact
                           ? (double)node->value[seat]
                           : sim_value(sim->game, sim->state, seat) - tree->base[seat];
}

/* Adds the values to the edges of a way, from its end on. */
static void add_up(struct tree *tree, const struct way *way, double *values) {
    for (int i = way->count - 1; i >= 0; i--) {
        const struct step *step = &way->steps[i];
        int seat = tree->nodes[step->node].who % SEATS_MAX;
        struct tree_edge *known = &tree->edges[step->known];
        tally_add(&tree->edges[step->edge].tally, values[seat]);
        if (step->known == step->edge) continue;
        for (int k = 0; k < tree->sim.seats; k++)
            values[k] = (double)tree->nodes[known->node].value[k];
        tally_add(&known->tally, values[seat]);
    }
}

void tree_grow(struct tree *tree) {
    struct way way; /* its steps are long: not set before they are used */
    way.count = way.acts = 0;
    double values[SEATS_MAX] = {0};
    tree->sim.rng = rng_new(tree->seed, 2 * tree->games + 1);
    sim_begin(&tree->sim, tree->state, tree->who);
    uint32_t at = descend(tree, &way);
    const struct tree_node *node = at ? &tree->nodes[at] : NULL;
    evaluate(tree, node, &way, values);
    add_up(tree, &way, values);
    tally_add(&tree->root, values[tree->who]);
    tree->games++;
    if (node && (node->exact || node->won)) prove(tree, &way);
}
