/* Playing a game on, as searches do: whose turn it is, what a position is worth, and random games
 * to the end. One sim serves one thread. */
#ifndef AGENTS_SIM_H
#define AGENTS_SIM_H

#include "game/game.h"

/* In real-time games turns are taken in this order: each seat acts once, then every clock ticks.
 * A turn is a seat, or SEATS_MAX plus the number of a tick. */
struct sim {
    const struct game *game;
    void *state, *trial; /* state_max bytes each */
    struct choice *choices;
    struct rng rng;
    int turn;       /* of the last event */
    uint64_t nodes; /* events played */
};

/* Returns -1 if out of memory; release it in either case. */
int sim_init(struct sim *sim, const struct game *game);
void sim_release(struct sim *sim);

/* Begins at a state in which `who` is to act. */
void sim_begin(struct sim *sim, const void *state, int who);
/* Returns who acts next, or -1 if the game is over. */
int sim_mover(const struct sim *sim);
/* Plays an event. */
void sim_apply(struct sim *sim, int who, action act);
/* Plays CHANCE's and CLOCK's events until a seat is to act. Returns the seat, or -1 if the game is
 * over. */
int sim_settle(struct sim *sim);
/* Plays at random, with a preference for acts that score, for so many acts of seats at most. */
void sim_play(struct sim *sim, int acts);

/* Returns what a state is worth to a seat: its lead over the best other seat, or its points if it
 * plays alone. */
double sim_value(const struct game *game, const void *state, int seat);

#endif
