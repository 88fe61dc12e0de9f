/* Boards played alone by an agent: how many it clears, with how many capsules, in which time. The
 * clock ticks after each four key presses. Without arguments some boards of each kind; else
 *   minds_bench AGENT BUDGET VIRUSES NES_LEVEL FIRST BOARDS
 * where a budget is 1000n (nodes) or 10ms, and boards are seeded from FIRST on, or two play against
 * each other, each board twice with seats exchanged:
 *   minds_bench AGENT BUDGET AGENT BUDGET VIRUSES BOARDS */
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

/* An agent with its budget. */
struct player {
    const struct agent *agent;
    void *self;
    struct budget budget;
    struct rng rng;
};

static struct player player_of(const char *name, const char *words) {
    const struct agent *const *agent = falls_agents;
    while (*agent && strcmp((*agent)->name, name) != 0) agent++;
    if (!*agent) exit(2);
    struct player player = {.agent = *agent, .self = (*agent)->init(&falls_game, &host)};
    if (!player.self) exit(1);
    if (strstr(words, "ms"))
        player.budget.milliseconds = (uint32_t)strtoul(words, NULL, 10);
    else
        player.budget.nodes = strtoul(words, NULL, 10);
    return player;
}

static void press_keys(struct falls *falls, int seat, struct player *player, struct rng *luck) {
    struct candidate candidates[FALLS_MOVES];
    struct advice advice = {.candidates = candidates};
    for (int i = 0; i < ACTS_PER_TICK && falls_game.movers(falls); i++) {
        if (!(falls->playing >> seat & 1) || !falls->player[seat].controlled) return;
        struct agent_question question = {.state = falls,
                                          .who = seat,
                                          .budget = player->budget,
                                          .rng = &player->rng,
                                          .act = AGENT_NO_ACT,
                                          .acts_per_tick = ACTS_PER_TICK};
        player->agent->think(player->self, &question, &advice);
        falls_game.apply(falls, seat, candidates[0].act);
        settle(falls, luck);
    }
}

/* Each seat presses keys, then every clock ticks. */
static void play(struct falls *falls, struct player **players, struct rng *luck) {
    settle(falls, luck);
    for (int tick = 0; tick < TICKS_MAX && falls_game.movers(falls); tick++) {
        for (int seat = 0; seat < falls->players; seat++)
            press_keys(falls, seat, players[seat], luck);
        for (int seat = 0; seat < falls->players; seat++) {
            if (!falls_game.movers(falls) || !(falls->playing >> seat & 1)) continue;
            falls_game.apply(falls, CLOCK, (action)seat);
            settle(falls, luck);
        }
    }
}

static void play_board(struct player *player, const int *params, int seed, struct tally *tally) {
    struct falls falls;
    struct rng luck = rng_new((uint64_t)seed, 0);
    double begin = bench_seconds();
    player->rng = rng_new((uint64_t)seed, 1);
    falls_game.start(&falls, params);
    play(&falls, &player, &luck);
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
    struct player player = player_of(name, words);
    int params[] = {1, viruses, level};
    struct tally tally = {0};
    for (int i = 0; i < boards; i++) play_board(&player, params, first + i, &tally);
    player.agent->release(player.self);
    double mean = tally.capsules / tally.cleared;
    double error = sqrt((tally.squares / tally.cleared - mean * mean) / tally.cleared);
    printf("%s:%s, %d viruses, nes_level %d, boards %d to %d: %.1f %% cleared (%d), %.2f +- %.2f "
           "capsules, %.3f ms a capsule\n",
           name, words, viruses, level, first, first + boards - 1,
           100.0 * tally.cleared / tally.boards, tally.cleared, mean, error,
           1000 * tally.seconds / tally.all_capsules);
}

/* Who clears first wins; if nobody clears, who has fewer viruses. */
static void play_match(char **args, int viruses, int boards) {
    struct player players[] = {player_of(args[0], args[1]), player_of(args[2], args[3])};
    int won = 0, lost = 0;
    for (int i = 0; i < 2 * boards; i++) {
        struct falls falls;
        struct rng luck = rng_new((uint64_t)i / 2, 0);
        struct player *seats[] = {&players[i % 2], &players[1 - i % 2]};
        for (int k = 0; k < 2; k++) players[k].rng = rng_new((uint64_t)i / 2, 1 + (uint64_t)k);
        falls_game.start(&falls, (int[]){2, viruses, -1});
        play(&falls, seats, &luck);
        int lead = falls_game.score(&falls, i % 2) - falls_game.score(&falls, 1 - i % 2);
        won += lead > 0, lost += lead < 0;
    }
    printf("%s:%s against %s:%s, %d viruses: %d won, %d lost of %d\n", args[0], args[1], args[2],
           args[3], viruses, won, lost, 2 * boards);
    for (int i = 0; i < 2; i++) players[i].agent->release(players[i].self);
}

int main(int count, char **args) {
    if (count == 7 && strspn(args[3], "0123456789") == 0) {
        play_match(args + 1, atoi(args[5]), atoi(args[6]));
        return 0;
    }
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
