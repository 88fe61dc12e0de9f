/* Boards played alone by an agent: how many it clears, with how many capsules, in which time. The
 * clock ticks after each four key presses. Without arguments some boards of each kind; else
 *   minds_bench AGENT BUDGET VIRUSES NES_LEVEL FIRST BOARDS
 * where a budget is 1000n (nodes) or 10ms, and boards are seeded from FIRST on. */
#include "bench/bench.h"
#include "game/agent.h"
#include "games/falls/falls.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ACTS_PER_TICK = 4, TICKS_MAX = 40000 };

static double seconds(void *self) {
    (void)self;
    return bench_seconds();
}

static const struct host host = {.threads = 1, .seconds = seconds};

struct tally {
    int boards, cleared;
    double capsules, squares; /* of the boards cleared */
    double all_capsules, seconds;
};

static void settle(struct falls *falls, struct rng *rng) {
    while (falls_game.movers(falls) >> CHANCE & 1)
        falls_game.apply(falls, CHANCE, falls_game.random_act(falls, CHANCE, rng));
}

static void press_keys(struct falls *falls, const struct agent *agent, void *self,
                       struct budget budget, struct rng *luck, struct rng *rng) {
    struct candidate candidates[FALLS_MOVES];
    struct advice advice = {.candidates = candidates};
    for (int i = 0; i < ACTS_PER_TICK && falls->player[0].controlled; i++) {
        agent->think(self, falls, 0, budget, rng, &advice);
        falls_game.apply(falls, 0, candidates[0].act);
        settle(falls, luck);
    }
}

static void play_board(const struct agent *agent, void *self, struct budget budget,
                       const int *params, int seed, struct tally *tally) {
    struct falls falls;
    struct rng luck = rng_new((uint64_t)seed, 0), rng = rng_new((uint64_t)seed, 1);
    double begin = bench_seconds();
    falls_game.start(&falls, params);
    settle(&falls, &luck);
    for (int tick = 0; tick < TICKS_MAX && falls_game.movers(&falls); tick++) {
        press_keys(&falls, agent, self, budget, &luck, &rng);
        if (falls_game.movers(&falls)) falls_game.apply(&falls, CLOCK, 0);
        settle(&falls, &luck);
    }
    double capsules = falls.player[0].drawn;
    tally->seconds += bench_seconds() - begin;
    tally->boards++;
    tally->all_capsules += capsules;
    if (falls.player[0].status != FALLS_CLEARED) return;
    tally->cleared++;
    tally->capsules += capsules;
    tally->squares += capsules * capsules;
}

static void play_boards(const char *name, const char *words, int viruses, int level, int first,
                        int boards) {
    const struct agent *const *agent = falls_agents;
    while (*agent && strcmp((*agent)->name, name) != 0) agent++;
    if (!*agent) return;
    unsigned long amount = strtoul(words, NULL, 10);
    struct budget budget = {0};
    if (strstr(words, "ms"))
        budget.milliseconds = (uint32_t)amount;
    else
        budget.nodes = amount;
    int params[] = {1, viruses, level};
    struct tally tally = {0};
    void *self = (*agent)->init(&falls_game, &host);
    for (int i = 0; self && i < boards; i++)
        play_board(*agent, self, budget, params, first + i, &tally);
    (*agent)->release(self);
    double mean = tally.capsules / tally.cleared;
    double error = sqrt((tally.squares / tally.cleared - mean * mean) / tally.cleared);
    printf("%s:%s, %d viruses, nes_level %d, boards %d to %d: %.1f %% cleared (%d), %.2f +- %.2f "
           "capsules, %.3f ms a capsule\n",
           name, words, viruses, level, first, first + boards - 1,
           100.0 * tally.cleared / tally.boards, tally.cleared, mean, error,
           1000 * tally.seconds / tally.all_capsules);
}

int main(int count, char **args) {
    if (count == 7) {
        play_boards(args[1], args[2], atoi(args[3]), atoi(args[4]), atoi(args[5]), atoi(args[6]));
        return 0;
    }
    for (int i = 0; falls_agents[i]; i++)
        play_boards(falls_agents[i]->name, "10000n", 28, -1, 0, 20);
    play_boards("clearer", "1ms", FALLS_VIRUSES_MAX, -1, 0, 20);
    play_boards("clearer", "10ms", FALLS_VIRUSES_MAX, FALLS_LEVEL_MAX, 0, 4);
    return 0;
}
