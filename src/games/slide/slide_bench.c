/* Perft of slide: through the waist as any program sees it, and direct, on the struct with undo. */
#include "bench/bench.h"
#include "slide.h"
#include <stdlib.h>

enum { DEPTH = 16 };

struct work {
    struct slide slide;
    void *scratch;
};

static uint64_t through_the_waist(void *self) {
    struct work *work = self;
    return game_perft(&slide_game, &work->slide, DEPTH, work->scratch);
}

static uint64_t count(struct slide *slide, int depth) {
    uint64_t leaves = 0;
    if (slide->misplaced == 0) return 0;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        if (!slide_on_board(slide, move)) continue;
        slide_move(slide, move);
        leaves += depth == 1 ? 1 : count(slide, depth - 1);
        slide_move(slide, slide_opposite(move));
    }
    return leaves;
}

static uint64_t direct(void *self) {
    struct work *work = self;
    return count(&work->slide, DEPTH);
}

int main(void) {
    struct choice scratch[SLIDE_CELLS_MAX];
    struct work work = {.scratch = malloc(game_perft_scratch_size(&slide_game, DEPTH))};
    struct rng rng = rng_new(1, 0);
    slide_game.start(&work.slide, (int[]){4, 4, 0, 0});
    while (work.slide.phase != SLIDE_PLAY)
        slide_game.apply(&work.slide, CHANCE,
                         game_draw(&slide_game, &work.slide, CHANCE, &rng, scratch));
    if (through_the_waist(&work) != direct(&work)) return puts("the two counts differ"), 1;
    double waist = bench_rate(through_the_waist, &work), straight = bench_rate(direct, &work);
    printf("slide perft 4x4 depth %d: waist %.1f M leaves/s, direct %.1f M leaves/s, ratio %.2f\n",
           DEPTH, waist / 1e6, straight / 1e6, straight / waist);
    free(work.scratch);
    return 0;
}
