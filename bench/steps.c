/* Random steps of every game's rules: events drawn and applied, no search and no clock. As a
 * program it prints them a second; bench/wasm.mjs runs the same in a module and compares the time.
 */
#include "games/games.h"
#include <stdlib.h>
#include <string.h>

struct steps {
    const struct game *game;
    void *state;
    struct choice *choices;
    struct rng rng;
};

enum { STEPS = 200000 };

static void begin(struct steps *steps) {
    int params[PARAMS_MAX];
    game_standard(steps->game, params);
    steps->game->start(steps->state, params);
}

/* Draws who moves, if several may. */
static int draw_mover(struct steps *steps) {
    uint32_t movers = steps->game->movers(steps->state);
    for (int skip = (int)rng_below(&steps->rng, (uint32_t)__builtin_popcount(movers)); skip > 0;
         skip--)
        movers &= movers - 1;
    return __builtin_ctz(movers);
}

static uint64_t play(void *self) {
    struct steps *steps = self;
    const struct game *game = steps->game;
    for (int i = 0; i < STEPS; i++) {
        if (game_over(game, steps->state)) begin(steps);
        int who = draw_mover(steps);
        if (who < SEATS_MAX && game->choices(steps->state, who, steps->choices) == 0) continue;
        action act = game_draw(game, steps->state, who, &steps->rng, steps->choices);
        game->apply(steps->state, who, act);
    }
    return STEPS;
}

static bool open_steps(struct steps *steps, const struct game *game) {
    *steps = (struct steps){.game = game, .rng = rng_new(2026, 0)};
    steps->state = malloc(game->state_max);
    steps->choices = malloc(sizeof *steps->choices * (size_t)game->choices_max);
    if (!steps->state || !steps->choices) return false;
    begin(steps);
    return true;
}

#ifdef __wasm__

/* Plays the steps of the n-th game. Returns the hash of where they lead. */
__attribute__((export_name("steps_run"))) uint64_t steps_run(int n);

uint64_t steps_run(int n) {
    struct steps steps;
    if (!open_steps(&steps, games_list[n])) return 0;
    play(&steps);
    uint64_t hash = game_hash(steps.game, steps.state);
    free(steps.state);
    free(steps.choices);
    return hash;
}
#else
#include "bench/bench.h"

int main(void) {
    struct steps steps;
    for (int i = 0; games_list[i]; i++) {
        if (!open_steps(&steps, games_list[i])) return 1;
        double rate = bench_rate(play, &steps);
        printf("%s: %.0f steps/s, %.3f ms for %d\n", games_list[i]->name, rate, STEPS * 1000 / rate,
               STEPS);
        free(steps.state);
        free(steps.choices);
    }
    return 0;
}
#endif
