/* Alpha-beta over the rest of a round, with a table of positions met before. */
#ifndef AZUL_SEARCH_H
#define AZUL_SEARCH_H

#include "games/azul/coach/moves.h"
#include <stdatomic.h>

enum { AZUL_SEARCH_LINE = 64 }; /* bytes of a cache line, at which entries begin */
enum { AZUL_SEARCH_END = 63 };  /* a depth: to the end of the round */
enum { AZUL_SEARCH_INFINITY = 1 << 19 };

/* A position met before: its hash, mixed with what is known, so that threads need no locks. */
struct azul_search_entry {
    _Atomic uint64_t check, known;
};

/* One thread's search. */
struct azul_search {
    const struct azul_round_table *table;
    struct azul_search_entry *entries;
    size_t mask; /* the number of entries less 1, which is a power of two */
    struct azul_round_after *after;
    atomic_bool *over;     /* set: end the search, its value is void */
    uint64_t nodes, limit; /* limit: nodes at which to call `watch` */
    void (*watch)(struct azul_search *search);
    void *self;
    bool leads; /* on the thread that may ask the host */
    int best;   /* the best move of the position searched last, as an act, if its value is exact */
};

/* Searches so many plies deep. Returns a value, or a bound if it is not between alpha and beta. */
int azul_search_value(struct azul_search *search, const struct azul_round *round, int alpha,
                      int beta, int depth);
/* Takes the tiles of the move that looks best. Returns it as an act. */
int azul_search_play(struct azul_search *search, struct azul_round *round);

#endif
