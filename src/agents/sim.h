/* Playing a game on, as searches do: whose turn it is, what a position is worth, and random games.
 * One sim serves one thread. */
#ifndef AGENTS_SIM_H
#define AGENTS_SIM_H

#include "game/game.h"

enum { SIM_SCORERS = 8 };

/* In real-time games turns are taken in this order: each seat acts once, then every clock ticks.
 * A turn is a seat, or SEATS_MAX plus the number of a tick. */
struct sim {
    const struct game *game;
    void *state, *trial; /* state_max bytes each */
    struct choice *choices;
    struct rng rng, luck; /* for acts of seats, and for CHANCE's: equal luck for different acts */
    int turn;             /* of the last event */
    int seats;
    uint64_t nodes;              /* events played */
    action scorers[SIM_SCORERS]; /* acts that scored when drawn, to be tried first in random play */
    int scorer_count, scorer_next;
};

/* Returns -1 if out of memory; release it in either case. */
int sim_init(struct sim *sim, const struct game *game);
void sim_release(struct sim *sim);

/* Forgets all that earlier play left. */
void sim_reset(struct sim *sim);
/* Begins at a state in which `who` is to act. */
void sim_begin(struct sim *sim, const void *state, int who);
/* Returns who acts next, or -1 if the game is over. */
int sim_mover(const struct sim *sim);
/* Plays an event. */
void sim_apply(struct sim *sim, int who, action act);
/* Plays CLOCK's events until a seat or CHANCE is to act. Returns who, or -1 if the game is over. */
int sim_pass_time(struct sim *sim);
/* The same with CHANCE's events. */
int sim_settle(struct sim *sim);
/* Returns how many acts of all seats to look ahead. Short games of chance tell more than long ones,
 * whose ends depend little on the first act. */
int sim_horizon(const struct game *game, const void *state);
/* Plays at random, but prefers acts that score, for so many acts of seats at most. */
void sim_play(struct sim *sim, int acts);

/* Returns what a state is worth to a seat: its points if it plays alone, else its lead over the
 * best other seat. A win adds SIM_WIN and a loss takes it, so that they count where points are
 * equal.
 */
#define SIM_WIN 1e-3
double sim_value(const struct game *game, const void *state, int seat);
/* Returns what is to be taken off: the points so far of a seat that plays alone, else 0. */
double sim_base(const struct game *game, const void *state, int seat);

#endif
