/* Random play, on the waist alone. */
#include "agents/sim.h"
#include "base/bits.h"
#include <stdlib.h>

enum { SAMPLES = 3, ACTS_ALONE = 40, ACTS_AGAINST = 7 };

int sim_init(struct sim *sim, const struct game *game) {
    *sim = (struct sim){.game = game};
    sim->state = malloc(game->state_max);
    sim->trial = malloc(game->state_max);
    sim->choices = malloc(sizeof *sim->choices * (size_t)game->choices_max);
    return sim->state && sim->trial && sim->choices ? 0 : -1;
}

void sim_release(struct sim *sim) {
    free(sim->state);
    free(sim->trial);
    free(sim->choices);
}

void sim_reset(struct sim *sim) {
    sim->nodes = 0;
    sim->scorer_count = sim->scorer_next = 0;
}

void sim_begin(struct sim *sim, const void *state, int who) {
    game_copy(sim->game, sim->state, state);
    sim->turn = who - 1;
    sim->seats = sim->game->shape(state).seats;
}

/* Returns the next tick of the clock in this round of turns, or -1. */
static int next_tick(const struct sim *sim) {
    int count = sim->game->choices(sim->state, CLOCK, sim->choices);
    for (int i = 0; i < count; i++)
        if (SEATS_MAX + (int)sim->choices[i].act > sim->turn) return (int)sim->choices[i].act;
    return -1;
}

/* Returns the first seat of a set from a number on that has a choice, or -1. */
static int next_seat(const struct sim *sim, uint32_t seats, int from) {
    for (int seat = from < 0 ? 0 : from; seat < SEATS_MAX; seat++)
        if (seats >> seat & 1 && sim->game->choices(sim->state, seat, sim->choices) > 0)
            return seat;
    return -1;
}

int sim_mover(const struct sim *sim) {
    uint32_t movers = sim->game->movers(sim->state);
    if (!movers) return -1;
    if (bits_count(movers) == 1) return bits_low(movers);
    int seat = next_seat(sim, movers, sim->turn + 1);
    if (seat >= 0) return seat;
    if (movers >> CLOCK & 1 && next_tick(sim) >= 0) return CLOCK;
    seat = next_seat(sim, movers, 0);
    return seat >= 0 ? seat : CLOCK;
}

void sim_apply(struct sim *sim, int who, action act) {
    sim->game->apply(sim->state, who, act);
    sim->nodes++;
    if (who < SEATS_MAX) sim->turn = who;
    if (who == CLOCK) sim->turn = SEATS_MAX + (int)act;
}

int sim_pass_time(struct sim *sim) {
    int who;
    while ((who = sim_mover(sim)) == CLOCK) {
        int tick = next_tick(sim);
        if (tick < 0) sim->turn = SEATS_MAX - 1, tick = next_tick(sim);
        sim_apply(sim, CLOCK, (action)tick);
    }
    return who;
}

int sim_settle(struct sim *sim) {
    int who;
    while ((who = sim_pass_time(sim)) == CHANCE)
        sim_apply(sim, CHANCE, game_draw(sim->game, sim->state, CHANCE, &sim->luck, sim->choices));
    return who;
}

/* Returns what an act scores at once. */
static int gain(struct sim *sim, int seat, action act, int score) {
    game_copy(sim->game, sim->trial, sim->state);
    sim->game->apply(sim->trial, seat, act);
    sim->nodes++;
    return sim->game->score(sim->trial, seat) - score;
}

/* Finds the act that scores most among those that scored before. Returns false if none does. */
static bool find_scorer(struct sim *sim, int seat, int score, action *act) {
    int most = 0;
    for (int i = 0; i < sim->scorer_count; i++) {
        action one = sim->scorers[i];
        if (sim->game->refuse(sim->state, seat, one)) continue;
        int points = gain(sim, seat, one, score);
        if (points > most) most = points, *act = one;
    }
    return most > 0;
}

static void remember(struct sim *sim, action act) {
    for (int i = 0; i < sim->scorer_count; i++)
        if (sim->scorers[i] == act) return;
    sim->scorers[sim->scorer_next] = act;
    sim->scorer_next = (sim->scorer_next + 1) % SIM_SCORERS;
    if (sim->scorer_count < SIM_SCORERS) sim->scorer_count++;
}

/* Draws some acts, and returns the first, or one that scores more at once. */
static action choose(struct sim *sim, int seat) {
    const struct game *game = sim->game;
    int most = 0, score = game->score(sim->state, seat);
    action best = 0;
    if (find_scorer(sim, seat, score, &best)) return best;
    for (int i = 0; i < SAMPLES; i++) {
        action act = game_draw(game, sim->state, seat, &sim->rng, sim->choices);
        int points = gain(sim, seat, act, score);
        if (points > 0) remember(sim, act);
        if (i == 0 || points > most) most = points, best = act;
    }
    return best;
}

int sim_horizon(const struct game *game, const void *state) {
    int seats = game->shape(state).seats;
    bool timed = game->movers(state) >> CLOCK & 1;
    return seats == 1 || timed ? ACTS_ALONE * seats : ACTS_AGAINST * seats;
}

void sim_play(struct sim *sim, int acts) {
    for (int seat; acts > 0 && (seat = sim_settle(sim)) >= 0; acts--)
        sim_apply(sim, seat, choose(sim, seat));
}

double sim_value(const struct game *game, const void *state, int seat) {
    int seats = game->shape(state).seats, best = INT32_MIN;
    uint32_t winners = game->winners(state);
    if (seats == 1) return game->score(state, seat) + (winners ? SIM_WIN : 0);
    for (int other = 0; other < seats; other++) {
        int score = game->score(state, other);
        if (other != seat && score > best) best = score;
    }
    double won = winners >> seat & 1 ? bits_count(winners) < seats : winners ? -1 : 0;
    return (double)game->score(state, seat) - best + SIM_WIN * won;
}

double sim_base(const struct game *game, const void *state, int seat) {
    return game->shape(state).seats == 1 ? game->score(state, seat) : 0;
}
