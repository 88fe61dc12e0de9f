/* Random whole games of azul for 2: through game.h, with and without listing the choices, and
 * directly on the struct. A ply is an act of a seat; the time includes the tiles that CHANCE deals.
 */
#include "azul.h"
#include "bench/bench.h"

enum { GAMES = 20000 };

static const int standard[] = {2, AZUL_ROUNDS};

/* Returns a random act, drawn from the list of choices. */
static action listed(const struct azul *azul, int who, struct rng *rng) {
    struct choice scratch[AZUL_SOURCES_MAX * AZUL_COLOURS * AZUL_DESTINATIONS];
    if (who == CHANCE) return azul_game.random_act(azul, who, rng);
    return scratch[rng_below(rng, (uint32_t)azul_game.choices(azul, who, scratch))].act;
}

static uint64_t through_the_waist(bool listing) {
    struct rng rng = rng_new(1, 0);
    struct azul azul;
    uint64_t plies = 0;
    for (int game = 0; game < GAMES; game++) {
        azul_game.start(&azul, standard);
        for (uint32_t movers; (movers = azul_game.movers(&azul));) {
            int who = bits_low(movers);
            action act =
                listing ? listed(&azul, who, &rng) : azul_game.random_act(&azul, who, &rng);
            azul_game.apply(&azul, who, act);
            plies += who != CHANCE;
        }
    }
    return plies;
}

static uint64_t listing(void *self) {
    (void)self;
    return through_the_waist(true);
}

static uint64_t sampling(void *self) {
    (void)self;
    return through_the_waist(false);
}

static uint64_t direct(void *self) {
    (void)self;
    struct rng rng = rng_new(1, 0);
    struct azul azul;
    uint64_t plies = 0;
    for (int game = 0; game < GAMES; game++) {
        azul_game.start(&azul, standard);
        while (azul.phase != AZUL_OVER) {
            while (azul.phase == AZUL_REFILL) azul_deal(&azul, azul_random_colour(&azul, &rng));
            for (; azul.phase == AZUL_DRAFT; plies++)
                azul_take(&azul, azul_random_take(&azul, &rng));
        }
    }
    return plies;
}

int main(void) {
    if (sampling(NULL) != direct(NULL)) return puts("the two count different plies"), 1;
    double listed = bench_rate(listing, NULL), sampled = bench_rate(sampling, NULL);
    double straight = bench_rate(direct, NULL);
    printf("azul random games for 2: waist %.2f M plies/s listing choices, %.2f M sampling, direct "
           "%.2f M, ratio %.2f\n",
           listed / 1e6, sampled / 1e6, straight / 1e6, straight / sampled);
    return 0;
}
