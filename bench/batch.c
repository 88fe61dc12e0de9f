/* Steps a second of batches, with observations and masks written, and without; the games' own
 * levels beside those for any game. Acts are random and legal; drawing them is not counted. */
#include "play/batch.h"
#include "bench/bench.h"
#include "games/games.h"
#include <stdlib.h>
#include <string.h>

enum { LANES = 4096, TRIES = 3 };

struct buffers {
    struct lanes_buffers io;
    int32_t *acts;
};

static void bind(struct batch *batch, struct buffers *buffers, bool seen) {
    const struct lanes *lanes = batch_lanes(batch);
    size_t count = (size_t)lanes->count, all = count * (size_t)lanes->learners,
           seats = count * (size_t)lanes->seats;
    *buffers = (struct buffers){.acts = calloc(all, sizeof *buffers->acts)};
    buffers->io = (struct lanes_buffers){.acts = buffers->acts,
                                         .rewards = calloc(seats, sizeof(float)),
                                         .terminated = calloc(count, 1),
                                         .truncated = calloc(count, 1)};
    if (seen) {
        buffers->io.views = calloc(all, lanes->view_bytes);
        buffers->io.masks = calloc(all, lanes->mask_bytes);
    }
    batch_bind(batch, &buffers->io);
}

static void release(struct buffers *buffers) {
    free(buffers->acts);
    free(buffers->io.rewards);
    free(buffers->io.terminated);
    free(buffers->io.truncated);
    free(buffers->io.views);
    free(buffers->io.masks);
}

/* Returns steps of a lane a second of this thread, the best of several tries. */
static double rate(const struct batch_options *options, bool seen, double seconds) {
    struct batch *batch = batch_new(options, 1);
    struct buffers buffers;
    double best = 0;
    bind(batch, &buffers, seen);
    for (int i = 0; i < TRIES; i++) {
        double spent = 0;
        uint64_t steps = 0;
        while (spent < seconds) {
            batch_sample(batch, buffers.acts);
            double begin = bench_seconds();
            batch_step(batch);
            spent += bench_seconds() - begin;
            steps += (uint64_t)options->count;
        }
        if ((double)steps / spent > best) best = (double)steps / spent;
    }
    release(&buffers);
    batch_free(batch);
    return best;
}

static double wall(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Steps a second of two threads over those of one, by the wall clock, in turns; the best try of
 * each. */
static double gain(struct batch_options options, double seconds) {
    double best[2] = {0, 0};
    for (int i = 0; i < 2 * TRIES; i++) {
        options.threads = 1 + i % 2;
        struct batch *batch = batch_new(&options, 1);
        struct buffers buffers;
        double spent = 0, steps = 0;
        bind(batch, &buffers, true);
        while (spent < seconds) {
            batch_sample(batch, buffers.acts);
            double begin = wall();
            batch_step(batch);
            spent += wall() - begin;
            steps += options.count;
        }
        if (steps / spent > best[i % 2]) best[i % 2] = steps / spent;
        release(&buffers);
        batch_free(batch);
    }
    return best[1] / best[0];
}

struct way {
    const char *game, *what, *level, *view;
    bool bits, changes;
    int limit, aim;
    struct {
        const char *name;
        int value;
    } params[2];
};

static const struct way ways[] = {
    {"slide", "5x5, planes", "turns", "planes", false, false, 500, 40, {{"rows", 5}, {"cols", 5}}},
    {"slide", "5x5, cells", "turns", "cells", false, false, 500, 40, {{"rows", 5}, {"cols", 5}}},
    {"azul", "2 players", "turns", "planes", false, false, 0, 8, {{NULL, 0}}},
    {"lines", "planes, masks of bits", "turns", "planes", true, false, 0, 3, {{NULL, 0}}},
    {"lines", "planes, masks of bytes", "turns", "planes", false, false, 0, 3, {{NULL, 0}}},
    {"falls",
     "10 viruses, ticks, planes",
     "ticks",
     "planes",
     false,
     false,
     0,
     35,
     {{"viruses", 10}}},
    {"falls", "10 viruses, ticks, cells", "ticks", "cells", false, false, 0, 35, {{"viruses", 10}}},
    {"falls",
     "10, ticks, planes, changes",
     "ticks",
     "planes",
     false,
     true,
     0,
     35,
     {{"viruses", 10}}},
    {"falls", "10, ticks, cells, changes", "ticks", "cells", false, true, 0, 35, {{"viruses", 10}}},
    {"falls", "28 viruses, ticks, cells", "ticks", "cells", false, false, 0, 0, {{NULL, 0}}},
    {"falls", "28 viruses, places, cells", "places", "cells", false, false, 0, 0, {{NULL, 0}}},
};

static void measure(const struct way *way, double seconds) {
    struct batch_options options = batch_standard(games_find(way->game));
    bool found;
    options.count = LANES;
    options.limit = way->limit;
    options.bits = way->bits;
    options.autoreset = LANES_SAME_STEP;
    options.changes = way->changes;
    options.view = lanes_find_view(options.game, way->view, &found);
    options.level = lanes_find_level(options.game, way->level);
    if (!found || !options.level) return;
    for (int i = 0; i < 2 && way->params[i].name; i++)
        options.params[game_param(options.game, way->params[i].name)] = way->params[i].value;
    double seen = rate(&options, true, seconds), bare = rate(&options, false, seconds);
    printf("%-6s %-26s %7.2f M/s, without observation and mask %7.2f", way->game, way->what,
           seen / 1e6, bare / 1e6);
    printf(", two threads %.2f times", gain(options, seconds));
    const struct lanes_level *any = lanes_standard(options.game);
    if (strcmp(any->name, way->level) == 0) {
        options.level = any;
        printf(", by the level for any game %6.2f", rate(&options, true, seconds / 5) / 1e6);
    }
    if (way->aim) printf("; aim %d", way->aim);
    putchar('\n');
}

int main(int argc, char **argv) {
    double seconds = getenv("BENCH_SECONDS") ? strtod(getenv("BENCH_SECONDS"), NULL) : 0.5;
    printf("%d lanes, one thread; steps a second, the best of %d tries\n", LANES, TRIES);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (argc < 2 || strcmp(argv[1], ways[i].game) == 0) measure(&ways[i], seconds);
    return 0;
}
