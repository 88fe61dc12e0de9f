/* Random play, on the waist alone. */
#include "agents/sim.h"
#include "base/bits.h"
#include <stdlib.h>

enum { SEATS = (1 << SEATS_MAX) - 1, SAMPLES = 3 };

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

void sim_begin(struct sim *sim, const void *state, int who) {
    game_copy(sim->game, sim->state, state);
    sim->turn = who - 1;
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

int sim_settle(struct sim *sim) {
    for (;;) {
        int who = sim_mover(sim);
        if (who < SEATS_MAX) return who;
        if (who == CHANCE) {
            sim_apply(sim, CHANCE,
                      game_draw(sim->game, sim->state, CHANCE, &sim->rng, sim->choices));
        } else {
            int tick = next_tick(sim);
            if (tick < 0) sim->turn = SEATS_MAX - 1, tick = next_tick(sim);
            sim_apply(sim, CLOCK, (action)tick);
        }
    }
}

/* Draws some acts, and returns the first, or one that scores more at once. */
static action choose(struct sim *sim, int seat) {
    const struct game *game = sim->game;
    action best = game_draw(game, sim->state, seat, &sim->rng, sim->choices);
    int most = 0, score = game->score(sim->state, seat);
    for (int i = 0; i < SAMPLES; i++) {
        action act = i ? game_draw(game, sim->state, seat, &sim->rng, sim->choices) : best;
        game_copy(game, sim->trial, sim->state);
        game->apply(sim->trial, seat, act);
        int gain = game->score(sim->trial, seat) - score;
        if (i == 0 || gain > most) most = gain, best = act;
    }
    sim->nodes += SAMPLES;
    return best;
}

void sim_play(struct sim *sim, int acts) {
    for (int seat; acts > 0 && (seat = sim_settle(sim)) >= 0; acts--)
        sim_apply(sim, seat, choose(sim, seat));
}

double sim_value(const struct game *game, const void *state, int seat) {
    int seats = game->shape(state).seats, best = 0;
    bool alone = true;
    for (int other = 0; other < seats; other++) {
        if (other == seat) continue;
        int score = game->score(state, other);
        if (alone || score > best) best = score;
        alone = false;
    }
    return game->score(state, seat) - best;
}
