/* Ticks of falls a second on one core: 10 viruses, one random move before each tick, a new game
 * when one is over, with all events of CHANCE. Directly on the struct, and through game.h. */
#include "bench/bench.h"
#include "falls.h"

enum { TICKS = 3000000 };

struct work {
    struct falls falls;
    struct rng rng;
    const int *params;
    uint64_t games, capsules;
};

static void draw_capsule(struct work *work) {
    falls_draw_capsule(&work->falls, (int)rng_below(&work->rng, FALLS_CAPSULES));
    work->capsules++;
}

static void begin(struct work *work) {
    falls_game.start(&work->falls, work->params);
    while (work->falls.phase == FALLS_SETUP) {
        action act = falls_game.random_act(&work->falls, CHANCE, &work->rng);
        falls_place(&work->falls, (int)act / 3, (int)act % 3 + 1);
    }
    for (int i = 0; i < 2; i++) draw_capsule(work);
    work->games++;
}

static void play_direct(struct work *work, uint32_t move) {
    struct falls *falls = &work->falls;
    struct falls_player *player = &falls->player[0];
    if (player->controlled) falls_move(player, (int)move);
    falls_tick(falls, 0);
    if (falls->phase == FALLS_DRAW) draw_capsule(work);
}

/* A move is two bits of a random number, so never Drop, which is a tick itself. */
static uint64_t direct(void *self) {
    struct work *work = self;
    struct falls *falls = &work->falls;
    uint64_t ticks = 0;
    while (ticks < TICKS) {
        uint32_t bits = rng_next(&work->rng);
        for (int i = 0; i < 16; i++, ticks++, bits >>= 2) {
            if (falls->phase == FALLS_OVER) begin(work);
            play_direct(work, bits & 3);
        }
    }
    return ticks;
}

static void settle(struct work *work) {
    while (falls_game.movers(&work->falls) >> CHANCE & 1)
        falls_game.apply(&work->falls, CHANCE,
                         game_draw(&falls_game, &work->falls, CHANCE, &work->rng, NULL));
}

/* The same through game.h: random moves are drawn from the choices, then the clock ticks. */
static uint64_t waist(void *self) {
    struct work *work = self;
    const struct game *game = &falls_game;
    struct choice scratch[8];
    uint64_t ticks = 0;
    for (; ticks < TICKS; ticks++) {
        if (game->movers(&work->falls) == 0) {
            game->start(&work->falls, work->params);
            settle(work);
        }
        int count = game->choices(&work->falls, 0, scratch) - 1;
        if (count > 0)
            game->apply(&work->falls, 0, scratch[rng_below(&work->rng, (uint32_t)count)].act);
        game->apply(&work->falls, CLOCK, 0);
        settle(work);
    }
    return ticks;
}

static uint64_t look(void *self) {
    struct work *work = self;
    static uint8_t seen[64 * FALLS_CELLS];
    for (int i = 0; i < TICKS / 10; i++) falls_game.observe(&work->falls, 0, seen);
    return TICKS / 10;
}

/* Draws what seat 0 sees, as a front end does after each tick. */
static uint64_t draw(void *self) {
    struct work *work = self;
    static struct scene scene;
    for (int i = 0; i < TICKS / 100; i++) falls_game.draw(&work->falls, 0, &scene);
    return TICKS / 100;
}

static double drawing_us(int players) {
    struct work work = {.rng = rng_new(1, 0)};
    falls_game.start(&work.falls, (int[]){players, 28, -1});
    settle(&work);
    return 1e6 / bench_rate(draw, &work);
}

int main(void) {
    static const int solo[] = {1, 10, -1};
    struct work work = {.rng = rng_new(1, 0), .params = solo};
    struct work same = {.rng = rng_new(1, 0), .params = solo};
    falls_game.start(&work.falls, solo);
    falls_game.start(&same.falls, solo);
    work.falls.phase = same.falls.phase = FALLS_OVER;
    double straight = bench_rate(direct, &work), around = bench_rate(waist, &same);
    printf("falls, 10 viruses, a random move a tick: direct %.1f M ticks/s, waist %.1f M ticks/s, "
           "ratio %.2f\n",
           straight / 1e6, around / 1e6, straight / around);
    printf("falls, in the direct games: %.0f ticks a game, %.1f a capsule; %.1f M observations/s; "
           "a solo state is %zu bytes, one of eight %zu\n",
           (double)TICKS * BENCH_TRIES / (double)work.games,
           (double)TICKS * BENCH_TRIES / (double)work.capsules, bench_rate(look, &work) / 1e6,
           falls_game.size(&work.falls), sizeof(struct falls));
    printf("falls, drawing 28 viruses: %.2f us for 1 player, %.2f us for 4, %.2f us for 8\n",
           drawing_us(1), drawing_us(4), drawing_us(8));
    return 0;
}
