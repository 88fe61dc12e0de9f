/* The rollout agent plays random games after each act and takes the act with the best mean.
 *
 * It races: each round shares the games evenly among the acts still in, then drops the worse half.
 * The j-th game of every act meets the same luck, so that they differ by the act and not by luck. A
 * round is shared into a fixed number of parts; the answer does not depend on how many threads run
 * them. */
#include "agents/agents.h"
#include "agents/effort.h"
#include "agents/sim.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, ACTS_ALONE = 40, ACTS_AGAINST = 400 };

struct tally {
    double sum, squares;
    uint64_t count;
};

struct part {
    struct sim sim;
    struct tally *tallies; /* by candidate */
    uint64_t next, nodes, rollouts; /* the next game's number; spent in this round */
};

struct race {
    const struct game *game;
    const struct host *host;
    struct part parts[PARTS];
    struct tally *tallies;
    int *order; /* the candidates, those still in first */
    int in;
    action *acts;
    /* Of the current question: */
    struct effort effort;
    const void *state;
    int who, count, rounds, round;
    uint64_t seed;
    double base;
    atomic_bool round_over;
};

static bool rollout_suits(const struct game *game) {
    (void)game;
    return true;
}

static void rollout_release(void *agent) {
    struct race *race = agent;
    if (!race) return;
    for (int i = 0; i < PARTS; i++) {
        sim_release(&race->parts[i].sim);
        free(race->parts[i].tallies);
    }
    free(race->tallies);
    free(race->order);
    free(race->acts);
    free(race);
}

static void *rollout_init(const struct game *game, const struct host *host) {
    struct race *race = calloc(1, sizeof *race);
    size_t most = (size_t)game->choices_max;
    if (!race) return NULL;
    race->game = game;
    race->host = host;
    race->tallies = malloc(most * sizeof *race->tallies);
    race->order = malloc(most * sizeof *race->order);
    race->acts = malloc(most * sizeof *race->acts);
    bool fine = race->tallies && race->order && race->acts;
    for (int i = 0; i < PARTS; i++) {
        fine &= sim_init(&race->parts[i].sim, game) == 0;
        race->parts[i].tallies = malloc(most * sizeof *race->tallies);
        fine &= race->parts[i].tallies != NULL;
    }
    if (fine) return race;
    rollout_release(race);
    return NULL;
}

/* Plays game number `game` after a candidate's act. */
static void play_once(struct race *race, struct part *part, int candidate, uint64_t game) {
    struct sim *sim = &part->sim;
    sim->rng = rng_new(race->seed, game);
    sim_begin(sim, race->state, race->who);
    sim_apply(sim, race->who, race->acts[candidate]);
    bool alone = race->game->shape(race->state).seats == 1;
    sim_play(sim, alone ? ACTS_ALONE : ACTS_AGAINST);
    double value = sim_value(race->game, sim->state, race->who) - race->base;
    struct tally *tally = &part->tallies[candidate];
    tally->sum += value;
    tally->squares += value * value;
    tally->count++;
    part->rollouts++;
}

/* Returns the share of a part's quota for this round that is spent; 0 if only time counts. */
static double spent(const struct race *race, const struct part *part, uint64_t nodes) {
    const struct budget *budget = &race->effort.budget;
    double pieces = PARTS * race->rounds, share = 0;
    if (budget->nodes) share = (double)(part->sim.nodes - nodes) * pieces / (double)budget->nodes;
    double games = (double)part->rollouts * pieces;
    if (budget->rollouts && games / (double)budget->rollouts > share)
        share = games / (double)budget->rollouts;
    return share;
}

static bool is_round_over(struct race *race, bool leads, double share) {
    double all = (race->round + (share < 1 ? share : 1)) / race->rounds;
    bool counted = effort_is_counted(&race->effort);
    if (!effort_go_on(&race->effort, leads, counted ? all : 0)) return true;
    if (leads && !counted && race->effort.done >= (race->round + 1.0) / race->rounds)
        atomic_store(&race->round_over, true);
    return counted ? share >= 1 : atomic_load(&race->round_over);
}

static void run_part(void *self, int number, bool leads) {
    struct race *race = self;
    struct part *part = &race->parts[number];
    uint64_t nodes = part->sim.nodes;
    part->rollouts = 0;
    for (;; part->next++)
        for (int i = 0; i < race->in; i++) {
            if (is_round_over(race, leads, spent(race, part, nodes)) && part->tallies[race->order[0]].count)
                return;
            play_once(race, part, race->order[i], part->next * PARTS + (uint64_t)number);
        }
}

static void wait_for_parts(void *self) {
    struct race *race = self;
    effort_go_on(&race->effort, true, 0);
    if (!effort_is_counted(&race->effort) &&
        race->effort.done >= (race->round + 1.0) / race->rounds)
        atomic_store(&race->round_over, true);
}

static double mean(const struct tally *tally) {
    return tally->count ? tally->sum / (double)tally->count : -INFINITY;
}

static double error(const struct tally *tally) {
    if (tally->count < 2) return 0;
    double n = (double)tally->count, m = tally->sum / n;
    double variance = (tally->squares - n * m * m) / (n - 1);
    return variance > 0 ? sqrt(variance / n) : 0;
}

static void merge(struct race *race) {
    for (int i = 0; i < race->count; i++) {
        struct tally *all = &race->tallies[i];
        *all = (struct tally){0, 0, 0};
        for (int part = 0; part < PARTS; part++) {
            const struct tally *one = &race->parts[part].tallies[i];
            all->sum += one->sum;
            all->squares += one->squares;
            all->count += one->count;
        }
    }
}

/* Sorts those still in, the best first; equal ones keep their order. */
static void sort(struct race *race) {
    for (int i = 1; i < race->in; i++) {
        int one = race->order[i], at = i;
        double value = mean(&race->tallies[one]);
        for (; at > 0 && mean(&race->tallies[race->order[at - 1]]) < value; at--)
            race->order[at] = race->order[at - 1];
        race->order[at] = one;
    }
}

/* Returns how surely the first is better than another, by the normal approximation. */
static double confidence_over(const struct race *race, int other) {
    const struct tally *one = &race->tallies[race->order[0]], *two = &race->tallies[other];
    double gap = mean(one) - mean(two);
    double spread = sqrt(error(one) * error(one) + error(two) * error(two));
    if (two->count == 0) return 1;
    if (spread <= 0) return gap > 0 ? 1 : 0.5;
    return 0.5 * erfc(-gap / spread / sqrt(2));
}

/* Returns how surely the first is better than all the others that are still in. */
static double confidence(const struct race *race) {
    double all = 1;
    for (int i = 1; i < race->in; i++) all *= confidence_over(race, race->order[i]);
    return all;
}

static void run_round(struct race *race) {
    struct host_work work = {PARTS, run_part, wait_for_parts, race};
    atomic_store(&race->round_over, false);
    host_share(race->host, &work);
    merge(race);
    sort(race);
}

/* Orders the candidates by what they score at once, then by chance. */
static void order_by_gain(struct race *race, struct rng *rng) {
    struct sim *sim = &race->parts[0].sim;
    for (int i = race->count - 1; i >= 0; i--) {
        int other = (int)rng_below(rng, (uint32_t)i + 1), swapped = race->order[i];
        race->order[i] = race->order[other];
        race->order[other] = swapped;
    }
    for (int i = 0; i < race->count; i++) {
        game_copy(race->game, sim->state, race->state);
        race->game->apply(sim->state, race->who, race->acts[i]);
        race->tallies[i] = (struct tally){.count = 1};
        race->tallies[i].sum = sim_value(race->game, sim->state, race->who) - race->base;
    }
}
