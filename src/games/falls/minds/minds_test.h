/* For tests: positions of random play. */
#ifndef FALLS_MINDS_TEST_H
#define FALLS_MINDS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "minds.h"
#include <string.h>

static inline void minds_settle(struct falls *falls, struct rng *rng) {
    while (falls_game.movers(falls) >> CHANCE & 1)
        falls_game.apply(falls, CHANCE, falls_game.random_act(falls, CHANCE, rng));
}

static inline void minds_start(struct falls *falls, struct rng *rng, int players, int viruses) {
    int params[] = {players, viruses, -1};
    memset(falls, 0, sizeof *falls);
    falls_game.start(falls, params);
    minds_settle(falls, rng);
}

/* Plays random events, with more Drops than other acts. */
static inline void minds_wander(struct falls *falls, struct rng *rng, int events) {
    for (; events > 0 && falls_game.movers(falls); events--) {
        int seat = (int)rng_below(rng, falls->players);
        struct choice choices[FALLS_MOVES];
        int count = falls_game.choices(falls, seat, choices);
        if (count > 0 && rng_below(rng, 2))
            falls_game.apply(falls, seat, choices[rng_below(rng, (uint32_t)count)].act);
        else if (falls->playing >> seat & 1)
            falls_game.apply(falls, CLOCK, (action)seat);
        minds_settle(falls, rng);
    }
}

/* Makes a position in which a seat has a capsule. Returns the seat. */
static inline int minds_position(struct falls *falls, struct rng *rng, int players) {
    for (;;) {
        minds_start(falls, rng, players, 1 + (int)rng_below(rng, FALLS_VIRUSES_MAX));
        minds_wander(falls, rng, (int)rng_below(rng, 300) * players);
        if (!falls_game.movers(falls)) continue;
        for (int seat = 0; seat < players; seat++)
            if (falls->player[seat].controlled) return seat;
    }
}

#endif
