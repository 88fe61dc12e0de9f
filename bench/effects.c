/* What effects cost: events of random games applied, alone and with their effects told before.
 * Nobody who does not ask for them pays. `effects [GAME]` */
#include "bench/bench.h"
#include "games/games.h"
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 2000, ROUNDS = 20 };

struct work {
    const struct game *game;
    unsigned char *states; /* before each event, state_max bytes each */
    struct event events[EVENTS];
    void *state;
    struct choice *choices;
    bool tells;
};

static void *state_at(const struct work *work, int i) {
    return work->states + (size_t)i * work->game->state_max;
}

/* Draws who of the movers acts, and how. */
static struct event draw(const struct work *work, struct rng *rng) {
    uint32_t movers = work->game->movers(work->state);
    for (;;) {
        int who = (int)rng_below(rng, 32);
        if (!(movers >> who & 1)) continue;
        if (work->game->choices(work->state, who, work->choices) == 0) continue;
        action act = game_draw(work->game, work->state, who, rng, work->choices);
        return (struct event){who, act};
    }
}

static void play(struct work *work) {
    int params[PARAMS_MAX];
    struct rng rng = rng_new(1, 2);
    game_standard(work->game, params);
    work->game->start(work->state, params);
    for (int i = 0; i < EVENTS; i++) {
        if (game_over(work->game, work->state)) work->game->start(work->state, params);
        work->events[i] = draw(work, &rng);
        game_copy(work->game, state_at(work, i), work->state);
        work->game->apply(work->state, work->events[i].who, work->events[i].act);
    }
}

static uint64_t apply(void *self) {
    static struct effect_list list;
    struct work *work = self;
    for (int i = 0; i < ROUNDS * EVENTS; i++) {
        struct event event = work->events[i % EVENTS];
        game_copy(work->game, work->state, state_at(work, i % EVENTS));
        list.count = 0;
        if (work->tells) work->game->effects(work->state, event.who, event.act, &list);
        work->game->apply(work->state, event.who, event.act);
    }
    return ROUNDS * EVENTS;
}

static void measure(const struct game *game) {
    struct work work = {.game = game,
                        .states = malloc(EVENTS * game->state_max),
                        .state = malloc(game->state_max),
                        .choices = malloc((size_t)game->choices_max * sizeof(struct choice))};
    if (!work.states || !work.state || !work.choices) exit(1);
    play(&work);
    double alone = bench_rate(apply, &work);
    work.tells = true;
    double told = bench_rate(apply, &work);
    printf("%s: apply %.1f M/s, with effects told %.1f M/s, ratio %.1f\n", game->name, alone / 1e6,
           told / 1e6, alone / told);
    free(work.states);
    free(work.state);
    free(work.choices);
}

int main(int argc, char **argv) {
    for (int i = 0; games_list[i]; i++)
        if (argc < 2 || strcmp(argv[1], games_list[i]->name) == 0) measure(games_list[i]);
    return 0;
}
